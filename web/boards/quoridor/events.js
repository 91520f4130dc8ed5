// Mouse, finger and keyboard on Quoridor's board.

import { calm } from '../../ui/dom.js';
import { announce } from '../../ui/toast.js';
import { arrow, confirms, isShortcut, isTyping } from '../shared/keys.js';
import { LastTouch, pointIn } from '../shared/pointer.js';
import { actionOf } from '../shared/tool.js';
import { listenToCentres, openChoice } from './centres.js';
import { textOf } from './plan.js';
import { listenToRack } from './rack.js';
import { describe } from './speech.js';
import * as board from './state.js';

/** @import { Dom } from './render.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {() => void} redraw marks have changed
 * @property {() => void} flip
 */

/**
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @returns {() => void} stops listening outside the board
 */
export function listen(dom, state, hooks) {
  const touch = new LastTouch();
  dom.field.addEventListener('touchend', (event) => touch.note(event));
  const rotate = () => rotateWall(state, hooks);
  // Before the others: a press on the rack is no press on the board.
  const stopDragging = listenToRack(dom, state, hooks, (event) => pointOf(dom, state, event));
  listenToCentres(dom.ways, state, hooks);
  const fingers = listenToFingers(dom, state, hooks, rotate);
  listenToMouse(dom, state, hooks, { touch, rotate, fingers });
  listenToCursor(dom, state, hooks);

  /** @type {Record<string, () => void>} */
  const actions = {
    paths() { board.togglePaths(state); hooks.redraw(); },
    meter() { board.toggleMeter(state); hooks.redraw(); },
    centres() { board.toggleCentres(state); hooks.redraw(); },
    flip: hooks.flip,
    set() { if (state.proposal) hooks.play(textOf(state.proposal)); },
    turn: rotate,
  };
  dom.root.addEventListener('click', (event) => actions[actionOf(event) ?? '']?.());

  /** Letters work wherever the focus is, unless somebody is writing. @param {KeyboardEvent} event */
  function letter(event) {
    if (isShortcut(event) || isTyping(event)) return;
    const action = { r: 'turn', p: 'paths', f: 'flip', d: 'meter', c: 'centres' }[event.key.toLowerCase()];
    if (action) actions[action]();
  }
  document.addEventListener('keydown', letter);
  return () => {
    stopDragging();
    document.removeEventListener('keydown', letter);
  };
}

/** @param {State} state @param {Hooks} hooks */
function rotateWall(state, { redraw }) {
  if (!board.isLive(state)) return;
  board.turnWall(state);
  redraw();
  if (state.cursor && !state.pointed) announce(describe(state, board.aimAtCursor(state, state.cursor)));
}

/** Whoever touches the own pawn is shown where it can go. @param {Dom} dom */
function showSteps({ under }) {
  if (calm()) return;
  const frames = [{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }];
  for (const node of under.querySelectorAll('.q-lit')) node.animate(frames, { duration: 200, iterations: 2 });
}

/**
 * Where a pointer is, in units of the picture.
 * @param {Dom} dom @param {State} state @param {{ clientX: number, clientY: number }} event
 */
function pointOf({ picture }, { plan }, event) {
  const { x, y } = pointIn(picture, event);
  return { x: x * plan.w, y: y * plan.h };
}

/**
 * The wall or the square under the mouse is played by a click; the right button turns the wall.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks
 * @param {{ touch: LastTouch, rotate: () => void, fingers: () => number }} shared
 */
function listenToMouse(dom, state, { play, redraw }, { touch, rotate, fingers }) {
  const { field } = dom;
  field.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse' || state.carried) return;
    board.pointTo(state, null);
    redraw();
  });
  field.addEventListener('click', (event) => {
    // A touch has been dealt with, and Enter comes as a key.
    if (touch.before(event, 500) || event.detail === 0) return;
    const aim = board.aimAt(state, pointOf(dom, state, event), false);
    if (aim && board.isOwnPawn(state, aim.text)) showSteps(dom);
    else if (state.centres && !(aim && !aim.wall && board.isLegal(state, aim.text))) openChoice(state, aim, redraw);
    else if (aim) play(aim.text);
  });
  field.addEventListener('contextmenu', (event) => {
    if (!board.isLive(state)) return;
    event.preventDefault();
    if (!touch.before(event, 500) && fingers() === 0) rotate();
  });
}

