// The board's elements, and the well drawn into them.

import { t } from '../../i18n/index.js';
import { el, refill } from '../../ui/dom.js';
import { strokes } from '../../ui/icons.js';
import { placeOf } from './aim.js';
import { createPainter, paintShelf } from './art.js';
import { SHOWN } from './deal.js';
import { PIECES } from './pieces.js';
import { rowsAbove } from './screen.js';
import { isLive, otherPiece, viewOf } from './state.js';
import { SIGNS } from './touch.js';

/** @import { BoardState } from '../../types.js' */
/** @import { Place } from './aim.js' */
/** @import { Effect } from './art.js' */
/** @import { State, View } from './state.js' */

/** So many of the analysis's placements are shown: more would cover each other. */
const BEST = 3;
/** A side's width, in squares of the well; the stylesheet knows it too. */
const SIDE = 5.2;
const TURNS = /** @type {const} */ (['ccw', 'cw', 'hard']);
const KEYS = { ccw: 'Z', cw: 'X', hard: '⏎' };

/** @typedef {ReturnType<typeof createDom>} Dom */
export function createDom() {
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const marks = el('div', { class: 'tt-marks', 'aria-hidden': 'true' });
  const surface = el('div', {
    class: 'tt-surface', tabindex: 0, role: 'application', 'aria-label': t('tt.place.well'),
  }, canvas, marks);
  const banner = el('div', { class: 'tt-words' });
  const well = el('div', { class: 'tt-well' }, surface, banner);
  const hold = el('canvas', { 'aria-hidden': 'true' });
  const next = el('canvas', { 'aria-hidden': 'true' });
  const holdBox = el('button', { class: 'tt-box hold', type: 'button', title: t('tt.place.swap') },
    el('span', { class: 'tt-name' }, t('tt.hold')), hold);
  const [score, lines] = [el('dd', {}), el('dd', {})];
  const keys = TURNS.map((action) => el('button', {
    class: 'tt-key', type: 'button', 'aria-label': t(`tt.key.${action}`),
    title: `${t(`tt.key.${action}`)} (${KEYS[action]})`,
    'data-action': action,
  }, strokes(SIGNS[action])));
  const left = el('div', { class: 'tt-side left' }, holdBox,
    el('dl', { class: 'tt-figures' },
      el('div', { class: 'score' }, el('dt', {}, t('tt.figure.score')), score),
      el('div', {}, el('dt', {}, t('tt.figure.lines')), lines)),
    el('div', { class: 'tt-turns' }, keys));
  const lay = el('div', { class: 'tt-lay' }, left, well,
    el('div', { class: 'tt-side right' },
      el('div', { class: 'tt-box next' }, el('span', { class: 'tt-name' }, t('tt.next')), next)));
  const root = el('div', { class: 'tt-board board-main' }, lay);
  return { root, lay, left, well, canvas, marks, surface, banner, hold, next, holdBox, score, lines, keys };
}

/** @param {Dom} dom @param {HTMLElement} container */
export function createRenderer(dom, container) {
  let shape = '';
  /** @type {ReturnType<typeof createPainter> | null} */
  let painter = null;

  function fit() {
    painter?.fit(dom.well.clientWidth, dom.well.clientHeight);
  }

  /** Another well than before: a painter and a shape of its own. @param {View} view */
  function build({ rules, width, height }) {
    const rows = height + rowsAbove(rules);
    painter = createPainter(dom.canvas, { width, height, above: rowsAbove(rules) });
    dom.lay.style.setProperty('--columns', String(width));
    dom.lay.style.setProperty('--rows', String(rows));
    container.style.setProperty('--fits', String((width + 2 * SIDE) / (rows + 0.3)));
    dom.holdBox.hidden = rules === 'report';
    fit();
  }

  return {
    fit,
    /** @param {State} state @param {Effect[]} effects */
    draw(state, effects) {
      const view = viewOf(state);
      const size = `${view.rules} ${view.width}x${view.height}`;
      if (size !== shape) build(view);
      shape = size;
      painter?.paint(sceneOf(state, effects));
      drawShelves(dom, state);
      drawControls(dom, state);
      drawScores(dom.marks, state.shown);
    },
  };
}

