// The Quoridor board: shows a view, and says which square or wall somebody chose. It knows no rules.

import { count, t } from '../../i18n/index.js';
import { calm, el, hidden, refill, svg } from '../../ui/dom.js';
import { icon } from '../../ui/icons.js';
import { announce } from '../../ui/toast.js';
import { GROOVE, Plan, named, pawn, rack, spot, square, stick, table, textOf, wallOf, way } from './art.js';

export { picture } from './art.js';

/** @import { Board, BoardState } from '../../types.js' */
/** @import { Side, Wall, Way } from './art.js' */
/**
 * @typedef {{ size: number, seats: { pawn: string, goal: Side, left: number, distance: number, path: string[] }[],
 *   walls: { wall: string, seat: number }[], last: { move: string, seat: number } | null,
 *   shut: { wall: string, seats: number[] }[] }} View
 */
/** What is pointed at: a square, or a wall. @typedef {{ text: string, wall: Wall | null }} Aim */

/** How near the middle of a square a pointer means the square, in squares. */
const INNER = 0.36;
/** How near the middle of a square it means no wall. */
const CORE = 0.2;

let paths = false;

/** @param {string} move */
export function say(move) {
  const wall = wallOf(move);
  if (wall) return t(wall.way === 'h' ? 'quoridor.h' : 'quoridor.v', { square: move.slice(0, -1) });
  return move === 'pass' ? t('quoridor.pass') : t('quoridor.pawn', { square: move });
}

/** What stands beside a player's name. @param {View} view @param {number} seat */
export const panel = ({ seats }, seat) => el('span', { class: 'q-left', title: count('quoridor.stock', seats[seat].left) }, seats[seat].left, hidden(` ${count('quoridor.stock', seats[seat].left)}`));

export const legend = () => t('quoridor.legend');

