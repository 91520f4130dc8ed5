// The map of Tigris & Euphrates: shows a view, and says what somebody lays where. It knows no rules.

import { count, t, words } from '../../i18n/index.js';
import { calm, el, hidden, refill, svg } from '../../ui/dom.js';
import { announce } from '../../ui/toast.js';
import { COLOURS, COLUMNS, HEIGHT, ROWS, WIDTH, catastrophe, land, leader, monument, named, outline, put, square, squareAt, tile, treasure, xOf, yOf } from './art.js';
import { makeRack } from './rack.js';
import { badge, makeTalk, say } from './talk.js';

export { picture } from './art.js';
export { say, say as label };

/** @import { Board, BoardState, Words } from '../../types.js' */
/** @import { Colour } from './art.js' */
/** @import { Pending } from './talk.js' */
/**
 * @typedef {{ board: string, map: string[], special: string[], tiles: { at: string, colour: Colour }[], treasures: string[],
 *   catastrophes: string[], leaders: { seat: number, colour: Colour, at: string, strength: number, temples: number }[],
 *   monuments: { name: string, colours: [Colour, Colour], at: string }[], kingdoms: { squares: string[] }[],
 *   players: { points: number[] | null, treasures: number | null, hand: number }[], hand: number[] | null, phase: string,
 *   pending: Pending | null, placements: { says: Words, moves: string[] }[], last: string | null }} View
 */

/** How much room the rack takes beside the map, in its units. */
const RACK = 250;
/** How far a pointer goes before it drags, in pixels. */
const SLACK = 6;

let outlined = false;

/** What stands beside a player's name: points in each colour, treasures. @param {View} view @param {number} seat */
export function panel({ players }, seat) {
  const { points, treasures, hand } = players[seat];
  return el('span', { class: 't-points', title: count('tigris.tiles', hand) }, COLOURS.map((colour, i) => el('span', {}, badge(colour), hidden(t(`tigris.colour.${colour}`)), points === null ? '?' : points[i])),
    treasures !== null && treasures > 0 && el('span', { title: count('tigris.treasures', treasures) }, svg('svg', { class: 't-badge', viewBox: '-22 -22 44 44', 'aria-hidden': 'true', focusable: 'false' }, treasure()), treasures));
}

/** The tiles of each are for their own eyes. */
export const hides = true;

export const legend = () => t('tigris.legend');

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void, onBack?: () => void }} options
 * @returns {Board}
 */
