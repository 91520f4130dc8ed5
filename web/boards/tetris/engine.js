// Tetris for the arcade, as far as it needs no document: runs, inputs, keys and the machine's way to a placement.

import { Hand } from './hand.js';
import { handlingOf } from './handling.js';
import { ACTIONS, GUESTS, LAYOUTS, PAD } from './keys.js';
import { MODES } from './modes.js';
import { wayTo } from './paths.js';
import { PIECES } from './pieces.js';
import { SIZES, kindOf, lastFirst, setupOf } from './sizes.js';
import { PARTS, Well } from './well.js';

/** @import { RealTimeEngine } from '../../arcade/types.js' */
/** @import { TetrisSettings } from './sizes.js' */
/** @import { Setup } from './well.js' */
/** What stands in a run's first line. @typedef {Setup & { seed: string, name: string }} Header */

const INPUT = /^(?:(?:[LRCAFSHX]|G[1-9]\d?\.\d{1,2})+|@\d{1,2}(?=[A-Z]))+$/;

/** @param {Record<string, any>} line @returns {Header} */
function readHeader({ rules, width, height, mode, first, seed, name }) {
  const whole = [width, height, first].every(Number.isInteger);
  const known = /^(report|modern)$/.test(rules) && MODES.includes(mode);
  const { least, widest, rows } = SIZES;
  if (!known || !whole || width < least || width > widest
    || height < least || height > rows[/** @type {Header['rules']} */ (rules)]
    || first < 1 || first > lastFirst(mode) || !/^\d{1,20}$/.test(seed)) throw new SyntaxError('not a run of Tetris');
  return { rules, width, height, mode, first, seed, name: String(name ?? '') };
}

/** Whether the parts of a tick come one after the other. @param {string} inputs */
function grows(inputs) {
  const parts = [...inputs.matchAll(/@(\d+)/g)].map(([, part]) => Number(part));
  return parts.every((part, i) => part < PARTS && part > (parts[i - 1] ?? 0));
}

/** @type {RealTimeEngine<Well, Header, TetrisSettings>} */
export const engine = {
  id: 'tetris',

  begin: (header) => Well.begin(header),
  setup: setupOf,
  raceSetup: ({ rules = 'modern', width = 10, height = 20 }) => ({ rules, width, height, mode: 'race', first: 1 }),
  readHeader,
  isInput: (inputs, { width }) => INPUT.test(inputs) && grows(inputs)
    && [...inputs.matchAll(/G\d+\.(\d+)/g)].every(([, column]) => Number(column) < width),
  garbage: {
    input: (lines, column) => `G${lines}.${column}`,
    count: (inputs) => inputs.match(/G/g)?.length ?? 0,
  },
  kind: (mode, now) => kindOf(setupOf(mode, now)),

  usual: {
    rules: 'modern', first: 1, sizes: {}, handling: {}, ghost: true, patterns: true, grid: true, instant: false,
    skin: 'bevel', ghostLook: 85, zoom: 100, lockVolume: 100, clearVolume: 100,
  },
  actions: ACTIONS,
  switches: ['ghost'],
  // The report's rules know neither.
  applies: (action, now) => !['hold', 'flip'].includes(action) || now.rules === 'modern',
  layouts: LAYOUTS,
  pad: PAD,
  createHand: (now) => new Hand(handlingOf(now)),

  route: (well, move) => wayTo(well, move)?.split('') ?? null,
  // Somebody has fetched another piece out of hold than the machine had in mind.
  outdated: (well, move) => well.used && move[0] !== PIECES[well.piece],
  settle: 'H',
  guests: GUESTS,
};
