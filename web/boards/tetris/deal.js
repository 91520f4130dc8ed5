// Which pieces come: any of the seven by the report's rules, bags of all seven by the modern ones.

/** @import { Chance } from './chance.js' */
/** @import { Rules } from './pieces.js' */
/** @typedef {{ rules: Rules, queue: number[], bag: number[], chance: Chance }} Dealt */

/** How many pieces are shown in advance. */
export const SHOWN = { report: 1, modern: 5 };

/** Fills the queue up to so many pieces. @param {Dealt} to @param {number} [many] */
export function deal(to, many = SHOWN[to.rules]) {
  while (to.queue.length < many) {
    if (to.rules === 'report') to.queue.push(to.chance.below(7));
    else {
      if (!to.bag.length) {
        to.bag = [0, 1, 2, 3, 4, 5, 6];
        to.chance.shuffle(to.bag);
      }
      to.queue.push(/** @type {number} */ (to.bag.shift()));
    }
  }
}
