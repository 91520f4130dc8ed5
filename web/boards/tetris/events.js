// Mouse, finger, wheel and keyboard over the well: each becomes a call of the board.

import { viewOf } from './state.js';
import { rowsAbove } from './screen.js';

/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {object} Hooks
 * @property {() => State | null} live the state, while somebody may lay a piece
 * @property {(point: { x: number, y: number } | null) => void} point
 * @property {(way: 'left' | 'right' | 'down') => void} step
 * @property {(by: number) => void} turn quarters clockwise
 * @property {() => void} swap
 * @property {() => void} drop
 */

/** A finger that moved less than this, in pixels, has tapped. */
const TAP = 10;
/** A wheel sends many small steps, and one quarter is meant: the others within so many milliseconds pass. */
const ROLL = 130;

/** @param {Dom} dom @param {Hooks} hooks */
export function listen(dom, hooks) {
  listenToMouse(dom, hooks);
  listenToFinger(dom, hooks);
  listenToKeys(dom, hooks);
  dom.holdBox.addEventListener('click', () => hooks.swap());
  const acts = { ccw: () => hooks.turn(3), cw: () => hooks.turn(1), hard: () => hooks.drop() };
  for (const key of dom.keys) {
    key.addEventListener('click', acts[/** @type {keyof typeof acts} */ (key.dataset.action)]);
  }
}

/**
 * The pointer in squares, from the lower left corner.
 * @param {Dom} dom @param {State} state @param {PointerEvent} event
 */
function locate({ canvas }, state, event) {
  const box = canvas.getBoundingClientRect();
  const { rules, width, height } = viewOf(state);
  return {
    x: ((event.clientX - box.left) / box.width) * width,
    y: ((box.bottom - event.clientY) / box.height) * (height + rowsAbove(rules)),
  };
}

/** @param {Event} event */
const byMouse = (event) => /** @type {PointerEvent} */ (event).pointerType === 'mouse';

/** @param {Dom} dom @param {Hooks} hooks */
function listenToMouse(dom, { live, point, turn, drop }) {
  const { surface } = dom;
  surface.addEventListener('pointermove', (event) => {
    const state = live();
    if (state && byMouse(event)) point(locate(dom, state, event));
  });
  surface.addEventListener('pointerleave', (event) => {
    if (byMouse(event)) point(null);
  });
  surface.addEventListener('click', (event) => {
    if (byMouse(event)) drop();
  });
  surface.addEventListener('contextmenu', (event) => {
    if (!live()) return;
    event.preventDefault();
    if (byMouse(event)) turn(1);
  });
  let rolled = 0;
  surface.addEventListener('wheel', (event) => {
    if (!live()) return;
    event.preventDefault();
    if (event.timeStamp - rolled < ROLL) return;
    rolled = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : 3);
  }, { passive: false });
}

/**
 * A finger covers what it points at: it first shows where, and a tap on the shadow drops.
 * @param {Dom} dom @param {Hooks} hooks
 */
function listenToFinger(dom, { live, point, drop }) {
  const { surface } = dom;
  /** @type {{ x: number, y: number, onShadow: boolean } | null} */
  let finger = null;
  surface.addEventListener('pointerdown', (event) => {
    const state = live();
    if (byMouse(event) || !state) return;
    const [before, aimed] = [state.chosen?.move, state.point !== null];
    point(locate(dom, state, event));
    finger = { x: event.clientX, y: event.clientY, onShadow: aimed && state.chosen?.move === before };
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener('pointermove', (event) => {
    const state = live();
    if (state && finger && !byMouse(event)) point(locate(dom, state, event));
  });
  surface.addEventListener('pointerup', (event) => {
    if (!finger) return;
    const still = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < TAP;
    const drops = finger.onShadow && still;
    finger = null;
    if (!drops) return;
    drop();
    point(null);
  });
  surface.addEventListener('pointercancel', () => { finger = null; });
}

/** @param {Dom} dom @param {Hooks} hooks */
function listenToKeys({ surface }, { live, step, turn, swap, drop }) {
  surface.addEventListener('keydown', (event) => {
    if (!live() || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === 'ArrowLeft') step('left');
    else if (key === 'ArrowRight') step('right');
    else if (key === 'ArrowDown') step('down');
    else if (key === 'ArrowUp' || key === 'x') turn(1);
    else if (key === 'z' || (key === 'w' && event.code === 'KeyZ')) turn(3);
    else if (key === ' ' || key === 'Enter') drop();
    else if (key === 'c') swap();
    else return;
    event.preventDefault();
  });
}
