// The Quoridor board: shows a view, and says which square or wall somebody chose. It knows no rules.

import { count, t } from '../../i18n/index.js';
import { el, hidden } from '../../ui/dom.js';
import { listen } from './events.js';
import { buildDom, render, renderMarks } from './render.js';
import { flip, forget, isLive, newState, receive } from './state.js';

export { picture } from './art.js';
export { heat } from './heat.js';
export { say } from './speech.js';

/** @import { Board, BoardState } from '../../types.js' */
/** @import { State, View } from './state.js' */

/** A window in which the squares need the room that trays would take. */
const SMALL = '(max-width: 959px), (max-height: 559px)';

/** What stands beside a player's name. @param {View} view @param {number} seat */
export function panel({ seats }, seat) {
  const { left } = seats[seat];
  const text = count('quoridor.stock', left);
  return el('span', { class: 'q-left', title: text }, left, hidden(` ${text}`));
}

export const legend = () => t('quoridor.legend');

export const examples = ['1. e2 e8 2. e3 e7 3. e3h', 'd4f4e7 / a2a8 / e4 e6 / 7 8 / 2'];

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

  /** Nothing can be done on a board that shows nothing yet. @param {State} state */
  const start = (state) => listen(dom, state, {
    redraw: () => renderMarks(dom, state),
    play(move) {
      if (!isLive(state)) return;
      forget(state);
      onMove(move);
      renderMarks(dom, state);
    },
    flip() {
      flip(state);
      update({ ...state.shown, still: true });
    },
  });

  const small = matchMedia(SMALL);
  const resized = () => { if (state) update({ ...state.shown, still: true }); };

  /** @param {BoardState} shown */
  function update(shown) {
    if (!state) {
      state = newState(shown);
      stop = start(state);
      small.addEventListener('change', resized);
    }
    state.small = small.matches;
    receive(state, shown);
    render(dom, state, container);
  }

  return {
    update,
    focus: () => dom.field.focus(),
    destroy() {
      stop();
      small.removeEventListener('change', resized);
      dom.root.remove();
    },
  };
}
