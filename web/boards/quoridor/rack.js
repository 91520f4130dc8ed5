// A wall dragged from the own rack to the board: a mouse places it where it is dropped, a finger is asked once more.

import { startDrag } from '../shared/drag.js';
import * as board from './state.js';

/** @import { Hooks } from './events.js' */
/** @import { Point } from './plan.js' */
/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */
/** Where a pointer is in the picture. @typedef {(event: { clientX: number, clientY: number }) => Point} PointOf */

/** How far a press moves before it drags, in pixels. */
const SLACK = 6;
/** How far the wall is ahead of the finger that drags it, in pixels: a finger covers what is under it. */
const AHEAD = 56;

/** Whether there is a wall to take. @param {State} state */
const hasWall = (state) => board.isLive(state) && board.viewOf(state).seats[state.shown.hand ?? 0].left > 0;

/** Whether a wall can be taken from the tray beside the squares here. @param {State} state @param {Point} at */
function isOnTray(state, at) {
  const { goal } = board.viewOf(state).seats[state.shown.hand ?? 0];
  return hasWall(state) && state.plan.inTray(goal, at);
}

/**
 * Walls are taken from the tray beside the squares, or from the strip below them on a small screen.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @param {PointOf} point
 * @returns {() => void} stops a drag
 */
export function listenToRack({ field, strip }, state, hooks, point) {
  let stopDrag = () => {};
  /** @param {PointerEvent} event @param {HTMLElement} from */
  const take = (event, from) => {
    event.stopImmediatePropagation();
    state.proposal = state.chosen = state.pointed = null;
    stopDrag = startDrag(event, from, dragOf(field, state, hooks, { point, finger: event.pointerType !== 'mouse' }));
  };
  field.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') field.classList.toggle('grab', isOnTray(state, point(event)));
  });
  field.addEventListener('pointerdown', (event) => {
    // A second finger turns the wall that the first one carries.
    if (!event.isPrimary) return;
    stopDrag();
    if (event.button === 0 && isOnTray(state, point(event))) take(event, field);
  });
  strip.addEventListener('pointerdown', (event) => {
    stopDrag();
    if (event.button === 0 && event.isPrimary && hasWall(state)) take(event, strip);
  });
  return () => stopDrag();
}

/**
 * @param {HTMLElement} field @param {State} state @param {Hooks} hooks
 * @param {{ point: PointOf, finger: boolean }} how
 * @returns {Parameters<typeof startDrag>[2]}
 */
function dragOf(field, state, { play, redraw }, { point, finger }) {
  const held = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    point({ clientX, clientY: finger ? clientY - AHEAD : clientY });
  const end = () => {
    field.classList.remove('carries');
    state.carried = false;
    board.pointTo(state, null);
  };
  return {
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
      if (finger && aim?.wall) state.proposal = aim.wall;
      else if (aim) return play(aim.text);
      redraw();
    },
    cancel() {
      end();
      redraw();
    },
  };
}
