// Ticks as people read them, in their language.

import { lang } from '../i18n/index.js';
import { TICKS_A_SECOND } from './time.js';

/** 1:23.45, and 1:23,45 in French. @param {number} ticks @param {boolean} [exact] with hundredths */
export function time(ticks, exact = true) {
  const hundredths = Math.floor((ticks * 100) / TICKS_A_SECOND);
  const [minutes, seconds] = [Math.floor(hundredths / 6000), Math.floor(hundredths / 100) % 60];
  const whole = `${minutes}:${String(seconds).padStart(2, '0')}`;
  const mark = lang() === 'fr' ? ',' : '.';
  return exact ? `${whole}${mark}${String(hundredths % 100).padStart(2, '0')}` : whole;
}
