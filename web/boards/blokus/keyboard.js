// The keyboard on Blokus' board: arrows turn the piece in hand or read the board, digits take a piece.

import { arrow, confirms, isShortcut, isTyping } from '../shared/keys.js';
import * as hand from './hand.js';
import { handColour } from './state.js';
import { focusTray } from './trays.js';

/** @import { Hooks } from './events.js' */
/** @import { Turn } from './pieces.js' */
/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */

/** @type {Record<string, Turn>} */
const TURNS = { ArrowRight: 'right', ArrowLeft: 'left', ArrowUp: 'flip', ArrowDown: 'flip', m: 'mirror' };
/** By where the keys lie, whatever is printed on them (WASD, ZQSD). @type {Record<string, string>} */
const WASD = { KeyW: 'ArrowUp', KeyA: 'ArrowLeft', KeyS: 'ArrowDown', KeyD: 'ArrowRight' };
/** @type {Record<string, 1 | -1>} */
const PLACES = { PageDown: 1, n: 1, PageUp: -1, p: -1 };

/**
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @returns {() => void} stops listening outside the board
 */
export function listenToKeys(dom, state, hooks) {
  dom.root.addEventListener('keydown', walkTray);
  dom.surface.addEventListener('blur', () => {
    if (!state.cursor) return;
    state.cursor = null;
    hooks.redraw();
  });

  /** @param {KeyboardEvent} event */
  function key(event) {
    // Enter and Space on a tray come as clicks: whoever presses keys has no pointer over the board.
    if (confirms(event) && /** @type {Element} */ (event.target).closest?.('.bk-choice')) state.device = 'keys';
    const piece = hand.heldPiece(state);
    if (event.key === 'Escape' && piece && dom.root.contains(document.activeElement)) {
      hand.putBack(state);
      hooks.changed('back');
      focusTray(dom.trays, handColour(state) ?? 0, piece);
    } else if (isForBoard(dom, state, event) && act(dom, state, hooks, event)) event.preventDefault();
  }
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}

/**
 * Whether the board has the focus, or nothing has, or the pointer holds a piece over the board. Digits, and the letters
 * that move the piece in hand, mean nothing elsewhere: they work wherever the focus is, unless somebody writes.
 * @param {Dom} dom @param {State} state @param {KeyboardEvent} event
 */
function isForBoard({ surface }, state, event) {
  if (isShortcut(event) || event.defaultPrevented) return false;
  const target = /** @type {Element} */ (event.target);
  if (!isTyping(event) && (/^[1-5]$/.test(event.key) || (state.held && /^[a-z]$/i.test(event.key)))) return true;
  if (target === surface || target === document.body) return true;
  if (!target.closest?.('input, select, textarea, dialog, button, a, [tabindex]:not(main)')) return true;
  return state.center !== null && (arrow(event.key) !== null || event.key === 'Escape') && !isTyping(event);
}

/**
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @param {KeyboardEvent} event
 * @returns whether the key means anything
 */
function act({ surface }, state, hooks, event) {
  const here = event.target === surface;
  if (/^[1-5]$/.test(event.key)) takeBySize(surface, state, hooks, Number(event.key));
  else if (state.held) return actOnPiece(state, hooks, event);
  else {
    const step = arrow(event.key);
    if (!here || !step) return false;
    hooks.explore(step);
  }
  return true;
}

/** @param {State} state @param {Hooks} hooks @param {KeyboardEvent} event */
function actOnPiece(state, { changed, lay }, event) {
  const step = event.shiftKey ? arrow(event.key) : arrow(WASD[event.code]);
  const move = (/** @type {boolean} */ moved) => { if (moved) changed('move'); };
  if (step || PLACES[event.key]) state.device = 'keys';
  if (step) move(hand.shift(state, step));
  else if (TURNS[event.key]) {
    if (hand.turn(state, TURNS[event.key])) changed('turn');
  } else if (PLACES[event.key]) move(hand.nextPlace(state, PLACES[event.key]));
  else if (confirms(event)) lay();
  else if (event.key === 'Escape' || event.key === 'Backspace') {
    hand.putBack(state);
    changed('back');
  } else return false;
  return true;
}

/**
 * A digit takes a piece of that many squares; pressed again, the next one. The board has the focus then, so that the
 * arrows and Enter are about the piece.
 * @param {HTMLElement} surface @param {State} state @param {Hooks} hooks @param {number} size
 */
function takeBySize(surface, state, { changed }, size) {
  const piece = hand.pieceOfSize(state, size);
  if (!piece) return;
  const { center } = state;
  state.device = 'keys';
  hand.take(state, piece, !center);
  surface.focus({ preventScroll: true });
  changed('pick');
  if (center && hand.hover(state, center)) changed('move');
}

/** Arrows go from piece to piece of a tray; one of them is a stop of the Tab key. @param {KeyboardEvent} event */
function walkTray(event) {
  const body = /** @type {Element} */ (event.target).closest('.bk-pieces');
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!body || !step || event.shiftKey) return;
  const buttons = /** @type {HTMLButtonElement[]} */ ([...body.querySelectorAll('button:not(:disabled)')]);
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const next = buttons[(at + step + buttons.length) % buttons.length];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
