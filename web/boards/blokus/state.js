// What Blokus' board shows, and what can be read from it. No document, no rules.

import { Premoves } from '../shared/premoves.js';
import { clamp } from '../shared/squares.js';
import { isPlacement, learnShapes, moveText, nameOf, noteColours, placeOf, squaresOf } from './pieces.js';

/** @import { BoardState } from '../../types.js' */
/** @import { Place, Shape, Square, View } from './pieces.js' */
/** @typedef {{ colour: number, squares: Square[], waits: boolean }} Lying */
/**
 * @typedef {object} State
 * @property {BoardState} shown
 * @property {Set<string>} legal
 * @property {Map<string, (Place & { move: string })[]> | null} places where each piece fits, found when asked for
 * @property {boolean} plays whether somebody plays at this screen, or only looks on
 * @property {'mouse' | 'touch' | 'keys'} device what was used last
 * @property {boolean} corners whether usable corners are lit
 * @property {{ shape: Shape, orientation: number } | null} held the piece in hand
 * @property {{ x: number, y: number } | null} center of the piece in hand, in squares from the lower left corner of
 *   the board; null while it is elsewhere
 * @property {{ x: number, y: number } | null} grip from the mouse to the center of a piece that was taken where it lay;
 *   null where the mouse holds it by its middle
 * @property {Square | null} cursor the square that is read out, while no piece is in hand
 * @property {number | null} tray the one that is open on a narrow screen
 * @property {Premoves} plans what we would lay next, sketched while others think
 * @property {string} [table] where it is played, if it is at a table
 * @property {boolean} numbers whether pieces show the numbers of their moves
 * @property {number | null | undefined} turn the colour that was to move; undefined before the first view
 */

/** @param {BoardState} shown @param {Pick<State, 'corners' | 'numbers' | 'table'>} options @returns {State} */
export const newState = (shown, options) => ({
  shown, ...options, legal: new Set(), places: null, plays: false, device: 'mouse',
  held: null, center: null, grip: null, cursor: null, tray: null, plans: new Premoves(), turn: undefined,
});

/** @param {State} state @returns {View} */
export const viewOf = (state) => state.shown.view;

/** Whether somebody may lay a piece here and now. @param {State} state */
export const isLive = ({ shown }) => shown.hand !== null && shown.pending === null && shown.view.turn !== null;

/**
 * The colour whose pieces can be taken here: the one to move, or while others think, our own that moves next.
 * @param {State} state @returns {number | null}
 */
export function handColour(state) {
  const { turn, colours } = viewOf(state);
  const { shown } = state;
  if (isLive(state)) return turn;
  // A past position has no turn on this screen, and whoever shares it holds all seats.
  const seat = shown.seat ?? null;
  if (turn === null || shown.turn === null || shown.hand !== null || seat === null || !state.plays) return null;
  const order = colours.map((_, i) => (turn + i) % colours.length);
  return order.find((i) => colours[i].owner === seat && !colours[i].out) ?? null;
}

/** Whether others think and we may sketch. @param {State} state */
export const isPlanning = (state) => !isLive(state) && handColour(state) !== null;

/** Boards of the same size with as many colours are drawn alike. @param {View} view */
export const layoutOf = (view) => `${view.side} ${view.colours.length}`;

/** Takes what the page wants shown. @param {State} state @param {BoardState} shown */
export function receive(state, shown) {
  const before = state.shown;
  const view = /** @type {View} */ (shown.view);
  const fresh = state.turn === undefined || layoutOf(before.view) !== layoutOf(view);
  const was = fresh ? null : handColour(state);
  state.shown = shown;
  const plays = shown.hand !== null || isSeated(state);
  const sitsDown = plays && !state.plays;
  state.plays ||= plays;
  if (fresh) learnShapes(view.shapes);
  noteColours(view, fresh);
  if (fresh || before.legal !== shown.legal) {
    state.legal = new Set(shown.legal);
    state.places = null;
  }
  const colour = handColour(state);
  const piece = state.held?.shape.piece;
  if (piece && (fresh || colour === null || colour !== was || !view.colours[colour].left.includes(piece))) {
    clearHand(state);
  }
  keepPlans(state, fresh && state.turn !== undefined);
  openTray(state, fresh || sitsDown);
}

/** Whether a seat of ours is on this board. @param {State} state */
const isSeated = ({ shown }) => shown.turn !== null && shown.seat !== null && shown.seat !== undefined;

/**
 * Forgets plans whose squares are taken or whose piece is gone; and all of them on another board.
 * @param {State} state @param {boolean} other
 */
function keepPlans(state, other) {
  const { rows, colours } = viewOf(state);
  const seat = state.shown.seat ?? null;
  const left = new Set(colours.filter(({ owner }) => owner === seat).flatMap((colour) => colour.left));
  if (other) return state.plans.clear();
  state.plans.review((move) => left.has(placeOf(move)?.piece ?? '')
    && squaresOf(move).every(([x, y]) => rows[y]?.[x] === '.'));
}

