// Mouse, finger and keyboard over the columns of Connect Four.

import { isShortcut, isTyping } from '../shared/keys.js';
import { LastTouch, pointIn } from '../shared/pointer.js';
import { buttonsOf } from './render.js';

/** @import { Dom } from './render.js' */
/**
 * @typedef {object} Hooks
 * @property {(column: number | null) => void} point
 * @property {(column: number | null) => void} focus
 * @property {(column: number) => void} drop
 */

/** @param {Dom} dom @param {Hooks} hooks @returns {() => void} stops listening outside the board */
export function listen(dom, hooks) {
  listenToPointer(dom, hooks);
  listenToFocus(dom, hooks);

  /** Digits drop at once, wherever the focus is, unless somebody is writing. @param {KeyboardEvent} event */
  function digit(event) {
    if (isShortcut(event) || !/^[1-9]$/.test(event.key) || isTyping(event)) return;
    if (Number(event.key) <= buttonsOf(dom).length) hooks.drop(Number(event.key) - 1);
  }
  document.addEventListener('keydown', digit);
  return () => document.removeEventListener('keydown', digit);
}

/** The column at a pointer, which a finger may have slid to. @param {Dom} dom @param {PointerEvent} event */
function columnAt(dom, event) {
  const { x, y } = pointIn(dom.columns, event);
  const count = buttonsOf(dom).length;
  const column = Math.floor(x * count);
  return y >= 0 && y <= 1 && column >= 0 && column < count ? column : null;
}

/** @param {Dom} dom @param {Hooks} hooks */
function listenToPointer(dom, { point, drop }) {
  const { columns } = dom;
  const touch = new LastTouch();
  columns.addEventListener('pointermove', (event) => point(columnAt(dom, event)));
  columns.addEventListener('pointerdown', (event) => point(columnAt(dom, event)));
  columns.addEventListener('pointerleave', () => point(null));
  columns.addEventListener('pointercancel', () => point(null));
  // A finger that slid ends over another column than it began on, and no click comes: the disc drops on
  // release, and the click that may follow passes.
  columns.addEventListener('pointerup', (event) => {
    if (event.pointerType === 'mouse') return;
    const column = columnAt(dom, event);
    touch.note(event);
    point(null);
    if (column !== null) drop(column);
  });
  columns.addEventListener('click', (event) => {
    const column = buttonsOf(dom).indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (column >= 0 && !touch.before(event, 500)) drop(column);
  });
}

/** One column is a stop of the Tab key; arrows go from one to the next. @param {Dom} dom @param {Hooks} hooks */
function listenToFocus(dom, { point, focus }) {
  const { columns } = dom;
  columns.addEventListener('focusin', (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.target);
    for (const each of buttonsOf(dom)) each.tabIndex = each === button ? 0 : -1;
    if (button.matches(':focus-visible')) focus(buttonsOf(dom).indexOf(button));
  });
  columns.addEventListener('focusout', () => focus(null));
  columns.addEventListener('keydown', (event) => {
    const buttons = buttonsOf(dom);
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const end = buttons.length - 1;
    const to = { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(end, at + 1), Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    point(null);
    buttons[to]?.focus();
    focus(to);
  });
}
