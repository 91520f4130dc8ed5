// The keyboard of a running game: which action a key begins and ends, by the player's own list of keys.

import { keyOf } from './keys.js';

/** @import { Keys, RealTimeEngine } from './types.js' */

/**
 * `still` says that the game stands still: then its keys belong to the buttons of the page. `digit` takes the keys
 * 1 to 9 for the game's guests, as long as they are not given to an action.
 * @param {RealTimeEngine} game
 * @param {{ keys: () => Keys, still: () => boolean, press: (action: string, at: number) => void,
 *   release: (action: string, at: number) => void, releaseAll: () => void, digit?: (n: number) => void }} to
 * @returns {() => void} stops it
 */
export function listenToKeys(game, { keys, still, press, release, releaseAll, digit }) {
  const guests = digit ? game.guests.length : 0;
  /** Which action each held key began, so that its release ends the same one. @type {Map<string, string>} */
  const held = new Map();

  /** @param {KeyboardEvent} event */
  function down(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.('input, select, textarea, dialog')) return;
    const key = keyOf(event);
    const own = Object.entries(keys()).find(([, each]) => each.includes(key))?.[0];
    const number = Number(/^(?:Digit|Numpad)([1-9])$/.exec(key)?.[1] ?? 0);
    const guest = number <= guests ? number : 0;
    if (!own && !guest) return;
    const moves = own !== undefined && game.actions.includes(own);
    // Shortcuts of the browser stay its own; but Ctrl may be held for one action while another key moves.
    const chord = !/^(Control|Alt|Meta)/.test(event.code);
    if (chord && (event.metaKey || event.altKey || (event.ctrlKey && !moves))) return;
    // While the game stands still, Space presses the button that has the focus, as everywhere; but it never scrolls
    // the page away under somebody who was a drop too late.
    if (moves && still() && target.closest?.('button, a, label')) return;
    event.preventDefault();
    if (event.repeat || (moves && still())) return;
    if (!own) return digit?.(guest);
    held.set(event.code, own);
    press(own, event.timeStamp);
  }
  /** @param {KeyboardEvent} event */
  function up(event) {
    const action = held.get(event.code);
    if (!action) return;
    held.delete(event.code);
    release(action, event.timeStamp);
  }
  const away = () => {
    held.clear();
    releaseAll();
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
