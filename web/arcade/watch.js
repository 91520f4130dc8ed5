// A run watched: at any speed, with pause, forwards and backwards.

import { Refusal, game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { copy } from '../ui/share.js';
import { runText } from './api.js';
import { Replay, readRun } from './run.js';
import { keptRun, saveRun } from './saved-run.js';
import { settings } from './settings.js';
import { createTransport } from './transport.js';

/** @import { Page } from '../types.js' */

/** The text of a run; null where there is none. @param {string} game @param {string} id */
export async function textOf(game, id) {
  if (id === 'last') return keptRun();
  try {
    return await runText(game, id);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** @type {Page} */
export async function page(root, [id, which]) {
  const [info, game, text] = await Promise.all([findGame(id), arcadeOf(id), textOf(id, which)]);
  if (!info?.modes || !game || !text) return notFound(root, []);
  const run = readRun(game, text);
  const { header } = run;
  const mode = info.modes.find((each) => each.id === header.mode);
  const title = t('arcade.replay.of', { name: header.name || t('guest'), mode: words(mode?.name) });
  name(title);

  const replay = new Replay(run);
  const end = replay.measure();
  const now = settings(game);
  const screen = game.createScreen(header);
  screen.root.classList.add('arcade-screen');
  let seeks = 0;
  const transport = createTransport(end, {
    step() {
      replay.step();
      const news = replay.state.news();
      if (news.length) screen.hear(news);
    },
    seek(tick) {
      replay.seek(tick);
      screen.clear();
      seeks++;
    },
    draw: (time) => screen.draw(replay.state, { settings: now, version: seeks, time }),
  });

  refill(root, el('div', { class: 'arcade play watch', vars: screen.vars },
    el('h1', { class: 'visually-hidden' }, title), screen.root,
    el('aside', { class: 'arcade-panel', 'aria-label': t('arcade.panel') },
      el('p', { class: 'arcade-title' }, title),
      transport.parts,
      el('div', { class: 'buttons' },
        which !== 'last' && el('button', {
          class: 'button', type: 'button', on: { click: () => void copy(location.href) },
        }, icon('link'), t('arcade.copy')),
        el('button', { class: 'button', type: 'button', on: { click: () => saveRun(run) } },
          icon('save'), t('download')),
        el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('arcade.leave'))))));
  transport.start();
  return () => {
    transport.destroy();
    screen.destroy();
  };
}
