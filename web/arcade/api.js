// What the arcade asks of the server: lists of the best, runs, and what a computer player would do.

import { ask } from '../api.js';

/** @import { BestRun, Entered, Idea, ThinkWish } from '../types.js' */

/**
 * @param {string} game @param {string} mode @param {string} kind @param {number} [limit]
 * @returns {Promise<BestRun[]>}
 */
export async function bestRuns(game, mode, kind, limit = 20) {
  const query = new URLSearchParams({ mode, kind, limit: String(limit) });
  return (await ask('GET', `games/${game}/scores?${query}`)).scores;
}

/** @param {string} game @param {string} run @returns {Promise<Entered>} */
export const enterRun = (game, run) => ask('POST', `games/${game}/scores`, { body: run });

/** @param {string} game @param {string} id @returns {Promise<string>} */
export const runText = (game, id) => ask('GET', `games/${game}/scores/${id}`, { text: true });

/**
 * @param {string} game @param {ThinkWish} question
 * @param {AbortSignal} [signal] @returns {Promise<Idea | null>}
 */
export const thinkAbout = async (game, question, signal) => (
  await ask('POST', `games/${game}/think`, { body: question, signal })).idea;
