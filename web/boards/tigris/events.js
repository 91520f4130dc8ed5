// Mouse, finger and keyboard on the map and the rack of Tigris & Euphrates.

import { announce } from '../../ui/toast.js';
import { refill } from '../../ui/dom.js';
import { startDrag } from '../shared/drag.js';
import { arrow, confirms, isShortcut } from '../shared/keys.js';
import { makeMovable } from '../shared/movable.js';
import { pointIn } from '../shared/pointer.js';
import { actionOf } from '../shared/tool.js';
import { HEIGHT, WIDTH, squareAt } from './art.js';
import { describe, effectOn } from './speech.js';
import { markSpent } from './rack.js';
import { PRESS, REST, listenToTips } from './tips.js';
import {
  aimed, closePanel, cursorOf, fits, moveBox, stepCursor, tilesToSwap, toggleConfirms, toggleKingdoms, toggleSwap,
} from './state.js';

/** @import { Dom } from './render.js' */
/** @import { Spot } from '../shared/movable.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {() => void} back takes the last step back
 * @property {() => void} recap replays what the others did, or stops doing so
 * @property {() => void} confirm plays the move that waits for a yes
 * @property {() => void} unstage takes it back before anybody has seen it
 * @property {(held: string | null) => void} pick takes something into the hand, or puts it back
 * @property {(at: string) => void} lay what is in hand on a square
 * @property {() => void} redraw
 * @property {() => void} redrawMarks only what changes with the pointer
 */

/** How far a pointer goes before it drags, in pixels. */
const SLACK = 6;

/**
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @returns {() => void} stops listening outside the board
 */
export function listen(dom, state, hooks) {
  listenToMap(dom, state, hooks);
  listenToCursor(dom, state, hooks);
  listenToButtons(dom, state, hooks);
  listenToTalk(dom, state, hooks);
  const place = (/** @type {Spot | null} */ spot) => { moveBox(state, spot); hooks.redraw(); };
  const stopBox = makeMovable(dom.talk.root, { moved: place, home: () => place(null) });
  const stopRack = listenToRack(dom, state, hooks);
  const stopPage = listenToPage(dom, state, hooks);
  const stopTips = listenToTips(dom, state, hooks.redrawMarks);
  return () => {
    stopBox();
    stopRack();
    stopPage();
    stopTips();
  };
}

/** The square under a pointer. @param {Dom} dom @param {MouseEvent} event */
function squareUnder({ picture }, event) {
  const { x, y } = pointIn(picture, event);
  return squareAt(x * WIDTH, y * HEIGHT);
}

/** @param {Dom} dom @param {State} state @param {Hooks} hooks */
function listenToMap(dom, state, { lay, redrawMarks }) {
  const { field } = dom;
  let touched = false;
  /** A finger that has asked what a piece is does not lay anything. */
  let pressed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  /** Explains a piece after a while. @param {string | null} at @param {number} delay */
  const explainSoon = (at, delay) => {
    clearTimeout(rest);
    if (state.told !== null) { state.told = null; redrawMarks(); }
    if (at === null || state.held !== null) return;
    rest = setTimeout(() => { state.told = at; pressed = touched; redrawMarks(); }, delay);
  };
  field.addEventListener('pointermove', (event) => {
    const over = squareUnder(dom, event);
    if (event.pointerType !== 'mouse' || over === state.over) return;
    state.over = over;
    state.proposal = null;
    redrawMarks();
    explainSoon(over, REST);
  });
  field.addEventListener('pointerleave', (event) => {
    state.over = null;
    if (event.pointerType === 'mouse') explainSoon(null, 0);
    redrawMarks();
  });
  field.addEventListener('pointerdown', (event) => {
    touched = event.pointerType !== 'mouse';
    pressed = false;
    if (touched) explainSoon(squareUnder(dom, event), PRESS);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    field.addEventListener(type, () => { if (touched) clearTimeout(rest); });
  }
  // A long press would open the browser's own menu.
  field.addEventListener('contextmenu', (event) => { if (touched) event.preventDefault(); });
  field.addEventListener('click', (event) => {
    const at = squareUnder(dom, event);
    if (!at || pressed) return;
    // A finger covers what it points at: it shows first, and the second tap lays.
    if (!touched || state.proposal === at || !fits(state, state.held, at)) return lay(at);
    state.proposal = at;
    redrawMarks();
    announce(effectOn(state, at));
  });
}

/**
 * Escape closes what is open above the rack, else puts back what is in hand, else the box that was moved, wherever the
 * focus is; a press elsewhere closes what is open too.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @returns {() => void} stops listening
 */
function listenToPage({ rack }, state, { pick, unstage, redraw }) {
  const open = () => [rack.supply.root, rack.story].filter((each) => each.open);
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const shown = open();
    for (const each of shown) {
      if (each.contains(document.activeElement)) each.querySelector('summary')?.focus();
      each.open = false;
    }
    if (shown.length) return;
    if (state.swapping) {
      state.swapping = null;
      return redraw();
    }
    if (state.staged !== null) unstage();
    else if (state.held !== null) pick(null);
    else if (state.box !== null) {
      moveBox(state, null);
      redraw();
    }
  };
  /** @param {Event} event */
  const press = (event) => {
    for (const each of open()) if (!event.composedPath().includes(each)) each.open = false;
  };
  document.addEventListener('keydown', key);
  document.addEventListener('pointerdown', press);
  // Where they stand among the rest, what opens may be out of sight.
  for (const each of [rack.supply.root, rack.story]) {
    each.addEventListener('toggle', () => {
      if (each.open) each.lastElementChild?.scrollIntoView({ block: 'nearest' });
    });
  }
  return () => {
    document.removeEventListener('keydown', key);
    document.removeEventListener('pointerdown', press);
  };
}

