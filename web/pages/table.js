// A table: the board, whose turn it is, and everything that can be done there.

import { game as findGame } from '../api.js';
import { boardOf, loadSheet } from '../boards/index.js';
import { count, learn, listed, sentence, t, words } from '../i18n/index.js';
import { openTable } from '../live.js';
import { name } from '../router.js';
import { noteRecent, tokensOf } from '../store.js';
import { turnAlert } from '../ui/alerts.js';
import { duration } from '../ui/clock.js';
import { el, refill } from '../ui/dom.js';
import { noteResult } from '../ui/form.js';
import { icon } from '../ui/icons.js';
import { moveList } from '../ui/movelist.js';
import { sayings } from '../ui/phrases.js';
import { players } from '../ui/players.js';
import { errorText } from '../ui/error-text.js';
import { callName, seatName } from '../ui/seat.js';
import { makeSheet } from '../ui/sheet.js';
import { variantOf } from '../ui/suits.js';
import { chime, knock, ring } from '../ui/sound.js';
import { announce, toast } from '../ui/toast.js';
import { claims } from './claim.js';
import { curtain } from './curtain.js';
import { takeSeat } from './device.js';
import { tableGone } from './gone.js';
import { invitation, inviteAgain } from './invitation.js';
import { missed, recap } from './recap.js';
import { tableActions } from './table-actions.js';
import ownWords from './table-words.js';

/** @import { BoardModule, Game, Outcome, Page } from '../types.js' */
/** @import { Live } from '../live.js' */

learn(ownWords);

