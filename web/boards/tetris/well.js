// The well in real time: 60 ticks a second, the same as the one in Rust to the last tick (docs/tetris.md). Whole
// numbers only, no clock, no chance but its own: the same inputs give the same well everywhere.

import { Chance } from './chance.js';
import { FACINGS, LETTERS, PIECES, ROWS, RUBBISH, gravity, kicks, squares } from './pieces.js';
import { worth } from './score.js';

/** @import { Rules } from './pieces.js' */
/** @import { Spin } from './score.js' */
/** @typedef {'marathon' | 'sprint' | 'ultra' | 'practice' | 'race'} Mode */
/** @typedef {{ rules: Rules, width: number, height: number, mode: Mode, first: number }} Setup */
/**
 * What happened, for the show: nothing here is needed to go on.
 * @typedef {{ type: 'locked', piece: number, squares: number[][], rows: number[], lines: number, spin: Spin, points: number,
 *   attack: number, sent: number, back: boolean, combo: number, empty: boolean, risen: number }
 *   | { type: 'moved' | 'turned' | 'held' | 'dropped', rows?: number } | { type: 'level', level: number } | { type: 'over', done: boolean }} Happening
 */

export const TICKS = 60;
const ONE_ROW = 65536;
const LOCK = 30;
const RESETS = 15;
const RISE = 8;
const SHOWN = { report: 1, modern: 5 };
const O = PIECES.indexOf('O');
const T = PIECES.indexOf('T');
const LAST_LEVEL = 15;
export const SPRINT = 40;
export const ULTRA = 7200;

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
    /** @type {[number, number][]} */
    this.waiting = [];
    /** Row by row from the bottom: 0 is empty, then the pieces, then rubbish. */
    this.cells = new Uint8Array(width * ROWS);
    this.over = false;
    this.done = false;
    this.chance = new Chance([]);
    /** @type {Happening[]} */
    this.happenings = [];
  }

  /** @param {Setup & { seed: string | bigint | number }} setup */
  static begin(setup) {
    const well = new Well(setup);
    well.chance = Chance.seeded(BigInt(setup.seed));
    well.#fillQueue(SHOWN[setup.rules] + 1);
    well.#next();
    return well;
  }

  clone() {
    const { queue, bag, waiting, cells, chance } = this;
    return Object.assign(new Well(this), this, {
      queue: [...queue], bag: [...bag], waiting: waiting.map((entry) => [...entry]), cells: cells.slice(), chance: chance.clone(), happenings: [],
    });
  }

  /** Its state as one line of text, the same as Rust writes. */
  save() {
    const rows = [];
    for (let y = this.tallest - 1; y >= 0; y--) rows.unshift([...this.cells.subarray(y * this.width, (y + 1) * this.width)].map((cell) => LETTERS[cell]).join(''));
    const letters = (/** @type {number[]} */ pieces) => pieces.map((piece) => PIECES[piece]).join('');
    return JSON.stringify({
      rules: this.rules, width: this.width, height: this.height, mode: this.mode, first: this.first, tick: this.clock, score: this.score,
      lines: this.lines, level: this.level, pieces: this.pieces, combo: this.combo, hard: this.hard, attack: this.attack, sent: this.sent,
      piece: PIECES[this.piece] ?? null, facing: FACINGS[this.facing], x: this.x, y: this.y, fall: this.fall, lock: this.lock,
      resets: this.resets, touched: this.touched, lowest: this.lowest, turned: this.turned, held: PIECES[this.held] ?? null, used: this.used,
      queue: letters(this.queue), bag: letters(this.bag), waiting: this.waiting, rows, over: this.over, done: this.done, rng: this.chance.words(),
    });
  }

  /** A state that was saved. @param {string} text */
  static load(text) {
    const saved = JSON.parse(text);
    const well = new Well(saved);
    const pieces = (/** @type {string} */ letters) => [...letters].map((letter) => PIECES.indexOf(letter));
    const { score, lines, level, combo, hard, attack, sent, x, y, fall, lock, resets, touched, lowest, turned, used, waiting, over, done } = saved;
    Object.assign(well, {
      score, lines, level, combo, hard, attack, sent, x, y, fall, lock, resets, touched, lowest, turned, used, waiting, over, done, clock: saved.tick, pieces: saved.pieces,
      piece: saved.piece ? PIECES.indexOf(saved.piece) : -1, held: saved.held ? PIECES.indexOf(saved.held) : -1, facing: FACINGS.indexOf(saved.facing),
      queue: pieces(saved.queue), bag: pieces(saved.bag), chance: Chance.from(saved.rng),
    });
    saved.rows.forEach((/** @type {string} */ row, /** @type {number} */ y) => [...row].forEach((letter, x) => { well.cells[y * well.width + x] = LETTERS.indexOf(letter); }));
    return well;
  }

  /** How many rows there are up to the highest filled square. */
  get tallest() {
    let filled = this.cells.length;
    while (filled > 0 && !this.cells[filled - 1]) filled--;
    return Math.ceil(filled / this.width);
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
    for (const op of parse(ops)) if (!this.over) this.#input(op);
    if (!this.over) {
      if (this.rules === 'modern') this.#sink();
      else this.#drop();
    }
    this.clock++;
    if (this.mode === 'ultra' && this.clock >= ULTRA && !this.over) this.#end(true);
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
      case 'S': return this.#soft();
      case 'H': return this.#hard();
      case 'X': return this.#hold();
      case 'G': {
        const [lines, column] = op.slice(1).split('.').map(Number);
        this.waiting.push([lines, column]);
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
    const tries = kicks(this.rules, this.piece, this.facing, to);
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
      return;
    }
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

  /** A move on the ground gives the piece new time, so often. */
  #reset() {
    if (!this.touched || this.resets >= RESETS) return;
    this.resets++;
    this.lock = 0;
  }

  /** A row where it has not been gives it everything anew. */
  #deeper() {
    if (this.y >= this.lowest) return;
    this.lowest = this.y;
    this.lock = 0;
    this.resets = 0;
    this.touched = false;
  }

  /** Gravity and the lock delay of the modern rules. */
  #sink() {
    if (!this.#below()) {
      this.touched = true;
      this.lock++;
      if (this.lock >= LOCK) this.#rest();
      return;
    }
    this.fall += gravity(this.rules, this.level);
    while (this.fall >= ONE_ROW && this.#below()) {
      this.fall -= ONE_ROW;
      this.#sinkOne();
    }
    if (!this.#below()) this.fall = 0;
  }

  /** Gravity of the report's: what cannot fall lies. */
  #drop() {
    this.fall += gravity(this.rules, this.level);
    while (this.fall >= ONE_ROW) {
      this.fall -= ONE_ROW;
      if (!this.#below()) return this.#rest();
      this.#sinkOne();
    }
  }

  /** The piece locks. */
  #rest() {
    const { rules, width, piece } = this;
    const spin = this.#spin();
    const at = squares(rules, piece, this.facing).map(([dx, dy]) => [this.x + dx, this.y + dy]);
    for (const [x, y] of at) this.cells[y * width + x] = piece + 1;
    const rows = this.#clear();
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
    const { points, attack } = worth(rules, { lines, spin, back, combo: this.combo, empty, level: this.level });
    this.score += points;
    this.attack += attack;
    const sent = lines ? this.#answer(attack) : 0;
    this.sent += sent;
    const [risen, room] = lines ? [0, true] : this.#rise();
    this.#locked({ piece, squares: at, rows, lines, spin, points, attack, sent, back, combo: this.combo, empty, risen });
    if (!room) return this.#end(false);
    this.lines += lines;
    this.pieces++;
    if (this.#reached()) this.#end(true);
    else this.#next();
  }

  /** The level, and whether the mode's own end is reached. */
  #reached() {
    if (this.mode === 'sprint') return this.lines >= SPRINT;
    if (this.mode !== 'marathon') return false;
    const level = this.first + Math.floor(this.lines / 10);
    const before = this.level;
    this.level = Math.min(level, LAST_LEVEL);
    if (this.level > before) this.happenings.push({ type: 'level', level });
    return level > LAST_LEVEL;
  }

  /** @param {Partial<Extract<Happening, { type: 'locked' }>>} what */
  #locked(what) {
    this.happenings.push(/** @type {Happening} */ ({ type: 'locked', points: 0, attack: 0, sent: 0, back: false, combo: -1, empty: false, risen: 0, ...what }));
  }

  /** @returns {Spin} */
  #spin() {
    if (this.rules !== 'modern' || this.piece !== T || !this.turned) return 'none';
    const { x, y } = this;
    // From the upper left corner clockwise, so that the two of the point come first.
    const corners = [this.filled(x, y + 2), this.filled(x + 2, y + 2), this.filled(x + 2, y), this.filled(x, y)];
    if (corners.filter(Boolean).length < 3) return 'none';
    const front = corners[this.facing] && corners[(this.facing + 1) % 4];
    return front || this.turned === 5 ? 'full' : 'mini';
  }

  /** Takes out the full rows, and says which they were. */
  #clear() {
    const { cells, width } = this;
    const rows = [];
    let kept = 0;
    for (let y = 0; y < ROWS; y++) {
      const row = cells.subarray(y * width, (y + 1) * width);
      if (row.every((cell) => cell !== 0)) rows.push(y);
      else cells.copyWithin(kept++ * width, y * width, (y + 1) * width);
    }
    cells.fill(0, kept * width);
    return rows;
  }

  /** An attack takes away what waits; the rest is sent. @param {number} attack */
  #answer(attack) {
    while (attack && this.waiting.length) {
      const first = this.waiting[0];
      const less = Math.min(attack, first[0]);
      attack -= less;
      first[0] -= less;
      if (!first[0]) this.waiting.shift();
    }
    return attack;
  }

  /** Waiting rubbish comes up. @returns {[number, boolean]} how much, and whether there was room */
  #rise() {
    let left = RISE;
    let room = true;
    while (left && this.waiting.length) {
      const first = this.waiting[0];
      const lines = Math.min(left, first[0]);
      room = this.#lift(lines, first[1]) && room;
      left -= lines;
      first[0] -= lines;
      if (!first[0]) this.waiting.shift();
    }
    return [RISE - left, room];
  }

  /** @param {number} lines @param {number} gap */
  #lift(lines, gap) {
    const { cells, width, ceiling } = this;
    const some = Math.min(lines, ceiling);
    const lost = cells.subarray((ceiling - some) * width).some((cell) => cell !== 0);
    cells.copyWithin(some * width, 0, (ceiling - some) * width);
    cells.fill(RUBBISH, 0, some * width);
    for (let y = 0; y < some; y++) cells[y * width + gap] = 0;
    return !lost && some === lines;
  }

  /** @param {number} many */
  #fillQueue(many) {
    while (this.queue.length < many) {
      if (this.rules === 'report') this.queue.push(this.chance.below(7));
      else {
        if (!this.bag.length) {
          this.bag = [0, 1, 2, 3, 4, 5, 6];
          this.chance.shuffle(this.bag);
        }
        this.queue.push(/** @type {number} */ (this.bag.shift()));
      }
    }
  }

  #take() {
    const piece = /** @type {number} */ (this.queue.shift());
    this.#fillQueue(SHOWN[this.rules]);
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
    Object.assign(this, { over: true, done, piece: -1, facing: 0, x: 0, y: 0, fall: 0, lock: 0, resets: 0, touched: false, lowest: 0, turned: 0, used: false });
    this.happenings.push({ type: 'over', done });
  }
}

/** Inputs one by one. @param {string} ops */
export const parse = (ops) => (ops && ops.match(/[LRCASHX]|G\d+\.\d+/g)) || [];
