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

/** All bests of a game as a file's text. @param {string} game */
export const bestsFile = (game) => JSON.stringify({ plateau: 1, game, bests: recallOwn(place(game)) });

/**
 * Adds the games of a file to those that are remembered, each once, and says how many were new; null where it is no
 * such file.
 * @param {string} game @param {string} text @param {(mode: string) => boolean} least whether less is better in a mode
 */
export function bringBests(game, text, least) {
  const theirs = read(game, text);
  if (!theirs) return null;
  let brought = 0;
  for (const [name, { best, history }] of Object.entries(theirs)) {
    const less = least(name.split(' ', 1)[0]);
    const mine = recallOwn(place(game))[name] ?? { best: null, history: [] };
    const known = new Set(mine.history.map((/** @type {Played} */ { at }) => at));
    const fresh = history.filter(({ at }) => !known.has(at));
    const all = [...mine.history, ...fresh].sort((a, b) => a.at - b.at).slice(-MOST);
    const isBest = best && (!mine.best || better(less, best.value, mine.best.value));
    rememberOwn(place(game), { [name]: { best: isBest ? best : mine.best, history: all } });
    brought += fresh.length;
  }
  return brought;
}

/**
 * What stands in a file; null where something in it is not what it should be.
 * @param {string} game @param {string} text @returns {Record<string, Bests> | null}
 */
function read(game, text) {
  const played = (/** @type {any} */ one) => Number.isFinite(one?.value) && Number.isFinite(one?.at)
    && (one.splits === undefined || (Array.isArray(one.splits) && one.splits.every(Number.isFinite)));
  try {
    const { plateau, game: whose, bests } = JSON.parse(text);
    const sound = plateau === 1 && whose === game && Object.values(bests).every(({ best, history }) => (
      (best === null || played(best)) && Array.isArray(history) && history.every(played)));
    return sound ? bests : null;
  } catch {
    return null;
  }
}

/** The lessons in real time that were finished in this browser. @param {string} game @returns {string[]} */
export const drillsDone = (game) => recallOwn(`${game}.drills`).done ?? [];

/** @param {string} game @param {string} drill */
export const drillDone = (game, drill) => (
  rememberOwn(`${game}.drills`, { done: [...new Set([...drillsDone(game), drill])] }));
