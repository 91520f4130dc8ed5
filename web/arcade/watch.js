// A run watched: at any speed, with pause, forwards and backwards.

import { Refusal, game as findGame } from '../api.js';
import { dress } from '../boards/index.js';
import { createCabinet } from '../boards/tetris/cabinet.js';
import { createPulse } from './pulse.js';
import { Replay, Run } from './run.js';
import { createShow, time } from '../boards/tetris/show.js';
import { t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { runText } from './api.js';
import { keptRun, saveRun } from './end.js';
import { settings } from './settings.js';
import { page as notFound } from '../pages/gone.js';

/** @import { Page } from '../types.js' */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const PAUSE = 'M9 5v14M15 5v14';
const LEAP = 5 * 60;

/** @type {Page} */
export async function page(root, [id, which]) {
  const [game] = await Promise.all([findGame(id), dress(id)]);
  const text = which === 'last' ? keptRun() : await runText(id, which).catch((error) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });
  if (!game?.modes || !text) return notFound(root, []);
  const run = Run.parse(text);
  const { header } = run;
  const mode = game.modes.find((each) => each.id === header.mode);
  const title = t('tt.replay.of', { name: header.name || t('guest'), mode: words(mode?.name) });
  name(title);

  const replay = new Replay(run);
  // Gone through once, so that every place can be reached at once and the end is known.
  replay.finish();
  const end = replay.at;
  replay.seek(0);
  const now = settings();
  const cabinet = createCabinet(header);
  const show = createShow(cabinet.words);
  let seeks = 0;

  const slider = el('input', { type: 'range', class: 'tt-seek', min: 0, max: end, step: 1, value: '0', 'aria-label': t('tt.seek'), on: { input: () => seek(Number(slider.value)) } });
  const clock = el('output', {});
  const play = el('button', { class: 'button primary', type: 'button', on: { click: () => toggle() } });
  const speed = el('select', { 'aria-label': t('tt.speed'), on: { change: () => { pulse.speed = Number(speed.value); } } }, SPEEDS.map((each) => el('option', { value: each, selected: each === 1 }, `× ${each}`)));
  /** @param {'first' | 'back' | 'next' | 'last'} sign @param {() => number} to */
  const leap = (sign, to) => el('button', { class: 'quiet', type: 'button', 'aria-label': t(`tt.leap.${sign}`), title: t(`tt.leap.${sign}`), on: { click: () => seek(to()) } }, icon(sign));
  const drawPlay = () => {
    const label = t(pulse.running ? 'tt.key.pause' : 'tt.play');
    refill(play, pulse.running ? strokes(PAUSE) : icon('play'), el('span', {}, label));
  };

  const pulse = createPulse({
    tick() {
      if (!replay.step()) {
        pulse.stop();
        drawPlay();
      }
      const news = replay.well.news();
      if (news.length) show.hear(news, replay.well);
    },
    frame(at) {
      cabinet.draw(replay.well, { effects: show.effects(at), ghost: now.ghost, patterns: now.patterns, game: seeks });
      if (document.activeElement !== slider || pulse.running) slider.value = String(replay.at);
      const said = `${time(replay.at, false)} / ${time(end, false)}`;
      if (clock.textContent !== said) {
        clock.textContent = said;
        slider.setAttribute('aria-valuetext', said);
      }
    },
    stalled() {},
  });

  /** @param {number} tick */
  function seek(tick) {
    replay.seek(Math.min(end, Math.max(0, tick)));
    show.clear();
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

  refill(root, el('div', { class: `arcade play watch ${header.rules}`, vars: cabinet.vars },
    el('h1', { class: 'visually-hidden' }, title), cabinet.root,
    el('aside', { class: 'tt-panel', 'aria-label': t('tt.panel') },
      el('p', { class: 'tt-title' }, title),
      el('div', { class: 'tt-time' }, slider, clock),
      el('div', { class: 'tt-leaps' }, leap('first', () => 0), leap('back', () => replay.at - LEAP), leap('next', () => replay.at + LEAP), leap('last', () => end)),
      el('div', { class: 'tt-two' }, play, speed),
      el('div', { class: 'buttons' },
        el('button', { class: 'button', type: 'button', on: { click: () => saveRun(run) } }, icon('save'), t('download')),
        el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('tt.leave'))))));
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
    cabinet.destroy();
    document.removeEventListener('keydown', keys);
  };
}
