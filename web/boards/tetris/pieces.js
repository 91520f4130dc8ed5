// The seven pieces of Tetris, the two ways in which they lie and turn, and how fast they fall.
// docs/tetris.md says it in words; `crates/tetris/src/rules/pieces.rs` says it in Rust.

/** @typedef {'report' | 'modern'} Rules */
/** Columns to the right and rows up from a piece's own origin. @typedef {readonly [number, number]} Offset */

/** In the order in which chance numbers them. */
export const PIECES = 'IOTSZJL';
export const FACINGS = /** @type {const} */ (['north', 'east', 'south', 'west']);
/** Rows of a well, hidden ones included. */
export const ROWS = 40;
/** The number of a square of garbage: after the pieces, which count from 1; 0 is an empty one. */
export const GARBAGE = 8;
/** What the numbers of squares are written as. */
export const LETTERS = '.IOTSZJLG';

/** @type {Offset[][]} */
const REPORT = [
  [[0, 1], [0, 0], [0, -1], [0, -2]],
  [[0, 0], [1, 0], [0, -1], [1, -1]],
  [[-1, 0], [0, 0], [1, 0], [0, -1]],
  [[0, 1], [0, 0], [1, 0], [1, -1]],
  [[0, 1], [0, 0], [-1, 0], [-1, -1]],
  [[1, 1], [0, 1], [0, 0], [0, -1]],
  [[-1, 1], [0, 1], [0, 0], [0, -1]],
];
/** @type {Offset[][]} */
const MODERN = [
  [[0, 2], [1, 2], [2, 2], [3, 2]],
  [[0, 0], [1, 0], [0, 1], [1, 1]],
  [[0, 1], [1, 1], [2, 1], [1, 2]],
  [[0, 1], [1, 1], [1, 2], [2, 2]],
  [[0, 2], [1, 2], [1, 1], [2, 1]],
  [[0, 2], [0, 1], [1, 1], [2, 1]],
  [[2, 2], [0, 1], [1, 1], [2, 1]],
];
/** The far corner of the box that a piece turns in. */
const SIDES = [3, 0, 2, 2, 2, 2, 2];
const O = PIECES.indexOf('O');

/** @param {Offset[][]} north @param {number[]} sides @returns {Offset[][][]} */
const turned = (north, sides) => north.map((squares, piece) => {
  const all = [squares];
  while (all.length < 4) {
    const last = all[all.length - 1];
    all.push(piece === O ? last : last.map(([x, y]) => /** @type {Offset} */ ([y, sides[piece] - x])));
  }
  return all;
});
const OFFSETS = { report: turned(REPORT, SIDES.map(() => 0)), modern: turned(MODERN, SIDES) };

/** The four squares of a piece that is turned so. @param {Rules} rules @param {number} piece @param {number} facing */
export const squares = (rules, piece, facing) => OFFSETS[rules][piece][facing];

const STAY = [[0, 0]];
const FROM_NORTH = [[0, 0], [-1, 0], [-1, 1], [0, -2], [-1, -2]];
const FROM_EAST = [[0, 0], [1, 0], [1, -1], [0, 2], [1, 2]];
const TO_WEST = [[0, 0], [1, 0], [1, 1], [0, -2], [1, -2]];
const FROM_WEST = [[0, 0], [-1, 0], [-1, -1], [0, 2], [-1, 2]];
/** The kicks of the Super Rotation System, by where a quarter turn begins and where it ends. */
const OTHERS = [
  [STAY, FROM_NORTH, STAY, TO_WEST],
  [FROM_EAST, STAY, FROM_EAST, STAY],
  [STAY, FROM_NORTH, STAY, TO_WEST],
  [FROM_WEST, STAY, FROM_WEST, STAY],
];
const LINE_A = [[0, 0], [-2, 0], [1, 0], [-2, -1], [1, 2]];
const LINE_B = [[0, 0], [2, 0], [-1, 0], [2, 1], [-1, -2]];
const LINE_C = [[0, 0], [-1, 0], [2, 0], [-1, 2], [2, -1]];
const LINE_D = [[0, 0], [1, 0], [-2, 0], [1, -2], [-2, 1]];
const LINE = [
  [STAY, LINE_A, STAY, LINE_C],
  [LINE_B, STAY, LINE_C, STAY],
  [STAY, LINE_D, STAY, LINE_B],
  [LINE_D, STAY, LINE_A, STAY],
];

/**
 * Where a turning piece may move to, in order.
 * @param {Rules} rules @param {number} piece @param {number} from @param {number} to
 */
export function kicks(rules, piece, from, to) {
  if (rules === 'report') return STAY;
  return (piece === 0 ? LINE : OTHERS)[from][to];
}

/** Half turns: from each facing, for all but I and O, and for I. */
const HALF = [
  [[0, 0], [0, 1], [1, 1], [-1, 1], [1, 0], [-1, 0]],
  [[0, 0], [1, 0], [1, 2], [1, 1], [0, 2], [0, 1]],
  [[0, 0], [0, -1], [-1, -1], [1, -1], [-1, 0], [1, 0]],
  [[0, 0], [-1, 0], [-1, 2], [-1, 1], [0, 2], [0, 1]],
];
const LINE_HALF = [[[0, 0], [0, 1]], [[0, 0], [1, 0]], [[0, 0], [0, -1]], [[0, 0], [-1, 0]]];

/** Where a piece that turns by half may move to, in order. @param {number} piece @param {number} from */
export const halfKicks = (piece, from) => (piece === 0 ? LINE_HALF : HALF)[from];

const GRAVITY = {
  modern: [
    1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483, 154742, 256187, 433425,
    749597, 1325716, 2398490,
  ],
  report: [2731, 2979, 3277, 3641, 4096, 4681, 5461, 6554, 8192, 10923, 16384, 32768],
};
/** In 65536ths of a row a tick. @param {Rules} rules @param {number} level */
export const gravity = (rules, level) => {
  const table = GRAVITY[rules];
  return table[Math.min(Math.max(level, 1), table.length) - 1];
};

/**
 * The square that a placement is named by, relative to the piece's origin.
 * @param {Rules} rules @param {number} piece @param {number} facing @returns {Offset}
 */
export function middle(rules, piece, facing) {
  if (rules === 'report' || piece === O) return [0, 0];
  if (piece === 0) return /** @type {Offset[]} */ ([[1, 2], [2, 2], [2, 1], [1, 1]])[facing];
  return [1, 1];
}
