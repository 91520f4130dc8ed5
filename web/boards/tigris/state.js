// What the map of Tigris & Euphrates shows, and what is in hand. No document, no rules.

import { recallOwn, rememberOwn } from '../../store.js';
import { moveCursor } from '../shared/keys.js';
import { parseSquare, squareName } from '../shared/squares.js';
import { tinted } from './kingdoms.js';
import { unseenConflict } from './news.js';

/** @import { BoardState, Words } from '../../types.js' */
/** @import { Spot } from '../shared/movable.js' */
/** @import { LogEntry } from './news.js' */
/** @typedef {'black' | 'red' | 'blue' | 'green'} Colour */
/** @typedef {{ seat: number, at: string, board: number, committed: number | null, supporters: string[] }} Side */
/** @typedef {{ add: number, total: number, needs: number | null, chance: number }} Choice what adding tiles means */
/**
 * @typedef {{ colour: Colour, support: Colour, attacker: Side, defender: Side,
 *   range: [number, number] | null, choices: Choice[] }} Conflict
 */
/**
 * What has to be decided before the turn goes on.
 * @typedef {Conflict & { kind: 'revolt' } | Conflict & { kind: 'war' }
 *   | { kind: 'warchoice', wars: Conflict[], tile: string }
 *   | { kind: 'monument', colour: Colour, sites: string[], monuments: string[] }
 *   | { kind: 'treasure', squares: string[] }} Decision
 */
/**
 * Where points came from; wars and revolts won and lost.
 * @typedef {{ tiles: number, conflicts: number, monuments: number, wars: [number, number],
 *   revolts: [number, number] }} Tally
 */
/**
 * A seat's count at the end.
 * @typedef {{ points: number[], treasures: number[], ranked: number[], place: number, tally: Tally }} Count
 */
/**
 * An attack that somebody could begin with one action.
 * @typedef {{ kind: 'revolt' | 'war', seat: number, squares: string[], attack: number, defence: number,
 *   chance: number | null }} Threat
 */
/**
 * @typedef {{ seat: number, colour: Colour, at: string, strength: number, temples: number, kingdom: number,
 *   collects: Colour[], income: number, threats: Threat[] }} Leader
 */
/** @typedef {'nothing' | 'theirs' | 'mine' | 'split' | 'revolt' | 'war'} Grade what a move brings */
/** @typedef {{ says: Words, template: Words, brings: Grade, moves: string[] }} Preview */
/**
 * @typedef {{ name: string, colours: [Colour, Colour], at: string, squares: string[],
 *   pays: { seat: number, colour: Colour }[] }} Monument
 */
/**
 * @typedef {{ points: number[] | null, treasures: number | null, hand: number, catastrophes: number }} Player
 */
/**
 * @typedef {{ board: string, map: string[], special: string[], tiles: { at: string, colour: Colour }[],
 *   treasures: string[], catastrophes: string[], leaders: Leader[],
 *   monuments: Monument[], unbuilt: string[], kingdoms: { squares: string[] }[], unseen: number[], turn: number,
 *   players: Player[], hand: number[] | null, bag: number, phase: string, active: number, action: number,
 *   actions: number, decides: number | null, pending: Decision | null, count: Count[] | null, log: LogEntry[],
 *   placements: Preview[], last: string | null }} View
 */
/** @typedef {{ spot: Spot, fight: string }} Box where the panel is, and the fight for which it was moved there */
/**
 * @typedef {object} State
 * @property {BoardState} shown
 * @property {boolean} kingdoms whether they are tinted
 * @property {{ squares: string[], tint: number }[]} realms the kingdoms with their tints
 * @property {boolean} confirms whether the last action of a turn is asked about
 * @property {string | null} staged a move that would end the turn and waits for a yes
 * @property {string | null} told the square whose piece is explained, or the piece of the rack as a thing in hand
 * @property {string | null} held what is in hand: "tile red", "leader black", "catastrophe"
 * @property {number} nth which of several like pieces was taken
 * @property {Set<number> | null} swapping the tiles to be swapped, by their place in the hand; null unless somebody
 *   chooses
 * @property {string | null} over the square under the pointer, or under the keyboard
 * @property {string | null} cursor where the keyboard is
 * @property {string | null} proposal a square that a finger chose, to be confirmed
 * @property {string[]} about squares that a decision is about
 * @property {Map<string, Set<string>>} places where each thing in hand may go
 * @property {Map<string, Preview>} effects what a move would do
 * @property {number} seen the number of the last event that whoever looks knows about; -1 at first
 * @property {LogEntry[]} news the last conflict, if they have not seen how it went
 * @property {boolean} closed whether somebody closed the panel over the map
 * @property {string} panel what that panel is about
 * @property {Box | null} box where somebody moved the panel; null while it is in its place
 */

export const COLOURS = /** @type {const} */ (['black', 'red', 'blue', 'green']);
export const COLUMNS = 16;
export const ROWS = 11;
/** Under what name the browser keeps how somebody likes this board. */
const OWN = 'tigris';
/** Where the keyboard begins. */
const MIDDLE = squareName(7, 5);

