// What is said of a finished game: the graph as it grows, each player's accuracy, the sentence of a move, and figures.

import { sentence, t, words } from '../i18n/index.js';
import { el, hidden, refill } from '../ui/dom.js';
import { graph } from '../ui/graph.js';
import { mark } from '../ui/icons.js';
import { statisticsTable } from './statistics.js';
import { listenToReview } from './requests.js';

/** @import { Game, Review, ReviewMove, ReviewPosition } from '../types.js' */

const RETRY_MS = 2000;

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * Allies win and lose together, so their curves are one: it is drawn once, in the colour of the first.
 * @template {{ chances: (number | null)[] }} C @param {C[]} curves
 */
export const ofTeams = (curves) => curves.filter((curve, i) => !curves.slice(0, i).some((other) =>
  curve.chances.every((chance, epoch) => chance === other.chances[epoch])));

/**
 * @param {{ table: string, game: Game, names: string[], end: number,
 *   say: (move: string) => string, sign?: (seat: number) => SVGElement, go: (epoch: number) => void,
 *   changed: () => void, complete: () => void }} options
 */
export function reviewPanel({ table, game, names, end, say, sign = mark, go, changed, complete }) {
  /** @type {(ReviewPosition | null)[]} */
  const positions = new Array(end + 1).fill(null);
  /** @type {Review | null} */
  let review = null;
  const leaving = new AbortController();
  const two = names.length === 2;
  const side = (/** @type {number} */ seat) => words(game.seats[seat]) || String(seat + 1);
  const curve = graph({
    go, top: two ? side(0) : t('analysis.ahead'), bottom: two ? side(1) : t('analysis.behind'),
  });
  const players = el('ul', { class: 'versus' });
  const figures = el('div', { class: 'statistics' });

  /** @param {number} seat */
  function errors(seat) {
    const own = review?.moves.filter((move) => move.seat === seat && move.verdict) ?? [];
    return /** @type {const} */ (['inaccuracy', 'mistake', 'blunder'])
      .map((kind) => ({ kind, n: own.filter(({ verdict }) => verdict === kind).length }));
  }

  function drawPlayers() {
    refill(players, names.map((name, seat) => {
      const accuracy = review?.accuracy[seat];
      return el('li', {}, el('span', { class: 'player' }, sign(seat), name),
        typeof accuracy === 'number' && el('span', { class: 'small quiet-text', title: t('study.accuracy') },
          `${Math.round(accuracy)}%`, hidden(` ${t('study.accuracy')}`)),
        review && el('span', { class: 'errors small' }, errors(seat).filter(({ n }) => n).map(({ kind, n }) =>
          el('span', { class: kind, title: t(`study.${kind}`) }, `${n} ${SIGNS[kind]}`))));
    }));
    refill(figures, review?.statistics.length ? statisticsTable(review.statistics, names, sign) : []);
  }

  async function listen() {
    while (!leaving.signal.aborted && !review) {
      try {
        await listenToReview(table, leaving.signal, {
          position(position) {
            positions[position.epoch] = position;
            changed();
          },
          review(whole) {
            review = whole;
            for (const position of whole.positions) positions[position.epoch] = position;
            drawPlayers();
            changed();
            complete();
          },
        });
      } catch {
        // The server is busy or away: it is asked again below.
      }
      if (!review && !leaving.signal.aborted) await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
  drawPlayers();
  void listen();

  /** What is said of the move that led to an epoch; null for a good one. @param {number} epoch */
  const moveAt = (epoch) => review?.moves.find((move) => move.epoch === epoch) ?? null;

  return {
    root: el('div', { class: 'review' }, players, curve.root),
    figures,
    get review() { return review; },
    positionAt: (/** @type {number} */ epoch) => positions[epoch] ?? null,
    moveAt,
    /** The sentence of a bad move. @param {ReviewMove} move @param {string} played */
    sentence(move, played) {
      const kind = t(`study.${move.verdict}.of`, { move: say(played) });
      const says = move.says ? sentence(move.says) : '';
      const better = move.better ? t('study.better', { move: say(move.better) }) : '';
      return [kind, says, sentence({ en: better, fr: better })].filter(Boolean).join(' ');
    },
    /** @param {number} epoch @param {string} says the present value in words */
    update(epoch, says) {
      const seats = two || names.length === 1 ? [0] : names.map((_, seat) => seat);
      // Alone, the end is neither won nor lost: the curve stops before it.
      const shown = names.length === 1 ? positions.map((each, epoch) => (epoch === end ? null : each)) : positions;
      const curves = ofTeams(seats.map((seat) =>
        ({ seat, chances: shown.map((each) => each?.chances[seat] ?? null) })));
      const slips = review?.moves.filter(({ verdict }) => verdict === 'mistake' || verdict === 'blunder') ?? [];
      curve.update(curves, epoch, slips.map((move) => move.epoch), says);
    },
    stop: () => leaving.abort(),
  };
}