/** What the painter shows. @param {State} state @param {Effect[]} effects */
function sceneOf(state, effects) {
  const { shown, cells, version, chosen } = state;
  const { rules, width, rows, piece, squares, waiting } = viewOf(state);
  const pending = shown.pending ? placeOf(rules, shown.pending) : null;
  const lying = pending ? cells.slice() : cells;
  for (const [x, y] of pending?.squares ?? []) lying[y * width + x] = (pending?.piece ?? 0) + 1;
  const appears = !pending && piece && !chosen ? { piece: PIECES.indexOf(piece), squares } : null;
  return {
    cells: lying, version, piece: hovering(state) ?? appears, ghost: chosen && [...chosen.squares],
    plan: shown.hint ? placeOf(rules, shown.hint) : null, effects,
    waiting: waiting.reduce((sum, [n]) => sum + n, 0), grey: !piece && !pending && rows.length > 0,
  };
}

/** The piece over its place, at the top of the well. @param {State} state */
function hovering(state) {
  const { chosen } = state;
  if (!chosen) return null;
  const { rules, height } = viewOf(state);
  const up = height + rowsAbove(rules) - 1 - Math.max(...chosen.squares.map(([, y]) => y));
  return { piece: chosen.piece, squares: chosen.squares.map(([x, y]) => [x, y + up]) };
}

/** @param {Dom} dom @param {State} state */
function drawShelves(dom, state) {
  const { rules, width, held, used, queue, piece } = viewOf(state);
  const cell = Math.max(4, Math.min(dom.well.clientWidth / width * 0.85, dom.left.clientWidth / 5));
  const out = state.swapped && state.chosen;
  const coming = [...(out && !held ? queue.slice(1) : queue)].map((letter) => PIECES.indexOf(letter));
  paintShelf(dom.next, rules, coming, { cell, places: SHOWN[rules] });
  paintShelf(dom.hold, rules, [PIECES.indexOf((out ? piece : held) ?? ' ')], { cell, dim: used, places: 1 });
}

/** @param {Dom} dom @param {State} state */
function drawControls(dom, state) {
  const { held, score, lines } = viewOf(state);
  const live = isLive(state);
  dom.holdBox.setAttribute('aria-label', t('tt.place.hold', { piece: held ?? t('tt.place.none') }));
  dom.holdBox.disabled = !live || otherPiece(state) < 0;
  for (const key of dom.keys) key.disabled = !live;
  dom.score.textContent = String(score);
  dom.lines.textContent = String(lines);
  dom.surface.classList.toggle('live', live);
  dom.surface.toggleAttribute('data-arrows', live);
  dom.surface.dataset.place = state.chosen?.move ?? '';
}

/** Whether one place would lie over another, or its figure over the other's. @param {Place} a @param {Place} b */
const collide = (a, b) => (Math.abs(a.cx - b.cx) < 2 && Math.abs(a.cy - b.cy) < 1.2)
  || a.squares.some(([x, y]) => b.squares.some(([x2, y2]) => x === x2 && y === y2));

/**
 * What the best placements are worth, each on a shadow of its own.
 * @param {Element} marks @param {BoardState} shown
 */
function drawScores(marks, { view, scores }) {
  const { rules, width, height } = /** @type {View} */ (view);
  /** @type {{ place: Place, label: string, tone: string }[]} */
  const rated = [];
  for (const { move, label, tone } of scores) {
    const place = placeOf(rules, move);
    if (place && !rated.some((better) => collide(better.place, place))) rated.push({ place, label, tone });
    if (rated.length === BEST) break;
  }
  const vars = { width, height: height + rowsAbove(rules) };
  refill(marks, rated.map(({ place, label, tone }, i) => el('div', { class: `tt-rated ${tone} rank-${i}`, vars },
    place.squares.map(([x, y]) => el('i', { vars: { x, y } })),
    el('b', { vars: { x: place.cx, y: place.cy } }, label))).reverse());
}
