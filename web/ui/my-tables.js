// The tables of this browser, as they stand: those that wait for us first.

import { Refusal, games, raceApi, tablesOf } from '../api.js';
import { ago, count, t, words } from '../i18n/index.js';
import { joinRematch } from '../pages/start.js';
import { dropTokens, heldTables, recall, tokensOf } from '../store.js';
import { clockName, timeLeft } from './clock.js';
import { el } from './dom.js';
import { errorText } from './error-text.js';
import { icon } from './icons.js';
import { seatName } from './seat.js';
import { toast } from './toast.js';

/** @import { Game, Race, Table } from '../types.js' */

/**
 * @typedef {object} MyTable
 * @property {string} id
 * @property {Game | undefined} game
 * @property {string} with who else plays
 * @property {number} at when it was last here, in milliseconds since 1970
 * @property {'yours' | 'asked' | 'racing' | 'theirs' | 'wait' | 'over' | 'gone'} state `asked`: somebody wants a
 *   rematch of us; `racing`: everybody plays at once
 * @property {Table | undefined} table none for a race
 * @property {string} address where it goes on, or is looked back at
 * @property {'won' | 'lost' | 'draw' | 'over' | undefined} result
 */

const ORDER = /** @type {const} */ (['yours', 'asked', 'racing', 'theirs', 'wait', 'over', 'gone']);

/** @returns {Promise<MyTable[]>} */
export async function myTables() {
  const recent = recall('recent');
  const ids = [...new Set([...heldTables(), ...recent.map(({ table }) => table)])];
  const [all, tables] = await Promise.all([games(), tablesOf(ids)]);
  const known = ids.filter((id) => tables.some((table) => table.id === id)
    || recent.some(({ table }) => table === id));
  const [open, races] = await Promise.all([
    offered(tables, ids), racesOf(ids.filter((id) => !known.includes(id))),
  ]);
  const mine = known.map((id) => {
    const noted = recent.find(({ table }) => table === id);
    const table = tables.find((each) => each.id === id);
    const game = all.find((each) => each.id === (table?.game ?? noted?.game));
    const ours = Object.keys(tokensOf(id)).map(Number);
    const state = table?.next && open.includes(table.next) ? /** @type {const} */ ('asked')
      : stateOf(table, ours, noted?.result);
    return {
      id, game, table, state, address: state === 'over' ? `/analysis/${id}` : `/table/${id}`,
      with: (table && othersOf(table, game)) || noted?.with || '',
      at: noted?.at ?? Date.parse(table?.created ?? ''),
      result: noted?.result ?? resultOf(table, ours),
    };
  });
  const raced = races.map((race) => {
    const game = all.find(({ id }) => id === race.game);
    const ours = Object.keys(tokensOf(race.id)).map(Number);
    return {
      id: race.id, game, table: undefined, with: othersOf(race, game), at: Date.parse(race.created),
      address: `/race/${race.id}`, state: RACES[race.status], result: resultOf(race, ours),
    };
  });
  return [...mine, ...raced].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.at - a.at);
}

const RACES = /** @type {const} */ ({ waiting: 'wait', playing: 'racing', over: 'over' });

/** Who else plays. @param {Table | Race} table @param {Game | undefined} game */
function othersOf({ id, seats }, game) {
  const ours = tokensOf(id);
  return seats.filter(({ seat, kind }) => ours[seat] === undefined && kind !== 'open')
    .map((seat) => seatName(seat, game)).join(', ');
}

/**
 * The rematches that others opened while we were away: our seat is kept for us there.
 * @param {Table[]} tables @param {string[]} ids of those that we know already
 */
async function offered(tables, ids) {
  const asked = tables.flatMap(({ id, next, declined }) => (
    next && !ids.includes(next) && Object.keys(tokensOf(id)).some((seat) => !declined.includes(Number(seat)))
      ? [next] : []));
  // Whoever asked and then left has freed a seat.
  return (await tablesOf(asked)).filter(({ status, seats }) => (
    status === 'waiting' && seats.every(({ kind }) => kind !== 'open'))).map(({ id }) => id);
}

