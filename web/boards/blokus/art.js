// Blokus drawn: a light grid, and pieces of glassy bevelled squares with the sign of their colour. A
// square is 100 units, and row 0 is the lowest.

import { svg } from '../../ui/dom.js';
import { outlinePath } from '../shared/squares.js';
import { boxOf, squaresOf } from './pieces.js';

/** @import { Square } from './pieces.js' */

export const PAD = 56;
const GAP = 3;
const BEVEL = 17;

/** @param {number} side */
export const extent = (side) => side * 100 + 2 * PAD;
/** The left edge of a column. @param {number} x */
export const xOf = (x) => PAD + x * 100;
/** The upper edge of a row. @param {number} y @param {number} side */
export const yOf = (y, side) => PAD + (side - 1 - y) * 100;

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
const rounded = (x, y, w, h, r) => `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${h - 2 * r}q0 ${r} ${-r} ${r}`
  + `h${2 * r - w}q${-r} 0 ${-r} ${-r}v${2 * r - h}q0 ${-r} ${r} ${-r}z`;

/**
 * What tells the colours apart without colour, around a middle: a dot, stripes, a cross, a ring.
 * @type {((x: number, y: number) => string)[]}
 */
const SIGNS = [
  (x, y) => `M${x} ${y}h.01`,
  (x, y) => `M${x - 21} ${y + 3}l24 -24M${x - 19} ${y + 19}l38 -38M${x - 3} ${y + 21}l24 -24`,
  (x, y) => `M${x - 16} ${y - 16}l32 32M${x + 16} ${y - 16}l-32 32`,
  (x, y) => `M${x - 17} ${y}a17 17 0 1 0 34 0a17 17 0 1 0 -34 0`,
];

/**
 * A piece on squares whose upper left corners are given in units; squares of one piece run together.
 * @param {number} colour @param {[number, number][]} corners
 */
function glass(colour, corners) {
  const has = new Set(corners.map(String));
  let [edge, body, light, dark, gloss, signs] = ['', '', '', '', '', ''];
  for (const [x, y] of corners) {
    const [l, t, r, b] = [x + GAP + 4, y + GAP + 4, x + 96 - GAP, y + 96 - GAP];
    edge += rounded(x + GAP, y + GAP, 100 - 2 * GAP, 100 - 2 * GAP, 13);
    body += rounded(l, t, r - l, b - t, 10);
    if (has.has(String([x + 100, y]))) {
      edge += `M${x + 80} ${y + GAP}h40v${100 - 2 * GAP}h-40z`;
      body += `M${x + 86} ${t}h28v${b - t}h-28z`;
    }
    if (has.has(String([x, y + 100]))) {
      edge += `M${x + GAP} ${y + 80}h${100 - 2 * GAP}v40h${2 * GAP - 100}z`;
      body += `M${l} ${y + 86}h${r - l}v28h${l - r}z`;
    }
    // Where four squares of one piece meet, their rounded corners would leave a hole.
    const meet = [[100, 0], [0, 100], [100, 100]].every(([dx, dy]) => has.has(String([x + dx, y + dy])));
    if (meet) body += `M${x + 88} ${y + 88}h24v24h-24z`;
    light += `M${l} ${b}V${t + 7}q0 -7 7 -7H${r}l${-BEVEL} ${BEVEL}H${l + BEVEL}V${b - BEVEL}z`;
    dark += `M${r} ${t}V${b - 7}q0 7 -7 7H${l}l${BEVEL} ${-BEVEL}H${r - BEVEL}V${t + BEVEL}z`;
    gloss += `M${l + BEVEL} ${t + BEVEL}H${r - BEVEL}Q${x + 50} ${y + 44} ${l + BEVEL} ${b - BEVEL}z`;
    signs += SIGNS[colour](x + 50, y + 50);
  }
  return svg('g', { class: `bk-piece seat-${colour}` },
    svg('path', { d: edge, class: 'bk-edge' }), svg('path', { d: body, class: 'bk-body' }),
    svg('path', { d: light, class: 'bk-light' }), svg('path', { d: dark, class: 'bk-dark' }),
    svg('path', { d: gloss, class: 'bk-gloss' }), svg('path', { d: signs, class: 'bk-sign' }));
}

/** A piece on its squares of the board. @param {number} colour @param {Square[]} squares @param {number} side */
export const piece = (colour, squares, side) => glass(colour, squares.map(([x, y]) => [xOf(x), yOf(y, side)]));

