// A button with an icon, as boards have them beside or over the picture.

import { el } from '../../ui/dom.js';
import { icon } from '../../ui/icons.js';

/**
 * @param {string} look its classes
 * @param {Parameters<typeof icon>[0]} sign
 * @param {string} action what it does, for the board's listener (`data-action`)
 * @param {string} text said aloud, and shown when the pointer rests on it
 * @param {{ short?: string, key?: string }} [more] what is written beside the icon; the key that does the same
 */
export const toolButton = (look, sign, action, text, { short, key } = {}) => el('button', {
  class: look, type: 'button', 'data-action': action, 'aria-label': text, title: key ? `${text} (${key})` : text,
}, icon(sign), short && el('span', {}, short));

/**
 * What the pressed or clicked button is for.
 * @param {Event} event @returns {string | null}
 */
export function actionOf(event) {
  const button = /** @type {Element} */ (event.target).closest?.('[data-action]');
  return button?.getAttribute('data-action') ?? null;
}
