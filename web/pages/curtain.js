// Between two people who share a screen in a game with hidden hands: nothing is shown until the next one is there.

import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { mark } from '../ui/icons.js';
import { sideName } from '../ui/seat.js';

/** @import { BoardModule, Game } from '../types.js' */
/** @import { Live } from '../live.js' */

/**
 * @param {HTMLElement} slot what it covers @param {Live} live @param {Game} game @param {BoardModule} module
 * @param {() => void} opened
 */
export function curtain(slot, live, game, module, opened) {
  const root = el('div', { class: 'invite curtain' });
  /** The one who said that they sit before the screen. @type {number | null} */
  let present = null;
  /** @type {number | null} */
  let asked = null;

  return {
    root,
    /** Draws it or takes it away; says whether the board must stay as it is. */
    closed() {
      const seat = live.position.seat;
      const shared = Boolean(module.hides) && live.ours().length > 1;
      const closed = shared && live.table.status === 'playing' && seat !== null && seat !== present;
      slot.inert = closed;
      if (!closed) {
        asked = null;
        refill(root);
      } else if (asked !== seat) {
        asked = seat;
        const name = live.table.seats[seat]?.name || sideName(game, seat);
        const open = () => { present = seat; opened(); };
        const show = el('button', { class: 'button primary', type: 'button', on: { click: open } }, t('curtain.show'));
        refill(root, el('div', { class: 'card pad stack' },
          el('h2', { class: 'side' }, (module.sign ?? mark)(seat), t('curtain.pass', { name })),
          el('p', {}, t('curtain.text')), el('div', { class: 'buttons' }, show)));
        show.focus({ preventScroll: true });
      }
      return closed;
    },
  };
}
