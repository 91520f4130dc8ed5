// Three, two, one, before a game that is played alone.

import { el, refill } from '../ui/dom.js';

const FROM = 3;
/** How long each number stands, in milliseconds. */
const BEAT = 550;

/** @param {Element} place where the numbers stand @param {() => void} done */
export function createCountdown(place, done) {
  let began = 0;
  let shown = 0;
  return {
    reset() {
      began = shown = 0;
    },
    /** Called every frame while it counts. @param {number} time */
    beat(time) {
      began ||= time;
      const n = FROM - Math.floor((time - began) / BEAT);
      if (n === shown) return;
      shown = n;
      if (n > 0) refill(place, number(n));
      else done();
    },
  };
}

/** @param {number} n */
export const number = (n) => el('p', { class: 'arcade-count', 'aria-live': 'off' }, n);
