// Connect Four drawn: the frame, its windows, discs with their signs. A square is 100 units.

import { svg } from '../../ui/dom.js';

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
export const yOf = (row, height) => LANE + PAD + (height - 1 - row) * 100 + 50;

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
  const box = `M${corner} ${LANE}H${w - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${h - corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}H${corner}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}V${LANE + corner}a${corner} ${corner} 0 0 1 ${corner} ${-corner}z`;
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

/**
 * The straight runs of four or more among the winning squares, as pairs of ends. For drawing only:
 * which squares won is the server's word.
 * @param {[number, number][]} squares
 */
export function runs(squares) {
  const won = new Set(squares.map(([c, r]) => `${c},${r}`));
  const ends = [];
  for (const [c, r] of squares) {
    for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      if (won.has(`${c - dc},${r - dr}`)) continue;
      let n = 0;
      while (won.has(`${c + (n + 1) * dc},${r + (n + 1) * dr}`)) n++;
      if (n >= 3) ends.push([c, r, c + n * dc, r + n * dr]);
    }
  }
  return ends;
}

/** A small game in progress, for the card on the first page. */
export function picture() {
  const columns = [[], [1], [0, 1], [0, 0, 1, 0], [1, 0, 0], [1, 1], [0]];
  const { w, h } = extent(7, 6);
  const held = disc(1);
  held.setAttribute('transform', `translate(${xOf(5)} ${LANE / 2 - 2})`);
  return svg('svg', { class: 'c4 c4-picture', viewBox: `0 0 ${w} ${h}`, 'aria-hidden': 'true', focusable: 'false' },
    back(7, 6),
    columns.flatMap((column, c) => column.map((seat, r) => {
      const piece = disc(seat);
      piece.setAttribute('transform', `translate(${xOf(c)} ${yOf(r, 6)})`);
      return piece;
    })),
    frame(7, 6), held);
}
