// Fingers on Blokus' board: drag the piece, tap elsewhere to bring it there, tap it to lay it; hold to turn it, two
// fingers to twist or mirror it.

import * as hand from './hand.js';

/** @import { LastTouch } from '../shared/pointer.js' */
/** @import { Hooks, PointOf } from './events.js' */
/** @import { Turn } from './pieces.js' */
/** @import { State } from './state.js' */

/** A finger that rests this long turns the piece, in milliseconds. */
const LONG = 450;
/** How far a finger strays while it only taps, in pixels. */
const STRAY = 9;
/** A twist of two fingers by this much is a quarter turn, in radians. */
const TWIST = 0.6;
/** Two fingers that are lifted this soon, without a twist, mirror the piece, in milliseconds. */
const SHORT = 500;

/**
 * @param {HTMLElement} surface @param {State} state @param {Hooks} hooks
 * @param {{ point: PointOf, touch: LastTouch }} shared
 */
export function listenToFingers(surface, state, { changed, lay }, { point, touch }) {
  /** Where the fingers are, on the screen. @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /**
   * One finger: from it to the center of the piece, where it began, whether on the piece, and whether it rests.
   * @type {{ dx: number, dy: number, x: number, y: number, on: boolean, still: boolean } | null}
   */
  let drag = null;
  /** Two fingers. @type {{ angle: number, turned: boolean, since: number } | null} */
  let twist = null;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  const turn = (/** @type {Turn} */ how) => { if (hand.turn(state, how)) changed('turn'); };
  const hover = (/** @type {hand.Point} */ to) => { if (hand.hover(state, to)) changed('move'); };
  const angle = () => {
    const [a, b] = [...fingers.values()];
    return Math.atan2(b.y - a.y, b.x - a.x);
  };

  /** @param {PointerEvent} event */
  function startDragging(event) {
    const finger = point(event);
    const on = isNear(state, finger);
    if (!on) hover(finger);
    const { x, y } = state.center ?? finger;
    drag = { dx: x - finger.x, dy: y - finger.y, x: event.clientX, y: event.clientY, on, still: true };
    timer = setTimeout(() => {
      if (!drag?.still) return;
      drag.on = false;
      navigator.vibrate?.(12);
      turn('right');
    }, LONG);
  }

  /** @param {PointerEvent} event */
  function keepDragging(event) {
    if (!drag || (drag.still && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STRAY)) return;
    drag.still = false;
    clearTimeout(timer);
    const finger = point(event);
    hover({ x: finger.x + drag.dx, y: finger.y + drag.dy });
  }

  function keepTwisting() {
    if (!twist) return;
    // The short way round, clockwise on the screen.
    const by = Math.atan2(Math.sin(angle() - twist.angle), Math.cos(angle() - twist.angle));
    if (Math.abs(by) < TWIST) return;
    twist = { ...twist, angle: angle(), turned: true };
    turn(by > 0 ? 'right' : 'left');
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    if (!fingers.delete(event.pointerId)) return;
    touch.note(event);
    clearTimeout(timer);
    if (twist && !fingers.size) {
      if (!twist.turned && event.timeStamp - twist.since < SHORT) turn('mirror');
      twist = null;
    } else if (drag?.still && drag.on && event.type === 'pointerup') lay();
    if (!fingers.size) drag = null;
  }

  surface.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' || !state.held) return;
    event.preventDefault();
    state.device = 'touch';
    surface.setPointerCapture(event.pointerId);
    touch.note(event);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(timer);
    if (fingers.size === 1) return startDragging(event);
    drag = null;
    twist = { angle: angle(), turned: false, since: event.timeStamp };
  });
  surface.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (twist && fingers.size > 1) keepTwisting();
    else keepDragging(event);
  });
  surface.addEventListener('pointerup', lift);
  surface.addEventListener('pointercancel', lift);
}

/** Whether a finger is on the piece in hand, or a square beside it. @param {State} state @param {hand.Point} finger */
function isNear(state, { x, y }) {
  const box = hand.heldBox(state);
  return box !== null && x > box.x - 1 && x < box.x + box.w + 1 && y > box.y - 1 && y < box.y + box.h + 1;
}
