// A well with all that stands around it: hold, what comes next, the figures. For playing, watching and racing.

import { time } from '../../arcade/time-text.js';
import { TICKS_A_SECOND } from '../../arcade/time.js';
import { decimal, t } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';
import { createPainter, paintShelf } from './art.js';
import { SHOWN } from './deal.js';
import { ULTRA, cheeseLines, sprintLines } from './modes.js';
import { createCounts } from './pace.js';
import { squares } from './pieces.js';
import { garbageRows } from './rising.js';
import { signsOf } from './report.js';
import { createShow } from './show.js';
import { strokesOn } from './touch.js';

/** @import { Look, Screen } from '../../arcade/types.js' */
/** @import { Plan } from './advice.js' */
/** @import { Skin } from './art.js' */
/** @import { Tally } from './tally.js' */
/** @import { News, Setup, Well } from './well.js' */

/** What is counted, by mode. In a race it is what one sends. @param {string} mode */
const figuresOf = (mode) => (mode === 'race' ? ['sent', 'lines', 'time', 'pieces', 'speed', 'apm']
  : ['score', 'level', 'lines', 'time', 'split', 'pieces', 'speed', 'kpp', 'apm', 'spins', 'faults']);
/** Those that are told only while somebody plays. */
const COUNTED = ['split', 'kpp', 'apm', 'spins', 'faults'];

/** Pieces a second so far. @param {Well} well */
export const speedOf = (well) => decimal(well.clock ? (well.pieces * 60) / well.clock : 0, 2);

/** Attack a minute and a piece. @param {number} minute @param {number} piece */
const attackText = (minute, piece) => `${decimal(minute, 1)} · ${decimal(piece, 2)}`;

/** One more row is to be seen above a modern well: pieces appear there. @param {Setup['rules']} rules */
export const rowsAbove = (rules) => (rules === 'modern' ? 1 : 0);

/** Where the piece in the air is; null when there is none. @param {Well} well */
export const pieceIn = (well) => (well.piece < 0 ? null
  : squares(well.rules, well.piece, well.facing).map(([dx, dy]) => [well.x + dx, well.y + dy]));

/** @param {Setup} setup @returns {Screen<Well>} */
export function createScreen(setup) {
  const { rules, width, height, mode } = setup;
  const above = rowsAbove(rules);
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const meter = mode === 'race' || mode === 'survival' ? createMeter(height) : null;
  const surface = el('div', { class: `tt-surface ${meter ? 'metered' : ''}` }, canvas, meter?.root);
  const banner = el('div', { class: 'tt-words' });
  const cover = el('div', { class: 'tt-cover' });
  const well = el('div', { class: 'tt-well' }, surface, banner, cover);
  const figures = createFigures(mode);
  const shelves = createShelves(setup);
  const left = el('div', { class: 'tt-side left' }, shelves.hold, figures.root);
  const counts = mode === 'race' ? null : createCounts();
  const right = el('div', { class: 'tt-side right' }, shelves.next, counts?.root);
  const vars = { columns: width, rows: height + above };
  const root = el('div', { class: 'tt-cabinet', vars }, left, well, right);

  const show = createShow(banner);
  const painter = createPainter(canvas, { width, height, above, meter: meter !== null });
  let cell = 20;
  const watcher = new ResizeObserver(() => {
    const gap = Number.parseFloat(getComputedStyle(root).columnGap) || 0;
    const fitted = painter.fit(well.clientWidth, well.clientHeight, undefined, gap * 0.7);
    surface.style.setProperty('--gutter', `${fitted.gutter}px`);
    surface.style.setProperty('--cell', `${fitted.cell}px`);
    cell = well.clientWidth / width;
    shelves.fit(cell, left.clientWidth);
  });
  watcher.observe(well);

  /** @param {Well} now @param {Look} look */
  function draw(now, { settings, advice, covered = false, ended = false, tally, best, version, time: at }) {
    const { patterns, skin, grid, ghostLook } = settings;
    if (root.style.getPropertyValue('--zoom') !== String(settings.zoom / 100)) {
      root.style.setProperty('--zoom', String(settings.zoom / 100));
    }
    show.settings = settings;
    const piece = pieceIn(now);
    const low = piece && settings.ghost && !ended ? now.ghost - now.y : 0;
    painter.paint({
      cells: now.cells, version: `${version}|${now.pieces}|${now.lines}|${now.over}`,
      piece: piece && { piece: now.piece, squares: piece },
      ghost: piece && low ? piece.map(([x, y]) => [x, y + low]) : null,
      plan: /** @type {Plan | undefined} */ (advice?.plan), effects: show.effects(at), covered, patterns,
      skin, grid, ghostLook, grey: now.over && !now.done,
    });
    shelves.draw(now, covered, patterns, skin);
    figures.draw(now);
    const counted = /** @type {Tally | null | undefined} */ (tally);
    figures.count(now, counted, best?.splits);
    if (counted) counts?.draw(counted);
    meter?.draw(now.incoming);
  }

  return {
    root, surface, cover, vars, draw,
    aside: right,
    hear: (news) => show.hear(/** @type {News[]} */ (news)),
    busy: (at) => show.effects(at).length > 0,
    clear: () => show.clear(),
    listen: (hands) => strokesOn(surface, hands, () => cell),
    destroy: () => watcher.disconnect(),
  };
}

