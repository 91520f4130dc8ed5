// The well in real time: 60 ticks a second, the same as the one in Rust to the last tick (docs/tetris.md). Whole
// numbers only, no clock, no chance but its own: the same inputs lead to the same well everywhere.

import { clearRows, heightOf, lift } from './cells.js';
import { Chance } from './chance.js';
import { SHOWN, deal } from './deal.js';
import { ULTRA, isStill, lastLevel, sprintLines } from './modes.js';
import { PIECES, ROWS, gravity, halfKicks, kicks, squares } from './pieces.js';
import { buildWalls, isDugThrough, prepare, refill, riseWithTime, risingOf } from './rising.js';
import { fieldsOf, saveWell } from './saved-well.js';
import { worth } from './score.js';
import { spinOf } from './spin.js';

/** @import { Mode } from './modes.js' */
/** @import { Rules } from './pieces.js' */
/** @import { Rising } from './rising.js' */
/** @import { Spin } from './score.js' */
/** @typedef {{ rules: Rules, width: number, height: number, mode: Mode, first: number }} Setup */
/**
 * What happened, for pictures and sounds: the well itself does not need it.
 * @typedef {{ type: 'locked', piece: number, squares: number[][], rows: number[], lines: number, spin: Spin,
 *   points: number, attack: number, sent: number, back: boolean, combo: number, empty: boolean, risen: number }
 *   | { type: 'moved' | 'turned' | 'held' | 'dropped', rows?: number }
 *   | { type: 'level', level: number } | { type: 'over', done: boolean }} News
 */

/** Gravity counts in parts of a row. */
const ONE_ROW = 65536;
/** Ticks on the ground until a piece locks, and how often a move gives it new time. */
const LOCK = 30;
const RESETS = 15;
/** So many lines of garbage come up at once. */
const RISE = 8;
const O = PIECES.indexOf('O');
/** A tick has so many parts, of about a millisecond each. */
export const PARTS = 16;

export class Well {
  /** An empty well without pieces; `begin` and `load` give one to play on. @param {Setup} setup */
  constructor({ rules, width, height, mode, first }) {
    /** @type {Rules} */
    this.rules = rules;
    this.width = width;
    this.height = height;
    /** @type {Mode} */
    this.mode = mode;
    this.first = first;
    /** How many ticks have gone by. */
    this.clock = 0;
    this.score = 0;
    this.lines = 0;
    this.level = first;
    this.pieces = 0;
    this.combo = -1;
    this.hard = false;
    this.attack = 0;
    this.sent = 0;
    /** The piece in the air, -1 once it is over. */
    this.piece = -1;
    this.facing = 0;
    this.x = 0;
    this.y = 0;
    this.fall = 0;
    this.lock = 0;
    this.resets = 0;
    this.touched = false;
    this.lowest = 0;
    this.turned = 0;
    /** The piece held, -1 for none. */
    this.held = -1;
    this.used = false;
    /** @type {number[]} */
    this.queue = [];
    /** @type {number[]} */
    this.bag = [];
    /** Garbage that has not come up yet: lines, and the column of their gap. @type {[number, number][]} */
    this.waiting = [];
    /** Garbage that the mode itself will bring. @type {Rising | null} */
    this.rising = null;
    this.cells = new Uint8Array(width * ROWS);
    this.over = false;
    this.done = false;
    this.chance = new Chance([]);
    /** @type {News[]} */
    this.happenings = [];
  }

  /** @param {Setup & { seed: string | bigint | number }} setup */
  static begin(setup) {
    const well = new Well(setup);
    well.chance = Chance.seeded(BigInt(setup.seed));
    well.rising = risingOf(setup.mode, BigInt(setup.seed));
    prepare(well);
    deal(well, SHOWN[setup.rules] + 1);
    well.#next();
    return well;
  }

