// The machine at the well: asks what to do with each piece, and does it at a pace that can be watched. The coach
// asks the same and keeps its hands off.

import { wayTo } from '../boards/tetris/paths.js';
import { PIECES } from '../boards/tetris/pieces.js';

/** @import { Well } from '../boards/tetris/well.js' */

/** Ticks between two inputs; 0 does everything at once. */
export const PACES = { calm: 9, usual: 4, quick: 1, instant: 0 };
/** @typedef {keyof typeof PACES} Pace */
/** After so many answers that lead nowhere it lets the piece drop. */
const PATIENCE = 3;

export class Machine {
  /** @param {{ think: (state: string, level: string, signal: AbortSignal) => Promise<string | null>, failed: (error: unknown) => void }} to */
  constructor({ think, failed }) {
    this.think = think;
    this.failed = failed;
    this.level = '';
    /** @type {Pace} */
    this.pace = 'usual';
    /** Whether it plays, and whether for one piece only. */
    this.plays = false;
    this.once = false;
    /** Whether it gives advice. */
    this.coaches = false;
    /** What it would do, and with which piece of the game. @type {{ piece: number, move: string } | null} */
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

  /** The well is another one: what was thought is void. */
  forget() {
    this.asking?.abort();
    this.asking = null;
    this.askedFor = -1;
    this.advice = null;
    this.misses = 0;
  }

  /** Asks when there is something new to ask. @param {Well} well */
  attend(well) {
    if ((!this.plays && !this.coaches) || well.over) return;
    // Somebody has fetched another piece out of hold than the one it had in mind.
    const past = well.used && this.meant(well) !== null && this.meant(well)?.[0] !== PIECES[well.piece];
    if (this.askedFor === well.pieces && !past) return;
    this.askedFor = well.pieces;
    this.advice = null;
    this.asking?.abort();
    const asking = new AbortController();
    const piece = well.pieces;
    this.asking = asking;
    this.think(well.save(), this.level, asking.signal).then((move) => {
      if (asking.signal.aborted) return;
      if (move) this.advice = { piece, move };
    }, (error) => {
      if (asking.signal.aborted) return;
      this.stop();
      this.coaches = false;
      this.failed(error);
    });
  }

  /** What it would do with the present piece. @param {Well} well */
  meant(well) {
    return this.advice?.piece === well.pieces ? this.advice.move : null;
  }

  /** Its inputs for this tick. @param {Well} well */
  ops(well) {
    this.attend(well);
    const move = this.meant(well);
    if (!this.plays || !move || well.over) return '';
    if (this.rest > 0) {
      this.rest--;
      return '';
    }
    this.rest = PACES[this.pace];
    const way = wayTo(well, move);
    if (way === null) return this.#lost();
    if (way === 'X') return 'X';
    const ops = this.pace === 'instant' ? way : way[0];
    if (ops.endsWith('H')) {
      this.misses = 0;
      if (this.once) this.stop();
    }
    return ops;
  }

  /** The piece has fallen past the way to its place: think again, or drop it. */
  #lost() {
    if (++this.misses < PATIENCE) {
      this.askedFor = -1;
      return '';
    }
    this.misses = 0;
    return 'H';
  }
}
