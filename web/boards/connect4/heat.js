// Where Connect Four's squares are in its picture, for what the evaluation sees in them.

import { center } from './art.js';

/** @import { HeatMap } from '../../types.js' */

/** @param {HTMLElement} container @param {{ height: number }} view @returns {HeatMap | null} */
export function heat(container, { height }) {
  const host = container.querySelector('svg.c4');
  return host && {
    host,
    at(x, y) {
      const middle = center(x, y, height);
      return { x: middle.x - 42, y: middle.y - 42, size: 84, round: 42 };
    },
  };
}
