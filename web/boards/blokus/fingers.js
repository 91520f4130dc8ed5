// Fingers on Blokus' board: drag the piece, tap elsewhere to bring it there, tap it to lay it; hold to turn it, two
// fingers to twist or mirror it.

import * as hand from './hand.js';

/** @import { LastTouch } from '../shared/pointer.js' */
/** @import { Hooks, PointOf } from './events.js' */
/** @import { Turn } from './pieces.js' */
/** @import { State } from './state.js' */
/**
 * One finger: from it to the center of the piece, where it began, whether on the piece, and whether it rests.
 * @typedef {{ dx: number, dy: number, x: number, y: number, on: boolean, still: boolean }} Drag
 */
/**
 * Two fingers: their angle when the piece last turned.
 * @typedef {{ angle: number, turned: boolean, since: number }} Twist
 */

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
export function listenToFingers(surface, state, hooks, shared) {
  const gesture = new Gesture(state, hooks, shared);
  surface.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' || !state.held) return;
    event.preventDefault();
    surface.setPointerCapture(event.pointerId);
    gesture.press(event);
  });
  surface.addEventListener('pointermove', (event) => gesture.move(event));
  surface.addEventListener('pointerup', (event) => gesture.lift(event));
  surface.addEventListener('pointercancel', (event) => gesture.lift(event));
}

/** What the fingers on the board are doing. */
class Gesture {
  /** Where they are, on the screen. @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Twist | null} */
  #twist = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {State} state @param {Hooks} hooks @param {{ point: PointOf, touch: LastTouch }} shared */
  constructor(state, hooks, { point, touch }) {
    this.state = state;
    this.hooks = hooks;
    this.point = point;
    this.touch = touch;
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.state.device = 'touch';
    this.touch.note(event);
    this.#note(event);
    clearTimeout(this.#timer);
    if (this.#fingers.size === 1) return this.#startDrag(event);
    this.#drag = null;
    this.#twist = { angle: this.#angle(), turned: false, since: event.timeStamp };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    this.#note(event);
    if (this.#twist && this.#fingers.size > 1) this.#keepTwisting(this.#twist);
    else if (this.#drag) this.#keepDragging(this.#drag, event);
  }

  /** @param {PointerEvent} event */
  lift(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    this.touch.note(event);
    clearTimeout(this.#timer);
    const [drag, twist] = [this.#drag, this.#twist];
    if (twist && !this.#fingers.size) {
      if (!twist.turned && event.timeStamp - twist.since < SHORT) this.#turn('mirror');
      this.#twist = null;
    } else if (drag?.still && drag.on && event.type === 'pointerup') this.hooks.lay();
    if (!this.#fingers.size) this.#drag = null;
  }

  /** @param {PointerEvent} event */
  #startDrag(event) {
    const finger = this.point(event);
    const on = isNear(this.state, finger);
    if (!on) this.#hover(finger);
    const { x, y } = this.state.center ?? finger;
    const drag = { dx: x - finger.x, dy: y - finger.y, x: event.clientX, y: event.clientY, on, still: true };
    this.#drag = drag;
    this.#timer = setTimeout(() => {
      if (this.#drag !== drag || !drag.still) return;
      drag.on = false;
      navigator.vibrate?.(12);
      this.#turn('right');
    }, LONG);
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  #keepDragging(drag, event) {
    if (drag.still && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STRAY) return;
    drag.still = false;
    clearTimeout(this.#timer);
    const finger = this.point(event);
    this.#hover({ x: finger.x + drag.dx, y: finger.y + drag.dy });
  }

  /** @param {Twist} twist */
  #keepTwisting(twist) {
    const angle = this.#angle();
    // The short way round, clockwise on the screen.
    const by = Math.atan2(Math.sin(angle - twist.angle), Math.cos(angle - twist.angle));
    if (Math.abs(by) < TWIST) return;
    this.#twist = { ...twist, angle, turned: true };
    this.#turn(by > 0 ? 'right' : 'left');
  }

  /** @param {PointerEvent} event */
  #note(event) { this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY }); }

  #angle() {
    const [a, b] = [...this.#fingers.values()];
    return Math.atan2(b.y - a.y, b.x - a.x);
  }

  /** @param {Turn} how */
  #turn(how) { if (hand.turn(this.state, how)) this.hooks.changed('turn'); }

  /** @param {hand.Point} to */
  #hover(to) { if (hand.hover(this.state, to)) this.hooks.changed('move'); }
}

/** Whether a finger is on the piece in hand, or a square beside it. @param {State} state @param {hand.Point} finger */
function isNear(state, { x, y }) {
  const box = hand.heldBox(state);
  return box !== null && x > box.x - 1 && x < box.x + box.w + 1 && y > box.y - 1 && y < box.y + box.h + 1;
}
