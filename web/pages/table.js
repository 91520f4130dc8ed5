// A table: the board, whose turn it is, and everything that can be done there.

import { game as findGame } from '../api.js';
import { boardOf } from '../boards/index.js';
import { count, listed, sentence, t, words } from '../i18n/index.js';
import { openTable } from '../live.js';
import { name } from '../router.js';
import { noteRecent, tokensOf } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { moveList } from '../ui/movelist.js';
import { players } from '../ui/players.js';
import { errorText } from '../ui/error-text.js';
import { seatName, sideName } from '../ui/seat.js';
import { makeSheet } from '../ui/sheet.js';
import { chime, knock } from '../ui/sound.js';
import { announce } from '../ui/toast.js';
import { curtain } from './curtain.js';
import { tableGone } from './gone.js';
import { invitation } from './invitation.js';
import { tableActions } from './table-actions.js';

/** @import { Game, Outcome, Page } from '../types.js' */
/** @import { Live } from '../live.js' */

/** @type {Page} */
export async function page(root, [id]) {
  const slot = el('div', { class: 'slot' });
  const status = el('h1', { class: 'status' }, ' ');
  const line = el('p', { class: 'note', role: 'status' });
  const offline = el('p', { class: 'offline', role: 'alert', hidden: true });
  const invite = el('div', { class: 'invite' });
  const stage = el('section', { class: 'stage', 'aria-label': t('table.board') },
    el('div', { class: 'top' }, status, offline), el('div', { class: 'lay' }, slot, invite), line);
  refill(root, el('div', { class: 'table' }, stage));

  /** The epoch that is looked back at; null is the present. @type {number | null} */
  let looking = null;
  /** @type {any} */
  let lookedAt = null;
  /** @type {string | null} */
  let hint = null;
  let still = true;
  /** Events may come before the board has been fetched. */
  let ready = false;

  const live = await openTable(id, {
    changed: () => { if (ready) draw(); },
    moved(action) {
      if (!ready) return;
      hint = null;
      looking = null;
      say('');
      knock();
      tell(action);
    },
    refused: (why) => say(why, true),
    gone: () => tableGone(root),
  });
  const game = /** @type {Game} */ (await findGame(live.table.game));
  const module = await boardOf(live.table.game);
  name(words(game.name));

  const board = module.create(slot, {
    onMove: (move) => { if (slot.inert) return; hint = null; say(''); void live.play(move); },
    onBack() {
      if (slot.inert || live.pending) return;
      hint = null;
      live.api.undo(live.token()).then(() => say(''), (error) => say(errorText(error), true));
    },
  });
  const veil = curtain(slot, live, game, module, () => { looking = null; still = true; draw(); });
  slot.after(veil.root);
  const bars = players(live, game, module);
  const list = moveList({
    go: (epoch) => void look(epoch), say: module.say, label: module.label, owner: module.mark,
    side: (seat) => sideName(game, seat),
  });
  const acts = tableActions(live, game, {
    say, hint: (move) => { hint = move; say(t('hint.try', { move: module.say(move) })); draw(); },
  });
  const watchers = el('span', { class: 'badge' });
  const side = el('aside', { class: 'side', 'aria-label': t('table.panel') },
    list.root, el('div', { class: 'secondary' }, acts.secondary, watchers));
  const opener = el('button', { class: 'button opener', type: 'button' }, icon('list'), t('table.more'));
  const primary = el('div', { class: 'primary-row' }, acts.primary, opener);
  root.firstElementChild?.append(bars.above, bars.below, side, primary);
  const noSheet = makeSheet(side, opener);

  /** Words near the board. @param {string} text @param {boolean} [wrong] */
  function say(text, wrong = false) {
    line.classList.toggle('wrong', wrong);
    line.textContent = text;
  }

  /** @param {number} epoch */
  async function look(epoch) {
    const now = live.position.epoch;
    looking = epoch >= now ? null : Math.max(0, epoch);
    hint = null;
    if (looking !== null) {
      const wanted = looking;
      const view = await live.viewAt(wanted, module.hides);
      if (looking !== wanted) return;
      lookedAt = view;
    }
    still = true;
    draw();
  }

  /** For those who listen. @param {{ seat: number, move: string }} action */
  function tell({ seat, move }) {
    const { outcome, turn } = live.position;
    const next = outcome ? ending(live, game)
      : turn !== null && live.ours().includes(turn) && live.ours().length === 1 ? t('status.yours')
      : turn !== null ? t('status.theirs', { name: sideName(game, turn) }) : '';
    announce(`${t('say.move', { side: sideName(game, seat), move: module.say(move) })} ${next}`);
    if (outcome) chime(live.ours().length !== 1 || outcome.winners.includes(live.ours()[0]));
  }

  function draw() {
    const { table, position } = live;
    const past = looking !== null;
    refill(status, past ? t('status.past', { n: /** @type {number} */ (looking) }) : standing(live, game));
    status.classList.toggle('over', table.status === 'over' && !past);
    offline.hidden = !live.offline;
    offline.textContent = live.offline;
    if (!veil.closed()) {
      board.update({
        view: past ? lookedAt : position.view, legal: past ? [] : position.legal, turn: past ? null : position.turn,
        hand: past ? null : live.hand(), pending: past ? null : live.pending, hint: past ? null : hint, scores: [],
        seats: game.seats.map(words), seat: position.seat, last: live.moves[(looking ?? position.epoch) - 1] ?? null,
        back: !past && live.hand() !== null && Boolean(position.back), still,
      });
      still = false;
    }
    bars.update();
    acts.update();
    // Last, since it scrolls in the height that the others leave.
    list.update(Array.from({ length: position.epoch }, (_, i) => live.moves[i]), looking ?? position.epoch);
    invitation(invite, live, game);
    watchers.textContent = count('watching', table.spectators);
    watchers.hidden = !table.spectators;
    const asks = !table.undo ? '' : live.ours().includes(table.undo.by) ? t('undo.wait')
      : t('undo.asked', { name: sideName(game, table.undo.by) });
    if (asks !== asked) say(asks);
    asked = asks;
    note();
  }

  /** What is said while somebody wants a move back. */
  let asked = '';
  let noted = '';
  /** Keeps the game among the recent ones of this browser. */
  function note() {
    const { table } = live;
    const ours = live.ours();
    // Whoever has left gave the seats back, and events may still come.
    if (!ours.length || !Object.keys(tokensOf(id)).length) return;
    const key = `${table.status} ${table.seats.map((seat) => seat.name).join()}`;
    if (key === noted) return;
    noted = key;
    const { outcome } = table;
    const won = ours.filter((seat) => outcome?.winners.includes(seat)).length;
    const result = !outcome ? undefined
      : isDraw(outcome) ? 'draw' : won === ours.length ? 'won' : won ? 'over' : 'lost';
    const others = table.seats.filter((seat) => !ours.includes(seat.seat) && seat.kind !== 'open')
      .map((seat) => seatName(seat, game));
    noteRecent({ table: id, game: table.game, with: others.join(', '), at: Date.now(), result });
  }

  ready = true;
  draw();
  return () => {
    live.close();
    bars.stop();
    noSheet();
    board.destroy();
  };
}

