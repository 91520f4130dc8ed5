// A run watched: at any speed, with pause, forwards and backwards.

import { Refusal, game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { copy } from '../ui/share.js';
import { runText } from './api.js';
import { createPulse } from './pulse.js';
import { Replay, readRun } from './run.js';
import { keptRun, saveRun } from './saved-run.js';
import { settings } from './settings.js';
import { PAUSE } from './signs.js';
import { TICKS_A_SECOND, time } from './time.js';

/** @import { Page } from '../types.js' */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const LEAP = 5 * TICKS_A_SECOND;

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
  // Played to its end once: then its length is known, and any moment of it is near.
  replay.finish();
  const end = replay.at;
  replay.seek(0);
  const now = settings(game);
  const screen = game.createScreen(header);
  screen.root.classList.add('arcade-screen');
  let seeks = 0;

  const slider = el('input', {
    type: 'range', class: 'arcade-seek', min: 0, max: end, step: 1, value: '0', 'aria-label': t('arcade.seek'),
    on: { input: () => seek(Number(slider.value)) },
  });
  const clock = el('output', {});
  const play = el('button', { class: 'button primary', type: 'button', on: { click: () => toggle() } });
  const speed = el('select', {
    'aria-label': t('arcade.speed'), on: { change: () => { pulse.speed = Number(speed.value); } },
  }, SPEEDS.map((each) => el('option', { value: each, selected: each === 1 }, `× ${each}`)));
  /** @param {'first' | 'back' | 'next' | 'last'} sign @param {() => number} to */
  function leap(sign, to) {
    const label = t(`arcade.leap.${sign}`);
    return el('button', {
      class: 'quiet', type: 'button', 'aria-label': label, title: label, on: { click: () => seek(to()) },
    }, icon(sign));
  }
  function drawPlay() {
    const label = t(pulse.running ? 'arcade.key.pause' : 'arcade.play');
    refill(play, pulse.running ? strokes(PAUSE) : icon('play'), el('span', {}, label));
  }

  const pulse = createPulse({
    tick() {
      if (!replay.step()) {
        pulse.stop();
        drawPlay();
      }
      const news = replay.state.news();
      if (news.length) screen.hear(news);
    },
    frame(at) {
      screen.draw(replay.state, { settings: now, version: seeks, time: at });
      if (document.activeElement !== slider || pulse.running) slider.value = String(replay.at);
      const said = `${time(replay.at, false)} / ${time(end, false)}`;
      if (clock.textContent === said) return;
      clock.textContent = said;
      slider.setAttribute('aria-valuetext', said);
    },
    stalled() {},
  });

  /** @param {number} tick */
  function seek(tick) {
    replay.seek(Math.min(end, Math.max(0, tick)));
    screen.clear();
    seeks++;
  }

  function toggle() {
    if (pulse.running) pulse.stop();
    else {
      if (replay.at >= end) seek(0);
      pulse.start();
    }
    drawPlay();
  }

  const leaps = [
    leap('first', () => 0), leap('back', () => replay.at - LEAP), leap('next', () => replay.at + LEAP),
    leap('last', () => end),
  ];
  refill(root, el('div', { class: 'arcade play watch', vars: screen.vars },
    el('h1', { class: 'visually-hidden' }, title), screen.root,
    el('aside', { class: 'arcade-panel', 'aria-label': t('arcade.panel') },
      el('p', { class: 'arcade-title' }, title),
      el('div', { class: 'arcade-time' }, slider, clock),
      el('div', { class: 'arcade-leaps' }, leaps),
      el('div', { class: 'arcade-two' }, play, speed),
      el('div', { class: 'buttons' },
        which !== 'last' && el('button', {
          class: 'button', type: 'button', on: { click: () => void copy(location.href) },
        }, icon('link'), t('arcade.copy')),
        el('button', { class: 'button', type: 'button', on: { click: () => saveRun(run) } },
          icon('save'), t('download')),
        el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('arcade.leave'))))));
  toggle();
  play.focus({ preventScroll: true });

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (/** @type {Element} */ (event.target).closest?.('input, select, textarea, button, dialog')) return;
    if (event.code === 'Space' || event.key.toLowerCase() === 'p') toggle();
    else if (event.key === 'ArrowLeft') seek(replay.at - LEAP);
    else if (event.key === 'ArrowRight') seek(replay.at + LEAP);
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', keys);
  return () => {
    pulse.end();
    screen.destroy();
    document.removeEventListener('keydown', keys);
  };
}
