// Draws the state of Connect Four's board. Listens to nothing.

import { lang, t } from '../../i18n/index.js';
import { el, refill, svg } from '../../ui/dom.js';
import { Pieces, moveTo } from '../shared/pieces.js';
import { LANE, PAD, back, center, disc, extent, frame, numbers, xOf } from './art.js';
import { chosen, columnOf, discs, isLive, isOpen, landingRow, previewed, runs, viewOf } from './state.js';

/** @import { Disc, State, View } from './state.js' */
/** @typedef {ReturnType<typeof buildDom>} Dom */

export function buildDom() {
  const discLayer = svg('g', {});
  const picture = svg('svg', { class: 'c4', 'aria-hidden': 'true', focusable: 'false' });
  const columns = el('div', { class: 'c4-columns', role: 'group', 'aria-label': t('c4.board') });
  return {
    root: el('div', { class: 'c4-board board-main' }, picture, columns),
    picture, columns,
    discs: /** @type {Pieces<Disc>} */ (new Pieces(discLayer)),
    under: svg('g', { class: 'c4-under' }),
    over: svg('g', { class: 'c4-over' }),
    lane: svg('g', { class: 'c4-lane' }),
    /** The size of the board that is drawn, and what lies in front of its discs. */
    size: '', marked: '',
  };
}

/** @param {Dom} dom */
export const buttonsOf = ({ columns }) => /** @type {HTMLButtonElement[]} */ ([...columns.children]);

/** Everything, after an update. @param {Dom} dom @param {State} state @param {HTMLElement} container */
export function render(dom, state, container) {
  const view = viewOf(state);
  const size = `${view.width}x${view.height}`;
  const fresh = size !== dom.size;
  if (fresh) build(dom, view, container);
  dom.size = size;
  drawDiscs(dom, state, fresh || state.shown.still);
  drawOver(dom, state);
  renderChoice(dom, state);
  describeColumns(dom, state);
}

/** What changes with the chosen column. @param {Dom} dom @param {State} state */
export function renderChoice(dom, state) {
  drawUnder(dom, state);
  drawLane(dom, state);
}

/** @param {Dom} dom @param {View} view @param {HTMLElement} container */
function build(dom, { width, height }, container) {
  const { root, picture, columns, under, over, lane } = dom;
  const { w, h } = extent(width, height);
  picture.setAttribute('viewBox', `0 0 ${w} ${h}`);
  root.style.setProperty('--ratio', String(w / h));
  container.style.setProperty('--fits', String(w / h));
  root.style.setProperty('--columns', String(width));
  root.style.setProperty('--pad', `${(PAD / w) * 100}%`);
  dom.discs.clear();
  dom.marked = '';
  refill(picture, back(width, height), under, dom.discs.layer,
    frame(width, height), numbers(width, height), over, lane);
  refill(columns, Array.from({ length: width }, (_, c) =>
    el('button', { type: 'button', class: 'c4-column', tabindex: c ? -1 : 0 })));
}

/** @param {Dom} dom @param {State} state @param {boolean} still */
function drawDiscs(dom, state, still) {
  const { height } = viewOf(state);
  dom.discs.show(discs(state), {
    still,
    make: ({ column, row, seat }) => moveTo(svg('g', {}, disc(seat)), center(column, row, height)),
    enter: (node, { row }) => fall(/** @type {SVGElement} */ (node.firstChild), height - row),
    each: (node, { waits }) => node.classList.toggle('waits', waits),
  });
}

/** Falls as things fall, and settles with one small hop. @param {SVGElement} node @param {number} rows */
function fall(node, rows) {
  const far = rows * 100 + LANE / 2 - 30;
  node.animate([
    { transform: `translateY(${-far}px)`, easing: 'cubic-bezier(.5, 0, .9, .6)' },
    { transform: 'translateY(0)', offset: 0.76, easing: 'cubic-bezier(.2, .6, .5, 1)' },
    { transform: `translateY(${-4 - rows * 1.6}px)`, offset: 0.87, easing: 'cubic-bezier(.5, 0, .8, .5)' },
    { transform: 'translateY(0)' },
  ], { duration: 150 + Math.min(250, rows * 42) });
}

