// Where the well's squares are, for what the evaluation sees in them: a picture over the marks, a unit a square.

import { svg } from '../../ui/dom.js';
import { rowsAbove } from './screen.js';

/** @import { HeatMap } from '../../types.js' */
/** @import { View } from './state.js' */

/** @param {HTMLElement} container @param {View} view @returns {HeatMap | null} */
export function heat(container, { rules, width, height }) {
  const surface = container.querySelector('.tt-surface');
  if (!surface) return null;
  const rows = height + rowsAbove(rules);
  const host = surface.querySelector('.tt-heat') ?? svg('svg', {
    class: 'tt-heat', viewBox: `0 0 ${width} ${rows}`, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  });
  surface.append(host);
  return { host, at: (x, y) => ({ x, y: rows - 1 - y, size: 1, round: 0.08 }) };
}
