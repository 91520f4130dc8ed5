// Which key does what: the two layouts to begin with, what a pressed key is called, and what is shown for it.

/** What a hand can do in the well, in the order of the list of keys. */
export const ACTIONS = /** @type {const} */ (['left', 'right', 'soft', 'hard', 'cw', 'ccw', 'hold', 'pause', 'restart', 'undo', 'machine', 'coach', 'ghost']);
/** @typedef {typeof ACTIONS[number]} Action */
/** Up to two keys for each. @typedef {Record<Action, string[]>} Keys */

/** @type {Record<'usual' | 'report', Keys>} */
export const LAYOUTS = {
  usual: {
    left: ['ArrowLeft'], right: ['ArrowRight'], soft: ['ArrowDown'], hard: ['Space'], cw: ['ArrowUp', 'X'], ccw: ['Z', 'ControlLeft'], hold: ['C', 'ShiftLeft'],
    pause: ['P', 'Escape'], restart: ['R'], undo: ['U', 'Backspace'], machine: ['M'], coach: ['K'], ghost: ['G'],
  },
  // As in the report: up turns to the left, down to the right, D goes down a line.
  report: {
    left: ['ArrowLeft'], right: ['ArrowRight'], soft: ['D'], hard: ['Space'], cw: ['ArrowDown'], ccw: ['ArrowUp'], hold: ['C'],
    pause: ['P', 'Escape'], restart: ['R'], undo: ['U', 'Backspace'], machine: ['M'], coach: ['K'], ghost: ['G'],
  },
};

/** The report's keys 1 to 8: who plays, and whether for one piece or on and on. */
export const MACHINES = ['random-action', 'random', 'no-lookahead', 'lookahead'].flatMap((level) => [{ level, once: true }, { level, once: false }]);

/**
 * What a key is called: letters by what stands on them, so that it is right on every keyboard; the others by their place.
 * @param {KeyboardEvent} event
 */
export function keyOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : code || key;
}

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: '←', ArrowRight: '→', ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Enter: '⏎', Backspace: '⌫', Tab: '⇥', ShiftLeft: '⇧', ShiftRight: '⇧ →', ControlLeft: 'Ctrl', ControlRight: 'Ctrl →', AltLeft: 'Alt', AltRight: 'Alt →', Comma: ',', Period: '.', Slash: '/', Semicolon: ';', Quote: "'", BracketLeft: '[', BracketRight: ']', Minus: '-', Equal: '=', Backslash: '\\', Backquote: '`' };

/** What is shown for a key. @param {string} key @param {string} space what the space bar is called */
export const signOf = (key, space) => key === 'Space' ? space : SIGNS[key] ?? key.replace(/^Digit/, '').replace(/^Numpad/, 'Num ');

/** Gives a key to an action and takes it from any other. @param {Keys} keys @param {Action} action @param {number} place @param {string} key @returns {Keys} */
export function remap(keys, action, place, key) {
  const next = /** @type {Keys} */ ({});
  for (const each of ACTIONS) next[each] = (keys[each] ?? []).filter((held) => held !== key);
  const own = [...keys[action]];
  own[Math.min(place, own.length)] = key;
  next[action] = own.filter((held, i) => held && own.indexOf(held) === i);
  return next;
}
