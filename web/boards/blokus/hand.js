// The piece in hand: taking it, turning it, moving it over the board. No document.

import { clamp } from '../shared/squares.js';
import { boxOf, moveText, placeOf } from './pieces.js';
import { clearHand, handColour, placesOf, viewOf } from './state.js';

/** @import { Place, Square, Turn } from './pieces.js' */
/** @import { State } from './state.js' */
/** @typedef {{ x: number, y: number }} Point in squares from the lower left corner of the board */

/** The piece in hand by its name. @param {State} state */
export const heldPiece = ({ held }) => held?.shape.piece ?? null;

/** How it lies. @param {State} state */
export const heldOrientation = ({ held }) => (held ? held.shape.ways[held.orientation] : null);

/** How many rows it covers as it lies. @param {State} state */
export function heldHeight(state) {
  const lies = heldOrientation(state);
  return lies ? boxOf(lies.squares).h : 0;
}

/** Its box on the board: it stays inside, wherever its center is. @param {State} state */
export function heldBox(state) {
  const lies = heldOrientation(state);
  if (!lies || !state.center) return null;
  const { side } = viewOf(state);
  const { w, h } = boxOf(lies.squares);
  const snap = (/** @type {number} */ middle, /** @type {number} */ size) =>
    clamp(Math.round(middle - size / 2), 0, side - size);
  return { x: snap(state.center.x, w), y: snap(state.center.y, h), w, h };
}

/** The squares that it would cover. @param {State} state @returns {Square[] | null} */
export function heldSquares(state) {
  const box = heldBox(state);
  return box && (heldOrientation(state)?.squares ?? []).map(([x, y]) => [x + box.x, y + box.y]);
}

/** The move that it would be. @param {State} state */
export function heldMove(state) {
  const squares = heldSquares(state);
  return squares && moveText(squares);
}

/** @param {State} state @param {Place} place */
function lieAt(state, place) {
  if (!state.held) return;
  state.held.orientation = place.orientation;
  const { w, h } = boxOf(state.held.shape.ways[place.orientation].squares);
  state.center = { x: place.x + w / 2, y: place.y + h / 2 };
}

/**
 * Takes a piece. Without a pointer over the board it lies where it fits, near the middle.
 * @param {State} state @param {string} piece @param {boolean} onBoard
 */
export function take(state, piece, onBoard) {
  const shape = viewOf(state).shapes.find((each) => each.piece === piece);
  if (!shape || handColour(state) === null) return false;
  state.held = { shape, orientation: 0 };
  state.center = state.grip = null;
  if (onBoard) lieNearMiddle(state, piece);
  return true;
}

/** @param {State} state @param {string} piece */
function lieNearMiddle(state, piece) {
  const middle = viewOf(state).side / 2;
  const distance = (/** @type {Place} */ { x, y, orientation }) =>
    Math.hypot(x + 1 - middle, y + 1 - middle) + (orientation ? 0.5 : 0);
  const places = placesOf(state, piece);
  if (!places.length) state.center = { x: middle, y: middle };
  else lieAt(state, places.reduce((best, place) => (distance(place) < distance(best) ? place : best)));
}

/**
 * Takes the piece of a move, as it would lie: an advised one, or a plan. It is held where it was touched, so that it
 * stays there until somebody moves it.
 * @param {State} state @param {string} move @param {Point} at
 */
export function takeMove(state, move, at) {
  const place = placeOf(move);
  if (!place || !take(state, place.piece, false)) return false;
  lieAt(state, place);
  if (state.center) state.grip = { x: state.center.x - at.x, y: state.center.y - at.y };
  return true;
}

/** @param {State} state */
export function putBack(state) {
  const held = state.held !== null;
  clearHand(state);
  return held;
}

/** @param {State} state @param {Turn} turn */
export function turn(state, turn) {
  const lies = heldOrientation(state);
  if (!state.held || !lies) return false;
  state.held.orientation = lies[turn];
  return true;
}

/** Moves it by whole squares. @param {State} state @param {[number, number]} step */
export function shift(state, [dx, dy]) {
  const { side } = viewOf(state);
  if (!state.held) return false;
  state.center ??= { x: side / 2, y: side / 2 };
  const box = heldBox(state);
  if (!box) return false;
  const within = (/** @type {number} */ to, /** @type {number} */ size) => clamp(to, 0, side - size) + size / 2;
  state.center = { x: within(box.x + dx, box.w), y: within(box.y + dy, box.h) };
  return true;
}

/** To the next place where it fits, however it lies. @param {State} state @param {1 | -1} step */
export function nextPlace(state, step) {
  if (!state.held) return false;
  const places = placesOf(state, state.held.shape.piece);
  const now = heldMove(state) ?? '';
  const here = places.findIndex(({ move }) => move === now);
  if (places.length) lieAt(state, places[here < 0 ? 0 : (here + step + places.length) % places.length]);
  return true;
}

/** @param {State} state @param {Point | null} to @returns {boolean} whether it covers other squares than before */
export function hover(state, to) {
  if (!state.held) return false;
  const before = heldMove(state);
  state.center = to && { x: to.x, y: to.y };
  return heldMove(state) !== before;
}

/**
 * The piece that a digit takes: one of that size, and the next one when pressed again.
 * @param {State} state @param {number} size
 */
export function pieceOfSize(state, size) {
  const { colours, shapes } = viewOf(state);
  const colour = handColour(state);
  if (colour === null) return null;
  const all = shapes.filter((shape) => shape.size === size && colours[colour].left.includes(shape.piece));
  const now = all.findIndex(({ piece }) => piece === heldPiece(state));
  const next = all[(now + 1) % all.length]?.piece ?? null;
  return next === heldPiece(state) ? null : next;
}
