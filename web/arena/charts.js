// The arena's charts: a point with its error for each player, curves of ratings, each against each.

import { lang, t } from '../i18n/index.js';
import { el, svg } from '../ui/dom.js';

/** @typedef {{ name: string, value: number, error: number | null, line?: number | null, note?: string }} Row */

const whole = (/** @type {number} */ value) =>
  new Intl.NumberFormat(lang(), { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 }).format(value);

/** Curves are told apart by their dashes, too. */
const LINES = 6;

/** A row for each player, in their order. @param {Row[]} rows @param {string} label */
export function dots(rows, label) {
  const ends = rows.flatMap(({ value, error }) => [value - (error ?? 0), value + (error ?? 0)]);
  const low = Math.min(0, ...ends);
  const span = Math.max(1e-9, Math.max(...ends) - low);
  const at = (/** @type {number} */ value) => Number((100 * (value - low) / span).toFixed(2));
  return el('ul', { class: 'dots', 'aria-label': label }, rows.map(({ name, value, error, line, note }) => el('li', {},
    el('span', { class: 'dots-name' },
      line !== null && line !== undefined && key(line), el('span', {}, name),
      note && el('small', { class: 'dots-note' }, note)),
    el('span', { class: 'dots-track', 'aria-hidden': 'true' },
      error !== null && el('i', { vars: { from: at(value - error), to: at(value + error) } }),
      el('b', { vars: { at: at(value) } })),
    el('span', { class: 'dots-value' }, error === null ? whole(value)
      : t('arena.value', { value: whole(value), error: whole(error) })))));
}

/** How a curve is drawn, beside its name. @param {number} line */
const key = (line) => svg('svg', { class: 'curve-key', viewBox: '0 0 22 8', 'aria-hidden': 'true' },
  svg('path', { class: `curve line-${line % LINES}`, d: 'M0 4H22' }));

/**
 * Ratings by the number of games, of those that have a line.
 * @param {{ games: number, values: number[] }[]} points @param {(number | null)[]} drawn
 */
export function curves(points, drawn) {
  const most = points[points.length - 1].games;
  const first = points[0].games;
  const all = points.flatMap(({ values }) => values.filter((_, one) => drawn[one] !== null));
  const [low, high] = [Math.min(...all), Math.max(...all, 1)];
  const x = (/** @type {number} */ games) => (100 * (games - first) / Math.max(1, most - first)).toFixed(2);
  const y = (/** @type {number} */ value) => (97 - 94 * (value - low) / Math.max(1, high - low)).toFixed(2);
  const lines = drawn.flatMap((line, one) => (line === null ? [] : [svg('path', {
    class: `curve line-${line % LINES}`,
    d: points.map(({ games, values }, i) => `${i ? 'L' : 'M'}${x(games)} ${y(values[one])}`).join(''),
  })]));
  // The strongest is drawn last, on top.
  return el('div', { class: 'curves' },
    el('span', { class: 'curves-high' }, whole(high)), el('span', { class: 'curves-low' }, whole(low)),
    svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, lines.reverse()),
    el('span', { class: 'curves-first' }, whole(first)), el('span', { class: 'curves-last' }, whole(most)));
}

/** Row against column. @param {string[]} names @param {(number | null)[][]} shares */
export const cross = (names, shares) => el('table', { class: 'cross' },
  el('thead', {}, el('tr', {}, el('td'), names.map((name, i) => el('th', { scope: 'col', title: name }, i + 1)))),
  el('tbody', {}, names.map((name, i) => el('tr', {},
    el('th', { scope: 'row' }, `${i + 1} ${name}`),
    names.map((_, j) => {
      const share = shares[i]?.[j] ?? null;
      return el('td', share === null ? {} : { class: 'met', vars: { share: Math.round(100 * share) } },
        share === null ? '·' : Math.round(100 * share));
    })))));
