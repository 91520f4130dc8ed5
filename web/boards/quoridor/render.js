// Draws the state of Quoridor's board. Listens to nothing.

import { t } from '../../i18n/index.js';
import { calm, el, refill, svg } from '../../ui/dom.js';
import { placeBeside } from '../shared/confirm.js';
import { Pieces, SETTLE, moveTo } from '../shared/pieces.js';
import { toolButton } from '../shared/tool.js';
import { pawn, rack, stick, strip, table, trail } from './art.js';
import { GROOVE, textOf, wallOf } from './plan.js';
import { describe, standing } from './speech.js';
import {
  aimOf, centres, detours, isLegal, isLive, onlyCentre, pawnsShown, shutIn, steps, stockOf, viewOf, wallMeant,
  wallsShown,
} from './state.js';

/** @import { Plan, Wall } from './plan.js' */
/** @import { State } from './state.js' */
/** @typedef {ReturnType<typeof buildDom>} Dom */

/** Whether fingers play here. */
const coarse = () => matchMedia('(pointer: coarse)').matches;

/** How walls are placed by whatever points here. @param {State} state */
function help({ centres }) {
  if (centres) return t(coarse() ? 'quoridor.how.centres.touch' : 'quoridor.how.centres');
  return t(coarse() ? 'quoridor.how.touch' : 'quoridor.how');
}

export function buildDom() {
  const [ground, racks, under, wallLayer, pawns, over] = Array.from({ length: 6 }, () => svg('g', {}));
  const layers = [ground, racks, under, wallLayer, pawns, over];
  const picture = svg('svg', { class: 'q', 'aria-hidden': 'true', focusable: 'false' }, layers);
  const standing = el('p', { class: 'visually-hidden', id: `q-${Math.random().toString(36).slice(2)}` });
  const field = el('div', {
    class: 'q-field', tabindex: 0, role: 'application',
    'aria-label': t('quoridor.board'), 'aria-describedby': standing.id,
  }, picture);
  const tool = (/** @type {Parameters<typeof toolButton>[1]} */ sign, /** @type {string} */ action,
    /** @type {string} */ key) => toolButton('button q-act', sign, action, t(`quoridor.${action}`),
    { short: t(`quoridor.${action}`), key });
  const toggles = { paths: tool('path', 'paths', 'P'), meter: tool('chart', 'meter', 'D'),
    centres: tool('corners', 'centres', 'C') };
  const how = el('p', { class: 'q-how small quiet-text' });
  // Seen, not said: the bars count the walls, and keys need no rack.
  const walls = el('div', { class: 'q-strip', 'aria-hidden': 'true', hidden: true });
  const tools = el('div', { class: 'q-tools board-hand' },
    walls, Object.values(toggles), tool('swap', 'flip', 'F'), how);
  const confirm = el('div', { class: 'q-confirm', hidden: true },
    toolButton('q-tool', 'check', 'set', t('quoridor.set')),
    toolButton('q-tool', 'again', 'turn', t('quoridor.turn'), { key: 'R' }));
  const ways = el('div', { class: 'q-confirm q-ways', role: 'group', 'aria-label': t('quoridor.way'), hidden: true },
    [way('h'), way('v')]);
  return {
    root: el('div', { class: 'board-parts' },
      el('div', { class: 'q-board board-main' }, field, confirm, ways, standing), tools),
    field, picture, ground, racks, under, pawnLayer: pawns, over, toggles, how,
    confirm, ways, standing, strip: walls,
    walls: /** @type {Pieces<{ wall: Wall, seat: number }>} */ (new Pieces(wallLayer)),
    /** The pawns by seat, and the squares on which they were drawn. @type {{ node: SVGElement, square: string }[]} */
    pawns: [],
    /** Which board is drawn. */
    built: '',
  };
}

/** A button for how a wall lies. @param {'h' | 'v'} lies */
const way = (lies) => el('button', {
  class: 'q-tool q-way-button', type: 'button', 'data-way': lies,
  'aria-label': t(`quoridor.way.${lies}`), title: t(`quoridor.way.${lies}`),
}, el('span', { class: `q-bar ${lies}`, 'aria-hidden': 'true' }));

/** Everything, after an update. @param {Dom} dom @param {State} state @param {HTMLElement} container */
export function render(dom, state, container) {
  const { size, seats } = viewOf(state);
  const board = `${size} ${seats.length} ${state.plan.turned} ${state.plan.tray}`;
  const still = state.shown.still || board !== dom.built;
  if (board !== dom.built) build(dom, state, container);
  dom.built = board;
  drawWalls(dom, state, still);
  drawPawns(dom, state, still);
  renderMarks(dom, state);
}

