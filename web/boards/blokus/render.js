// Draws the state of Blokus' board. Listens to nothing.

import { t } from '../../i18n/index.js';
import { calm, el, refill, svg } from '../../ui/dom.js';
import { Pieces, SETTLE } from '../shared/pieces.js';
import { toolButton } from '../shared/tool.js';
import { PAD, corner, extent, ground, loose, marked, numbered, outline, piece, start, xOf, yOf } from './art.js';
import { heldOrientation, heldPiece, heldSquares } from './hand.js';
import { boxOf, isPlacement, moveNumbers, moveText, placeOf, squaresOf } from './pieces.js';
import { advise, describeBoard } from './speech.js';
import { handColour, isLive, isPlanning, layoutOf, piecesShown, troubleOf, viewOf } from './state.js';
import { buildTrayDom, layTrays, renderTrays, teamsOf, trayBox } from './trays.js';

/** @import { View } from './pieces.js' */
/** @import { Lying, State } from './state.js' */
/** @typedef {ReturnType<typeof buildDom>} Dom */

export function buildDom() {
  const drawing = svg('svg', { class: 'bk', 'aria-hidden': 'true', focusable: 'false' });
  const surface = el('div', {
    class: 'bk-surface', tabindex: 0, role: 'application', 'aria-describedby': 'bk-keys',
  });
  const floating = el('div', { class: 'bk-floating', hidden: true, 'aria-hidden': 'true' });
  const line = el('p', { class: 'bk-line' });
  const teams = el('div', { class: 'bk-teams' });
  const trays = buildTrayDom();
  const { turning, lay, lights, numbers, save, arm, drop, giveUp } = buildTools();
  const tools = el('div', { class: 'bk-tools', role: 'toolbar', 'aria-label': t('blokus.tools') },
    turning, lay, line, teams, arm, drop, lights, numbers, save, giveUp);
  const stage = el('div', { class: 'bk-stage board-main' }, drawing, surface);
  const hand = el('div', { class: 'bk-hand board-hand' }, trays.left, trays.right, tools, trays.tabs);
  const keys = el('p', { id: 'bk-keys', class: 'visually-hidden' }, t('blokus.keys'));
  return {
    root: el('div', { class: 'bk-root board-parts' }, stage, hand, floating, keys),
    drawing, surface, floating, line, teams, trays, turning, lay, lights, numbers, arm, drop, giveUp,
    below: svg('g', {}), plans: svg('g', { class: 'bk-plans' }), over: svg('g', {}), hovering: svg('g', {}),
    pieces: /** @type {Pieces<Lying>} */ (new Pieces(svg('g', {}))),
    /** Which board is drawn. */
    layout: '',
  };
}

/** The buttons under the board; those that only fingers need have the class `touching`. */
function buildTools() {
  const turning = [
    toolButton('bk-tool holds', 'turnLeft', 'left', t('blokus.turn.left'), { key: '←' }),
    toolButton('bk-tool holds', 'turnRight', 'right', t('blokus.turn.right'), { key: '→' }),
    toolButton('bk-tool holds', 'mirror', 'mirror', t('blokus.turn.mirror'), { key: 'M' }),
    toolButton('bk-tool holds', 'flip', 'flip', t('blokus.turn.flip'), { key: '↑' }),
    toolButton('bk-tool holds touching', 'jump', 'next', t('blokus.next'), { key: 'N' }),
    toolButton('bk-tool holds touching', 'close', 'back', t('blokus.putBack'), { key: 'Esc' }),
  ];
  const lay = toolButton('bk-tool holds touching lay', 'check', 'lay', t('blokus.lay'));
  const tool = (/** @type {string} */ look, /** @type {Parameters<typeof toolButton>[1]} */ sign,
    /** @type {string} */ action) => toolButton(`bk-tool idle ${look}`, sign, action, t(`blokus.${action}`),
    { short: t(`blokus.${action}.short`) });
  return {
    turning, lay, lights: tool('', 'corners', 'corners'), numbers: tool('brief', 'numbers', 'numbers'),
    save: tool('brief', 'save', 'save'),
    arm: tool('planning arm', 'hour', 'arm'), drop: tool('planning', 'close', 'drop'),
    giveUp: tool('giving', 'halt', 'giveUp'),
  };
}

