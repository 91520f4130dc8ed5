// The transport of what is watched: slider, clock, play and speed, the leaps, and the keys for them. It keeps the
// time; what is shown at each tick is its page's affair.

import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { createPulse } from './pulse.js';
import { PAUSE } from './signs.js';
import { time } from './time-text.js';
import { TICKS_A_SECOND } from './time.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const LEAP = 5 * TICKS_A_SECOND;

/**
 * `step` goes on to the next tick, `seek` to any one; `draw` draws a picture of it.
 * @param {number} end how many ticks there are
 * @param {{ step: () => void, seek: (tick: number) => void, draw: (time: number, tick: number) => void }} on
 */
export function createTransport(end, on) {
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
  /** @param {'first' | 'back' | 'next' | 'last'} sign @param {() => number} to */
  function leap(sign, to) {
    const label = t(`arcade.leap.${sign}`);
    return el('button', {
      class: 'quiet', type: 'button', 'aria-label': label, title: label, on: { click: () => seek(to()) },
    }, icon(sign));
  }

  const pulse = createPulse({
    tick() {
      if (at < end) on.step();
      if (++at < end) return;
      at = end;
      pulse.stop();
      drawPlay();
    },
    frame(now) {
      on.draw(now, at);
      if (document.activeElement !== slider || pulse.running) slider.value = String(at);
      const said = `${time(at, false)} / ${time(end, false)}`;
      if (clock.textContent === said) return;
      clock.textContent = said;
      slider.setAttribute('aria-valuetext', said);
    },
    stalled() {},
  });

  function drawPlay() {
    const label = t(pulse.running ? 'arcade.key.pause' : 'arcade.play');
    refill(play, pulse.running ? strokes(PAUSE) : icon('play'), el('span', {}, label));
  }

  /** @param {number} tick */
  function seek(tick) {
    at = Math.min(end, Math.max(0, tick));
    on.seek(at);
  }

  function toggle() {
    if (pulse.running) pulse.stop();
    else {
      if (at >= end) seek(0);
      pulse.start();
    }
    drawPlay();
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.('input, select, textarea, dialog')) return;
    // On a button, Space is that button's.
    if ((event.code === 'Space' && !target.closest?.('button')) || event.key.toLowerCase() === 'p') toggle();
    else if (event.key === 'ArrowLeft') seek(at - LEAP);
    else if (event.key === 'ArrowRight') seek(at + LEAP);
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', keys);

  return {
    /** The parts of the panel, from the top. */
    parts: [
      el('div', { class: 'arcade-time' }, slider, clock),
      el('div', { class: 'arcade-leaps' },
        leap('first', () => 0), leap('back', () => at - LEAP), leap('next', () => at + LEAP), leap('last', () => end)),
      el('div', { class: 'arcade-two' }, play, speed),
    ],
    /** Plays from the beginning, once everything stands on the page. */
    start() {
      toggle();
      play.focus({ preventScroll: true });
    },
    destroy() {
      pulse.end();
      document.removeEventListener('keydown', keys);
    },
  };
}