  clone() {
    const { queue, bag, cells, chance } = this;
    /** @type {Well['waiting']} */
    const waiting = this.waiting.map(([lines, gap]) => [lines, gap]);
    const rising = this.rising && { ...this.rising, chance: this.rising.chance.clone() };
    return Object.assign(new Well(this), this, {
      rising, queue: [...queue], bag: [...bag], waiting, cells: cells.slice(), chance: chance.clone(), happenings: [],
    });
  }

  save() {
    return saveWell(this);
  }

  /** A well that was saved. @param {string} text */
  static load(text) {
    const saved = JSON.parse(text);
    return Object.assign(new Well(saved), fieldsOf(saved));
  }

  /** How many rows there are up to the highest filled square. */
  get tallest() {
    return heightOf(this.cells, this.width);
  }

  get points() {
    return this.score;
  }

  /** Each piece is one decision. */
  get decisions() {
    return this.pieces;
  }

  /** Lines of garbage that wait. */
  get incoming() {
    return this.waiting.reduce((sum, [lines]) => sum + lines, 0);
  }

  get ceiling() {
    return this.rules === 'modern' ? ROWS : this.height;
  }

  /** Walls, floor and everything from the ceiling upwards count as filled. @param {number} x @param {number} y */
  filled(x, y) {
    return x < 0 || y < 0 || x >= this.width || y >= this.ceiling || this.cells[y * this.width + x] !== 0;
  }

  /** @param {number} piece @param {number} facing @param {number} x @param {number} y */
  fits(piece, facing, x, y) {
    for (const [dx, dy] of squares(this.rules, piece, facing)) if (this.filled(x + dx, y + dy)) return false;
    return true;
  }

  /** Where the piece would come to rest. */
  get ghost() {
    let y = this.y;
    while (this.fits(this.piece, this.facing, this.x, y - 1)) y--;
    return y;
  }

  /** One sixtieth of a second, with these inputs. @param {string} [ops] */
  tick(ops = '') {
    if (this.over) return;
    let part = 0;
    for (const op of parse(ops)) {
      if (this.over) break;
      if (op[0] === '@') {
        const next = Number(op.slice(1));
        this.#sinkBy(part, next);
        part = next;
      } else this.#input(op);
    }
    this.#sinkBy(part, PARTS);
    if (!this.over) riseWithTime(this);
    this.clock++;
    if (this.mode === 'ultra' && this.clock >= ULTRA && !this.over) this.#end(true);
  }

