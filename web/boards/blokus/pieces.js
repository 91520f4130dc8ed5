// Blokus pieces as shapes: how they lie, which squares they cover, and a move's text. Geometry only: what is
// legal is the server's word.

import { parseSquare, squareName } from '../shared/squares.js';

/** @import { Words } from '../../types.js' */
/** @typedef {[number, number]} Square */
/**
 * One way for a piece to lie, and the numbers of those that a turn leads to.
 * @typedef {{ squares: Square[], right: number, left: number, mirror: number, flip: number }} Orientation
 */
/** @typedef {'right' | 'left' | 'mirror' | 'flip'} Turn */
/** @typedef {{ piece: string, size: number, ways: Orientation[] }} Shape */
/** @typedef {{ piece: string, squares: Square[] }} Placed */
/**
 * @typedef {{ letter: string, name: Words, seat: number, owner: number | null, team: number | null, start: Square,
 *   left: string[], placed: Placed[], points: number, bonus: number, out: boolean, gave_up: boolean }} Colour
 */
/**
 * @typedef {{ mode: string, scoring: string, side: number, rows: string[], colours: Colour[],
 *   teams: { colours: number[], points: number }[], turn: number | null, corners: Square[],
 *   last: (Placed & { colour: number }) | null, shapes: Shape[] }} View
 */
/**
 * A piece on the board: how it lies, and the lower left corner of its box.
 * @typedef {object} Place
 * @property {string} piece
 * @property {number} orientation
 * @property {number} x
 * @property {number} y
 */

export const PASS = 'pass';
/** A single turn that a colour loses, in files of other programs only. */
export const SKIP = 'skip';

/** @param {string} move */
export const isPlacement = (move) => move !== PASS && move !== SKIP;

/** @param {Square} square */
export const nameOf = ([x, y]) => squareName(x, y);

/** @param {Square[]} squares by row, then by column */
export const moveText = (squares) => squares.map(nameOf).join(',');

/** @param {string} move @returns {Square[]} */
export const squaresOf = (move) => (isPlacement(move) ? move.split(',').map(parseSquare) : []);

/** Columns and rows that squares span, from their lower left corner. @param {Square[]} squares */
export function boxOf(squares) {
  const xs = squares.map(([x]) => x);
  const ys = squares.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 };
}

/**
 * Pieces by the squares that they cover, learnt from the views: not every way to play has all of them.
 * @type {Map<string, { piece: string, orientation: number }>}
 */
const known = new Map();

/** @param {Shape[]} shapes */
export function learnShapes(shapes) {
  for (const { piece, ways } of shapes) {
    ways.forEach(({ squares }, orientation) => known.set(squares.join(' '), { piece, orientation }));
  }
}

/** The piece that a move lays, how it lies, and where. @param {string} move @returns {Place | null} */
export function placeOf(move) {
  const squares = squaresOf(move);
  if (!squares.length) return null;
  const { x, y } = boxOf(squares);
  const found = known.get(squares.map((square) => [square[0] - x, square[1] - y]).join(' '));
  return found ? { ...found, x, y } : null;
}

/** The colours of the moves on the board that was seen last. @type {Map<string, number>} */
const colours = new Map();

/** @param {View} view @param {boolean} fresh whether it is another board than before */
export function noteColours(view, fresh) {
  if (fresh) colours.clear();
  view.colours.forEach(({ placed }, colour) => {
    for (const { squares } of placed) colours.set(moveText(squares), colour);
  });
}

/** The colour that a move laid: a seat may play several. @param {string} move @param {number} seat */
export const colourOf = (move, seat) => colours.get(move) ?? seat;

/**
 * The pieces on the board with the numbers of their moves. Colours move in turn until they are out, so a piece's place
 * in its colour's list is its round.
 * @param {View} view
 */
export const moveNumbers = (view) => view.colours.flatMap(({ placed }, colour) => placed.map(({ squares }, round) => ({
  squares,
  number: 1 + view.colours.reduce((sum, other, i) =>
    sum + Math.min(other.placed.length, i < colour ? round + 1 : round), 0),
})));