export function create(container, { onMove, onBack = () => {} }) {
  const [ground, realms, lit, pieces, marks] = Array.from({ length: 5 }, () => svg('g', {}));
  const picture = svg('svg', { class: 't', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' }, ground, realms, pieces, lit, marks);
  const field = el('div', { class: 't-field', tabindex: 0, role: 'application', 'aria-label': t('tigris.board') }, picture);
  const tip = el('div', { class: 't-tip', hidden: true });
  const talk = makeTalk({ onMove: play, onBack: back, point: (squares) => { shown = squares; drawMarks(); } });
  const rack = makeRack({ onMove: play, onBack: back, pick, drag, kingdoms: () => { outlined = !outlined; redraw(); } });
  const ghost = el('div', { class: 't-held', hidden: true, 'aria-hidden': 'true' });
  const root = el('div', { class: 't-board' }, el('div', { class: 't-map' }, field, tip, talk.root), rack.root, ghost);
  container.append(root);
  container.style.setProperty('--fits', String(WIDTH / (HEIGHT + RACK)));

  /** @type {BoardState | null} */
  let state = null;
  let built = '';
  /** What is in hand: "tile red", "leader black", "catastrophe". @type {string | null} */
  let held = null;
  /** The square under the pointer, or under the keyboard. @type {string | null} */
  let over = null;
  /** @type {string | null} */
  let cursor = null;
  /** A square that a finger chose, to be confirmed. @type {string | null} */
  let proposal = null;
  /** Squares that a decision is about. @type {string[]} */
  let shown = [];
  /** Where each thing in hand may go. @type {Map<string, Set<string>>} */
  const places = new Map();
  /** What a move would do. @type {Map<string, Words>} */
  const effects = new Map();
  /** What the words beside the pointer are about: drawn anew, their button would miss its click. */
  let tipped = '';
  /** @type {string[] | null} */
  let indexed = null;
  /** What lies on the map. @type {Map<string, { at: string, node: SVGElement }>} */
  const laid = new Map();

  const view = () => /** @type {View} */ (state?.view);
  const free = () => state !== null && state.hand !== null && state.pending === null;
  const can = (/** @type {string} */ what) => (places.get(what)?.size ?? 0) > 0;

  /** @param {BoardState} next */
  function update(next) {
    state = next;
    const { map, special, board } = view();
    if (built !== board) refill(ground, land(map, special));
    const still = next.still || built !== board;
    built = board;
    if (next.legal !== indexed) index(next);
    if (!free() || (held !== null && !can(held) && view().phase !== 'action')) held = proposal = null;
    settle(still);
    redraw();
  }

  /** @param {BoardState} next */
  function index(next) {
    indexed = next.legal;
    places.clear();
    for (const move of next.legal) {
      const [, what, at] = /^(tile \w+|leader \w+|catastrophe|take) ([a-p]\d+)$/.exec(move) ?? [];
      if (!what) continue;
      const known = places.get(what);
      if (known) known.add(at);
      else places.set(what, new Set([at]));
    }
    effects.clear();
    for (const { says, moves } of view().placements) for (const move of moves) effects.set(move, says);
  }

  /** Puts everything where the view has it; what is new comes down, what is gone goes. @param {boolean} still */
  function settle(still) {
    const { tiles, leaders, treasures, catastrophes, monuments } = view();
    /** @type {Map<string, { at: string, make: () => SVGElement, dx?: number, dy?: number }>} */
    const wanted = new Map();
    for (const { at, colour } of tiles) wanted.set(`tile ${colour} ${at}`, { at, make: () => tile(colour) });
    for (const at of catastrophes) wanted.set(`catastrophe ${at}`, { at, make: catastrophe });
    for (const { name, colours, at } of monuments) wanted.set(`monument ${name}`, { at, make: () => monument(colours), dx: 50, dy: 50 });
    for (const at of treasures) wanted.set(`treasure ${at}`, { at, make: treasure, dx: 27, dy: -27 });
    for (const { seat, colour, at, strength } of leaders) wanted.set(`leader ${colour} of ${seat} at ${at} ${strength}`, { at, make: () => leader(colour, seat, strength) });
    const waits = state?.pending?.match(/^(tile|leader|catastrophe)(?: (\w+))? ([a-p]\d+)$/);
    if (waits) {
      const [whole, kind, colour, at] = waits;
      wanted.set(whole, { at, make: () => (kind === 'tile' ? tile(/** @type {Colour} */ (colour)) : kind === 'leader' ? leader(/** @type {Colour} */ (colour), state?.turn ?? 0) : catastrophe()) });
    }
    for (const [key, { node }] of laid) {
      if (wanted.has(key)) continue;
      laid.delete(key);
      if (still || calm()) node.remove();
      else node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180 }).finished.then(() => node.remove(), () => node.remove());
    }
    for (const [key, { at, make, dx, dy }] of wanted) {
      if (!laid.has(key)) {
        const node = put(svg('g', {}, make()), at, dx, dy);
        laid.set(key, { at, node });
        if (!still && !calm()) node.firstElementChild?.animate([{ transform: 'translateY(-26px) scale(1.12)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 200, easing: 'cubic-bezier(.2, .7, .3, 1)' });
      }
      const node = laid.get(key)?.node;
      if (node) pieces.append(node);
      node?.classList.toggle('waits', key === state?.pending);
    }
  }

  function redraw() {
    if (!state) return;
    refill(realms, outlined ? view().kingdoms.map(({ squares }, i) => svg('path', { d: outline(squares), class: `t-realm r${i % 4}` })) : null);
    const open = free();
    const takes = open ? [...(places.get('take') ?? [])] : [];
    const targets = open && held !== null ? [...(places.get(held) ?? [])] : takes;
    refill(lit, targets.map((at) => frame(at, `t-lit ${good(`${held} ${at}`) ? 'gain' : ''}`)));
    field.classList.toggle('live', open);
    field.classList.toggle('aims', open && (held !== null || takes.length > 0));
    drawMarks();
    rack.update(state, held, can, { outlined });
    talk.update(state);
  }

  /** Whether a move does more than stand there. @param {string} move */
  const good = (move) => effects.has(move);

  /** @param {string} at @param {string} look */
  function frame(at, look) {
    const { column, row } = square(at);
    return svg('rect', { x: xOf(column) - 47, y: yOf(row) - 47, width: 94, height: 94, rx: 12, class: look });
  }

  /** What changes with the pointer: the square it is over, the last move, a hint, and the words beside it. */
  function drawMarks() {
    if (!state) return;
    const aimed = proposal ?? over;
    const fight = view().pending;
    const sides = fight && (fight.kind === 'war' || fight.kind === 'revolt') ? [fight.attacker, fight.defender] : [];
    const hint = state.hint?.match(/([a-p]\d+)$/)?.[1];
    refill(marks,
      view().last && frame(/** @type {string} */ (view().last), 't-last'),
      sides.flatMap((side) => [frame(side.at, 't-fights'), ...side.supporters.map((at) => frame(at, 't-supports'))]),
      shown.map((at) => frame(at, 't-shown')),
      hint && frame(hint, 't-hint'),
      free() && held !== null && aimed ? frame(aimed, places.get(held)?.has(aimed) ? 't-aim' : 't-aim wrong') : null,
      cursor && document.activeElement === field && field.matches(':focus-visible') ? frame(cursor, 't-cursor') : null);
    const text = aimed && free() && held !== null ? effect(aimed) : '';
    tip.hidden = !text;
    const told = `${text} ${aimed} ${proposal}`;
    if (!text || !aimed || told === tipped) return;
    tipped = told;
    const { column, row } = square(aimed);
    tip.style.setProperty('--x', String(Math.min(0.84, Math.max(0.16, xOf(column) / WIDTH))));
    tip.style.setProperty('--y', String((row < 2 ? yOf(row) + 58 : yOf(row) - 58) / HEIGHT));
    tip.classList.toggle('below', row < 2);
    refill(tip, el('span', {}, text), proposal && el('button', { class: 'button primary', type: 'button', on: { click: () => lay(aimed) } }, t('tigris.lay')));
  }

  /** What would happen there. @param {string} at */
  function effect(at) {
    if (held === null || !places.get(held)?.has(at)) return '';
    const says = effects.get(`${held} ${at}`);
    if (says) return words(says);
    return held.startsWith('tile') ? t('tigris.alone') : held.startsWith('leader') ? t('tigris.begins') : t('tigris.breaks');
  }

  /** @param {string | null} what */
  function pick(what) {
    // Whoever picks by keyboard goes on to the map by keyboard.
    const byKey = root.contains(document.activeElement) && document.activeElement?.matches(':focus-visible');
    held = free() ? what : null;
    proposal = null;
    redraw();
    if (held !== null && byKey) field.focus();
  }

  /** @param {string} move */
  function play(move) {
    if (!free()) return;
    held = proposal = null;
    onMove(move);
    redraw();
  }

  /** The step before this one is taken back. */
  function back() {
    if (!free()) return;
    held = proposal = null;
    onBack();
    redraw();
  }

  /** @param {string} at */
  function lay(at) {
    if (!free()) return;
    if (held === null) {
      if (places.get('take')?.has(at)) play(`take ${at}`);
      else takeUp(at);
      return;
    }
    const move = `${held} ${at}`;
    if (places.get(held)?.has(at)) play(move);
    // Why not, in the words of the rules; what is in hand stays there.
    else { proposal = null; onMove(move); redraw(); }
  }

  /** One's own leader is picked up from the map. @param {string} at */
  function takeUp(at) {
    const own = view().leaders.find((each) => each.at === at && each.seat === state?.hand);
    if (own && view().phase === 'action') pick(`leader ${own.colour}`);
  }

  /** @param {PointerEvent | MouseEvent} event */
  function spot(event) {
    const box = picture.getBoundingClientRect();
    return squareAt(((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT);
  }

  /** A piece carried from the rack to the map. @param {string} what @param {PointerEvent} down */
  function drag(what, down) {
    if (down.button !== 0) return;
    const source = /** @type {HTMLElement} */ (down.currentTarget);
    const art = source.firstElementChild?.cloneNode(true);
    let going = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!going && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
      if (!going) {
        going = true;
        held = what;
        refill(ghost, /** @type {Node} */ (art));
        ghost.hidden = false;
        redraw();
      }
      const box = root.getBoundingClientRect();
      ghost.style.setProperty('--x', `${event.clientX - box.left}px`);
      ghost.style.setProperty('--y', `${event.clientY - box.top}px`);
      const now = spot(event);
      if (now !== over) { over = now; drawMarks(); }
    };
    const end = (/** @type {PointerEvent} */ event) => {
      for (const [type, listener] of listeners) removeEventListener(type, /** @type {EventListener} */ (listener));
      ghost.hidden = true;
      if (!going) return;
      const at = event.type === 'pointerup' ? spot(event) : null;
      // A click that may follow a drag is not a choice.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener('click', swallow, { capture: true });
      setTimeout(() => {
        removeEventListener('click', swallow, { capture: true });
        over = null;
        if (at) lay(at);
        else pick(null);
      });
    };
    const listeners = /** @type {const} */ ([['pointermove', move], ['pointerup', end], ['pointercancel', end]]);
    for (const [type, listener] of listeners) addEventListener(type, /** @type {EventListener} */ (listener));
  }

  field.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return;
    const now = spot(event);
    if (now === over) return;
    over = now;
    proposal = null;
    drawMarks();
  });
  field.addEventListener('pointerleave', () => { over = null; drawMarks(); });
  let touched = false;
  field.addEventListener('pointerdown', (event) => { touched = event.pointerType !== 'mouse'; });
  field.addEventListener('click', (event) => {
    const at = spot(event);
    if (!at) return;
    // A finger covers what it points at: it shows first, and the second tap lays.
    if (touched && held !== null && proposal !== at && places.get(held)?.has(at)) {
      proposal = at;
      drawMarks();
      announce(effect(at));
    } else lay(at);
  });
  field.addEventListener('focus', () => { cursor ??= named(7, 5); drawMarks(); });
  field.addEventListener('blur', () => { over = null; drawMarks(); });
  field.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cursor ?? named(7, 5);
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); lay(at); return; }
    if (event.key === 'Escape') { pick(null); return; }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const { column, row } = square(at);
    cursor = over = named(Math.min(COLUMNS - 1, Math.max(0, column + step[0])), Math.min(ROWS - 1, Math.max(0, row + step[1])));
    proposal = null;
    drawMarks();
    announce(describe(cursor));
  });

  /** What is on a square, for those who listen. @param {string} at */
  function describe(at) {
    const { tiles, leaders, treasures, catastrophes, monuments, map } = view();
    const { column, row } = square(at);
    const here = tiles.find((each) => each.at === at);
    const who = leaders.find((each) => each.at === at);
    const things = [
      here && t(`tigris.tile.${here.colour}`), who && `${t(`tigris.leader.${who.colour}`)} (${state?.seats[who.seat] ?? ''})`,
      treasures.includes(at) && count('tigris.treasures', 1), catastrophes.includes(at) && t('tigris.catastrophe'),
      monuments.some((each) => each.at === at) && monuments.find((each) => each.at === at)?.name, map[row][column] === '~' && '~',
    ].filter(Boolean);
    return [at, ...things, effect(at)].filter(Boolean).join(', ');
  }

  return {
    update,
    focus: () => field.focus(),
    destroy: () => root.remove(),
  };
}