/**
 * Our own tray lies open; whoever only looks on has them all folded away at first.
 * @param {State} state @param {boolean} fresh
 */
function openTray(state, fresh) {
  const { colours, turn } = viewOf(state);
  const seat = state.shown.seat ?? null;
  if (fresh) {
    const own = colours.findIndex(({ owner }) => owner === seat);
    state.tray = own >= 0 ? own : null;
  }
  if (isLive(state) && (fresh || state.turn !== turn)) state.tray = turn;
  state.turn = turn;
}

/** @param {State} state */
export function clearHand(state) {
  state.held = state.center = state.grip = null;
}

/** The pieces of the view, and the one that waits for the server. @param {State} state @returns {Map<string, Lying>} */
export function piecesShown(state) {
  const { pending } = state.shown;
  const { colours, turn } = viewOf(state);
  /** @type {Map<string, Lying>} */
  const pieces = new Map();
  const add = (/** @type {Lying} */ lying) => pieces.set(`${lying.colour} ${moveText(lying.squares)}`, lying);
  colours.forEach(({ placed }, colour) => placed.forEach(({ squares }) => add({ colour, squares, waits: false })));
  if (pending !== null && isPlacement(pending) && turn !== null) {
    add({ colour: turn, squares: squaresOf(pending), waits: true });
  }
  return pieces;
}

/** Where each piece fits. @param {State} state */
export function allPlaces(state) {
  if (state.places) return state.places;
  /** @type {NonNullable<State['places']>} */
  const places = new Map();
  for (const move of state.legal) {
    const place = placeOf(move);
    if (!place) continue;
    const list = places.get(place.piece) ?? [];
    list.push({ ...place, move });
    places.set(place.piece, list);
  }
  state.places = places;
  return places;
}

/**
 * Where a piece fits; while others think, where it would if all stayed as it is.
 * @param {State} state @param {string} piece @returns {(Place & { move: string })[]}
 */
export function placesOf(state, piece) {
  if (!isPlanning(state)) return allPlaces(state).get(piece) ?? [];
  const { shapes, side } = viewOf(state);
  const ways = shapes.find((each) => each.piece === piece)?.ways ?? [];
  const line = Array.from({ length: side }, (_, i) => i);
  return ways.flatMap(({ squares }, orientation) => line.flatMap((y) => line.flatMap((x) => {
    const lies = squares.map(([dx, dy]) => /** @type {Square} */ ([x + dx, y + dy]));
    const inside = lies.every(([ax, ay]) => ax < side && ay < side);
    const fits = inside && troubleOf(state, lies).reason === 'other';
    return fits ? [{ piece, orientation, x, y, move: moveText(lies) }] : [];
  })));
}

/** What is wrong with a place. @typedef {'taken' | 'side' | 'start' | 'corner' | 'other'} Reason */
/** @typedef {{ reason: Reason, square: Square | null, blame: Square[] }} Trouble */

/**
 * Why a piece cannot lie on these squares, from what there is to see, and the squares to blame. The caller
 * knows from the server that it cannot.
 * @param {State} state @param {Square[]} squares @returns {Trouble}
 */
export function troubleOf(state, squares) {
  const view = viewOf(state);
  const colour = view.colours[handColour(state) ?? view.turn ?? 0];
  // What we have planned counts as laid: the next plan may lean on it.
  const planned = new Set(isPlanning(state) ? state.plans.moves.flatMap((move) => move.split(',')) : []);
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    (planned.has(nameOf([x, y])) ? colour.letter : view.rows[y]?.[x]);
  const own = (/** @type {Square[]} */ around) => around.filter(([x, y]) => at(x, y) === colour.letter);
  const taken = squares.filter(([x, y]) => at(x, y) !== '.');
  if (taken.length) return { reason: 'taken', square: taken[0], blame: taken };
  const beside = squares.flatMap(([x, y]) => own([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]));
  if (beside.length) return { reason: 'side', square: null, blame: beside };
  if (!colour.placed.length && !planned.size) {
    const begins = squares.some((square) => nameOf(square) === nameOf(colour.start));
    return begins ? { reason: 'other', square: null, blame: [] }
      : { reason: 'start', square: colour.start, blame: [colour.start] };
  }
  const touches = squares.some(([x, y]) =>
    own([[x - 1, y - 1], [x + 1, y - 1], [x - 1, y + 1], [x + 1, y + 1]]).length);
  return { reason: touches ? 'other' : 'corner', square: null, blame: [] };
}

/**
 * Moves the square that is read out, from the middle of the board.
 * @param {State} state @param {[number, number]} step
 */
export function stepCursor(state, [dx, dy]) {
  const { side } = viewOf(state);
  const middle = Math.floor(side / 2);
  const within = (/** @type {number} */ n) => clamp(n, 0, side - 1);
  state.cursor = state.cursor ? [within(state.cursor[0] + dx), within(state.cursor[1] + dy)] : [middle, middle];
}