/** A piece by itself, as it lies in a tray or under the pointer. @param {number} colour @param {Square[]} squares */
export function loose(colour, squares) {
  const { w, h } = boxOf(squares);
  const viewBox = `0 0 ${w * 100} ${h * 100}`;
  return svg('svg', { class: 'bk-loose', viewBox, 'aria-hidden': 'true', focusable: 'false', vars: { w, h } },
    glass(colour, squares.map(([x, y]) => [x * 100, (h - 1 - y) * 100])));
}

/** The line around squares. @param {Square[]} squares @param {number} side */
export const outline = (squares, side) =>
  svg('path', { d: outlinePath(squares.map(([x, y]) => [xOf(x), yOf(y, side)])), class: 'bk-outline' });

/** The empty board. @param {number} side */
export function ground(side) {
  const all = extent(side);
  let cells = '';
  let low = '';
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      const [l, t] = [xOf(x), yOf(y, side)];
      cells += rounded(l + 3, t + 3, 94, 94, 8);
      low += `M${l + 8} ${t + 5}h84M${l + 5} ${t + 8}v84`;
    }
  }
  return [
    svg('rect', { x: 0, y: 0, width: all, height: all, rx: 30, class: 'bk-frame' }),
    svg('rect', { x: PAD - 8, y: PAD - 8, width: side * 100 + 16, height: side * 100 + 16, rx: 12, class: 'bk-bed' }),
    svg('path', { d: cells, class: 'bk-cells' }),
    svg('path', { d: low, class: 'bk-low' }),
    svg('g', { class: 'bk-names' }, Array.from({ length: side }, (_, i) => [
      svg('text', { x: xOf(i) + 50, y: all - 15 }, String.fromCharCode(97 + i)),
      svg('text', { x: 27, y: yOf(i, side) + 62 }, i + 1),
    ]).flat()),
  ];
}

/**
 * The square on which a colour begins, as long as it is empty.
 * @param {number} colour @param {Square} square @param {number} side
 */
export function start(colour, [x, y], side) {
  return svg('g', { class: `bk-start seat-${colour}` },
    svg('rect', { x: xOf(x) + 9, y: yOf(y, side) + 9, width: 82, height: 82, rx: 10 }),
    svg('path', { d: SIGNS[colour](xOf(x) + 50, yOf(y, side) + 50), class: 'bk-sign' }));
}

/** A corner on which a piece can begin. @param {number} colour @param {Square} square @param {number} side */
export const corner = (colour, [x, y], side) =>
  svg('path', { class: `bk-corner seat-${colour}`, d: `M${xOf(x) + 50} ${yOf(y, side) + 26}l24 24l-24 24l-24 -24z` });

/** One square, marked. @param {Square} square @param {number} side @param {string} look */
export const marked = ([x, y], side, look) =>
  svg('rect', { x: xOf(x) + 5, y: yOf(y, side) + 5, width: 90, height: 90, rx: 9, class: look });

/**
 * A number on the square of a piece that is nearest to its middle.
 * @param {Square[]} squares @param {number} side @param {number} number @param {string} look
 */
export function numbered(squares, side, number, look) {
  const [mx, my] = [0, 1].map((axis) => squares.reduce((sum, square) => sum + square[axis], 0) / squares.length);
  const far = (/** @type {Square} */ [x, y]) => Math.hypot(x - mx, y - my);
  const [x, y] = squares.reduce((best, square) => (far(square) < far(best) ? square : best));
  const at = `translate(${xOf(x) + 50} ${yOf(y, side) + 50})`;
  return svg('g', { class: look, transform: at }, svg('circle', { r: 36 }), svg('text', { y: 15 }, number));
}

/** A small game in progress, for the card on the first page. */
export function picture() {
  /** @type {[number, string][]} */
  const laid = [
    [0, 'b9,c9,a10,b10,a11'],
    [1, 'i9,i10,j10,k10,k11'],
    [2, 'i1,j1,k1,i2,i3'],
    [3, 'a1,a2,a3,b3,c3'],
    [0, 'e5,d6,e6,d7,d8'],
    [1, 'f6,f7,g7,g8,h8'],
    [2, 'f4,g4,h4,f5,h5'],
    [3, 'e2,e3,f3,d4,e4'],
    [0, 'f8,e9,f9,g9,f10'],
    [1, 'j4,j5,h6,i6,j6'],
    [2, 'g6'],
    [3, 'b5,c5,b6,b7,b8'],
    [0, 'h10,g11,h11,i11,j11'],
    [1, 'k7,j8,k8'],
  ];
  const side = 11;
  const all = extent(side);
  const viewBox = `0 ${-all * 0.024} ${all} ${all * 1.048}`;
  return svg('svg', { class: 'bk bk-picture', viewBox, 'aria-hidden': 'true', focusable: 'false' },
    ground(side).slice(0, 4),
    laid.map(([colour, text]) => piece(colour, squaresOf(text), side)));
}
