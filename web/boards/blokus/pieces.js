// Blokus pieces as shapes: how they lie, which squares they cover, and a move's text. Geometry only:
// what is legal is the server's word.

import { t } from '../../i18n/index.js';

/** @import { Words } from '../../types.js' */
/** @typedef {[number, number]} Square */
/** @typedef {{ squares: Square[], right: number, left: number, mirror: number, flip: number }} Way */
/** @typedef {{ piece: string, size: number, ways: Way[] }} Shape */
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

export const PASS = 'pass';

/** @param {Square} square */
export const squareName = ([x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;

/** @param {Square[]} squares by row, then by column */
export const moveText = (squares) => squares.map(squareName).join(',');

/** @param {string} move @returns {Square[]} */
export const squaresOf = (move) => (move === PASS ? [] : move.split(',').map((text) => [text.charCodeAt(0) - 97, Number(text.slice(1)) - 1]));

/** Columns and rows that squares span, from their lower left corner. @param {Square[]} squares */
export function boxOf(squares) {
  const xs = squares.map(([x]) => x);
  const ys = squares.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 };
}

/** Every way to lie, by its squares; the same for all tables, and learnt from the first view. @type {Map<string, { piece: string, way: number }>} */
const known = new Map();

/** @param {Shape[]} shapes */
export function learn(shapes) {
  if (known.size) return;
  for (const { piece, ways } of shapes) ways.forEach(({ squares }, way) => known.set(squares.join(' '), { piece, way }));
}

/** The piece that a move lays, how it lies, and where. @param {string} move */
export function pieceOf(move) {
  const squares = squaresOf(move);
  if (!squares.length) return null;
  const { x, y } = boxOf(squares);
  const found = known.get(squares.map((square) => [square[0] - x, square[1] - y]).join(' '));
  return found ? { ...found, x, y } : null;
}

/** The colours of moves on the board that was seen last. @type {Map<string, number>} */
const colours = new Map();

/** @param {View} view @param {boolean} fresh */
export function note(view, fresh) {
  if (fresh) colours.clear();
  view.colours.forEach(({ placed }, colour) => placed.forEach(({ squares }) => colours.set(moveText(squares), colour)));
}

/** The colour that a move laid: a seat may play several. @param {string} move @param {number} seat */
export const colourOf = (move, seat) => colours.get(move) ?? seat;

/** Few letters, for lists: the piece, and where. @param {string} move */
export function label(move) {
  if (move === PASS) return t('blokus.pass.short');
  const squares = squaresOf(move);
  const box = boxOf(squares);
  return `${pieceOf(move)?.piece ?? squares.length} ${squareName([box.x, box.y])}`;
}

/** To be read aloud. @param {string} move */
export function say(move) {
  if (move === PASS) return t('blokus.pass.say');
  const squares = squaresOf(move);
  const { x, y, w, h } = boxOf(squares);
  const piece = pieceOf(move)?.piece ?? String(squares.length);
  if (w * h === 1) return t('blokus.say.one', { piece, at: squareName([x, y]) });
  return t('blokus.say', { piece, from: squareName([x, y]), to: squareName([x + w - 1, y + h - 1]) });
}

/**
 * Why a piece cannot lie on these squares, from what there is to see, and the squares to blame. The
 * caller knows from the server that it cannot.
 * @param {View} view @param {Square[]} squares @returns {{ why: string, blame: Square[], known: boolean }}
 */
export function trouble(view, squares) {
  const colour = view.colours[view.turn ?? 0];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => view.rows[y]?.[x];
  const own = (/** @type {Square[]} */ around) => around.filter(([x, y]) => at(x, y) === colour.letter);
  const taken = squares.filter(([x, y]) => at(x, y) !== '.');
  if (taken.length) return { why: t('blokus.why.taken', { square: squareName(taken[0]) }), blame: taken, known: true };
  const beside = squares.flatMap(([x, y]) => own([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]));
  if (beside.length) return { why: t('blokus.why.side'), blame: beside, known: true };
  if (!colour.placed.length) return { why: t('blokus.why.start', { square: squareName(colour.start) }), blame: [colour.start], known: true };
  const corner = squares.some(([x, y]) => own([[x - 1, y - 1], [x + 1, y - 1], [x - 1, y + 1], [x + 1, y + 1]]).length);
  return { why: corner ? t('blokus.why.other') : t('blokus.why.corner'), blame: [], known: !corner };
}
