// The pulse of a well: sixty ticks a second by the clock, whatever the screen's own rhythm, and a picture each frame.

const TICK = 1000 / 60;
/** A tick may come a little early, so that a screen of sixty pictures a second shows one in each. */
const EARLY = 4;
/** Whoever was away longer than this does not want it all at once. */
const STALL = 1000;
/** A screen that stumbles slows the well down; it does not make it leap. */
const MOST = 100;

/**
 * @param {{ tick: () => void, frame: (now: number) => void, stalled: () => void }} on
 */
export function createPulse({ tick, frame, stalled }) {
  let running = false;
  let asked = 0;
  let last = 0;
  /** Time that has gone by and has not been ticked. */
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
      // Ticking may stop it: what is owed then is owed no longer.
      while (running && owed >= TICK - EARLY) {
        owed -= TICK;
        tick();
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
