// How a well is set up by the settings: its rules, its size, the level that it begins with.

/** @import { Settings } from '../../arcade/types.js' */
/** @import { Handling } from './handling.js' */
/** @import { Rules } from './pieces.js' */
/** @import { Mode } from './modes.js' */
/** @import { Setup } from './well.js' */
/**
 * The settings of Tetris; `sizes` holds columns and rows where they are not the usual ones.
 * @typedef {Settings & { rules: Rules, first: number, sizes: Partial<Record<Rules, [number, number]>>,
 *   handling: Partial<Handling>, ghost: boolean, patterns: boolean, grid: boolean, instant: boolean,
 *   skin: 'bevel' | 'flat' | 'outline', ghostLook: number, zoom: number, lockVolume: number,
 *   clearVolume: number }} TetrisSettings
 */

/** How small and how large a well can be. The rows of the usual one are the most that its rules allow. */
export const SIZES = { least: 4, widest: 16, rows: { report: 22, modern: 20 }, columns: 10 };

/** The last level that a game of this mode can begin with. @param {string} mode */
export const lastFirst = (mode) => (mode === 'marathon' ? 15 : 20);

/** The size that is chosen, within its bounds. @param {Pick<TetrisSettings, 'rules' | 'sizes'>} now */
export function sizeOf({ rules, sizes }) {
  const rows = SIZES.rows[rules];
  const [width, height] = sizes?.[rules] ?? [SIZES.columns, rows];
  const within = (/** @type {number} */ n, /** @type {number} */ most, /** @type {number} */ usual) => (
    Math.min(most, Math.max(SIZES.least, Math.round(n) || usual)));
  return { width: within(width, SIZES.widest, SIZES.columns), height: within(height, rows, rows) };
}

/** @param {string} mode @param {TetrisSettings} now @returns {Setup} */
export function setupOf(mode, now) {
  const first = Math.min(now.first, lastFirst(mode));
  return { rules: now.rules, ...sizeOf(now), mode: /** @type {Mode} */ (mode), first };
}

/** Runs in another well, and runs that begin faster, have lists of their own. @param {Setup} setup */
export function kindOf({ rules, width, height, first }) {
  const usual = width === SIZES.columns && height === SIZES.rows[rules];
  return [rules, !usual && `${width}x${height}`, first > 1 && `level ${first}`].filter(Boolean).join(' ');
}
