// The tree of a studied game: main line, variations, comments, marks. Data and pure functions: every change gives a new
// tree, and the page only draws it.

/**
 * A move, or with id 0 the beginning. The first of its children continues the line.
 * @typedef {{ id: number, parent: number, move: string, mark: string, comment: string, children: number[] }} TreeNode
 */

/** @typedef {{ nodes: Readonly<Record<number, TreeNode>>, next: number }} Tree */

/** A move as the server reads and writes it: `after` is the number of the move before, from 1; 0 for the beginning.
 * @typedef {{ after: number, move: string, mark: string, comment: string }} StudyMove */

/** What can be said of a move. */
export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

export const ROOT = 0;

/** A tree without moves. @param {string} [comment] @returns {Tree} */
export const emptyTree = (comment = '') => ({
  nodes: { 0: { id: 0, parent: 0, move: '', mark: '', comment, children: [] } }, next: 1,
});

/** @param {Tree} tree @param {TreeNode[]} changed @returns {Tree} */
const changedBy = (tree, changed) => ({
  ...tree, nodes: { ...tree.nodes, ...Object.fromEntries(changed.map((node) => [node.id, node])) },
});

/**
 * Plays a move after a node: finds it there, or adds it as the last of the variations.
 * @param {Tree} tree @param {number} at @param {string} move
 * @returns {{ tree: Tree, id: number }}
 */
export function addMove(tree, at, move) {
  const parent = tree.nodes[at];
  const known = parent.children.find((child) => tree.nodes[child].move === move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.next;
  /** @type {TreeNode} */
  const node = { id, parent: at, move, mark: '', comment: '', children: [] };
  const grown = changedBy(tree, [node, { ...parent, children: [...parent.children, id] }]);
  return { tree: { ...grown, next: id + 1 }, id };
}

/** Plays several moves in turn. @param {Tree} tree @param {number} at @param {string[]} moves */
export function addLine(tree, at, moves) {
  for (const move of moves) ({ tree, id: at } = addMove(tree, at, move));
  return { tree, id: at };
}

/** The nodes from the first move to this one. @param {Tree} tree @param {number} id @returns {TreeNode[]} */
export function pathTo(tree, id) {
  const path = [];
  for (let at = tree.nodes[id]; at && at.id !== ROOT; at = tree.nodes[at.parent]) path.push(at);
  return path.reverse();
}

/** The moves that lead to a node. @param {Tree} tree @param {number} id */
export const movesTo = (tree, id) => pathTo(tree, id).map(({ move }) => move);

/** How many moves lead to a node. @param {Tree} tree @param {number} id */
export const depthOf = (tree, id) => pathTo(tree, id).length;

/** The nodes that continue the line after this one. @param {Tree} tree @param {number} [id] @returns {TreeNode[]} */
export function lineAfter(tree, id = ROOT) {
  const line = [];
  for (let next = tree.nodes[id].children[0]; next !== undefined; next = tree.nodes[next].children[0]) {
    line.push(tree.nodes[next]);
  }
  return line;
}

/** The last node of the line through this one. @param {Tree} tree @param {number} [id] */
export const endOf = (tree, id = ROOT) => lineAfter(tree, id).at(-1)?.id ?? id;

/** The node of the main line after so many moves, or its last. @param {Tree} tree @param {number} epoch */
export const mainAt = (tree, epoch) => (epoch <= 0 ? ROOT : lineAfter(tree).slice(0, epoch).at(-1)?.id ?? ROOT);

/** Whether a node is on the main line. @param {Tree} tree @param {number} id */
export const isMain = (tree, id) =>
  pathTo(tree, id).every((node) => tree.nodes[node.parent].children[0] === node.id);

/** A neighbour among the moves that could have been played instead. @param {Tree} tree @param {number} id
 * @param {1 | -1} step @returns {number | null} */
export function sibling(tree, id, step) {
  if (id === ROOT) return null;
  const all = tree.nodes[tree.nodes[id].parent].children;
  return all[all.indexOf(id) + step] ?? null;
}

/** Makes a variation one better: the line through this node comes before the one that it left.
 * @param {Tree} tree @param {number} id @returns {Tree} */
export function promote(tree, id) {
  const branch = pathTo(tree, id).findLast((node) => tree.nodes[node.parent].children[0] !== node.id);
  return branch ? first(tree, branch) : tree;
}

/** Makes the line through this node the main line. @param {Tree} tree @param {number} id @returns {Tree} */
export const toMainLine = (tree, id) => pathTo(tree, id).reduce(first, tree);

/** @param {Tree} tree @param {TreeNode} node @returns {Tree} */
function first(tree, { id, parent }) {
  const above = tree.nodes[parent];
  return changedBy(tree, [{ ...above, children: [id, ...above.children.filter((child) => child !== id)] }]);
}

/** Deletes a node and all that follows; the beginning stays. @param {Tree} tree @param {number} id
 * @returns {{ tree: Tree, at: number }} */
export function remove(tree, id) {
  if (id === ROOT) return { tree: emptyTree(tree.nodes[ROOT].comment), at: ROOT };
  const { parent } = tree.nodes[id];
  /** @type {Record<number, TreeNode>} */
  const nodes = { ...tree.nodes };
  const gone = [id];
  for (let node = gone.pop(); node !== undefined; node = gone.pop()) {
    gone.push(...nodes[node].children);
    delete nodes[node];
  }
  const above = nodes[parent];
  nodes[parent] = { ...above, children: above.children.filter((child) => child !== id) };
  return { tree: { ...tree, nodes }, at: parent };
}

/** @param {Tree} tree @param {number} id @param {{ mark?: string, comment?: string }} said @returns {Tree} */
export function annotate(tree, id, said) {
  if (said.mark && !MARKS.includes(said.mark)) throw new Error(`no mark: ${said.mark}`);
  return changedBy(tree, [{ ...tree.nodes[id], ...said }]);
}

/** @param {StudyMove[]} moves @param {string} [comment] @returns {Tree} */
export function fromMoves(moves, comment = '') {
  /** @type {Record<number, TreeNode>} */
  const nodes = { 0: { id: 0, parent: 0, move: '', mark: '', comment, children: [] } };
  moves.forEach(({ after, move, mark, comment: said }, index) => {
    if (!nodes[after]) throw new Error('a move follows nothing');
    nodes[index + 1] = { id: index + 1, parent: after, move, mark: mark ?? '', comment: said ?? '', children: [] };
    nodes[after].children.push(index + 1);
  });
  return { nodes, next: moves.length + 1 };
}

/** The moves as the server reads them: each after the one that it follows. @param {Tree} tree @returns {StudyMove[]} */
export function toMoves(tree) {
  /** @type {StudyMove[]} */
  const moves = [];
  const open = [[ROOT, 0]];
  for (let item = open.pop(); item; item = open.pop()) {
    const [id, number] = item;
    const numbers = tree.nodes[id].children.map((child) => {
      const { move, mark, comment } = tree.nodes[child];
      return [child, moves.push({ after: number, move, mark, comment })];
    });
    open.push(...numbers.reverse());
  }
  return moves;
}

/** Whether there is nothing but a main line without remarks. @param {Tree} tree */
export const isPlain = (tree) => Object.values(tree.nodes)
  .every((node) => node.children.length <= 1 && !node.mark && !node.comment);
