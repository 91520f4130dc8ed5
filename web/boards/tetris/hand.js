// What is held down becomes inputs, each in its part of the tick. The hand knows how long a key must be held before it
// repeats, how fast it then does, and how fast soft drop is; the well knows nothing of all that.
//
// When left and right are both held, the one pressed last wins. When that one is let go the other takes over at
// once, with the wait that it has already served: nothing sticks, and nothing has to be pressed again.

import { TICKS_A_SECOND } from '../../arcade/time.js';
import { USUAL, handlingOf } from './handling.js';
import { gravity } from './pieces.js';
import { PARTS } from './well.js';

/** @import { Handling } from './handling.js' */
/** @import { News, Well } from './well.js' */

const TICK = 1000 / TICKS_A_SECOND;
/** After a piece that locked by itself a drop is taken for a late one, for so many milliseconds. */
const SAFE = 120;
/** Nothing repeats faster than this, in milliseconds: what does is at once. */
const FASTEST = 1;

/** Actions that are one input each. @type {Record<string, string>} */
const OPS = { cw: 'C', ccw: 'A', flip: 'F', hard: 'H', hold: 'X' };
/** Those that may act on the next piece while they are held. */
const INITIAL = ['hold', 'cw', 'ccw', 'flip'];
/** @type {Record<string, 'L' | 'R'>} */
const WAYS = { left: 'L', right: 'R' };

/** The inputs of one tick as they are written: `begin` is when the tick began. */
class Sheet {
  /** @param {Well} well @param {number} begin */
  constructor(well, begin) {
    this.well = well;
    this.begin = begin;
    this.part = 0;
    this.text = '';
  }

  /** @param {string} ops @param {number} at */
  write(ops, at) {
    if (!ops) return;
    const part = Math.min(PARTS - 1, Math.floor(((at - this.begin) / TICK) * PARTS));
    if (part > this.part) {
      this.part = part;
      this.text += `@${part}`;
    }
    this.text += ops;
  }

  /** The well as these inputs leave it, without gravity. */
  get now() {
    if (!this.text) return this.well;
    const well = this.well.clone();
    well.mode = 'free';
    well.tick(this.text);
    return well;
  }
}

export class Hand {
  /** @param {Handling} [handling] */
  constructor(handling = USUAL) {
    this.handling = handling;
    /** What keys did since the last tick, in order. @type {{ action: string, down: boolean, at: number }[]} */
    this.events = [];
    /**
     * Directions that are held, the last pressed last, and when each repeats next.
     * @type {{ way: 'L' | 'R', next: number }[]}
     */
    this.ways = [];
    /** When soft drop goes down another row; -1 when it is not held. */
    this.soft = -1;
    /** Turns and hold that are held down. @type {Set<string>} */
    this.held = new Set();
    /** What acts on the next piece as it appears. */
    this.initial = '';
    /** Nothing repeats before this. */
    this.pause = -Infinity;
    /** No drop before this. */
    this.safe = -Infinity;
    /** The end of the last tick. */
    this.last = -Infinity;
  }

  /** @param {string} action @param {number} [at] when, as events and frames tell the time */
  press(action, at = performance.now()) {
    this.events.push({ action, down: true, at });
  }

  /** @param {string} action @param {number} [at] */
  release(action, at = performance.now()) {
    this.events.push({ action, down: false, at });
  }

  releaseAll() {
    this.events = [];
    this.ways = [];
    this.soft = -1;
    this.held.clear();
    this.initial = '';
  }

  /** Forgets what was pressed before the first tick; what is still held goes on. */
  clear() {
    for (const event of this.events.splice(0)) this.#take(event, event.at, null);
  }

  /** @param {{ handling?: Partial<Handling> }} settings */
  adjust(settings) {
    this.handling = handlingOf(settings);
  }

