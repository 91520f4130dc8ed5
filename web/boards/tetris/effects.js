// What a placement does to the well, counted: so that advice comes with its reasons.

import { readPlacement, squaresOf } from './paths.js';

/** @import { Well } from './well.js' */
/**
 * `shaft` is the column, from 1, of the one gap that a line of four would fit; 0 for none.
 * @typedef {{ piece: number, squares: number[][], column: number, facing: number, spin: boolean, fromHold: boolean,
 *   lines: number, holes: number, height: number, lower: number, smoother: number, shaft: number }} Effects
 */

/** A gap of so many rows asks for the line of four. */
const DEEP = 3;

/**
 * Holes are empty squares with something above them; steps are the differences between neighbouring columns.
 * @param {boolean[][]} rows from the bottom @param {number} width
 */
function shape(rows, width) {
  const heights = Array.from({ length: width }, (_, x) => rows.findLastIndex((row) => row[x]) + 1);
  let holes = 0;
  for (let x = 0; x < width; x++) for (let y = 0; y < heights[x]; y++) if (!rows[y][x]) holes++;
  const steps = heights.reduce((sum, high, x) => sum + (x ? Math.abs(high - heights[x - 1]) : 0), 0);
  const beside = (/** @type {number} */ x) => Math.min(heights[x - 1] ?? Infinity, heights[x + 1] ?? Infinity);
  const shafts = heights.flatMap((high, x) => (beside(x) - high >= DEEP ? [x + 1] : []));
  return { holes, height: Math.max(0, ...heights), steps, shaft: shafts.length === 1 ? shafts[0] : 0 };
}

/** @param {Well} well @param {string} move @returns {Effects | null} */
export function effectsOf(well, move) {
  const place = readPlacement(well.rules, move);
  if (!place || well.over) return null;
  const { width } = well;
  const at = squaresOf(well.rules, place);
  if (at.some(([x, y]) => x < 0 || x >= width || y < 0)) return null;
  const high = Math.max(well.tallest, ...at.map(([, y]) => y + 1));
  const rows = Array.from({ length: high }, (_, y) => (
    Array.from({ length: width }, (_, x) => well.cells[y * width + x] !== 0)));
  const before = shape(rows, width);
  for (const [x, y] of at) rows[y][x] = true;
  const left = rows.filter((row) => !row.every(Boolean));
  const after = shape(left, width);
  return {
    piece: place.piece, squares: at, column: Math.min(...at.map(([x]) => x)) + 1, facing: place.facing,
    spin: place.spin, fromHold: place.piece !== well.piece, lines: rows.length - left.length,
    holes: after.holes - before.holes, height: after.height, lower: before.height - after.height,
    smoother: before.steps - after.steps, shaft: after.shaft,
  };
}
