// The map of Tigris & Euphrates: shows a view, and says what somebody lays where. It knows no rules.

import { count, t } from '../../i18n/index.js';
import { el, hidden, svg } from '../../ui/dom.js';
import { HEIGHT, WIDTH, badge, treasure } from './art.js';
import { listen } from './events.js';
import { buildDom, render, renderHand, renderMarks } from './render.js';
import { COLOURS, endsTurn, fits, forget, isLive, newState, ownLeader, receive } from './state.js';

export { picture, sign } from './art.js';
export { heat } from './heat.js';
export { say, say as label } from './speech.js';

/** @import { Board } from '../../types.js' */
/** @import { Hooks } from './events.js' */
/** @import { Dom } from './render.js' */
/** @import { State, View } from './state.js' */

/** What stands beside a player's name: points in each colour, treasures. @param {View} view @param {number} seat */
export function panel({ players }, seat) {
  const { points, treasures, hand } = players[seat];
  const art = svg('svg', { class: 't-badge', viewBox: '-22 -22 44 44', 'aria-hidden': 'true', focusable: 'false' },
    treasure());
  return el('span', { class: 't-points', title: count('tigris.tiles', hand) },
    COLOURS.map((colour, i) =>
      el('span', {}, badge(colour), hidden(t(`tigris.colour.${colour}`)), points === null ? '?' : points[i])),
    treasures !== null && treasures > 0
      && el('span', { title: count('tigris.treasures', treasures) }, art, treasures));
}

/** The tiles of each are for their own eyes. */
export const hides = true;

/**
 * What is done with an action of one's turn; all else is decided on the way, some of it by others.
 * @param {string} move
 */
export const acts = (move) => /^(tile|leader|withdraw|catastrophe|swap|pass)\b/.test(move);

export const legend = () => t('tigris.legend');

export const examples = [
  'leader black e10, leader green f2',
  'players=2 active=1 action=1 phase=action map=10T5/1T13T/5T10/16/13T2/16/8T7/1T14/14T1/5T10/10T5 '
    + 'leaders=1black:e10 hands=krrrbg/rrbbgg bag=rkbrkbgg',
];

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void, onBack?: () => void, onRecap?: () => void }} options
 * @returns {Board}
 */
export function create(container, { onMove, onBack = () => {}, onRecap = () => {} }) {
  const dom = buildDom();
  container.append(dom.root);
  container.style.setProperty('--fits', String(WIDTH / HEIGHT));
  /** @type {State | null} */
  let state = null;
  let stop = () => {};

  return {
    update(shown) {
      if (!state) {
        state = newState(shown);
        stop = listen(dom, state, { ...actionsOn(dom, state, onMove, onBack), recap: onRecap });
      }
      receive(state, shown);
      render(dom, state);
    },
    focus: () => dom.field.focus(),
    destroy() {
      stop();
      dom.root.remove();
    },
  };
}

/**
 * What hands and keys do to the board.
 * @param {Dom} dom @param {State} state @param {(move: string) => void} onMove @param {() => void} onBack
 * @returns {Omit<Hooks, 'recap'>}
 */
function actionsOn(dom, state, onMove, onBack) {
  const redraw = () => renderHand(dom, state);
  const redrawAll = () => render(dom, state);

  /** Plays a move, or shows it and asks first where it ends the turn. @param {string} move */
  function send(move) {
    if (!isLive(state)) return;
    if (!state.confirms || !endsTurn(state)) return finish(() => onMove(move));
    forget(state);
    state.staged = move;
    redrawAll();
  }

  /** Ends the choice with a move. @param {() => void} act */
  function finish(act) {
    if (!isLive(state)) return;
    forget(state);
    act();
    redraw();
  }

  /** @param {string | null} held */
  function pick(held) {
    // Whoever picks by keyboard goes on to the map by keyboard.
    const focused = document.activeElement;
    const byKey = dom.root.contains(focused) && focused?.matches(':focus-visible');
    state.held = isLive(state) ? held : null;
    state.proposal = null;
    redraw();
    if (state.held !== null && byKey) dom.field.focus();
  }

  /** @param {string} at */
  function lay(at) {
    if (!isLive(state)) return;
    const { held } = state;
    const what = held ?? 'take';
    const own = held === null ? ownLeader(state, at) : null;
    if (fits(state, what, at)) send(`${what} ${at}`);
    else if (held === null) {
      if (own) pick(own);
    } else {
      // The server says why not; what is in hand stays there.
      state.proposal = null;
      onMove(`${held} ${at}`);
      redraw();
    }
  }

  return {
    redraw, pick, lay,
    redrawMarks: () => renderMarks(dom, state),
    play: send,
    confirm() {
      const { staged } = state;
      if (staged) finish(() => onMove(staged));
    },
    unstage() { forget(state); redrawAll(); },
    back: () => finish(onBack),
  };
}
