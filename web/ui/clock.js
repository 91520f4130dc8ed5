// Times as people read them: what is left on a clock, how long somebody has been away, what a clock is called.

import { count, t } from '../i18n/index.js';

/** @import { Clock } from '../types.js' */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left on a clock. @param {number} ms */
export function timeLeft(ms) {
  if (ms >= DAY) return `${t('clock.days', { n: Math.floor(ms / DAY) })} ${t('clock.hours', { n: hours(ms) % 24 })}`;
  // The last ten seconds are counted in tenths, all others up: nobody at 0:00 has time left.
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** @param {number} ms */
const hours = (ms) => Math.floor(ms / HOUR);

/** Whether somebody must hurry. @param {number} ms @param {Clock} clock */
export function isLow(ms, { control }) {
  const whole = control.kind === 'days' ? control.days * DAY : control.seconds * 1000;
  return ms < Math.min(whole / 4, control.kind === 'days' ? 6 * HOUR : 20_000);
}

/** How long something has lasted, roughly. @param {number} ms */
export function duration(ms) {
  if (ms < MINUTE) return t('time.seconds', { n: Math.max(1, Math.ceil(ms / 1000)) });
  if (ms < HOUR) return t('time.minutes', { n: Math.floor(ms / MINUTE) });
  return ms < DAY ? t('clock.hours', { n: hours(ms) }) : t('clock.days', { n: Math.floor(ms / DAY) });
}

/** What a clock is called. @param {Clock['control'] | null} control */
export function clockName(control) {
  if (!control) return t('clock.none');
  if (control.kind === 'days') return count('clock.days', control.days);
  if (control.kind === 'move') return t('clock.move', { n: control.seconds });
  return t('clock.fischer', { n: Math.round(control.seconds / 6) / 10, more: control.increment });
}
