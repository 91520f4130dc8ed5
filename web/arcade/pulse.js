// The clock of a game: sixty ticks a second, whatever the screen's refresh rate, and a picture each frame.

import { TICKS_A_SECOND } from './time.js';

const TICK = 1000 / TICKS_A_SECOND;
/** A tick may come this early, so that a screen with sixty frames a second shows one in each. All in milliseconds. */
const EARLY = 4;
/** A longer gap between two frames means that nobody was looking: the game pauses. */
const STALL = 1000;
/** A slow frame slows the game down by what is above this, so that it never leaps. */
const MOST = 100;

/**
 * @param {{ tick: (end: number) => void, frame: (now: number) => void, stalled: () => void }} on
 */
export function createPulse({ tick, frame, stalled }) {
  let running = false;
  let asked = 0;
  let last = 0;
  /** Time that has gone by and has not been ticked yet. */
  let owed = 0;
  let speed = 1;

  /** @param {number} now */
  function beat(now) {
    asked = requestAnimationFrame(beat);
    const gone = now - last;
    last = now;
    if (running && gone > STALL) {
      owed = 0;
      stalled();
    } else if (running) {
      owed += Math.min(gone, MOST) * speed;
      // A tick may stop the pulse: then no more are due.
      while (running && owed >= TICK - EARLY) {
        owed -= TICK;
        // When this tick ends: what is still owed comes after it.
        tick(now - owed);
      }
    }
    frame(now);
  }
  asked = requestAnimationFrame((now) => { last = now; beat(now); });

  return {
    start() {
      running = true;
      owed = 0;
      last = performance.now();
    },
    stop() { running = false; },
    get running() { return running; },
    /** @param {number} times */
    set speed(times) { speed = times; },
    end() {
      running = false;
      cancelAnimationFrame(asked);
    },
  };
}