  /** Gravity from one part of the tick to another: all parts together come to exactly a tick's. @param {number} from
   * @param {number} to */
  #sinkBy(from, to) {
    if (this.over || isStill(this.mode)) return;
    const full = gravity(this.rules, this.level);
    const pull = Math.floor((full * to) / PARTS) - Math.floor((full * from) / PARTS);
    if (this.rules === 'modern') this.#sink(pull, to === PARTS);
    else this.#drop(pull);
  }

  /** What happened since it was last asked. */
  news() {
    const all = this.happenings;
    this.happenings = [];
    return all;
  }

  /** @param {string} op */
  #input(op) {
    switch (op[0]) {
      case 'L': return this.#step(-1);
      case 'R': return this.#step(1);
      case 'C': return this.#turn(1);
      case 'A': return this.#turn(3);
      case 'F': return this.#flip();
      case 'S': return this.#soft();
      case 'H': return this.#hard();
      case 'X': return this.#hold();
      case 'G': {
        const [lines, gap] = op.slice(1).split('.').map(Number);
        this.waiting.push([lines, gap]);
      }
    }
  }

  /** @param {number} dx */
  #step(dx) {
    if (!this.fits(this.piece, this.facing, this.x + dx, this.y)) return;
    this.x += dx;
    this.turned = 0;
    this.#reset();
    this.happenings.push({ type: 'moved' });
  }

  /** @param {number} by quarter turns clockwise */
  #turn(by) {
    if (this.piece === O) return;
    const to = (this.facing + by) % 4;
    this.#kick(to, kicks(this.rules, this.piece, this.facing, to));
  }

  /** A half turn, which only the modern rules know. Whichever kick worked, it counts as the first. */
  #flip() {
    if (this.piece === O || this.rules !== 'modern') return;
    if (this.#kick((this.facing + 2) % 4, halfKicks(this.piece, this.facing))) this.turned = 1;
  }

  /** @param {number} to @param {readonly (readonly number[])[]} tries */
  #kick(to, tries) {
    for (let i = 0; i < tries.length; i++) {
      const [dx, dy] = tries[i];
      if (!this.fits(this.piece, to, this.x + dx, this.y + dy)) continue;
      this.x += dx;
      this.y += dy;
      this.facing = to;
      this.turned = i + 1;
      this.#reset();
      this.#deeper();
      this.happenings.push({ type: 'turned' });
      return true;
    }
    return false;
  }

  #soft() {
    if (this.#below()) {
      this.#sinkOne();
      if (this.rules === 'modern') this.score++;
    } else if (this.rules === 'report') this.#rest();
  }

  #hard() {
    let rows = 0;
    for (; this.#below(); rows++) this.#sinkOne();
    if (this.rules === 'modern') this.score += 2 * rows;
    this.happenings.push({ type: 'dropped', rows });
    this.#rest();
  }

  #hold() {
    if (this.rules !== 'modern' || this.used) return;
    const held = this.held;
    this.held = this.piece;
    this.used = true;
    this.happenings.push({ type: 'held' });
    if (held < 0) this.#appear(this.#take());
    else this.#appear(held);
  }

  #below() {
    return this.fits(this.piece, this.facing, this.x, this.y - 1);
  }

  #sinkOne() {
    this.y--;
    this.turned = 0;
    this.#deeper();
  }

  /** A move on the ground gives the piece new time, up to a limit. */
  #reset() {
    if (!this.touched || this.resets >= RESETS) return;
    this.resets++;
    this.lock = 0;
  }

  /** A row that the piece has not reached before gives it all its time and moves again. */
  #deeper() {
    if (this.y >= this.lowest) return;
    this.lowest = this.y;
    this.lock = 0;
    this.resets = 0;
    this.touched = false;
  }

  /** Gravity and the lock delay of the modern rules. @param {number} pull @param {boolean} whole the tick ends */
  #sink(pull, whole) {
    if (!this.#below()) {
      this.touched = true;
      // Time on the ground counts in whole ticks.
      if (whole) this.lock++;
      if (this.lock >= LOCK) this.#rest();
      return;
    }
    this.fall += pull;
    while (this.fall >= ONE_ROW && this.#below()) {
      this.fall -= ONE_ROW;
      this.#sinkOne();
    }
    if (!this.#below()) this.fall = 0;
  }

  /** Gravity of the report's rules: a piece that cannot fall locks. @param {number} pull */
  #drop(pull) {
    this.fall += pull;
    while (this.fall >= ONE_ROW) {
      this.fall -= ONE_ROW;
      if (!this.#below()) return this.#rest();
      this.#sinkOne();
    }
  }

  /** The piece locks. */
  #rest() {
    const { rules, width, piece } = this;
    const spin = spinOf(this);
    const at = squares(rules, piece, this.facing).map(([dx, dy]) => [this.x + dx, this.y + dy]);
    for (const [x, y] of at) this.cells[y * width + x] = piece + 1;
    const rows = clearRows(this.cells, width);
    const lines = rows.length;
    if (rules === 'modern' && !lines && at.every(([, y]) => y >= this.height)) {
      this.#locked({ piece, squares: at, rows, lines, spin });
      return this.#end(false);
    }
    const modern = rules === 'modern';
    const hard = modern && lines > 0 && (lines === 4 || spin !== 'none');
    const back = hard && this.hard;
    if (lines) this.hard = hard;
    if (modern) this.combo = lines ? this.combo + 1 : -1;
    const empty = lines > 0 && !this.tallest;
    const clear = { lines, spin, back, combo: this.combo, empty, level: this.level };
    const { points, attack } = worth(rules, clear, this.mode === 'race');
    this.score += points;
    this.attack += attack;
    const sent = lines ? this.#cancel(attack) : 0;
    this.sent += sent;
    if (!lines) refill(this);
    const [risen, room] = lines ? [0, true] : this.#rise();
    const { combo } = this;
    this.#locked({ piece, squares: at, rows, lines, spin, points, attack, sent, back, combo, empty, risen });
    if (!room) return this.#end(false);
    buildWalls(this);
    this.lines += lines;
    this.pieces++;
    if (this.#reached()) this.#end(true);
    else this.#next();
  }

  /** The level, and whether the mode's own end is reached. */
  #reached() {
    const { mode } = this;
    const goal = sprintLines(mode);
    if (goal ? this.lines >= goal : isDugThrough(this)) return true;
    const last = lastLevel(mode);
    if (!last) return false;
    const level = this.first + Math.floor(this.lines / 10);
    const before = this.level;
    this.level = Math.min(level, last);
    if (this.level > before) this.happenings.push({ type: 'level', level });
    return mode === 'marathon' && level > last;
  }

  /** @param {Partial<Extract<News, { type: 'locked' }>>} what */
  #locked(what) {
    this.happenings.push(/** @type {News} */ ({
      type: 'locked', points: 0, attack: 0, sent: 0, back: false, combo: -1, empty: false, risen: 0, ...what,
    }));
  }

  /** An attack cancels garbage that waits; the rest is sent. @param {number} attack */
  #cancel(attack) {
    while (attack && this.waiting.length) {
      const first = this.waiting[0];
      const less = Math.min(attack, first[0]);
      attack -= less;
      first[0] -= less;
      if (!first[0]) this.waiting.shift();
    }
    return attack;
  }

  /** Garbage comes up. @returns {[number, boolean]} how much, and whether there was room */
  #rise() {
    let left = RISE;
    let room = true;
    while (left && this.waiting.length) {
      const first = this.waiting[0];
      const lines = Math.min(left, first[0]);
      room = lift(this.cells, this.width, this.ceiling, lines, first[1]) && room;
      left -= lines;
      first[0] -= lines;
      if (!first[0]) this.waiting.shift();
    }
    return [RISE - left, room];
  }

  #take() {
    const piece = /** @type {number} */ (this.queue.shift());
    deal(this);
    return piece;
  }

  #next() {
    this.used = false;
    this.#appear(this.#take());
  }

  /** @param {number} piece */
  #appear(piece) {
    const { rules, width, height } = this;
    this.piece = piece;
    this.facing = 0;
    this.fall = 0;
    this.lock = 0;
    this.resets = 0;
    this.touched = false;
    this.turned = 0;
    if (rules === 'modern') {
      this.x = (width - (piece === 0 ? 4 : piece === O ? 2 : 3)) >> 1;
      this.y = piece === 0 ? height - 2 : piece === O ? height : height - 1;
      this.lowest = this.y;
      if (!this.fits(piece, 0, this.x, this.y)) return this.#end(false);
      if (this.#below()) this.#sinkOne();
      return;
    }
    const top = Math.max(...squares(rules, piece, 0).map(([, dy]) => dy));
    this.x = width >> 1;
    this.y = height - 2 - top;
    if (!this.fits(piece, 0, this.x, this.y)) this.y++;
    this.lowest = this.y;
    if (!this.fits(piece, 0, this.x, this.y)) this.#end(false);
  }

  /** @param {boolean} done */
  #end(done) {
    Object.assign(this, {
      over: true, done, piece: -1, facing: 0, x: 0, y: 0, fall: 0, lock: 0, resets: 0, touched: false, lowest: 0,
      turned: 0, used: false,
    });
    this.happenings.push({ type: 'over', done });
  }
}

/** Inputs one by one. @param {string} ops */
export const parse = (ops) => (ops && ops.match(/[LRCAFSHX]|G\d+\.\d+|@\d+/g)) || [];
