// The keys that work on the page that is shown: our own, and what its boards say of theirs.

import { t } from '../i18n/index.js';
import { el } from './dom.js';

/** @returns {[string, string][]} */
const ourKeys = () => [
  ['?', t('keys.help')],
  ['Tab', t('keys.tab')],
  ['Esc', t('keys.escape')],
  ...(document.querySelector('.movelist') ? /** @type {[string, string][]} */ ([['← →', t('keys.moves')]]) : []),
];

/** What each board on the page says about its keys. */
const boardKeys = () => [...document.querySelectorAll('main [role=application], main .c4-columns')].map((board) => {
  const more = document.getElementById(board.getAttribute('aria-describedby') ?? '');
  // A board describes its keys in one of two places, and its position, which does not belong here, in the other.
  return more?.id.endsWith('keys') ? more.textContent : board.getAttribute('aria-label');
}).filter(Boolean);

/** Opens the list; a second call does nothing while it is open. */
export function showKeys() {
  if (document.querySelector('dialog[open]')) return;
  // What a page lists itself.
  const lists = [...document.querySelectorAll('main [data-keys]')];
  const close = el('button', { class: 'button primary', type: 'submit' }, t('keys.close'));
  const dialog = el('dialog', { class: 'dialog keys-help', 'aria-labelledby': 'keys-title' },
    el('form', { method: 'dialog' },
      el('h2', { id: 'keys-title' }, t('keys.title')),
      el('dl', {}, ourKeys().map(([key, does]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)))),
      lists.length ? lists.map((list) => list.cloneNode(true)) : boardKeys().map((text) => el('p', {}, text)),
      el('div', { class: 'buttons' }, close)));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  // Whoever reads cannot play.
  document.dispatchEvent(new Event('plateau:reading'));
}