/** Everything but pawns and walls. @param {Dom} dom @param {State} state */
export function renderMarks(dom, state) {
  const { seats, last } = viewOf(state);
  const { pending } = state.shown;
  refill(dom.racks, seats.map(({ goal }, seat) => rack(state.plan, goal, stockOf(state, seat))));
  renderStrip(dom, state);
  refill(dom.under, below(state));
  refill(dom.over, above(dom, state));
  for (const [text, node] of dom.walls.nodes) node.classList.toggle('last', last?.move === text && pending === null);
  const shut = shutIn(state);
  dom.pawns.forEach(({ node }, seat) => node.classList.toggle('shut', shut.includes(seat)));
  dom.field.classList.toggle('live', isLive(state));
  for (const [name, button] of Object.entries(dom.toggles)) {
    button.setAttribute('aria-pressed', String(state[/** @type {'paths' | 'meter' | 'centres'} */ (name)]));
  }
  placeConfirm(dom, state);
  const wall = cursorOnly(state) ? null : wallMeant(state);
  const line = wall ? describe(state, wall) : help(state);
  if (dom.how.textContent !== line) dom.how.textContent = line;
  const text = standing(state);
  if (dom.standing.textContent !== text) dom.standing.textContent = text;
}

/** The own walls below a small board, which has no trays. @param {Dom} dom @param {State} state */
function renderStrip({ strip: root }, state) {
  const seat = state.shown.hand ?? state.own;
  root.hidden = !state.small || seat === null;
  if (root.hidden || seat === null) return;
  const { left, most } = stockOf(state, seat);
  root.classList.toggle('live', isLive(state) && left > 0);
  const key = `${left} ${most}`;
  if (root.dataset.drawn === key) return;
  root.dataset.drawn = key;
  refill(root, strip(left, most));
}

/** Whether only the keyboard aims: what it aims at is read aloud. @param {State} state */
const cursorOnly = ({ proposal, chosen, pointed }) => !proposal && !chosen && !pointed;

/** @param {Dom} dom @param {State} state @param {HTMLElement} container */
function build(dom, state, container) {
  const { plan } = state;
  const { seats } = viewOf(state);
  dom.picture.setAttribute('viewBox', `0 0 ${plan.w} ${plan.h}`);
  dom.root.style.setProperty('--ratio', String(plan.w / plan.h));
  container.style.setProperty('--fits', String(plan.w / plan.h));
  refill(dom.ground, table(plan, seats));
  dom.walls.clear();
  dom.pawns = seats.map((_, seat) => ({ square: '', node: svg('g', {}, pawn(seat)) }));
  refill(dom.pawnLayer, dom.pawns.map(({ node }) => node));
}

/** @param {Dom} dom @param {State} state @param {boolean} still */
function drawWalls(dom, state, still) {
  dom.walls.show(wallsShown(state), {
    still,
    make: ({ wall, seat }) => moveTo(svg('g', {}, stick(wall.orientation, seat)), state.plan.wall(wall)),
    enter: (node, { wall }) => slide(/** @type {SVGElement} */ (node.firstChild), wall),
    each: (node, _, text) => node.classList.toggle('waits', text === state.shown.pending),
  });
}

/** A wall slides along its groove into place. @param {SVGElement} node @param {Wall} wall */
function slide(node, { orientation }) {
  const from = orientation === 'h' ? 'translateX(70px)' : 'translateY(-70px)';
  const frames = [{ transform: from, opacity: 0 }, { transform: 'none', opacity: 1 }];
  node.animate(frames, { duration: 190, easing: SETTLE });
}

/** @param {Dom} dom @param {State} state @param {boolean} still */
function drawPawns(dom, state, still) {
  pawnsShown(state).forEach((square, seat) => {
    const pawn = dom.pawns[seat];
    const to = state.plan.square(square);
    moveTo(pawn.node, to);
    if (pawn.square && pawn.square !== square && !still && !calm()) {
      const from = state.plan.square(pawn.square);
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      const frames = [{ transform: start }, { transform: 'translate(0, 0)' }];
      pawn.node.firstElementChild?.animate(frames, { duration: 190, easing: SETTLE });
    }
    pawn.square = square;
  });
}

/** Under the pieces: paths, the last step, the squares to step to. @param {State} state */
function below(state) {
  const { plan, shown, paths } = state;
  const { seats, last } = viewOf(state);
  const stepped = last && shown.pending === null && !wallOf(last.move) && last.move !== 'pass';
  return [
    ...(paths ? seats.map(({ path }, seat) => trail(plan, path, seat)) : []),
    stepped && tile(plan, last.move, 'q-last'),
    ...steps(state).map((square) => tile(plan, square, 'q-lit')),
    ...centres(state).map((wall) => moveTo(svg('circle', { r: 9, class: 'q-centre' }), plan.wall(wall))),
  ];
}

/**
 * Over the pieces: advice, what is aimed at, the cursor, what moves are worth, distances.
 * @param {Dom} dom @param {State} state
 */
function above({ field }, state) {
  const { shown, cursor, plan } = state;
  const seen = document.activeElement === field && field.matches(':focus-visible');
  return [
    shown.hint !== null && ghost(state, shown.hint, 'q-hint'),
    aimedGhost(state),
    cursor && seen && cursorMark(plan, cursor),
    ...chips(state),
    ...distanceTags(state),
    carriedStick(state),
  ];
}

