// The search of a level: its trees side by side with their numbers, and the steps through the one that is chosen.

import { t } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { announce } from '../ui/toast.js';
import { standingAfter, stepsOf } from './steps.js';
import { lookahead, treeView, visited } from './tree.js';
import { valueText } from './value.js';

/** @import { Explanation, SearchTree } from '../types.js' */
/** @typedef {(move: string) => string} MoveText */
/** @typedef {{ say: MoveText, label: MoveText, look: (moves: string[]) => Promise<string> }} Options */

/** As many plies can be opened at once; a line of simulations may be longer. */
const FOLDS = 8;

/** @param {Explanation} explained @param {Options} options */
export function searchView(explained, options) {
  const { trees, own } = explained;
  if (!trees.length) return { root: el('p', { class: 'quiet-text' }, t('thoughts.noTree')), step: () => {} };
  const all = trees.find(({ algorithm }) => algorithm === 'minimax')?.searched;
  const panels = trees.map((tree) => panelOf(tree, all, options));
  const [{ algorithm }] = trees;
  // Keys step through the last tree: alpha-beta where there are two.
  const last = panels[panels.length - 1];
  return {
    root: el('div', { class: 'search' },
      own && el('p', { class: 'small quiet-text' }, t('thoughts.own', { n: own.nodes }),
        own.best && `, ${t('thoughts.would', { move: options.say(own.best) })}`),
      el('div', { class: `trees of-${trees.length}` }, panels.map(({ root }) => root)),
      el('p', { class: 'small quiet-text' },
        lookahead(trees[0]) ? t('thoughts.legend') : t(`thoughts.legend.${algorithm}`), ' ',
        lookahead(trees[0]) ? t('thoughts.keys') : t('thoughts.keys.tree'))),
    step: last.step,
  };
}

/** @param {SearchTree} tree @param {number | undefined} all positions of minimax @param {Options} options */
function panelOf(tree, all, { say, label, look }) {
  const chosen = el('p', { class: 'small chosen-node', role: 'status' });
  const view = treeView(tree, {
    say, label,
    choose(at) {
      chosen.textContent = view.describe(at);
      void follow(at);
    },
  });
  const steppable = lookahead(tree);
  const steps = steppable ? stepsOf(tree) : [];
  let count = steps.length;
  const at = el('span', { class: 'small' });
  /** @param {string} title @param {'first' | 'back' | 'next' | 'last'} sign @param {() => number} to */
  const button = (title, sign, to) => el('button', {
    class: 'button', type: 'button', 'aria-label': t(title), title: t(title), 'data-step': sign,
    on: { click: () => walk(to()) },
  }, icon(sign));
  const controls = el('div', { class: 'steps', role: 'group', 'aria-label': t('thoughts.steps') },
    button('thoughts.step.first', 'first', () => 1), button('thoughts.step.back', 'back', () => count - 1), at,
    button('thoughts.step.on', 'next', () => (count >= steps.length ? 1 : count + 1)),
    button('thoughts.step.last', 'last', () => steps.length));

  /** @param {number} to */
  function walk(to) {
    count = Math.min(steps.length, Math.max(1, to));
    const step = steps[count - 1];
    const done = count === steps.length;
    view.stand(done ? null : standingAfter(tree, steps, count), done ? 0 : step.node);
    const node = tree.nodes[step.node];
    const move = node.move ? say(node.move) : t('thoughts.root');
    const kind = step.kind === 'leave' && steps[count - 2]?.node === step.node ? 'leaf' : step.kind;
    const value = valueText(node.value, '?');
    chosen.textContent = done ? t('thoughts.step.done', { value: valueText(tree.nodes[0].value, '?') })
      : t(`thoughts.step.${kind}`, { move, value });
    announce(chosen.textContent);
    sayWhere();
    void follow(done ? 0 : step.node);
  }
  /** The board goes along; where it cannot, it is said here too, since it may be out of sight. @param {number} to */
  async function follow(to) {
    const said = chosen.textContent;
    const why = await look(view.path(to));
    if (why && chosen.textContent === said) chosen.append(' ', el('span', { class: 'wrong' }, why));
  }
  function sayWhere() {
    at.textContent = t('thoughts.step.at', { n: count, all: steps.length });
  }
  sayWhere();

  const folds = [];
  for (let plies = 1; plies <= Math.min(tree.recorded_plies, FOLDS); plies++) {
    const title = t('thoughts.unfold', { n: plies });
    folds.push(el('button', {
      class: 'button', type: 'button', title, 'aria-label': title, 'data-plies': plies,
      on: { click: () => view.unfold(plies) },
    }, String(plies)));
  }
  const numbers = [
    visited(tree) ? t('thoughts.simulated', { n: tree.searched }) : t('thoughts.searched', { n: tree.searched }),
    tree.algorithm === 'alphabeta' && t('thoughts.cuts', { n: tree.cut }),
    tree.algorithm === 'alphabeta' && all && t('thoughts.saved', { n: Math.round((100 * tree.searched) / all) }),
    tree.best && t('thoughts.would', { move: say(tree.best) }),
  ].filter(Boolean);
  const root = el('section', { class: 'tree-panel', 'data-algorithm': tree.algorithm },
    el('h3', {}, nameOf(tree)),
    el('p', { class: 'tree-numbers' }, numbers.join(' · ')),
    !tree.complete && el('p', { class: 'small note wrong' }, t('thoughts.broken', { n: tree.searched })),
    tree.recorded_plies < tree.by_ply.length
      && el('p', { class: 'small quiet-text' }, t('thoughts.partly', { n: tree.recorded_plies })),
    el('div', { class: 'tree-tools' }, steppable && controls,
      el('div', { class: 'folds', role: 'group', 'aria-label': t('thoughts.depth') }, folds)),
    view.root, chosen);
  return {
    root,
    step(/** @type {1 | -1} */ way) {
      if (steppable) walk(way > 0 && count >= steps.length ? 1 : count + way);
    },
  };
}

/** @param {SearchTree} tree */
const nameOf = (tree) => (document.documentElement.lang === 'fr' ? tree.name.fr : tree.name.en);
