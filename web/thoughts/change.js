// What a move changes in the evaluation, term by term, for the one who makes it.

import { t, words } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { short, signed } from './value.js';

/** @import { Explanation } from '../types.js' */

/** Less than this is rounding. */
const LEAST = 1e-6;

/** @param {number} n */
const toneOf = (n) => (n > LEAST ? 'plus' : n < -LEAST ? 'minus' : '');

/**
 * The difference that a move makes. A term that is not there after the move counts as nothing then.
 * @param {Explanation} explained @param {string} text the move @param {string} label
 */
export function changeTable(explained, text, label) {
  const { breakdown, moves, position: { turn } } = explained;
  const move = moves.find((one) => one.move === text);
  if (!breakdown || !move || turn === null) return null;
  const title = el('h3', {}, t('thoughts.change', { move: label }));
  if (move.total === null) return el('div', { class: 'move-change' }, title, el('p', {}, t('thoughts.ends')));
  const rows = breakdown.terms.map((term) => {
    const [before, after] = [term.counts[turn] ?? 0, move.counts[term.id] ?? 0];
    return { term, before, after, points: (move.points[term.id] ?? 0) - (term.points[turn] ?? 0) };
  }).filter(({ before, after, points }) => Math.abs(after - before) > LEAST || Math.abs(points) > LEAST);
  const whole = move.total - breakdown.totals[turn];
  // Terms that only the position after the move has, and what rounding leaves.
  const rest = whole - rows.reduce((sum, { points }) => sum + points, 0);
  return el('div', { class: 'move-change' }, title,
    el('table', { class: 'term-table' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('thoughts.term')),
        el('th', { scope: 'col' }, t('thoughts.before')), el('th', { scope: 'col' }, t('thoughts.after')),
        el('th', { scope: 'col' }, t('thoughts.points')))),
      el('tbody', {}, rows.map(({ term, before, after, points }) => el('tr', { 'data-term': term.id },
        el('th', { scope: 'row' }, words(term.name)), el('td', {}, short(before)), el('td', {}, short(after)),
        el('td', { class: toneOf(points) }, signed(points)))),
      Math.abs(rest) > 0.5 && el('tr', {}, el('th', { scope: 'row', colspan: 3 }, t('thoughts.rest')),
        el('td', { class: toneOf(rest) }, signed(rest)))),
      el('tfoot', {}, el('tr', {}, el('th', { scope: 'row', colspan: 3 }, t('thoughts.sum')),
        el('td', { class: toneOf(whole) }, signed(whole))))));
}
