// Garbage that the mode itself brings: lines to dig through, lines that rise with time, and the walls of a four-wide.

import { lift } from './cells.js';
import { Chance } from './chance.js';
import { cheeseLines, isDug } from './modes.js';
import { GARBAGE } from './pieces.js';

/** @import { Well } from './well.js' */
/**
 * What is still to come: how many lines, -1 for no end; the column of the last gap, -1 for none; ticks to the next.
 * @typedef {{ left: number, last: number, wait: number, chance: Chance }} Rising
 */

/** So many rows of garbage lie at once where one digs. */
const LYING = 10;
/** Columns that the walls of a four-wide leave. */
const GAP = 4;
/** Ticks until the first line of a survival; how much less after each step; the least. */
const SLOWEST = 300;
const FASTER = 20;
const STEP = 1200;
const FASTEST = 60;

/** @param {string} mode @param {bigint} seed @returns {Rising | null} */
export function risingOf(mode, seed) {
  const lines = cheeseLines(mode);
  if (!lines && mode !== 'dig' && mode !== 'survival') return null;
  return { left: lines || -1, last: -1, wait: mode === 'survival' ? SLOWEST : 0, chance: Chance.seeded(~seed) };
}

/** The column of the next line's gap, another one than the last; -1 where no more come. @param {Well} well */
function draw({ rising, width }) {
  if (!rising?.left) return -1;
  if (rising.left > 0) rising.left--;
  const other = rising.chance.below(rising.last < 0 ? width : width - 1);
  rising.last = rising.last >= 0 && other >= rising.last ? other + 1 : other;
  return rising.last;
}

/** @param {Well} well */
const lying = ({ height }) => Math.min(LYING, height >> 1);

/** How many rows have garbage in them. @param {Well} well */
export function garbageRows({ cells, width, tallest }) {
  let rows = 0;
  for (let y = 0; y < tallest; y++) if (cells.subarray(y * width, (y + 1) * width).includes(GARBAGE)) rows++;
  return rows;
}

/** What lies in the well before the first piece. @param {Well} well */
export function prepare(well) {
  if (isDug(well.mode)) {
    for (let row = lying(well); row > 0; row--) {
      const gap = draw(well);
      if (gap < 0) break;
      lift(well.cells, well.width, well.ceiling, 1, gap);
    }
  }
  if (well.mode === 'fourwide' && well.width > GAP) {
    const left = (well.width - GAP) >> 1;
    well.cells.fill(GARBAGE, left, left + GAP - 1);
    buildWalls(well);
  }
}

/** The lines that are missing where one digs join those that wait. @param {Well} well */
export function refill(well) {
  if (!isDug(well.mode)) return;
  for (let row = garbageRows(well); row < lying(well); row++) {
    const gap = draw(well);
    if (gap < 0) return;
    well.waiting.push([1, gap]);
  }
}

/** One tick of the lines that rise with time. @param {Well} well */
export function riseWithTime(well) {
  const { rising } = well;
  if (!rising?.wait) return;
  rising.wait--;
  if (rising.wait) return;
  rising.wait = Math.max(FASTEST, SLOWEST - FASTER * Math.floor(well.clock / STEP));
  well.waiting.push([1, draw(well)]);
}

/** Whether everything that was to be dug through is gone. @param {Well} well */
export const isDugThrough = (well) => cheeseLines(well.mode) > 0 && well.rising?.left === 0
  && !well.waiting.length && !garbageRows(well);

/** Builds the walls of a four-wide up again. A row that they would fill stays as it is. @param {Well} well */
export function buildWalls({ mode, width, height, cells }) {
  if (mode !== 'fourwide' || width <= GAP) return;
  const left = (width - GAP) >> 1;
  for (let y = 0; y < height; y++) {
    const row = cells.subarray(y * width, (y + 1) * width);
    if (row.subarray(left, left + GAP).every(Boolean)) continue;
    for (let x = 0; x < width; x++) if (!row[x] && (x < left || x >= left + GAP)) row[x] = GARBAGE;
  }
}