/** @param {State} state */
function aimedGhost(state) {
  const aim = isLive(state) ? aimOf(state) : null;
  if (!aim) return null;
  if (aim.wall && onlyCentre(state)) {
    return moveTo(svg('circle', { r: 17, class: 'q-centre aimed' }), state.plan.wall(aim.wall));
  }
  if (isLegal(state, aim.text)) return ghost(state, aim.text, 'q-ghost');
  return aim.wall && ghost(state, aim.text, 'q-ghost wrong');
}

/** @param {Plan} plan @param {string} square @param {string} look */
function tile(plan, square, look) {
  const { x, y } = plan.square(square);
  return svg('rect', { x: x - 50, y: y - 50, width: 100, height: 100, rx: 9, class: look });
}

/** A move that is not made: pointed at, or advised. @param {State} state @param {string} move @param {string} look */
function ghost(state, move, look) {
  if (move === 'pass') return null;
  const wall = wallOf(move);
  const node = wall ? stick(wall.orientation, null) : pawn(state.shown.turn ?? 0);
  node.classList.add(...look.split(' '));
  return moveTo(node, state.plan.move(move));
}

/**
 * How far it is for every pawn, where that is shown, and how much further round the aimed wall.
 * @param {State} state
 */
function distanceTags(state) {
  const more = detours(state);
  const all = state.paths || state.meter;
  return viewOf(state).seats.map(({ pawn, distance }, seat) => {
    const text = `${all ? distance : ''}${more[seat] ? `+${more[seat]}` : ''}`;
    if (!text) return null;
    const { x, y } = state.plan.square(pawn);
    const width = 28 + 14 * text.length;
    const node = svg('g', { class: `q-far seat-${seat} ${more[seat] ? 'longer' : ''}` },
      svg('rect', { x: -width / 2, y: -21, width, height: 42, rx: 21 }), svg('text', { y: 8 }, text));
    return moveTo(node, { x: x + 34, y: y - 34 });
  });
}

/** The wall in hand, while it is over no place for one. @param {State} state */
function carriedStick({ carried, pointed, pointer, orientation }) {
  if (!carried || pointed || !pointer) return null;
  const node = stick(orientation ?? 'v', null);
  node.classList.add('q-ghost');
  return moveTo(node, pointer);
}

/** What moves are worth: every step, and the best walls. @param {State} state */
function chips({ shown: { scores }, plan }) {
  const best = scores.filter(({ move }) => wallOf(move)).slice(0, 3);
  const shown = scores.filter((score) => score.move !== 'pass' && (!wallOf(score.move) || best.includes(score)));
  const walls = shown.map(({ move, tone }) => {
    const wall = wallOf(move);
    return wall && moveTo(svg('g', { class: `q-score ${tone}` }, scoredWall(wall)), plan.move(move));
  });
  const labels = shown.map(({ move, label, tone }) => {
    const wall = wallOf(move);
    // On a half of its wall, so that two walls that would cross are both read.
    const [x, y] = wall ? (wall.orientation === 'h' ? [64, 0] : [0, -64]) : [0, 0];
    return moveTo(svg('g', { class: `q-score ${tone}` },
      svg('rect', { x: x - 38, y: y - 20, width: 76, height: 40, rx: 10 }), svg('text', { x, y: y + 8 }, label)),
    plan.move(move));
  });
  // No wall covers what another is worth.
  return [...walls, ...labels];
}

/** The wall that a value is of: how it lies is seen, and said. @param {Wall} wall */
function scoredWall(wall) {
  const node = stick(wall.orientation, null);
  node.classList.add('q-scored');
  node.append(svg('title', {}, textOf(wall)));
  return node;
}

/** @param {Plan} plan @param {[number, number]} cursor */
function cursorMark(plan, [i, j]) {
  const [w, h] = [i, j].map((n) => (n % 2 ? GROOVE + 8 : 108));
  const corner = { x: plan.x(i / 2) - w / 2, y: plan.y(j / 2) - h / 2 };
  return svg('rect', { ...corner, width: w, height: h, rx: 11, class: 'q-cursor' });
}

/** The buttons beside a wall that waits for a yes, or for how it lies. @param {Dom} dom @param {State} state */
function placeConfirm({ confirm, ways }, state) {
  const { proposal, chosen, plan } = state;
  confirm.hidden = proposal === null;
  ways.hidden = chosen === null;
  const wall = proposal ?? chosen;
  if (!wall) return;
  const { x, y } = plan.wall(wall);
  const gap = chosen || wall.orientation === 'v' ? 112 : GROOVE / 2;
  const place = { x, y, gap, below: y < plan.h / 3, edge: 0.18 };
  placeBeside(proposal ? confirm : ways, place, { width: plan.w, height: plan.h });
  if (!chosen) return;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (ways.querySelectorAll('[data-way]'))) {
    const orientation = /** @type {'h' | 'v'} */ (button.dataset.way);
    button.disabled = !isLegal(state, textOf({ ...chosen, orientation }));
    button.classList.toggle('on', orientation === chosen.orientation);
  }
}
