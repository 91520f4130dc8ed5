// A keyboard at the well: which action a key begins and ends, by the player's own list of keys.

import { keyOf } from './keys.js';

/** @import { Keys } from './keys.js' */

const MOVES = ['left', 'right', 'soft', 'hard', 'cw', 'ccw', 'hold'];

/**
 * `still` says that nothing falls: then the keys belong to the buttons. `digit` takes the report's keys 1 to 8, as long as they are not given to something else.
 * @param {{ keys: () => Keys, still: () => boolean, press: (action: string) => void, release: (action: string) => void, open: () => void, digit?: (n: number) => void }} to
 * @returns {() => void} stops it
 */
export function listenToKeys({ keys, still, press, release, open, digit }) {
  /** Which action each held key began, so that its release ends the same one. @type {Map<string, string>} */
  const held = new Map();

  /** @param {KeyboardEvent} event */
  function down(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.('input, select, textarea, dialog')) return;
    const key = keyOf(event);
    const own = Object.entries(keys()).find(([, each]) => each.includes(key))?.[0];
    const number = digit ? Number(/^(?:Digit|Numpad)([1-8])$/.exec(key)?.[1] ?? 0) : 0;
    if (!own && !number) return;
    const moves = own !== undefined && MOVES.includes(own);
    // Shortcuts of the browser stay its own; but Ctrl may be held to turn, while another key moves.
    const chord = !/^(Control|Alt|Meta)/.test(event.code);
    if (chord && (event.metaKey || event.altKey || (event.ctrlKey && !moves))) return;
    // Where nothing falls, Space presses the button that has the focus, as everywhere; but it never scrolls
    // the page away under somebody who was a drop too late.
    if (moves && still() && target.closest?.('button, a, label')) return;
    event.preventDefault();
    if (event.repeat || (moves && still())) return;
    if (!own) return digit?.(number);
    held.set(event.code, own);
    press(own);
  }
  /** @param {KeyboardEvent} event */
  function up(event) {
    const action = held.get(event.code);
    if (!action) return;
    held.delete(event.code);
    release(action);
  }
  const away = () => {
    held.clear();
    open();
  };
  document.addEventListener('keydown', down);
  document.addEventListener('keyup', up);
  addEventListener('blur', away);
  return () => {
    document.removeEventListener('keydown', down);
    document.removeEventListener('keyup', up);
    removeEventListener('blur', away);
  };
}
