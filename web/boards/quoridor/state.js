// What Quoridor's board shows and what is pointed at. No document, no rules.

import { recallOwn, rememberOwn } from '../../store.js';
import { moveCursor } from '../shared/keys.js';
import { clamp, parseSquare, squareName } from '../shared/squares.js';
import { Plan, TRAY, collide, textOf, wallOf } from './plan.js';

/** @import { BoardState } from '../../types.js' */
/** @import { Orientation, Point, Side, Wall } from './plan.js' */
/** @typedef {{ pawn: string, goal: Side, left: number, distance: number, path: string[] }} SeatView */
/**
 * @typedef {{ size: number, seats: SeatView[], walls: { wall: string, seat: number }[],
 *   last: { move: string, seat: number } | null, shut: { wall: string, seats: number[] }[],
 *   detours: { wall: string, steps: number[] }[] }} View
 */
/** What is pointed at: a square, or a wall. @typedef {{ text: string, wall: Wall | null }} Aim */
/**
 * @typedef {object} State
 * @property {BoardState} shown
 * @property {Plan} plan
 * @property {boolean} small whether the screen has no room for trays
 * @property {boolean} paths whether the shortest paths are shown
 * @property {boolean} meter whether the steps that everybody has to go are shown
 * @property {boolean} centres whether a wall is chosen by its centre, then how it lies
 * @property {number | null} own through whose eyes the board was seen first: it does not turn at every move of people
 *   who share a screen
 * @property {boolean | null} asked whether somebody asked for the other side; null until then
 * @property {Aim | null} pointed what the pointer is over
 * @property {Point | null} pointer where it was last
 * @property {boolean} finger whether that was a finger
 * @property {[number, number] | null} cursor where the keyboard is: even is a square, odd a groove
 * @property {Orientation | null} orientation of a wall, once somebody turned it; otherwise the groove decides
 * @property {Wall | null} proposal a wall that a finger laid down, to be confirmed
 * @property {boolean} carried whether a wall from the tray is in hand
 * @property {Wall | null} chosen a centre that waits for how the wall lies; its orientation is the one looked at
 */

/** How near the middle of a square a pointer means the square, in squares: all of it but a small margin. */
const INNER = 0.36;
/** The same for a finger on an empty square out of reach: it hides the groove, and a wall waits for a yes. */
const CORE = 0.2;

/** How near its centre a wall is chosen by it, in squares. */
const NEAR = 0.3;

/** Whether paths are shown, on this board and the next ones. */
let paths = false;

/** @param {BoardState} shown @returns {State} */
export function newState(shown) {
  const plan = new Plan(shown.view.size, false);
  const { meter = false, centres = false } = recallOwn('quoridor');
  return {
    shown, plan, small: false, paths, meter, centres, own: null, asked: null,
    pointed: null, pointer: null, finger: false, cursor: null, orientation: null, proposal: null,
    carried: false, chosen: null,
  };
}

/** @param {State} state @returns {View} */
export const viewOf = (state) => state.shown.view;

/** Whether somebody may move here and now. @param {State} state */
export const isLive = ({ shown }) => shown.hand !== null && shown.pending === null;

/** @param {State} state @param {string} move */
export const isLegal = ({ shown }, move) => shown.legal.includes(move);

/** Takes what the page wants shown. @param {State} state @param {BoardState} shown */
export function receive(state, shown) {
  state.shown = shown;
  state.own ??= shown.seat ?? null;
  const { size, seats } = viewOf(state);
  // Whoever sits here sits below.
  const turned = state.asked ?? (state.own !== null && seats[state.own].goal === 'south');
  state.plan = new Plan(size, seats.length > 2, turned, state.small ? 0 : TRAY);
  if (state.cursor) state.cursor = moveCursor(state.cursor, [0, 0], [2 * size - 2, 2 * size - 2]);
  if (!isLive(state)) state.proposal = state.chosen = null;
}

