// What a piece that locks is worth: points and attack, by both sets of rules.

/** @import { Rules } from './pieces.js' */
/** @typedef {'none' | 'mini' | 'full'} Spin */

const REPORT = [0, 40, 100, 300, 1200];
const POINTS = { none: [0, 100, 300, 500, 800], mini: [100, 200, 400, 400, 400], full: [400, 800, 1200, 1600, 1600] };
const EMPTY = [0, 800, 1200, 1800, 2000];
const ATTACK = { none: [0, 0, 1, 2, 4], mini: [0, 0, 1, 1, 1], full: [0, 2, 4, 6, 6] };
const COMBO = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];

/**
 * `back` says that a hard clear follows a hard one; `combo` is the count after this piece, -1 for none. By the report's
 * rules one attacks in a race only, by lines alone.
 * @param {Rules} rules
 * @param {{ lines: number, spin: Spin, back: boolean, combo: number, empty: boolean, level: number }} clear
 * @param {boolean} [race]
 * @returns {{ points: number, attack: number }}
 */
export function worth(rules, { lines, spin, back, combo, empty, level }, race = false) {
  if (rules === 'report') return { points: REPORT[lines], attack: race ? ATTACK.none[lines] : 0 };
  let points = POINTS[spin][lines] * level;
  if (back) points += points / 2;
  if (combo > 0) points += 50 * combo * level;
  if (empty) points += EMPTY[lines] * level;
  if (!lines) return { points, attack: 0 };
  const chain = COMBO[Math.min(combo, COMBO.length - 1)];
  return { points, attack: ATTACK[spin][lines] + (back ? 1 : 0) + chain + (empty ? 10 : 0) };
}
