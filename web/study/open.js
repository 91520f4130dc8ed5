// Where a study comes from: a table, an address, a file, or what somebody pastes.

import { games, tableApi } from '../api.js';
import { t, words } from '../i18n/index.js';
import { recallHere, rememberHere } from '../store.js';
import { askUser } from '../ui/dialog.js';
import { el } from '../ui/dom.js';
import { toast } from '../ui/toast.js';
import { LONGEST, pack, unpack } from './address.js';
import { positionOf, readStudy, studyOf, writeStudy } from './requests.js';

/** @import { Game, Study, Table } from '../types.js' */

/**
 * `played` are the moves of the table's game, whatever has become of the tree since.
 * @typedef {{ game: Game, study: Study, table: Table | null, played: string[] }} Opened
 */

/**
 * A study of a table that was changed, or one too long for an address, for as long as this tab is open.
 * @param {string} id a table's, or one of its own @param {Study} study
 */
export const keepDraft = (id, study) => rememberHere(`study-${id}`, study);

/** @param {string} id @returns {Study | null} */
const draftOf = (id) => recallHere(`study-${id}`);

/** Keeps a study that is too long for an address in this tab, and gives the address of that. @param {Study} study */
export function draftAddress(study) {
  const here = new URLSearchParams(location.search).get('draft');
  const id = here ?? Math.random().toString(36).slice(2, 10);
  keepDraft(id, study);
  return `/analysis/${study.game}?draft=${id}`;
}

/**
 * The study of an address: `/analysis/GAME` with moves, a position or all of it, or `/analysis/TABLE`. Null for a table
 * whose game is still on.
 * @param {string} what @param {URLSearchParams} query @returns {Promise<Opened | null>}
 */
export async function openStudy(what, query) {
  const all = await games();
  const game = all.find(({ id }) => id === what);
  if (game) {
    const kept = draftOf(query.get('draft') ?? '');
    if (kept) return { game, study: kept, table: null, played: [] };
    if (query.has('draft')) toast(t('study.draft.gone'));
    const packed = query.get('study');
    const text = packed ? await unpack(packed) : query.get('position') ?? query.get('moves') ?? '';
    return { game, study: await readStudy(game.id, text, query.get('variant') ?? undefined), table: null, played: [] };
  }
  const table = await tableApi(what).table();
  if (table.status !== 'over') return null;
  const own = /** @type {Game} */ (all.find(({ id }) => id === table.game));
  const study = await studyOf(what);
  return { game: own, study: draftOf(what) ?? study, table, played: study.moves.map(({ move }) => move) };
}

/** The address of a study. @param {Study} study */
export async function addressOfStudy(study) {
  const address = `/analysis/${study.game}?study=${await pack(await writeStudy(study, 'record'))}`;
  return address.length > LONGEST ? draftAddress(study) : address;
}

/** The study that a text holds. @param {string} text */
export async function studyIn(text) {
  const [first] = await games();
  return readStudy(first.id, text);
}

/** Whether a study is a game that was played to its end, and nothing is said of it. @param {Study} study */
export async function isFinishedGame({ game, options, seed, position, comment, moves }) {
  const plain = position === null && !comment
    && moves.every((move, i) => move.after === i && !move.mark && !move.comment);
  if (!plain) return false;
  const end = await positionOf(game, { options, seed, moves: moves.map(({ move }) => move) });
  return end.turn === null;
}

/**
 * Asks for a file, moves or a position. A click on an example writes it.
 * @param {Game} game @param {string[]} examples @returns {Promise<Study | null>}
 */
export async function askForStudy(game, examples) {
  const text = el('textarea', {
    id: 'study-text', rows: 6, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
  });
  /** @param {File | undefined} chosen */
  const take = async (chosen) => { if (chosen) text.value = await chosen.text(); };
  const file = el('input', { type: 'file', id: 'study-file', on: { change: () => take(file.files?.[0]) } });
  const menu = el('select', { id: 'study-variant' }, game.variants.map((variant) =>
    el('option', { value: variant.id }, words(variant.name))));
  const example = (/** @type {string} */ like) => el('button', {
    class: 'example', type: 'button', title: like, on: { click() { text.value = like; text.focus(); } },
  }, el('code', {}, like));
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
    el('div', { class: 'field' }, el('label', { for: input.id }, label), input);
  /** @type {Study | null} */
  let study = null;
  await askUser({
    title: t('study.open'), yes: t('saved.open'),
    body: el('div', { class: 'stack tight' }, field(t('study.open.file'), file), field(t('study.open.text'), text),
      examples.length > 0
        && el('p', { class: 'examples small quiet-text' }, t('study.open.like'), examples.map(example)),
      game.variants.length > 1 && field(t('study.variant'), menu)),
    act: async () => { study = await readStudy(game.id, text.value, menu.value || undefined); },
  });
  return study;
}
