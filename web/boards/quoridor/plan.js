// Where things are on Quoridor's board, and walls as texts. A square is 100 units, a groove 24.

import { parseSquare, squareName } from '../shared/squares.js';

/** @typedef {'h' | 'v'} Orientation */
/** @typedef {{ file: number, rank: number, orientation: Orientation }} Wall */
/** @typedef {'north' | 'east' | 'south' | 'west'} Side */
/** @typedef {{ x: number, y: number }} Point in units of the picture */

export const CELL = 100;
export const GROOVE = 24;
export const PITCH = CELL + GROOVE;
/** The wooden frame around the squares, with the letters and numbers. */
export const FRAME = 58;
/** The tray on a side where somebody's walls stand. */
export const TRAY = 56;

/** @type {Record<Side, Side>} */
const OPPOSITE = { north: 'south', south: 'north', east: 'west', west: 'east' };

/** Where things are, on a board of so many squares with trays on two sides or on all four. */
export class Plan {
  /**
   * @param {number} size @param {boolean} four @param {boolean} [turned] seen from the other side
   * @param {number} [tray] how wide the trays are; none on a small screen, where the players' bars count the walls
   */
  constructor(size, four, turned = false, tray = TRAY) {
    this.size = size;
    this.turned = turned;
    this.tray = tray;
    this.across = four ? tray : 0;
    this.span = size * PITCH - GROOVE;
    this.left = this.across + FRAME;
    this.top = tray + FRAME;
    this.w = this.span + 2 * this.left;
    this.h = this.span + 2 * this.top;
  }

  /** The middle of a square, or with a half between two squares. @param {number} file */
  x(file) { return this.left + (this.turned ? this.size - 1 - file : file) * PITCH + CELL / 2; }
  /** Rank 0 is the lowest, unless the board is turned. @param {number} rank */
  y(rank) { return this.top + (this.turned ? rank : this.size - 1 - rank) * PITCH + CELL / 2; }
  /** The other way round: which file, as a fraction. @param {number} x */
  file(x) {
    const across = (x - this.left - CELL / 2) / PITCH;
    return this.turned ? this.size - 1 - across : across;
  }
  /** @param {number} y */
  rank(y) {
    const down = (y - this.top - CELL / 2) / PITCH;
    return this.turned ? down : this.size - 1 - down;
  }
  /** Where a side of the board is on the screen. @param {Side} side */
  seen(side) { return this.turned ? OPPOSITE[side] : side; }
  /** Whether a point is in the tray of a seat that runs to this side. @param {Side} goal @param {Point} at */
  inTray(goal, { x, y }) {
    const side = OPPOSITE[this.seen(goal)];
    const [wide, high] = [x >= this.across && x <= this.w - this.across, y >= this.tray && y <= this.h - this.tray];
    const strip = {
      north: wide && y <= this.tray, south: wide && y >= this.h - this.tray,
      west: high && x <= this.across, east: high && x >= this.w - this.across,
    };
    return this.tray > 0 && x >= 0 && y >= 0 && x <= this.w && y <= this.h && strip[side];
  }
  /** The middle of a square. @param {string} text */
  square(text) {
    const [file, rank] = parseSquare(text);
    return { x: this.x(file), y: this.y(rank) };
  }
  /** The middle of a wall. @param {Wall} wall */
  wall({ file, rank }) { return { x: this.x(file + 0.5), y: this.y(rank + 0.5) }; }
  /** Where a move goes: to a square, or to the place of a wall. @param {string} move */
  move(move) {
    const wall = wallOf(move);
    return wall ? this.wall(wall) : this.square(move);
  }
}

/** @param {string} text such as e3h @returns {Wall | null} */
export function wallOf(text) {
  if (!/^[a-z]\d+[hv]$/.test(text)) return null;
  const [file, rank] = parseSquare(text);
  return { file, rank, orientation: /** @type {Orientation} */ (text.slice(-1)) };
}
/** @param {Wall} wall */
export const textOf = ({ file, rank, orientation }) => squareName(file, rank) + orientation;

/** Whether two walls would share a piece of a groove, or cross. @param {Wall} a @param {Wall} b */
export function collide(a, b) {
  const [across, up] = [Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)];
  if (a.orientation !== b.orientation) return across === 0 && up === 0;
  return a.orientation === 'h' ? up === 0 && across < 2 : across === 0 && up < 2;
}
