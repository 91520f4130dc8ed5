// Where Quoridor's squares are in its picture, for what the evaluation and the path finders see in them.

import { CELL, GROOVE, PITCH } from './plan.js';

/** @import { HeatMap } from '../../types.js' */

/** @param {HTMLElement} container @param {{ size: number }} view @returns {HeatMap | null} */
export function heat(container, { size }) {
  const host = /** @type {SVGSVGElement | null} */ (container.querySelector('svg.q'));
  if (!host) return null;
  // The squares are in the middle, whatever is around them on this screen.
  const { width, height } = host.viewBox.baseVal;
  const span = size * PITCH - GROOVE;
  // The letter of the first file stands on the right when the board is turned.
  const turned = Number(host.querySelector('.q-letters text')?.getAttribute('x')) > width / 2;
  const along = (/** @type {number} */ n) => (turned ? size - 1 - n : n) * PITCH;
  return {
    host,
    at: (x, y) => ({
      x: (width - span) / 2 + along(x), y: (height - span) / 2 + along(size - 1 - y), size: CELL, round: 9,
    }),
  };
}
