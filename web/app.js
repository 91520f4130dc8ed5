// Starts the page: the bar on top, with theme and language, and the router below it.

import { lang, ready, speak, t } from './i18n/index.js';
import { show, shown } from './router.js';
import { recall, remember } from './store.js';
import { el, refill } from './ui/dom.js';
import { icon } from './ui/icons.js';

const THEMES = /** @type {const} */ (['', 'light', 'dark']);
const THEME_ICONS = /** @type {const} */ ({ '': 'half', light: 'sun', dark: 'moon' });

function drawBar() {
  const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
  const theme = recall('theme');
  const other = lang() === 'fr' ? 'en' : 'fr';
  const here = location.pathname;
  const kept = bar.contains(document.activeElement) ? document.activeElement?.id : '';
  refill(bar,
    // As the document has it.
    bar.querySelector('.brand'),
    el('nav', { 'aria-label': t('nav.label') },
      el('a', { href: '/', 'aria-current': here === '/' && 'page' }, t('nav.play')),
      el('a', { href: '/games', 'aria-current': here === '/games' && 'page' }, t('nav.mine')),
      el('a', { href: '/learn', 'aria-current': here.startsWith('/learn') && 'page' }, t('nav.learn'))),
    el('button', {
      class: 'quiet', id: 'keys', type: 'button', 'aria-label': t('keys.title'), title: `${t('keys.title')} (?)`,
      on: { click: () => void openKeys() },
    }, icon('keys')),
    el('button', {
      class: 'quiet', id: 'theme', type: 'button',
      'aria-label': `${t('theme.label')} ${t(`theme.${theme || 'system'}`)}`, title: t(`theme.${theme || 'system'}`),
      on: { click: () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % 3]) },
    }, icon(THEME_ICONS[theme])),
    el('button', {
      class: 'quiet lang', id: 'lang', type: 'button', lang: other,
      'aria-label': other === 'fr' ? 'FR, Français' : 'EN, English', title: other === 'fr' ? 'Français' : 'English',
      on: { click: async () => { await speak(other); await show(); } },
    }, other === 'fr' ? 'FR' : 'EN'));
  if (kept) document.getElementById(kept)?.focus();
  const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
  skip.textContent = t('nav.skip');
}

/** @param {'' | 'light' | 'dark'} theme */
function setTheme(theme) {
  remember('theme', theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  drawBar();
}

async function openKeys() {
  const { showKeys } = await import('./ui/keys-help.js');
  showKeys();
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/** @type {Element} */ (event.target).closest?.('input, select, textarea, dialog')) return;
  event.preventDefault();
  void openKeys();
});

shown.push(drawBar);
void ready.then(show);
