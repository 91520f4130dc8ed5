// Connect Four drawn: the frame, its windows, discs with their signs. A square is 100 units.

import { svg } from '../../ui/dom.js';
import { moveTo } from '../shared/pieces.js';

export const PAD = 16;
export const LANE = 104;
const FOOT = 46;
const HOLE = 41;
const DISC = 43.5;

/** @param {number} width @param {number} height */
export const extent = (width, height) => ({ w: width * 100 + 2 * PAD, h: LANE + height * 100 + PAD + FOOT });

/** @param {number} column */
export const xOf = (column) => PAD + column * 100 + 50;
/** Row 0 is the lowest. @param {number} row @param {number} height */
const yOf = (row, height) => LANE + PAD + (height - 1 - row) * 100 + 50;
/** The middle of a square. @param {number} column @param {number} row @param {number} height */
export const center = (column, row, height) => ({ x: xOf(column), y: yOf(row, height) });

/** @param {number} x @param {number} y @param {number} r */
const ring = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** The front of the frame, with a round hole for every square. @param {number} width @param {number} height */
export function frame(width, height) {
  const { w, h } = extent(width, height);
  const holes = [];
  const rims = [];
  for (let c = 0; c < width; c++) {
    for (let r = 0; r < height; r++) {
      holes.push(ring(xOf(c), yOf(r, height), HOLE));
      rims.push(svg('circle', { cx: xOf(c), cy: yOf(r, height), r: HOLE, class: 'c4-rim' }));
    }
  }
  const corner = 26;
  const arc = (/** @type {number} */ x, /** @type {number} */ y) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  const box = `M${corner} ${LANE}H${w - corner}${arc(corner, corner)}V${h - corner}${arc(-corner, corner)}`
    + `H${corner}${arc(-corner, -corner)}V${LANE + corner}${arc(corner, -corner)}z`;
  return [
    svg('path', { d: box + holes.join(''), class: 'c4-frame', 'fill-rule': 'evenodd' }),
    svg('path', { d: `M${corner} ${LANE + 2.5}H${w - corner}`, class: 'c4-shine' }),
    svg('g', {}, rims),
  ];
}

/** What is seen through the windows. @param {number} width @param {number} height */
export function back(width, height) {
  const { w, h } = extent(width, height);
  return svg('rect', { x: 6, y: LANE + 6, width: w - 12, height: h - LANE - 12, rx: 22, class: 'c4-back' });
}

/** A disc around the origin, with its sign. @param {number} seat */
export function disc(seat) {
  const sign = seat === 0
    ? [svg('circle', { r: 30, class: 'c4-groove' }), svg('circle', { r: 8.5, class: 'c4-dot' })]
    : [svg('path', { d: 'M-33 9L9 -33M-27.500 27.500L27.500 -27.500M-9 33L33 -9', class: 'c4-stripes' })];
  return svg('g', { class: `c4-disc seat-${seat}` }, svg('circle', { r: DISC, class: 'c4-body' }), sign);
}

/** Numbers on the foot of the frame. @param {number} width @param {number} height */
export function numbers(width, height) {
  const { h } = extent(width, height);
  return svg('g', { class: 'c4-numbers', 'aria-hidden': 'true' },
    Array.from({ length: width }, (_, c) => svg('text', { x: xOf(c), y: h - 19 }, c + 1)));
}

/** A small game in progress, for the card on the first page. */
export function picture() {
  const columns = [[], [1], [0, 1], [0, 0, 1, 0], [1, 0, 0], [1, 1], [0]];
  const { w, h } = extent(7, 6);
  return svg('svg', { class: 'c4 c4-picture', viewBox: `0 0 ${w} ${h}`, 'aria-hidden': 'true', focusable: 'false' },
    back(7, 6),
    columns.flatMap((column, c) => column.map((seat, r) => moveTo(disc(seat), center(c, r, 6)))),
    frame(7, 6), moveTo(disc(1), { x: xOf(5), y: LANE / 2 - 2 }));
}
