// The pieces that lie on a board: one node for each, kept from update to update, so that what is new can
// come in with a motion and what is gone can fade.

import { calm } from '../../ui/dom.js';

/** How things settle on a board. */
export const SETTLE = 'cubic-bezier(.2, .7, .3, 1)';

/** Moves a node of a picture. @template {SVGElement} N @param {N} node @param {{ x: number, y: number }} to */
export function moveTo(node, { x, y }) {
  node.setAttribute('transform', `translate(${x} ${y})`);
  return node;
}

/** @param {SVGElement} node @param {boolean} still without motion @param {number} duration in milliseconds */
function fadeOut(node, still, duration) {
  const remove = () => node.remove();
  if (still) remove();
  else node.animate([{ opacity: 1 }, { opacity: 0 }], { duration }).finished.then(remove, remove);
}

/** @template P what a board knows about a piece */
export class Pieces {
  /** @param {SVGElement} layer the group that holds the pieces */
  constructor(layer) {
    this.layer = layer;
    /** @type {Map<string, SVGElement>} */
    this.nodes = new Map();
  }

  clear() {
    this.layer.replaceChildren();
    this.nodes.clear();
  }

  /**
   * Shows exactly these pieces. A piece is the same as before if its key is.
   * @param {Map<string, P>} pieces
   * @param {object} how
   * @param {boolean} how.still without motion
   * @param {(piece: P) => SVGElement} how.make draws a piece at its place
   * @param {(node: SVGElement, piece: P) => void} how.enter moves a new piece to its place, unless there is no motion
   * @param {(node: SVGElement, piece: P, key: string) => void} [how.each] for every piece, new or not
   * @param {number} [how.fade] milliseconds that a piece takes to go
   */
  show(pieces, { still, make, enter, each, fade = 140 }) {
    const quiet = still || calm();
    for (const [key, node] of this.nodes) {
      if (pieces.has(key)) continue;
      this.nodes.delete(key);
      fadeOut(node, quiet, fade);
    }
    for (const [key, piece] of pieces) {
      let node = this.nodes.get(key);
      if (!node) {
        node = make(piece);
        this.layer.append(node);
        this.nodes.set(key, node);
        if (!quiet) enter(node, piece);
      }
      each?.(node, piece, key);
    }
  }
}
