// The modes of Tetris, as far as the well needs to know them. docs/tetris.md says what each is.

/**
 * @typedef {'marathon' | 'endless' | 'sprint20' | 'sprint' | 'sprint100' | 'ultra' | 'cheese10' | 'cheese18'
 *   | 'cheese100' | 'survival' | 'fourwide' | 'dig' | 'practice' | 'free' | 'race'} Mode
 */

/** @type {readonly Mode[]} */
export const MODES = [
  'marathon', 'endless', 'sprint20', 'sprint', 'sprint100', 'ultra', 'cheese10', 'cheese18', 'cheese100', 'survival',
  'fourwide', 'dig', 'practice', 'free', 'race',
];

/** The ticks of an ultra. */
export const ULTRA = 7200;

/** The lines that end it; 0 where none do. @param {string} mode */
export const sprintLines = (mode) => ({ sprint20: 20, sprint: 40, sprint100: 100 }[mode] ?? 0);

/** The lines of garbage that one digs through; 0 where there are none. @param {string} mode */
export const cheeseLines = (mode) => ({ cheese10: 10, cheese18: 18, cheese100: 100 }[mode] ?? 0);

/** Whether garbage lies in the well from the beginning. @param {string} mode */
export const isDug = (mode) => mode === 'dig' || cheeseLines(mode) > 0;

/** Whether nothing falls and nothing locks by itself. @param {string} mode */
export const isStill = (mode) => mode === 'dig' || mode === 'free';

/** The level to which it grows with every ten lines; 0 where it stays. @param {string} mode */
export const lastLevel = (mode) => ({ marathon: 15, endless: 20 }[mode] ?? 0);
