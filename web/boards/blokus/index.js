// The Blokus board: shows a view, lets somebody take a piece and lay it. It knows no rules: what is legal stands in
// the server's list.

import { t, words } from '../../i18n/index.js';
import { recall, recallHere, recallOwn, remember, rememberHere, rememberOwn } from '../../store.js';
import { askUser } from '../../ui/dialog.js';
import { el, hidden } from '../../ui/dom.js';
import { download } from '../../ui/download.js';
import { announce, toast } from '../../ui/toast.js';
import { pictureFile } from '../shared/picture-file.js';
import { listen } from './events.js';
import { heldMove } from './hand.js';
import { PASS, placeOf, squaresOf } from './pieces.js';
import { buildDom, judgeHand, render, renderHand, shake } from './render.js';
import { describeHand, describeSquare, say, why } from './speech.js';
import {
  clearHand, handColour, isLive, isPlanning, newState, receive, stepCursor, troubleOf, viewOf,
} from './state.js';
import { focusTray, partnersOf, written } from './trays.js';

export { picture } from './art.js';
export { heat } from './heat.js';
export { colourOf as mark } from './pieces.js';
export { label, say } from './speech.js';

/** @import { Board } from '../../types.js' */
/** @import { View } from './pieces.js' */
/** @import { Dom } from './render.js' */
/** @import { Hooks } from './events.js' */
/** @import { State } from './state.js' */

export const legend = () => t('blokus.legend');

export const examples = ['(;GM[Blokus Duo];B[f9,e10,f10,g10,f11])', 'duo squares y b 0 f9,e10,f10,g10,f11 -'];

/** The seats that win together with a seat, itself among them. @param {View} view @param {number} seat */
export function allies(view, seat) {
  const team = view.teams.find(({ colours }) => colours.some((each) => view.colours[each].owner === seat));
  return [...new Set(team?.colours.flatMap((each) => view.colours[each].owner ?? []) ?? [seat])];
}

/** The points in a seat's bar. @param {View} view @param {number} seat */
export function panel(view, seat) {
  const own = view.colours.filter(({ owner }) => owner === seat).reduce((sum, { points }) => sum + points, 0);
  return el('span', { class: 'bk-score' },
    partnersOf(view, seat), el('b', {}, written(own)), hidden(` ${t('blokus.points')}`));
}

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void, table?: string }} options
 * @returns {Board}
 */
export function create(container, { onMove, table }) {
  const dom = buildDom();
  container.append(dom.root);
  /** @type {State | null} */
  let state = null;
  let stop = () => {};

  return {
    update(shown) {
      if (!state) {
        state = newState(shown, { corners: recall('corners'), numbers: recallOwn('blokus').numbers === true, table });
        restorePlans(state);
        stop = listen(dom, state, actionsOn(dom, state, onMove));
      }
      receive(state, shown);
      render(dom, state);
      storePlans(state);
      const lost = state.plans.takeLost();
      if (lost) toast(t('blokus.plan.lost', { move: say(lost) }));
      playPlan(dom, state, onMove);
    },
    focus() {
      if (state && handColour(state) !== null) focusTray(dom.trays, handColour(state) ?? 0);
      else dom.surface.focus();
    },
    destroy() {
      stop();
      dom.root.remove();
    },
  };
}

/** Where the plans of our seat are kept over a reload. @param {State} state */
const planKey = ({ table, shown }) => `plans-${table}-${shown.seat}`;

/** @param {State} state */
function restorePlans(state) {
  if (state.table) state.plans.restore(recallHere(planKey(state)));
}

/** @param {State} state */
function storePlans(state) {
  if (state.table) rememberHere(planKey(state), state.plans.kept());
}

/**
 * What hands and keys do to the board.
 * @param {Dom} dom @param {State} state @param {(move: string) => void} onMove @returns {Hooks}
 */
function actionsOn(dom, state, onMove) {
  const redraw = () => { renderHand(dom, state); storePlans(state); };
  return {
    redraw,
    changed(how) {
      redraw();
      const text = state.device === 'mouse' ? null : describeHand(state);
      if (how === 'back') announce(t('blokus.back'));
      else if (text) announce(how === 'pick' ? `${text} ${t('blokus.keys')}` : text);
    },
    lay() {
      const move = heldMove(state);
      if (!move || handColour(state) === null) return;
      if (!judgeHand(state, squaresOf(move)).fits) return refuse(dom, state, move, onMove);
      clearHand(state);
      // A piece is planned once, and whatever is laid another way was thought better of.
      const piece = placeOf(move)?.piece;
      state.plans.keep((each) => placeOf(each)?.piece !== piece);
      if (!isPlanning(state)) return onMove(move);
      state.plans.add(move);
      announce(t('blokus.plan.laid', { n: String(state.plans.moves.length), move: say(move) }));
      redraw();
    },
    arm() {
      state.plans.toggle();
      const n = String(state.plans.moves.length);
      announce(t(state.plans.armed ? 'blokus.plan.armed' : 'blokus.plan.count', { n }));
      redraw();
    },
    dropPlans() {
      state.plans.clear();
      announce(t('blokus.plan.gone'));
      redraw();
    },
    toggleNumbers() {
      state.numbers = !state.numbers;
      rememberOwn('blokus', { numbers: state.numbers });
      redraw();
    },
    save: () => download('blokus.svg', pictureFile(dom.drawing, (node) => node === dom.hovering)),
    explore(step) {
      stepCursor(state, step);
      if (state.cursor) announce(describeSquare(state, state.cursor));
      redraw();
    },
    toggleCorners() {
      state.corners = !state.corners;
      remember('corners', state.corners);
      redraw();
    },
    giveUp: () => void giveUp(state, onMove),
  };
}

/**
 * The reason already stands under the board; what we cannot explain, the server can.
 * @param {Dom} dom @param {State} state @param {string} move @param {(move: string) => void} onMove
 */
function refuse(dom, state, move, onMove) {
  shake(dom);
  const trouble = troubleOf(state, squaresOf(move));
  announce(why(trouble));
  if (trouble.reason === 'other' && isLive(state)) onMove(move);
}

/**
 * Our turn: the first plan plays by itself, if that was asked for. Once the page has drawn the position that this
 * answers, and it may draw it more than once.
 * @param {Dom} dom @param {State} state @param {(move: string) => void} onMove
 */
function playPlan(dom, state, onMove) {
  if (!isLive(state) || !state.plans.armed) return;
  queueMicrotask(() => {
    if (!isLive(state) || state.held) return;
    const due = state.plans.due((move) => state.legal.has(move));
    storePlans(state);
    if (due && 'play' in due) onMove(due.play);
    else if (due) {
      toast(t('blokus.plan.lost', { move: say(due.lost) }));
      renderHand(dom, state);
    }
  });
}

/** @param {State} state @param {(move: string) => void} onMove */
async function giveUp(state, onMove) {
  const { colours, turn } = viewOf(state);
  if (turn === null || !isLive(state)) return;
  const title = t('blokus.giveUp.title', { colour: words(colours[turn].name) });
  const sure = await askUser({ title, text: t('blokus.giveUp.text'), yes: t('blokus.giveUp.yes'), danger: true });
  if (sure && isLive(state)) onMove(PASS);
}
