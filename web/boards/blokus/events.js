// Mouse and buttons on Blokus' board, and pieces dragged from a tray. Fingers and keys have files of their own.

import { startDrag } from '../shared/drag.js';
import { LastTouch, pointIn } from '../shared/pointer.js';
import { actionOf } from '../shared/tool.js';
import { listenToFingers } from './fingers.js';
import * as hand from './hand.js';
import { listenToKeys } from './keyboard.js';
import { nameOf } from './pieces.js';
import { handColour, isLive, viewOf } from './state.js';

/** @import { Turn } from './pieces.js' */
/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {object} Hooks
 * @property {() => void} redraw
 * @property {(how: 'pick' | 'move' | 'turn' | 'back') => void} changed what happened to the piece in hand
 * @property {() => void} lay the piece in hand, where it is
 * @property {(step: [number, number]) => void} explore
 * @property {() => void} toggleCorners
 * @property {() => void} toggleNumbers
 * @property {() => void} arm the plans: the first one plays by itself
 * @property {() => void} dropPlans
 * @property {() => void} save a picture of the board
 * @property {() => void} giveUp
 */
/** Where a pointer is on the screen. @typedef {{ clientX: number, clientY: number }} Spot */
/** Where it is in squares. @typedef {(event: Spot) => hand.Point & { inside: boolean }} PointOf */

/** How far a press in a tray moves before it drags, in pixels. */
const SLACK = 8;
/** How far the lower edge of a piece is above the finger that drags it, in pixels: a finger covers what is under it. */
const AHEAD = 36;

/**
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @returns {() => void} stops listening outside the board
 */
export function listen(dom, state, hooks) {
  const touch = new LastTouch();
  const point = (/** @type {Spot} */ event) => pointOf(dom, state, event);
  listenToMouse(dom.surface, state, hooks, { point, touch });
  listenToFingers(dom.surface, state, hooks, { point, touch });
  listenToButtons(dom, state, hooks);
  const stopDragging = listenToTrays(dom, state, hooks, point);
  const stopKeys = listenToKeys(dom, state, hooks);
  const follow = (/** @type {PointerEvent} */ event) => {
    dom.floating.style.setProperty('--x', `${event.clientX}px`);
    dom.floating.style.setProperty('--y', `${event.clientY}px`);
  };
  document.addEventListener('pointermove', follow);
  return () => {
    stopDragging();
    stopKeys();
    document.removeEventListener('pointermove', follow);
  };
}

/**
 * Where a pointer is, in squares from the lower left corner.
 * @param {Dom} dom @param {State} state @param {Spot} event
 */
function pointOf({ surface }, state, event) {
  const { side } = viewOf(state);
  const at = pointIn(surface, event);
  const [x, y] = [at.x * side, (1 - at.y) * side];
  return { x, y, inside: x >= 0 && y >= 0 && x <= side && y <= side };
}

/**
 * The piece follows, a click lays it, the wheel turns it, the right button mirrors it.
 * @param {HTMLElement} surface @param {State} state @param {Hooks} hooks
 * @param {{ point: PointOf, touch: LastTouch }} shared
 */
function listenToMouse(surface, state, { changed, lay }, { point, touch }) {
  const hover = (/** @type {hand.Point | null} */ to) => {
    const { x, y } = state.grip ?? { x: 0, y: 0 };
    if (hand.hover(state, to && { x: to.x + x, y: to.y + y })) changed('move');
  };
  const turn = (/** @type {Turn} */ how) => { if (hand.turn(state, how)) changed('turn'); };
  /** Whether this press found a piece in hand: a finger may have laid it meanwhile. */
  let heldBefore = false;
  surface.addEventListener('pointerdown', () => { heldBefore = state.held !== null; });
  surface.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || !state.held) return;
    state.device = 'mouse';
    hover(point(event));
  });
  surface.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && state.held) hover(null);
  });
  surface.addEventListener('click', (event) => {
    // A tap on a piece that somebody advises, or that was planned, takes it as it lies there.
    if (!state.held && !heldBefore && takeShown(state, point(event))) return changed('pick');
    if (touch.before(event, 700) || !state.held) return;
    hover(point(event));
    lay();
  });
  surface.addEventListener('contextmenu', (event) => {
    if (!state.held) return;
    event.preventDefault();
    if (!touch.before(event, 1500)) turn('mirror');
  });
  let rolled = 0;
  surface.addEventListener('wheel', (event) => {
    if (!state.held || event.ctrlKey) return;
    event.preventDefault();
    // A touchpad rolls in many small steps.
    rolled += event.deltaY || event.deltaX;
    if (Math.abs(rolled) < 30) return;
    turn(event.shiftKey ? 'flip' : rolled > 0 ? 'right' : 'left');
    rolled = 0;
  }, { passive: false });
}

