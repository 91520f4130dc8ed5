// The bars of the players: who sits where, whose turn it is, how long it has lasted, and what the board says of each.

import { count, t } from '../i18n/index.js';
import { remember } from '../store.js';
import { askUser } from './dialog.js';
import { el, hidden, refill } from './dom.js';
import { icon, mark } from './icons.js';
import { ratingOf, seatName, sideName } from './seat.js';

/** @import { BoardModule, Game, Seat } from '../types.js' */
/** @import { Live } from '../live.js' */

const LONGEST = 24;

/** @param {number} since */
function clock(since) {
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {Live} live @param {Game} game @param {BoardModule} module */
export function players(live, game, module) {
  const above = el('div', { class: 'seats above' });
  const below = el('div', { class: 'seats below' });
  /** @type {HTMLElement | null} */
  let ticking = null;

  /** @param {Seat} seat */
  async function rename(seat) {
    const name = el('input', {
      type: 'text', id: 'new-name', maxlength: LONGEST, required: true, autocomplete: 'nickname',
      value: seat.name === t('guest') ? '' : seat.name ?? '',
    });
    const body = el('div', { class: 'field' }, el('label', { for: 'new-name' }, t('rename.name')), name);
    await askUser({
      title: t('rename.title'), body, yes: t('rename.yes'),
      act: async () => {
        await live.rename(seat.seat, name.value.trim());
        // Of several people at one screen the first is the one whose browser it is.
        if (live.ours()[0] === seat.seat) remember('name', name.value.trim());
      },
    });
  }

  /** @param {Seat} seat */
  function bar(seat) {
    const { table } = live;
    const ours = live.ours().includes(seat.seat);
    const side = sideName(game, seat.seat);
    // Somebody alone on this side who gave no name is simply "you".
    const nameless = ours && live.ours().length === 1 && (!seat.name || seat.name === t('guest'));
    const name = nameless ? t('seat.You') : seatName(seat, game);
    const turn = table.status === 'playing' && live.position.turn === seat.seat;
    const won = table.outcome?.winners.includes(seat.seat) && table.outcome.winners.length < table.seats.length;
    // Where the points only say who won, the badge says it already.
    const points = table.outcome?.points.some((each) => each < 0 || each > 1) ? table.outcome.points : null;
    const thinks = turn && seat.kind === 'bot';
    const kind = seat.kind === 'bot' ? t('seat.bot') : nameless || seat.kind === 'open' ? ''
      : !ours ? t('seat.person') : live.ours().length > 1 ? t('seat.here') : t('seat.you');
    const rating = seat.kind === 'bot' && ratingOf(game, seat.level, table);
    const about = [name === side ? '' : side, kind, rating].filter(Boolean);
    const own = module.panel?.(live.position.view, seat.seat) ?? null;
    const time = el('span', { class: 'clock' }, turn ? clock(live.since) : '');
    if (turn) ticking = time;
    return el('div', { class: `seat ${turn ? 'turn' : ''} ${won ? 'winner' : ''} ${thinks ? 'thinks' : ''}` },
      mark(seat.seat),
      el('div', { class: 'name' }, el('b', {}, name), el('small', {}, about.join(' · '))),
      ours && table.status !== 'over' && el('button', {
        class: 'quiet rename', type: 'button', 'aria-label': t('rename', { name }), title: t('rename.title'),
        on: { click: () => void rename(seat) },
      }, icon('pen')),
      own !== null && el('div', { class: 'panel' }, own),
      points && el('span', { class: `badge ${won ? 'won' : ''}` },
        won && [el('span', { 'aria-hidden': 'true' }, '★'), hidden(t('seat.winner'))],
        count('points', points[seat.seat])),
      won && !points && el('span', { class: 'badge won' }, t('seat.winner')),
      thinks && el('span', { class: 'dots', role: 'img', 'aria-label': t('seat.thinking') }, el('i'), el('i'), el('i')),
      time);
  }

  let drawn = '';
  function update() {
    const { table, position } = live;
    const key = JSON.stringify([
      table.seats, table.status, table.outcome, position.turn, position.epoch, position.generation,
      live.since, live.ours()]);
    if (key === drawn) return;
    drawn = key;
    ticking = null;
    const mine = live.ours()[0] ?? 0;
    // Round the table from the one after us, so that who comes next is always the next bar.
    const count = table.seats.length;
    const order = table.seats.map((_, i) => table.seats[(mine + 1 + i) % count]);
    refill(above, order.slice(0, -1).map(bar));
    refill(below, order.slice(-1).map(bar));
    above.classList.toggle('many', count > 2);
  }
  const timer = setInterval(() => { if (ticking) ticking.textContent = clock(live.since); }, 500);
  return { above, below, update, stop: () => clearInterval(timer) };
}