/** Behind the frame: where a disc would land. @param {Dom} dom @param {State} state */
function drawUnder(dom, state) {
  const view = viewOf(state);
  const preview = previewed(state);
  const row = preview && landingRow(view, preview.column);
  const { turn } = state.shown;
  if (!preview || row === null || turn === null) return refill(dom.under);
  const ghost = disc(turn);
  ghost.classList.add(preview.hint ? 'c4-hint' : 'c4-landing');
  refill(dom.under, moveTo(ghost, center(preview.column, row, view.height)));
}

/** In front: the last disc, or the line that won. @param {Dom} dom @param {State} state */
function drawOver(dom, state) {
  const { line, last, height } = viewOf(state);
  const { pending } = state.shown;
  // Drawn anew only when it is another, since it waits for the disc to have fallen.
  const key = JSON.stringify([line, last, pending]);
  if (key === dom.marked) return;
  dom.marked = key;
  if (line.length) refill(dom.over, line.map((square) => ringOn(square, height, 'c4-won')), strikes(line, height));
  else refill(dom.over, last && pending === null && ringOn(last, height, 'c4-last'));
}

/** @param {[number, number]} square @param {number} height @param {string} look */
function ringOn([column, row], height, look) {
  const { x, y } = center(column, row, height);
  return svg('circle', { cx: x, cy: y, r: 41, class: look });
}

/** The strokes through what won. @param {[number, number][]} line @param {number} height */
const strikes = (line, height) => runs(line).flatMap(([c, r, c2, r2]) => {
  const [from, to] = [center(c, r, height), center(c2, r2, height)];
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y, pathLength: 1 };
  return [svg('line', { ...ends, class: 'c4-strike-edge' }), svg('line', { ...ends, class: 'c4-strike' })];
});

/**
 * Above: what each column is worth, or the disc in hand and marks over the open columns.
 * @param {Dom} dom @param {State} state
 */
function drawLane(dom, state) {
  const { scores } = state.shown;
  refill(dom.lane, scores.length ? scores.map(chip) : isLive(state) ? [...openings(state), heldDisc(state)] : null);
}

/** @param {State['shown']['scores'][number]} score */
const chip = ({ move, label, tone }) =>
  svg('g', { class: `c4-score ${tone}`, transform: `translate(${xOf(columnOf(move))} ${LANE - 34})` },
    svg('rect', { x: -42, y: -24, width: 84, height: 44, rx: 10 }), svg('text', { y: 8 }, label));

/** @param {State} state */
const openings = (state) => viewOf(state).columns.map((_, column) => column !== chosen(state) && isOpen(state, column)
  && svg('path', { d: `M${xOf(column) - 11} ${LANE - 28}h22l-11 13z`, class: 'c4-open' }));

/** @param {State} state */
function heldDisc(state) {
  const column = chosen(state);
  if (column === null || state.shown.hand === null) return null;
  const held = disc(state.shown.hand);
  held.classList.add('c4-held');
  if (!isOpen(state, column)) held.classList.add('blocked');
  return moveTo(held, { x: xOf(column), y: LANE / 2 - 4 });
}

/** What a column says to those who cannot see it. @param {Dom} dom @param {State} state */
function describeColumns(dom, state) {
  const { hand, scores, seats } = state.shown;
  const { columns, height } = viewOf(state);
  const list = new Intl.ListFormat(lang(), { type: 'unit' });
  dom.columns.classList.toggle('live', isLive(state));
  buttonsOf(dom).forEach((button, c) => {
    const column = columns[c];
    const names = list.format(column.map((seat) => seats[seat] ?? ''));
    const score = scores.find(({ move }) => columnOf(move) === c);
    const text = `${t('c4.column', { n: c + 1 })}. ${column.length ? t('c4.holds', { discs: names }) : t('c4.empty')}`;
    const full = column.length === height ? ` ${t('c4.full')}` : '';
    button.setAttribute('aria-label', `${text}${full}${score ? ` ${score.label}.` : ''}`);
    button.setAttribute('aria-disabled', String(hand === null));
  });
}