/** The advised or planned piece under a pointer goes into the hand. @param {State} state @param {hand.Point} at */
function takeShown(state, at) {
  const { hint } = state.shown;
  const square = nameOf([Math.floor(at.x), Math.floor(at.y)]);
  const move = [...state.plans.moves, ...(hint === null || !isLive(state) ? [] : [hint])]
    .find((each) => each.split(',').includes(square));
  if (!move || !hand.takeMove(state, move, at)) return false;
  state.plans.keep((each) => each !== move);
  return true;
}

/** @param {Dom} dom @param {State} state @param {Hooks} hooks */
function listenToButtons(dom, state, hooks) {
  const { changed, redraw } = hooks;
  const turn = (/** @type {Turn} */ how) => () => { if (hand.turn(state, how)) changed('turn'); };
  /** @type {Record<string, (event: Event) => void>} */
  const actions = {
    left: turn('left'), right: turn('right'), mirror: turn('mirror'), flip: turn('flip'),
    next() { state.device = 'touch'; if (hand.nextPlace(state, 1)) changed('move'); },
    back() { if (hand.putBack(state)) changed('back'); },
    lay: hooks.lay, corners: hooks.toggleCorners, giveUp: hooks.giveUp,
    numbers: hooks.toggleNumbers, arm: hooks.arm, drop: hooks.dropPlans, save: hooks.save,
    tray(event) {
      const tab = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest('.bk-tab'));
      const index = Number(tab.dataset.index);
      state.tray = state.tray === index ? null : index;
      redraw();
    },
  };
  dom.root.addEventListener('click', (event) => actions[actionOf(event) ?? '']?.(event));
}

/** The piece of a tray that an event is about, and its button, if it can be taken. @param {Event} event */
function choiceOf(event) {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest('.bk-choice'));
  return button && !button.disabled ? { button, piece: button.dataset.piece ?? '' } : null;
}

/**
 * A click takes a piece, or puts it back; a press that moves away drags it.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @param {PointOf} point
 * @returns {() => void} stops a drag
 */
function listenToTrays({ root, surface }, state, hooks, point) {
  let stopDrag = () => {};
  root.addEventListener('pointerdown', (event) => {
    state.device = event.pointerType === 'touch' ? 'touch' : 'mouse';
    const choice = choiceOf(event);
    stopDrag();
    if (!choice || handColour(state) === null) return;
    const { button, piece } = choice;
    stopDrag = startDrag(event, button, dragOf(state, hooks, piece, point));
  });
  root.addEventListener('click', (event) => {
    const choice = choiceOf(event);
    if (!choice) return;
    state.cursor = null;
    takeOrPutBack(state, hooks, choice.piece, state.device !== 'mouse');
    if (state.held) surface.focus({ preventScroll: true });
  });
  return () => stopDrag();
}

/** @param {State} state @param {Hooks} hooks @param {string} piece @param {boolean} onBoard */
function takeOrPutBack(state, { changed }, piece, onBoard) {
  if (handColour(state) === null) return;
  if (hand.heldPiece(state) === piece) {
    hand.putBack(state);
    changed('back');
  } else if (hand.take(state, piece, onBoard)) changed('pick');
}

/**
 * @param {State} state @param {Hooks} hooks @param {string} piece @param {PointOf} point
 * @returns {Parameters<typeof startDrag>[2]}
 */
function dragOf(state, { changed, lay }, piece, point) {
  const back = () => { if (hand.putBack(state)) changed('back'); };
  return {
    slack: SLACK,
    // The tray, or the page, scrolls under a finger.
    scrolls: true,
    begin() {
      if (hand.heldPiece(state) !== piece && hand.take(state, piece, false)) changed('pick');
    },
    move(event) {
      const finger = state.device === 'touch';
      const to = point({ clientX: event.clientX, clientY: event.clientY - (finger ? AHEAD : 0) });
      const over = to.inside || hand.heldSquares(state);
      const middle = finger ? hand.heldHeight(state) / 2 : 0;
      if (hand.hover(state, over ? { x: to.x, y: to.y + middle } : null)) changed('move');
    },
    drop(event) {
      if (state.device === 'mouse' && point(event).inside) lay();
      else if (!hand.heldSquares(state)) back();
    },
    cancel: back,
  };
}
