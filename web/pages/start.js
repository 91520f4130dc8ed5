// Sets up a table and goes to it: what the buttons "play now" and "play with a friend" do.

import { keepFresh, newRace, newTable, openRaces, raceApi, seek, tableApi, tablesOf } from '../api.js';
import { t } from '../i18n/index.js';
import { go } from '../router.js';
import { heldTables, keepTokens, recall, tokensOf } from '../store.js';
import { levelThatSuits } from '../ui/form.js';
import { SUITS } from '../ui/suits.js';

/** @import { Game, NewTable } from '../types.js' */
/** @import { At } from '../ui/suits.js' */

/** The name that we sit down under. */
export const ourName = () => recall('name') || t('guest');

/** What is chosen where a level is chosen: the level of last time, or whichever suits. @param {Game} game */
export function preferredLevel(game) {
  const last = recall('levels')[game.id];
  return game.levels.some((level) => level.id === last && !level.out_of_order) ? last : SUITS;
}

/** The level that a choice means in a variant. @param {Game} game @param {string} choice @param {At} at */
export const levelFor = (game, choice, at) => (choice === SUITS
  ? levelThatSuits(game, at) : choice);

/** The level to offer: the one chosen last time, or the one that suits. @param {Game} game @param {At} [at] */
export const usualLevel = (game, at = { variant: game.variants[0].id }) => levelFor(game, preferredLevel(game), at);

/** @param {NewTable} wish */
export async function sitDown(wish) {
  const { table, tokens } = await newTable(wish);
  keepTokens(table.id, tokens);
  keepFresh(table);
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

/** One click for a link to send: a game for two, where there is one. @param {Game} game */
export const playFriend = (game) => {
  const variant = game.variants.find(({ seats }) => seats === 2) ?? game.variants[0];
  const seats = Array.from({ length: variant.seats }, (_, seat) => (seat
    ? { kind: /** @type {const} */ ('open') } : { kind: /** @type {const} */ ('person'), name: ourName() }));
  return sitDown({ game: game.id, variant: variant.id, private: true, seats });
};

/** Sits down at the rematch of a game that is over; whoever is first opens its table. @param {string} id */
export async function joinRematch(id) {
  const tokens = [...new Set(Object.values(tokensOf(id)))].join(',');
  const next = await tableApi(id).rematch(tokens);
  keepTokens(next.table.id, next.tokens);
  await go(`/table/${next.table.id}`);
}

/** One click to play whoever waits, or to wait for somebody. @param {Game} game */
export async function findOpponent(game) {
  // Whoever waits already goes on waiting there.
  const own = (await tablesOf(heldTables())).find((table) => table.game === game.id && table.status === 'waiting'
    && !table.private && Object.keys(tokensOf(table.id)).length > 0);
  if (own) return go(`/table/${own.id}`);
  const { table, tokens } = await seek(game.id, ourName());
  keepTokens(table.id, tokens);
  await go(`/table/${table.id}`);
}

/** After so many seconds time begins to press in a race, unless its players agree on something else: so it ends. */
export const PRESSURE = 180;

/** The same for a game in real time. @param {Game} game */
export async function findRace(game) {
  const races = await openRaces(game.id);
  const own = races.find(({ id }) => Object.keys(tokensOf(id)).length > 0);
  if (own) return go(`/race/${own.id}`);
  for (const { id } of races) {
    // Somebody else may have been quicker.
    const seat = await raceApi(id).join(ourName()).catch(() => null);
    if (!seat) continue;
    keepTokens(id, [seat]);
    return go(`/race/${id}`);
  }
  const { race, tokens } = await newRace({
    game: game.id, private: false, options: { pressure: PRESSURE },
    seats: [{ kind: 'person', name: ourName() }, { kind: 'open' }],
  });
  keepTokens(race.id, tokens);
  await go(`/race/${race.id}`);
}

/** The seats beside our own in the usual variant. @param {Game} game */
const rest = (game) => Array.from({ length: game.variants[0].seats - 1 });
