// Draws the state of the map of Tigris & Euphrates. Listens to nothing.

import { t } from '../../i18n/index.js';
import { el, refill, svg } from '../../ui/dom.js';
import { placeBeside } from '../shared/confirm.js';
import { Pieces, SETTLE, moveTo } from '../shared/pieces.js';
import { parseSquare } from '../shared/squares.js';
import {
  HEIGHT, WIDTH, area, catastrophe, center, gradeSign, land, leader, monument, outline, tile, treasure,
} from './art.js';
import { explain } from './explain.js';
import { buildRack, renderRack } from './rack.js';
import { effectOn } from './speech.js';
import { aimed, fits, gradeOf, isLive, piecesShown, targets, viewOf } from './state.js';
import { buildTalk, renderTalk } from './talk.js';

/** @import { Colour, State, Thing } from './state.js' */
/** @typedef {ReturnType<typeof buildDom>} Dom */

/** How far from the middle of its square a thing lies, in units. */
const ASIDE = { tile: [0, 0], leader: [0, 0], catastrophe: [0, 0], monument: [50, 50], treasure: [27, -27] };

export function buildDom() {
  const [ground, realms, under, lit, pieces, marks] = Array.from({ length: 6 }, () => svg('g', {}));
  const picture = svg('svg', {
    class: 't', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false',
  }, ground, realms, under, pieces, lit, marks);
  const field = el('div', {
    class: 't-field', tabindex: 0, role: 'application', 'aria-label': t('tigris.board'),
  }, picture);
  const tip = el('div', { class: 't-tip', hidden: true });
  const talk = buildTalk();
  const rack = buildRack();
  const ghost = el('div', { class: 't-held', hidden: true, 'aria-hidden': 'true' });
  return {
    root: el('div', { class: 'board-parts' },
      el('div', { class: 't-board board-main' }, el('div', { class: 't-map' }, field, tip), rack.root),
      talk.root, ghost),
    field, picture, ground, realms, under, lit, marks, tip, talk, rack, ghost,
    pieces: /** @type {Pieces<{ at: string, thing: Thing }>} */ (new Pieces(pieces)),
    /** Which map is drawn. */
    map: '',
    /** What the words beside the pointer are about: drawn anew, their button would miss its click. */
    tipped: '',
  };
}

/** Everything, after an update. @param {Dom} dom @param {State} state */
export function render(dom, state) {
  const { board, map, special } = viewOf(state);
  const still = state.shown.still || dom.map !== board;
  if (dom.map !== board) refill(dom.ground, land(map, special));
  dom.map = board;
  drawPieces(dom, state, still);
  renderHand(dom, state);
}

/** @param {Dom} dom @param {State} state @param {boolean} still */
function drawPieces(dom, state, still) {
  const frames = [{ transform: 'translateY(-26px) scale(1.12)', opacity: 0 }, { transform: 'none', opacity: 1 }];
  dom.pieces.show(piecesShown(state), {
    still, fade: 180,
    make({ at, thing }) {
      const [dx, dy] = ASIDE[thing.kind];
      const { x, y } = center(at);
      return moveTo(svg('g', {}, draw(thing)), { x: x + dx, y: y + dy });
    },
    enter: (node) => node.firstElementChild?.animate(frames, { duration: 200, easing: SETTLE }),
    each(node, _, key) {
      // In the order of the list: leaders lie on top.
      dom.pieces.layer.append(node);
      node.classList.toggle('waits', key === (state.shown.pending ?? state.staged));
    },
  });
}

/** @param {Thing} thing */
function draw(thing) {
  if (thing.kind === 'leader') return leader(thing.colour, thing.seat, thing);
  if (thing.kind === 'monument') return monument(thing.colours);
  if (thing.kind === 'treasure') return treasure(thing.first);
  return thing.kind === 'tile' ? tile(/** @type {Colour} */ (thing.colour)) : catastrophe();
}

/** What changes with what is in hand. @param {Dom} dom @param {State} state */
export function renderHand(dom, state) {
  const { held } = state;
  const squares = targets(state);
  refill(dom.realms, state.kingdoms && state.realms.map(({ squares, tint }) => svg('g', { class: `t-realm r${tint}` },
    svg('path', { d: area(squares), class: 't-area' }), svg('path', { d: outline(squares), class: 't-border' }))));
  refill(dom.lit, squares.map((at) => lit(state, at)));
  dom.field.classList.toggle('live', isLive(state));
  dom.field.toggleAttribute('data-arrows', isLive(state) && held !== null);
  dom.field.classList.toggle('aims', isLive(state) && (held !== null || squares.length > 0));
  renderMarks(dom, state);
  renderRack(dom.rack, state);
  renderTalk(dom.talk, state);
}

