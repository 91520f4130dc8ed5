// The figures of a game that has ended: keys, pace, clears by kind, and where fewer keys would have done.

import { decimal, t } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';
import { kindsOf, paceGraph } from './pace.js';
import { PIECES } from './pieces.js';

/** @import { Press } from './finesse.js' */
/** @import { Tally } from './tally.js' */
/** @import { Well } from './well.js' */

/** @type {Record<string, string>} */
const SIGNS = { left: '←', right: '→', wallLeft: '⇤', wallRight: '⇥', cw: '↻', ccw: '↺', flip: '180°', soft: '↓' };
/** So many kinds of faults are shown. */
const FAULTS = 5;

/** @param {readonly string[]} presses */
export const signsOf = (presses) => presses.map((press) => SIGNS[press]).join(' ') || '⤓';

/** @param {Tally} tally @param {Well} well */
export function report(tally, well) {
  const counted = tally.figures(well);
  const two = (/** @type {number} */ n) => decimal(n, 2);
  /** @type {[string, string][]} */
  const rows = [
    ['kps', two(counted.kps)], ['kpp', two(counted.kpp)], ['faults', String(counted.faults)],
  ];
  if (well.rules === 'modern') {
    rows.push(['apm', decimal(counted.apm, 1)], ['app', two(counted.app)], ['spins', String(counted.spins)],
      ['combo', String(Math.max(0, counted.combo))], ['backs', String(counted.backs)]);
  }
  const kinds = kindsOf(tally);
  return el('div', { class: 'tt-report' },
    el('dl', { class: 'arcade-result' }, rows.map(([id, value]) => el('div', { 'data-figure': id },
      el('dt', {}, t(`tt.count.${id}`)), el('dd', {}, value)))),
    paceGraph(tally.locks),
    kinds.length > 0 && el('dl', { class: 'arcade-result' }, kinds.map(([name, n]) => el('div', {},
      el('dt', {}, name), el('dd', {}, n)))),
    faultList(tally));
}

/** The faults that happened most, each with the shorter way. @param {Tally} tally */
function faultList({ faulty }) {
  if (!faulty.length) return null;
  /** @type {Map<string, { piece: number, keys: string[], way: Press[], times: number }>} */
  const kinds = new Map();
  for (const { piece, keys, way } of faulty) {
    const name = `${piece} ${keys} ${way}`;
    const kind = kinds.get(name) ?? { piece, keys, way, times: 0 };
    kind.times++;
    kinds.set(name, kind);
  }
  const worst = [...kinds.values()]
    .sort((a, b) => b.times * (b.keys.length - b.way.length) - a.times * (a.keys.length - a.way.length))
    .slice(0, FAULTS);
  return el('div', { class: 'tt-faults' }, el('h3', {}, t('tt.faults')),
    el('table', {},
      el('thead', {}, el('tr', {}, ['piece', 'yours', 'shorter'].map((id) => el('th', { scope: 'col' },
        t(`tt.faults.${id}`))))),
      el('tbody', {}, worst.map(({ piece, keys, way, times }) => el('tr', {},
        el('td', {}, PIECES[piece], times > 1 && ` × ${times}`), el('td', {}, signsOf(keys)),
        el('td', {}, signsOf(way)))))),
    el('p', { class: 'small quiet-text' }, t('tt.faults.about')));
}
