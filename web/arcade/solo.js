// A game that somebody plays alone: the well, the run that is written while it goes on, and what to go back to.

import { Run } from './run.js';
import { Well } from '../boards/tetris/well.js';

/** @import { Header } from './run.js' */

/** So many pieces can be taken back. */
const BACK = 400;

export class Game {
  /** @param {Header} header */
  constructor(header) {
    this.run = new Run(header);
    this.well = Well.begin(header);
    /** The well as each piece began, where one may go back. @type {Well[]} */
    this.begun = header.mode === 'practice' ? [this.well.clone()] : [];
    /** Whether the machine had a hand in it: then it is nobody's record. */
    this.helped = false;
  }

  /** @param {string} ops */
  tick(ops) {
    const { well, run, begun } = this;
    const { pieces } = well;
    run.note(well.clock, ops);
    well.tick(ops);
    run.end = well.clock;
    if (!begun.length || well.pieces === pieces || well.over) return;
    begun.push(well.clone());
    if (begun.length > BACK) begun.shift();
  }

  /** Takes back the last piece that was laid, or at least what was done with this one. */
  undo() {
    const { begun, well } = this;
    if (!begun.length) return false;
    // Where it is over, the last piece laid has begun nothing new.
    if (begun.length > 1 && !well.over) begun.pop();
    this.well = begun[begun.length - 1].clone();
    this.run.cut(this.well.clock);
    return true;
  }
}

/** A seed that nobody has chosen, as the run writes it. */
export function anySeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}
