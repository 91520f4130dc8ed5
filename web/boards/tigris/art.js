// Tigris & Euphrates drawn: sand, two rivers, enamel tiles with their symbols, leaders with the mark of
// their dynasty, monuments, treasures. A square is 100 units, and everything is drawn around the origin.

import { svg } from '../../ui/dom.js';
import { moveTo } from '../shared/pieces.js';
import { outlinePath, parseSquare, squareName } from '../shared/squares.js';
import { rivers } from './river.js';
import { COLUMNS, ROWS } from './state.js';

/** @import { Colour } from './state.js' */

const PAD = 36;
export const WIDTH = COLUMNS * 100 + 2 * PAD;
export const HEIGHT = ROWS * 100 + 2 * PAD;

/** @param {number} column */
const xOf = (column) => PAD + column * 100 + 50;
/** @param {number} row */
const yOf = (row) => PAD + row * 100 + 50;
/** The middle of a square. @param {string} at its name */
export function center(at) {
  const [column, row] = parseSquare(at);
  return { x: xOf(column), y: yOf(row) };
}
/** The square at a point of the picture. @param {number} x @param {number} y */
export function squareAt(x, y) {
  const [column, row] = [Math.floor((x - PAD) / 100), Math.floor((y - PAD) / 100)];
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? squareName(column, row) : null;
}

/** What stands for a colour: settlement, temple, farm, market. */
const SYMBOLS = {
  black: 'M-27 29V-1L0 -29L27 -1V29H10V9H-10V29Z',
  red: 'M-34 28V15H-25V2H-16V-11H-8V-25H8V-11H16V2H25V15H34V28Z',
  blue: 'M-3 33V-8H3V33ZM0 -8C9 -16 9 -26 0 -34C-9 -26 -9 -16 0 -8ZM4 6C16 5 22 -4 21 -16C10 -14 3 -6 4 6Z'
    + 'M-4 6C-16 5 -22 -4 -21 -16C-10 -14 -3 -6 -4 6ZM4 25C16 24 22 15 21 3C10 5 3 13 4 25Z'
    + 'M-4 25C-16 24 -22 15 -21 3C-10 5 -3 13 -4 25Z',
  green: 'M-9 -32H9V-25H6V-17C19 -11 23 2 17 14C13 22 8 26 7 32H-7C-8 26 -13 22 -17 14C-23 2 -19 -11 -6 -17V-25H-9Z'
    + 'M8 -24C22 -27 27 -13 20 -6L16 -10C19 -15 17 -20 8 -18Z'
    + 'M-8 -24C-22 -27 -27 -13 -20 -6L-16 -10C-19 -15 -17 -20 -8 -18Z',
};
const BULL = 'M-19 -17C-17 -6 -11 -5 -8 -5H8C11 -5 17 -6 19 -17C26 -3 15 6 9 6C9 14 5 21 0 21C-5 21 -9 14 -9 6'
  + 'C-15 6 -26 -3 -19 -17Z';
const POT = 'M-13 -20H13V-14H9C9 -8 20 -4 18 7C16 16 8 20 0 20C-8 20 -16 16 -18 7C-20 -4 -9 -8 -9 -14H-13Z';
const SPECIAL = 'M0 -40C10 -28 28 -24 40 -26C36 0 24 24 0 40C-24 24 -36 0 -40 -26C-28 -24 -10 -28 0 -40Z';
/** The four dynasties: bull, bow, pot, lion. */
const DYNASTIES = [
  () => svg('path', { d: BULL, class: 't-full' }),
  () => svg('path', { d: 'M-10 -20C14 -13 14 13 -10 20M-10 -20V20M-20 0H19M12 -6L19 0L12 6', class: 't-line' }),
  () => svg('path', { d: POT, class: 't-full' }),
  () => svg('g', {}, svg('circle', { r: 16, class: 't-mane' }), svg('circle', { r: 9, class: 't-full' })),
];

/** @param {Colour} colour */
export const symbol = (colour) => svg('path', { d: SYMBOLS[colour], class: 't-symbol' });

/** @param {Colour} colour */
export const tile = (colour) => svg('g', { class: `t-tile ${colour}` },
  svg('rect', { x: -46, y: -46, width: 92, height: 92, rx: 11, class: 't-plate' }),
  svg('rect', { x: -40, y: -40, width: 80, height: 80, rx: 7, class: 't-rim' }), symbol(colour));

