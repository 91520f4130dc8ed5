// The seats of a race as this page knows them: each one replayed from the bundles of its player, and our own, which
// is ahead of what the server knows.

import { Run, readInputs } from './run.js';

/** @import { Hand, RealTimeEngine, RealTimeNews, RealTimeState, RunHeader } from './types.js' */
/** @import { Inputs } from './run.js' */

/** Other seats are shown so many ticks late: bundles come five times a second, and the picture flows all the same. */
export const LAG = 20;
/** A seat that is further behind is brought up at once; up to there, by so many ticks a frame at most. */
const FAR = 180;
const HASTE = 4;

/** A seat, replayed from the bundles that the server passes on. */
export class SeatReplay {
  /** @param {RealTimeEngine} game @param {RunHeader} header */
  constructor(game, header) {
    this.game = game;
    this.header = header;
    this.state = game.begin(header);
    /** @type {Inputs} */
    this.inputs = [];
    this.next = 0;
    /** The tick up to which everything is known. */
    this.end = 0;
    /** Garbage that was sent to this seat, as inputs, in order. @type {string[]} */
    this.garbage = [];
    this.gone = false;
  }

  /** @param {string} bundle */
  hear(bundle) {
    const { inputs, end } = readInputs(this.game, this.header, bundle.split(';'), this.end);
    this.inputs.push(...inputs);
    this.end = end;
  }

  /** @param {number} lines @param {number} column */
  receive(lines, column) {
    this.garbage.push(this.game.garbage.input(lines, column));
  }

  /** Goes on towards a tick, as far as it is known. @param {number} to */
  advance(to) {
    const { state, inputs } = this;
    for (const until = Math.min(to, this.end); state.clock < until && !state.over;) {
      const due = inputs[this.next]?.[0] === state.clock;
      state.tick(due ? inputs[this.next++][1] : '');
    }
  }

  /** Goes a little nearer to a tick, for the next frame. @param {number} to */
  follow(to) {
    const behind = Math.min(to, this.end) - this.state.clock;
    this.advance(behind > FAR ? to : this.state.clock + Math.min(behind, HASTE));
    return this.state.news();
  }
}

/** Our own seat: it is played here and now, and the server hears of it a little later. */
export class OwnSeat {
  /** @param {SeatReplay} replay what the server knows of it */
  constructor(replay) {
    this.replay = replay;
    this.state = replay.state;
    this.run = new Run(replay.game, replay.header);
    this.known = 0;
    /** How many pieces of garbage have been taken. */
    this.taken = 0;
    this.rebuild();
  }

  /** Starts again from what the server knows: after the page was reloaded, or when it refused our bundle. */
  rebuild() {
    const { replay } = this;
    replay.advance(Infinity);
    this.state = replay.state.clone();
    this.run = new Run(replay.game, replay.header);
    this.run.end = this.known = replay.end;
    this.taken = replay.inputs.reduce((sum, [, inputs]) => sum + replay.game.garbage.count(inputs), 0);
  }

  /** The server knows everything before this tick. @param {number} tick */
  confirm(tick) {
    this.known = Math.max(this.known, tick);
  }

  /** One tick. Garbage that was sent to us comes before our own inputs. @param {string} inputs */
  tick(inputs) {
    const { state, run, replay } = this;
    const all = replay.garbage.slice(this.taken).join('') + inputs;
    this.taken = replay.garbage.length;
    run.note(state.clock, all);
    state.tick(all);
    run.end = state.clock;
  }

  /**
   * Plays up to a tick with what a hand does, each tick in its own time, also when several are due at once.
   * @param {Hand<RealTimeState>} hand @param {number} to @param {(tick: number) => number} ends when a tick ends
   * @param {(news: RealTimeNews[]) => void} hear
   */
  play(hand, to, ends, hear) {
    while (this.state.clock < to && !this.state.over) {
      this.tick(hand.inputs(this.state, ends(this.state.clock)));
      const news = this.state.news();
      if (!news.length) continue;
      hear(news);
      hand.hear(news, this.state);
    }
  }

  /** What the server does not know yet; null when it knows everything. */
  bundle() {
    return this.run.end > this.known ? this.run.bundle(this.known) : null;
  }
}
