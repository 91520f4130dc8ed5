// Over the board of a table that waits, or in front of a race: the link to send, or a chair to take.

import { signOf } from '../boards/index.js';
import { learn, t, words } from '../i18n/index.js';
import { recall, remember } from '../store.js';
import { clockName } from '../ui/clock.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { isNamed, seatName } from '../ui/seat.js';
import { linkTo, shareBox } from '../ui/share.js';
import ownWords from './table-words.js';

/** @import { Clock, Game, RaceSeat, Seat } from '../types.js' */
/**
 * A table, or a race, as far as somebody at the door must know it.
 * @typedef {{ ours: () => number[],
 *   table: { id: string, status: string, seats: (Seat | RaceSeat)[], clock?: Clock | null },
 *   join: (name: string, seat?: number) => Promise<unknown> }} Door
 */

learn(ownWords);

/**
 * Draws it, takes it away, or leaves it alone while somebody is writing a name.
 * @param {HTMLElement} place @param {Door} live @param {Game} game @param {string} [link]
 * @param {() => void} [watch] somebody would rather watch
 */
export function invitation(place, live, game, link = linkTo(live.table.id), watch = () => {}) {
  const { table } = live;
  const open = table.seats.filter((seat) => seat.kind === 'open');
  const kind = table.status !== 'waiting' || !open.length ? '' : live.ours().length ? 'share' : 'join';
  const state = kind && `${kind} ${open.length}`;
  if (place.dataset.kind === kind && (kind === 'join' || place.dataset.state === state)) return;
  place.dataset.kind = kind;
  place.dataset.state = state;
  if (kind === 'share') {
    refill(place, el('div', { class: 'card pad stack' }, el('h2', {}, t('invite.share')),
      shareBox(link, open.length > 1 ? t('share.all', { n: table.seats.length }) : undefined)));
  }
  else if (kind === 'join') refill(place, joinForm(live, game, () => { refill(place); watch(); }));
  else refill(place);
}

/** Forgets what was drawn, so that it is drawn again. @param {HTMLElement} place */
export const inviteAgain = (place) => { delete place.dataset.kind; };

/** @param {Door} live @param {Game} game @param {() => void} watch */
function joinForm(live, game, watch) {
  const host = live.table.seats.find((seat) => seat.kind === 'person');
  const open = live.table.seats.filter((seat) => seat.kind === 'open');
  const name = el('input', {
    type: 'text', id: 'guest-name', maxlength: 24, autocomplete: 'nickname',
    placeholder: t('guest'), value: recall('name'),
  });
  const sit = el('button', { class: 'button primary', type: 'submit' }, t('invite.sit'));

  const problem = el('p', { class: 'problem', role: 'alert' });

  async function join() {
    sit.disabled = true;
    problem.textContent = '';
    remember('name', name.value.trim());
    try {
      await live.join(name.value.trim() || t('guest'), open[0]?.seat);
    } catch (error) {
      sit.disabled = false;
      problem.textContent = errorText(error);
    }
  }
  const submit = (/** @type {Event} */ event) => { event.preventDefault(); void join(); };
  return el('form', { class: 'card pad stack', on: { submit } },
    el('h2', {}, !host ? t('invite.free', { game: words(game.name) })
      : isNamed(host) ? t('invite.join', { name: seatName(host, game), game: words(game.name) })
      : t('invite.nameless', { game: words(game.name) })),
    // Where the sides have no names of their own, none is promised.
    el('p', { class: 'side' }, open.slice(0, 1).filter((seat) => game.seats.length > 1 && game.seats[seat.seat])
      .map((seat) => [signOf(game.id, seat.seat), t('invite.side', { side: words(game.seats[seat.seat]) })]).flat()),
    live.table.clock && el('p', { class: 'quiet-text' }, `${t('new.clock')} · ${clockName(live.table.clock.control)}`),
    el('div', { class: 'field' }, el('label', { for: 'guest-name' }, t('new.name')), name),
    problem,
    el('div', { class: 'buttons' }, sit,
      el('button', { class: 'button', type: 'button', on: { click: watch } }, t('invite.watch'))));
}