/** Nothing of it is indexed yet: `receive` does that. @param {BoardState} shown @returns {State} */
export const newState = (shown) => ({
  shown: { ...shown, legal: [] }, kingdoms: recallOwn(OWN).kingdoms ?? true, realms: [],
  confirms: recallOwn(OWN).confirms ?? false, staged: null, told: null,
  held: null, nth: 0, swapping: null, over: null, cursor: null,
  proposal: null, about: [], places: new Map(), effects: new Map(), seen: -1, news: [], closed: false, panel: '',
  box: null,
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
  const talked = isTalking(state);
  if (shown.view !== state.shown.view) state.staged = null;
  state.shown = shown;
  state.realms = tinted(state.realms, viewOf(state).kingdoms);
  if (shown.legal !== before) indexMoves(state);
  const { held } = state;
  if (!isLive(state) || (held !== null && !canLay(state, held) && viewOf(state).phase !== 'action')) forget(state);
  if (!mayAct(state)) state.swapping = null;
  const past = shown.turn === null && viewOf(state).phase !== 'over';
  state.news = past ? [] : unseenConflict(state);
  notePanel(state);
  keepBox(state, talked);
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
  const placements = viewOf(state).placements.flatMap((preview) => preview.moves.map((move) =>
    /** @type {[string, Preview]} */ ([move, preview])));
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

/** Whether the panel has something to ask or to tell. @param {State} state */
export function isTalking(state) {
  const { pending, count } = viewOf(state);
  return !state.closed && (pending !== null || count !== null || state.news.length > 0);
}

/** What is fought over, as far as the panel's place goes: all that follows from one action. @param {State} state */
const fightOf = (state) => `${viewOf(state).turn} ${viewOf(state).last}`;

/**
 * The panel stays where it was moved to until it has nothing more to say; a new fight begins beside the map.
 * @param {State} state @param {boolean} talked whether it was open until now
 */
function keepBox(state, talked) {
  if (!isTalking(state)) return;
  const fight = fightOf(state);
  if (talked && state.box) {
    if (state.box.fight !== fight) moveBox(state, state.box.spot);
    return;
  }
  const kept = /** @type {Box | null} */ (recallOwn(OWN).box ?? null);
  state.box = kept?.fight === fight ? kept : null;
}

/** Somebody moved the panel, or put it back. @param {State} state @param {Spot | null} spot */
export function moveBox(state, spot) {
  state.box = spot && { spot, fight: fightOf(state) };
  rememberOwn(OWN, { box: state.box });
}

/** @param {State} state */
export function closePanel(state) {
  state.closed = true;
  if (!viewOf(state).count) state.seen = state.news.at(-1)?.number ?? state.seen;
}

/** Nothing is in hand any more. @param {State} state */
export function forget(state) {
  state.held = state.proposal = state.staged = null;
}

/** Whether a move ends the turn, so that it may be asked about. @param {State} state */
export const endsTurn = (state) => mayAct(state) && viewOf(state).action === viewOf(state).actions;

/** @param {State} state */
export function toggleKingdoms(state) {
  state.kingdoms = !state.kingdoms;
  rememberOwn(OWN, { kingdoms: state.kingdoms });
}

/** @param {State} state */
export function toggleConfirms(state) {
  state.confirms = !state.confirms;
  state.staged = null;
  rememberOwn(OWN, { confirms: state.confirms });
}

/** What laying the thing in hand on a square brings. @param {State} state @param {string} at @returns {Grade} */
export const gradeOf = ({ held, effects }, at) => effects.get(`${held} ${at}`)?.brings ?? 'nothing';

/** The colour of tiles that the one who looks may add to a conflict now, or null. @param {State} state */
export function usableColour(state) {
  const { pending, decides } = viewOf(state);
  const asked = isLive(state) && decides === state.shown.hand;
  return asked && (pending?.kind === 'war' || pending?.kind === 'revolt') ? pending.support : null;
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

/** @typedef {{ kind: 'tile' | 'catastrophe', colour?: Colour }
 *   | { kind: 'monument', colours: [Colour, Colour] } | { kind: 'treasure', first: boolean }
 *   | { kind: 'leader', colour: Colour, seat: number, strength: number | null, revolt?: boolean,
 *     own?: boolean }} Thing */
/** What lies on the map, and the piece that waits for the server. @param {State} state */
export function piecesShown(state) {
  const { tiles, leaders, treasures, catastrophes, monuments, special, pending } = viewOf(state);
  /** @type {Map<string, { at: string, thing: Thing }>} */
  const pieces = new Map();
  for (const { at, colour } of tiles) pieces.set(`tile ${colour} ${at}`, { at, thing: { kind: 'tile', colour } });
  for (const at of catastrophes) pieces.set(`catastrophe ${at}`, { at, thing: { kind: 'catastrophe' } });
  for (const { name, colours, at } of monuments) {
    pieces.set(`monument ${name}`, { at, thing: { kind: 'monument', colours } });
  }
  for (const at of treasures) {
    pieces.set(`treasure ${at}`, { at, thing: { kind: 'treasure', first: special.includes(at) } });
  }
  // In a revolt temples decide: those who fight show them.
  const rebels = pending?.kind === 'revolt' ? [pending.attacker.at, pending.defender.at] : [];
  for (const { seat, colour, at, strength: inWar, temples } of leaders) {
    const revolt = rebels.includes(at);
    const strength = revolt ? temples : inWar;
    const key = `leader ${colour} of ${seat} at ${at} ${strength}${revolt ? ' temples' : ''}`;
    pieces.set(key, { at, thing: { kind: 'leader', colour, seat, strength, revolt, own: seat === state.shown.seat } });
  }
  const move = state.shown.pending ?? state.staged;
  const waiting = pieceOf(move, state.shown.turn ?? 0);
  if (waiting) pieces.set(/** @type {string} */ (move), waiting);
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
