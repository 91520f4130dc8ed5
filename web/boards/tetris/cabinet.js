// A well with all that stands around it: hold, what comes next, the figures. For playing, watching and racing.

import { t } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';
import { createPainter, paintShelf } from './art.js';
import { squares } from './pieces.js';
import { time } from './show.js';
import { SPRINT, ULTRA } from './well.js';

/** @import { Effect } from './art.js' */
/** @import { Setup, Well } from './well.js' */
/** @typedef {{ effects?: Effect[], plan?: { piece: number, squares: number[][] } | null, covered?: boolean, ghost?: boolean, patterns?: boolean, game?: unknown }} Look */

const SHOWN = { report: 1, modern: 5 };
/** In a race it is what one sends that counts. @param {string} mode */
const figuresOf = (mode) => (mode === 'race' ? ['sent', 'lines', 'time', 'pieces', 'speed'] : ['score', 'level', 'lines', 'time', 'pieces', 'speed']);

/** @param {Setup} setup */
export function createCabinet({ rules, width, height, mode }) {
  const above = rules === 'modern' ? 1 : 0;
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const hold = el('canvas', { 'aria-hidden': 'true' });
  const next = el('canvas', { 'aria-hidden': 'true' });
  const words = el('div', { class: 'tt-words' });
  const cover = el('div', { class: 'tt-cover' });
  const surface = el('div', { class: 'tt-surface' }, canvas);
  const shown = figuresOf(mode);
  const numbers = shown.map((name) => [name, el('dd', {})]);
  /** @type {Record<string, HTMLElement>} */
  const figures = Object.fromEntries(numbers);
  const holdBox = el('div', { class: 'tt-box hold', hidden: rules === 'report' }, el('h2', {}, t('tt.hold')), hold);
  // Whatever stands around it may ask how it is shaped.
  const vars = { columns: width, rows: height + above };
  const root = el('div', { class: 'tt-cabinet', vars },
    el('div', { class: 'tt-side left' }, holdBox,
      el('dl', { class: 'tt-figures' }, shown.map((name) => el('div', { class: name }, el('dt', {}, t(`tt.figure.${name === 'time' && mode === 'ultra' ? 'left' : name}`)), figures[name])))),
    el('div', { class: 'tt-well' }, surface, words, cover),
    el('div', { class: 'tt-side right' }, el('div', { class: 'tt-box next' }, el('h2', {}, t('tt.next')), next)));

  const painter = createPainter(canvas, { width, height, above });
  const well = /** @type {HTMLElement} */ (root.querySelector('.tt-well'));
  let cell = 20;
  let shelf = 12;
  let shelved = '';
  const watcher = new ResizeObserver(measure);
  watcher.observe(well);

  function measure() {
    painter.fit(well.clientWidth, well.clientHeight);
    cell = well.clientWidth / width;
    const room = holdBox.parentElement?.clientWidth ?? 80;
    // In a race the others want room too.
    shelf = Math.min(cell * (mode === 'race' ? 0.58 : 0.8), (room - 16) / 4);
    shelved = '';
  }

  /** @param {string} name @param {string} text */
  function tell(name, text) {
    if (figures[name] && figures[name].textContent !== text) figures[name].textContent = text;
  }

  return {
    root, surface, words, cover, vars,
    /** Where something may stand below what comes next. */
    aside: /** @type {HTMLElement} */ (root.querySelector('.tt-side.right')),
    /** The size of a square in pixels. */
    square: () => cell,
    /** @param {Well} now @param {Look} [look] */
    draw(now, { effects = [], plan = null, covered = false, ghost = true, patterns = true, game = 0 } = {}) {
      const at = now.piece < 0 ? null : squares(rules, now.piece, now.facing).map(([dx, dy]) => [now.x + dx, now.y + dy]);
      const low = at && ghost ? now.ghost - now.y : 0;
      painter.paint({
        cells: now.cells, version: `${game}|${now.pieces}|${now.lines}|${now.over}`, piece: at && { piece: now.piece, squares: at },
        ghost: at && ghost && low ? at.map(([x, y]) => [x, y + low]) : null, plan, effects, covered, patterns, grey: now.over && !now.done,
        waiting: now.waiting.reduce((sum, [lines]) => sum + lines, 0),
      });
      const waits = JSON.stringify([now.queue, now.held, now.used, covered, patterns, shelf, devicePixelRatio]);
      if (waits !== shelved) {
        shelved = waits;
        const places = SHOWN[rules];
        paintShelf(next, rules, covered ? [] : now.queue, { cell: shelf, patterns, places });
        paintShelf(hold, rules, covered ? [] : [now.held], { cell: shelf, patterns, dim: now.used, places: 1 });
      }
      tell('sent', String(now.sent));
      tell('score', String(now.score));
      tell('level', String(now.level));
      tell('lines', mode === 'sprint' ? `${now.lines} / ${SPRINT}` : String(now.lines));
      tell('time', mode === 'ultra' ? time(ULTRA - now.clock) : time(now.clock, mode === 'sprint'));
      tell('pieces', String(now.pieces));
      tell('speed', (now.clock ? (now.pieces * 60) / now.clock : 0).toFixed(2));
    },
    destroy: () => watcher.disconnect(),
  };
}

/** @typedef {ReturnType<typeof createCabinet>} Cabinet */
