// A gamepad: its buttons and its stick become actions. The game says which; Start pauses and Back restarts.

/** @import { Hands, RealTimeEngine } from './types.js' */

const OWN = { 9: 'pause', 8: 'restart' };
/** How far the stick must be tilted. */
const TILT = 0.5;

/** @param {RealTimeEngine['pad']} map @param {Hands} to */
export function createPad({ buttons, stick }, { press, release }) {
  const actions = Object.entries({ ...buttons, ...OWN });
  /** @type {Set<string>} */
  let down = new Set();
  return {
    /** Looks once a frame: gamepads send no events. */
    poll() {
      /** @type {Set<string>} */
      const now = new Set();
      for (const pad of navigator.getGamepads?.() ?? []) {
        if (!pad) continue;
        for (const [n, action] of actions) if (pad.buttons[Number(n)]?.pressed) now.add(action);
        const [x = 0, y = 0] = pad.axes;
        if (x < -TILT) now.add(stick.left);
        if (x > TILT) now.add(stick.right);
        if (y > TILT) now.add(stick.down);
      }
      for (const action of now) if (!down.has(action)) press(action);
      for (const action of down) if (!now.has(action)) release(action);
      down = now;
    },
  };
}
