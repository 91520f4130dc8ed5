// Which key does what: the arcade's own actions, names of keys, and giving a key to another action.

/** @import { Keys, RealTimeEngine, Settings } from './types.js' */

/** The arcade's own actions and their keys, in every layout. @type {Keys} */
const OWN = { pause: ['P', 'Escape'], restart: ['R'], undo: ['U', 'Backspace'], machine: ['M'], coach: ['K'] };

/** All actions that have keys, in the order of the list. @param {RealTimeEngine} game */
export const actionsOf = (game) => [...game.actions, ...Object.keys(OWN), ...game.switches];

/**
 * Those that mean something in a game; `alone` where machine and coach have no part.
 * @param {RealTimeEngine} game @param {Settings} now @param {boolean} practice @param {boolean} [alone]
 */
export const usefulActions = (game, now, practice, alone = false) => actionsOf(game)
  .filter((action) => game.applies(action, now) && (action !== 'undo' || practice)
    && !(alone && ['machine', 'coach'].includes(action)));

/** Whether an action is the arcade's own. @param {string} action */
export const isOwnAction = (action) => action in OWN;

/**
 * The keys of a layout, or of the first if there is none of that name.
 * @param {RealTimeEngine} game @param {string} id
 */
export function keysOf(game, id) {
  return { ...(game.layouts[id] ?? Object.values(game.layouts)[0]), ...OWN };
}

/**
 * What a key is called: letters by what is printed on them, so that it is right on every keyboard; the others by
 * their place.
 * @param {KeyboardEvent} event
 */
export function keyOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : code || key;
}

/** @type {Record<string, string>} */
const SIGNS = {
  ArrowLeft: '←', ArrowRight: '→', ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Enter: '⏎', Backspace: '⌫', Tab: '⇥',
  ShiftLeft: '⇧', ShiftRight: '⇧ →', ControlLeft: 'Ctrl', ControlRight: 'Ctrl →', AltLeft: 'Alt', AltRight: 'Alt →',
  Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", BracketLeft: '[', BracketRight: ']', Minus: '-',
  Equal: '=', Backslash: '\\', Backquote: '`',
};

/** What is shown for a key. @param {string} key @param {string} space what the space bar is called */
export const signOf = (key, space) => (key === 'Space' ? space
  : SIGNS[key] ?? key.replace(/^Digit/, '').replace(/^Numpad/, 'Num '));

/**
 * Gives a key to an action and takes it from any other.
 * @param {Keys} keys @param {string} action @param {number} place @param {string} key @returns {Keys}
 */
export function remap(keys, action, place, key) {
  /** @type {Keys} */
  const next = {};
  for (const each of Object.keys(keys)) next[each] = keys[each].filter((held) => held !== key);
  const own = [...keys[action]];
  own[Math.min(place, own.length)] = key;
  next[action] = own.filter((held, i) => held && own.indexOf(held) === i);
  return next;
}