/**
 * A finger chooses a square at once, and a wall to be confirmed; a second finger turns the wall.
 * @param {Dom} dom @param {State} state @param {Hooks} hooks @param {() => void} rotate
 * @returns {() => number} how many fingers are down
 */
function listenToFingers(dom, state, { play, redraw }, rotate) {
  const { field } = dom;
  /** The fingers that pressed the board; one that turned a carried wall is not among them. @type {Set<number>} */
  const fingers = new Set();
  let rotated = false;

  field.addEventListener('pointermove', (event) => {
    if (state.carried) return;
    if (event.pointerType === 'mouse') state.proposal = null;
    if (rotated || !board.pointTo(state, pointOf(dom, state, event), event.pointerType !== 'mouse')) return;
    state.proposal = null;
    redraw();
  });
  field.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') return;
    if (state.carried) return rotate();
    fingers.add(event.pointerId);
    if (fingers.size > 1) {
      rotated = true;
      rotate();
      return;
    }
    const at = pointOf(dom, state, event);
    board.pointTo(state, at, true);
    if (board.isLive(state) && isOnProposal(state, at)) return;
    if (board.isLive(state)) state.proposal = null;
    redraw();
  });
  field.addEventListener('pointerup', (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || state.carried) return;
    const aim = state.pointed;
    state.pointed = null;
    const pawn = aim !== null && !rotated && !state.proposal && board.isOwnPawn(state, aim.text);
    if (rotated) keepRotated(state, aim);
    else if (board.isLive(state) && !pawn) choose(state, aim, play);
    rotated = false;
    redraw();
    if (pawn) showSteps(dom);
  });
  field.addEventListener('pointercancel', () => {
    fingers.clear();
    board.pointTo(state, null);
    redraw();
  });
  return () => fingers.size;
}

/** A second tap on the wall that waits is a yes. @param {State} state @param {{ x: number, y: number }} at */
function isOnProposal({ proposal, plan }, at) {
  if (!proposal) return false;
  const { x, y } = plan.wall(proposal);
  return Math.hypot(x - at.x, y - at.y) < 80;
}

/** A finger was lifted. @param {State} state @param {State['pointed']} aim @param {(move: string) => void} play */
function choose(state, aim, play) {
  if (state.proposal) play(textOf(state.proposal));
  else if (aim?.wall && state.centres) openChoice(state, aim, () => {});
  else if (aim?.wall) state.proposal = aim.wall;
  else if (aim) play(aim.text);
}

/** Two fingers turned a wall, which now waits for a yes. @param {State} state @param {State['pointed']} aim */
function keepRotated(state, aim) {
  if (state.proposal || !aim?.wall) return;
  state.proposal = { ...aim.wall, orientation: state.orientation ?? aim.wall.orientation };
}

/** Arrows move over squares and grooves, Enter plays. @param {Dom} dom @param {State} state @param {Hooks} hooks */
function listenToCursor({ field }, state, { play, redraw }) {
  field.addEventListener('focus', () => { board.startCursor(state); redraw(); });
  field.addEventListener('blur', redraw);
  field.addEventListener('keydown', (event) => {
    const { cursor } = state;
    const step = arrow(event.key);
    if (event.key === 'Escape' && (state.chosen || state.proposal)) {
      state.chosen = state.proposal = null;
      return redraw();
    }
    if (isShortcut(event) || !cursor || !(step || confirms(event))) return;
    event.preventDefault();
    if (!step) return play(board.aimAtCursor(state, cursor).text);
    board.stepCursor(state, step);
    redraw();
    announce(describe(state, board.aimAtCursor(state, /** @type {[number, number]} */ (state.cursor))));
  });
}
