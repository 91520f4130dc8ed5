// Pieces a second as a curve: the last pieces while somebody plays, the whole game at its end.

import { decimal, t } from '../../i18n/index.js';
import { el, svg } from '../../ui/dom.js';

/** @import { Tally } from './tally.js' */

/** Fewer pieces make no curve. */
const LEAST = 8;
/** A whole game is cut into so many spans at the most. */
const SPANS = 40;
/** The curve's height, with room for half of its line above and below. */
const [HIGH, TOP] = [31, 2];

/** @param {number[]} paces @param {number} most the highest that is shown */
const curve = (paces, most) => paces
  .map((pace, i) => `${((i + 0.5) * 100) / paces.length},${HIGH - 1 - (pace / most) * (HIGH - 1 - TOP)}`).join(' ');

/** @param {SVGElement} line @param {string} about */
const picture = (line, about) => svg('svg', {
  viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': about,
}, line);

const thread = (/** @type {string} */ points) => (
  svg('polyline', { points, fill: 'none', 'vector-effect': 'non-scaling-stroke' }));

/** Pieces a second, over the time of the game. @param {number[]} locks in ticks */
export function paceGraph(locks) {
  if (locks.length < LEAST) return null;
  const end = locks[locks.length - 1];
  const spans = Math.min(SPANS, Math.max(LEAST, Math.floor(locks.length / 3)));
  const pace = Array.from({ length: spans }, () => 0);
  for (const tick of locks) pace[Math.min(spans - 1, Math.floor((tick / end) * spans))] += 1;
  const seconds = end / 60 / spans;
  const most = Math.max(...pace) / seconds;
  return el('figure', { class: 'tt-pace' },
    picture(thread(curve(pace.map((n) => n / seconds), most)), t('tt.pace.graph')),
    el('figcaption', { class: 'small quiet-text' }, t('tt.pace.most', { n: decimal(most, 2) })));
}

/** The pace of the last pieces and the clears by kind, beside a well that is being played. */
export function createCounts() {
  const line = thread('');
  const caption = el('figcaption', {});
  const figure = el('figure', { class: 'tt-pace', hidden: true }, picture(line, t('tt.pace.recent')), caption);
  const clears = el('dl', { class: 'tt-clears', hidden: true });
  let drawn = '';
  return {
    root: el('div', { class: 'tt-counts' }, figure, clears),
    /** @param {Tally} tally */
    draw(tally) {
      // Both change with a piece that locks, and only then.
      const version = `${tally.locks.length} ${tally.locks[tally.locks.length - 1]}`;
      if (version === drawn) return;
      drawn = version;
      const paces = tally.paces();
      figure.hidden = tally.locks.length < LEAST;
      line.setAttribute('points', curve(paces, Math.max(...paces, 1)));
      caption.textContent = t('tt.pace.now', { n: decimal(paces[paces.length - 1] ?? 0, 2) });
      const kinds = kindsOf(tally);
      clears.hidden = !kinds.length;
      clears.replaceChildren(...kinds.map(([name, n]) => el('div', {}, el('dt', {}, name), el('dd', {}, n))));
    },
  };
}

/** Clears by kind, with their names. @param {Tally} tally @returns {[string, number][]} */
export const kindsOf = ({ clears }) => Object.entries(clears).sort(([a], [b]) => a.localeCompare(b))
  .map(([kind, n]) => [t(`tt.clear.${kind}`), n]);
