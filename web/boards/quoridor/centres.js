// Walls by their centres, as on the students' board: a centre is chosen first, then how the wall lies.

import { textOf } from './plan.js';
import { isLegal } from './state.js';

/** @import { Hooks } from './events.js' */
/** @import { Orientation } from './plan.js' */
/** @import { Aim, State } from './state.js' */

/**
 * Asks how the wall at a centre shall lie; anywhere else, no longer.
 * @param {State} state @param {Aim | null} aim @param {() => void} redraw
 */
export function openChoice(state, aim, redraw) {
  const wall = aim?.wall ?? null;
  const lies = wall && /** @type {Orientation[]} */ (['h', 'v'])
    .find((orientation) => isLegal(state, textOf({ ...wall, orientation })));
  state.chosen = wall && { ...wall, orientation: lies ?? 'h' };
  state.pointed = null;
  redraw();
}

/**
 * The two buttons: what one points at is shown on the board, what one presses is placed.
 * @param {HTMLElement} ways @param {State} state @param {Hooks} hooks
 */
export function listenToCentres(ways, state, { play, redraw }) {
  /** @param {Event} event */
  const wayOf = (event) => {
    const button = /** @type {Element} */ (event.target).closest?.('[data-way]');
    return /** @type {Orientation | null} */ (button?.getAttribute('data-way') ?? null);
  };
  /** @param {Event} event */
  const look = (event) => {
    const orientation = wayOf(event);
    if (!orientation || !state.chosen || state.chosen.orientation === orientation) return;
    state.chosen = { ...state.chosen, orientation };
    redraw();
  };
  ways.addEventListener('pointerover', look);
  ways.addEventListener('focusin', look);
  ways.addEventListener('click', (event) => {
    const orientation = wayOf(event);
    if (orientation && state.chosen) play(textOf({ ...state.chosen, orientation }));
  });
  ways.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    state.chosen = null;
    redraw();
  });
}
