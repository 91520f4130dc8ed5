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

  /** @param {string} move */
  add(move) { if (!this.moves.includes(move)) this.moves.push(move); }

  /** Keeps some, for example those that a new position still allows. @param {(move: string) => boolean} keep */
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