/** The walls of the view, and the one that waits for the server. @param {State} state */
export function wallsShown(state) {
  const { pending, turn } = state.shown;
  /** @type {Map<string, { wall: Wall, seat: number }>} */
  const walls = new Map();
  const add = (/** @type {string} */ text, /** @type {number} */ seat) => {
    const wall = wallOf(text);
    if (wall) walls.set(text, { wall, seat });
  };
  for (const { wall, seat } of viewOf(state).walls) add(wall, seat);
  if (pending !== null && turn !== null) add(pending, turn);
  return walls;
}

/** Where the pawns stand, one of them perhaps waiting for the server. @param {State} state */
export function pawnsShown(state) {
  const { pending, turn } = state.shown;
  const steps = pending !== null && pending !== 'pass' && !wallOf(pending);
  return viewOf(state).seats.map(({ pawn }, seat) => (steps && seat === turn ? pending : pawn));
}

/** The walls that a seat has left, and how many it had. @param {State} state @param {number} seat */
export function stockOf(state, seat) {
  const { seats, walls } = viewOf(state);
  const { pending, turn } = state.shown;
  const { left } = seats[seat];
  const waits = turn === seat && pending !== null && wallOf(pending) !== null;
  return { left: waits ? left - 1 : left, most: left + walls.filter((wall) => wall.seat === seat).length };
}

/** Everything to which a pawn can step now. @param {State} state */
export const steps = (state) =>
  (isLive(state) ? state.shown.legal.filter((move) => !wallOf(move) && move !== 'pass') : []);

/**
 * Whether this is where the pawn that may move stands: whoever points at it means its steps.
 * @param {State} state @param {string} square
 */
export const isOwnPawn = (state, square) =>
  isLive(state) && viewOf(state).seats[state.shown.hand ?? 0].pawn === square;

/** @param {State} state @param {string} square */
const hasPawn = (state, square) => viewOf(state).seats.some(({ pawn }) => pawn === square);

/** What a click, a tap or Enter would play. @param {State} state @returns {Aim | null} */
export function aimOf(state) {
  const { proposal, chosen, pointed, cursor } = state;
  if (proposal ?? chosen) return wallAim(/** @type {Wall} */ (proposal ?? chosen));
  return pointed ?? (cursor && aimAtCursor(state, cursor));
}

/** Whether a centre is only pointed at: how the wall would lie is not said yet. @param {State} state */
export const onlyCentre = ({ centres, proposal, chosen, carried, pointed }) =>
  centres && !proposal && !chosen && !carried && Boolean(pointed?.wall);

/** The wall that is aimed at and how it would lie. @param {State} state @returns {Aim | null} */
export function wallMeant(state) {
  const aim = isLive(state) && !onlyCentre(state) ? aimOf(state) : null;
  return aim?.wall ? aim : null;
}

/** The seats that the aimed wall would shut in. @param {State} state */
export const shutIn = (state) =>
  viewOf(state).shut.find(({ wall }) => wall === wallMeant(state)?.text)?.seats ?? [];

/** How much further each seat would have to go round the aimed wall. @param {State} state @returns {number[]} */
export const detours = (state) =>
  viewOf(state).detours?.find(({ wall }) => wall === wallMeant(state)?.text)?.steps ?? [];

/** The walls that are where this one would be. @param {State} state @param {Wall} wall */
export const inTheWay = (state, wall) =>
  [...wallsShown(state)].filter(([, each]) => collide(each.wall, wall)).map(([text]) => text);

/** The centres at which some wall can be placed. @param {State} state @returns {Wall[]} */
export function centres(state) {
  if (!isLive(state) || !state.centres) return [];
  const walls = new Map(state.shown.legal.filter((move) => wallOf(move)).map((move) => [move.slice(0, -1), move]));
  return [...walls.values()].map((move) => /** @type {Wall} */ (wallOf(move)));
}

/**
 * The square or the wall at a point.
 * @param {State} state @param {Point} at @param {boolean} [finger] @returns {Aim | null}
 */