/**
 * A leader: the colour is its sphere, the sign its dynasty.
 * @param {Colour} colour @param {number} seat
 * @param {{ strength?: number | null, revolt?: boolean, own?: boolean }} [how] `revolt`: its strength is in temples;
 *   `own`: it belongs to whoever looks
 */
export function leader(colour, seat, { strength = null, revolt = false, own = false } = {}) {
  const role = symbol(colour);
  role.setAttribute('transform', 'translate(0 33) scale(.26)');
  const temple = svg('path', { d: SYMBOLS.red, class: 't-temple', transform: 'translate(-9 0) scale(.3)' });
  return svg('g', { class: `t-leader ${colour} ${own ? 'own' : ''}` },
    svg('circle', { r: 44, class: 't-disc' }), svg('circle', { r: 34, cy: -3, class: 't-face' }),
    svg('g', { class: 't-dynasty', transform: 'translate(0 -5) scale(1.15)' }, DYNASTIES[seat % 4]()), role,
    strength !== null && svg('g', { class: `t-strength ${revolt ? 'revolt' : ''}`, transform: 'translate(33 -32)' },
      revolt ? [svg('rect', { x: -24, y: -17, width: 48, height: 34, rx: 17 }), temple] : svg('circle', { r: 17 }),
      svg('text', { x: revolt ? 11 : 0, y: 8 }, strength)));
}

/** The sign of a dynasty without a colour, for bars and lists. @param {number} seat */
export const sign = (seat) => svg('svg', {
  class: 'mark t-sign', viewBox: '-26 -26 52 52', 'aria-hidden': 'true', focusable: 'false',
}, svg('circle', { r: 25, class: 't-ground' }), svg('g', { transform: 'scale(.86)' }, DYNASTIES[seat % 4]()));

const WINGS = 'M-12 -6C-24 -12 -27 -3 -25 6C-20 1 -16 2 -12 5ZM12 -6C24 -12 27 -3 25 6C20 1 16 2 12 5Z';
/** @param {boolean} [first] on a border space, whose treasure goes first: it has wings */
export const treasure = (first = false) => svg('g', { class: `t-treasure ${first ? 'first' : ''}` },
  first && svg('path', { d: WINGS }),
  svg('path', { d: 'M0 -17L15 -8V9L0 18L-15 9V-8Z' }), svg('path', { d: 'M-15 -8L0 1L15 -8M0 1V18', class: 't-edge' }));

export const catastrophe = () => svg('g', { class: 't-ruin' },
  svg('rect', { x: -46, y: -46, width: 92, height: 92, rx: 11 }),
  svg('path', { d: 'M-30 -34L-8 -12L-18 4L6 14L-2 36M-8 -12L18 -26M6 14L32 8', class: 't-crack' }));

/** A monument over two by two squares, around their middle. @param {[Colour, Colour]} colours */
export const monument = ([low, high]) => svg('g', { class: 't-monument' },
  svg('rect', { x: -94, y: -94, width: 188, height: 188, rx: 14, class: 't-court' }),
  svg('path', { d: 'M-78 70H78V34H52V2H-52V34H-78Z', class: `t-step ${low}` }),
  svg('path', { d: 'M-34 2H34V-30H18V-64H-18V-30H-34Z', class: `t-step ${high}` }),
  svg('path', { d: 'M-9 70V-64H9V70M-9 48H9M-9 26H9M-9 4H9M-9 -18H9M-9 -40H9', class: 't-stair' }));

