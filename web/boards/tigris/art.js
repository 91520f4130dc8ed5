// Tigris & Euphrates drawn: sand, two rivers, enamel tiles with their symbols, leaders with the mark of
// their dynasty, monuments, treasures. A square is 100 units, and everything is drawn around the origin.

import { svg } from '../../ui/dom.js';
import { mark as seatMark } from '../../ui/icons.js';
import { moveTo } from '../shared/pieces.js';
import { outlinePath, parseSquare, squareName } from '../shared/squares.js';
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

/** @param {Colour} colour @param {number} seat @param {number | null} [strength] */
export function leader(colour, seat, strength = null) {
  const role = symbol(colour);
  role.setAttribute('transform', 'translate(0 31) scale(.3)');
  const who = seatMark(seat);
  const box = { x: -48, y: -48, width: 32, height: 32 };
  for (const [name, value] of Object.entries(box)) who.setAttribute(name, String(value));
  return svg('g', { class: `t-leader ${colour}` },
    svg('circle', { r: 44, class: 't-disc' }), svg('circle', { r: 33, cy: -4, class: 't-face' }),
    svg('g', { class: 't-dynasty', transform: 'translate(0 -4)' }, DYNASTIES[seat % 4]()), role, who,
    strength !== null && svg('g', { class: 't-strength', transform: 'translate(33 -32)' },
      svg('circle', { r: 17 }), svg('text', { y: 8 }, strength)));
}

export const treasure = () => svg('g', { class: 't-treasure' },
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
    const river = kind === '~';
    const look = river ? 't-river' : `t-sand s${(column * 5 + row * 3) % 4}`;
    squares.push(svg('rect', { x: x - 50, y: y - 50, width: 100, height: 100, class: look }));
    const waves = [y - 14, y + 20].map((height) => `M${x - 38} ${height}q12 -13 25 0t25 0t25 0`).join('');
    if (river) squares.push(svg('path', { d: waves, class: 't-wave' }));
  }));
  const marks = special.map((at) => moveTo(svg('path', { d: SPECIAL, class: 't-special' }), center(at)));
  const letters = Array.from({ length: COLUMNS }, (_, i) =>
    svg('text', { x: xOf(i), y: 26 }, String.fromCharCode(97 + i)));
  const numbers = Array.from({ length: ROWS }, (_, i) => svg('text', { x: 18, y: yOf(i) + 8 }, i + 1));
  return [
    svg('rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 22, class: 't-frame' }),
    svg('g', {}, squares), svg('path', { d: gridPath(), class: 't-grid' }), svg('g', {}, marks),
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