/** @param {SVGElement} node @param {{ x: number, y: number }} at */
const put = (node, { x, y }) => { node.setAttribute('transform', `translate(${x} ${y})`); return node; };

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const [ground, racks, under, walls, pawns, over] = Array.from({ length: 6 }, () => svg('g', {}));
  const picture = svg('svg', { class: 'q', 'aria-hidden': 'true', focusable: 'false' }, ground, racks, under, walls, pawns, over);
  const standing = el('p', { class: 'visually-hidden', id: `q-${Math.random().toString(36).slice(2)}` });
  const field = el('div', { class: 'q-field', tabindex: 0, role: 'application', 'aria-label': t('quoridor.board'), 'aria-describedby': standing.id }, picture);
  const showPaths = tool('path', t('quoridor.paths'), () => { paths = !paths; redraw(); });
  const tools = el('div', { class: 'q-tools' }, showPaths, tool('swap', t('quoridor.flip'), flip));
  const confirm = el('div', { class: 'q-confirm', hidden: true }, tool('check', t('quoridor.set'), () => proposal && play(textOf(proposal))), tool('again', t('quoridor.turn'), rotate));
  const root = el('div', { class: 'q-board' }, field, tools, confirm, standing);
  container.append(root);

  /** @type {BoardState | null} */
  let state = null;
  let plan = new Plan(9, false);
  let built = '';
  /** Through whose eyes it was seen first: people who share a screen do not want it to turn all the time. @type {number | null} */
  let own = null;
  /** Seen from the other side; null until somebody asks, and then whoever sits here sits below. @type {boolean | null} */
  let asked = null;
  let turned = false;
  /** What the pointer is over. @type {Aim | null} */
  let pointed = null;
  /** Where the keyboard is: even is a square, odd a groove. @type {{ i: number, j: number } | null} */
  let cursor = null;
  /** The way a wall lies once somebody has turned it; otherwise the groove decides. @type {Way | null} */
  let held = null;
  /** A wall that a finger laid down, to be confirmed. @type {Wall | null} */
  let proposal = null;
  /** Where the pointer was last. @type {{ x: number, y: number } | null} */
  let where = null;
  /** What lies on the board, by its text. @type {Map<string, SVGElement>} */
  const laid = new Map();
  /** The pawns by seat. @type {{ text: string, node: SVGElement }[]} */
  let stand = [];

  /** @param {'path' | 'swap' | 'check' | 'again'} sign @param {string} text @param {() => void} act */
  function tool(sign, text, act) {
    return el('button', { class: 'q-tool', type: 'button', 'aria-label': text, title: text, on: { click: act } }, icon(sign));
  }

  const view = () => /** @type {View} */ (state?.view);
  const free = () => state !== null && state.hand !== null && state.pending === null;
  const aim = () => (proposal ? { text: textOf(proposal), wall: proposal } : pointed ?? (cursor ? atCursor(cursor) : null));

  /** @param {BoardState} next */
  function update(next) {
    const { size, seats } = /** @type {View} */ (next.view);
    own ??= next.seat ?? null;
    turned = asked ?? (own !== null && seats[own].goal === 'south');
    const shape = `${size} ${seats.length} ${turned}`;
    const still = next.still || shape !== built;
    state = next;
    if (shape !== built) build(size, seats);
    built = shape;
    if (!free()) proposal = null;
    settle(still);
    redraw();
  }

  /** @param {number} size @param {View['seats']} seats */
  function build(size, seats) {
    plan = new Plan(size, seats.length > 2, turned);
    picture.setAttribute('viewBox', `0 0 ${plan.w} ${plan.h}`);
    root.style.setProperty('--ratio', String(plan.w / plan.h));
    container.style.setProperty('--fits', String(plan.w / plan.h));
    refill(ground, table(plan, seats));
    laid.clear();
    refill(walls);
    stand = seats.map((_, seat) => ({ text: '', node: svg('g', {}, pawn(seat)) }));
    refill(pawns, stand.map(({ node }) => node));
    cursor = cursor && { i: Math.min(cursor.i, 2 * size - 2), j: Math.min(cursor.j, 2 * size - 2) };
  }

  /** Puts pawns and walls where the view has them, and the move that waits for the server. @param {boolean} still */
  function settle(still) {
    const { seats, walls: standing } = view();
    const wanted = new Map(standing.map(({ wall, seat }) => [wall, seat]));
    const spots = seats.map(({ pawn: at }) => at);
    const waits = state?.pending ?? null;
    if (waits !== null && state && state.turn !== null) {
      if (wallOf(waits)) wanted.set(waits, state.turn);
      else if (waits !== 'pass') spots[state.turn] = waits;
    }
    for (const [text, node] of laid) {
      if (wanted.has(text)) continue;
      laid.delete(text);
      if (still || calm()) node.remove();
      else node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 140 }).finished.then(() => node.remove(), () => node.remove());
    }
    for (const [text, seat] of wanted) {
      let node = laid.get(text);
      const wall = /** @type {Wall} */ (wallOf(text));
      if (!node) {
        node = put(svg('g', {}, stick(wall.way, seat)), spot(plan, wall));
        walls.append(node);
        laid.set(text, node);
        if (!still && !calm()) slide(/** @type {SVGElement} */ (node.firstChild), wall.way);
      }
      node.classList.toggle('waits', text === waits);
    }
    spots.forEach((text, seat) => {
      const { file, rank } = square(text);
      const { node, text: before } = stand[seat];
      put(node, { x: plan.x(file), y: plan.y(rank) });
      if (before && before !== text && !still && !calm()) {
        const old = square(before);
        node.firstElementChild?.animate([
          { transform: `translate(${plan.x(old.file) - plan.x(file)}px, ${plan.y(old.rank) - plan.y(rank)}px)` }, { transform: 'translate(0, 0)' },
        ], { duration: 190, easing: 'cubic-bezier(.2, .7, .3, 1)' });
      }
      stand[seat].text = text;
    });
  }

  /** A wall slides along its groove into place. @param {SVGElement} node @param {Way} lies */
  function slide(node, lies) {
    node.animate([{ transform: lies === 'h' ? 'translateX(70px)' : 'translateY(-70px)', opacity: 0 }, { transform: 'none', opacity: 1 }],
      { duration: 190, easing: 'cubic-bezier(.2, .7, .3, 1)' });
  }

  /** Everything but pawns and walls. */
  function redraw() {
    if (!state) return;
    const { seats, walls: standing, last } = view();
    const open = free();
    const set = (/** @type {number} */ seat) => standing.filter((wall) => wall.seat === seat).length;
    refill(racks, seats.map(({ goal, left }, seat) => rack(plan, goal, left - Number(state?.pending != null && state.turn === seat && wallOf(state.pending) !== null), left + set(seat))));
    /** @type {SVGElement[]} */
    const below = [];
    if (paths) below.push(...seats.map(({ path }, seat) => way(plan, path, seat)));
    if (last && state.pending === null && !wallOf(last.move) && last.move !== 'pass') below.push(tile(last.move, 'q-last'));
    const steps = open ? state.legal.filter((text) => !wallOf(text) && text !== 'pass') : [];
    below.push(...steps.map((text) => tile(text, 'q-lit')));
    refill(under, below);
    for (const [text, node] of laid) node.classList.toggle('last', last?.move === text && state.pending === null);
    const now = aim();
    const shut = view().shut.find(({ wall }) => wall === now?.text);
    stand.forEach(({ node }, seat) => node.classList.toggle('shut', open && (shut?.seats.includes(seat) ?? false)));
    /** @type {(SVGElement | false | null)[]} */
    const above = [
      state.hint !== null && ghost(state.hint, 'q-hint'),
      open && now !== null && (now.wall || state.legal.includes(now.text)) ? ghost(now.text, state.legal.includes(now.text) ? 'q-ghost' : 'q-ghost wrong') : null,
      cursor && document.activeElement === field && field.matches(':focus-visible') ? mark(cursor) : null,
      ...chips(),
    ];
    if (paths) above.push(...seats.map(({ pawn: at, distance }, seat) => tag(at, distance, seat)));
    refill(over, above.filter((node) => node !== null && node !== false));
    field.classList.toggle('live', open);
    showPaths.setAttribute('aria-pressed', String(paths));
    place();
    tellStanding();
  }

  /** @param {string} text @param {string} look */
  function tile(text, look) {
    const { file, rank } = square(text);
    return svg('rect', { x: plan.x(file) - 50, y: plan.y(rank) - 50, width: 100, height: 100, rx: 9, class: look });
  }

  /** A move that is not made: pointed at, or advised. @param {string} text @param {string} look */
  function ghost(text, look) {
    if (text === 'pass') return null;
    const wall = wallOf(text);
    const { file, rank } = square(text);
    const node = wall ? put(stick(wall.way, null), spot(plan, wall)) : put(pawn(state?.turn ?? 0), { x: plan.x(file), y: plan.y(rank) });
    node.classList.add(...look.split(' '));
    return node;
  }

  /** How far it is for a pawn. @param {string} at @param {number} distance @param {number} seat */
  function tag(at, distance, seat) {
    const { file, rank } = square(at);
    return svg('g', { class: `q-far seat-${seat}`, transform: `translate(${plan.x(file) + 34} ${plan.y(rank) - 34})` }, svg('circle', { r: 21 }), svg('text', { y: 8 }, distance));
  }

  /** What moves are worth: every step, and the best walls. */
  function chips() {
    const scores = state?.scores ?? [];
    const best = scores.filter(({ move }) => wallOf(move)).slice(0, 3);
    return scores.filter((score) => score.move !== 'pass' && (!wallOf(score.move) || best.includes(score))).map(({ move, label, tone }) => {
      const wall = wallOf(move);
      const { file, rank } = square(move);
      const node = svg('g', { class: `q-score ${tone}` }, svg('rect', { x: -38, y: -20, width: 76, height: 40, rx: 10 }), svg('text', { y: 8 }, label));
      return put(node, wall ? spot(plan, wall) : { x: plan.x(file), y: plan.y(rank) });
    });
  }

  /** Where the keyboard is. @param {{ i: number, j: number }} at */
  function mark({ i, j }) {
    const [w, h] = [i % 2 ? GROOVE + 8 : 108, j % 2 ? GROOVE + 8 : 108];
    return svg('rect', { x: plan.x(i / 2) - w / 2, y: plan.y(j / 2) - h / 2, width: w, height: h, rx: 11, class: 'q-cursor' });
  }

  /** The buttons beside a wall that waits for a yes. */
  function place() {
    confirm.hidden = proposal === null;
    if (!proposal) return;
    const { x, y } = spot(plan, proposal);
    const below = y < plan.h / 3;
    const end = proposal.way === 'v' ? 112 : GROOVE / 2;
    confirm.classList.toggle('below', below);
    confirm.style.setProperty('--x', String(Math.min(0.82, Math.max(0.18, x / plan.w))));
    confirm.style.setProperty('--y', String((below ? y + end : y - end) / plan.h));
  }

  function tellStanding() {
    const text = view().seats.map(({ pawn: at, left, distance }, seat) => `${state?.seats[seat] ?? ''}: ${at}, ${count('quoridor.stock', left)}, ${count('quoridor.far', distance)}.`).join(' ');
    if (standing.textContent !== text) standing.textContent = text;
  }

  /** @param {{ x: number, y: number }} at in units of the picture @returns {Aim | null} */
  function aimAt({ x, y }) {
    const { size } = plan;
    const [f, r] = [plan.file(x), plan.rank(y)];
    if (Math.min(f, r) < -0.6 || Math.max(f, r) > size - 0.4) return null;
    const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(most, Math.max(0, n));
    const [file, rank] = [clamp(Math.round(f), size - 1), clamp(Math.round(r), size - 1)];
    const [df, dr] = [Math.abs(f - file), Math.abs(r - rank)];
    const here = named(file, rank);
    if (Math.max(df, dr) < INNER && state?.legal.includes(here)) return { text: here, wall: null };
    if (Math.max(df, dr) < CORE) return { text: here, wall: null };
    const wall = { file: clamp(Math.round(f - 0.5), size - 2), rank: clamp(Math.round(r - 0.5), size - 2), way: held ?? /** @type {Way} */ (df > dr ? 'v' : 'h') };
    return { text: textOf(wall), wall };
  }

  /** @param {{ i: number, j: number }} at @returns {Aim} */
  function atCursor({ i, j }) {
    if (i % 2 === 0 && j % 2 === 0) return { text: named(i / 2, j / 2), wall: null };
    const most = plan.size - 2;
    const lies = i % 2 && j % 2 ? held ?? 'h' : i % 2 ? 'v' : 'h';
    const wall = { file: Math.min(most, i >> 1), rank: Math.min(most, j >> 1), way: /** @type {Way} */ (lies) };
    return { text: textOf(wall), wall };
  }

  /** @param {PointerEvent | MouseEvent} event */
  function spotOf(event) {
    const box = picture.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * plan.w, y: ((event.clientY - box.top) / box.height) * plan.h };
  }

  /** @param {string} text */
  function play(text) {
    if (!free()) return;
    held = proposal = null;
    pointed = where = null;
    onMove(text);
    redraw();
  }

  function rotate() {
    if (!free()) return;
    const wall = aim()?.wall;
    held = (wall?.way ?? held ?? 'v') === 'h' ? 'v' : 'h';
    if (proposal) proposal = { ...proposal, way: held };
    else if (pointed && where) pointed = aimAt(where);
    redraw();
    if (cursor && !pointed) announce(describe(atCursor(cursor)));
  }

  function flip() {
    asked = !turned;
    proposal = pointed = null;
    if (state) update({ ...state, still: true });
  }

  /** @param {Aim} at */
  function describe({ text, wall }) {
    if (!state) return '';
    const whose = view().seats.findIndex((seat) => seat.pawn === text);
    if (!wall) return whose >= 0 ? t('quoridor.here', { square: text, side: state.seats[whose] }) : state.legal.includes(text) ? t('quoridor.step', { square: text }) : text;
    if (state.legal.includes(text)) return t('quoridor.fits', { wall: say(text) });
    const shut = view().shut.find((each) => each.wall === text);
    return shut ? t('quoridor.shut', { wall: say(text), side: state.seats[shut.seats[0]] }) : t('quoridor.not', { wall: say(text) });
  }

  let fingers = 0;
  let twisted = false;
  field.addEventListener('pointermove', (event) => {
    if (proposal && event.pointerType === 'mouse') proposal = null;
    if (twisted) return;
    where = spotOf(event);
    const next = aimAt(where);
    if (next?.text === pointed?.text) return;
    pointed = next;
    if (event.pointerType !== 'mouse') proposal = null;
    redraw();
  });
  field.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') return;
    fingers++;
    if (fingers > 1) {
      twisted = true;
      rotate();
      return;
    }
    where = spotOf(event);
    pointed = aimAt(where);
    // A second tap on the wall that waits is a yes.
    if (proposal && free()) {
      const { x, y } = spot(plan, proposal);
      if (Math.hypot(x - where.x, y - where.y) < 80) return;
      proposal = null;
    }
    redraw();
  });
  field.addEventListener('pointerup', (event) => {
    if (event.pointerType === 'mouse') return;
    fingers = Math.max(0, fingers - 1);
    if (fingers > 0) return;
    const aimed = pointed;
    pointed = null;
    if (!twisted && free()) {
      if (proposal) play(textOf(proposal));
      else if (aimed?.wall) proposal = aimed.wall;
      else if (aimed) play(aimed.text);
    } else if (twisted && !proposal && aimed?.wall) proposal = { ...aimed.wall, way: held ?? aimed.wall.way };
    twisted = false;
    redraw();
  });
  const leave = () => { pointed = where = null; fingers = 0; redraw(); };
  field.addEventListener('pointercancel', leave);
  field.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') leave(); });
  let lastTouch = -Infinity;
  field.addEventListener('touchend', (event) => { lastTouch = event.timeStamp; });
  field.addEventListener('click', (event) => {
    if (event.timeStamp - lastTouch < 500 || event.detail === 0) return;
    const aimed = aimAt(spotOf(event));
    if (aimed) play(aimed.text);
  });
  field.addEventListener('contextmenu', (event) => {
    if (!free()) return;
    event.preventDefault();
    if (event.timeStamp - lastTouch > 500 && fingers === 0) rotate();
  });
  field.addEventListener('focus', () => {
    const seat = state?.hand ?? state?.turn ?? 0;
    const { file, rank } = square(view().seats[seat].pawn);
    cursor ??= { i: 2 * file, j: 2 * rank };
    redraw();
  });
  field.addEventListener('blur', () => redraw());
  field.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !cursor) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      play(atCursor(cursor).text);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const most = 2 * plan.size - 2;
    const way = turned ? -1 : 1;
    cursor = { i: Math.min(most, Math.max(0, cursor.i + way * step[0])), j: Math.min(most, Math.max(0, cursor.j + way * step[1])) };
    pointed = proposal = null;
    redraw();
    announce(describe(atCursor(cursor)));
  });

  /** Letters work wherever the focus is, unless somebody is writing. @param {KeyboardEvent} event */
  function letter(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).closest?.('input, select, textarea, dialog')) return;
    const act = { r: rotate, p: () => showPaths.click(), f: flip }[event.key.toLowerCase()];
    act?.();
  }
  document.addEventListener('keydown', letter);

  return {
    update,
    focus: () => field.focus(),
    destroy() {
      document.removeEventListener('keydown', letter);
      root.remove();
    },
  };
}
