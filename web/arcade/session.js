// A game played alone, without its page: what is played, the player's hand, and the machine beside it.

import { SoloGame, anySeed } from './solo.js';

/** @import { Machine } from './machine.js' */
/** @import { Advice, Hand, RealTimeGame, RealTimeNews, RealTimeState, RunHeader } from './types.js' */
/** @typedef {'ready' | 'playing' | 'paused' | 'over'} Status */

export class Session {
  /**
   * `changed` is called when the panel must be drawn anew.
   * @param {RealTimeGame} game @param {Omit<RunHeader, 'seed'>} setup @param {Machine} machine
   * @param {{ hand: Hand<RealTimeState>, undoable: boolean, watch: boolean, solo?: SoloGame | null,
   *   changed: () => void }} play
   */
  constructor(game, setup, machine, { hand, undoable, watch, solo, changed }) {
    this.game = game;
    this.setup = setup;
    this.machine = machine;
    this.hand = hand;
    this.undoable = undoable;
    this.watch = watch;
    this.changed = changed;
    /** @type {Status} */
    this.status = 'ready';
    this.solo = solo ?? this.#begin();
    /** Grows when the state is exchanged for another one. */
    this.version = 0;
    /** What a guest does in the next tick. */
    this.fumbled = '';
  }

  #begin(seed = anySeed()) {
    const solo = new SoloGame(this.game, { ...this.setup, seed }, this.undoable);
    solo.tally = this.game.createTally?.(solo.run.header) ?? null;
    return solo;
  }

  /** Begins with a seed that somebody else has drawn. @param {string} seed */
  deal(seed) {
    this.version++;
    this.solo = this.#begin(seed);
  }

  get state() {
    return this.solo.state;
  }

  /** One tick. @param {number} [end] when it ends @returns {RealTimeNews[]} what happened */
  tick(end) {
    const { solo, machine, hand } = this;
    machine.attend(solo.state);
    const ours = this.fumbled + hand.inputs(solo.state, end);
    const { plays } = machine;
    // Whoever is helped sees at once what it costs.
    if ((plays || machine.coaches || this.fumbled) && !solo.helped) {
      solo.helped = true;
      this.changed();
    }
    this.fumbled = '';
    solo.tick(plays ? machine.inputs(solo.state) : ours);
    // It may have been asked for one decision only.
    if (plays !== machine.plays) this.changed();
    const news = solo.state.news();
    if (news.length) hand.hear(news, solo.state);
    solo.tally?.hear(news, solo.state);
    return news;
  }

  restart() {
    this.hand.releaseAll();
    this.machine.forget();
    // A new game is one's own, unless one came to watch.
    this.machine.plays = this.watch;
    this.machine.once = false;
    this.version++;
    this.solo = this.#begin();
  }

  /** Takes back a decision. False where nothing can be taken back. */
  undo() {
    if (!this.solo.undo()) return false;
    this.machine.forget();
    this.version++;
    this.hand.releaseAll();
    return true;
  }

  /**
   * Lets the machine play, or takes over from it.
   * @param {boolean} on @param {string} [level] @param {boolean} [once]
   */
  letPlay(on, level = this.machine.level, once = false) {
    if (on) this.machine.play(level, once);
    else this.machine.stop();
    this.hand.releaseAll();
    this.changed();
  }

  /** One of these inputs, by chance, in the next tick; the machine stops. @param {readonly string[]} inputs */
  fumble(inputs) {
    if (this.machine.plays) this.letPlay(false);
    if (this.status === 'playing') this.fumbled = inputs[Math.floor(Math.random() * inputs.length)];
  }

  toggleCoach() {
    const { machine } = this;
    machine.coaches = !machine.coaches;
    if (!machine.coaches && !machine.plays) machine.forget();
    this.changed();
  }

  /** What the machine has in mind, with its reasons. @returns {Advice | null} */
  advice() {
    const move = this.machine.moveFor(this.state);
    return move ? this.game.explain(this.state, move) : null;
  }
}