/** Everything, after an update. @param {Dom} dom @param {State} state */
export function render(dom, state) {
  const view = viewOf(state);
  const layout = layoutOf(view);
  const fresh = layout !== dom.layout;
  if (fresh) build(dom, view);
  dom.layout = layout;
  dom.root.classList.toggle('watching', !state.plays);
  drawPieces(dom, state, fresh || state.shown.still);
  renderHand(dom, state);
}

/** @param {Dom} dom @param {View} view */
function build(dom, view) {
  const all = extent(view.side);
  dom.drawing.setAttribute('viewBox', `0 0 ${all} ${all}`);
  // Square, and its trays stand beside it.
  dom.root.parentElement?.style.setProperty('--fits', '1');
  dom.root.style.setProperty('--pad', `${(PAD / all) * 100}%`);
  dom.root.classList.toggle('two', view.colours.length === 2);
  dom.pieces.clear();
  refill(dom.drawing, ground(view.side), dom.below, dom.pieces.layer, dom.plans, dom.over, dom.hovering);
  layTrays(dom.trays, view);
}

/** @param {Dom} dom @param {State} state @param {boolean} still */
function drawPieces(dom, state, still) {
  const { side } = viewOf(state);
  dom.pieces.show(piecesShown(state), {
    still,
    make: ({ colour, squares }) => piece(colour, squares, side),
    enter: (node, lying) =>
      node.animate(journey(dom, lying, side), { duration: lying.waits ? 150 : 220, easing: SETTLE }),
    each: (node, { waits }) => node.classList.toggle('waits', waits),
  });
}

/**
 * From its tray to the board, which must not yet show that the piece is gone; our own piece is already on the
 * board, and only settles.
 * @param {Dom} dom @param {Lying} lying @param {number} side @returns {Keyframe[]}
 */
function journey(dom, { colour, squares, waits }, side) {
  const { x, y, w, h } = boxOf(squares);
  const middle = [xOf(x) + w * 50, yOf(y + h - 1, side) + h * 50];
  const around = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ size) =>
    `translate(${dx + middle[0]}px, ${dy + middle[1]}px) scale(${size}) translate(${-middle[0]}px, ${-middle[1]}px)`;
  const end = { transform: around(0, 0, 1) };
  const tray = waits ? null : trayBox(dom.trays, colour, placeOf(moveText(squares))?.piece ?? '');
  if (!tray) return [{ transform: around(0, 0, 1.09) }, end];
  const box = dom.drawing.getBoundingClientRect();
  const unit = extent(side) / box.width;
  const dx = (tray.left + tray.width / 2 - box.left) * unit - middle[0];
  const dy = (tray.top + tray.height / 2 - box.top) * unit - middle[1];
  return [{ transform: around(dx, dy, 0.4) }, end];
}

/**
 * What may change without a new view: the piece in hand, the lights, the words.
 * @param {Dom} dom @param {State} state
 */
export function renderHand(dom, state) {
  const view = viewOf(state);
  const colour = handColour(state);
  const squares = colour === null ? null : heldSquares(state);
  const { fits, trouble } = judgeHand(state, squares);
  const blame = trouble?.blame.map((square) => marked(square, view.side, 'bk-blame'));

  drawBelow(dom, state);
  drawOver(dom, state);
  dom.hovering.setAttribute('class', `bk-hovering ${fits ? 'good' : 'bad'}`);
  refill(dom.hovering, squares && [
    colour !== null && piece(colour, squares, view.side), outline(squares, view.side)], blame);
  drawFloating(dom, state, squares !== null);
  renderTrays(dom.trays, state);
  refill(dom.teams, teamsOf(view));
  drawPlans(dom, state);
  renderTools(dom, state, fits);
  dom.line.className = `bk-line ${trouble ? 'bad' : fits ? 'good' : ''}`;
  dom.line.textContent = advise(state, { fits, trouble });
}

/**
 * Whether the piece in hand can lie here, or why not. While others think, what is seen decides.
 * @param {State} state @param {import('./pieces.js').Square[] | null} squares
 */
export function judgeHand(state, squares) {
  if (!squares) return { fits: false, trouble: null };
  if (isLive(state) && state.legal.has(moveText(squares))) return { fits: true, trouble: null };
  const trouble = troubleOf(state, squares);
  const fits = isPlanning(state) && trouble.reason === 'other';
  return { fits, trouble: fits ? null : trouble };
}

