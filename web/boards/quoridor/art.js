// Quoridor drawn: walnut squares, grooves, pale walls, turned pawns. A square is 100 units, a groove 24.

import { svg } from '../../ui/dom.js';

/** @typedef {'h' | 'v'} Way */
/** @typedef {{ file: number, rank: number, way: Way }} Wall */
/** @typedef {'north' | 'east' | 'south' | 'west'} Side */

const CELL = 100;
export const GROOVE = 24;
const PITCH = CELL + GROOVE;
/** The wooden frame around the squares, with the letters and numbers. */
const FRAME = 58;
/** The tray on a side where somebody's walls stand. */
const TRAY = 92;
const STICK = 2 * CELL + GROOVE;

/** Where things are, on a board of so many squares with trays on two sides or on all four. */
export class Plan {
  /** @param {number} size @param {boolean} four @param {boolean} [turned] seen from the other side */
  constructor(size, four, turned = false) {
    this.size = size;
    this.turned = turned;
    this.across = four ? TRAY : 0;
    this.span = size * PITCH - GROOVE;
    this.left = this.across + FRAME;
    this.top = TRAY + FRAME;
    this.w = this.span + 2 * this.left;
    this.h = this.span + 2 * this.top;
  }

  /** The middle of a square, or with a half between two squares. @param {number} file */
  x(file) { return this.left + (this.turned ? this.size - 1 - file : file) * PITCH + CELL / 2; }
  /** Rank 0 is the lowest, unless the board is turned. @param {number} rank */
  y(rank) { return this.top + (this.turned ? rank : this.size - 1 - rank) * PITCH + CELL / 2; }
  /** The other way round: which file, as a fraction. @param {number} x */
  file(x) { const across = (x - this.left - CELL / 2) / PITCH; return this.turned ? this.size - 1 - across : across; }
  /** @param {number} y */
  rank(y) { const down = (y - this.top - CELL / 2) / PITCH; return this.turned ? down : this.size - 1 - down; }
  /** Where a side of the board is on the screen. @param {Side} side */
  seen(side) { return this.turned ? /** @type {const} */ ({ north: 'south', south: 'north', east: 'west', west: 'east' })[side] : side; }
}

/** @param {string} text such as e3 @returns {{ file: number, rank: number }} */
export const square = (text) => ({ file: text.charCodeAt(0) - 97, rank: Number.parseInt(text.slice(1), 10) - 1 });
/** @param {number} file @param {number} rank */
export const named = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
/** @param {string} text such as e3h @returns {Wall | null} */
export const wallOf = (text) => (/^[a-z]\d+[hv]$/.test(text) ? { ...square(text), way: /** @type {Way} */ (text.slice(-1)) } : null);
/** @param {Wall} wall */
export const textOf = ({ file, rank, way }) => named(file, rank) + way;

/** The table: frame, trays, squares, what is written beside them. @param {Plan} plan @param {{ goal: Side }[]} seats */
export function table(plan, seats) {
  const { size } = plan;
  const squares = [];
  for (let rank = 0; rank < size; rank++) {
    for (let file = 0; file < size; file++) {
      const [x, y] = [plan.x(file) - CELL / 2, plan.y(rank) - CELL / 2];
      const grain = (file * 7 + rank * 5 + ((file * rank) % 3)) % 4;
      squares.push(svg('rect', { x, y, width: CELL, height: CELL, rx: 9, class: `q-square grain-${grain}` }),
        svg('path', { d: `M${x + 9} ${y + 2}H${x + CELL - 9}`, class: 'q-shine' }));
    }
  }
  const letters = Array.from({ length: size }, (_, i) => [
    svg('text', { x: plan.x(i), y: plan.top + plan.span + 36 }, String.fromCharCode(97 + i)),
    svg('text', { x: plan.left - 27, y: plan.y(i) + 8 }, i + 1)]).flat();
  const frame = { x: plan.left - FRAME, y: plan.top - FRAME, width: plan.span + 2 * FRAME, height: plan.span + 2 * FRAME };
  return [
    svg('rect', { x: 3, y: 3, width: plan.w - 6, height: plan.h - 6, rx: 30, class: 'q-tray' }),
    svg('rect', { ...frame, rx: 18, class: 'q-frame' }),
    svg('rect', { x: plan.left - 10, y: plan.top - 10, width: plan.span + 20, height: plan.span + 20, rx: 12, class: 'q-bed' }),
    svg('g', {}, squares),
    svg('g', { class: 'q-letters' }, letters),
    seats.map(({ goal }, seat) => finish(plan, goal, seat)),
  ];
}

