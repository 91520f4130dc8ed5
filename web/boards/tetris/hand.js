// What is held down becomes inputs, tick by tick. The hand knows how long a key must be held before it repeats (DAS),
// how fast it then does (ARR), and how fast soft drop is; the well knows nothing of all that.
//
// When left and right are both held, the one pressed last wins. When that one is let go the other takes over at
// once, with the wait that it has already served: nothing sticks, and nothing has to be pressed again.

/** @import { News, Well } from './well.js' */
/**
 * In ticks; `soft` in rows a second. 0 means at once: to the wall, to the floor.
 * @typedef {{ das: number, arr: number, soft: number }} Feel
 */

/** @type {Feel} */
export const USUAL_FEEL = { das: 10, arr: 2, soft: 30 };

/** Actions that are one input each. @type {Record<string, string>} */
const OPS = { cw: 'C', ccw: 'A', hard: 'H', hold: 'X' };

export class Hand {
  /** @param {Feel} [feel] */
  constructor(feel = USUAL_FEEL) {
    this.feel = feel;
    /** Inputs since the last tick, in order. */
    this.waiting = '';
    /**
     * Directions that are held, the last pressed last, with the ticks that each has been held.
     * @type {{ way: 'L' | 'R', held: number }[]}
     */
    this.ways = [];
    /** What soft drop has gathered, in sixtieths of a row; -1 when it is not held. */
    this.soft = -1;
  }

  /** @param {string} action */
  press(action) {
    const op = OPS[action];
    if (op) this.waiting += op;
    else if (action === 'left' || action === 'right') {
      const way = action === 'left' ? 'L' : 'R';
      this.ways = [...this.ways.filter((each) => each.way !== way), { way, held: 0 }];
      this.waiting += way;
    } else if (action === 'soft') {
      this.soft = 0;
      this.waiting += 'S';
    }
  }

  /** @param {string} action */
  release(action) {
    if (action === 'left' || action === 'right') {
      const way = action === 'left' ? 'L' : 'R';
      this.ways = this.ways.filter((each) => each.way !== way);
    } else if (action === 'soft') this.soft = -1;
  }

  releaseAll() {
    this.waiting = '';
    this.ways = [];
    this.soft = -1;
  }

  /** Forgets what was pressed before the first tick. */
  clear() {
    this.waiting = '';
  }

  /** @param {{ feel: Feel }} settings */
  adjust({ feel }) {
    this.feel = feel;
  }

  /**
   * By the report's rules soft drop itself locks: it must be pressed again for the next piece.
   * @param {News[]} news @param {Well} well
   */
  hear(news, well) {
    if (well.rules === 'report' && news.some(({ type }) => type === 'locked')) this.soft = -1;
  }

  /** The inputs of one tick. @param {Well} well */
  inputs(well) {
    let ops = this.waiting;
    this.waiting = '';
    const last = this.ways[this.ways.length - 1];
    for (const each of this.ways) each.held++;
    if (last) ops += this.#repeat(last, well);
    if (this.soft >= 0) ops += this.#sink(well);
    return ops;
  }

  /** @param {{ way: 'L' | 'R', held: number }} last @param {Well} well */
  #repeat({ way, held }, well) {
    const { das, arr } = this.feel;
    const since = held - 1 - das;
    if (since < 0 || well.over) return '';
    if (arr > 0) return since % arr === 0 ? way : '';
    const dx = way === 'L' ? -1 : 1;
    let steps = 0;
    while (well.fits(well.piece, well.facing, well.x + dx * (steps + 1), well.y)) steps++;
    return way.repeat(steps);
  }

  /** @param {Well} well */
  #sink(well) {
    if (well.over) return '';
    if (!this.feel.soft) return 'S'.repeat(well.y - well.ghost);
    this.soft += this.feel.soft;
    const rows = Math.floor(this.soft / 60);
    this.soft -= rows * 60;
    return 'S'.repeat(rows);
  }
}
