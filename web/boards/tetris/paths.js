// Placements and the ways to them: which inputs bring the piece in the air to where it was said to lie.

import { FACINGS, PIECES, kicks, middle, squares } from './pieces.js';

/** @import { Rules } from './pieces.js' */
/** @import { Well } from './well.js' */
/** @typedef {{ piece: number, facing: number, x: number, y: number, spin: boolean }} Placement */

const FACING_LETTERS = FACINGS.map(([letter]) => letter).join('');
const O = PIECES.indexOf('O');
const T = PIECES.indexOf('T');

/**
 * `Te5.2` as a piece somewhere in the well; null for what is not such a text.
 * @param {Rules} rules @param {string} text @returns {Placement | null}
 */
export function readPlacement(rules, text) {
  const [, letter, facing, column, row, star] = text.match(/^([IOTSZJL])([nesw])(\d+)\.(\d+)(\*?)$/) ?? [];
  if (!letter) return null;
  const piece = PIECES.indexOf(letter);
  const turned = FACING_LETTERS.indexOf(facing);
  const [dx, dy] = middle(rules, piece, turned);
  return { piece, facing: turned, x: Number(column) - 1 - dx, y: Number(row) - 1 - dy, spin: star === '*' };
}

/** @param {Rules} rules @param {Placement} placement */
export const squaresOf = (rules, { piece, facing, x, y }) => (
  squares(rules, piece, facing).map(([dx, dy]) => [x + dx, y + dy]));

/** Lowest row first, then from the left. @param {readonly (readonly [number, number])[]} at */
const sorted = (at) => [...at].sort(([ax, ay], [bx, by]) => ay - by || ax - bx);

/**
 * All ways for the piece to lie that cover the same squares, by facing.
 * @param {Rules} rules @param {Placement} placement @returns {Placement[]}
 */
export function twins(rules, placement) {
  const { piece, facing } = placement;
  const own = sorted(squares(rules, piece, facing));
  return FACINGS.flatMap((_, other) => {
    const theirs = sorted(squares(rules, piece, other));
    const [dx, dy] = [own[0][0] - theirs[0][0], own[0][1] - theirs[0][1]];
    const same = theirs.every(([x, y], i) => x + dx === own[i][0] && y + dy === own[i][1]);
    return same ? [{ ...placement, facing: other, x: placement.x + dx, y: placement.y + dy }] : [];
  });
}

/**
 * A placement as text, in the first facing that covers the same squares.
 * @param {Rules} rules @param {Placement} placement
 */
export function nameOf(rules, placement) {
  const [{ piece, facing, x, y, spin }] = twins(rules, placement);
  const [dx, dy] = middle(rules, piece, facing);
  return `${PIECES[piece]}${FACING_LETTERS[facing]}${x + dx + 1}.${y + dy + 1}${spin ? '*' : ''}`;
}

// A state of the search is one number: where, how it is turned, and, of a T, by which kick it was turned last.
const [KICKS, TURNS, WIDE, HIGH, MARGIN] = [6, 4, 32, 48, 6];
const STATES = KICKS * TURNS * WIDE * HIGH;
/** The state before each, or -1; and the input that led from there. */
const before = new Int32Array(STATES);
const input = new Uint8Array(STATES);
const open = new Int32Array(STATES);
const OPS = 'LRCAS';

/**
 * The fewest inputs that bring the present piece there and lock it; null where there is no way. A piece out of
 * hold is fetched first: then ask again.
 * @param {Well} well @param {string} text @returns {string | null}
 */
export function wayTo(well, text) {
  const { rules, piece } = well;
  const target = readPlacement(rules, text);
  if (!target || well.over) return null;
  if (target.piece !== piece) return rules === 'modern' && !well.used ? 'X' : null;
  const goals = twins(rules, target);
  before.fill(-1);
  let [head, tail] = [0, 0];

  /**
   * @param {number} facing @param {number} x @param {number} y @param {number} turned
   * @param {number} from @param {number} op
   */
  function reach(facing, x, y, turned, from, op) {
    const state = (((y + MARGIN) * WIDE + x + MARGIN) * TURNS + facing) * KICKS + (piece === T ? turned : 0);
    if (before[state] >= 0) return;
    before[state] = from;
    input[state] = op;
    open[tail++] = state;
  }

  /**
   * Whether dropping the piece from here leads to the placement.
   * @param {number} facing @param {number} x @param {number} y @param {number} turned
   */
  function arrives(facing, x, y, turned) {
    const goal = goals.find((each) => each.facing === facing && each.x === x && each.y <= y);
    if (!goal) return false;
    if (target?.spin) return goal.y === y && turned > 0 && !well.fits(piece, facing, x, y - 1);
    for (let low = y; low > goal.y; low--) if (!well.fits(piece, facing, x, low - 1)) return false;
    return !well.fits(piece, facing, x, goal.y - 1);
  }

  reach(well.facing, well.x, well.y, well.turned, STATES, 0);
  while (head < tail) {
    const state = open[head++];
    const turned = state % KICKS;
    const facing = Math.floor(state / KICKS) % TURNS;
    const x = (Math.floor(state / (KICKS * TURNS)) % WIDE) - MARGIN;
    const y = Math.floor(state / (KICKS * TURNS * WIDE)) - MARGIN;
    if (arrives(facing, x, y, turned)) return way(state);
    if (well.fits(piece, facing, x - 1, y)) reach(facing, x - 1, y, 0, state, 0);
    if (well.fits(piece, facing, x + 1, y)) reach(facing, x + 1, y, 0, state, 1);
    for (const [op, by] of piece === O ? [] : QUARTERS) {
      const to = (facing + by) % 4;
      const tries = kicks(rules, piece, facing, to);
      const kick = tries.findIndex(([dx, dy]) => well.fits(piece, to, x + dx, y + dy));
      if (kick >= 0) reach(to, x + tries[kick][0], y + tries[kick][1], kick + 1, state, op);
    }
    if (well.fits(piece, facing, x, y - 1)) reach(facing, x, y - 1, 0, state, 4);
  }
  return null;
}
const QUARTERS = [[2, 1], [3, 3]];

/** @param {number} last */
function way(last) {
  let ops = 'H';
  for (let state = last; before[state] !== STATES; state = before[state]) ops = OPS[input[state]] + ops;
  return ops;
}
