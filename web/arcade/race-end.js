// How a race ended: the places, and once more.

import { count, t } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { icon, mark } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { seatName } from '../ui/seat.js';
import { toast } from '../ui/toast.js';

/** @import { Game } from '../types.js' */
/** @import { RaceLive } from './race-live.js' */

/** @param {RaceLive} live @param {Game} game @param {number | null} mine @param {() => void} leave */
export function placesCard(live, game, mine, leave) {
  const { seats, outcome } = live.race;
  const places = outcome?.places ?? [];
  const first = seats.find(({ seat }) => places[seat] === 1);
  const name = (/** @type {number} */ seat) => (seat === mine ? t('seat.You') : seatName(seats[seat], game));
  const title = mine === null ? t('tt.race.wins', { name: first ? name(first.seat) : '' })
    : places[mine] === 1 ? t('tt.race.won') : t('tt.race.yours', { n: places[mine], all: seats.length });
  const order = [...seats].sort((a, b) => places[a.seat] - places[b.seat]);
  const again = el('button', {
    class: 'button primary', type: 'button',
    on: {
      click: async () => {
        again.disabled = true;
        await live.again().catch((error) => {
          again.disabled = false;
          toast(errorText(error));
        });
      },
    },
  }, icon('again'), t('tt.race.again'));
  const root = el('section', { class: 'card tt-end tt-race-end', tabindex: -1, 'aria-labelledby': 'tt-race-end' },
    el('h2', { id: 'tt-race-end' }, title),
    el('ol', { class: 'tt-places' }, order.map(({ seat }) => el('li', { class: places[seat] === 1 ? 'first' : '' },
      el('span', { class: 'tt-place' }, places[seat]), mark(seat), el('b', {}, name(seat)), el('span', { class: 'quiet-text' }, count('tt.race.sent', outcome?.points[seat] ?? 0))))),
    el('div', { class: 'buttons' }, mine !== null && again, el('button', { class: 'button', type: 'button', on: { click: leave } }, icon('door'), t(mine === null ? 'tt.leave' : 'tt.race.leave')),
      el('a', { class: 'button', href: `/arcade/${game.id}/race` }, icon('flag'), t('tt.race.new'))));
  return { root, title };
}
