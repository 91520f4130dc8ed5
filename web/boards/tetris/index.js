// Tetris piece by piece: a well in which time stands still, for tables, lessons and study. It shows a view and says
// which placement somebody chose; what can be chosen stands in the server's list.

import { t } from '../../i18n/index.js';
import { calm, el, hidden, refill } from '../../ui/dom.js';
import { strokes } from '../../ui/icons.js';
import { announce } from '../../ui/toast.js';
import { Aim, placeOf } from './aim.js';
import { createPainter, paintShelf } from './art.js';
import { LETTERS, PIECES, ROWS } from './pieces.js';
import { readPlacement } from './paths.js';
import { worth } from './score.js';
import { createShow } from './show.js';
import { SIGNS } from './touch.js';

export { picture } from './picture.js';

/** @import { Board, BoardState } from '../../types.js' */
/** @import { Place } from './aim.js' */
/** @import { Rules } from './pieces.js' */
/** @import { Happening, Well } from './well.js' */
/**
 * @typedef {{ rules: Rules, width: number, height: number, rows: string[], piece: string | null, squares: number[][], held: string | null, used: boolean,
 *   queue: string, score: number, lines: number, level: number, pieces: number, combo: number, hard: boolean, waiting: number[][] }} View
 */

const SHOWN = { report: 1, modern: 5 };
/** So many of the analysis's placements are shown: more would cover each other. */
const BEST = 3;
/** A side's width, in squares of the well; the stylesheet knows it too. */
const SIDE = 5.2;

/** @param {string} move */
export function say(move) {
  const [, piece, facing, column, row, star] = move.match(/^([IOTSZJL])([nesw])(\d+)\.(\d+)(\*?)$/) ?? [];
  if (!piece) return move;
  return t(star ? 'tt.say.spin' : 'tt.say', { piece, facing: t(`tt.facing.${facing}`), column, row });
}

export const legend = () => t('tt.legend');

/** @param {View} view */
export const panel = (view) => el('span', {}, view.score, hidden(` ${t('tt.points')}`));

