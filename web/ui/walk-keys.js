// Arrow keys that walk along the moves of a game, at a table and in a study.

import { isShortcut, isTyping } from '../boards/shared/keys.js';

/**
 * Listens to keys that walk, unless they mean something where the focus is: in a field, in a dialog, or on a board that
 * somebody went to with the keyboard. After a click on the board they walk too, unless the board says that it needs
 * them (`data-arrows`): a piece is in hand, for example. Whoever goes up or down on the board uses its keys again.
 * @param {() => boolean} active whether there is something to walk along
 * @param {(key: string) => boolean} step takes a step, and says whether the key means one
 * @returns {() => void} stops listening
 */
export function walkKeys(active, step) {
  /** Whether the focus was set by a pointer, rather than by the Tab key. */
  let pointed = false;
  /** @param {KeyboardEvent} event */
  function walk(event) {
    if (!active() || event.defaultPrevented || isShortcut(event) || isTyping(event) || event.shiftKey) return;
    const slot = /** @type {Element} */ (event.target).closest?.('.slot');
    if (slot && (!pointed || slot.querySelector('[data-arrows]'))) return;
    // Outside, a board may have a use for a key all the same; inside, it would always find one.
    if ((event.eventPhase === Event.CAPTURING_PHASE) !== Boolean(slot)) return;
    if (!step(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  const notePointer = () => { pointed = true; };
  const noteKey = (/** @type {KeyboardEvent} */ { key, target }) => {
    const onBoard = target instanceof Element && target.closest('.slot') !== null;
    if (key === 'Tab' || (onBoard && (key === 'ArrowUp' || key === 'ArrowDown'))) pointed = false;
  };
  document.addEventListener('pointerdown', notePointer, true);
  document.addEventListener('keydown', noteKey, true);
  document.addEventListener('keydown', walk, true);
  document.addEventListener('keydown', walk);
  return () => {
    document.removeEventListener('pointerdown', notePointer, true);
    document.removeEventListener('keydown', noteKey, true);
    document.removeEventListener('keydown', walk, true);
    document.removeEventListener('keydown', walk);
  };
}
