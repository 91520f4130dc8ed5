// Starts the page: the bar on top, with theme and language, and the router below it.

import { lang, ready, speak, t } from './i18n/index.js';
import { show, shown } from './router.js';
import { recall, remember } from './store.js';
import { el, refill } from './ui/dom.js';
import { icon } from './ui/icons.js';

const THEMES = /** @type {const} */ (['', 'light', 'dark']);
const THEME_ICONS = /** @type {const} */ ({ '': 'half', light: 'sun', dark: 'moon' });

/** What the bar leads to, and the addresses that belong to it. @type {[string, string, RegExp][]} */
const PAGES = [
  ['/', 'play', /^\/$/],
  ['/games', 'mine', /^\/games$/],
  ['/learn', 'learn', /^\/learn/],
  ['/puzzles', 'puzzles', /^\/puzzles/],
  ['/analysis', 'study', /^\/(analysis|thoughts)/],
  ['/arena', 'arena', /^\/arena/],
];

const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));

function drawBar() {
  bar.classList.remove('open');
  const theme = recall('theme');
  const other = lang() === 'fr' ? 'en' : 'fr';
  const here = location.pathname;
  const kept = bar.contains(document.activeElement) ? document.activeElement?.id : '';
  refill(bar,
    // As the document has it.
    bar.querySelector('.brand'),
    // Where the links do not fit beside each other: the same links, one under the other.
    el('button', {
      class: 'quiet', id: 'menu', type: 'button', 'aria-label': t('nav.menu'), title: t('nav.menu'),
      'aria-expanded': 'false', 'aria-controls': 'pages',
      on: { click: () => openMenu(!bar.classList.contains('open')) },
    }, icon('list')),
    el('nav', { id: 'pages', 'aria-label': t('nav.label') }, PAGES.map(([href, key, under]) =>
      el('a', { href, 'aria-current': under.test(here) && 'page' }, t(`nav.${key}`)))),
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

/** @param {boolean} open */
function openMenu(open) {
  bar.classList.toggle('open', open);
  document.getElementById('menu')?.setAttribute('aria-expanded', String(open));
}

bar.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !bar.classList.contains('open')) return;
  openMenu(false);
  document.getElementById('menu')?.focus();
});
document.addEventListener('click', (event) => {
  if (!/** @type {Element} */ (event.target).closest?.('#menu')) openMenu(false);
});

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
