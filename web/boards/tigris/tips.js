// Explains the pieces of the rack: to a mouse that rests on one, a finger that presses one, and the keyboard.

/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */

/** How long the mouse rests, and a finger presses, before a piece is explained, in milliseconds. */
export const REST = 350;
export const PRESS = 450;
/** How far a pressing finger may tremble, in pixels. */
const TREMBLE = 6;

/**
 * @param {Dom} dom @param {State} state @param {() => void} redraw
 * @returns {() => void} stops waiting
 */
export function listenToTips({ rack: { hand } }, state, redraw) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  /** Where a finger pressed. @type {{ x: number, y: number } | null} */
  let press = null;
  /** A press that was answered is no choice. */
  let answered = false;

  /** @param {EventTarget | null} target */
  const heldAt = (target) =>
    /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest('[data-held]') : null)?.dataset.held;
  const forget = () => {
    clearTimeout(rest);
    press = null;
    if (state.told === null) return;
    state.told = null;
    redraw();
  };
  /** @param {string | undefined} what @param {number} delay */
  const soon = (what, delay) => {
    forget();
    if (!what || state.held !== null) return;
    rest = setTimeout(() => {
      state.told = what;
      answered = press !== null;
      redraw();
    }, delay);
  };

  hand.addEventListener('pointerover', ({ pointerType, target }) => {
    if (pointerType === 'mouse') soon(heldAt(target), REST);
  });
  hand.addEventListener('pointerleave', ({ pointerType }) => { if (pointerType === 'mouse') forget(); });
  hand.addEventListener('pointerdown', ({ pointerType, target, clientX, clientY }) => {
    answered = false;
    if (pointerType === 'mouse') return forget();
    soon(heldAt(target), PRESS);
    press = { x: clientX, y: clientY };
  });
  hand.addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
    if (pointerType !== 'mouse' && press && Math.hypot(clientX - press.x, clientY - press.y) > TREMBLE) forget();
  });
  // What a finger asked stays to be read until the next touch.
  for (const type of ['pointerup', 'pointercancel']) hand.addEventListener(type, () => clearTimeout(rest));
  // A long press would open the browser's own menu.
  hand.addEventListener('contextmenu', (event) => { if (press) event.preventDefault(); });
  hand.addEventListener('click', (event) => { if (answered) event.stopPropagation(); }, { capture: true });
  hand.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) soon(heldAt(target), 0);
  });
  hand.addEventListener('focusout', forget);
  return () => clearTimeout(rest);
}
