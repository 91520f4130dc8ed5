// A wall dragged from the own rack to the board: a mouse places it where it is dropped, a finger is asked once more.

import { startDrag } from '../shared/drag.js';
import * as board from './state.js';

/** @import { Hooks } from './events.js' */
/** @import { Point } from './plan.js' */
/** @import { State } from './state.js' */

/** How far a press moves before it drags, in pixels. */
const SLACK = 6;
/** How far the wall is ahead of the finger that drags it, in units of the picture: a finger covers what is under it. */
const AHEAD = 110;

/** Whether a wall can be taken from the rack here. @param {State} state @param {Point} at */
export function isOnRack(state, at) {
  const { hand } = state.shown;
  if (hand === null || !board.isLive(state)) return false;
  const { goal, left } = board.viewOf(state).seats[hand];
  return left > 0 && state.plan.inTray(goal, at);
}

/**
 * @param {HTMLElement} field @param {State} state @param {Hooks} hooks
 * @param {(event: MouseEvent) => Point} point
 * @returns {() => void} stops a drag
 */
export function listenToRack(field, state, { play, redraw }, point) {
  let stopDrag = () => {};
  field.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') field.classList.toggle('grab', isOnRack(state, point(event)));
  });
  field.addEventListener('pointerdown', (event) => {
    stopDrag();
    if (event.button !== 0 || !event.isPrimary || !isOnRack(state, point(event))) return;
    event.stopImmediatePropagation();
    state.proposal = state.chosen = state.pointed = null;
    const finger = event.pointerType !== 'mouse';
    const held = (/** @type {PointerEvent} */ move) => {
      const { x, y } = point(move);
      return { x, y: finger ? y - AHEAD : y };
    };
    const end = () => {
      field.classList.remove('carries');
      state.carried = false;
    };
    stopDrag = startDrag(event, field, {
      slack: SLACK,
      begin() {
        field.classList.add('carries');
        state.carried = true;
      },
      move(event) {
        board.pointTo(state, held(event), finger);
        redraw();
      },
      drop() {
        const aim = state.pointed;
        end();
        board.pointTo(state, null);
        if (finger && aim?.wall) state.proposal = aim.wall;
        else if (aim) return play(aim.text);
        redraw();
      },
      cancel() {
        end();
        board.pointTo(state, null);
        redraw();
      },
    });
  });
  return () => stopDrag();
}
