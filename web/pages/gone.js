// Friendly pages for what is not there, and for what went wrong.

import { Refusal } from '../api.js';
import { sentence, t } from '../i18n/index.js';
import { name, show } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { mark } from '../ui/icons.js';

/** @param {HTMLElement} root @param {string} title @param {string} text @param {Node} [action] */
function notice(root, title, text, action) {
  name(title);
  refill(root, el('div', { class: 'page narrow notice' },
    el('div', { class: 'scattered', 'aria-hidden': 'true' }, mark(0), mark(1), mark(2), mark(3)),
    el('h1', {}, title),
    el('p', { class: 'lead' }, text),
    el('div', { class: 'buttons' }, action,
      el('a', { class: action ? 'button' : 'button primary', href: '/' }, t('gone.home')))));
}

/** @type {import('../types.js').Page} */
export async function page(root) {
  notice(root, t('gone.page'), t('gone.page.text'));
}

/** @param {HTMLElement} root */
export const tableGone = (root) => notice(root, t('gone.table'), t('gone.table.text'));

/** @param {HTMLElement} root @param {unknown} error */
export function broken(root, error) {
  if (!(error instanceof Refusal)) console.error(error);
  else if (error.status === 404) return tableGone(root);
  const offline = error instanceof Refusal && error.status === 0;
  const text = offline ? t('broken.offline')
    : error instanceof Refusal && error.words ? sentence(error.words) : t('broken.text');
  notice(root, t(offline ? 'broken.offline.title' : 'broken.title'), text,
    el('button', { class: 'button primary', type: 'button', on: { click: () => show() } }, t('broken.again')));
}
