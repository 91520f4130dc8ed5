// A search tree drawn from left to right: a row for every leaf that is shown, a column for every ply. Branches open
// and close; when there are too many rows for words, nodes become dots.

import { t } from '../i18n/index.js';
import { el, refill, svg } from '../ui/dom.js';
import { valueNumber, valueText } from './value.js';

/** @import { Score, SearchNode, SearchTree } from '../types.js' */
/** @import { Standing } from './steps.js' */

/** Rows are so high with words, and so high without. */
const ROW = 24;
const DOT_ROW = 5;
/** More rows than this are drawn without words. */
const MANY = 700;
/** How far apart plies stand; α and β take room of their own. */
const COLUMN = { words: 124, visits: 150, window: 196, dots: 96 };
/** A column has room for so many letters of a move, and grows for as many as these. */
const LETTERS = { fit: 9, most: 18, width: 6 };
/** So many leaves are open at first. */
const AT_FIRST = 60;

/** @typedef {{ x: number, y: number }} Spot */

/**
 * @param {SearchTree} tree
 * @param {{ say: (move: string) => string, label: (move: string) => string, choose: (node: number) => void }} options
 */
export function treeView(tree, { say, label, choose }) {
  const { nodes } = tree;
  /** @type {number[][]} */
  const below = nodes.map(() => []);
  nodes.forEach((node, at) => { if (node.parent !== undefined) below[node.parent].push(at); });
  const line = principal(tree, below);
  const open = new Set(firstOpen(below, line));
  let chosen = 0;
  /** What a step shows; null when the whole search is shown. @type {Map<number, Standing> | null} */
  let standing = null;
  const narrow = tree.algorithm === 'alphabeta' ? COLUMN.window : visited(tree) ? COLUMN.visits : COLUMN.words;
  const letters = Math.min(LETTERS.most, Math.max(...nodes.map(({ move }) => (move ? label(move).length : 0))));
  const wide = narrow + Math.max(0, letters - LETTERS.fit) * LETTERS.width;
  const rival = lookahead(tree);
  /** Where the words of a node end, and its branches begin. */
  const end = narrow - 62;
  const drawing = svg('svg', { class: 'tree', role: 'img', 'aria-label': t('thoughts.tree') });
  const frame = el('div', {
    class: 'tree-frame', tabindex: 0, role: 'application', 'aria-label': t('thoughts.tree.keys'),
    on: { keydown: keys, click: clicked },
  }, drawing);

  /** Where every node that is shown stands. @returns {{ spots: Map<number, Spot>, rows: number }} */
  function layout() {
    const spots = new Map();
    let rows = 0;
    // Without recursion: a line may be as long as a game.
    const stack = [{ at: 0, left: false }];
    while (stack.length) {
      const { at, left } = /** @type {{ at: number, left: boolean }} */ (stack.pop());
      const shown = open.has(at) ? below[at].filter((child) => !standing || standing.has(child)) : [];
      if (left) {
        const ys = shown.map((child) => /** @type {Spot} */ (spots.get(child)).y);
        spots.set(at, { x: nodes[at].ply, y: (ys[0] + ys[ys.length - 1]) / 2 });
      } else if (shown.length) {
        stack.push({ at, left: true });
        for (let i = shown.length - 1; i >= 0; i--) stack.push({ at: shown[i], left: false });
      } else spots.set(at, { x: nodes[at].ply, y: rows++ });
    }
    return { spots, rows };
  }

  function draw() {
    const { spots, rows } = layout();
    const dots = rows > MANY;
    const [row, column] = dots ? [DOT_ROW, COLUMN.dots] : [ROW, wide];
    const place = (/** @type {number} */ at) => {
      const { x, y } = /** @type {Spot} */ (spots.get(at));
      return { x: 16 + x * column, y: 8 + (y + 0.5) * row };
    };
    const deepest = Math.max(...[...spots.values()].map(({ x }) => x));
    const [width, height] = [(deepest + 1) * column + 60, rows * row + 16];
    drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
    drawing.setAttribute('width', String(width));
    drawing.setAttribute('height', String(height));
    drawing.classList.toggle('dots', dots);
    /** @type {Node[]} */
    const parts = [];
    // Lines lie under everything.
    for (const at of spots.keys()) {
      const { parent } = nodes[at];
      if (parent === undefined) continue;
      const [from, to] = [place(parent), place(at)];
      const start = from.x + (nodes[parent].parent === undefined ? 56 : end);
      const bend = (start + to.x - 20) / 2;
      parts.push(svg('path', {
        class: `branch${nodes[at].cut ? ' cut' : ''}${line.has(at) && !standing ? ' best' : ''}`,
        d: dots ? `M${from.x} ${from.y}L${to.x} ${to.y}`
          : `M${start} ${from.y}C${bend} ${from.y} ${bend} ${to.y} ${to.x - 20} ${to.y}H${to.x - 8}`,
      }));
    }
    for (const at of spots.keys()) parts.push(dots ? dot(at, place(at)) : node(at, place(at)));
    refill(drawing, parts);
  }

  /** @param {number} at */
  const valueOf = (at) => (standing ? standing.get(at)?.value : nodes[at].value);

  /** @param {number} at */
  const classOf = (at) => [
    'node', nodes[at].cut ? 'cut' : nodes[at].seat === undefined ? (rival ? 'end' : 'leaf')
      : nodes[at].max ? 'max' : 'min',
    at === chosen ? 'chosen' : '', line.has(at) && !standing ? 'best' : '',
    below[at].length ? (open.has(at) ? 'open' : 'shut') : '',
  ].filter(Boolean).join(' ');

  /** @param {number} at @param {Spot} spot */
  const dot = (at, { x, y }) => svg('circle', { class: classOf(at), cx: x, cy: y, r: 2, 'data-node': at });

  /** @param {number} at @param {Spot} spot */
  function node(at, { x, y }) {
    const each = nodes[at];
    const own = standing?.get(at) ?? each;
    const window = tree.algorithm === 'alphabeta' && each.parent !== undefined && !each.cut
      ? `${valueText(own.alpha, '−∞')} ${valueText(own.beta, '+∞')}` : '';
    const rest = below[at].length && !open.has(at) ? `+${each.below || below[at].length}`
      : !below[at].length && each.below && each.visits === undefined ? `… ${each.below}` : '';
    return svg('g', { class: classOf(at), transform: `translate(${x} ${y})`, 'data-node': at },
      svg('rect', { class: 'reach', x: -9, y: 1 - ROW / 2, width: end + 12, height: ROW - 2 }),
      svg('path', { class: 'sign', d: signOf(each, rival) }),
      each.move && svg('text', { class: 'move', x: -10, y: -4, 'text-anchor': 'end' }, shorten(label(each.move))),
      svg('text', { class: 'value', x: 10, y: 4 }, each.cut ? '✂' : valueText(valueOf(at), standing ? '…' : '?')),
      window && svg('text', { class: 'window', x: 56, y: 4 }, window),
      each.visits !== undefined && svg('text', { class: 'window', x: 46, y: 4 }, `× ${each.visits}`),
      rest && svg('text', { class: 'rest', x: end - 2, y: -3, 'text-anchor': 'start' }, rest),
      svg('title', {}, describe(at)));
  }

  /** A node in a sentence. @param {number} at */
  function describe(at) {
    const each = nodes[at];
    const move = each.move ? say(each.move) : t('thoughts.root');
    if (each.cut) return t('thoughts.node.cut', { move });
    const parts = [move];
    const kind = each.seat === undefined ? 'end' : each.max ? 'max' : 'min';
    if (rival) parts.push(t(`thoughts.node.${kind}`));
    parts.push(`${t('thoughts.value')} ${valueText(valueOf(at), '?')}`);
    if (tree.algorithm === 'alphabeta' && each.parent !== undefined) {
      parts.push(`α ${valueText(each.alpha, '−∞')}`, `β ${valueText(each.beta, '+∞')}`);
    }
    if (each.visits !== undefined) parts.push(t('thoughts.visits', { n: each.visits }));
    else if (each.below) parts.push(t('thoughts.below', { n: each.below }));
    return parts.join(', ');
  }

  /** @param {number} at */
  function pick(at) {
    chosen = at;
    draw();
    reveal(at);
    choose(at);
  }

  /** Brings a node into sight. @param {number} at */
  function reveal(at) {
    const spot = drawing.querySelector(`[data-node="${at}"]`)?.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    if (!spot) return;
    const above = spot.top - box.top;
    if (above < 20 || spot.bottom > box.bottom - 20) frame.scrollTop += above - box.height / 2;
    if (spot.left < box.left || spot.right > box.right) frame.scrollLeft += spot.left - box.left - box.width / 3;
  }

  /** @param {number} at */
  function toggle(at) {
    if (!below[at].length) return;
    if (open.has(at)) open.delete(at);
    else open.add(at);
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const hit = /** @type {Element} */ (event.target).closest?.('[data-node]');
    if (!hit) return;
    const at = Number(hit.getAttribute('data-node'));
    if (at === chosen || !open.has(at)) toggle(at);
    pick(at);
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { parent } = nodes[chosen];
    const beside = parent === undefined ? [] : below[parent];
    const index = beside.indexOf(chosen);
    /** @type {Record<string, () => number | undefined>} */
    const ways = {
      ArrowUp: () => beside[index - 1],
      ArrowDown: () => beside[index + 1],
      ArrowLeft: () => parent,
      ArrowRight: () => { open.add(chosen); return below[chosen][0]; },
      Enter: () => { toggle(chosen); return chosen; },
      ' ': () => { toggle(chosen); return chosen; },
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = way();
    if (next !== undefined) pick(next);
  }

  draw();
  // Once it stands in the page, its root is in sight.
  requestAnimationFrame(() => reveal(0));
  return {
    root: frame,
    describe,
    /** The moves from the root to a node. @param {number} at @returns {string[]} */
    path(at) {
      const moves = [];
      for (let each = at; nodes[each].parent !== undefined; each = /** @type {number} */ (nodes[each].parent)) {
        moves.unshift(/** @type {string} */ (nodes[each].move));
      }
      return moves;
    },
    /** Opens so many plies, and closes what is below. @param {number} plies */
    unfold(plies) {
      open.clear();
      nodes.forEach((each, at) => { if (each.ply < plies && below[at].length) open.add(at); });
      draw();
      reveal(chosen);
    },
    /**
     * Shows what the search knew after a step, or all of it again.
     * @param {Map<number, Standing> | null} known @param {number} [at]
     */
    stand(known, at) {
      standing = known;
      if (at !== undefined) {
        chosen = at;
        for (let each = nodes[at].parent; each !== undefined; each = nodes[each].parent) open.add(each);
        open.add(at);
      }
      draw();
      if (at !== undefined) reveal(at);
    },
  };
}

/** Whether a tree is a lookahead's for two sides, recorded in the order of its search. @param {SearchTree} tree */
export const lookahead = ({ algorithm }) => algorithm === 'minimax' || algorithm === 'alphabeta';

/** Whether a tree was grown by simulations, which count their visits. @param {SearchTree} tree */
export const visited = ({ nodes }) => nodes[0]?.visits !== undefined;

/**
 * What was not looked beyond is a dot; in a lookahead that is the end of a game.
 * @param {SearchNode} node @param {boolean} rival
 */
const signOf = (node, rival) => (node.cut ? 'M-5 -5L5 5M5 -5L-5 5'
  : node.seat === undefined ? (rival ? 'M-5 -5H5V5H-5z' : 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z')
    : node.max ? 'M0 -6L6 5H-6z' : 'M0 6L6 -5H-6z');

/** @param {string} move */
const shorten = (move) => (move.length > LETTERS.most ? `${move.slice(0, LETTERS.most - 1)}…` : move);

/**
 * The line that both sides would play: from each node on to the one that gave it its value.
 * @param {SearchTree} tree @param {number[][]} below
 */
function principal(tree, below) {
  const line = new Set([0]);
  let at = 0;
  for (;;) {
    const { value, max } = tree.nodes[at];
    const found = below[at].filter((child) => !tree.nodes[child].cut && tree.nodes[child].value !== undefined);
    /** @type {number | undefined} */
    let next;
    if (at === 0 && tree.best) next = found.find((child) => tree.nodes[child].move === tree.best);
    else if (visited(tree)) {
      next = found.toSorted((a, b) => (tree.nodes[b].visits ?? 0) - (tree.nodes[a].visits ?? 0))[0];
    } else {
      const number = (/** @type {number} */ child) => valueNumber(/** @type {Score} */ (tree.nodes[child].value));
      const goal = value === undefined ? undefined : valueNumber(value);
      next = found.find((child) => number(child) === goal)
        ?? found.toSorted((a, b) => (max ? number(b) - number(a) : number(a) - number(b)))[0];
    }
    if (next === undefined) return line;
    line.add(next);
    at = next;
  }
}

/**
 * What is open at first: whole plies as long as they are few, and the line that would be played.
 * @param {number[][]} below @param {Set<number>} line
 */
function firstOpen(below, line) {
  let open = [0];
  let ply = [0];
  for (;;) {
    const next = ply.flatMap((at) => below[at]);
    if (!next.length || next.reduce((sum, at) => sum + Math.max(1, below[at].length), 0) > AT_FIRST) break;
    open = open.concat(next);
    ply = next;
  }
  return [...new Set([...open, ...line])].filter((at) => below[at].length);
}
