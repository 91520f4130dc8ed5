// Personal bests: what was played in this browser, by game, mode and kind of list, with its history and the splits of
// the best.

import { recallOwn, rememberOwn } from '../store.js';

/**
 * One game. `value` is what the mode is ranked by.
 * @typedef {{ at: number, value: number, splits?: number[] }} Played
 */
/** @typedef {{ best: Played | null, history: Played[] }} Bests */

/** So many games of each mode are remembered. */
const MOST = 40;

const place = (/** @type {string} */ game) => `${game}.bests`;

/** @param {string} game @param {string} mode @param {string} kind @returns {Bests} */
export function bestsOf(game, mode, kind) {
  const { best = null, history = [] } = recallOwn(place(game))[`${mode} ${kind}`] ?? {};
  return { best, history };
}

/** Whether a value is better than another. @param {boolean} least @param {number} a @param {number} b */
export const better = (least, a, b) => (least ? a < b : a > b);

/**
 * Remembers a game, and says what was the best before it.
 * @param {string} game @param {string} mode @param {string} kind @param {boolean} least whether less is better
 * @param {Played} played
 */
export function remembered(game, mode, kind, least, played) {
  const before = bestsOf(game, mode, kind);
  const isBest = !before.best || better(least, played.value, before.best.value);
  const { at, value } = played;
  const history = [...before.history, { at, value }].slice(-MOST);
  const now = { best: isBest ? played : before.best, history };
  rememberOwn(place(game), { [`${mode} ${kind}`]: now });
  return { before: before.best, isBest, history };
}

/** The lessons in real time that were finished in this browser. @param {string} game @returns {string[]} */
export const drillsDone = (game) => recallOwn(`${game}.drills`).done ?? [];

/** @param {string} game @param {string} drill */
export const drillDone = (game, drill) => (
  rememberOwn(`${game}.drills`, { done: [...new Set([...drillsDone(game), drill])] }));
