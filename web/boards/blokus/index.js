// The Blokus board: shows a view, lets somebody take a piece and lay it. It knows no rules: what is legal stands in
// the server's list.

import { t, words } from '../../i18n/index.js';
import { recall, remember } from '../../store.js';
import { askUser } from '../../ui/dialog.js';
import { el, hidden } from '../../ui/dom.js';
import { announce } from '../../ui/toast.js';
import { listen } from './events.js';
import { heldMove } from './hand.js';
import { PASS, squaresOf } from './pieces.js';
import { buildDom, render, renderHand, shake } from './render.js';
import { describeHand, describeSquare, why } from './speech.js';
import { clearHand, isLive, newState, receive, stepCursor, troubleOf, viewOf } from './state.js';
import { focusTray, partnersOf } from './trays.js';

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

/** The points in a seat's bar. @param {View} view @param {number} seat */
export function panel(view, seat) {
  const own = view.colours.filter(({ owner }) => owner === seat).reduce((sum, { points }) => sum + points, 0);
  return el('span', { class: 'bk-score' }, partnersOf(view, seat), el('b', {}, own), hidden(` ${t('blokus.points')}`));
}

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const dom = buildDom();
  container.append(dom.root);
  /** @type {State | null} */
  let state = null;
  let stop = () => {};

  return {
    update(shown) {
      if (!state) {
        state = newState(shown, recall('corners'));
        stop = listen(dom, state, actionsOn(dom, state, onMove));
      }
      receive(state, shown);
      render(dom, state);
    },
    focus() {
      if (state && isLive(state)) focusTray(dom.trays, viewOf(state).turn ?? 0);
      else dom.surface.focus();
    },
    destroy() {
      stop();
      dom.root.remove();
    },
  };
}

/**
 * What hands and keys do to the board.
 * @param {Dom} dom @param {State} state @param {(move: string) => void} onMove @returns {Hooks}
 */
function actionsOn(dom, state, onMove) {
  const redraw = () => renderHand(dom, state);
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
      if (!move || !isLive(state)) return;
      if (!state.legal.has(move)) return refuse(dom, state, move, onMove);
      clearHand(state);
      onMove(move);
    },
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
  const trouble = troubleOf(viewOf(state), squaresOf(move));
  announce(why(trouble));
  if (trouble.reason === 'other') onMove(move);
}

/** @param {State} state @param {(move: string) => void} onMove */
async function giveUp(state, onMove) {
  const { colours, turn } = viewOf(state);
  if (turn === null || !isLive(state)) return;
  const title = t('blokus.giveUp.title', { colour: words(colours[turn].name) });
  const sure = await askUser({ title, text: t('blokus.giveUp.text'), yes: t('blokus.giveUp.yes'), danger: true });
  if (sure && isLive(state)) onMove(PASS);
}
