// What this browser remembers: tokens, name, language, theme, sound, alerts, lessons done, puzzles met, recent games,
// and what a game's own page wants to find again.

import { blank } from './ui/puzzle-rating.js';

const KEY = 'plateau';
const RECENT = 60;
const TOKENS = 60;

/**
 * @typedef {{ tokens: Record<string, Record<string, string>>, given: Record<string, Record<string, string>>,
 *   name: string, lang: '' | 'en' | 'fr', theme: '' | 'light' | 'dark', sound: boolean, notify: boolean,
 *   muted: boolean, lessons: Record<string, string[]>, levels: Record<string, string>, corners: boolean,
 *   own: Record<string, Record<string, any>>,
 *   forms: Record<string, import('./ui/suits.js').Form>,
 *   puzzles: Record<string, import('./ui/puzzle-rating.js').Solver>, streak: { now: number, best: number },
 *   recent: { table: string, game: string, with: string, at: number,
 *     result?: 'won' | 'lost' | 'draw' | 'over' }[] }} Memory
 */

/** @returns {Memory} */
const fresh = () => ({
  tokens: {}, given: {}, name: '', lang: '', theme: '', sound: false, notify: false, muted: false, lessons: {},
  levels: {}, corners: true, own: {}, forms: {}, puzzles: {}, streak: { now: 0, best: 0 }, recent: [],
});

/** Read anew each time, so that two tabs do not undo each other's changes. @returns {Memory} */
function read() {
  try {
    return { ...fresh(), ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return fresh();
  }
}

/** @param {(memory: Memory) => void} change */
function write(change) {
  const memory = read();
  change(memory);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing still plays; it only forgets.
  }
}

/** @template {keyof Memory} K @param {K} key @returns {Memory[K]} */
export const recall = (key) => read()[key];

/** @template {keyof Memory} K @param {K} key @param {Memory[K]} value */
export const remember = (key, value) => write((memory) => { memory[key] = value; });

/** What this tab keeps over a reload, until it is closed. @param {string} key @returns {any} */
export function recallHere(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`${KEY}-${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value null for nothing */
export function rememberHere(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(`${KEY}-${key}`);
    else sessionStorage.setItem(`${KEY}-${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing only forgets.
  }
}

/** The tokens that we hold at a table, by seat. @param {string} table @returns {Record<string, string>} */
export const tokensOf = (table) => read().tokens[table] ?? {};

/** @param {string} table @param {{ seat: number, token: string }[]} tokens */
export function keepTokens(table, tokens) {
  write((memory) => {
    const held = (memory.tokens[table] ??= {});
    for (const { seat, token } of tokens) held[seat] = token;
    const tables = Object.keys(memory.tokens);
    for (const old of tables.slice(0, Math.max(0, tables.length - TOKENS))) delete memory.tokens[old];
  });
}

/** The tables at which we hold seats. */
export const heldTables = () => Object.keys(read().tokens);

/** @param {string} table */
export const dropTokens = (table) => write((memory) => { delete memory.tokens[table]; });

/**
 * Our tokens of seats that the computer plays for us now, by seat.
 * @param {string} table @returns {Record<string, string>}
 */
export const givenOf = (table) => read().given[table] ?? {};

/** @param {string} table @param {Record<string, string>} tokens by seat; none if we do not come back */
export const keepGiven = (table, tokens) => write((memory) => {
  delete memory.given[table];
  if (Object.keys(tokens).length) memory.given[table] = tokens;
  for (const old of Object.keys(memory.given).slice(0, -TOKENS)) delete memory.given[old];
});

/** Gives some seats of a table away. @param {string} table @param {number[]} seats */
export const dropSeats = (table, seats) => write((memory) => {
  for (const seat of seats) delete memory.tokens[table]?.[seat];
});

/** @param {Memory['recent'][number]} game */
export function noteRecent(game) {
  write((memory) => {
    const known = memory.recent.find((old) => old.table === game.table);
    memory.recent = [{ ...known, ...game }, ...memory.recent.filter((old) => old !== known)].slice(0, RECENT);
  });
}

/** @param {string} table */
export const forgetRecent = (table) => write((memory) => {
  memory.recent = memory.recent.filter((old) => old.table !== table);
});

/** @param {string} game @param {string} lesson */
export function lessonDone(game, lesson) {
  write((memory) => {
    const done = (memory.lessons[game] ??= []);
    if (!done.includes(lesson)) done.push(lesson);
  });
}

/** A puzzle was tried for the first time. @param {string} game @param {string} id @param {boolean} right
 * @param {number} rating the solver's, from now on @param {number} its the puzzle's, for this solver */
export function puzzleDone(game, id, right, rating, its) {
  write((memory) => {
    const own = (memory.puzzles[game] ??= blank());
    own.rating = rating;
    own.played++;
    own.done[id] = right ? 'right' : 'wrong';
    own.met = { ...own.met, [id]: its };
    const now = right ? memory.streak.now + 1 : 0;
    memory.streak = { now, best: Math.max(now, memory.streak.best) };
  });
}

/** @param {string} game @param {string} theme the one to be asked for; none if empty */
export const puzzleTheme = (game, theme) => write((memory) => {
  (memory.puzzles[game] ??= blank()).theme = theme;
});

/** @param {string} game @param {string} level */
export const preferLevel = (game, level) => write((memory) => { memory.levels[game] = level; });

/** How strong the player of this browser is in a variant. @param {string} key @param {Memory['forms'][string]} form */
export const keepForm = (key, form) => write((memory) => { memory.forms[key] = form; });

/** @param {string} game @returns {Record<string, any>} */
export const recallOwn = (game) => read().own[game] ?? {};

/** @param {string} game @param {Record<string, any>} settings */
export const rememberOwn = (game, settings) => write((memory) => {
  memory.own[game] = { ...memory.own[game], ...settings };
});
