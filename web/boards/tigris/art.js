// Tigris & Euphrates drawn: sand, two rivers, enamel tiles with their symbols, leaders with the mark of
// their dynasty, monuments, treasures. A square is 100 units, and everything is drawn around the origin.

import { svg } from '../../ui/dom.js';
import { mark as seatMark } from '../../ui/icons.js';

/** @typedef {'black' | 'red' | 'blue' | 'green'} Colour */

export const COLOURS = /** @type {const} */ (['black', 'red', 'blue', 'green']);
export const COLUMNS = 16;
export const ROWS = 11;
const PAD = 36;
export const WIDTH = COLUMNS * 100 + 2 * PAD;
export const HEIGHT = ROWS * 100 + 2 * PAD;

/** @param {string} name such as d5 */
export const square = (name) => ({ column: name.charCodeAt(0) - 97, row: Number.parseInt(name.slice(1), 10) - 1 });
/** @param {number} column @param {number} row */
export const named = (column, row) => String.fromCharCode(97 + column) + (row + 1);
/** @param {number} column */
export const xOf = (column) => PAD + column * 100 + 50;
/** @param {number} row */
export const yOf = (row) => PAD + row * 100 + 50;
/** The square at a point of the picture. @param {number} x @param {number} y */
export function squareAt(x, y) {
  const [column, row] = [Math.floor((x - PAD) / 100), Math.floor((y - PAD) / 100)];
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? named(column, row) : null;
}
/** @template {SVGElement} E @param {E} node @param {string} at @param {number} [dx] @param {number} [dy] */
export function put(node, at, dx = 0, dy = 0) {
  const { column, row } = square(at);
  node.setAttribute('transform', `translate(${xOf(column) + dx} ${yOf(row) + dy})`);
  return node;
}

/** What stands for a colour: settlement, temple, farm, market. */
const SYMBOLS = {
  black: 'M-27 29V-1L0 -29L27 -1V29H10V9H-10V29Z',
  red: 'M-34 28V15H-25V2H-16V-11H-8V-25H8V-11H16V2H25V15H34V28Z',
  blue: 'M-3 33V-8H3V33ZM0 -8C9 -16 9 -26 0 -34C-9 -26 -9 -16 0 -8ZM4 6C16 5 22 -4 21 -16C10 -14 3 -6 4 6ZM-4 6C-16 5 -22 -4 -21 -16C-10 -14 -3 -6 -4 6ZM4 25C16 24 22 15 21 3C10 5 3 13 4 25ZM-4 25C-16 24 -22 15 -21 3C-10 5 -3 13 -4 25Z',
  green: 'M-9 -32H9V-25H6V-17C19 -11 23 2 17 14C13 22 8 26 7 32H-7C-8 26 -13 22 -17 14C-23 2 -19 -11 -6 -17V-25H-9ZM8 -24C22 -27 27 -13 20 -6L16 -10C19 -15 17 -20 8 -18ZM-8 -24C-22 -27 -27 -13 -20 -6L-16 -10C-19 -15 -17 -20 -8 -18Z',
};
/** The four dynasties: bull, bow, pot, lion. */
const DYNASTIES = [
  () => svg('path', { d: 'M-19 -17C-17 -6 -11 -5 -8 -5H8C11 -5 17 -6 19 -17C26 -3 15 6 9 6C9 14 5 21 0 21C-5 21 -9 14 -9 6C-15 6 -26 -3 -19 -17Z', class: 't-full' }),
  () => svg('path', { d: 'M-10 -20C14 -13 14 13 -10 20M-10 -20V20M-20 0H19M12 -6L19 0L12 6', class: 't-line' }),
  () => svg('path', { d: 'M-13 -20H13V-14H9C9 -8 20 -4 18 7C16 16 8 20 0 20C-8 20 -16 16 -18 7C-20 -4 -9 -8 -9 -14H-13Z', class: 't-full' }),
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
  for (const [name, value] of Object.entries({ x: -48, y: -48, width: 32, height: 32 })) who.setAttribute(name, String(value));
  return svg('g', { class: `t-leader ${colour}` },
    svg('circle', { r: 44, class: 't-disc' }), svg('circle', { r: 33, cy: -4, class: 't-face' }),
    svg('g', { class: 't-dynasty', transform: 'translate(0 -4)' }, DYNASTIES[seat % 4]()), role, who,
    strength !== null && svg('g', { class: 't-strength', transform: 'translate(33 -32)' }, svg('circle', { r: 17 }), svg('text', { y: 8 }, strength)));
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
    squares.push(svg('rect', { x: x - 50, y: y - 50, width: 100, height: 100, class: river ? 't-river' : `t-sand s${(column * 5 + row * 3) % 4}` }));
    if (river) squares.push(svg('path', { d: `M${x - 38} ${y - 14}q12 -13 25 0t25 0t25 0M${x - 38} ${y + 20}q12 -13 25 0t25 0t25 0`, class: 't-wave' }));
  }));
  const marks = special.map((at) => put(svg('path', { d: 'M0 -40C10 -28 28 -24 40 -26C36 0 24 24 0 40C-24 24 -36 0 -40 -26C-28 -24 -10 -28 0 -40Z', class: 't-special' }), at));
  const letters = Array.from({ length: COLUMNS }, (_, i) => svg('text', { x: xOf(i), y: 26 }, String.fromCharCode(97 + i)));
  const numbers = Array.from({ length: ROWS }, (_, i) => svg('text', { x: 18, y: yOf(i) + 8 }, i + 1));
  return [
    svg('rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 22, class: 't-frame' }),
    svg('g', {}, squares), svg('path', { d: gridPath(), class: 't-grid' }), svg('g', {}, marks), svg('g', { class: 't-letters' }, letters, numbers),
  ];
}

