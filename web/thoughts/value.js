// The values of a search tree in few letters. They are for the seat at the root.

/** @import { Score } from '../types.js' */

/** @param {number} n */
const sign = (n) => (n > 0 ? '+' : n < 0 ? '−' : '');

/** A number with its sign, as short as can be. @param {number} n */
export const signed = (n) => `${sign(n)}${short(Math.abs(n))}`;

/** @param {number} n */
export const short = (n) => String(Number.isInteger(n) ? n : Math.round(n * 100) / 100).replace('-', '−');

/** @param {Score | undefined} score @param {string} [none] */
export function valueText(score, none = '') {
  if (score === undefined) return none;
  if (score === 'draw') return '=';
  if ('win' in score) return `+#${score.win}`;
  if ('loss' in score) return `−#${score.loss}`;
  if ('points' in score) return score.points ? signed(score.points) : '0';
  return `${Math.round(score.chance * 100)}%`;
}

/** A score as one number, to compare those of one tree. @param {Score} score */
export function valueNumber(score) {
  if (score === 'draw') return 0;
  if ('win' in score) return 1e9 - score.win;
  if ('loss' in score) return score.loss - 1e9;
  return 'points' in score ? score.points : score.chance;
}
