// The keyboard: what a key means, and the cursor that arrows move over a board.

import { clamp } from './squares.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The step of an arrow key, right and up counted as positive; null for other keys. @param {string} key */
export const arrow = (key) => ARROWS[key] ?? null;

/** Whether a key confirms: it plays, lays or chooses. @param {KeyboardEvent} event */
export const confirms = (event) => event.key === 'Enter' || event.key === ' ';

/** Whether a key belongs to the browser. @param {KeyboardEvent} event */
export const isShortcut = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Whether somebody is writing or in a dialog: letters and digits mean no move there. @param {Event} event */
export const isTyping = (event) =>
  Boolean(/** @type {Element} */ (event.target).closest?.('input, select, textarea, dialog'));

/**
 * Moves a cursor, which stays on the board.
 * @param {[number, number]} cursor
 * @param {[number, number]} step
 * @param {[number, number]} last the last column and the last row
 * @returns {[number, number]}
 */
export const moveCursor = ([x, y], [dx, dy], [right, top]) => [clamp(x + dx, 0, right), clamp(y + dy, 0, top)];