/** The line that a seat runs for, on the frame. @param {Plan} plan @param {Side} goal @param {number} seat */
function finish(plan, goal, seat) {
  const { left, top, span } = plan;
  const [a, b] = [10, span - 10];
  const off = FRAME - 7;
  const d = { north: `M${left + a} ${top - off}h${b - a}`, south: `M${left + a} ${top + span + off}h${b - a}`, west: `M${left - off} ${top + a}v${b - a}`, east: `M${left + span + off} ${top + a}v${b - a}` }[plan.seen(goal)];
  return svg('path', { d, class: `q-finish seat-${seat}` });
}

/** The walls that a seat has left, standing in its tray: behind its back, opposite its goal. @param {Plan} plan @param {Side} goal @param {number} left @param {number} most */
export function rack(plan, goal, left, most) {
  const upright = goal === 'north' || goal === 'south';
  const step = Math.min(46, (plan.span - 2 * PITCH) / Math.max(1, most));
  const middle = upright ? plan.w / 2 : plan.h / 2;
  const off = TRAY / 2 + 2;
  const at = { north: plan.h - off, south: off, east: off, west: plan.w - off }[plan.seen(goal)];
  return Array.from({ length: most }, (_, i) => {
    const along = middle + (i - (most - 1) / 2) * step;
    const [x, y] = upright ? [along, at] : [at, along];
    const [w, h] = upright ? [GROOVE - 8, 62] : [62, GROOVE - 8];
    const box = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 4 };
    return svg('rect', { ...box, class: i < left ? 'q-stick' : 'q-slot' });
  });
}

/** A wall around the origin, and the sign of who set it. @param {Way} way @param {number | null} seat */
export function stick(way, seat) {
  const [w, h] = way === 'h' ? [STICK, GROOVE - 4] : [GROOVE - 4, STICK];
  return svg('g', { class: 'q-wall' },
    svg('rect', { x: -w / 2, y: -h / 2, width: w, height: h, rx: 5, class: 'q-wood' }),
    svg('path', { d: way === 'h' ? `M${-w / 2 + 6} ${-h / 2 + 3}h${w - 12}` : `M${-w / 2 + 3} ${-h / 2 + 6}v${h - 12}`, class: 'q-gleam' }),
    seat !== null && svg('circle', { r: 6.500, class: `q-owner seat-${seat}` }));
}

/** @param {Plan} plan @param {Wall} wall */
export const spot = (plan, { file, rank }) => ({ x: plan.x(file + 0.5), y: plan.y(rank + 0.5) });

/** A pawn seen from above, around the origin, with the sign of its seat. @param {number} seat */
export function pawn(seat) {
  const sign = [
    () => svg('circle', { r: 7, class: 'q-sign full' }),
    () => svg('path', { d: 'M-14 3L3 -14M-11 11L11 -11M-3 14L14 -3', class: 'q-sign' }),
    () => svg('path', { d: 'M-9 -9L9 9M9 -9L-9 9', class: 'q-sign' }),
    () => svg('circle', { r: 10, class: 'q-sign' }),
  ][seat % 4]();
  return svg('g', { class: `q-pawn seat-${seat}` },
    svg('circle', { r: 38, cy: 3, class: 'q-shade' }), svg('circle', { r: 37, class: 'q-base' }), svg('circle', { r: 24, class: 'q-head' }), sign);
}

/** A shortest way, from square to square. @param {Plan} plan @param {string[]} path @param {number} seat */
export function way(plan, path, seat) {
  // Side by side, so that two ways on the same squares are both seen.
  const aside = [-9, 9, -3, 3][seat % 4];
  const points = path.map((text) => { const { file, rank } = square(text); return [plan.x(file) + aside, plan.y(rank) + aside]; });
  const end = points[points.length - 1];
  return svg('g', { class: `q-way seat-${seat}` }, svg('path', { d: `M${points.map((point) => point.join(' ')).join('L')}`, class: 'q-trail' }),
    points.length > 1 && svg('circle', { cx: end[0], cy: end[1], r: 11 }));
}

/** A small game in progress, for the card on the first page. */
export function picture() {
  const plan = new Plan(5, false);
  const put = (/** @type {SVGElement} */ node, /** @type {{ x: number, y: number }} */ { x, y }) => { node.setAttribute('transform', `translate(${x} ${y})`); return node; };
  const seats = /** @type {{ goal: Side }[]} */ ([{ goal: 'north' }, { goal: 'south' }]);
  const walls = ['a3h', 'c3h', 'c2v', 'd1h'].map((text, i) => { const wall = /** @type {Wall} */ (wallOf(text)); return put(stick(wall.way, i % 2), spot(plan, wall)); });
  return svg('svg', { class: 'q q-picture', viewBox: `0 ${TRAY} ${plan.w} ${plan.h - 2 * TRAY}`, 'aria-hidden': 'true', focusable: 'false' },
    table(plan, seats).slice(1), walls,
    put(pawn(0), { x: plan.x(2), y: plan.y(1) }), put(pawn(1), { x: plan.x(1), y: plan.y(3) }));
}
