// The ladders of this server: a card each, with charts that grow while it is being played.

import { count, t, words } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { cross, curves, dots } from './charts.js';

/** @import { Game, Ladder } from '../types.js' */

/** @param {Game[]} games */
export function ladderCards(games) {
  const root = el('div', { class: 'arena-cards wide' });
  /** By id: a card stays, so that what somebody opened or reads does not close. */
  const cards = /** @type {Map<string, ReturnType<typeof card>>} */ (new Map());

  return {
    root,
    /** @param {Ladder[]} ladders */
    update(ladders) {
      const known = ladders.filter((ladder) => games.some(({ id }) => id === ladder.game));
      // What is being played comes first.
      known.sort((a, b) => Number(b.growing) - Number(a.growing));
      for (const id of cards.keys()) if (!known.some((ladder) => ladder.id === id)) cards.delete(id);
      for (const ladder of known) {
        const own = cards.get(ladder.id) ?? card();
        cards.set(ladder.id, own);
        own.update(ladder, /** @type {Game} */ (games.find(({ id }) => id === ladder.game)));
      }
      const order = known.map(({ id }) => /** @type {ReturnType<typeof card>} */ (cards.get(id)).root);
      if (!order.length) refill(root, el('p', { class: 'empty quiet-text' }, t('arena.ladders.none')));
      else if (order.some((node, i) => root.children[i] !== node) || root.children.length !== order.length) {
        refill(root, order);
      }
    },
  };
}

function card() {
  const heading = el('h3');
  const about = el('p', { class: 'small quiet-text arena-about' });
  const standings = el('div');
  const settled = el('figure', { class: 'arena-figure' });
  const table = el('div', { class: 'arena-scroll', tabindex: 0, role: 'region' });
  const all = el('details', { class: 'options' }, el('summary', {}, t('arena.cross')),
    el('p', { class: 'small quiet-text' }, t('arena.cross.about')), table);
  const root = el('article', { class: 'card arena-card' },
    el('div', { class: 'arena-card-head' }, heading), about, standings, settled, all);

  return {
    root,
    /** @param {Ladder} ladder @param {Game} game */
    update(ladder, game) {
      const variant = game.variants.find(({ id }) => id === ladder.variant);
      const options = Object.entries(ladder.options).map(([name, value]) => `${name} ${value}`);
      heading.textContent = [words(game.name), words(variant?.name), ...options].filter(Boolean).join(', ');
      const games = ladder.alone ? count('arena.runs', ladder.played) : count('arena.games', ladder.played);
      refill(about,
        ladder.growing && el('span', { class: 'badge live' }, t('arena.growing')),
        el('span', {}, [ladder.id, games, ladder.duel && t('arena.duel')].filter(Boolean).join(' · ')));
      const drawn = lines(ladder);
      const rows = ladder.contestants.map((one, i) => ({
        name: words(one.name), value: one.value, error: one.error, line: drawn[i],
        note: one.faults ? count('arena.faults', one.faults) : '',
      }));
      refill(standings, dots(rows, heading.textContent));
      settled.hidden = ladder.curves.length < 2;
      if (!settled.hidden) {
        refill(settled, el('figcaption', { class: 'small' }, el('b', {}, t('arena.curves')), ' ',
          el('span', { class: 'quiet-text' }, t('arena.curves.about'))), curves(ladder.curves, drawn));
      }
      // Among known ones a bot meets a few.
      const met = ladder.cross.flatMap((row, i) => (row.some((share) => share !== null) ? [i] : []));
      all.hidden = !met.length;
      // Of several that are open each has a name of its own.
      table.setAttribute('aria-label', `${t('arena.cross')}, ${heading.textContent}, ${ladder.id}`);
      const shares = met.map((i) => met.map((j) => ladder.cross[i][j]));
      if (!all.hidden) refill(table, cross(met.map((i) => rows[i].name), shares));
    },
  };
}

/** Which line draws each contestant's rating: none where it was given and never moves. @param {Ladder} ladder */
function lines({ contestants, curves: points }) {
  if (points.length < 2) return contestants.map(() => null);
  const moves = contestants.map(({ error }, i) =>
    error !== null || points.some(({ values }) => values[i] !== points[0].values[i]));
  let line = 0;
  return moves.map((own) => (own || !moves.includes(true) ? line++ : null));
}