/** @param {View} view */
function cellsOf(view) {
  const cells = new Uint8Array(view.width * ROWS);
  view.rows.forEach((row, y) => [...row].forEach((letter, x) => { cells[y * view.width + x] = LETTERS.indexOf(letter); }));
  return cells;
}

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const marks = el('div', { class: 'tt-marks', 'aria-hidden': 'true' });
  const surface = el('div', { class: 'tt-surface', tabindex: 0, role: 'application', 'aria-label': t('tt.place.well') }, canvas, marks);
  const banner = el('div', { class: 'tt-words' });
  const well = el('div', { class: 'tt-well' }, surface, banner);
  const hold = el('canvas', { 'aria-hidden': 'true' });
  const next = el('canvas', { 'aria-hidden': 'true' });
  const holdBox = el('button', { class: 'tt-box hold', type: 'button', title: t('tt.place.swap'), on: { click: () => swap() } }, el('span', { class: 'tt-name' }, t('tt.hold')), hold);
  const figures = { score: el('dd', {}), lines: el('dd', {}) };
  /** @param {'ccw' | 'cw' | 'hard'} sign @param {() => void} does */
  const button = (sign, does) => el('button', { class: 'tt-key', type: 'button', 'aria-label': t(`tt.key.${sign}`), title: t(`tt.key.${sign}`), on: { click: does } }, strokes(SIGNS[sign]));
  const keys = el('div', { class: 'tt-turns' }, button('ccw', () => turn(3)), button('cw', () => turn(1)), button('hard', () => drop()));
  const lay = el('div', { class: 'tt-lay' },
    el('div', { class: 'tt-side left' }, holdBox,
      el('dl', { class: 'tt-figures' }, el('div', { class: 'score' }, el('dt', {}, t('tt.figure.score')), figures.score), el('div', {}, el('dt', {}, t('tt.figure.lines')), figures.lines)), keys),
    well,
    el('div', { class: 'tt-side right' }, el('div', { class: 'tt-box next' }, el('span', { class: 'tt-name' }, t('tt.next')), next)));
  const root = el('div', { class: 'tt-board' }, lay);
  container.append(root);
  const show = createShow(banner);

  /** @type {BoardState | null} */
  let state = null;
  let shape = '';
  /** @type {ReturnType<typeof createPainter> | null} */
  let painter = null;
  let above = 0;
  /** @type {Aim | null} */
  let aim = null;
  let cells = new Uint8Array(0);
  let version = 0;
  /** The piece in hand is the one out of hold. */
  let swapped = false;
  let facing = 0;
  /** Where the piece would be laid. @type {Place | null} */
  let chosen = null;
  /** The pointer, in squares from the lower left corner; null when it is elsewhere. @type {{ x: number, y: number } | null} */
  let point = null;
  let frame = 0;

  const view = () => /** @type {View} */ (state?.view);
  const live = () => state !== null && state.hand !== null && state.pending === null && state.legal.length > 0;
  /** What would come out of hold, or out of the queue if nothing is held; -1 where nothing can. */
  function other() {
    const { rules, used, held, queue, piece } = view();
    const letter = rules === 'report' || used ? '' : held ?? queue[0] ?? '';
    return letter && letter !== piece && aim?.has(PIECES.indexOf(letter)) ? PIECES.indexOf(letter) : -1;
  }
  const inHand = () => (swapped ? other() : PIECES.indexOf(view().piece ?? ' '));

  /** @param {BoardState} now */
  function update(now) {
    const before = state;
    state = now;
    const fresh = /** @type {View} */ (now.view);
    const size = `${fresh.rules} ${fresh.width}x${fresh.height}`;
    if (size !== shape) build(fresh);
    shape = size;
    if (before?.legal !== now.legal || before?.view !== now.view) {
      aim = new Aim(fresh.rules, now.legal);
      cells = cellsOf(fresh);
      version++;
    }
    if (before?.view !== now.view || before?.pending !== now.pending) version++;
    if (before && before.view !== now.view) celebrate(before, now);
    if (!before || before.view.pieces !== fresh.pieces || before.view.piece !== fresh.piece) {
      swapped = false;
      facing = 0;
      chosen = null;
    }
    retarget();
    draw();
  }

  /** @param {View} fresh */
  function build(fresh) {
    const { rules, width, height } = fresh;
    above = rules === 'modern' ? 1 : 0;
    painter = createPainter(canvas, { width, height, above });
    lay.style.setProperty('--columns', String(width));
    lay.style.setProperty('--rows', String(height + above));
    container.style.setProperty('--fits', String((width + 2 * SIDE) / (height + above + 0.3)));
    holdBox.hidden = rules === 'report';
    measure();
  }

  function measure() {
    painter?.fit(well.clientWidth, well.clientHeight);
    if (state) draw();
  }
  const watcher = new ResizeObserver(measure);
  watcher.observe(well);

  /** The last placement as something to be glad of: rows that go, a word, a sound. @param {BoardState} before @param {BoardState} now */
  function celebrate(before, now) {
    const [was, is] = [/** @type {View} */ (before.view), /** @type {View} */ (now.view)];
    const move = before.pending ?? now.last?.move;
    const lines = is.lines - was.lines;
    if (now.still || is.pieces !== was.pieces + 1 || !move || (!lines && !move.endsWith('*'))) return;
    const placement = readPlacement(is.rules, move);
    const at = placeOf(is.rules, move)?.squares ?? [];
    const lain = cellsOf(was);
    for (const [x, y] of at) lain[y * is.width + x] = 1;
    const rows = Array.from({ length: ROWS }, (_, y) => y).filter((y) => lain.subarray(y * is.width, (y + 1) * is.width).every(Boolean));
    const empty = lines > 0 && !is.rows.length;
    const hard = lines > 0 && (lines === 4 || Boolean(placement?.spin));
    const clear = { lines, back: hard && was.hard, combo: is.combo, empty, level: was.level };
    const full = worth(is.rules, { ...clear, spin: 'full' }).points === is.score - was.score;
    /** @type {Happening} */
    const news = { type: 'locked', piece: placement?.piece ?? 0, squares: at, rows, spin: placement?.spin ? (full ? 'full' : 'mini') : 'none', points: 0, attack: 0, sent: 0, risen: 0, ...clear };
    show.hear([news], /** @type {Well} */ (/** @type {unknown} */ ({ done: false })));
    if (!calm()) animate();
  }

  function animate() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame((now) => {
      draw(now);
      if (show.effects(now).length) animate();
    });
  }

  /** An empty square with something above it. @param {number} x @param {number} y */
  function roofed(x, y) {
    const { width } = view();
    if (x < 0 || y < 0 || x >= width || cells[y * width + x]) return false;
    for (let up = y + 1; up < ROWS; up++) if (cells[up * width + x]) return true;
    return false;
  }

  /** Finds the place anew, where the pointer is, or where the piece would drop by itself. */
  function retarget() {
    if (!live() || !aim) {
      chosen = null;
      return;
    }
    if (swapped && other() < 0) swapped = false;
    const piece = inHand();
    if (point) chosen = aim.near(piece, facing, point.x, point.y, roofed(Math.floor(point.x), Math.floor(point.y)));
    else if (chosen?.piece !== piece || !aim.places[piece][facing].includes(chosen)) chosen = aim.dropped(piece, facing, chosen?.cx ?? view().width / 2);
  }

  /** The piece over its place, at the top of the well. */
  function hovering() {
    if (!chosen) return null;
    const { height } = view();
    const ys = chosen.squares.map(([, y]) => y);
    const up = height + above - 1 - Math.max(...ys);
    return { piece: chosen.piece, squares: chosen.squares.map(([x, y]) => [x, y + up]) };
  }

  function draw(now = performance.now()) {
    if (!state || !painter) return;
    const { rules, width, rows, held, used, queue, piece, score, lines, waiting } = view();
    const waits = state.pending ? placeOf(rules, state.pending) : null;
    const shown = waits ? cells.slice() : cells;
    for (const [x, y] of waits?.squares ?? []) shown[y * width + x] = (waits?.piece ?? 0) + 1;
    const appears = !waits && piece && !chosen ? { piece: PIECES.indexOf(piece), squares: view().squares } : null;
    const hint = state.hint ? placeOf(rules, state.hint) : null;
    const over = !piece && !waits;
    painter.paint({
      cells: shown, version, piece: hovering() ?? appears, ghost: chosen && [...chosen.squares], plan: hint, effects: show.effects(now),
      waiting: waiting.reduce((sum, [n]) => sum + n, 0), grey: over && rows.length > 0,
    });
    const cell = Math.max(4, Math.min(well.clientWidth / width * 0.85, (holdBox.parentElement?.clientWidth ?? 60) / 5));
    const out = swapped && chosen;
    paintShelf(next, rules, [...(out && !held ? queue.slice(1) : queue)].map((letter) => PIECES.indexOf(letter)), { cell, places: SHOWN[rules] });
    paintShelf(hold, rules, [PIECES.indexOf((out ? piece : held) ?? ' ')], { cell, dim: used, places: 1 });
    holdBox.setAttribute('aria-label', t('tt.place.hold', { piece: held ?? t('tt.place.none') }));
    holdBox.disabled = !live() || other() < 0;
    for (const key of keys.children) /** @type {HTMLButtonElement} */ (key).disabled = !live();
    figures.score.textContent = String(score);
    figures.lines.textContent = String(lines);
    surface.classList.toggle('live', live());
    surface.dataset.place = chosen?.move ?? '';
    drawScores();
  }

  /** What the best placements are worth, each on a shadow of its own. */
  function drawScores() {
    const { rules, width, height } = view();
    /** @type {{ place: Place, label: string, tone: string }[]} */
    const rated = [];
    for (const { move, label, tone } of state?.scores ?? []) {
      const place = placeOf(rules, move);
      // What would lie over a better one, or its figure over the other's, is left out.
      const hides = (/** @type {Place} */ better) => place && (Math.abs(better.cx - place.cx) < 2 && Math.abs(better.cy - place.cy) < 1.2
        || better.squares.some(([x, y]) => place.squares.some(([x2, y2]) => x === x2 && y === y2)));
      if (place && !rated.some((better) => hides(better.place))) rated.push({ place, label, tone });
      if (rated.length === BEST) break;
    }
    refill(marks, rated.map(({ place, label, tone }, i) => el('div', { class: `tt-rated ${tone} rank-${i}`, vars: { width, height: height + above } },
      place.squares.map(([x, y]) => el('i', { vars: { x, y } })), el('b', { vars: { x: place.cx, y: place.cy } }, label))).reverse());
  }

  /** @param {number} by quarters clockwise */
  function turn(by) {
    if (!live()) return;
    const piece = inHand();
    // A facing in which there is no place at all is passed over.
    for (let tries = 0; tries < 4; tries++) {
      facing = (facing + by) % 4;
      if (aim?.places[piece][facing].length) break;
    }
    retarget();
    draw();
    tell();
  }

  function swap() {
    if (!live() || (!swapped && other() < 0)) return;
    swapped = !swapped;
    facing = 0;
    retarget();
    draw();
    tell();
  }

  function drop() {
    if (live() && chosen) onMove(chosen.move);
  }

  /** Reads out where the piece would lie, for those who play by keys. */
  function tell() {
    if (chosen && !point) announce(say(chosen.move));
  }

  /** @param {PointerEvent | WheelEvent} event */
  function locate(event) {
    const box = canvas.getBoundingClientRect();
    const { width, height } = view();
    point = { x: ((event.clientX - box.left) / box.width) * width, y: ((box.bottom - event.clientY) / box.height) * (height + above) };
    retarget();
    draw();
  }

  /** A finger first shows where, and a tap on the shadow drops: the finger covers what it points at. @type {{ x: number, y: number, on: boolean } | null} */
  let finger = null;
  surface.addEventListener('pointermove', (event) => {
    if (live() && (event.pointerType === 'mouse' || finger)) locate(event);
  });
  surface.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse' || !point) return;
    point = null;
    draw();
  });
  surface.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !live()) return;
    const before = chosen?.move;
    const aimed = point !== null;
    locate(event);
    finger = { x: event.clientX, y: event.clientY, on: aimed && chosen?.move === before };
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener('pointerup', (event) => {
    if (!finger) return;
    const still = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < 10;
    const drops = finger.on && still;
    finger = null;
    if (!drops) return;
    drop();
    point = null;
  });
  surface.addEventListener('pointercancel', () => { finger = null; });
  surface.addEventListener('click', (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === 'mouse') drop();
  });
  surface.addEventListener('contextmenu', (event) => {
    if (!live()) return;
    event.preventDefault();
    if (/** @type {PointerEvent} */ (event).pointerType === 'mouse') turn(1);
  });
  /** A wheel sends many small steps, and one quarter is meant. */
  let rolled = 0;
  surface.addEventListener('wheel', (event) => {
    if (!live()) return;
    event.preventDefault();
    if (event.timeStamp - rolled < 130) return;
    rolled = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : 3);
  }, { passive: false });

  /** @param {Place | null | undefined} to */
  function go(to) {
    point = null;
    if (to) chosen = to;
    draw();
    tell();
  }
  surface.addEventListener('keydown', (event) => {
    if (!live() || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      if (chosen) go(aim?.beside(chosen, facing, key === 'ArrowLeft' ? -1 : 1));
    } else if (key === 'ArrowDown') {
      if (chosen) go(aim?.below(chosen, facing));
    } else if (key === 'ArrowUp' || key === 'x') turn(1);
    else if (key === 'z' || key === 'w' && event.code === 'KeyZ') turn(3);
    else if (key === ' ' || key === 'Enter') drop();
    else if (key === 'c') swap();
    else return;
    event.preventDefault();
  });

  return {
    update,
    focus: () => surface.focus(),
    destroy() {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      root.remove();
    },
  };
}
