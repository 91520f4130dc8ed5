// Keeps in this browser what games against machines say of the one who plays.

import { keepForm, recall } from '../store.js';
import { formAfter, formKey, resultAgainstLevels, suitingLevel } from './suits.js';

/** @import { Game } from '../types.js' */
/** @import { At } from './suits.js' */

/** The level that suits the one who plays here. @param {Game} game @param {At} at */
export const levelThatSuits = (game, at) => suitingLevel(game, at, recall('forms')[formKey(game, at)]);

/**
 * Notes how a game ended, if it was one against machines. @param {Game} game @param {At} at
 * @param {Parameters<typeof resultAgainstLevels>[0]} table @param {number[]} ours
 */
export function noteResult(game, at, table, ours) {
  const played = resultAgainstLevels(table, ours);
  if (!played) return;
  const key = formKey(game, at);
  const form = formAfter(game, at, recall('forms')[key], played);
  if (form) keepForm(key, form);
}