/** @param {string} mode */
function createFigures(mode) {
  const shown = figuresOf(mode);
  const goal = sprintLines(mode);
  const cheese = cheeseLines(mode);
  /** @type {Record<string, HTMLElement>} */
  const values = Object.fromEntries(shown.map((name) => [name, el('dd', {})]));
  const root = el('dl', { class: 'tt-figures' }, shown.map((name) => el('div', {
    class: name, hidden: mode !== 'race' && COUNTED.includes(name),
  },
    el('dt', {}, t(`tt.figure.${name === 'time' && mode === 'ultra' ? 'left' : name}`)), values[name])));
  /** @param {string} name @param {string} text */
  function tell(name, text) {
    if (values[name] && values[name].textContent !== text) values[name].textContent = text;
  }
  /** @param {string} name @param {boolean} there */
  function show(name, there) {
    const row = values[name]?.parentElement;
    if (row && row.hidden === there) row.hidden = !there;
  }
  let counted = -1;
  let second = -1;
  return {
    root,
    /**
     * What is counted beside the well: a few times a second is enough.
     * @param {Well} now @param {Tally | null | undefined} tally @param {number[] | undefined} best
     */
    count(now, tally, best) {
      const beat = now.over ? Infinity : Math.floor(now.clock / 6);
      if (!tally || counted === beat) return;
      counted = beat;
      const { kpp, kps, apm, app, spins, fours, faults } = tally.figures(now);
      for (const name of ['kpp', 'faults']) show(name, true);
      for (const name of ['apm', 'spins']) show(name, now.rules === 'modern');
      tell('kpp', `${decimal(kpp, 2)} · ${decimal(kps, 1)}`);
      tell('apm', attackText(apm, app));
      tell('spins', `${spins} · ${fours}`);
      const last = tally.faulty[tally.faulty.length - 1];
      tell('faults', last ? `${faults} (${signsOf(last.way)})` : String(faults));
      const n = tally.splits.length;
      const then = best?.[n - 1];
      show('split', then !== undefined);
      if (then === undefined) return;
      const behind = tally.splits[n - 1] - then;
      const least = goal > 0 || cheeseLines(mode) > 0;
      const sign = behind < 0 ? '−' : '+';
      tell('split', least ? `${sign}${decimal(Math.abs(behind) / 60, 2)}` : `${sign}${Math.abs(behind)}`);
      values.split.classList.toggle('ahead', least ? behind <= 0 : behind >= 0);
    },
    /** @param {Well} now */
    draw(now) {
      tell('sent', String(now.sent));
      tell('score', String(now.score));
      tell('level', String(now.level));
      const dug = now.rising ? cheese - Math.max(0, now.rising.left) - garbageRows(now) : 0;
      tell('lines', goal ? `${now.lines} / ${goal}` : cheese ? `${dug} / ${cheese}` : String(now.lines));
      tell('time', mode === 'ultra' ? time(ULTRA - now.clock) : time(now.clock, goal > 0 || cheese > 0));
      tell('pieces', String(now.pieces));
      tell('speed', speedOf(now));
      // In a race nothing else is counted, and attack changes slowly.
      const seconds = Math.floor(now.clock / TICKS_A_SECOND);
      if (mode !== 'race' || seconds === second) return;
      second = seconds;
      tell('apm', attackText((now.sent * 60) / Math.max(1, seconds), now.sent / Math.max(1, now.pieces)));
    },
  };
}

/** The piece in hold and those that come next. @param {Setup} setup */
function createShelves({ rules, mode }) {
  const held = el('canvas', { 'aria-hidden': 'true' });
  const queue = el('canvas', { 'aria-hidden': 'true' });
  let size = 12;
  let drawn = '';
  return {
    hold: el('div', { class: 'tt-box hold', hidden: rules === 'report' }, el('h2', {}, t('tt.hold')), held),
    next: el('div', { class: 'tt-box next' }, el('h2', {}, t('tt.next')), queue),
    /** @param {number} cell a square of the well, in pixels @param {number} room */
    fit(cell, room) {
      // In a race the others want room too.
      size = Math.min(cell * (mode === 'race' ? 0.58 : 0.8), (room - 16) / 4);
      drawn = '';
    },
    /** @param {Well} now @param {boolean} covered @param {boolean} patterns @param {Skin} skin */
    draw(now, covered, patterns, skin) {
      const look = [now.queue, now.held, now.used, covered, patterns, skin, size, devicePixelRatio];
      const version = look.join();
      if (version === drawn) return;
      drawn = version;
      paintShelf(queue, rules, covered ? [] : now.queue, { cell: size, patterns, skin, places: SHOWN[rules] });
      paintShelf(held, rules, covered ? [] : [now.held], { cell: size, patterns, skin, dim: now.used, places: 1 });
    },
  };
}

/** Garbage that waits, counted inside the left wall. @param {number} height */
function createMeter(height) {
  const number = el('b', {});
  const root = el('div', { class: 'tt-meter', 'aria-hidden': 'true' }, number);
  return {
    root,
    /** @param {number} lines */
    draw(lines) {
      if (root.dataset.lines === String(lines)) return;
      root.dataset.lines = String(lines);
      root.style.setProperty('--lines', String(Math.min(lines, height)));
      number.textContent = lines ? String(lines) : '';
    },
  };
}
