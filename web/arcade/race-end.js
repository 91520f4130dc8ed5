// How a race ended: the places, and a rematch.

import { count, t } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon, mark } from '../ui/icons.js';
import { racerName } from '../ui/seat.js';
import { toast } from '../ui/toast.js';

/** @import { Game } from '../types.js' */
/** @import { RaceLive } from './race-live.js' */

/** @param {RaceLive} live @param {Game} info @param {number | null} mine @param {() => void} leave */
export function placesCard(live, info, mine, leave) {
  const { seats, outcome } = live.race;
  const places = outcome?.places ?? [];
  const first = seats.find(({ seat }) => places[seat] === 1);
  const name = (/** @type {number} */ seat) => (seat === mine ? t('seat.You') : racerName(seats, seat, info));
  const title = mine === null ? t('race.wins', { name: first ? name(first.seat) : '' })
    : places[mine] === 1 ? t('race.won') : t('race.yours', { n: places[mine], all: Math.max(...places) });
  const order = [...seats].sort((a, b) => places[a.seat] - places[b.seat]);

  async function rematch() {
    again.disabled = true;
    await live.again().catch((error) => {
      again.disabled = false;
      toast(errorText(error));
    });
  }
  const again = el('button', { class: 'button primary', type: 'button', on: { click: () => void rematch() } },
    icon('again'), t('race.again'));
  const root = el('section', { class: 'card arcade-end race-end', tabindex: -1, 'aria-labelledby': 'race-end' },
    el('h2', { id: 'race-end' }, title),
    el('ol', { class: 'race-places' }, order.map(({ seat }) => el('li', { class: places[seat] === 1 ? 'first' : '' },
      el('span', { class: 'arcade-place' }, places[seat]), mark(seat), el('b', {}, name(seat)),
      el('span', { class: 'quiet-text' }, [
        count('race.sent', outcome?.points[seat] ?? 0), live.race.round > 0 && count('race.score', seats[seat].wins),
      ].filter(Boolean).join(' · '))))),
    el('div', { class: 'buttons' },
      mine !== null && again,
      el('button', { class: 'button', type: 'button', on: { click: leave } },
        icon('door'), t(mine === null ? 'arcade.leave' : 'race.leave')),
      el('a', { class: 'button', href: `/arcade/${info.id}/race` }, icon('flag'), t('race.new'))));
  return { root, title };
}
