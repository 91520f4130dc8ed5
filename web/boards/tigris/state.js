// What the map of Tigris & Euphrates shows, and what is in hand. No document, no rules.

import { moveCursor } from '../shared/keys.js';
import { parseSquare, squareName } from '../shared/squares.js';
import { unseenConflict } from './news.js';

/** @import { BoardState, Words } from '../../types.js' */
/** @import { LogEntry } from './news.js' */
/** @typedef {'black' | 'red' | 'blue' | 'green'} Colour */
/** @typedef {{ seat: number, at: string, board: number, committed: number | null, supporters: string[] }} Side */
/**
 * @typedef {{ colour: Colour, support: Colour, attacker: Side, defender: Side,
 *   range: [number, number] | null }} Conflict
 */
/**
 * What has to be decided before the turn goes on.
 * @typedef {Conflict & { kind: 'revolt' } | Conflict & { kind: 'war' }
 *   | { kind: 'warchoice', wars: Conflict[], tile: string }
 *   | { kind: 'monument', colour: Colour, sites: string[], monuments: string[] }
 *   | { kind: 'treasure', squares: string[] }} Decision
 */
/** @typedef {{ points: number[], treasures: number[], ranked: number[], place: number }} Count of a seat, at the end */
/** @typedef {{ seat: number, colour: Colour, at: string, strength: number, temples: number }} Leader */
/**
 * @typedef {{ points: number[] | null, treasures: number | null, hand: number, catastrophes: number }} Player
 */
/**
 * @typedef {{ board: string, map: string[], special: string[], tiles: { at: string, colour: Colour }[],
 *   treasures: string[], catastrophes: string[], leaders: Leader[],
 *   monuments: { name: string, colours: [Colour, Colour], at: string }[], kingdoms: { squares: string[] }[],
 *   players: Player[], hand: number[] | null, bag: number, phase: string, active: number, action: number,
 *   actions: number, decides: number | null, pending: Decision | null, count: Count[] | null, log: LogEntry[],
 *   placements: { says: Words, moves: string[] }[], last: string | null }} View
 */
/**
 * @typedef {object} State
 * @property {BoardState} shown
 * @property {boolean} kingdoms whether they are outlined
 * @property {string | null} held what is in hand: "tile red", "leader black", "catastrophe"
 * @property {number} nth which of several like pieces was taken
 * @property {Set<number> | null} swapping the tiles to be swapped, by their place in the hand; null unless somebody
 *   chooses
 * @property {string | null} over the square under the pointer, or under the keyboard
 * @property {string | null} cursor where the keyboard is
 * @property {string | null} proposal a square that a finger chose, to be confirmed
 * @property {string[]} about squares that a decision is about
 * @property {Map<string, Set<string>>} places where each thing in hand may go
 * @property {Map<string, Words>} effects what a move would do
 * @property {number} seen the number of the last event that whoever looks knows about; -1 at first
 * @property {LogEntry[]} news the last conflict, if they have not seen how it went
 * @property {boolean} closed whether somebody closed the panel over the map
 * @property {string} panel what that panel is about
 */

export const COLOURS = /** @type {const} */ (['black', 'red', 'blue', 'green']);
export const COLUMNS = 16;
export const ROWS = 11;
/** Where the keyboard begins. */
const MIDDLE = squareName(7, 5);

/** Whether kingdoms are outlined, on this board and the next ones. */
let kingdoms = false;

/** Nothing of it is indexed yet: `receive` does that. @param {BoardState} shown @returns {State} */
export const newState = (shown) => ({
  shown: { ...shown, legal: [] }, kingdoms, held: null, nth: 0, swapping: null, over: null, cursor: null,
  proposal: null, about: [], places: new Map(), effects: new Map(), seen: -1, news: [], closed: false, panel: '',
});

/** @param {State} state @returns {View} */
export const viewOf = (state) => state.shown.view;

/** Whether somebody may move here and now. @param {State} state */
export const isLive = ({ shown }) => shown.hand !== null && shown.pending === null;

/** Whether pieces of the rack can be laid: it is our turn, and nothing has to be decided. @param {State} state */
export const mayAct = (state) => isLive(state) && viewOf(state).phase === 'action';

/** @param {State} state @param {string} held */
export const canLay = ({ places }, held) => places.has(held);

/** @param {State} state @param {string | null} held @param {string} at */
export const fits = ({ places }, held, at) => held !== null && (places.get(held)?.has(at) ?? false);

/** Takes what the page wants shown. @param {State} state @param {BoardState} shown */
export function receive(state, shown) {
  const before = state.shown.legal;
  state.shown = shown;
  if (shown.legal !== before) indexMoves(state);
  const { held } = state;
  if (!isLive(state) || (held !== null && !canLay(state, held) && viewOf(state).phase !== 'action')) forget(state);
  if (!mayAct(state)) state.swapping = null;
  const past = shown.turn === null && viewOf(state).phase !== 'over';
  state.news = past ? [] : unseenConflict(state);
  notePanel(state);
}

