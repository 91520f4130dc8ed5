// The tree of a study: pure functions, tested without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  ROOT, addLine, addMove, annotate, depthOf, emptyTree, endOf, fromMoves, isMain, isPlain, lineAfter, mainAt, movesTo,
  promote, remove, sibling, toMainLine, toMoves,
} from '../../web/study/tree.js';

/** 4 4 3, with 2 2 and 1 in place of the second 4. */
function sample() {
  let { tree, id } = addLine(emptyTree(), ROOT, ['4', '4', '3']);
  const last = id;
  const first = mainAt(tree, 1);
  ({ tree, id } = addLine(tree, first, ['2', '2']));
  const side = id;
  ({ tree, id } = addMove(tree, first, '1'));
  return { tree, first, last, side, third: id };
}

/** @param {import('../../web/study/tree.js').Tree} tree */
const main = (tree) => lineAfter(tree).map(({ move }) => move).join('');

test('a move that is there is found again; another makes a variation', () => {
  const { tree, first, last, side, third } = sample();
  assert.equal(main(tree), '443');
  assert.deepEqual(movesTo(tree, side), ['4', '2', '2']);
  assert.equal(addMove(tree, first, '2').tree, tree, 'nothing changed');
  assert.equal(depthOf(tree, third), 2);
  assert.ok(isMain(tree, last) && isMain(tree, ROOT) && !isMain(tree, side));
  assert.equal(endOf(tree), last);
  assert.equal(mainAt(tree, 99), last);
  assert.ok(!isPlain(tree) && isPlain(addLine(emptyTree(), ROOT, ['4']).tree));
});

test('variations are promoted by one, or made the main line', () => {
  const { tree, side, third } = sample();
  assert.equal(main(promote(tree, side)), '422');
  assert.equal(main(promote(tree, ROOT)), '443');
  const deep = addLine(tree, side, ['7']).tree;
  const inner = addMove(deep, mainAt(toMainLine(deep, side), 3), '6');
  assert.equal(main(promote(inner.tree, inner.id)), '443', 'only within its own variation');
  assert.equal(main(toMainLine(inner.tree, inner.id)), '4226');
  assert.equal(main(toMainLine(tree, third)), '41');
});

test('deleting takes all that follows, and nothing else', () => {
  const { tree, first, side, third } = sample();
  const cut = remove(tree, mainAt(tree, 2));
  assert.equal(cut.at, first);
  assert.equal(main(cut.tree), '422');
  assert.equal(Object.keys(cut.tree.nodes).length, 5);
  assert.equal(remove(tree, ROOT).tree.nodes[ROOT].children.length, 0);
  assert.equal(main(tree), '443', 'the old tree is as it was');
  assert.equal(sibling(tree, third, -1), tree.nodes[side].parent);
  assert.equal(sibling(tree, third, 1), null);
  assert.equal(sibling(tree, ROOT, 1), null);
});

test('marks and comments are kept, and other marks refused', () => {
  const { tree, side } = sample();
  const said = annotate(tree, side, { mark: '?!', comment: 'hm' });
  assert.deepEqual([said.nodes[side].mark, said.nodes[side].comment], ['?!', 'hm']);
  assert.equal(tree.nodes[side].mark, '');
  assert.throws(() => annotate(tree, side, { mark: '+-' }));
});

test('what is sent to the server comes back the same', () => {
  const { tree, side } = sample();
  const said = annotate(annotate(tree, side, { mark: '!!' }), ROOT, { comment: 'begin' });
  const moves = toMoves(said);
  assert.ok(moves.every(({ after }, index) => after <= index), 'each after the one that it follows');
  const back = fromMoves(moves, 'begin');
  assert.deepEqual(toMoves(back), moves);
  assert.equal(main(back), '443');
  assert.throws(() => fromMoves([{ after: 3, move: '4', mark: '', comment: '' }]));
  const deep = addLine(emptyTree(), ROOT, Array.from({ length: 5000 }, () => '1')).tree;
  assert.equal(toMoves(deep).length, 5000, 'a long line needs no deep stack');
});
