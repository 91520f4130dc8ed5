// The well, drawn: a painter for one canvas, given what is to be seen; and small shelves for pieces that wait.
// Knows nothing of rules or time: a race draws four of these, a lesson one.

import { PIECES, GARBAGE, squares } from './pieces.js';

/** @import { Rules } from './pieces.js' */
/**
 * Something that is seen for a moment; `age` goes from 0 to 1.
 * @typedef {{ kind: 'clear', rows: number[], age: number } | { kind: 'lock', squares: number[][], age: number }
 *   | { kind: 'trail', squares: number[][], from: number, age: number }} Effect
 */
/**
 * What is to be seen. `version` changes when `cells` do.
 * @typedef {{ cells: Uint8Array, version: unknown, piece?: { piece: number, squares: number[][] } | null,
 *   ghost?: number[][] | null, plan?: { piece: number, squares: number[][] } | null, effects?: Effect[],
 *   waiting?: number, covered?: boolean, patterns?: boolean, grey?: boolean, skin?: Skin, grid?: boolean,
 *   ghostLook?: number }} Scene
 */
/** How squares are drawn. @typedef {'bevel' | 'flat' | 'outline'} Skin */

/** By number: the pieces from 1, then garbage. */
export const COLOURS = ['', '#35b3c7', '#e0b238', '#a066cf', '#52a855', '#d5524a', '#4878dc', '#e0873a', '#838a97'];
const LIGHT = ['', '#6fd6e6', '#f5d574', '#c596ea', '#83cf84', '#ef8880', '#80a6f6', '#f6b27a', '#adb3be'];
const DARK = ['', '#1d7f90', '#a67d14', '#6d3d97', '#2f7635', '#98322c', '#2b4f9f', '#a35a1c', '#5a606c'];
const FLOOR = '#12141a';
const GRID = '#1f232c';
const RIM = '#3a404d';
const PLAN = '#7fd6ce';
const DANGER = '#e4655b';

/** A canvas that is not in the page. @param {number} w @param {number} h */
function sheet(w, h) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, w);
  canvas.height = Math.max(1, h);
  return { canvas, pen: /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')) };
}

/**
 * The sign of each piece, for eyes that do not tell the colours apart.
 * @param {CanvasRenderingContext2D} pen @param {number} s
 */
function sign(pen, s, /** @type {number} */ colour) {
  const c = s / 2;
  const r = s * 0.2;
  /** @param {...number[]} points */
  const line = (...points) => {
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(c + x * r, c + y * r) : pen.moveTo(c + x * r, c + y * r)));
    pen.stroke();
  };
  const ring = (/** @type {number} */ radius, /** @type {boolean} */ full) => {
    pen.beginPath();
    pen.arc(c, c, radius, 0, 7);
    if (full) pen.fill();
    else pen.stroke();
  };
  switch (LETTERS_BY_COLOUR[colour]) {
    case 'I': line([-1, -0.5], [1, -0.5]); line([-1, 0.5], [1, 0.5]); break;
    case 'O': pen.strokeRect(c - r * 0.85, c - r * 0.85, r * 1.7, r * 1.7); break;
    case 'T': ring(r * 0.62, true); break;
    case 'S': line([-0.9, 0.9], [0.9, -0.9]); break;
    case 'Z': line([-0.9, -0.9], [0.9, 0.9]); break;
    case 'J': ring(r * 0.85, false); break;
    case 'L': line([-0.9, -0.9], [0.9, 0.9]); line([-0.9, 0.9], [0.9, -0.9]); break;
    default: break;
  }
}
const LETTERS_BY_COLOUR = ` ${PIECES}G`;

/**
 * Every kind of square at one size, side by side: rows are plain, with signs, and grey.
 * @param {number} s @param {Skin} skin
 */
