// The list of the best runs of a mode. Each can be watched.

import { ago, t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { bestRuns } from './api.js';
import { time } from './time.js';

/** @import { BestRun, Mode } from '../types.js' */

/** @param {string} game */
export function scoreList(game) {
  const root = el('ol', { class: 'arcade-best' });
  let asked = '';

  /** @param {BestRun} run @param {Mode} mode */
  const row = (run, mode) => el('li', { class: 'arcade-run' },
    el('span', { class: 'arcade-place' }, run.rank),
    el('b', {}, run.name),
    el('span', { class: 'arcade-worth' }, mode.ranked === 'ticks' ? time(run.ticks) : String(run.points)),
    el('span', { class: 'small quiet-text' }, ago(Date.parse(run.at))),
    el('a', {
      class: 'quiet', href: `/arcade/${game}/run/${run.id}`, title: t('home.watch'),
      'aria-label': t('arcade.best.watch', { name: run.name, n: run.rank }),
    }, icon('eye')));

  return {
    root,
    /** @param {Mode} mode @param {string} kind */
    async show(mode, kind) {
      const mine = asked = `${mode.id} ${kind}`;
      try {
        const runs = await bestRuns(game, mode.id, kind);
        if (asked !== mine) return;
        refill(root, runs.length ? runs.map((run) => row(run, mode))
          : el('li', { class: 'empty' }, t('arcade.best.none')));
      } catch (error) {
        if (asked === mine) refill(root, el('li', { class: 'empty' }, errorText(error)));
      }
    },
  };
}
