// The arcade's front page of a game: its modes, what can be chosen before, the keys, and the best so far.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { sentence, t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { go, name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { modeGroup } from './mode-cards.js';
import { raceOf, soloModes } from './modes.js';
import { openRun } from './saved-run.js';
import { scoreList } from './scores.js';
import { openSettings } from './settings-dialog.js';
import { change, keyList, settings } from './settings.js';

/** @import { Game, Page } from '../types.js' */
/** @import { RealTimeGame } from './types.js' */

/** The mode whose list was looked at last: whoever comes back from a replay finds it again. */
let lastListed = '';

/** @type {Page} */
export async function page(root, [id]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  if (!info?.modes || !game) return notFound(root, []);
  name(words(info.name));
  show(root, info, game);
}

/** @param {HTMLElement} root @param {Game} info @param {RealTimeGame} game */
function show(root, info, game) {
  const { id } = info;
  let now = settings(game);
  const modes = soloModes(info);
  const race = raceOf(info);

  const ranked = modes.filter((mode) => mode.ranked !== null);
  let listed = ranked.find((mode) => mode.id === lastListed) ?? ranked[0];
  const best = scoreList(info, game);
  const tabs = el('div', { class: 'arcade-tabs', role: 'group', 'aria-label': t('arcade.best') });
  function drawBest() {
    refill(tabs, ranked.map((mode) => el('button', {
      class: 'button', type: 'button', 'aria-pressed': String(mode === listed),
      on: { click: () => { listed = mode; lastListed = mode.id; drawBest(); } },
    }, words(mode.name))));
    if (listed) void best.show(listed, game.kind(listed.id, now));
  }

  const options = game.optionsForm(info, () => now, (some) => {
    change(game, some);
    now = settings(game);
    drawBest();
  });
  const keys = el('div', {}, keyList(game, now));
  const adjust = () => openSettings(game, (next) => {
    now = next;
    refill(keys, keyList(game, now));
  });

  /** @param {string} mode @param {string} title @param {string} about @param {Element} sign @param {boolean} [main] */
  const card = (mode, title, about, sign, main = false) => el('li', {},
    el('a', { class: `card arcade-mode ${main ? 'main' : ''}`, href: `/arcade/${id}/${mode}`, 'data-mode': mode },
      el('b', {}, sign, title), el('span', { class: 'quiet-text' }, about)));

  const groups = game.groups?.(info);
  const problem = el('p', { class: 'problem', role: 'alert' });
  const file = el('input', { type: 'file', id: 'arcade-file', on: { change: () => void open() } });
  async function open() {
    const text = await file.files?.[0]?.text();
    if (!text) return;
    try {
      await go(await openRun(text, id));
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  refill(root, el('div', { class: 'page arcade' },
    el('h1', {}, words(info.name)),
    el('p', { class: 'lead' }, words(info.tagline)),
    groups?.map((group, i) => modeGroup(game, group, i === 0, now, modes)),
    groups && el('h2', { class: 'arcade-group' }, t('arcade.together')),
    el('ul', { class: 'arcade-modes' },
      !groups && modes.map((mode, i) => card(mode.id, words(mode.name), sentence(mode.about), icon('play'), i === 0)),
      race && card(race.id, words(race.name), sentence(race.about), icon('flag')),
      card('watch', t('arcade.watch'), t('arcade.watch.about'), icon('eye'))),
    el('div', { class: 'arcade-columns' },
      el('section', {},
        options,
        el('div', { class: 'head' },
          el('h2', {}, t('arcade.keys')),
          el('button', { class: 'button', type: 'button', on: { click: () => void adjust() } },
            icon('pen'), t('arcade.settings'))),
        keys,
        el('p', { class: 'arcade-fingers' }, game.say('fingers')),
        game.study ? el('p', {}, el('a', { href: `/arcade/${id}/numbers` }, t('arcade.surface'))) : null),
      el('section', {},
        el('div', { class: 'head' },
          el('h2', {}, t('arcade.best')),
          el('span', { class: 'visually-hidden' }, file),
          el('label', { class: 'button', for: file.id }, icon('open'), t('arcade.open'))),
        problem, tabs, best.root))));
  drawBest();
}
