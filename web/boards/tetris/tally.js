// What is counted beside the well while somebody plays: keys, finesse, kinds of clears, the pace, and splits. It only
// looks on; plain data, so that it can be kept with a game that is interrupted.

import { COUNTED, shortestWay } from './finesse.js';
import { cheeseLines, sprintLines } from './modes.js';

/** @import { Press } from './finesse.js' */
/** @import { News, Setup, Well } from './well.js' */
/** A piece that took more keys than it had to. @typedef {{ piece: number, keys: string[], way: Press[] }} Fault */
/** @typedef {Extract<News, { type: 'locked' }>} Locked */

/** So many faults are kept to be shown. */
const SHOWN_FAULTS = 40;
/** While somebody plays, a pace is that of so many pieces, and so many paces are seen. */
const OVER = 5;
const SEEN = 40;
/** Ticks between two splits where there is no line to count. */
const SPLIT_TICKS = 1800;

export class Tally {
  /** @param {Setup} setup */
  constructor(setup) {
    this.setup = setup;
    /** Key presses, all of them. */
    this.keys = 0;
    /** Presses since the piece appeared. @type {string[]} */
    this.pressed = [];
    this.faults = 0;
    /** @type {Fault[]} */
    this.faulty = [];
    /** Clears by kind: `1` to `4`, `mini` and `spin` with their lines, `empty`. @type {Record<string, number>} */
    this.clears = {};
    this.spins = 0;
    this.combo = 0;
    this.backs = 0;
    /** The tick at which each piece locked. @type {number[]} */
    this.locks = [];
    /** What was reached at each split: ticks where time is ranked, points else. @type {number[]} */
    this.splits = [];
  }

  /** One that was kept. @param {Setup} setup @param {Record<string, any>} kept */
  static from(setup, kept) {
    return Object.assign(new Tally(setup), kept, { setup });
  }

  /** @param {string} action */
  press(action) {
    this.keys++;
    if (COUNTED.includes(action)) this.pressed.push(action);
    else if (action === 'hold') this.pressed = [];
    else if (action === 'soft') this.pressed.push('soft');
  }

  /** @param {News[]} news @param {Well} well */
  hear(news, well) {
    for (const each of news) if (each.type === 'locked') this.#locked(each, well);
    if (well.mode === 'ultra' && well.clock % SPLIT_TICKS === 0 && well.clock) this.splits.push(well.score);
  }

  /** @param {Locked} locked @param {Well} well */
  #locked({ piece, squares, lines, spin, combo, back, empty }, well) {
    // After an undo time has gone back, and what locked later has not happened.
    while (this.locks[this.locks.length - 1] > well.clock) this.locks.pop();
    this.locks.push(well.clock);
    this.combo = Math.max(this.combo, combo);
    if (back) this.backs++;
    if (spin !== 'none') this.spins++;
    const note = (/** @type {string} */ kind) => { this.clears[kind] = (this.clears[kind] ?? 0) + 1; };
    if (spin !== 'none') note(`${spin === 'full' ? 'spin' : 'mini'}${lines}`);
    else if (lines) note(String(lines));
    if (empty) note('empty');
    if (lines && well.mode !== 'ultra') {
      const value = sprintLines(well.mode) || cheeseLines(well.mode) ? well.clock : well.score;
      for (let n = Math.floor((well.lines - lines) / 10); n < Math.floor(well.lines / 10); n++) this.splits.push(value);
    }
    // Under a roof or into a slot there is no shortest way to hold somebody to.
    const way = spin === 'none' && !this.pressed.includes('soft') ? shortestWay(this.setup, piece, squares) : null;
    if (way && this.pressed.length > way.length) {
      this.faults++;
      this.faulty.push({ piece, keys: this.pressed, way });
      if (this.faulty.length > SHOWN_FAULTS) this.faulty.shift();
    }
    this.pressed = [];
  }

  /**
   * Pieces a second at each of the last pieces. A later piece changes none of them, so that a curve of them moves on
   * without changing its shape.
   */
  paces() {
    const { locks } = this;
    const from = Math.max(OVER, locks.length - SEEN);
    return locks.slice(from).map((tick, i) => (OVER * 60) / Math.max(1, tick - locks[from + i - OVER]));
  }

  /** @param {Well} well */
  figures({ clock, pieces, attack }) {
    const seconds = clock / 60;
    const per = (/** @type {number} */ n, /** @type {number} */ by) => (by ? n / by : 0);
    return {
      pps: per(pieces, seconds), kps: per(this.keys, seconds), kpp: per(this.keys, pieces),
      apm: per(attack * 60, seconds), app: per(attack, pieces), faults: this.faults, spins: this.spins,
      fours: this.clears['4'] ?? 0, combo: this.combo, backs: this.backs,
    };
  }
}
