// What the arcade asks of the server: lists of the best, runs, and what a computer player would do.

import { ask } from '../api.js';

/** @import { BestRun, Entered, Idea, SealedRun, Shelf, ThinkWish, Ticket } from '../types.js' */

/**
 * @param {string} game @param {string} mode @param {string} kind @param {Shelf} [list] @param {number} [limit]
 * @returns {Promise<BestRun[]>}
 */
export async function bestRuns(game, mode, kind, list = 'people', limit = 20) {
  const query = new URLSearchParams({ mode, kind, list, limit: String(limit) });
  return (await ask('GET', `games/${game}/scores?${query}`)).scores;
}

/**
 * The same `key` again gives the same ticket again.
 * @param {string} game @param {string} mode @param {string} key @param {AbortSignal} [signal]
 * @returns {Promise<Ticket>}
 */
export const issueTicket = (game, mode, key, signal) => (
  ask('POST', `games/${game}/tickets`, { body: { mode, key }, signal }));

/** @param {string} game @param {string} token @param {boolean} paused @returns {Promise<void>} */
export const tellPause = (game, token, paused) => (
  ask(paused ? 'PUT' : 'DELETE', `games/${game}/tickets/pause`, { token, body: paused ? {} : undefined }));

/** @param {string} game @param {string} token @param {string} run @returns {Promise<SealedRun>} */
export const sealRun = (game, token, run) => ask('PUT', `games/${game}/tickets/run`, { token, body: run });

/** @param {string} game @param {string} token @param {string} run @returns {Promise<Entered>} */
export const enterRun = (game, token, run) => ask('POST', `games/${game}/scores`, { token, body: run });

/**
 * Lets a level play a run for the computers' list.
 * @param {string} game @param {string} mode @param {string} variant @param {string} level @returns {Promise<Entered>}
 */
export const letPlay = (game, mode, variant, level) => (
  ask('POST', `games/${game}/scores/machines`, { body: { mode, variant, level } }));

/** Where a run's picture is. @param {string} game @param {string} id */
export const thumbnailOf = (game, id) => `/api/games/${game}/scores/${id}/thumbnail`;

/** @param {string} game @param {string} id @returns {Promise<string>} */
export const runText = (game, id) => ask('GET', `games/${game}/scores/${id}`, { text: true });

/**
 * @param {string} game @param {ThinkWish} question
 * @param {AbortSignal} [signal] @returns {Promise<Idea | null>}
 */
export const thinkAbout = async (game, question, signal) => (
  await ask('POST', `games/${game}/think`, { body: question, signal })).idea;