/** The empty map. @param {string[]} map @param {string[]} special */
export function land(map, special) {
  /** @type {SVGElement[]} */
  const squares = [];
  map.forEach((line, row) => [...line].forEach((kind, column) => {
    const [x, y] = [xOf(column), yOf(row)];
    const look = kind === '~' ? 't-shore' : `t-sand s${(column * 5 + row * 3) % 4}`;
    squares.push(svg('rect', { x: x - 50, y: y - 50, width: 100, height: 100, class: look }));
  }));
  const marks = special.map((at) => moveTo(svg('g', { class: 't-special' },
    svg('rect', { x: -51, y: -51, width: 102, height: 102, rx: 14 }), svg('path', { d: SPECIAL })), center(at)));
  const water = rivers(map, ([column, row]) => ({ x: xOf(column), y: yOf(row) }));
  // Water ends at the edge of the map. A page may hold the map and a smaller picture of it: each has its own edge.
  const [width, height] = [map[0].length * 100, map.length * 100];
  const edge = `t-edge-${width}`;
  const clip = svg('clipPath', { id: edge }, svg('rect', { x: PAD, y: PAD, width, height }));
  const letters = Array.from({ length: COLUMNS }, (_, i) =>
    svg('text', { x: xOf(i), y: 26 }, String.fromCharCode(97 + i)));
  const numbers = Array.from({ length: ROWS }, (_, i) => svg('text', { x: 18, y: yOf(i) + 8 }, i + 1));
  return [
    svg('rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 22, class: 't-frame' }),
    svg('g', { 'clip-path': `url(#${edge})` }, clip, squares, water),
    svg('path', { d: gridPath(), class: 't-grid' }), svg('g', {}, marks),
    svg('g', { class: 't-letters' }, letters, numbers),
  ];
}

const gridPath = () => [
  ...Array.from({ length: COLUMNS + 1 }, (_, i) => `M${PAD + i * 100} ${PAD}V${HEIGHT - PAD}`),
  ...Array.from({ length: ROWS + 1 }, (_, i) => `M${PAD} ${PAD + i * 100}H${WIDTH - PAD}`)].join('');

/** The line around some squares. @param {string[]} names */
export const outline = (names) => outlinePath(names.map((name) => {
  const { x, y } = center(name);
  return [x - 50, y - 50];
}));

/** Some squares as one shape, to be filled. @param {string[]} names */
export const area = (names) => names.map((name) => {
  const { x, y } = center(name);
  return `M${x - 50} ${y - 50}h100v100h-100z`;
}).join('');

/** What a square would bring, as a sign: colour alone does not say it. @type {Record<string, string>} */
const GRADES = {
  mine: 'M-5 -18H5V-5H18V5H5V18H-5V5H-18V-5H-5Z',
  theirs: 'M-18 -5H18V5H-18Z',
  split: 'M-14 -18L-4 -4L-12 2L2 18L8 14L0 2L8 -4L-4 -22Z',
  revolt: 'M4 -20L-12 4H-1L-5 20L13 -5H2L8 -20Z',
  war: 'M-18 -22L4 0L0 4L-22 -18V-22ZM18 -22L-4 0L0 4L22 -18V-22ZM-12 6L-6 12L-16 22L-22 16ZM12 6L6 12L16 22L22 16Z',
};
/** @param {string} grade */
export const gradeSign = (grade) => (grade in GRADES
  ? svg('path', { d: GRADES[grade], class: `t-grade ${grade}` })
  : svg('circle', { r: 7, class: 't-grade' }));

/** A piece of the board in a line of text. @param {SVGElement} piece @param {number} [reach] */
export const small = (piece, reach = 50) => svg('svg', {
  class: 't-small', viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, 'aria-hidden': 'true', focusable: 'false',
}, piece);

/** A colour as a small tile. @param {Colour} colour */
export const badge = (colour) => svg('svg', {
  class: `t-badge ${colour}`, viewBox: '-50 -50 100 100', 'aria-hidden': 'true', focusable: 'false',
}, svg('rect', { x: -48, y: -48, width: 96, height: 96, rx: 18, class: 't-plate' }), symbol(colour));

/** What lies on the small piece of the map. @type {[Colour, string][]} */
const PICTURED = [
  ['red', 'e1'], ['red', 'f2'], ['black', 'f1'], ['green', 'g2'], ['blue', 'b3'], ['blue', 'c3'],
  ['red', 'a6'], ['red', 'c5'], ['black', 'b5'], ['green', 'c6'], ['blue', 'd6'],
];

/** A small piece of the map, for the card on the first page. */
export function picture() {
  const map = ['..~~...', '..~....', '.~~....', '~~...~~', '....~~.', '...~~..'];
  const put = (/** @type {SVGElement} */ piece, /** @type {string} */ at, dx = 0, dy = 0) => {
    const { x, y } = center(at);
    return moveTo(piece, { x: x + dx, y: y + dy });
  };
  const viewBox = `${PAD} ${PAD} 700 600`;
  return svg('svg', { class: 't t-picture', viewBox, 'aria-hidden': 'true', focusable: 'false' },
    land(map, []).slice(1, 2),
    PICTURED.map(([colour, at]) => put(tile(colour), at)),
    put(leader('black', 0), 'e2'), put(leader('red', 1), 'b6'), put(leader('green', 1), 'd5'),
    put(monument(['red', 'blue']), 'f4', 50, 50),
    ['e1', 'c5'].map((at) => put(treasure(), at, 26, -26)));
}
