// A list of the best runs of one mode, each to be watched.

import { time } from '../boards/tetris/show.js';
import { ago, t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { bestRuns } from './api.js';

/** @import { Mode } from '../types.js' */

/** @param {string} game */
export function scoreList(game) {
  const root = el('ol', { class: 'tt-best' });
  let asked = '';
  return {
    root,
    /** @param {Mode} mode @param {string} kind */
    async show(mode, kind) {
      const mine = asked = `${mode.id} ${kind}`;
      try {
        const runs = await bestRuns(game, mode.id, kind);
        if (asked !== mine) return;
        refill(root, runs.length ? runs.map((run) => el('li', { class: 'tt-run' },
          el('span', { class: 'tt-place' }, run.rank),
          el('b', {}, run.name),
          el('span', { class: 'tt-worth' }, mode.ranked === 'ticks' ? time(run.ticks) : String(run.points)),
          el('span', { class: 'small quiet-text' }, ago(Date.parse(run.at))),
          el('a', { class: 'quiet', href: `/arcade/${game}/run/${run.id}`, 'aria-label': t('tt.best.watch', { name: run.name, n: run.rank }), title: t('home.watch') }, icon('eye'))))
          : el('li', { class: 'empty' }, t('tt.best.none')));
      } catch (error) {
        if (asked === mine) refill(root, el('li', { class: 'empty' }, errorText(error)));
      }
    },
  };
}