/** What we would lay next, in its order, and the numbers of the moves. @param {Dom} dom @param {State} state */
function drawPlans(dom, state) {
  const view = viewOf(state);
  const colour = handColour(state);
  dom.plans.classList.toggle('armed', state.plans.armed);
  const numbers = state.numbers ? moveNumbers(view) : [];
  refill(dom.plans,
    numbers.map(({ squares, number }) => numbered(squares, view.side, number, 'bk-number')),
    colour !== null && state.plans.moves.map((move, i) => {
      const squares = squaresOf(move);
      return svg('g', { class: 'bk-plan' }, piece(colour, squares, view.side), outline(squares, view.side),
        numbered(squares, view.side, i + 1, 'bk-number'));
    }));
}

/** Under the pieces: where colours begin, and the corners that can be used. @param {Dom} dom @param {State} state */
function drawBelow(dom, state) {
  const { colours, corners, side, turn } = viewOf(state);
  const lit = state.corners && (isLive(state) || !state.plays) && turn !== null;
  refill(dom.below,
    colours.map((colour, i) => (colour.placed.length ? null : start(i, colour.start, side))),
    lit && corners.map((square) => corner(turn, square, side)));
}

/** Over the pieces: the last move, advice, the square that is read out. @param {Dom} dom @param {State} state */
function drawOver(dom, state) {
  const { last, side } = viewOf(state);
  const { cursor, shown } = state;
  refill(dom.over,
    last && shown.pending === null && svg('g', { class: 'bk-last' }, outline(last.squares, side)),
    advice(state),
    cursor && !heldPiece(state) && marked(cursor, side, 'bk-cursor'));
}

/** The move that somebody advises, with what it is worth. @param {State} state */
function advice(state) {
  const { hint, scores } = state.shown;
  const { turn, side } = viewOf(state);
  if (hint === null || !isPlacement(hint) || turn === null) return null;
  const squares = squaresOf(hint);
  const worth = scores.find(({ move }) => move === hint)?.label;
  const { x, y, w, h } = boxOf(squares);
  const at = `translate(${xOf(x) + w * 50} ${yOf(y + h - 1, side) + h * 50})`;
  return svg('g', { class: 'bk-hint' }, piece(turn, squares, side), outline(squares, side),
    worth && svg('g', { class: 'bk-worth', transform: at },
      svg('rect', { x: -75, y: -42, width: 150, height: 84, rx: 20 }), svg('text', { y: 19 }, worth)));
}

/**
 * The piece under the mouse, or above the finger that drags it, while it is not over the board.
 * @param {Dom} dom @param {State} state @param {boolean} onBoard
 */
function drawFloating({ floating }, state, onBoard) {
  const colour = handColour(state);
  const lies = heldOrientation(state);
  floating.hidden = lies === null || onBoard || state.device === 'keys';
  floating.classList.toggle('finger', state.device === 'touch');
  refill(floating, lies && colour !== null && loose(colour, lies.squares));
}

/** @param {Dom} dom @param {State} state @param {boolean} fits */
function renderTools(dom, state, fits) {
  const view = viewOf(state);
  const live = isLive(state);
  const holding = heldPiece(state) !== null;
  dom.surface.classList.toggle('live', live);
  dom.surface.classList.toggle('holding', holding);
  dom.surface.toggleAttribute('data-arrows', holding);
  dom.surface.setAttribute('aria-label', describeBoard(view));
  dom.root.classList.toggle('holding', holding);
  for (const button of dom.turning) button.disabled = !holding;
  dom.lay.disabled = !fits;
  dom.lights.setAttribute('aria-pressed', String(state.corners));
  dom.numbers.setAttribute('aria-pressed', String(state.numbers));
  dom.root.classList.toggle('has-plans', state.plans.moves.length > 0);
  dom.arm.hidden = dom.drop.hidden = state.plans.moves.length === 0;
  dom.arm.setAttribute('aria-pressed', String(state.plans.armed));
  dom.giveUp.disabled = !live;
  // Beside the two buttons of plans there is no room for one that cannot be pressed now.
  dom.giveUp.hidden = view.turn === null || !live && state.plans.moves.length > 0;
}

/** Shakes the piece in hand: it cannot be laid here. @param {Dom} dom */
export function shake({ hovering }) {
  if (calm()) return;
  const frames = ['none', 'translateX(-14px)', 'translateX(14px)', 'none'].map((transform) => ({ transform }));
  hovering.animate(frames, { duration: 160 });
}
