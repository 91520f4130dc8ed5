// Where the squares of Blokus are in its picture, for what the evaluation sees in them.

import { xOf, yOf } from './art.js';

/** @import { HeatMap } from '../../types.js' */

/** @param {HTMLElement} container @param {{ side: number }} view @returns {HeatMap | null} */
export function heat(container, { side }) {
  const host = container.querySelector('svg.bk');
  return host && { host, at: (x, y) => ({ x: xOf(x) + 6, y: yOf(y, side) + 6, size: 88, round: 14 }) };
}
