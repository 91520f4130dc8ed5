// One's own best beside the result: whether this is it, what it was before, and how the last games went.

import { ago, t } from '../i18n/index.js';
import { el, svg } from '../ui/dom.js';

/** @import { Played } from './bests.js' */

/**
 * @param {{ before: Played | null, isBest: boolean, history: Played[] }} kept @param {boolean} least
 * @param {(value: number) => string} say
 */
export function bestLine({ before, isBest, history }, least, say) {
  const text = !before ? t('arcade.own.first') : isBest ? t('arcade.own.new', { before: say(before.value) })
    : t('arcade.own.best', { best: say(before.value), when: ago(before.at) });
  return el('div', { class: `arcade-own ${isBest ? 'new' : ''}` },
    el('p', { role: 'status' }, text), history.length > 2 && historyCurve(history.map(({ value }) => value), least));
}

/** The last games, better ones higher. @param {number[]} values @param {boolean} least */
export function historyCurve(values, least) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = (/** @type {number} */ value) => (high === low ? 0.5 : (value - low) / (high - low));
  const points = values.map((value, i) => {
    const up = least ? 1 - share(value) : share(value);
    return `${(i * 100) / (values.length - 1)},${26 - up * 24}`;
  }).join(' ');
  return svg('svg', {
    class: 'arcade-history', viewBox: '-2 0 104 28', preserveAspectRatio: 'none', role: 'img',
    'aria-label': t('arcade.own.history', { n: values.length }),
  }, svg('polyline', { points, fill: 'none', 'vector-effect': 'non-scaling-stroke' }));
}