  /** @param {News[]} news @param {Well} well */
  hear(news, well) {
    if (!news.some(({ type }) => type === 'locked')) return;
    // By the report's rules soft drop itself locks: it must be pressed again for the next piece.
    if (well.rules === 'report') this.soft = -1;
    if (!news.some(({ type }) => type === 'dropped')) {
      this.pause = this.last + this.handling.dcd;
      if (this.handling.safe) this.safe = this.last + SAFE;
    }
    if (!this.handling.initial) return;
    this.initial = INITIAL.filter((action) => this.held.has(action)).map((action) => OPS[action]).join('');
  }

  /** The inputs of a tick. @param {Well} well @param {number} [end] when the tick ends */
  inputs(well, end = performance.now()) {
    const sheet = new Sheet(well, end - TICK);
    let from = Math.max(this.last, sheet.begin);
    sheet.write(this.initial, from);
    this.initial = '';
    for (const event of this.events.splice(0)) {
      const at = Math.min(end, Math.max(from, event.at));
      this.#repeat(from, at, sheet);
      this.#take(event, at, sheet);
      from = at;
    }
    this.#repeat(from, end, sheet);
    this.last = Math.max(end, this.last);
    return sheet.text;
  }

  /** @param {{ action: string, down: boolean }} event @param {number} at @param {Sheet | null} sheet */
  #take({ action, down }, at, sheet) {
    const way = WAYS[action];
    if (way) {
      this.ways = this.ways.filter((each) => each.way !== way);
      if (down) {
        this.ways.push({ way, next: at + this.handling.das });
        sheet?.write(way, at);
      }
    } else if (action === 'soft') {
      this.soft = down && sheet ? at + this.#row(sheet.well) : down ? at : -1;
      if (down) sheet?.write('S', at);
    } else if (!down) this.held.delete(action);
    else if (OPS[action]) {
      if (action !== 'hard') this.held.add(action);
      else if (at < this.safe) return;
      if (action !== 'hold') this.pause = Math.max(this.pause, at + this.handling.dcd);
      sheet?.write(OPS[action], at);
    }
  }

  /** Milliseconds a row of soft drop takes. @param {Well} well */
  #row({ rules, level }) {
    const { soft, factor } = this.handling;
    if (!factor) return soft && Math.max(FASTEST, soft);
    const rows = (gravity(rules, level) / 65536) * TICKS_A_SECOND * factor;
    return Math.max(FASTEST, 1000 / rows);
  }

  /** What repeats by itself from one moment to another. @param {number} from @param {number} to @param {Sheet} sheet */
  #repeat(from, to, sheet) {
    if (sheet.well.over) return;
    const { arr } = this.handling;
    const row = this.soft < 0 ? 0 : this.#row(sheet.well);
    let slid = false;
    let sunk = false;
    for (;;) {
      const way = this.ways[this.ways.length - 1];
      const side = way && !slid ? Math.max(way.next, this.pause, from) : Infinity;
      const down = this.soft >= 0 && !sunk ? Math.max(this.soft, from) : Infinity;
      const at = Math.min(side, down);
      if (!(at < to)) return;
      if (side <= down) {
        if (arr) {
          sheet.write(way.way, at);
          way.next = at + Math.max(FASTEST, arr);
        } else {
          sheet.write(way.way.repeat(roomBeside(sheet.now, way.way)), at);
          slid = true;
        }
      } else if (row) {
        sheet.write('S', at);
        this.soft = at + row;
      } else {
        const { now } = sheet;
        sheet.write('S'.repeat(now.over ? 0 : now.y - now.ghost), at);
        sunk = true;
      }
    }
  }
}

/** How far the piece can go to one side. @param {Well} well @param {'L' | 'R'} way */
function roomBeside(well, way) {
  const dx = way === 'L' ? -1 : 1;
  let steps = 0;
  while (!well.over && well.fits(well.piece, well.facing, well.x + dx * (steps + 1), well.y)) steps++;
  return steps;
}
