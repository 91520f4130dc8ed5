// Two runs side by side, on one clock: who is ahead, and where it was decided.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { copy } from '../ui/share.js';
import { createPulse } from './pulse.js';
import { createRival } from './rival.js';
import { Replay, readRun } from './run.js';
import { settings } from './settings.js';
import { PAUSE } from './signs.js';
import { time } from './time.js';
import { textOf } from './watch.js';

/** @import { Page } from '../types.js' */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

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
    replay.finish();
    const end = replay.at;
    replay.seek(0);
    return { replay, end, picture: createRival(game, run.header, i, names[i], now) };
  });
  const end = Math.max(...sides.map((side) => side.end));
  let at = 0;

  const slider = el('input', {
    type: 'range', class: 'arcade-seek', min: 0, max: end, step: 1, value: '0', 'aria-label': t('arcade.seek'),
    on: { input: () => seek(Number(slider.value)) },
  });
  const clock = el('output', {});
  const play = el('button', { class: 'button primary', type: 'button', on: { click: () => toggle() } });
  const speed = el('select', {
    'aria-label': t('arcade.speed'), on: { change: () => { pulse.speed = Number(speed.value); } },
  }, SPEEDS.map((each) => el('option', { value: each, selected: each === 1 }, `× ${each}`)));
  function drawPlay() {
    const label = t(pulse.running ? 'arcade.key.pause' : 'arcade.play');
    refill(play, pulse.running ? strokes(PAUSE) : icon('play'), el('span', {}, label));
  }

  const pulse = createPulse({
    tick() {
      at++;
      for (const { replay } of sides) {
        replay.step();
        replay.state.news();
      }
      if (at < end) return;
      pulse.stop();
      drawPlay();
    },
    frame() {
      for (const side of sides) {
        const { replay, picture } = side;
        const first = at >= side.end && side.end === Math.min(...sides.map((each) => each.end));
        picture.draw(replay.state, { out: false, place: first ? 1 : null });
      }
      if (document.activeElement !== slider || pulse.running) slider.value = String(at);
      const said = `${time(at, false)} / ${time(end, false)}`;
      if (clock.textContent === said) return;
      clock.textContent = said;
      slider.setAttribute('aria-valuetext', said);
    },
    stalled() {},
  });

  /** @param {number} tick */
  function seek(tick) {
    at = Math.min(end, Math.max(0, tick));
    for (const { replay } of sides) replay.seek(at);
  }

  function toggle() {
    if (pulse.running) pulse.stop();
    else {
      if (at >= end) seek(0);
      pulse.start();
    }
    drawPlay();
  }

  refill(root, el('div', { class: 'arcade play race looking watch', vars: sides[0].picture.vars },
    el('h1', { class: 'visually-hidden' }, title),
    el('ul', { class: 'race-rivals many-2' }, sides.map(({ picture }) => picture.root)),
    el('aside', { class: 'arcade-panel', 'aria-label': t('arcade.panel') },
      el('p', { class: 'arcade-title' }, title),
      el('div', { class: 'arcade-time' }, slider, clock),
      el('div', { class: 'arcade-two' }, play, speed),
      el('div', { class: 'buttons' },
        el('button', { class: 'button', type: 'button', on: { click: () => void copy(location.href) } },
          icon('link'), t('arcade.copy')),
        el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('arcade.leave'))))));
  toggle();
  play.focus({ preventScroll: true });
  return () => {
    pulse.end();
    for (const { picture } of sides) picture.destroy();
  };
}