/**
 * The races among these, which are no tables. A race that is gone does not come back: we forget it.
 * @param {string[]} ids
 */
async function racesOf(ids) {
  const found = await Promise.all(ids.map((id) => raceApi(id).race().catch((error) => {
    if (error instanceof Refusal && [404, 410].includes(error.status)) dropTokens(id);
    return null;
  })));
  return found.filter((race) => race !== null);
}

/**
 * @param {Table | undefined} table @param {number[]} ours @param {MyTable['result']} result
 * @returns {MyTable['state']}
 */
function stateOf(table, ours, result) {
  if (!table) return result ? 'over' : 'gone';
  if (table.status === 'over') return 'over';
  if (table.status === 'waiting') return 'wait';
  return table.turn !== null && ours.includes(table.turn) ? 'yours' : 'theirs';
}

/** @param {Table | Race | undefined} table @param {number[]} ours @returns {MyTable['result']} */
function resultOf(table, ours) {
  const outcome = table?.outcome;
  if (!outcome || !ours.length) return table?.status === 'over' ? 'over' : undefined;
  if (outcome.winners.length === outcome.places.length) return 'draw';
  const won = ours.filter((seat) => outcome.winners.includes(seat)).length;
  return won === ours.length ? 'won' : won ? 'over' : 'lost';
}

/** How a table stands, in few words. @param {MyTable} mine */
export function standingOf({ state, table, result, game }) {
  if (state === 'over') return el('span', { class: `badge ${result ?? ''}` }, t(`result.${result ?? 'over'}`));
  if (state === 'asked') return el('b', { class: 'your-turn' }, t('mine.asked'));
  if (state === 'racing') return el('b', { class: 'your-turn' }, t('mine.playing'));
  if (state === 'gone') return el('span', { class: 'quiet-text' }, t('mine.gone'));
  if (state === 'wait') {
    return el('span', { class: 'quiet-text' }, t(table?.declined.length ? 'mine.declined' : 'mine.waiting'));
  }
  const due = table?.clock?.due_in;
  const time = due === null || due === undefined ? '' : ` · ${timeLeft(due)}`;
  if (state === 'yours') return el('b', { class: 'your-turn' }, `${t('mine.yours')}${time}`);
  const seat = table?.seats[table.turn ?? 0];
  return el('span', { class: 'quiet-text' }, `${t('mine.theirs', { name: seat ? seatName(seat, game) : '' })}${time}`);
}

/** Sits us down at the rematch. @param {string} id of the game that is over */
function rematchButton(id) {
  const button = el('button', {
    class: 'button primary', type: 'button',
    on: {
      click: async () => {
        button.disabled = true;
        await joinRematch(id).catch((error) => { button.disabled = false; toast(errorText(error)); });
      },
    },
  }, icon('again'), t('rematch.join'));
  return button;
}

/** One line of a list. @param {MyTable} mine @param {Node} [more] */
export function tableRow(mine, more) {
  const { id, game, state, table } = mine;
  const over = state === 'over' || state === 'asked';
  return el('li', { class: `row mine ${state}`, 'data-table': id },
    el('span', { class: 'who' }, words(game?.name),
      mine.with && el('span', { class: 'quiet-text' }, t('home.against', { name: mine.with })),
      table?.clock && !over && el('span', { class: 'badge' }, clockName(table.clock.control))),
    el('span', { class: 'small' }, standingOf(mine),
      el('span', { class: 'quiet-text' }, table && !over && table.epoch ? count('moves', table.epoch) : ago(mine.at))),
    el('span', { class: 'buttons' },
      state === 'asked' ? rematchButton(id) : state === 'gone' ? null : el('a', {
        class: state === 'yours' || state === 'racing' ? 'button primary' : 'button', href: mine.address,
      }, mine.address.startsWith('/analysis') ? t('analyse') : t('mine.open')), more));
}
