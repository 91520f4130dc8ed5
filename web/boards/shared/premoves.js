// Moves planned while others think. A plan is a sketch; once they are armed, the first one is played as soon as the
// turn comes, if it is still legal. Knows no game: a move is a text.

/**
 * What becomes of the plans when the turn comes: a move to be played, or one that is no longer possible.
 * @typedef {{ play: string } | { lost: string } | null} Due
 */

export class Premoves {
  /** In the order in which they are to be played. @type {string[]} */
  moves = [];
  /** Whether the first one plays by itself. */
  armed = false;
  /** The first one, if it was forgotten while it was armed: nothing plays by itself then. @type {string | null} */
  lost = null;

  /** @param {string} move */
  add(move) { if (!this.moves.includes(move)) this.moves.push(move); }

  /**
   * Keeps those that a new position still allows. What follows a first one that is gone was built on it: it stays as a
   * sketch.
   * @param {(move: string) => boolean} keep
   */
  review(keep) {
    const [first] = this.moves;
    if (this.armed && first !== undefined && !keep(first)) {
      this.lost = first;
      this.armed = false;
    }
    this.keep(keep);
  }

  /** The one that was lost, told once. */
  takeLost() {
    const { lost } = this;
    this.lost = null;
    return lost;
  }

  /** Those of before a reload. @param {{ moves: string[], armed: boolean } | null} kept */
  restore(kept) {
    this.moves = kept?.moves ?? [];
    this.armed = kept?.armed === true && this.moves.length > 0;
  }

  /** What is to be kept over a reload; null if there is nothing. */
  kept() { return this.moves.length ? { moves: this.moves, armed: this.armed } : null; }

  /** Keeps some of them. @param {(move: string) => boolean} keep */
  keep(keep) {
    this.moves = this.moves.filter(keep);
    if (!this.moves.length) this.armed = false;
  }

  clear() { this.keep(() => false); }

  toggle() { this.armed = !this.armed && this.moves.length > 0; }

  /**
   * Our turn: the first plan, if it is armed. One that cannot be played ends them all: what follows was built on it.
   * @param {(move: string) => boolean} legal @returns {Due}
   */
  due(legal) {
    const [first] = this.moves;
    if (!this.armed || first === undefined) return null;
    if (legal(first)) {
      this.keep((move) => move !== first);
      return { play: first };
    }
    this.clear();
    return { lost: first };
  }
}
