// Quoridor drawn: walnut squares, grooves, pale walls, turned pawns.

import { svg } from '../../ui/dom.js';
import { moveTo } from '../shared/pieces.js';
import { CELL, FRAME, GROOVE, PITCH, Plan } from './plan.js';

/** @import { Orientation, Side } from './plan.js' */

/** The length of a wall. */
const STICK = 2 * CELL + GROOVE;

/** The table: frame, trays, squares, what is written beside them. @param {Plan} plan @param {{ goal: Side }[]} seats */
export function table(plan, seats) {
  const { size, left, top, span } = plan;
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
    svg('text', { x: plan.x(i), y: top + span + 36 }, String.fromCharCode(97 + i)),
    svg('text', { x: left - 27, y: plan.y(i) + 8 }, i + 1)]).flat();
  const around = (/** @type {number} */ margin) =>
    ({ x: left - margin, y: top - margin, width: span + 2 * margin, height: span + 2 * margin });
  return [
    svg('rect', { x: 3, y: 3, width: plan.w - 6, height: plan.h - 6, rx: 30, class: 'q-tray' }),
    svg('rect', { ...around(FRAME), rx: 18, class: 'q-frame' }),
    svg('rect', { ...around(10), rx: 12, class: 'q-bed' }),
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
  const d = {
    north: `M${left + a} ${top - off}h${b - a}`,
    south: `M${left + a} ${top + span + off}h${b - a}`,
    west: `M${left - off} ${top + a}v${b - a}`,
    east: `M${left + span + off} ${top + a}v${b - a}`,
  }[plan.seen(goal)];
  return svg('path', { d, class: `q-finish seat-${seat}` });
}

/**
 * The walls that a seat has left of those that it had, in its tray: behind its back, opposite its goal.
 * @param {Plan} plan @param {Side} goal @param {{ left: number, most: number }} stock
 */
export function rack(plan, goal, { left, most }) {
  const upright = goal === 'north' || goal === 'south';
  const step = Math.min(46, (plan.span - 2 * PITCH) / Math.max(1, most));
  const middle = upright ? plan.w / 2 : plan.h / 2;
  if (!plan.tray) return [];
  const off = plan.tray / 2 + 1;
  const at = { north: plan.h - off, south: off, east: off, west: plan.w - off }[plan.seen(goal)];
  return Array.from({ length: most }, (_, i) => {
    const along = middle + (i - (most - 1) / 2) * step;
    const [x, y] = upright ? [along, at] : [at, along];
    const [w, h] = upright ? [GROOVE - 10, 42] : [42, GROOVE - 10];
    const box = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 4 };
    return svg('rect', { ...box, class: i < left ? 'q-stick' : 'q-slot' });
  });
}

/** The same walls lying side by side, where a board has no trays. @param {number} left @param {number} most */
export const strip = (left, most) => svg('svg', {
  class: 'q-strip-art', viewBox: `0 0 ${Math.max(1, most) * 46} 64`, focusable: 'false',
}, Array.from({ length: most }, (_, i) =>
  svg('rect', { x: i * 46 + 15, y: 5, width: 16, height: 54, rx: 5, class: i < left ? 'q-stick' : 'q-slot' })));

/**
 * A wall around the origin, and the sign of who set it.
 * @param {Orientation} orientation @param {number | null} seat
 */
export function stick(orientation, seat) {
  const level = orientation === 'h';
  const [w, h] = level ? [STICK, GROOVE - 4] : [GROOVE - 4, STICK];
  const gleam = level ? `M${-w / 2 + 6} ${-h / 2 + 3}h${w - 12}` : `M${-w / 2 + 3} ${-h / 2 + 6}v${h - 12}`;
  return svg('g', { class: 'q-wall' },
    svg('rect', { x: -w / 2, y: -h / 2, width: w, height: h, rx: 5, class: 'q-wood' }),
    svg('path', { d: gleam, class: 'q-gleam' }),
    seat !== null && svg('circle', { r: 6.500, class: `q-owner seat-${seat}` }));
}

/** A pawn seen from above, around the origin, with the sign of its seat. @param {number} seat */
export function pawn(seat) {
  const sign = [
    () => svg('circle', { r: 7, class: 'q-sign full' }),
    () => svg('path', { d: 'M-14 3L3 -14M-11 11L11 -11M-3 14L14 -3', class: 'q-sign' }),
    () => svg('path', { d: 'M-9 -9L9 9M9 -9L-9 9', class: 'q-sign' }),
    () => svg('circle', { r: 10, class: 'q-sign' }),
  ][seat % 4]();
  return svg('g', { class: `q-pawn seat-${seat}` },
    svg('circle', { r: 38, cy: 3, class: 'q-shade' }), svg('circle', { r: 37, class: 'q-base' }),
    svg('circle', { r: 24, class: 'q-head' }), sign);
}

/** A shortest path, from square to square. @param {Plan} plan @param {string[]} path @param {number} seat */
export function trail(plan, path, seat) {
  // Side by side, so that two paths over the same squares are both seen.
  const aside = [-9, 9, -3, 3][seat % 4];
  const points = path.map((text) => {
    const { x, y } = plan.square(text);
    return [x + aside, y + aside];
  });
  const end = points[points.length - 1];
  const d = `M${points.map((point) => point.join(' ')).join('L')}`;
  return svg('g', { class: `q-way seat-${seat}` }, svg('path', { d, class: 'q-trail' }),
    points.length > 1 && svg('circle', { cx: end[0], cy: end[1], r: 11 }));
}

/** A small game in progress, for the card on the first page. */
export function picture() {
  const plan = new Plan(5, false, false, 0);
  const seats = /** @type {{ goal: Side }[]} */ ([{ goal: 'north' }, { goal: 'south' }]);
  const walls = ['a3h', 'c3h', 'c2v', 'd1h'].map((text, i) =>
    moveTo(stick(/** @type {Orientation} */ (text.slice(-1)), i % 2), plan.move(text)));
  const viewBox = `0 0 ${plan.w} ${plan.h}`;
  return svg('svg', { class: 'q q-picture', viewBox, 'aria-hidden': 'true', focusable: 'false' },
    table(plan, seats).slice(1), walls, moveTo(pawn(0), plan.square('c2')), moveTo(pawn(1), plan.square('b4')));
}
