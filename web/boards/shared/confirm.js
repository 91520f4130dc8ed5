// Confirming on a touch screen. A finger covers what it points at, so its first tap only proposes a move; the
// second one, or a button beside it, plays it.

import { clamp } from './squares.js';

/**
 * Puts a small panel over a board, beside what it is about.
 * @param {HTMLElement} panel its stylesheet places it by --x and --y, as parts of the board's size
 * @param {object} place in units of the picture
 * @param {number} place.x
 * @param {number} place.y
 * @param {number} place.gap from the middle to the panel
 * @param {boolean} place.below or else above
 * @param {number} place.edge how near the panel's middle may come to the left or right edge, as a part of the width
 * @param {{ width: number, height: number }} picture
 */
export function placeBeside(panel, { x, y, gap, below, edge }, { width, height }) {
  panel.classList.toggle('below', below);
  panel.style.setProperty('--x', String(clamp(x / width, edge, 1 - edge)));
  panel.style.setProperty('--y', String((below ? y + gap : y - gap) / height));
}