/** @type {Page} */
export async function page(root, [id]) {
  void loadSheet('/style/live.css');
  await takeSeat(id);
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
  /** The epoch whose view is on its way. @type {number | null} */
  let wanted = null;
  /** @type {string | null} */
  let hint = null;
  let still = true;
  /** Whoever only watches is not asked to sit down, but may. */
  let watching = false;
  /** Events may come before the board has been fetched. */
  let ready = false;

  let wasOver = false;
  /** What happened just now. */
  let news = '';
  const said = sayings(() => { if (ready) draw(); });

  const live = await openTable(id, {
    changed: () => { if (ready) draw(); },
    moved(action) {
      if (!ready) return;
      hint = null;
      again.stop();
      present();
      say('');
      knock();
      tell(action);
    },
    refused: (why) => say(why, true),
    // The line is about to be drawn anew: this is what it must say.
    told: (text) => { news = text; },
    said(what) {
      const { seat, text } = what;
      // Our own words are known to us, and what was said before we came is over.
      if (!ready || what.ago > 10_000 || !said.hear(what) || live.ours().includes(seat)) return;
      announce(t('said', { name: callName(live.table.seats, seat, game), text: words(text) }));
    },
    lost(to) {
      watching = true;
      toast(t(to === 'machine' ? 'handover.done' : 'device.lost'));
    },
    gone: () => tableGone(root),
  });
  const game = /** @type {Game} */ (await findGame(live.table.game));
  const module = await boardOf(live.table.game);
  name(words(game.name));
  // On paper nothing else says it.
  /** @type {HTMLElement} */ (status.parentElement).dataset.game = words(game.name);

  const board = module.create(slot, {
    table: live.table.id,
    onMove: (move) => { if (slot.inert) return; hint = null; say(''); void live.play(move); },
    onBack() {
      if (slot.inert || live.pending) return;
      hint = null;
      live.api.undo(live.token()).then(() => say(''), (error) => say(errorText(error), true));
    },
    onRecap() {
      if (again.running) return again.stop();
      const { epoch, seat } = live.position;
      void again.play(epoch - missed(movesSoFar(), seat, module.acts), epoch);
    },
  });
  const again = recap({
    show: (epoch) => look(epoch, false),
    tell(n, of, epoch) {
      const move = live.moves[epoch - 1];
      const text = move ? t('say.move', { side: called(move.seat), move: module.say(move.move) }) : '';
      say(`${n}/${of} · ${text}`);
      announce(text);
    },
    done() { present(); say(''); draw(); },
  });
  const veil = curtain(slot, live, game, module, () => { present(); still = true; draw(); });
  slot.after(veil.root);
  const bars = players(live, game, module, {
    saying: said.of,
    low(seat) {
      if (!live.ours().includes(seat)) return;
      announce(t('clock.low', { time: duration(live.timeLeft(seat) ?? 0) }));
      ring();
    },
  });
  const list = moveList({
    go: (epoch) => { again.stop(); void look(epoch); },
    say: module.say, label: module.label, owner: module.mark, sign: module.sign,
    side: called,
  });
  const claim = claims(live, game);
  const acts = tableActions(live, game, claim, {
    say, hides: module.hides === true,
    watches: () => watching, sit: () => { watching = false; inviteAgain(invite); draw(); },
    hint: (move) => { hint = move; say(t('hint.try', { move: module.say(move) })); draw(); },
  });
  const alert = turnAlert(words(game.name), {
    tag: id,
    text: () => t('alert.text', { game: words(game.name), name: opponents() }),
  });
  const watchers = el('span', { class: 'badge' });
  const side = el('aside', { class: 'side', 'aria-label': t('table.panel') },
    list.root, acts.phrases, el('div', { class: 'secondary' }, acts.secondary, watchers));
  const opener = el('button', { class: 'button opener', type: 'button' }, icon('list'), t('table.more'));
  const primary = el('div', { class: 'primary-row' }, acts.primary, opener);
  root.firstElementChild?.append(bars.above, bars.below, side, primary);
  const noSheet = makeSheet(side, opener);

  /** @param {number} seat */
  function called(seat) { return callName(live.table.seats, seat, game); }

  const opponents = () => live.table.seats.filter(({ seat, kind }) => !live.ours().includes(seat) && kind !== 'open')
    .map((seat) => seatName(seat, game)).join(', ');

  /** Words near the board. @param {string} text @param {boolean} [wrong] */
  function say(text, wrong = false) {
    line.classList.toggle('wrong', wrong);
    line.textContent = text;
    line.classList.remove('long');
    line.classList.toggle('long', line.scrollHeight > line.clientHeight + 1);
  }

  /** Says how the game stands, in smaller letters where the place for it is too low. @param {string} text */
  function headline(text) {
    if (text === status.textContent) return;
    status.classList.remove('long');
    status.textContent = text;
    const place = /** @type {HTMLElement} */ (status.parentElement);
    status.classList.toggle('long', status.scrollHeight > place.clientHeight + 1);
  }

  /** No longer looks back. */
  function present() { looking = wanted = null; }

  function movesSoFar() { return Array.from({ length: live.position.epoch }, (_, i) => live.moves[i]); }

  /** @param {number} epoch @param {boolean} [quiet] without motion */
  async function look(epoch, quiet = true) {
    wanted = epoch >= live.position.epoch ? null : Math.max(0, epoch);
    if (wanted !== null) {
      const asked = wanted;
      const view = await live.viewAt(asked, module.hides);
      // Another move was asked for meanwhile, or one was made.
      if (wanted !== asked) return;
      lookedAt = view;
    }
    looking = wanted;
    hint = null;
    still = quiet;
    draw();
  }

  /** For those who listen. @param {{ seat: number, move: string }} action */
  function tell({ seat, move }) {
    const { outcome, turn } = live.position;
    const next = outcome ? ending(live, game)
      : turn !== null && live.ours().includes(turn) && live.ours().length === 1 ? t('status.yours')
      : turn !== null ? t('status.theirs', { name: called(turn) }) : '';
    announce(`${t('say.move', { side: called(seat), move: module.say(move) })} ${next}`);
    if (outcome) chime(live.ours().length !== 1 || outcome.winners.includes(live.ours()[0]));
  }

  function draw() {
    const { table, position } = live;
    const over = table.status === 'over';
    // A game that ends without a move, by a word or by the clock, is shown as it ended.
    if (over && !wasOver) present();
    const past = looking !== null;
    headline(past ? t('status.past', { n: /** @type {number} */ (looking) }) : standing(live, game));
    status.classList.toggle('over', over && !past);
    offline.hidden = !live.offline;
    offline.textContent = live.offline;
    if (!veil.closed()) {
      board.update({
        view: past ? lookedAt : position.view, legal: past ? [] : position.legal, turn: past ? null : position.turn,
        hand: past ? null : live.hand(), pending: past ? null : live.pending, hint: past ? null : hint, scores: [],
        seats: game.seats.map(words), names: game.seats.map((_, seat) => called(seat)), seat: position.seat,
        last: live.moves[(looking ?? position.epoch) - 1] ?? null,
        back: !past && live.hand() !== null && Boolean(position.back), still,
        recap: {
          moves: over || position.turn !== position.seat ? 0 : missed(movesSoFar(), position.seat, module.acts),
          running: again.running,
        },
      });
      still = false;
    }
    bars.update();
    acts.update();
    // Last, since it scrolls in the height that the others leave.
    list.update(movesSoFar(), looking ?? position.epoch);
    if (watching && !live.ours().length) refill(invite);
    else invitation(invite, live, game, undefined, () => { watching = true; draw(); });
    watchers.textContent = count('watching', table.spectators);
    watchers.hidden = !table.spectators;
    const asks = over ? score(live, game, module) : wish(live, game) || claim.text();
    if (asks !== asked) say(asks);
    asked = asks;
    if (news) {
      say(news, true);
      announce(news);
      news = '';
    }
    const turn = live.hand();
    // Whoever plays all sides at this screen needs no alert.
    const mine = turn !== null && table.seats.some((seat) => !live.ours().includes(seat.seat));
    if (mine && document.hidden && !wasMine) ring();
    wasMine = mine;
    wasOver = over;
    alert.update(mine);
    note();
  }

  /** What is said while somebody wants something, and at the end. */
  let asked = '';
  let wasMine = false;
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
    noteRecent({ table: id, game: table.game, with: opponents(), at: Date.now(), result });
    const variant = game && variantOf(game, table.options);
    if (game && variant) noteResult(game, { variant }, table, ours);
  }

  ready = true;
  wasOver = live.table.status === 'over';
  draw();
  // Whoever is away stays away without an event.
  const timer = setInterval(() => { if (claim.text()) draw(); }, 1000);
  return () => {
    again.stop();
    live.close();
    clearInterval(timer);
    alert.stop();
    bars.stop();
    noSheet();
    list.stop();
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
  const called = (/** @type {number} */ seat) => callName(table.seats, seat, game);
  if (all && (mine.length === 1 || mine.length === winners.length)) {
    const others = winners.filter((seat) => !mine.includes(seat)).map(called);
    return others.length ? t('end.won.with', { names: listed(others), why }) : t('end.won', { why });
  }
  const name = listed(winners.map(called));
  if (mine.length && !mine.some((seat) => winners.includes(seat))) {
    return winners.length === 1 ? t('end.lost', { name, why }) : t('end.losts', { name, why });
  }
  return winners.length === 1 ? t('end.wins', { name, why }) : t('end.win', { name, why });
}

