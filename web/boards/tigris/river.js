// The two rivers of the map, drawn as water that flows from square to square rather than as blue squares.

import { svg } from '../../ui/dom.js';

/** @typedef {[number, number]} Cell column and row */

/** Right, left, down, up. @type {Cell[]} */
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]];

/**
 * The rivers of a map: banks, water and what glitters on it.
 * @param {string[]} map rows, `~` is water @param {(cell: Cell) => { x: number, y: number }} center
 */
export function rivers(map, center) {
  const water = (/** @type {Cell} */ [x, y]) => map[y]?.[x] === '~';
  const cells = map.flatMap((line, y) => [...line].flatMap((kind, x) => (kind === '~' ? [cell(x, y)] : [])));
  const reaches = cells.map((each) => ({ each, sides: ends(each, water, map), middle: center(each) }));
  const course = reaches.map(({ each, sides, middle }) => reach(each, sides, middle)).join('');
  const waves = reaches.filter(({ sides }) => sides.length === 2)
    .map(({ sides, middle }) => wave(sides, middle)).join('');
  const pools = cells.filter(([x, y]) => water([x + 1, y]) && water([x, y + 1]) && water([x + 1, y + 1]))
    .map((each) => pool(each, map, center(each)));
  return svg('g', { class: 't-rivers' },
    svg('path', { d: course, class: 't-bank' }),
    svg('path', { d: course, class: 't-water' }), pools,
    svg('path', { d: waves, class: 't-flow' }), svg('path', { d: waves, class: 't-flow second' }));
}

/** @param {number} x @param {number} y @returns {Cell} */
const cell = (x, y) => [x, y];

/**
 * The sides over which the water of a square goes on: to its neighbours, and off the map where a river begins or ends.
 * @param {Cell} at @param {(cell: Cell) => boolean} water @param {string[]} map
 */
function ends([x, y], water, map) {
  const on = SIDES.filter(([dx, dy]) => water([x + dx, y + dy]));
  const off = SIDES.filter(([dx, dy]) => map[y + dy]?.[x + dx] === undefined);
  const lake = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    water([x + dx, y]) && water([x, y + dy]) && water([x + dx, y + dy]);
  const wide = off.length > 0 && [-1, 1].some((dx) => lake(dx, -1) || lake(dx, 1));
  if (wide) return [...on, off[0]];
  if (on.length !== 1 || !off.length) return on;
  const [[dx, dy]] = on;
  return [...on, off.find(([ex, ey]) => ex === -dx && ey === -dy) ?? off[0]];
}

/**
 * The middle of the water on a square: a curve from one side to another, or spokes where several rivers meet.
 * @param {Cell} at @param {Cell[]} sides @param {{ x: number, y: number }} middle
 */
function reach([, row], sides, { x, y }) {
  const edge = (/** @type {Cell} */ [dx, dy]) => `${x + 50 * dx} ${y + 50 * dy}`;
  if (sides.length === 2) {
    const [from, to] = sides;
    const straight = from[0] === -to[0] && from[1] === -to[1];
    // A straight reach swings a little, one way and then the other.
    const swing = straight ? (row % 2 ? 7 : -7) : 0;
    const bend = straight ? `${x + (from[0] ? 0 : swing)} ${y + (from[0] ? swing : 0)}` : `${x} ${y}`;
    return `M${edge(from)}Q${bend} ${edge(to)}`;
  }
  return sides.map((side) => `M${x} ${y}L${edge(side)}`).join('') || `M${x} ${y}h.1`;
}

/**
 * Wide water over four squares, from the middle of this one to the middle of the one below and to the right; to the
 * edge of the map where it lies there.
 * @param {Cell} at @param {string[]} map @param {{ x: number, y: number }} middle
 */
function pool([column, row], map, { x, y }) {
  const [left, top] = [column === 0 ? 50 : 0, row === 0 ? 50 : 0];
  const [right, bottom] = [column + 2 === map[row].length ? 50 : 0, row + 2 === map.length ? 50 : 0];
  const size = { width: 100 + left + right, height: 100 + top + bottom };
  return svg('rect', { x: x - left, y: y - top, ...size, class: 't-pool' });
}

/** A ripple along the water of a square. @param {Cell[]} sides @param {{ x: number, y: number }} middle */
function wave([[ax, ay], [bx, by]], { x, y }) {
  /** @param {number} dx @param {number} dy the way @param {number} far along it @param {number} off beside it */
  const along = (dx, dy, far, off) =>
    `${x + far * dx - off * dy} ${y + far * dy + off * dx}`;
  return `M${along(ax, ay, 50, 0)}C${along(ax, ay, 18, 20)} ${along(bx, by, 18, 20)} ${along(bx, by, 50, 0)}`;
}
