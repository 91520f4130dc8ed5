// Tetris piece by piece: a well in which time stands still, for tables, lessons and study. It shows a view and says
// which placement somebody chose; what can be chosen stands in the server's list.

import { t } from '../../i18n/index.js';
import { calm, el, hidden } from '../../ui/dom.js';
import { announce } from '../../ui/toast.js';
import { listen } from './events.js';
import { createDom, createRenderer } from './render.js';
import { createShow } from './show.js';
import { isLive, neighbour, newState, newsOf, retarget, swap, take, turn } from './state.js';

export { picture } from './picture.js';
export { heat } from './heat.js';

/** @import { Board, BoardState } from '../../types.js' */
/** @import { State, View } from './state.js' */

/** @param {string} move */
export function say(move) {
  const [, piece, facing, column, row, star] = move.match(/^([IOTSZJL])([nesw])(\d+)\.(\d+)(\*?)$/) ?? [];
  if (!piece) return move;
  return t(star ? 'tt.say.spin' : 'tt.say', { piece, facing: t(`tt.facing.${facing}`), column, row });
}

export const legend = () => t('tt.legend');

export const examples = ['T LZISO hold=J GGGGGG...G/GGGGGGG.GG'];

/** @param {View} view */
export const panel = (view) => el('span', {}, view.score, hidden(` ${t('tt.points')}`));

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const dom = createDom();
  container.append(dom.root);
  const renderer = createRenderer(dom, container);
  const show = createShow(dom.banner);
  /** @type {State | null} */
  let state = null;
  let frame = 0;

  const live = () => (state && isLive(state) ? state : null);

  function draw(now = performance.now()) {
    if (state) renderer.draw(state, show.effects(now));
  }

  function animate() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame((now) => {
      draw(now);
      if (show.effects(now).length) animate();
    });
  }

  /** @param {BoardState} shown */
  function update(shown) {
    const before = state?.shown;
    if (state) take(state, shown);
    else state = newState(shown);
    const news = before && before.view !== shown.view ? newsOf(before, shown) : null;
    if (news) {
      show.hear([news]);
      if (!calm()) animate();
    }
    draw();
  }

  /** Draws, and reads out where the piece would lie for those who play by keys. */
  function changed() {
    draw();
    if (state?.chosen && !state.point) announce(say(state.chosen.move));
  }

  listen(dom, {
    live,
    point(point) {
      if (!state || (!point && !state.point)) return;
      state.point = point;
      // A pointer that leaves lets the piece where it was.
      if (point) retarget(state);
      draw();
    },
    step(way) {
      const now = live();
      if (!now?.chosen) return;
      now.point = null;
      now.chosen = neighbour(now, way) ?? now.chosen;
      changed();
    },
    turn(by) {
      const now = live();
      if (!now) return;
      turn(now, by);
      changed();
    },
    swap() {
      const now = live();
      if (now && swap(now)) changed();
    },
    drop() {
      const now = live();
      if (now?.chosen) onMove(now.chosen.move);
    },
  });

  const watcher = new ResizeObserver(() => {
    renderer.fit();
    draw();
  });
  watcher.observe(dom.well);

  return {
    update,
    focus: () => dom.surface.focus(),
    destroy() {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      dom.root.remove();
    },
  };
}
