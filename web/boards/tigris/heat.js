// Where the squares of Tigris & Euphrates are in its picture, for what the evaluation sees in them.

import { squareName } from '../shared/squares.js';
import { center } from './art.js';

/** @import { HeatMap } from '../../types.js' */

const ROWS = 11;

/** @param {HTMLElement} container @returns {HeatMap | null} */
export function heat(container) {
  const host = container.querySelector('svg.t');
  return host && {
    host,
    at(x, y) {
      const middle = center(squareName(x, ROWS - 1 - y));
      return { x: middle.x - 48, y: middle.y - 48, size: 96, round: 12 };
    },
  };
}
