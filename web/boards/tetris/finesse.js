// Finesse: the fewest key presses that bring a piece from where it appears to where it lies, in an open well. A held
// direction is one press, all the way to the wall.

import { PIECES, squares } from './pieces.js';
import { Well } from './well.js';

/** @import { Setup } from './well.js' */
/**
 * A press: an action, or one that is held to the wall.
 * @typedef {'left' | 'right' | 'cw' | 'ccw' | 'flip' | 'wallLeft' | 'wallRight'} Press
 */

/** Presses and the inputs that they come to; the wall is never further than this. @type {[Press, string][]} */
const PRESSES = [
  ['left', 'L'], ['right', 'R'], ['wallLeft', 'L'.repeat(16)], ['wallRight', 'R'.repeat(16)], ['cw', 'C'], ['ccw', 'A'],
];
/** Actions that are counted. */
export const COUNTED = ['left', 'right', 'cw', 'ccw', 'flip'];

/** The columns and rows that a piece covers, wherever it lies. @param {number[][]} at */
function footprint(at) {
  const low = Math.min(...at.map(([, y]) => y));
  return at.map(([x, y]) => `${x}.${y - low}`).sort().join(' ');
}

/** What was found, by piece and well. @type {Map<string, Map<string, Press[]>>} */
const known = new Map();

/** The shortest ways of a piece to all places, by footprint. @param {Setup} setup @param {number} piece */
function waysOf(setup, piece) {
  const name = `${setup.rules} ${setup.width} ${setup.height} ${piece}`;
  const found = known.get(name);
  if (found) return found;
  /** @type {Map<string, Press[]>} */
  const ways = new Map();
  const first = new Well({ ...setup, mode: 'free' });
  Object.assign(first, {
    piece, queue: [0, 0, 0, 0, 0], x: (setup.width - (piece === 0 ? 4 : PIECES[piece] === 'O' ? 2 : 3)) >> 1,
    y: Math.max(4, setup.height - 4),
  });
  if (setup.rules === 'report') first.x = setup.width >> 1;
  /** @type {{ well: Well, way: Press[] }[]} */
  let layer = [{ well: first, way: [] }];
  const seen = new Set();
  while (layer.length) {
    /** @type {typeof layer} */
    const next = [];
    for (const { well, way } of layer) {
      const place = `${well.facing} ${well.x}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const at = squares(setup.rules, piece, well.facing).map(([dx, dy]) => [well.x + dx, well.y + dy]);
      const mark = footprint(at);
      if (!ways.has(mark)) ways.set(mark, way);
      for (const [press, ops] of PRESSES) {
        const after = well.clone();
        after.tick(ops);
        next.push({ well: after, way: [...way, press] });
      }
    }
    layer = next;
  }
  known.set(name, ways);
  return ways;
}

/**
 * The shortest way to where a piece lies; null where there is none without a tuck or a spin.
 * @param {Setup} setup @param {number} piece @param {number[][]} at its squares
 */
export const shortestWay = (setup, piece, at) => waysOf(setup, piece).get(footprint(at)) ?? null;