/** @param {State} state */
function indexMoves(state) {
  state.places = new Map();
  for (const move of state.shown.legal) {
    const [, what, at] = /^(tile \w+|leader \w+|catastrophe|take) ([a-p]\d+)$/.exec(move) ?? [];
    if (!what) continue;
    const squares = state.places.get(what);
    if (squares) squares.add(at);
    else state.places.set(what, new Set([at]));
  }
  const placements = viewOf(state).placements.flatMap(({ says, moves }) => moves.map((move) =>
    /** @type {[string, Words]} */ ([move, says])));
  state.effects = new Map(placements);
}

/** A panel that somebody closed stays closed until it is about something else. @param {State} state */
function notePanel(state) {
  const { pending, decides, count } = viewOf(state);
  const { shown, news } = state;
  const panel = JSON.stringify([
    pending, decides, count, shown.hand, shown.pending, shown.legal.length, shown.back, news.at(-1)?.number]);
  if (panel === state.panel) return;
  state.panel = panel;
  state.closed = false;
  state.about = [];
}

/** @param {State} state */
export function closePanel(state) {
  state.closed = true;
  if (!viewOf(state).count) state.seen = state.news.at(-1)?.number ?? state.seen;
}

/** Nothing is in hand any more. @param {State} state */
export function forget(state) {
  state.held = state.proposal = null;
}

/** @param {State} state */
export function toggleKingdoms(state) {
  kingdoms = !kingdoms;
  state.kingdoms = kingdoms;
}

/** @param {State} state @param {number} index */
export function toggleSwap({ swapping }, index) {
  if (swapping && !swapping.delete(index)) swapping.add(index);
}

/** Through whose eyes the rack is seen. @param {State} state */
export const rackSeat = (state) => state.shown.seat ?? state.shown.hand ?? viewOf(state).decides;

/** The tiles of a hand, one by one. @param {State} state @returns {Colour[]} */
export const tilesOf = (state) =>
  COLOURS.flatMap((colour, i) => Array.from({ length: viewOf(state).hand?.[i] ?? 0 }, () => colour));

/** The tiles that somebody chose to swap. @param {State} state */
export const tilesToSwap = (state) => tilesOf(state).filter((_, i) => state.swapping?.has(i));

/** Squares where something can be laid, or a treasure taken. @param {State} state */
export const targets = (state) => (isLive(state) ? [...(state.places.get(state.held ?? 'take') ?? [])] : []);

/** The square that is aimed at with something in hand. @param {State} state */
export const aimed = (state) => (isLive(state) && state.held !== null ? state.proposal ?? state.over : null);

/** The keyboard's square. @param {State} state */
export const cursorOf = ({ cursor }) => cursor ?? MIDDLE;

/** @param {State} state @param {[number, number]} step right and up */
export function stepCursor(state, [dx, dy]) {
  const [column, row] = moveCursor(parseSquare(cursorOf(state)), [dx, -dy], [COLUMNS - 1, ROWS - 1]);
  state.cursor = state.over = squareName(column, row);
  state.proposal = null;
}

/** The leader of the one who moves on a square, as a thing in hand. @param {State} state @param {string} at */
export function ownLeader(state, at) {
  const own = viewOf(state).leaders.find((leader) => leader.at === at && leader.seat === state.shown.hand);
  return own && viewOf(state).phase === 'action' ? `leader ${own.colour}` : null;
}

/** @typedef {{ kind: 'tile' | 'catastrophe' | 'treasure', colour?: Colour }
 *   | { kind: 'monument', colours: [Colour, Colour] }
 *   | { kind: 'leader', colour: Colour, seat: number, strength: number | null }} Thing */
/** What lies on the map, and the piece that waits for the server. @param {State} state */
export function piecesShown(state) {
  const { tiles, leaders, treasures, catastrophes, monuments } = viewOf(state);
  /** @type {Map<string, { at: string, thing: Thing }>} */
  const pieces = new Map();
  for (const { at, colour } of tiles) pieces.set(`tile ${colour} ${at}`, { at, thing: { kind: 'tile', colour } });
  for (const at of catastrophes) pieces.set(`catastrophe ${at}`, { at, thing: { kind: 'catastrophe' } });
  for (const { name, colours, at } of monuments) {
    pieces.set(`monument ${name}`, { at, thing: { kind: 'monument', colours } });
  }
  for (const at of treasures) pieces.set(`treasure ${at}`, { at, thing: { kind: 'treasure' } });
  for (const { seat, colour, at, strength } of leaders) {
    const key = `leader ${colour} of ${seat} at ${at} ${strength}`;
    pieces.set(key, { at, thing: { kind: 'leader', colour, seat, strength } });
  }
  const waiting = pieceOf(state.shown.pending, state.shown.turn ?? 0);
  if (waiting) pieces.set(/** @type {string} */ (state.shown.pending), waiting);
  return pieces;
}

/**
 * The piece that a move lays.
 * @param {string | null} move @param {number} seat @returns {{ at: string, thing: Thing } | null}
 */
function pieceOf(move, seat) {
  const [, kind, name, at] = move?.match(/^(tile|leader|catastrophe)(?: (\w+))? ([a-p]\d+)$/) ?? [];
  const colour = /** @type {Colour} */ (name);
  if (kind === 'tile') return { at, thing: { kind, colour } };
  if (kind === 'leader') return { at, thing: { kind, colour, seat, strength: null } };
  return kind === 'catastrophe' ? { at, thing: { kind } } : null;
}