function tiles(s, skin) {
  const { canvas, pen } = sheet(s * COLOURS.length, s * 3);
  const edge = Math.max(1, Math.round(s * 0.09));
  for (let row = 0; row < 3; row++) {
    for (let colour = 1; colour < COLOURS.length; colour++) {
      const look = row === 2 ? GARBAGE : colour;
      const [body, light, dark] = [COLOURS[look], LIGHT[look], DARK[look]];
      pen.save();
      pen.translate(colour * s, row * s);
      const gap = s > 14 ? 1 : 0;
      const w = s - gap;
      if (skin === 'bevel') bevel(pen, w, edge, [body, light, dark]);
      else if (skin === 'flat') {
        pen.fillStyle = body;
        pen.fillRect(0, 0, w, w);
      } else {
        pen.fillStyle = `color-mix(in srgb, ${body} 30%, ${FLOOR})`;
        pen.fillRect(0, 0, w, w);
        pen.strokeStyle = light;
        pen.lineWidth = Math.max(1, edge);
        pen.strokeRect(pen.lineWidth / 2, pen.lineWidth / 2, w - pen.lineWidth, w - pen.lineWidth);
      }
      if (row === 1 && s >= 9) {
        pen.strokeStyle = pen.fillStyle = `rgb(255 255 255 / ${colour === GARBAGE ? 0 : 42}%)`;
        pen.lineWidth = Math.max(1, s * 0.075);
        pen.lineCap = 'round';
        sign(pen, w, colour);
      }
      pen.restore();
    }
  }
  return canvas;
}

/** @param {CanvasRenderingContext2D} pen @param {number} w @param {number} edge @param {string[]} colours */
function bevel(pen, w, edge, [body, light, dark]) {
  pen.fillStyle = dark;
  pen.fillRect(0, 0, w, w);
  pen.fillStyle = light;
  pen.beginPath();
  pen.moveTo(0, w);
  pen.lineTo(0, 0);
  pen.lineTo(w, 0);
  pen.lineTo(w - edge, edge);
  pen.lineTo(edge, edge);
  pen.lineTo(edge, w - edge);
  pen.fill();
  pen.fillStyle = body;
  pen.fillRect(edge, edge, w - 2 * edge, w - 2 * edge);
}

/** One set of tiles a size and skin is enough for all wells of a page. @type {Map<string, HTMLCanvasElement>} */
const known = new Map();
/** @param {number} s @param {Skin} skin */
function tilesOf(s, skin) {
  const name = `${s} ${skin}`;
  let found = known.get(name);
  if (!found) {
    if (known.size > 12) known.clear();
    known.set(name, found = tiles(s, skin));
  }
  return found;
}

/**
 * @param {CanvasRenderingContext2D} pen @param {number} s @param {number} colour @param {number} x @param {number} y
 * @param {number} row @param {Skin} [skin]
 */
const tile = (pen, s, colour, x, y, row, skin = 'bevel') => (
  pen.drawImage(tilesOf(s, skin), colour * s, row * s, s, s, x, y, s, s));

/** The strip inside the left wall where waiting garbage is counted: at most so wide, in squares. */
const GUTTER = 0.55;

/** @param {number} t */
const ease = (t) => 1 - (1 - t) ** 3;

/**
 * A painter of wells so wide, with so many rows to be seen. One more row is open above them, where pieces appear.
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number, above?: number, meter?: boolean }} size
 */
