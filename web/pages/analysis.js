// A finished game, step by step, with what the engine thinks of every position.

import { game as findGame, tableApi } from '../api.js';
import { boardOf } from '../boards/index.js';
import { sentence, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { tokensOf } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { graph } from '../ui/graph.js';
import { icon, mark } from '../ui/icons.js';
import { moveList } from '../ui/movelist.js';
import { chip, verdict } from '../ui/score.js';
import { seatName, sideName } from '../ui/seat.js';
import { errorText } from '../ui/error-text.js';
import { toast } from '../ui/toast.js';
import { ourName, sitDown, usualLevel } from './start.js';

/** @import { Analysis, Game, Page, TableView } from '../types.js' */

/** A move that gives away this much of the game is called a mistake. */
const SLIP = 0.3;

/** @type {Page} */
export async function page(root, [id]) {
  refill(root, el('div', { class: 'table study' }, el('section', { class: 'stage' },
    el('div', { class: 'top' }, el('h1', { class: 'status' }, t('analysis.title'))),
    el('div', { class: 'skeleton board-skeleton' }))));
  const api = tableApi(id);
  const table = await api.table();
  const game = /** @type {Game} */ (await findGame(table.game));
  name(t('analysis.title'));
  if (table.status !== 'over') {
    refill(root, el('div', { class: 'page narrow notice' },
      el('h1', {}, t('analysis.later')), el('p', { class: 'lead' }, t('analysis.later.text')),
      el('div', { class: 'buttons' }, el('a', { class: 'button primary', href: `/table/${id}` }, t('home.back')))));
    return;
  }
  const token = Object.values(tokensOf(id)).join(',') || null;
  const [module, { actions: moves }] = await Promise.all([boardOf(table.game), api.actions(token)]);
  const end = moves.length;
  /** @type {(TableView | null)[]} */
  const positions = new Array(end + 1).fill(null);
  /** @type {(Analysis | null)[]} */
  const thoughts = new Array(end + 1).fill(null);
  let at = end;
  const leaving = new AbortController();
  /** Ends what the engine thinks just now: something else is looked at. */
  let thinking = new AbortController();
  let judging = -1;

  const two = table.seats.length === 2;

  const slot = el('div', { class: 'slot' });
  const status = el('h1', { class: 'status' });
  const line = el('p', { class: 'note', role: 'status' });
  const verdictText = el('p', { class: 'verdict' });
  const board = module.create(slot, { onMove: () => {} });
  const list = moveList({
    go: (epoch) => void go(epoch), say: module.say, label: module.label, owner: module.mark,
    side: (seat) => sideName(game, seat), walksBoard: false,
  });
  const curve = graph({
    go: (epoch) => void go(epoch),
    top: two ? sideName(game, 0) : t('analysis.ahead'), bottom: two ? sideName(game, 1) : t('analysis.behind'),
  });
  const onward = el('button', { class: 'button primary', type: 'button', on: { click: () => playOn() } },
    icon('play'), el('span', {}, t('analysis.playOn')));
  const save = async (/** @type {string} */ format) =>
    download(`${game.id}-${id.slice(0, 8)}.${format}`, await api.record(format));

  refill(root, el('div', { class: 'table study' },
    el('section', { class: 'stage', 'aria-label': t('table.board') },
      el('div', { class: 'top' }, status), el('div', { class: 'lay' }, slot), line),
    el('div', { class: 'card insight' },
      el('p', { class: 'versus' }, table.seats.map((seat) =>
        el('span', { class: 'player' }, mark(seat.seat), seatName(seat, game)))),
      curve.root, verdictText, el('p', { class: 'small quiet-text' }, module.legend?.() ?? t('analysis.legend'))),
    el('aside', { class: 'side flat', 'aria-label': t('moves.label') }, list.root),
    el('div', { class: 'primary-row' }, el('div', { class: 'acts' }, onward,
      el('a', {
        class: 'button', href: `/thoughts/${game.id}?table=${id}&epoch=${end - 1}`,
        on: { click(/** @type {any} */ { currentTarget }) { currentTarget.search = `?table=${id}&epoch=${Math.min(at, end - 1)}`; } },
      }, icon('hint'), el('span', {}, t('thoughts.link'))),
      ['record', ...game.formats].map((format) => el('button', {
        class: 'button', type: 'button', on: { click: () => save(format) },
      },
        icon('save'), el('span', {}, format === 'record' ? t('download') : `.${format}`)))))));

  async function playOn() {
    const turn = positions[at]?.turn ?? 0;
    const seats = table.seats.map((_, seat) => (seat === turn
      ? { kind: /** @type {const} */ ('person'), name: ourName() }
      : { kind: /** @type {const} */ ('bot'), level: usualLevel(game) }));
    await sitDown({ game: table.game, from: { table: id, epoch: at }, seats, private: true })
      .catch((error) => toast(errorText(error)));
  }

  /** @param {number} epoch */
  async function go(epoch) {
    at = Math.min(end, Math.max(0, epoch));
    if (at < end && !thoughts[at] && judging !== at) thinking.abort();
    positions[at] ??= await api.view(token, at);
    draw();
  }

  /**
   * A seat's chance at an epoch, if it is known: of more than two seats only the one to move is judged.
   * @param {number} seat @param {number} epoch
   */
  function chance(seat, epoch) {
    if (epoch === end && table.outcome) {
      const { winners } = table.outcome;
      return !winners.includes(seat) ? 0 : winners.length === table.seats.length ? 0.5 : 1;
    }
    const thought = thoughts[epoch];
    if (!thought?.idea || (!two && thought.seat !== seat)) return null;
    return thought.seat === seat ? thought.idea.chance : 1 - thought.idea.chance;
  }

  /** What the move that led to an epoch gave away. @param {number} epoch */
  function lost(epoch) {
    const { seat, move } = moves[epoch - 1];
    const idea = thoughts[epoch - 1]?.idea;
    const judged = idea?.moves.find((each) => each.move === move);
    if (idea && judged) return idea.chance - judged.chance;
    const [before, after] = [chance(seat, epoch - 1), chance(seat, epoch)];
    return before === null || after === null ? 0 : before - after;
  }

  function draw() {
    const position = positions[at];
    if (!position) return;
    const idea = thoughts[at]?.idea ?? null;
    const turn = position.turn;
    board.update({
      view: position.view, legal: position.legal, turn, hand: null, pending: null,
      hint: turn !== null ? idea?.best ?? null : null,
      scores: turn === null ? []
        : (idea?.moves ?? []).map(({ move, score, chance }) => ({ move, ...chip(score, chance) })),
      seats: game.seats.map(words), seat: position.seat, last: moves[at - 1] ?? null, still: true,
    });
    const slips = positions.map((_, epoch) => epoch).filter((epoch) => epoch > 0 && lost(epoch) > SLIP);
    const says = turn === null ? sentence(table.outcome?.why)
      : idea ? [verdict(idea.score, idea.chance, sideName(game, turn)),
        idea.best ? t('analysis.best', { move: module.say(idea.best) }) : ''].join(' ') : t('analysis.thinking');
    const seats = two ? [0] : table.seats.map(({ seat }) => seat);
    const curves = seats.map((seat) => ({ seat, chances: positions.map((_, epoch) => chance(seat, epoch)) }));
    curve.update(curves, at, slips, says);
    status.textContent = at === 0 ? t('analysis.start') : t('analysis.at', { n: at, all: end });
    verdictText.textContent = says;
    const better = thoughts[at - 1]?.idea?.best;
    line.textContent = at > 0 && lost(at) > SLIP && better && better !== moves[at - 1].move
      ? t('analysis.slip', { move: module.say(moves[at - 1].move), better: module.say(better) }) : '';
    line.classList.toggle('wrong', line.textContent !== '');
    list.update(moves, at);
    onward.disabled = turn === null;
  }

  /** Late positions are quick to judge, so the curve grows from its end; the one looked at comes first. */
  async function thinkAll() {
    while (!leaving.signal.aborted) {
      const next = at < end && !thoughts[at] ? at : thoughts.findLastIndex((thought, epoch) => !thought && epoch < end);
      if (next < 0) return;
      thinking = new AbortController();
      judging = next;
      try {
        thoughts[next] = await api.analysis(next, AbortSignal.any([leaving.signal, thinking.signal]));
      } catch {
        if (leaving.signal.aborted) return;
        if (!thinking.signal.aborted) await new Promise((done) => setTimeout(done, 2000));
      }
      draw();
    }
  }

  await go(end);
  void thinkAll();
  return () => {
    leaving.abort();
    list.stop();
    board.destroy();
  };
}
