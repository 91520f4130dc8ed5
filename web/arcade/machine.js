// The machine beside the player: asks the server about each decision and plays the answer at a pace that can be
// watched. The coach asks the same and only shows it.

/** @import { Pace, RealTimeEngine, RealTimeState } from './types.js' */

/** Ticks between two inputs; 0 does everything at once. @type {Record<Pace, number>} */
export const PACES = { calm: 9, usual: 4, quick: 1, instant: 0 };
/** After so many answers that lead nowhere it settles where it is. */
const PATIENCE = 3;

export class Machine {
  /**
   * @param {RealTimeEngine} game
   * @param {{ think: (state: string, level: string, signal: AbortSignal) => Promise<string | null>,
   *   failed: (error: unknown) => void }} to
   */
  constructor(game, { think, failed }) {
    this.game = game;
    this.think = think;
    this.failed = failed;
    this.level = '';
    /** @type {Pace} */
    this.pace = 'usual';
    this.plays = false;
    /** Whether it plays for one decision only. */
    this.once = false;
    /** Whether it gives advice. */
    this.coaches = false;
    /** Its move, and for which decision. @type {{ decision: number, move: string } | null} */
    this.advice = null;
    /** @type {AbortController | null} */
    this.asking = null;
    this.askedFor = -1;
    this.rest = 0;
    this.misses = 0;
  }

  /** @param {string} level @param {boolean} [once] */
  play(level, once = false) {
    if (level !== this.level) this.forget();
    this.level = level;
    this.plays = true;
    this.once = once;
    this.rest = PACES[this.pace];
  }

  stop() {
    this.plays = false;
    this.once = false;
    if (!this.coaches) this.forget();
  }

  /** Drops its move and its question: the state has become another one. */
  forget() {
    this.asking?.abort();
    this.asking = null;
    this.askedFor = -1;
    this.advice = null;
    this.misses = 0;
  }

  /** Asks when there is something new to ask. @param {RealTimeState} state */
  attend(state) {
    if ((!this.plays && !this.coaches) || state.over) return;
    const known = this.moveFor(state);
    const outdated = known !== null && this.game.outdated(state, known);
    if (this.askedFor === state.decisions && !outdated) return;
    this.askedFor = state.decisions;
    this.advice = null;
    this.asking?.abort();
    const asking = new AbortController();
    const decision = state.decisions;
    this.asking = asking;
    this.think(state.save(), this.level, asking.signal).then((move) => {
      if (asking.signal.aborted) return;
      if (move) this.advice = { decision, move };
    }, (error) => {
      if (asking.signal.aborted) return;
      this.stop();
      this.coaches = false;
      this.failed(error);
    });
  }

  /** Its move for the present decision. @param {RealTimeState} state */
  moveFor(state) {
    return this.advice?.decision === state.decisions ? this.advice.move : null;
  }

  /** Its inputs for this tick. @param {RealTimeState} state */
  inputs(state) {
    this.attend(state);
    const move = this.moveFor(state);
    if (!this.plays || !move || state.over) return '';
    if (this.rest > 0) {
      this.rest--;
      return '';
    }
    this.rest = PACES[this.pace];
    const route = this.game.route(state, move);
    if (!route) return this.#lost();
    const now = this.pace === 'instant' ? route : route.slice(0, 1);
    if (now[now.length - 1] === this.game.settle) {
      this.misses = 0;
      if (this.once) this.stop();
    }
    return now.join('');
  }

  /** There is no way to its move any more: ask again, or settle. */
  #lost() {
    if (++this.misses < PATIENCE) {
      this.askedFor = -1;
      return '';
    }
    this.misses = 0;
    return this.game.settle;
  }
}
