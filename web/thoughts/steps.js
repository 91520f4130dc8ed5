// A search taken up again step by step: down to a position, back with its value, past what is cut.

import { valueNumber } from './value.js';

/** @import { Score, SearchNode, SearchTree } from '../types.js' */
/** @typedef {{ kind: 'enter' | 'leave' | 'cut', node: number }} Step */
/** @typedef {{ alpha?: Score, beta?: Score, value?: Score, best?: number }} Standing */

/** The steps of a search, in its order. @param {SearchTree} tree @returns {Step[]} */
export function stepsOf(tree) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {number[]} */
  const line = [];
  const back = (/** @type {number | undefined} */ to) => {
    while (line.length && line[line.length - 1] !== to) {
      steps.push({ kind: 'leave', node: /** @type {number} */ (line.pop()) });
    }
  };
  tree.nodes.forEach((node, at) => {
    if (at) back(node.parent);
    if (node.cut) steps.push({ kind: 'cut', node: at });
    else {
      steps.push({ kind: 'enter', node: at });
      line.push(at);
    }
  });
  back(undefined);
  return steps;
}

/** Whether a is better than b for whoever moves. @param {SearchNode} node @param {Score} a @param {Score} [b] */
const better = (node, a, b) => b === undefined
  || (node.max ? valueNumber(a) > valueNumber(b) : valueNumber(a) < valueNumber(b));

/**
 * What is known of every node that was entered, after so many steps: its window as it is by then, and its value.
 * @param {SearchTree} tree @param {Step[]} steps @param {number} count
 */
export function standingAfter(tree, steps, count) {
  /** @type {Map<number, Standing>} */
  const known = new Map();
  const prunes = tree.algorithm === 'alphabeta';
  for (const { kind, node: at } of steps.slice(0, count)) {
    const node = tree.nodes[at];
    if (kind === 'enter') {
      const parent = node.parent === undefined ? undefined : known.get(node.parent);
      known.set(at, { alpha: prunes ? parent?.alpha ?? node.alpha : undefined,
        beta: prunes ? parent?.beta ?? node.beta : undefined });
    } else if (kind === 'cut') known.set(at, {});
    else {
      const own = /** @type {Standing} */ (known.get(at));
      own.value = node.value;
      const above = node.parent === undefined ? null : tree.nodes[node.parent];
      const parent = node.parent === undefined ? undefined : known.get(node.parent);
      if (!above || !parent || node.value === undefined || !better(above, node.value, parent.value)) continue;
      parent.value = node.value;
      parent.best = at;
      if (!prunes) continue;
      if (above.max && (parent.alpha === undefined || valueNumber(node.value) > valueNumber(parent.alpha))) {
        parent.alpha = node.value;
      }
      if (!above.max && (parent.beta === undefined || valueNumber(node.value) < valueNumber(parent.beta))) {
        parent.beta = node.value;
      }
    }
  }
  return known;
}
