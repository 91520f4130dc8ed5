// How keys feel: delays and speeds in milliseconds, and the presets of games that people come from.

/**
 * All in milliseconds, 0 for at once. `das` is how long a direction is held before it repeats, `arr` the time from one
 * repetition to the next, `dcd` how long a repetition pauses after a turn or a drop. `soft` is the time of a row of
 * soft drop; where `factor` is not 0, soft drop is so many times gravity instead. `safe` refuses a drop right after a
 * piece that locked by itself; `initial` lets a held turn or hold act on the next piece as it appears.
 * @typedef {{ das: number, arr: number, dcd: number, soft: number, factor: number, safe: boolean,
 *   initial: boolean }} Handling
 */

/** The first is the usual one. @type {Record<'guideline' | 'jstris' | 'tetrio', Handling>} */
export const PRESETS = {
  guideline: { das: 167, arr: 33, dcd: 0, soft: 33, factor: 20, safe: false, initial: false },
  jstris: { das: 133, arr: 10, dcd: 0, soft: 50, factor: 0, safe: false, initial: false },
  tetrio: { das: 167, arr: 33, dcd: 0, soft: 33, factor: 6, safe: true, initial: false },
};

/** @type {Handling} */
export const USUAL = PRESETS.guideline;

/** Which preset this is; none where it was changed. @param {Handling} handling */
export const presetOf = (handling) => Object.entries(PRESETS)
  .find(([, each]) => Object.entries(each).every(([name, value]) => (
    /** @type {any} */ (handling)[name] === value)))?.[0] ?? '';

/**
 * The handling in the settings. What was set in ticks and rows a second, before it could be set in milliseconds, is
 * converted.
 * @param {{ handling?: Partial<Handling>, feel?: { das: number, arr: number, soft: number } }} now @returns {Handling}
 */
export function handlingOf({ handling, feel }) {
  if (handling?.das === undefined && feel) {
    const ms = (/** @type {number} */ ticks) => Math.round((ticks * 1000) / 60);
    const soft = feel.soft ? Math.round(1000 / feel.soft) : 0;
    return { ...USUAL, das: ms(feel.das), arr: ms(feel.arr), soft, factor: 0 };
  }
  return { ...USUAL, ...handling };
}
