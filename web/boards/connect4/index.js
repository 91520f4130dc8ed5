// The Connect Four board: shows a view, and says which column somebody chose. It knows no rules.

import { lang, t } from '../../i18n/index.js';
import { calm, el, refill, svg } from '../../ui/dom.js';
import { LANE, PAD, back, disc, extent, frame, numbers, runs, xOf, yOf } from './art.js';

export { picture } from './art.js';

/** @import { Board, BoardState } from '../../types.js' */
/** @typedef {{ width: number, height: number, columns: number[][], last: [number, number] | null, line: [number, number][] }} View */

/** @param {string} move */
export const say = (move) => t('c4.column', { n: move });

export const legend = () => t('c4.legend');

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void, onIdle?: () => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const pieces = svg('g', {});
  const under = svg('g', { class: 'c4-under' });
  const over = svg('g', { class: 'c4-over' });
  const lane = svg('g', { class: 'c4-lane' });
  const picture = svg('svg', { class: 'c4', 'aria-hidden': 'true', focusable: 'false' });
  const columns = el('div', { class: 'c4-columns', role: 'group', 'aria-label': t('c4.board') });
  const root = el('div', { class: 'c4-board' }, picture, columns);
  container.append(root);

  /** @type {BoardState | null} */
  let state = null;
  let shape = '';
  /** What lies in front of the discs. */
  let marked = '';
  /** The column under the pointer, or else the one with the focus. @type {number | null} */
  let chosen = null;
  /** @type {number | null} */
  let pointed = null;
  /** @type {number | null} */
  let focused = null;
  /** The discs on the board, by square. @type {Map<string, { seat: number, node: SVGGElement }>} */
  const lying = new Map();

  /** @param {View} view */
  function build(view) {
    const { width, height } = view;
    const { w, h } = extent(width, height);
    picture.setAttribute('viewBox', `0 0 ${w} ${h}`);
    root.style.setProperty('--ratio', String(w / h));
    container.style.setProperty('--fits', String(w / h));
    root.style.setProperty('--columns', String(width));
    root.style.setProperty('--pad', `${(PAD / w) * 100}%`);
    lying.clear();
    marked = '';
    refill(pieces);
    refill(picture, back(width, height), under, pieces, frame(width, height), numbers(width, height), over, lane);
    refill(columns, Array.from({ length: width }, (_, c) => el('button', { type: 'button', class: 'c4-column', tabindex: c ? -1 : 0 })));
  }

  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...columns.children]);

  /** @param {BoardState} next */
  function update(next) {
    const view = /** @type {View} */ (next.view);
    const now = `${view.width}x${view.height}`;
    const fresh = now !== shape;
    if (fresh) build(view);
    shape = now;
    state = next;
    drop(view, next, fresh || next.still);
    drawUnder(view, next);
    drawOver(view, next);
    drawLane(view, next);
    label(view, next);
  }

  /** Lays the discs of the view, and the one that waits for the server; new ones fall. @param {View} view @param {BoardState} next @param {boolean} still */
  function drop(view, next, still) {
    /** @type {Map<string, { c: number, r: number, seat: number, waits: boolean }>} */
    const wanted = new Map();
    view.columns.forEach((column, c) => column.forEach((seat, r) => wanted.set(`${c},${r}`, { c, r, seat, waits: false })));
    if (next.pending !== null && next.turn !== null) {
      const c = Number(next.pending) - 1;
      const r = view.columns[c]?.length ?? view.height;
      if (r < view.height) wanted.set(`${c},${r}`, { c, r, seat: next.turn, waits: true });
    }
    for (const [square, { seat, node }] of lying) {
      if (wanted.get(square)?.seat === seat) continue;
      lying.delete(square);
      if (still || calm()) node.remove();
      else node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 140 }).finished.then(() => node.remove(), () => node.remove());
    }
    for (const [square, { c, r, seat, waits }] of wanted) {
      let node = lying.get(square)?.node;
      if (!node) {
        node = svg('g', {}, disc(seat));
        node.setAttribute('transform', `translate(${xOf(c)} ${yOf(r, view.height)})`);
        pieces.append(node);
        lying.set(square, { seat, node });
        if (!still && !calm()) fall(/** @type {SVGGElement} */ (node.firstChild), view.height - r);
      }
      node.classList.toggle('waits', waits);
    }
  }

  /** Falls as things fall, and settles with one small hop. @param {SVGGElement} node @param {number} rows */
  function fall(node, rows) {
    const far = rows * 100 + LANE / 2 - 30;
    node.animate([
      { transform: `translateY(${-far}px)`, easing: 'cubic-bezier(.5, 0, .9, .6)' },
      { transform: 'translateY(0)', offset: 0.76, easing: 'cubic-bezier(.2, .6, .5, 1)' },
      { transform: `translateY(${-4 - rows * 1.6}px)`, offset: 0.87, easing: 'cubic-bezier(.5, 0, .8, .5)' },
      { transform: 'translateY(0)' },
    ], { duration: 150 + Math.min(250, rows * 42) });
  }

  /** Behind the frame: where a disc would land. @param {View} view @param {BoardState} next */
  function drawUnder(view, next) {
    /** @type {SVGElement[]} */
    const marks = [];
    const ghost = (/** @type {number} */ c, /** @type {string} */ kind) => {
      const r = view.columns[c]?.length;
      if (r === undefined || r >= view.height || next.turn === null) return;
      const node = disc(next.turn);
      node.classList.add(kind);
      node.setAttribute('transform', `translate(${xOf(c)} ${yOf(r, view.height)})`);
      marks.push(node);
    };
    if (next.hint !== null) ghost(Number(next.hint) - 1, 'c4-hint');
    else if (chosen !== null && next.hand !== null && next.pending === null && next.legal.includes(String(chosen + 1))) ghost(chosen, 'c4-landing');
    refill(under, marks);
  }

  /** In front: the last disc, and the line that won. @param {View} view @param {BoardState} next */
  function drawOver(view, next) {
    const marks = [];
    // Made anew only when it is another, since it waits for the disc to have fallen.
    const key = JSON.stringify([view.line, view.last, next.pending]);
    if (key === marked) return;
    marked = key;
    if (view.line.length) {
      for (const [c, r] of view.line) marks.push(svg('circle', { cx: xOf(c), cy: yOf(r, view.height), r: 41, class: 'c4-won' }));
      for (const [c, r, c2, r2] of runs(view.line)) {
        const line = { x1: xOf(c), y1: yOf(r, view.height), x2: xOf(c2), y2: yOf(r2, view.height) };
        marks.push(svg('line', { ...line, class: 'c4-strike-edge', pathLength: 1 }), svg('line', { ...line, class: 'c4-strike', pathLength: 1 }));
      }
    } else if (view.last && next.pending === null) {
      const [c, r] = view.last;
      marks.push(svg('circle', { cx: xOf(c), cy: yOf(r, view.height), r: 41, class: 'c4-last' }));
    }
    refill(over, marks);
  }

  /** Above: the disc in hand, marks over the open columns, or what each column is worth. @param {View} view @param {BoardState} next */
  function drawLane(view, next) {
    const marks = [];
    if (next.scores.length) {
      for (const { move, label, tone } of next.scores) {
        const x = xOf(Number(move) - 1);
        marks.push(svg('g', { class: `c4-score ${tone}`, transform: `translate(${x} ${LANE - 34})` },
          svg('rect', { x: -42, y: -24, width: 84, height: 44, rx: 10 }), svg('text', { y: 8 }, label)));
      }
    } else if (next.hand !== null && next.pending === null) {
      for (let c = 0; c < view.width; c++) {
        if (c !== chosen && next.legal.includes(String(c + 1))) marks.push(svg('path', { d: `M${xOf(c) - 11} ${LANE - 28}h22l-11 13z`, class: 'c4-open' }));
      }
      if (chosen !== null) {
        const held = disc(next.hand);
        held.classList.add('c4-held');
        if (!next.legal.includes(String(chosen + 1))) held.classList.add('blocked');
        held.setAttribute('transform', `translate(${xOf(chosen)} ${LANE / 2 - 4})`);
        marks.push(held);
      }
    }
    refill(lane, marks);
  }

  /** What a column says to those who cannot see it. @param {View} view @param {BoardState} next */
  function label(view, next) {
    columns.classList.toggle('live', next.hand !== null && next.pending === null);
    const list = new Intl.ListFormat(lang, { type: 'unit' });
    buttons().forEach((button, c) => {
      const column = view.columns[c];
      const score = next.scores.find(({ move }) => move === String(c + 1));
      const lies = column.length ? t('c4.holds', { discs: list.format(column.map((seat) => next.seats[seat] ?? '')) }) : t('c4.empty');
      const full = column.length === view.height ? ` ${t('c4.full')}` : '';
      button.setAttribute('aria-label', `${t('c4.column', { n: c + 1 })}. ${lies}${full}${score ? ` ${score.label}.` : ''}`);
      button.setAttribute('aria-disabled', String(next.hand === null));
    });
  }

  function choose() {
    const column = pointed ?? focused;
    if (column === chosen || !state) return;
    chosen = column;
    drawUnder(state.view, state);
    drawLane(state.view, state);
  }

  /** @param {number} column */
  function pick(column) {
    if (!state || state.hand === null || state.pending !== null) return;
    onMove(String(column + 1));
  }

  /** @param {number} column */
  function focusOn(column) {
    buttons().forEach((button, c) => { button.tabIndex = c === column ? 0 : -1; });
    buttons()[column]?.focus();
  }

  /** The column at a pointer, which a finger may have slid to. @param {PointerEvent} event */
  function columnAt(event) {
    const box = columns.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * buttons().length);
    const inside = event.clientY >= box.top && event.clientY <= box.bottom;
    return inside && column >= 0 && column < buttons().length ? column : null;
  }

  // A finger that slid ends over another column than it began on, and no click comes: we drop on
  // release, and let the click that may follow pass.
  let touched = -Infinity;
  const point = (/** @type {number | null} */ column) => { pointed = column; choose(); };
  columns.addEventListener('pointermove', (event) => point(columnAt(event)));
  columns.addEventListener('pointerdown', (event) => point(columnAt(event)));
  columns.addEventListener('pointerleave', () => point(null));
  columns.addEventListener('pointercancel', () => point(null));
  columns.addEventListener('pointerup', (event) => {
    if (event.pointerType === 'mouse') return;
    const column = columnAt(event);
    touched = event.timeStamp;
    point(null);
    if (column !== null) pick(column);
  });
  columns.addEventListener('click', (event) => {
    const column = buttons().indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (column >= 0 && event.timeStamp - touched > 500) pick(column);
  });
  columns.addEventListener('focusin', (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.target);
    if (button.matches(':focus-visible')) focused = buttons().indexOf(button);
    choose();
  });
  columns.addEventListener('focusout', () => { focused = null; choose(); });
  columns.addEventListener('keydown', (event) => {
    const at = buttons().indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const end = buttons().length - 1;
    const to = { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(end, at + 1), Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pointed = null;
    focusOn(to);
    focused = to;
    choose();
  });

  /** Digits drop at once, wherever the focus is, unless somebody is writing. @param {KeyboardEvent} event */
  function digit(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    if (/** @type {Element} */ (event.target).closest?.('input, select, textarea, dialog')) return;
    if (Number(event.key) <= buttons().length) pick(Number(event.key) - 1);
  }
  document.addEventListener('keydown', digit);

  return {
    update,
    focus: () => buttons().find((button) => button.tabIndex === 0)?.focus(),
    destroy() {
      document.removeEventListener('keydown', digit);
      root.remove();
    },
  };
}
