// The squares of a well: row by row from the bottom, 0 for an empty one, then the pieces from 1, then garbage.

import { GARBAGE, ROWS } from './pieces.js';

/** How many rows there are up to the highest filled square. @param {Uint8Array} cells @param {number} width */
export function heightOf(cells, width) {
  let filled = cells.length;
  while (filled > 0 && !cells[filled - 1]) filled--;
  return Math.ceil(filled / width);
}

/** Takes out the full rows. @param {Uint8Array} cells @param {number} width @returns {number[]} which they were */
export function clearRows(cells, width) {
  const rows = [];
  let kept = 0;
  for (let y = 0; y < ROWS; y++) {
    const row = cells.subarray(y * width, (y + 1) * width);
    if (row.every((cell) => cell !== 0)) rows.push(y);
    else cells.copyWithin(kept++ * width, y * width, (y + 1) * width);
  }
  cells.fill(0, kept * width);
  return rows;
}

/**
 * Lifts everything by some lines of garbage with a gap. False where something was pushed out at the top.
 * @param {Uint8Array} cells @param {number} width @param {number} ceiling @param {number} lines @param {number} gap
 */
export function lift(cells, width, ceiling, lines, gap) {
  const some = Math.min(lines, ceiling);
  const lost = cells.subarray((ceiling - some) * width).some((cell) => cell !== 0);
  cells.copyWithin(some * width, 0, (ceiling - some) * width);
  cells.fill(GARBAGE, 0, some * width);
  for (let y = 0; y < some; y++) cells[y * width + gap] = 0;
  return !lost && some === lines;
}
