// The bars of the players: who sits where and who is there, whose turn it is, their clocks, what they said, and what
// the board says of each.

import { count, t } from '../i18n/index.js';
import { remember } from '../store.js';
import { duration, isLow, timeLeft } from './clock.js';
import { askUser } from './dialog.js';
import { el, hidden, refill } from './dom.js';
import { icon, mark } from './icons.js';
import { isNamed, ratingOf, seatName, sideName } from './seat.js';

/** @import { BoardModule, Game, Seat } from '../types.js' */
/** @import { Live } from '../live.js' */

const LONGEST = 24;

/** A reload of somebody's page is no absence. */
const SOON = 5000;
const TICK = 200;

/**
 * @param {Live} live @param {Game} game @param {BoardModule} module
 * @param {{ saying: (seat: number) => string, low: (seat: number) => void }} more what somebody said, and whom to warn
 */
export function players(live, game, module, { saying, low }) {
  const above = el('div', { class: 'seats above' });
  const below = el('div', { class: 'seats below' });
  /**
   * The parts of each bar that change by themselves.
   * @type {Map<number, { time: Element, there: Element, away: Element }>}
   */
  const ticking = new Map();
  /** Whoever has been warned in this turn. @type {string} */
  let warned = '';

  /** @param {Seat} seat */
  async function rename(seat) {
    const name = el('input', {
      type: 'text', id: 'new-name', maxlength: LONGEST, required: true, autocomplete: 'nickname',
      value: isNamed(seat) ? seat.name : '',
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
    const nameless = ours && live.ours().length === 1 && !isNamed(seat);
    const name = nameless ? t('seat.You') : seatName(seat, game);
    const turn = table.status === 'playing' && live.position.turn === seat.seat;
    const won = table.outcome?.winners.includes(seat.seat) && table.outcome.winners.length < table.seats.length;
    // Where the points only say who won, the badge says it already.
    const points = table.outcome?.points.some((each) => each < 0 || each > 1) ? table.outcome.points : null;
    const thinks = turn && seat.kind === 'bot';
    const kind = seat.kind === 'bot' ? t('seat.bot') : nameless || seat.kind === 'open' ? ''
      : !ours ? t('seat.person') : live.ours().length === 1 ? t('seat.you')
      // Where everybody sits at this screen it need not be said of each.
      : live.ours().length < table.seats.length ? t('seat.here') : '';
    const rating = seat.kind === 'bot' && ratingOf(game, seat.level, table);
    const about = [name === side ? '' : side, kind, rating].filter(Boolean);
    const own = module.panel?.(live.position.view, seat.seat) ?? null;
    const time = el('span', { class: 'clock', role: 'timer', title: t('clock.label') });
    // Whoever plays elsewhere may not be there; whoever plays here is.
    const elsewhere = seat.kind === 'person' && !ours && table.status === 'playing';
    const there = el('span', { class: 'there' });
    const away = el('span', { class: 'away', 'aria-hidden': 'true' });
    const said = saying(seat.seat);
    if (table.clock || elsewhere) ticking.set(seat.seat, { time, there, away });
    return el('div', { class: `seat ${turn ? 'turn' : ''} ${won ? 'winner' : ''} ${thinks ? 'thinks' : ''}` },
      el('span', { class: 'face' }, (module.sign ?? mark)(seat.seat), elsewhere && there),
      el('div', { class: 'name' }, el('b', {}, name,
        ours && table.status !== 'over' && el('button', {
          class: 'quiet rename', type: 'button', 'aria-label': t('rename', { name }), title: t('rename.title'),
          on: { click: () => void rename(seat) },
        }, icon('pen'))),
      // Where a line is full, the next one does not begin with a dot.
      el('small', {}, away, about.map((part, i) => [
        el('span', { class: 'part' }, i < about.length - 1 ? `${part} ·` : part), ' ']))),
      own !== null && el('div', { class: 'panel' }, own),
      points && el('span', { class: `badge ${won ? 'won' : ''}` },
        won && [el('span', { 'aria-hidden': 'true' }, '★'), hidden(t('seat.winner'))],
        count('points', points[seat.seat])),
      won && !points && el('span', { class: 'badge won' }, t('seat.winner')),
      thinks && el('span', { class: 'dots', role: 'img', 'aria-label': t('seat.thinking') }, el('i'), el('i'), el('i')),
      table.clock && time,
      said && el('p', { class: 'said' }, said));
  }

  let drawn = '';
  function update() {
    const { table, position } = live;
    const key = JSON.stringify([
      table.seats.map((seat) => ({ ...seat, away: null })), table.status, table.outcome, position.turn, position.epoch,
      position.generation,
      live.ours(), table.seats.map((_, seat) => saying(seat))]);
    if (key === drawn) return;
    drawn = key;
    ticking.clear();
    const mine = live.ours()[0] ?? 0;
    // Round the table from the one after us, so that who comes next is always the next bar.
    const count = table.seats.length;
    const order = table.seats.map((_, i) => table.seats[(mine + 1 + i) % count]);
    refill(above, order.slice(0, -1).map(bar));
    refill(below, order.slice(-1).map(bar));
    above.classList.toggle('many', count > 2);
    tick();
  }

  /** Clocks run, and whoever is away stays away, without an event. */
  function tick() {
    const { table, position } = live;
    for (const [seat, { time, there, away }] of ticking) {
      const left = live.timeLeft(seat);
      const runs = table.status === 'playing' && position.turn === seat;
      if (left !== null && table.clock) {
        const text = timeLeft(left);
        if (time.textContent !== text) time.textContent = text;
        time.classList.toggle('runs', runs);
        time.classList.toggle('low', runs && isLow(left, table.clock));
        const turn = `${position.generation}.${position.epoch}`;
        if (runs && isLow(left, table.clock) && warned !== turn) {
          warned = turn;
          low(seat);
        }
      }
      const since = live.away(seat);
      const gone = since !== null && since > SOON;
      there.classList.toggle('gone', gone);
      const text = gone ? t('seat.away', { time: duration(since) }) : t('seat.present');
      if (there.getAttribute('title') !== text) {
        there.setAttribute('title', text);
        refill(there, hidden(text));
        away.textContent = gone ? text : '';
      }
    }
  }
  const timer = setInterval(tick, TICK);
  return { above, below, update, stop: () => clearInterval(timer) };
}
