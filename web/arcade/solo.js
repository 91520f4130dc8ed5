// A game that somebody plays alone: its state, the run that is written meanwhile, and what undo goes back to.

import { Run } from './run.js';

/** @import { RealTimeEngine, RealTimeState, RunHeader, Tally } from './types.js' */

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
    /** The ticket that it is played on, where there is one; whether the server was told of a pause; and what it is
     * still being told. @type {string | null} */
    this.ticket = null;
    this.paused = false;
    /** @type {Promise<void> | null} */
    this.told = null;
    /** What the game counts beside. @type {Tally | null} */
    this.tally = null;
  }

  /** A game played again from its run. @param {RealTimeEngine} game @param {Run} run @param {boolean} undoable */
  static replayed(game, run, undoable) {
    const solo = new SoloGame(game, run.header, undoable);
    let next = 0;
    while (solo.state.clock < run.end && !solo.state.over) {
      const due = run.inputs[next]?.[0] === solo.state.clock;
      solo.tick(due ? run.inputs[next++][1] : '');
    }
    solo.state.news();
    return solo;
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
