// A game that somebody plays alone: its state, the run that is written meanwhile, and what undo goes back to.

import { Run } from './run.js';

/** @import { RealTimeEngine, RealTimeState, RunHeader } from './types.js' */

/** So many decisions can be taken back. */
const MOST = 400;

export class SoloGame {
  /** @param {RealTimeEngine} game @param {RunHeader} header @param {boolean} undoable */
  constructor(game, header, undoable) {
    this.run = new Run(game, header);
    this.state = game.begin(header);
    /** The state at the beginning of each decision, where undo is allowed. @type {RealTimeState[]} */
    this.earlier = undoable ? [this.state.clone()] : [];
    /** Whether the machine or the coach took part: then the run is not listed. */
    this.helped = false;
  }

  /** @param {string} inputs */
  tick(inputs) {
    const { state, run, earlier } = this;
    const { decisions } = state;
    run.note(state.clock, inputs);
    state.tick(inputs);
    run.end = state.clock;
    if (!earlier.length || state.decisions === decisions || state.over) return;
    earlier.push(state.clone());
    if (earlier.length > MOST) earlier.shift();
  }

  /** Takes back the last decision, or at least what was done towards this one. */
  undo() {
    const { earlier, state } = this;
    if (!earlier.length) return false;
    // At the end of the game the last decision has begun no new one.
    if (earlier.length > 1 && !state.over) earlier.pop();
    this.state = earlier[earlier.length - 1].clone();
    this.run.cut(this.state.clock);
    return true;
  }
}

/** A new random seed, as a run writes it. */
export function anySeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}
