// A gamepad as one more pair of hands: the cross or the stick moves, four buttons turn, hold and drop.

/** By the standard numbering: cross up drops, its other arms move, the right buttons turn, the shoulders hold. @type {Record<number, string>} */
const BUTTONS = { 14: 'left', 15: 'right', 13: 'soft', 12: 'hard', 0: 'ccw', 1: 'cw', 2: 'ccw', 3: 'cw', 4: 'hold', 5: 'hold', 9: 'pause', 8: 'restart' };
const TILT = 0.5;

/** @param {{ press: (action: string) => void, release: (action: string) => void }} to */
export function createPad({ press, release }) {
  /** @type {Set<string>} */
  let down = new Set();
  return {
    /** Looks once a frame: a gamepad does not call. */
    poll() {
      /** @type {Set<string>} */
      const now = new Set();
      for (const pad of navigator.getGamepads?.() ?? []) {
        if (!pad) continue;
        for (const [n, action] of Object.entries(BUTTONS)) if (pad.buttons[Number(n)]?.pressed) now.add(action);
        const [x = 0, y = 0] = pad.axes;
        if (x < -TILT) now.add('left');
        if (x > TILT) now.add('right');
        if (y > TILT) now.add('soft');
      }
      for (const action of now) if (!down.has(action)) press(action);
      for (const action of down) if (!now.has(action)) release(action);
      down = now;
    },
  };
}
