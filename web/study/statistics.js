// Figures of a whole game: a row for each total, a small graph for what changes from move to move.

import { t, words } from '../i18n/index.js';
import { el, svg } from '../ui/dom.js';

/** @import { Statistic } from '../types.js' */

const WIDTH = 100;
const HEIGHT = 30;

/** @param {Statistic[]} statistics @param {string[]} names @param {(seat: number) => SVGElement} sign */
export function statisticsTable(statistics, names, sign) {
  const totals = statistics.filter(({ totals }) => totals.length);
  const courses = statistics.filter(({ course }) => course.length);
  return el('details', {}, el('summary', {}, t('study.statistics')),
    totals.length > 0 && el('table', {},
      el('thead', {}, el('tr', {}, el('td', {}), names.map((name, seat) =>
        el('th', { scope: 'col' }, sign(seat), el('span', { class: 'visually-hidden' }, name))))),
      el('tbody', {}, totals.map(({ name, totals }) => el('tr', {},
        el('th', { scope: 'row' }, words(name)), totals.map((value) => el('td', {}, value.toLocaleString())))))),
    courses.map(({ name, course }) => el('figure', {},
      el('figcaption', { class: 'small' }, words(name), ' ', el('span', { class: 'quiet-text' },
        course.map((values) => Math.round(values.at(-1) ?? 0)).join(' – '))),
      sparkline(course))));
}

/** @param {number[][]} course by seat */
function sparkline(course) {
  const all = course.flat();
  const [low, high] = [Math.min(...all, 0), Math.max(...all, 1)];
  const y = (/** @type {number} */ value) => HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
  return svg('svg', {
    class: 'graph-course', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  }, course.map((values, seat) => svg('path', {
    class: `graph-line seat-${seat}`,
    d: values.map((value, i) => `${i ? 'L' : 'M'}${(i * WIDTH) / Math.max(1, values.length - 1)} ${y(value)}`).join(''),
  })));
}
