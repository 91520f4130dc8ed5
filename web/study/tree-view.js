// The moves of a study: the main line move by move, variations under the move that they replace, and the keys.

import { keepCurrent } from '../ui/keep-current.js';
import { walkKeys } from '../ui/walk-keys.js';
import { count, t } from '../i18n/index.js';
import { el, hidden, refill } from '../ui/dom.js';
import { icon, mark } from '../ui/icons.js';
import { ROOT, depthOf, endOf, lineAfter, pathTo, sibling } from './tree.js';

/** @import { Tree, TreeNode } from './tree.js' */

/** Longer texts than this stand one a line. */
const LONG = 9;
/** Deeper variations are not set in further. */
const DEEPEST = 3;

/**
 * @param {{ go: (id: number) => void, say: (move: string) => string, label?: (move: string) => string,
 *   owner?: (move: string, seat: number) => number, sign?: (seat: number) => SVGElement,
 *   side: (seat: number) => string,
 *   verdict: (node: TreeNode) => string | null }} options
 */
export function treeView({ go, say, label = (move) => move, owner = (_, seat) => seat, sign = mark, side, verdict }) {
  const list = el('ol', { class: 'movelist', tabindex: 0, 'aria-label': t('moves.label') });
  const showCurrent = keepCurrent(list);
  /** @type {Tree | null} */
  let tree = null;
  let at = ROOT;
  let drawn = '';
  /** Who made the move of a node; null where nobody has asked yet. @type {(id: number) => number | null} */
  let moverOf = () => null;

  const steps = {
    first: () => ROOT,
    back: () => (tree ? tree.nodes[at].parent : ROOT),
    next: () => tree?.nodes[at].children[0] ?? at,
    last: () => (tree ? endOf(tree, at) : ROOT),
  };
  /** @param {keyof typeof steps} name */
  const arrow = (name) => el('button', {
    class: 'quiet', type: 'button', 'aria-label': t(`moves.${name}`),
    title: { back: `${t('moves.back')} (←)`, next: `${t('moves.next')} (→)` }[String(name)] ?? t(`moves.${name}`),
    on: { click: () => go(steps[name]()) },
  }, icon(name));
  const arrows = [arrow('first'), arrow('back'), arrow('next'), arrow('last')];
  const root = el('section', { class: 'moves', 'aria-label': t('moves.label') },
    list, el('div', { class: 'arrows' }, arrows));

  // Left and right walk along the line, up and down between variations.
  const stop = walkKeys(() => tree !== null && root.isConnected, (key) => {
    if (!tree) return false;
    const to = key === 'ArrowLeft' ? steps.back() : key === 'ArrowRight' ? steps.next()
      : key === 'ArrowUp' ? sibling(tree, at, -1) : key === 'ArrowDown' ? sibling(tree, at, 1)
        : key === 'Home' ? ROOT : key === 'End' ? steps.last() : null;
    if (to === null) return false;
    if (to !== at) go(to);
    return true;
  });

  /** @param {TreeNode} node @param {number} number */
  function button(node, number) {
    const seat = moverOf(node.id);
    const bad = verdict(node);
    const said = [say(node.move), bad && t(`study.${bad}`), node.comment].filter(Boolean).join(' · ');
    return el('button', {
      type: 'button', title: said, 'data-node': node.id, class: bad ?? '', on: { click: () => go(node.id) },
    },
      el('span', { class: 'n' }, number), seat !== null && [sign(owner(node.move, seat)), hidden(side(seat))],
      el('span', {}, label(node.move), node.mark && el('b', { class: 'annotation' }, node.mark),
        bad && hidden(` ${t(`study.${bad}`)}`)));
  }

  /** A variation and what hangs on it. @param {TreeNode} node @param {number} number @param {number} depth
   * @returns {(Node | string | false)[]} */
  function branch(node, number, depth) {
    const line = [node, ...lineAfter(/** @type {Tree} */ (tree), node.id)];
    return [
      el('li', { class: 'branch', vars: { depth: Math.min(depth, DEEPEST) } },
        line.flatMap((each, i) => [button(each, number + i), each.comment && comment(each.comment)])),
      ...line.slice(1).flatMap((each, i) => others(each, number + i + 1, depth + 1)),
    ];
  }

  /** The variations beside a node. @param {TreeNode} node @param {number} number @param {number} depth
   * @returns {(Node | string | false)[]} */
  function others(node, number, depth) {
    const { nodes } = /** @type {Tree} */ (tree);
    const all = nodes[node.parent].children;
    return all[0] !== node.id ? [] : all.slice(1).flatMap((id) => branch(nodes[id], number, depth));
  }

  const comment = (/** @type {string} */ text) => el('span', { class: 'comment' }, text);

  return {
    root,
    stop,
    /**
     * @param {Tree} next @param {number} id the node that is looked at @param {(id: number) => number | null} movers
     * @param {string} known changes when more is known of the moves
     */
    update(next, id, movers, known) {
      // The engine speaks many times a second: what has not changed keeps its focus.
      if (next === tree && id === at && known === drawn) return;
      drawn = known;
      moverOf = movers;
      tree = next;
      at = id;
      const main = lineAfter(next);
      list.classList.toggle('long', main.some(({ move }) => label(move).length > LONG));
      refill(list,
        next.nodes[ROOT].comment && el('li', { class: 'remark' }, comment(next.nodes[ROOT].comment)),
        main.length ? main.flatMap((node, i) => [
          el('li', {}, button(node, i + 1)),
          node.comment && el('li', { class: 'remark' }, comment(node.comment)),
          ...others(node, i + 1, 1),
        ]) : el('li', { class: 'none quiet-text small' }, t('moves.none')));
      list.querySelector(`[data-node="${id}"]`)?.setAttribute('aria-current', 'step');
      showCurrent();
      arrows[0].disabled = arrows[1].disabled = id === ROOT;
      arrows[2].disabled = arrows[3].disabled = next.nodes[id].children.length === 0;
    },
    /** Where we are, in words. */
    says() {
      if (!tree || at === ROOT) return t('analysis.start');
      const main = lineAfter(tree).length;
      const depth = depthOf(tree, at);
      const inMain = pathTo(tree, at).every((node) => tree?.nodes[node.parent].children[0] === node.id);
      return inMain ? t('analysis.at', { n: depth, all: main }) : count('study.aside', depth);
    },
  };
}
