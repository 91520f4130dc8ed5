// A race as far as it is known here: each one's well run from what they are told to have done, and one's own, which
// runs ahead of what the server knows.

import { Run, readInputs } from './run.js';
import { Well } from '../boards/tetris/well.js';

/** @import { Header } from './run.js' */

/** Others are shown this much later, in ticks, so that what comes in bundles flows. */
export const LAG = 20;
/** Whoever is so far behind is brought up at once; before that, no faster than this many ticks a picture. */
const FAR = 180;
const HASTE = 4;

/** Somebody's well, from the bundles that were passed on. */
export class Lane {
  /** @param {Header} header */
  constructor(header) {
    this.header = header;
    this.well = Well.begin(header);
    /** @type {[number, string][]} */
    this.inputs = [];
    this.next = 0;
    /** The tick up to which everything is known. */
    this.end = 0;
    /** Rubbish that was sent here, in order. @type {string[]} */
    this.gifts = [];
    this.gone = false;
  }

  /** @param {string} bundle */
  hear(bundle) {
    const { inputs, end } = readInputs(bundle.split(';'), this.end, this.header.width);
    this.inputs.push(...inputs);
    this.end = end;
  }

  /** @param {number} lines @param {number} column */
  gift(lines, column) {
    this.gifts.push(`G${lines}.${column}`);
  }

  /** Goes on towards a tick, as far as it is known. @param {number} to */
  advance(to) {
    const { well, inputs } = this;
    for (const until = Math.min(to, this.end); well.clock < until && !well.over;) {
      const due = inputs[this.next]?.[0] === well.clock;
      well.tick(due ? inputs[this.next++][1] : '');
    }
  }

  /** A little nearer to a tick: for a picture. @param {number} to */
  follow(to) {
    const behind = Math.min(to, this.end) - this.well.clock;
    this.advance(behind > FAR ? to : this.well.clock + Math.min(behind, HASTE));
    return this.well.news();
  }
}

/** One's own well: played here and now, told to the server a little later. */
export class Own {
  /** @param {Lane} lane what the server knows of it */
  constructor(lane) {
    this.lane = lane;
    this.well = lane.well;
    this.run = new Run(lane.header);
    this.known = 0;
    /** How much of the rubbish that was sent has been taken. */
    this.taken = 0;
    this.rebuild();
  }

  /** Begins anew from what the server knows: after the page was loaded again, or when it refused what we sent. */
  rebuild() {
    const { lane } = this;
    lane.advance(Infinity);
    this.well = lane.well.clone();
    this.run = new Run(lane.header);
    this.run.end = this.known = lane.end;
    this.taken = lane.inputs.reduce((sum, [, ops]) => sum + (ops.match(/G/g)?.length ?? 0), 0);
  }

  /** The server knows everything before this tick. @param {number} tick */
  confirm(tick) {
    this.known = Math.max(this.known, tick);
  }

  /** One tick, with what has been sent to us first. @param {string} ops */
  tick(ops) {
    const { well, run, lane } = this;
    const all = lane.gifts.slice(this.taken).join('') + ops;
    this.taken = lane.gifts.length;
    run.note(well.clock, all);
    well.tick(all);
    run.end = well.clock;
  }

  /** What the server does not know yet; null when that is nothing. */
  bundle() {
    return this.run.end > this.known ? this.run.bundle(this.known) : null;
  }
}
