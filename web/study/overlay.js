// What the computer looks at, laid over the analysis board: whatever layers the game's explanation of the position
// offers. It asks for them only while it is open.

import { explain } from '../api.js';
import { loadSheet } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { drawHeat } from '../thoughts/terms.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { sideName } from '../ui/seat.js';

/** @import { BoardLayer, Game, HeatMap } from '../types.js' */
/** @import { Wish } from '../thoughts/address.js' */

/** The same layer in another position. @param {BoardLayer} layer */
const keyOf = ({ id, seat }) => `${id} ${seat ?? ''}`;

/**
 * @param {Game} game @param {() => HeatMap | null} place where the board's squares are now
 * @param {() => void} changed something lies on the board, or no more: it is drawn anew, and this with it
 */
export function overlayPanel(game, place, changed) {
  let open = false;
  let chosen = '';
  /** @type {BoardLayer[]} */
  let layers = [];
  /** @type {Wish | null} */
  let wish = null;
  let asking = new AbortController();

  const menu = el('select', {
    'aria-label': t('study.overlay'), on: { change: () => { chosen = menu.value; changed(); } },
  });
  const line = el('p', { class: 'small quiet-text', role: 'status' });
  const body = el('div', { class: 'overlay', hidden: true }, menu, line);
  const opener = el('button', {
    class: 'button small-button', type: 'button', 'aria-pressed': 'false', title: t('study.overlay'),
    'aria-label': t('study.overlay'), on: { click: () => { open = !open; changed(); void ask(); } },
  }, icon('path'));

  function draw() {
    opener.setAttribute('aria-pressed', String(open));
    body.hidden = !open;
    const layer = layers.find((each) => keyOf(each) === chosen) ?? null;
    drawHeat(place(), open ? layer : null);
    // The menu has no room for all of its name.
    if (layers.length) line.textContent = layer ? named(layer) : '';
  }

  /** @param {BoardLayer} layer */
  function named({ seat, name }) {
    const side = seat === null ? '' : sideName(game, seat);
    return !side || words(name).startsWith(side) ? words(name) : t('study.overlay.of', { side, name: words(name) });
  }

  /** The names of the layers, the chosen one still chosen. */
  function fill() {
    menu.hidden = !layers.length;
    line.textContent = layers.length ? '' : t('study.overlay.empty');
    refill(menu, el('option', { value: '' }, t('study.overlay.none')),
      layers.map((layer) => el('option', { value: keyOf(layer) }, named(layer))));
    if (!layers.some((layer) => keyOf(layer) === chosen)) chosen = '';
    menu.value = chosen;
  }

  async function ask() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    // Those of the position before would lie on the wrong squares.
    layers = [];
    draw();
    if (!open || !wish) return;
    try {
      const [found] = await Promise.all([
        explain(game.id, { ...wish, moves: wish.moves.join(' '), depth: 1 }, signal), loadSheet('/style/thoughts.css'),
      ]);
      if (signal.aborted) return;
      layers = found.breakdown?.layers.filter(({ cells }) => cells.length) ?? [];
      fill();
    } catch (error) {
      if (signal.aborted) return;
      line.textContent = errorText(error);
    }
    draw();
  }

  let seen = '';
  return {
    opener, root: body, draw,
    /** Whether something lies on the board, or is about to. */
    get shown() { return open && chosen !== ''; },
    /** Another position is looked at; null where nobody is to move. @param {Wish | null} next */
    look(next) {
      const key = JSON.stringify(next);
      if (key === seen) return;
      seen = key;
      wish = next;
      opener.hidden = !next;
      if (!next) open = false;
      void ask();
    },
    stop: () => asking.abort(),
  };
}
