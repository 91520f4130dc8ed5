// The tables of this browser, as they stand: those that wait for us first.

import { games, tablesOf } from '../api.js';
import { ago, count, t, words } from '../i18n/index.js';
import { heldTables, recall, tokensOf } from '../store.js';
import { clockName, timeLeft } from './clock.js';
import { el } from './dom.js';
import { seatName } from './seat.js';

/** @import { Game, Table } from '../types.js' */

/**
 * @typedef {object} MyTable
 * @property {string} id
 * @property {Game | undefined} game
 * @property {string} with who else plays
 * @property {number} at when it was last here, in milliseconds since 1970
 * @property {'yours' | 'theirs' | 'wait' | 'over' | 'gone'} state
 * @property {Table | undefined} table
 * @property {'won' | 'lost' | 'draw' | 'over' | undefined} result
 */

const ORDER = /** @type {const} */ (['yours', 'theirs', 'wait', 'over', 'gone']);

/** @returns {Promise<MyTable[]>} */
export async function myTables() {
  const recent = recall('recent');
  const ids = [...new Set([...heldTables(), ...recent.map(({ table }) => table)])];
  const [all, tables] = await Promise.all([games(), tablesOf(ids)]);
  const mine = ids.map((id) => {
    const noted = recent.find(({ table }) => table === id);
    const table = tables.find((each) => each.id === id);
    const game = all.find((each) => each.id === (table?.game ?? noted?.game));
    const ours = Object.keys(tokensOf(id)).map(Number);
    const others = table?.seats.filter(({ seat, kind }) => !ours.includes(seat) && kind !== 'open')
      .map((seat) => seatName(seat, game)).join(', ');
    return {
      id, game, table, with: others || noted?.with || '', at: noted?.at ?? Date.parse(table?.created ?? ''),
      state: stateOf(table, ours, noted?.result), result: noted?.result ?? resultOf(table, ours),
    };
  });
  return mine.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.at - a.at);
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

/** @param {Table | undefined} table @param {number[]} ours @returns {MyTable['result']} */
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
  if (state === 'gone') return el('span', { class: 'quiet-text' }, t('mine.gone'));
  if (state === 'wait') return el('span', { class: 'quiet-text' }, t('mine.waiting'));
  const due = table?.clock?.due_in;
  const time = due === null || due === undefined ? '' : ` · ${timeLeft(due)}`;
  if (state === 'yours') return el('b', { class: 'your-turn' }, `${t('mine.yours')}${time}`);
  const seat = table?.seats[table.turn ?? 0];
  return el('span', { class: 'quiet-text' }, `${t('mine.theirs', { name: seat ? seatName(seat, game) : '' })}${time}`);
}

/** One line of a list. @param {MyTable} mine @param {Node} [more] */
export function tableRow(mine, more) {
  const { id, game, state, table } = mine;
  const over = state === 'over';
  return el('li', { class: `row mine ${state}`, 'data-table': id },
    el('span', { class: 'who' }, words(game?.name),
      mine.with && el('span', { class: 'quiet-text' }, t('home.against', { name: mine.with })),
      table?.clock && !over && el('span', { class: 'badge' }, clockName(table.clock.control))),
    el('span', { class: 'small' }, standingOf(mine),
      el('span', { class: 'quiet-text' }, table && !over && table.epoch ? count('moves', table.epoch) : ago(mine.at))),
    el('span', { class: 'buttons' },
      state === 'gone' ? null : el('a', {
        class: state === 'yours' ? 'button primary' : 'button', href: over ? `/analysis/${id}` : `/table/${id}`,
      }, over ? t('analyse') : t('mine.open')), more));
}