/**
 * Arrows move over the squares, Enter lays.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 */
function listenToCursor({ field }, state, { lay, redrawMarks }) {
  field.addEventListener('focus', () => { state.cursor = cursorOf(state); redrawMarks(); });
  field.addEventListener('blur', () => { state.over = state.told = null; redrawMarks(); });
  field.addEventListener('keydown', (event) => {
    const step = arrow(event.key);
    if (isShortcut(event)) return;
    if (!step && !confirms(event)) return;
    event.preventDefault();
    if (!step) return lay(cursorOf(state));
    stepCursor(state, step);
    state.told = cursorOf(state);
    redrawMarks();
    announce(describe(state, cursorOf(state)));
  });
}

/** @param {Dom} dom @param {State} state @param {Hooks} hooks */
function listenToButtons(dom, state, { play, back, recap, confirm, unstage, pick, lay, redraw }) {
  /** @type {Record<string, (button: HTMLElement) => void>} */
  const actions = {
    pick(button) {
      const { nth, held } = button.dataset;
      state.nth = Number(nth);
      pick(button.getAttribute('aria-pressed') === 'true' ? null : held ?? null);
    },
    toggle({ dataset }) { toggleSwap(state, Number(dataset.index)); redraw(); },
    startSwap() { state.swapping = new Set(); pick(null); },
    cancelSwap() { state.swapping = null; redraw(); },
    swap() {
      const tiles = tilesToSwap(state);
      state.swapping = null;
      play(`swap ${tiles.join(' ')}`);
    },
    play({ dataset }) { play(dataset.move ?? ''); },
    kingdoms() { toggleKingdoms(state); redraw(); },
    confirms() { toggleConfirms(state); redraw(); },
    recap,
    confirm,
    unstage,
    close() { closePanel(state); redraw(); },
    dock() { moveBox(state, null); redraw(); },
    lay() { const at = aimed(state); if (at) lay(at); },
    back,
  };
  dom.root.addEventListener('click', (event) => {
    const action = actionOf(event);
    const button = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest('[data-action]'));
    if (action) actions[action]?.(button);
  });
}

/**
 * A choice that is pointed at shows its squares on the map.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 */
function listenToTalk({ talk, rack }, state, { redrawMarks }) {
  /** @param {EventTarget | null} target */
  const squaresOf = (target) => {
    const button = target instanceof Element ? target.closest('[data-squares]') : null;
    return button?.getAttribute('data-squares')?.split(' ').filter(Boolean) ?? [];
  };
  const show = (/** @type {string[]} */ squares) => {
    if (String(squares) === String(state.about)) return;
    state.about = squares;
    redrawMarks();
  };
  /** @param {EventTarget | null} target */
  const spend = (target) => {
    const button = target instanceof Element ? target.closest('[data-adds]') : null;
    markSpent(rack, Number(button?.getAttribute('data-adds') ?? 0));
  };
  const { root } = talk;
  for (const type of ['pointerover', 'focusin']) {
    root.addEventListener(type, ({ target }) => { show(squaresOf(target)); spend(target); });
  }
  for (const type of ['pointerleave', 'focusout']) root.addEventListener(type, () => { show([]); spend(null); });
}

/**
 * Pieces are dragged from the rack.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @returns {() => void} stops a drag
 */
function listenToRack(dom, state, hooks) {
  let stop = () => {};
  dom.rack.root.addEventListener('pointerdown', (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-held]'));
    if (!button || button.getAttribute('aria-disabled') === 'true' || button.classList.contains('away')) return;
    state.nth = Number(button.dataset.nth);
    stop();
    if (event.button === 0) stop = startDrag(event, button, dragOf(dom, state, hooks, button));
  });
  return () => stop();
}

/**
 * A piece carried from the rack to the map.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @param {HTMLElement} button
 * @returns {Parameters<typeof startDrag>[2]}
 */
function dragOf(dom, state, { pick, lay, redraw, redrawMarks }, button) {
  const { ghost } = dom;
  const held = button.dataset.held ?? null;
  const art = button.firstElementChild?.cloneNode(true);
  /** @param {string | null} at */
  const end = (at) => {
    ghost.hidden = true;
    state.over = null;
    if (at) lay(at);
    else pick(null);
  };
  return {
    slack: SLACK,
    begin() {
      state.held = held;
      state.told = null;
      refill(ghost, art);
      ghost.hidden = false;
      redraw();
    },
    move(event) {
      ghost.style.setProperty('--x', `${event.clientX}px`);
      ghost.style.setProperty('--y', `${event.clientY}px`);
      const over = squareUnder(dom, event);
      if (over === state.over) return;
      state.over = over;
      redrawMarks();
    },
    drop: (event) => end(squareUnder(dom, event)),
    cancel: () => end(null),
  };
}
