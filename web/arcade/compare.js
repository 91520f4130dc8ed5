// Two runs side by side, on one clock: who is ahead, and where it was decided.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { copy } from '../ui/share.js';
import { createRival } from './rival.js';
import { Replay, readRun } from './run.js';
import { settings } from './settings.js';
import { createTransport } from './transport.js';
import { textOf } from './watch.js';

/** @import { Page } from '../types.js' */

/** @type {Page} */
export async function page(root, [id, ...ids]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  const texts = await Promise.all(ids.map((each) => textOf(id, each)));
  if (!info?.modes || !game || texts.some((text) => !text)) return notFound(root, []);
  const runs = texts.map((text) => readRun(game, text ?? ''));
  const names = runs.map(({ header }) => header.name || t('guest'));
  const mode = info.modes.find((each) => each.id === runs[0].header.mode);
  const title = t('arcade.replay.of', { name: names.join(' · '), mode: words(mode?.name) });
  name(title);
  const now = settings(game);
  const sides = runs.map((run, i) => {
    const replay = new Replay(run);
    const { points } = replay.finish();
    return { replay, points, end: replay.measure(), picture: createRival(game, run.header, i, names[i], now) };
  });
  const [first, last] = [Math.min, Math.max].map((pick) => pick(...sides.map(({ end }) => end)));
  const most = Math.max(...sides.map(({ points }) => points));
  /** Whether a side has won by now: against the clock as soon as it is done. @param {typeof sides[0]} side */
  const won = ({ end, points }, /** @type {number} */ tick) => (
    mode?.ranked === 'ticks' ? end === first && tick >= end : points === most && tick >= last);
  const transport = createTransport(last, {
    step() {
      for (const { replay } of sides) {
        replay.step();
        replay.state.news();
      }
    },
    seek(tick) {
      for (const { replay } of sides) replay.seek(tick);
    },
    draw(time, tick) {
      for (const side of sides) {
        side.picture.draw(side.replay.state, { out: false, place: won(side, tick) ? 1 : null });
      }
    },
  });

  refill(root, el('div', { class: 'arcade play race looking watch', vars: sides[0].picture.vars },
    el('h1', { class: 'visually-hidden' }, title),
    el('ul', { class: 'race-rivals many-2' }, sides.map(({ picture }) => picture.root)),
    el('aside', { class: 'arcade-panel', 'aria-label': t('arcade.panel') },
      el('p', { class: 'arcade-title' }, title),
      transport.parts,
      el('div', { class: 'buttons' },
        el('button', { class: 'button', type: 'button', on: { click: () => void copy(location.href) } },
          icon('link'), t('arcade.copy')),
        el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('arcade.leave'))))));
  transport.start();
  return () => {
    transport.destroy();
    for (const { picture } of sides) picture.destroy();
  };
}