export function createPainter(canvas, { width, height, above = 1, meter = false }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  let s = 0;
  let rim = 0;
  let gutter = 0;
  let grid = true;
  /** Walls, floor and grid: drawn once a size. */
  let back = sheet(1, 1).canvas;
  /** The squares that lie, without a background: drawn when they change. */
  let stack = sheet(1, 1);
  /** @type {unknown} */
  let drawn = NaN;
  /** The left edge of a column, the upper edge of a row, in the canvas's own dots. */
  const left = (/** @type {number} */ x) => rim + gutter + x * s;
  const top = (/** @type {number} */ y) => (height + above - 1 - y) * s;

  /**
   * As large as fits, with squares of whole dots, so that every edge is sharp.
   * @param {number} room @param {number} high both in CSS pixels @param {number} [dots] device pixels a CSS pixel
   * @param {number} [beside] what the strip for garbage may take beside the room
   */
  function fit(room, high, dots = Math.max(2, devicePixelRatio || 1), beside = 0) {
    const edge = Math.max(2, Math.round(3 * dots));
    const across = (room * dots - 2 * edge) / width;
    const up = (high * dots - edge) / (height + above);
    const next = Math.max(3, Math.floor(Math.min(across, up)));
    const same = next === s && edge === rim && canvas.width === width * s + gutter + 2 * rim;
    if (same) return { gutter: gutter / dots, cell: s / dots };
    s = next;
    rim = edge;
    gutter = meter ? Math.round(Math.min(s * GUTTER, beside * dots)) : 0;
    canvas.width = width * s + gutter + 2 * rim;
    canvas.height = (height + above) * s + rim;
    canvas.style.width = `${canvas.width / dots}px`;
    canvas.style.height = `${canvas.height / dots}px`;
    back = ground();
    stack = sheet(canvas.width, canvas.height + 20 * s);
    drawn = NaN;
    return { gutter: gutter / dots, cell: s / dots };
  }

  function ground() {
    const { canvas: sheetCanvas, pen: ink } = sheet(canvas.width, canvas.height);
    const [w, h, y0] = [canvas.width, canvas.height, above * s];
    ink.fillStyle = RIM;
    ink.beginPath();
    ink.roundRect(0, y0, w, h - y0, [0, 0, rim * 2, rim * 2]);
    ink.fill();
    ink.fillStyle = FLOOR;
    ink.fillRect(rim, y0, w - 2 * rim, h - y0 - rim);
    // A breath of light from above.
    const light = ink.createLinearGradient(0, y0, 0, h);
    light.addColorStop(0, 'rgb(120 150 210 / 9%)');
    light.addColorStop(0.6, 'rgb(120 150 210 / 0%)');
    ink.fillStyle = light;
    ink.fillRect(rim, y0, w - 2 * rim, h - y0 - rim);
    if (gutter) {
      ink.fillStyle = GRID;
      ink.fillRect(rim, y0, gutter, h - y0 - rim);
    }
    if (!grid) return sheetCanvas;
    ink.fillStyle = GRID;
    const line = s > 10 ? Math.max(1, Math.round(s / 32)) : 1;
    for (let x = 1; x < width; x++) ink.fillRect(left(x) - line, y0, line, height * s);
    for (let y = 0; y < height; y++) ink.fillRect(left(0), top(y) + s - line, width * s, line);
    return sheetCanvas;
  }

  /** @param {Scene} scene */
  function lay({ cells, patterns, grey, skin }) {
    stack.pen.clearRect(0, 0, stack.canvas.width, stack.canvas.height);
    const row = grey ? 2 : patterns === false ? 0 : 1;
    for (let i = 0; i < (height + above) * width; i++) {
      if (cells[i]) tile(stack.pen, s, cells[i], left(i % width), top(Math.floor(i / width)), row, skin);
    }
  }

  /** The outline round some squares, drawn inside their edges. @param {number[][]} at @param {number} thick */
  function outline(at, thick) {
    const set = new Set(at.map(([x, y]) => y * 64 + x));
    const has = (/** @type {number} */ x, /** @type {number} */ y) => set.has(y * 64 + x);
    pen.beginPath();
    for (const [x, y] of at) {
      const [l, t] = [left(x), top(y)];
      const w = s - (s > 14 ? 1 : 0);
      if (!has(x, y + 1)) pen.rect(l, t, s, thick);
      if (!has(x, y - 1)) pen.rect(l, t + w - thick, s, thick);
      if (!has(x - 1, y)) pen.rect(l, t, thick, s);
      if (!has(x + 1, y)) pen.rect(l + w - thick, t, thick, s);
    }
    pen.fill();
  }

  /** @param {Scene} scene */
  function paint(scene) {
    if (!s) return;
    if ((scene.grid ?? true) !== grid) {
      grid = scene.grid ?? true;
      back = ground();
    }
    const version = `${scene.version}|${scene.patterns}|${scene.grey}|${scene.skin}`;
    if (version !== drawn) {
      lay(scene);
      drawn = version;
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(back, 0, 0);
    if (scene.covered) return;
    const effects = scene.effects ?? [];
    pen.save();
    pen.beginPath();
    pen.rect(left(0), 0, width * s, (height + above) * s);
    pen.clip();
    pen.drawImage(stack.canvas, 0, 0);
    for (const effect of effects) passing(effect);
    const row = scene.patterns === false ? 0 : 1;
    if (scene.ghost && scene.piece) {
      pen.fillStyle = COLOURS[scene.piece.piece + 1];
      const look = (scene.ghostLook ?? 85) / 100;
      pen.globalAlpha = 0.19 * look;
      for (const [x, y] of scene.ghost) pen.fillRect(left(x), top(y), s, s);
      pen.globalAlpha = look;
      outline(scene.ghost, Math.max(1, Math.round(s * 0.07)));
      pen.globalAlpha = 1;
    }
    if (scene.plan) drawPlan(scene.plan);
    if (scene.piece) {
      for (const [x, y] of scene.piece.squares) tile(pen, s, scene.piece.piece + 1, left(x), top(y), row, scene.skin);
    }
    pen.restore();
    if (scene.waiting) {
      pen.fillStyle = DANGER;
      const high = Math.min(scene.waiting, height) * s;
      pen.fillRect(0, canvas.height - rim - high, rim, high);
    }
  }

  /**
   * Where somebody means a piece to lie: its light colour, dashed.
   * @param {{ piece: number, squares: number[][] }} plan
   */
  function drawPlan({ piece, squares: at }) {
    pen.globalAlpha = 0.3;
    pen.fillStyle = LIGHT[piece + 1];
    for (const [x, y] of at) pen.fillRect(left(x), top(y), s, s);
    pen.globalAlpha = 1;
    pen.fillStyle = PLAN;
    outline(at, Math.max(2, Math.round(s * 0.09)));
    pen.beginPath();
    for (const [x, y] of at) pen.rect(left(x) + s * 0.4, top(y) + s * 0.4, s * 0.2, s * 0.2);
    pen.fill();
  }

  /** @param {Effect} effect */
  function passing(effect) {
    const { age } = effect;
    if (effect.kind === 'clear') {
      // What lies is always drawn where it lies; only a light passes where the rows were.
      const t = ease(age);
      pen.fillStyle = '#ffffff';
      pen.globalAlpha = 0.75 * (1 - t);
      const high = Math.max(1, s * (1 - t));
      for (const y of effect.rows) pen.fillRect(left(0), top(y) + (s - high) / 2, width * s, high);
    } else if (effect.kind === 'lock') {
      pen.fillStyle = '#ffffff';
      pen.globalAlpha = 0.4 * (1 - age);
      for (const [x, y] of effect.squares) pen.fillRect(left(x), top(y), s, s);
    } else {
      /** The uppermost square of each column of the piece. @type {Map<number, number>} */
      const tops = new Map();
      for (const [x, y] of effect.squares) tops.set(x, Math.max(y, tops.get(x) ?? 0));
      for (const [x, y] of tops) {
        const beam = pen.createLinearGradient(0, top(y + effect.from), 0, top(y));
        beam.addColorStop(0, 'rgb(255 255 255 / 0%)');
        beam.addColorStop(1, `rgb(255 255 255 / ${16 * (1 - age)}%)`);
        pen.fillStyle = beam;
        pen.fillRect(left(x), top(y + effect.from), s, effect.from * s);
      }
    }
    pen.globalAlpha = 1;
  }

  return { fit, paint };
}

/**
 * Pieces that wait, one below the other or side by side, each in the middle of its place; -1 leaves a place empty.
 * @param {HTMLCanvasElement} canvas @param {Rules} rules @param {number[]} pieces
 * @param {{ cell: number, across?: boolean, dim?: boolean, patterns?: boolean, dots?: number, places?: number,
 *   skin?: Skin }} look
 *   `cell` in CSS pixels
 */
export function paintShelf(canvas, rules, pieces, look) {
  const { cell, across = false, dim = false, patterns = true, places = pieces.length } = look;
  const { dots = devicePixelRatio || 1 } = look;
  const s = Math.max(3, Math.round(cell * dots));
  const tall = rules === 'report' ? 4 : 2;
  const [pw, ph] = [4 * s, (tall + 1) * s];
  const [w, h] = across ? [pw * places + s * (places - 1) * 0.5, tall * s] : [pw, ph * places - s];
  if (canvas.width !== Math.round(w) || canvas.height !== Math.round(h)) {
    canvas.width = Math.round(w);
    canvas.height = Math.round(h);
    canvas.style.width = `${canvas.width / dots}px`;
    canvas.style.height = `${canvas.height / dots}px`;
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pieces.forEach((piece, i) => {
    if (piece < 0) return;
    const at = squares(rules, piece, 0);
    const xs = at.map(([x]) => x);
    const ys = at.map(([, y]) => y);
    const [wide, high] = [Math.max(...xs) - Math.min(...xs) + 1, Math.max(...ys) - Math.min(...ys) + 1];
    const x0 = Math.round((across ? i * (pw + s * 0.5) : 0) + (pw - wide * s) / 2);
    const y0 = Math.round((across ? 0 : i * ph) + (tall * s - high * s) / 2);
    pen.globalAlpha = dim ? 0.35 : 1;
    for (const [x, y] of at) {
      const [tx, ty] = [x0 + (x - Math.min(...xs)) * s, y0 + (Math.max(...ys) - y) * s];
      tile(pen, s, piece + 1, tx, ty, patterns ? 1 : 0, look.skin);
    }
  });
  pen.globalAlpha = 1;
}
