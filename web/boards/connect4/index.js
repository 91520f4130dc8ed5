// The Connect Four board: shows a view, and says which column somebody chose. It knows no rules.

import { t } from '../../i18n/index.js';
import { listen } from './events.js';
import { buildDom, buttonsOf, render, renderChoice } from './render.js';
import { chosen, isLive, moveText, newState } from './state.js';

export { picture } from './art.js';
export { heat } from './heat.js';

/** @import { Board } from '../../types.js' */
/** @import { State } from './state.js' */

/** @param {string} move */
export const say = (move) => t('c4.column', { n: move });

export const legend = () => t('c4.legend');

export const examples = ['4453', '7x6 7/7/7/7/3o3/2xxo2 4'];

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

  /** @param {Partial<State>} change */
  function choose(change) {
    if (!state) return;
    const before = chosen(state);
    Object.assign(state, change);
    if (chosen(state) !== before) renderChoice(dom, state);
  }

  const stop = listen(dom, {
    point: (pointed) => choose({ pointed }),
    focus: (focused) => choose({ focused }),
    drop: (column) => { if (state && isLive(state)) onMove(moveText(column)); },
  });

  return {
    update(shown) {
      if (state) state.shown = shown;
      else state = newState(shown);
      render(dom, state, container);
    },
    focus: () => buttonsOf(dom).find((button) => button.tabIndex === 0)?.focus(),
    destroy() {
      stop();
      dom.root.remove();
    },
  };
}
