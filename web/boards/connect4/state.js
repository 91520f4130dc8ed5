// What Connect Four's board shows, and what can be read from it. No document, no rules.

/** @import { BoardState } from '../../types.js' */
/**
 * @typedef {{ width: number, height: number, columns: number[][], last: [number, number] | null,
 *   line: [number, number][] }} View
 */
/** @typedef {{ column: number, row: number, seat: number, waits: boolean }} Disc */
/**
 * The column under the pointer, and the one that has the keyboard's focus.
 * @typedef {{ shown: BoardState, pointed: number | null, focused: number | null }} State
 */

/** @param {BoardState} shown @returns {State} */
export const newState = (shown) => ({ shown, pointed: null, focused: null });

/** @param {State} state @returns {View} */
export const viewOf = (state) => state.shown.view;

/** Whether somebody may choose a column here and now. @param {State} state */
export const isLive = ({ shown }) => shown.hand !== null && shown.pending === null;

/** The column that a disc is held over. @param {State} state */
export const chosen = ({ pointed, focused }) => pointed ?? focused;

/** @param {number} column */
export const moveText = (column) => String(column + 1);
/** @param {string} move */
export const columnOf = (move) => Number(move) - 1;

/** @param {State} state @param {number} column */
export const isOpen = ({ shown }, column) => shown.legal.includes(moveText(column));

/**
 * The row in which the next disc of a column comes to lie; null if there is no room.
 * @param {View} view @param {number} column
 */
export function landingRow(view, column) {
  const row = view.columns[column]?.length ?? view.height;
  return row < view.height ? row : null;
}

/** The discs of the view, and the one that waits for the server. @param {State} state @returns {Map<string, Disc>} */
export function discs(state) {
  const { pending, turn } = state.shown;
  const view = viewOf(state);
  /** @type {Map<string, Disc>} */
  const all = new Map();
  const add = (/** @type {Disc} */ disc) => all.set(`${disc.column},${disc.row} ${disc.seat}`, disc);
  view.columns.forEach((discs, column) => discs.forEach((seat, row) => add({ column, row, seat, waits: false })));
  if (pending !== null && turn !== null) {
    const row = landingRow(view, columnOf(pending));
    if (row !== null) add({ column: columnOf(pending), row, seat: turn, waits: true });
  }
  return all;
}

/** The column for which to show where a disc would land: the advised one, or the chosen one. @param {State} state */
export function previewed(state) {
  const column = chosen(state);
  if (state.shown.hint !== null) return { column: columnOf(state.shown.hint), hint: true };
  return column !== null && isLive(state) && isOpen(state, column) ? { column, hint: false } : null;
}

/**
 * The straight runs of four or more among the winning squares, as pairs of ends. For drawing only: which
 * squares won is the server's word.
 * @param {[number, number][]} squares
 */
export function runs(squares) {
  const won = new Set(squares.map(([c, r]) => `${c},${r}`));
  const ends = [];
  for (const [c, r] of squares) {
    for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      if (won.has(`${c - dc},${r - dr}`)) continue;
      let n = 0;
      while (won.has(`${c + (n + 1) * dc},${r + (n + 1) * dr}`)) n++;
      if (n >= 3) ends.push([c, r, c + n * dc, r + n * dr]);
    }
  }
  return ends;
}
