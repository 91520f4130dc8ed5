// Sets up a table and goes to it: what the buttons "play now" and "play with a friend" do.

import { newTable } from '../api.js';
import { t } from '../i18n/index.js';
import { go } from '../router.js';
import { keepTokens, recall } from '../store.js';

/** @import { Game, NewTable } from '../types.js' */

/** The name that we sit down under. */
export const ourName = () => recall('name') || t('guest');

/** The level to offer: the one chosen last time, or the game's usual opponent. @param {Game} game */
export function usualLevel(game) {
  const last = recall('levels')[game.id];
  return game.levels.some((level) => level.id === last) ? last : game.usual_level;
}

/** @param {NewTable} wish */
export async function sitDown(wish) {
  const { table, tokens } = await newTable(wish);
  keepTokens(table.id, tokens);
  await go(`/table/${table.id}`);
}

/** One click against the machine. @param {Game} game */
export const playMachine = (game) => sitDown({
  game: game.id, private: true,
  seats: [
    { kind: 'person', name: ourName() },
    ...rest(game).map(() => ({ kind: /** @type {const} */ ('bot'), level: usualLevel(game) })),
  ],
});

/** One click for a link to send. @param {Game} game */
export const playFriend = (game) => sitDown({
  game: game.id, private: true,
  seats: [{ kind: 'person', name: ourName() }, ...rest(game).map(() => ({ kind: /** @type {const} */ ('open') }))],
});

/** The seats beside our own in the usual variant. @param {Game} game */
const rest = (game) => Array.from({ length: game.variants[0].seats - 1 });
