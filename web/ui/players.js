// The bars of the players: who sits where, whose turn it is, and how long it has lasted.

import { t } from '../i18n/index.js';
import { el, refill } from './dom.js';
import { mark } from './icons.js';
import { seatName, sideName } from './seat.js';

/** @import { Game, Seat } from '../types.js' */
/** @import { Live } from '../live.js' */

/** @param {number} since */
function clock(since) {
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {Live} live @param {Game} game */
export function players(live, game) {
  const above = el('div', { class: 'seats above' });
  const below = el('div', { class: 'seats below' });
  /** @type {HTMLElement | null} */
  let ticking = null;

  /** @param {Seat} seat */
  function bar(seat) {
    const { table } = live;
    const ours = live.ours().includes(seat.seat);
    // Somebody alone on this side who gave no name is simply "you".
    const nameless = ours && live.ours().length === 1 && (!seat.name || seat.name === t('guest'));
    const turn = table.status === 'playing' && live.position.turn === seat.seat;
    const won = table.outcome?.winners.includes(seat.seat) && table.outcome.winners.length < table.seats.length;
    const thinks = turn && seat.kind === 'bot';
    const about = [sideName(game, seat.seat), seat.kind === 'bot' ? t('seat.bot') : nameless ? '' : ours ? t('seat.you') : seat.kind === 'open' ? '' : t('seat.person')].filter(Boolean);
    const time = el('span', { class: 'clock' }, turn ? clock(live.since) : '');
    if (turn) ticking = time;
    return el('div', { class: `seat ${turn ? 'turn' : ''} ${won ? 'winner' : ''} ${thinks ? 'thinks' : ''}` },
      mark(seat.seat),
      el('div', { class: 'name' }, el('b', {}, nameless ? t('seat.You') : seatName(seat, game)), el('small', {}, about.join(' · '))),
      won && el('span', { class: 'badge won' }, t('seat.winner')),
      thinks && el('span', { class: 'dots', role: 'img', 'aria-label': t('seat.thinking') }, el('i'), el('i'), el('i')),
      time);
  }

  function update() {
    ticking = null;
    const mine = live.ours()[0] ?? 0;
    refill(above, live.table.seats.filter((seat) => seat.seat !== mine).map(bar));
    refill(below, live.table.seats.filter((seat) => seat.seat === mine).map(bar));
  }
  const timer = setInterval(() => { if (ticking) ticking.textContent = clock(live.since); }, 500);
  return { above, below, update, stop: () => clearInterval(timer) };
}
