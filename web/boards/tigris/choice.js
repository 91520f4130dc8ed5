// What the panel is made of: its heading, a button that plays a move, a line for those who wait.

import { el } from '../../ui/dom.js';

/**
 * A button that plays a move, and shows on the map what it is about.
 * @param {string} move @param {string} text
 * @param {{ art?: Node | null, squares?: string[], primary?: boolean, more?: string, sum?: string }} [how] `more` is a
 *   second line that says what it means, `sum` a number beside it
 */
export const choice = (move, text, { art = null, squares = [], primary = false, more = '', sum = '' } = {}) =>
  el('button', {
    class: `button ${primary ? 'primary' : ''}`, type: 'button',
    'data-action': 'play', 'data-move': move, 'data-squares': squares.join(' '),
  }, art, more
    ? el('span', { class: 't-meaning' }, el('b', {}, text, sum && ` · ${sum}`), el('small', {}, more))
    : el('span', {}, text));

/** @param {string} text */
export const waiting = (text) => el('p', { class: 't-ask quiet-text' }, text);

/** The heading, by which the panel is moved as well. @param {string} text */
export const heading = (text) => el('h2', { 'data-grip': '' }, text);