/** Nobody is ahead of anybody. @param {Outcome} outcome */
const isDraw = (outcome) => outcome.winners.length === outcome.places.length;

/**
 * How it ended, in one sentence: one winner, several (allies, or a shared first place), or all alike.
 * @param {Live} live @param {Game} game
 */
function ending({ table, ours }, game) {
  const outcome = table.outcome;
  if (!outcome) return '';
  const why = words(outcome.why);
  if (isDraw(outcome)) return t('end.draw', { why });
  const mine = ours();
  const { winners } = outcome;
  const all = mine.length > 0 && mine.every((seat) => winners.includes(seat));
  if (all && (mine.length === 1 || mine.length === winners.length)) {
    const others = winners.filter((seat) => !mine.includes(seat)).map((seat) => sideName(game, seat));
    return others.length ? t('end.won.with', { names: listed(others), why }) : t('end.won', { why });
  }
  const name = listed(winners.map((seat) => sideName(game, seat)));
  return winners.length === 1 ? t('end.wins', { name, why }) : t('end.win', { name, why });
}

/** Whose turn it is, or how it ended. @param {Live} live @param {Game} game */
function standing(live, game) {
  const { table, position } = live;
  if (table.status === 'over') return sentence({ en: ending(live, game), fr: ending(live, game) });
  if (table.status === 'waiting') {
    return table.seats.some((each) => each.kind === 'open') ? t('status.waiting') : t('status.rematch');
  }
  const turn = position.turn ?? 0;
  const seat = table.seats[turn];
  if (live.ours().includes(turn)) {
    return live.ours().length === 1 ? t('status.yours') : t('status.here', { name: sideName(game, turn) });
  }
  const name = seatName(seat, game);
  return seat.kind === 'bot' ? t('status.thinks', { name }) : t('status.theirs', { name });
}