const gridPath = () => [
  ...Array.from({ length: COLUMNS + 1 }, (_, i) => `M${PAD + i * 100} ${PAD}V${HEIGHT - PAD}`),
  ...Array.from({ length: ROWS + 1 }, (_, i) => `M${PAD} ${PAD + i * 100}H${WIDTH - PAD}`)].join('');

/** The line around some squares. @param {string[]} names */
export function outline(names) {
  const inside = new Set(names);
  const edges = names.flatMap((name) => {
    const { column: c, row: r } = square(name);
    const [x, y] = [PAD + c * 100, PAD + r * 100];
    return [
      !inside.has(named(c, r - 1)) && `M${x} ${y}h100`, !inside.has(named(c, r + 1)) && `M${x} ${y + 100}h100`,
      !inside.has(named(c - 1, r)) && `M${x} ${y}v100`, !inside.has(named(c + 1, r)) && `M${x + 100} ${y}v100`,
    ].filter(Boolean);
  });
  return edges.join('');
}

/** A small piece of the map, for the card on the first page. */
export function picture() {
  const map = ['..~~...', '..~....', '.~~....', '~~...~~', '....~~.', '...~~..'];
  const node = svg('svg', { class: 't t-picture', viewBox: `${PAD} ${PAD} 700 600`, 'aria-hidden': 'true', focusable: 'false' }, land(map, []).slice(1, 2));
  const put2 = (/** @type {SVGElement} */ piece, /** @type {string} */ at, dx = 0, dy = 0) => node.append(put(piece, at, dx, dy));
  for (const [colour, at] of /** @type {[Colour, string][]} */ ([['red', 'e1'], ['red', 'f2'], ['black', 'f1'], ['green', 'g2'], ['blue', 'b3'], ['blue', 'c3'], ['red', 'a6'], ['red', 'c5'], ['black', 'b5'], ['green', 'c6'], ['blue', 'd6']])) put2(tile(colour), at);
  put2(leader('black', 0), 'e2');
  put2(leader('red', 1), 'b6');
  put2(leader('green', 1), 'd5');
  put2(monument(['red', 'blue']), 'f4', 50, 50);
  for (const at of ['e1', 'c5']) put2(treasure(), at, 26, -26);
  return node;
}
