// The link to a table or a race, to send or to point a phone at.

import { t } from '../i18n/index.js';
import { el } from './dom.js';
import { icon } from './icons.js';
import { qrPicture } from './qr.js';
import { toast } from './toast.js';

/** @param {string} table */
export const linkTo = (table) => `${location.origin}/table/${table}`;

/** @param {string} race */
export const linkToRace = (race) => `${location.origin}/race/${race}`;

/** @param {string} link */
export async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    toast(t('share.copied'));
  } catch {
    toast(link);
  }
}

/** @param {string} link @param {string} [more] what else is to be known of it */
export function shareBox(link, more) {
  const field = el('input', {
    type: 'text', readonly: true, 'aria-label': t('share.link'), value: link, on: { focus: () => field.select() },
  });
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return el('div', { class: 'share' },
    el('div', { class: 'stack' },
      el('p', {}, more ? `${t('share.send')} ${more}` : t('share.text')),
      el('div', { class: 'copy-row' }, field,
        el('button', { class: 'button primary', type: 'button', on: { click: () => copy(link) } },
          icon('link'), t('share.copy'))),
      local && el('p', { class: 'small quiet-text' }, t('share.local'))),
    qrPicture(link, t('share.qr')));
}
