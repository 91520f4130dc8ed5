// A box that somebody moves over the page: by a mouse or a finger on its head, by the arrow keys on its grip. Where it
// is, is kept as shares of the room around it: so it stays in the window, however large either of them becomes.

import { startDrag } from './drag.js';
import { arrow, isShortcut } from './keys.js';
import { clamp } from './squares.js';

/** @typedef {{ x: number, y: number }} Spot shares of the room left over: 0 is left and top, 1 right and bottom */

/** How far a press moves before it drags, in pixels. */
const SLACK = 4;
/** How far an arrow key moves the box, in pixels; with Shift, and without. */
const STRIDE = { far: 96, near: 24 };

/**
 * Lets the box be moved by whatever in it is marked `data-grip`.
 * @param {HTMLElement} box
 * @param {object} hooks
 * @param {(spot: Spot) => void} hooks.moved
 * @param {() => void} hooks.home it goes back to its place in the page
 * @returns {() => void} ends a drag
 */
export function makeMovable(box, { moved, home }) {
  let stop = () => {};
  /** @param {number} left @param {number} top in the window */
  const moveTo = (left, top) => moved(spotOf(box, left, top));

  box.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || !gripOf(event)) return;
    const from = box.getBoundingClientRect();
    stop();
    stop = startDrag(event, box, {
      slack: SLACK,
      begin() { box.classList.add('carried'); },
      move: ({ clientX, clientY }) =>
        moveTo(from.left + clientX - event.clientX, from.top + clientY - event.clientY),
      drop() { box.classList.remove('carried'); },
      cancel() { box.classList.remove('carried'); },
    });
  });
  // Whoever clicked somewhere before still moves the box, and does not walk along the moves.
  box.addEventListener('focusin', (event) => box.toggleAttribute('data-arrows', gripOf(event)));
  box.addEventListener('focusout', () => box.removeAttribute('data-arrows'));
  box.addEventListener('dblclick', (event) => { if (gripOf(event)) home(); });
  box.addEventListener('keydown', (event) => {
    const step = arrow(event.key);
    if (isShortcut(event) || !gripOf(event) || !(step || event.key === 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return home();
    const { left, top } = box.getBoundingClientRect();
    const stride = event.shiftKey ? STRIDE.far : STRIDE.near;
    moveTo(left + step[0] * stride, top - step[1] * stride);
  });
  return () => stop();
}

/** @param {Event} event */
const gripOf = ({ target }) => target instanceof Element && target.closest('[data-grip]') !== null;

/** The spot at which a box stands so. @param {HTMLElement} box @param {number} left @param {number} top */
function spotOf(box, left, top) {
  const { clientWidth, clientHeight } = document.documentElement;
  const share = (/** @type {number} */ at, /** @type {number} */ room) => (room > 0 ? clamp(at / room, 0, 1) : 0);
  return { x: share(left, clientWidth - box.offsetWidth), y: share(top, clientHeight - box.offsetHeight) };
}

/** Puts a box where it was moved to, or back into the page. @param {HTMLElement} box @param {Spot | null} spot */
export function placeBox(box, spot) {
  // As wide as it was: it must not change in the hand.
  if (spot && !box.classList.contains('moved')) box.style.setProperty('--width', `${box.offsetWidth}px`);
  box.classList.toggle('moved', spot !== null);
  if (!spot) return;
  box.style.setProperty('--x', String(spot.x));
  box.style.setProperty('--y', String(spot.y));
}
