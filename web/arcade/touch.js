// A button that is held down by a finger: one action from touch to release.

import { el } from '../ui/dom.js';
import { strokes } from '../ui/icons.js';

/** @import { Hands } from './types.js' */

/** @param {string} look @param {string} action @param {string} name @param {string} sign @param {Hands} to */
export function touchButton(look, action, name, sign, { press, release }) {
  const up = () => release(action);
  return el('button', {
    class: look, type: 'button', 'aria-label': name, 'data-action': action,
    on: {
      pointerdown: (/** @type {PointerEvent} */ event) => {
        event.preventDefault();
        /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
        press(action);
      },
      pointerup: up, pointercancel: up, lostpointercapture: up,
      contextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      // A keyboard or a voice presses a button without a pointer.
      click: (/** @type {MouseEvent} */ event) => {
        if (event.detail !== 0) return;
        press(action);
        release(action);
      },
    },
  }, strokes(sign));
}
