// What a player can do in the well, and the keys for it.

/** @import { Keys } from '../../arcade/types.js' */

export const ACTIONS = /** @type {const} */ (['left', 'right', 'soft', 'hard', 'cw', 'ccw', 'flip', 'hold']);

/** @type {Record<'usual' | 'report', Keys>} */
export const LAYOUTS = {
  usual: {
    left: ['ArrowLeft'], right: ['ArrowRight'], soft: ['ArrowDown'], hard: ['Space'], cw: ['ArrowUp', 'X'],
    ccw: ['Z', 'ControlLeft'], flip: ['A'], hold: ['C', 'ShiftLeft'], ghost: ['G'],
  },
  // As in the report: up turns to the left, down to the right, D goes down a line.
  report: {
    left: ['ArrowLeft'], right: ['ArrowRight'], soft: ['D'], hard: ['Space'], cw: ['ArrowDown'], ccw: ['ArrowUp'],
    flip: ['A'], hold: ['C'], ghost: ['G'],
  },
};

/** What the report's random player does at each step, each as likely as the others. */
const FUMBLES = ['L', 'R', 'A', 'C', 'H'];

/**
 * The report's keys 1 to 8: who plays, and whether for one piece or for good. One step of its first player is one of
 * these inputs.
 * @type {{ level: string, once: boolean, inputs?: readonly string[] }[]}
 */
export const GUESTS = ['random-action', 'random', 'no-lookahead', 'lookahead']
  .flatMap((level, i) => [{ level, once: true, inputs: i ? undefined : FUMBLES }, { level, once: false }]);

/** A standard gamepad: cross up drops, its other arms move, the right buttons turn, the shoulders hold. */
export const PAD = {
  buttons: {
    14: 'left', 15: 'right', 13: 'soft', 12: 'hard', 0: 'ccw', 1: 'cw', 2: 'ccw', 3: 'cw', 4: 'hold', 5: 'hold',
  },
  stick: { left: 'left', right: 'right', down: 'soft' },
};
