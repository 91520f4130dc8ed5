// What the board shows, which piece is in hand and where it would be laid. No document; what can be laid stands in
// the server's list.

import { Aim, placeOf } from './aim.js';
import { readPlacement } from './paths.js';
import { LETTERS, PIECES, ROWS } from './pieces.js';
import { worth } from './score.js';

/** @import { BoardState } from '../../types.js' */
/** @import { Place } from './aim.js' */
/** @import { Rules } from './pieces.js' */
/** @import { News } from './well.js' */
/**
 * @typedef {{ rules: Rules, width: number, height: number, rows: string[], piece: string | null, squares: number[][],
 *   held: string | null, used: boolean, queue: string, score: number, lines: number, level: number, pieces: number,
 *   combo: number, hard: boolean, waiting: number[][] }} View
 */
/**
 * @typedef {object} State
 * @property {BoardState} shown
 * @property {Aim} aim the legal placements
 * @property {Uint8Array} cells
 * @property {number} version grows when what lies in the well may have changed
 * @property {boolean} swapped the piece in hand is the one out of hold
 * @property {number} facing
 * @property {Place | null} chosen where the piece would be laid
 * @property {{ x: number, y: number } | null} point the pointer, in squares from the lower left corner
 */

/** @param {State} state @returns {View} */
export const viewOf = (state) => state.shown.view;

/** @param {View} view */
export function cellsOf(view) {
  const cells = new Uint8Array(view.width * ROWS);
  for (const [y, row] of view.rows.entries()) {
    for (const [x, letter] of [...row].entries()) cells[y * view.width + x] = LETTERS.indexOf(letter);
  }
  return cells;
}

/** @param {BoardState} shown @returns {State} */
export function newState(shown) {
  const state = {
    shown, aim: new Aim(shown.view.rules, shown.legal), cells: cellsOf(shown.view), version: 0, swapped: false,
    facing: 0, chosen: null, point: null,
  };
  retarget(state);
  return state;
}

/** Takes what is to be shown now. @param {State} state @param {BoardState} shown */
export function take(state, shown) {
  const before = state.shown;
  state.shown = shown;
  const another = before.view !== shown.view;
  if (before.legal !== shown.legal || another) {
    state.aim = new Aim(shown.view.rules, shown.legal);
    state.cells = cellsOf(shown.view);
    state.version++;
  }
  if (before.pending !== shown.pending) state.version++;
  if (before.view.pieces !== shown.view.pieces || before.view.piece !== shown.view.piece) {
    Object.assign(state, { swapped: false, facing: 0, chosen: null });
  }
  retarget(state);
}

/** Whether somebody may lay a piece here and now. @param {State} state */
export const isLive = ({ shown }) => shown.hand !== null && shown.pending === null && shown.legal.length > 0;

/** What would come out of hold, or out of the queue if nothing is held; -1 where nothing can. @param {State} state */
export function otherPiece(state) {
  const { rules, used, held, queue, piece } = viewOf(state);
  const letter = rules === 'report' || used ? '' : held ?? queue[0] ?? '';
  return letter && letter !== piece && state.aim.has(PIECES.indexOf(letter)) ? PIECES.indexOf(letter) : -1;
}

/** @param {State} state */
const inHand = (state) => (state.swapped ? otherPiece(state) : PIECES.indexOf(viewOf(state).piece ?? ' '));

/** Whether a square is empty and has something above it. @param {State} state @param {number} x @param {number} y */
function isRoofed({ cells, shown }, x, y) {
  const { width } = shown.view;
  if (x < 0 || y < 0 || x >= width || cells[y * width + x]) return false;
  for (let up = y + 1; up < ROWS; up++) if (cells[up * width + x]) return true;
  return false;
}

/** Finds the place again: where the pointer is, or where the piece would drop by itself. @param {State} state */
export function retarget(state) {
  if (!isLive(state)) {
    state.chosen = null;
    return;
  }
  const { aim, point, facing, chosen } = state;
  if (state.swapped && otherPiece(state) < 0) state.swapped = false;
  const piece = inHand(state);
  if (point) {
    const roofed = isRoofed(state, Math.floor(point.x), Math.floor(point.y));
    state.chosen = aim.near(piece, facing, point.x, point.y, roofed);
  } else if (chosen?.piece !== piece || !aim.places[piece][facing].includes(chosen)) {
    state.chosen = aim.dropped(piece, facing, chosen?.cx ?? viewOf(state).width / 2);
  }
}

/** Turns the piece. @param {State} state @param {number} by quarters clockwise */
export function turn(state, by) {
  const piece = inHand(state);
  // A facing in which there is no place at all is passed over.
  for (let tries = 0; tries < 4; tries++) {
    state.facing = (state.facing + by) % 4;
    if (state.aim.places[piece][state.facing].length) break;
  }
  retarget(state);
}

/** Changes the piece in hand with the one in hold. False where it cannot be. @param {State} state */
export function swap(state) {
  if (!state.swapped && otherPiece(state) < 0) return false;
  state.swapped = !state.swapped;
  state.facing = 0;
  retarget(state);
  return true;
}

/**
 * The next place to the left, to the right or below; null where there is none.
 * @param {State} state @param {'left' | 'right' | 'down'} way
 */
export function neighbour({ aim, chosen, facing }, way) {
  if (!chosen) return null;
  return way === 'down' ? aim.below(chosen, facing) : aim.beside(chosen, facing, way === 'left' ? -1 : 1);
}

/**
 * The last placement as news for the show, where there is something to be glad of: lines, or a spin.
 * @param {BoardState} before @param {BoardState} now @returns {News | null}
 */
export function newsOf(before, now) {
  const [was, is] = [/** @type {View} */ (before.view), /** @type {View} */ (now.view)];
  const move = before.pending ?? now.last?.move;
  const lines = is.lines - was.lines;
  if (now.still || is.pieces !== was.pieces + 1 || !move || (!lines && !move.endsWith('*'))) return null;
  const placement = readPlacement(is.rules, move);
  const squares = placeOf(is.rules, move)?.squares ?? [];
  const lain = cellsOf(was);
  for (const [x, y] of squares) lain[y * is.width + x] = 1;
  const rows = Array.from({ length: ROWS }, (_, y) => y)
    .filter((y) => lain.subarray(y * is.width, (y + 1) * is.width).every(Boolean));
  const empty = lines > 0 && !is.rows.length;
  const hard = lines > 0 && (lines === 4 || Boolean(placement?.spin));
  const clear = { lines, back: hard && was.hard, combo: is.combo, empty, level: was.level };
  const full = worth(is.rules, { ...clear, spin: 'full' }).points === is.score - was.score;
  const spin = placement?.spin ? (full ? 'full' : 'mini') : 'none';
  return {
    type: 'locked', piece: placement?.piece ?? 0, squares, rows, spin,
    points: 0, attack: 0, sent: 0, risen: 0, ...clear,
  };
}