export function aimAt(state, { x, y }, finger = false) {
  const { plan, orientation, carried } = state;
  const [f, r] = [plan.file(x), plan.rank(y)];
  if (Math.min(f, r) < -0.6 || Math.max(f, r) > plan.size - 0.4) return null;
  const [file, rank] = [f, r].map((n) => clamp(Math.round(n), 0, plan.size - 1));
  const [df, dr] = [Math.abs(f - file), Math.abs(r - rank)];
  const square = squareName(file, rank);
  const near = Math.max(df, dr);
  const [wallFile, wallRank] = [f, r].map((n) => clamp(Math.round(n - 0.5), 0, plan.size - 2));
  const wall = wallAim({ file: wallFile, rank: wallRank, orientation: orientation ?? (df > dr ? 'v' : 'h') });
  // A wall in hand goes to the nearest place, wherever it is held.
  if (carried) return wall;
  if (state.centres) {
    const close = Math.max(Math.abs(f - wallFile - 0.5), Math.abs(r - wallRank - 0.5)) < NEAR;
    return close ? wall : near < 0.5 ? { text: square, wall: null } : null;
  }
  const meant = !finger || isLegal(state, square) || hasPawn(state, square);
  if (near < (meant ? INNER : CORE)) return { text: square, wall: null };
  return wall;
}

/**
 * The square, groove or crossing at the cursor.
 * @param {State} state @param {[number, number]} cursor @returns {Aim}
 */
export function aimAtCursor({ plan, orientation }, [i, j]) {
  if (i % 2 === 0 && j % 2 === 0) return { text: squareName(i / 2, j / 2), wall: null };
  const most = plan.size - 2;
  const crossing = i % 2 === 1 && j % 2 === 1;
  const lies = crossing ? orientation ?? 'h' : i % 2 ? 'v' : 'h';
  return wallAim({ file: Math.min(most, i >> 1), rank: Math.min(most, j >> 1), orientation: lies });
}

/** @param {Wall} wall @returns {Aim} */
const wallAim = (wall) => ({ text: textOf(wall), wall });

/**
 * @param {State} state @param {Point | null} at @param {boolean} [finger]
 * @returns {boolean} whether it points at something else than before
 */
export function pointTo(state, at, finger = false) {
  const before = state.pointed;
  state.pointer = at;
  state.finger = finger;
  state.pointed = at && aimAt(state, at, finger);
  return state.pointed?.text !== before?.text;
}

/** Turns the wall that is aimed at, or the next one. @param {State} state */
export function turnWall(state) {
  const { proposal, chosen, pointed, pointer } = state;
  const now = aimOf(state)?.wall?.orientation ?? state.orientation ?? 'v';
  const orientation = now === 'h' ? 'v' : 'h';
  state.orientation = orientation;
  if (proposal) state.proposal = { ...proposal, orientation };
  else if (chosen) state.chosen = { ...chosen, orientation };
  else if (pointed && pointer) state.pointed = aimAt(state, pointer, state.finger);
}

/** Forgets what was aimed at, after a move. @param {State} state */
export function forget(state) {
  state.orientation = state.proposal = state.chosen = state.pointed = state.pointer = null;
  state.carried = false;
}

/** @param {State} state */
export function togglePaths(state) {
  paths = !paths;
  state.paths = paths;
}

/** Shows everybody's steps, or no longer. @param {State} state */
export function toggleMeter(state) {
  state.meter = !state.meter;
  rememberOwn('quoridor', { meter: state.meter });
}

/** Walls are chosen by their centres, or along the grooves. @param {State} state */
export function toggleCentres(state) {
  state.centres = !state.centres;
  state.chosen = state.proposal = null;
  rememberOwn('quoridor', { centres: state.centres });
}

/** Shows the board from the other side. @param {State} state */
export function flip(state) {
  state.asked = !state.plan.turned;
  state.proposal = state.chosen = state.pointed = null;
}

/** The keyboard begins at the pawn that moves. @param {State} state */
export function startCursor(state) {
  const [file, rank] = parseSquare(viewOf(state).seats[state.shown.hand ?? state.shown.turn ?? 0].pawn);
  state.cursor ??= [2 * file, 2 * rank];
}

/** @param {State} state @param {[number, number]} step as it is seen on the screen */
export function stepCursor(state, [dx, dy]) {
  if (!state.cursor) return;
  const last = 2 * state.plan.size - 2;
  const way = state.plan.turned ? -1 : 1;
  state.cursor = moveCursor(state.cursor, [way * dx, way * dy], [last, last]);
  state.pointed = state.proposal = state.chosen = null;
}