/** What somebody wants of the others. @param {Live} live @param {Game} game */
function wish(live, game) {
  const { table, ours } = live;
  const called = (/** @type {number} */ seat) => callName(table.seats, seat, game);
  const theirs = table.handover && !live.isOurs(table.handover.by);
  // What others ask of us comes first: the buttons answer that.
  if (table.undo && !(theirs && ours().includes(table.undo.by))) {
    return ours().includes(table.undo.by) ? t('undo.wait') : t('undo.asked', { name: called(table.undo.by) });
  }
  if (!table.handover) return '';
  const { by, seats, take } = table.handover;
  if (live.isOurs(by)) return t(by.length > seats.length ? 'hands.wait' : 'handover.wait');
  // Whoever comes back is called by the seat, where the computer still sits.
  if (by.every((seat) => table.seats[seat].kind === 'bot')) {
    return t('hands.asked.back', { seats: listed(by.map((seat) => words(game.seats[seat]))) });
  }
  // Whoever keeps a seat does not leave.
  if (by.length === seats.length) return t('handover.asked', { name: called(by[0]) });
  const names = (/** @type {number[]} */ list) => listed(list.map((seat) => words(game.seats[seat])));
  return take.length ? t('hands.asked.take', { name: called(by[0]), seats: names(take) })
    : t('hands.asked.give', { name: called(by[0]), seats: names(seats) });
}

/**
 * The points of a game, and of a series of rematches: ours first, and those of allies once.
 * @param {Live} live @param {Game} game @param {BoardModule} module
 */
function score({ table, position, ours }, game, { allies }) {
  const first = ours()[0] ?? 0;
  const order = table.seats.map((_, i) => (first + i) % table.seats.length);
  const teams = order.map((seat) => allies?.(position.view, seat) ?? [seat])
    .filter((team, i) => !order.slice(0, i).some((before) => team.includes(before)));
  const names = (/** @type {number[]} */ team) => order.filter((seat) => team.includes(seat))
    .map((seat) => callName(table.seats, seat, game)).join(' + ');
  const format = (/** @type {number[]} */ points) => (teams.length === 2
    ? `${names(teams[0])} ${half(points[teams[0][0]])} – ${half(points[teams[1][0]])} ${names(teams[1])}`
    : teams.map((team) => `${names(team)} ${half(points[team[0]])}`).join(' · '));
  const points = table.outcome?.points ?? [];
  // Where the points only say who won, the headline says it already.
  const own = points.some((each) => each < 0 || each > 1) ? format(points) : '';
  const series = table.series && table.series.games > 1
    ? t('end.series', { score: format(table.series.points) }) : '';
  return [own, series].filter(Boolean).join(' — ');
}

/** Points with their halves. @param {number} points */
const half = (points) => (points % 1 ? `${Math.floor(points) || ''}½` : String(points));

/** Whose turn it is, or how it ended. @param {Live} live @param {Game} game */
function standing(live, game) {
  const { table, position } = live;
  if (table.status === 'over') return sentence({ en: ending(live, game), fr: ending(live, game) });
  if (table.status === 'waiting') {
    const free = table.seats.filter((each) => each.kind === 'open').length;
    if (free) return count('status.waiting', free);
    const [gone] = table.declined;
    return gone === undefined ? t('status.rematch')
      : t('rematch.declined', { name: callName(table.seats, gone, game) });
  }
  const turn = position.turn ?? 0;
  const seat = table.seats[turn];
  if (live.ours().includes(turn)) {
    return live.ours().length === 1 ? t('status.yours') : t('status.here', { name: callName(table.seats, turn, game) });
  }
  const name = seat.kind === 'bot' ? seatName(seat, game) : callName(table.seats, turn, game);
  return seat.kind === 'bot' ? t('status.thinks', { name }) : t('status.theirs', { name });
}
