// Ticks as people read them.

export const TICKS_A_SECOND = 60;

/** 1:23.45. @param {number} ticks @param {boolean} [exact] with hundredths */
export function time(ticks, exact = true) {
  const hundredths = Math.floor((ticks * 100) / TICKS_A_SECOND);
  const [minutes, seconds] = [Math.floor(hundredths / 6000), Math.floor(hundredths / 100) % 60];
  const whole = `${minutes}:${String(seconds).padStart(2, '0')}`;
  return exact ? `${whole}.${String(hundredths % 100).padStart(2, '0')}` : whole;
}
