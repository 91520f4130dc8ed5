// What the arcade asks of the server: the lists of the best, their runs, and what a computer player would do.

import { ask } from '../api.js';

/** @import { BestRun, Idea } from '../types.js' */

/** @param {string} game @param {string} mode @param {string} kind @param {number} [limit] @returns {Promise<BestRun[]>} */
export const bestRuns = async (game, mode, kind, limit = 20) => (await ask('GET', `games/${game}/scores?mode=${encodeURIComponent(mode)}&kind=${encodeURIComponent(kind)}&limit=${limit}`)).scores;

/** @param {string} game @param {string} run @returns {Promise<{ id: string, rank: number | null, run: { mode: string, kind: string, finished: boolean, ticks: number, points: number, figures: Record<string, any> } }>} */
export const enterRun = (game, run) => ask('POST', `games/${game}/scores`, { body: run });

/** @param {string} game @param {string} id @returns {Promise<string>} */
export const runText = (game, id) => ask('GET', `games/${game}/scores/${id}`, { text: true });

/** @param {string} game @param {{ state: string, level?: string, time?: number }} wish @param {AbortSignal} [signal] @returns {Promise<Idea | null>} */
export const thinkAbout = async (game, wish, signal) => (await ask('POST', `games/${game}/think`, { body: wish, signal })).idea;