/** A square where something may go, with what it brings. @param {State} state @param {string} at */
function lit(state, at) {
  if (state.held === null) return frame(at, 't-lit');
  const grade = gradeOf(state, at);
  return svg('g', {}, frame(at, `t-lit ${grade}`), moveTo(svg('g', {}, gradeSign(grade)), center(at)));
}

/** @param {string} at @param {string} look */
function frame(at, look) {
  const { x, y } = center(at);
  return svg('rect', { x: x - 47, y: y - 47, width: 94, height: 94, rx: 12, class: look });
}

/**
 * What changes with the pointer: the square it is over, and the words beside it.
 * @param {Dom} dom @param {State} state
 */
export function renderMarks(dom, state) {
  const { last } = viewOf(state);
  const { cursor, held, about, shown } = state;
  const { field } = dom;
  const aim = aimed(state);
  const hint = shown.hint?.match(/([a-p]\d+)$/)?.[1];
  const focused = document.activeElement === field && field.matches(':focus-visible');
  // Under the leaders, so that their strengths can be read.
  refill(dom.under, fights(state).map(({ at }) => frame(at, 't-fights')), last && frame(last, 't-last'));
  refill(dom.marks,
    fights(state).flatMap(({ supporters }) => supporters.map((each) => frame(each, 't-supports'))),
    about.map((at) => frame(at, 't-shown')),
    hint && frame(hint, 't-hint'),
    aim && frame(aim, fits(state, held, aim) ? 't-aim' : 't-aim wrong'),
    cursor && focused && frame(cursor, 't-cursor'));
  renderTip(dom, state, aim ?? (held === null ? state.told : null));
}

/** A piece of the rack is explained above it, at the lower edge of the map. @param {Dom} dom @param {Element} piece */
function placeOverRack({ tip, field }, piece) {
  const [map, own] = [field, piece].map((each) => each.getBoundingClientRect());
  const x = ((own.left + own.width / 2 - map.left) / map.width) * WIDTH;
  placeBeside(tip, { x, y: HEIGHT, gap: 20, below: false, edge: 0.19 }, { width: WIDTH, height: HEIGHT });
}

/** The two sides of a conflict that is fought now. @param {State} state */
function fights(state) {
  const { pending } = viewOf(state);
  return pending?.kind === 'war' || pending?.kind === 'revolt' ? [pending.attacker, pending.defender] : [];
}

/**
 * What would happen, beside the square, and a button for a finger.
 * @param {Dom} dom @param {State} state @param {string | null} aim
 */
function renderTip(dom, state, aim) {
  const { tip } = dom;
  const lines = !aim ? [] : state.held === null ? explain(state, aim) : [effectOn(state, aim)].filter(Boolean);
  tip.hidden = !lines.length;
  const key = `${lines} ${aim} ${state.proposal}`;
  if (!aim || !lines.length || key === dom.tipped) return;
  dom.tipped = key;
  tip.classList.toggle('explains', state.held === null);
  const piece = dom.rack.hand.querySelector(`[data-held="${aim}"]`);
  tip.classList.toggle('of-rack', piece !== null);
  if (piece) {
    placeOverRack(dom, piece);
    return refill(tip, lines.map((line) => el('span', {}, line)));
  }
  // Held sideways, a phone has room for the question at one end of the map only: the one far from the square.
  tip.classList.toggle('low', parseSquare(aim)[1] > 5);
  // An explanation is long: it goes where there is room.
  const below = parseSquare(aim)[1] < (state.held === null ? 5 : 2);
  const edge = state.held === null ? 0.19 : 0.16;
  placeBeside(tip, { ...center(aim), gap: 58, below, edge }, { width: WIDTH, height: HEIGHT });
  refill(tip, lines.map((line) => el('span', {}, line)), state.proposal
    && el('button', { class: 'button primary', type: 'button', 'data-action': 'lay' }, t('tigris.lay')));
}
