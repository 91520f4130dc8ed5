// The states of the boards, without a browser: what a pointer or a cursor means, and what is shown.

import assert from 'node:assert/strict';
import test from 'node:test';

import * as connect4 from '../../web/boards/connect4/state.js';
import * as quoridor from '../../web/boards/quoridor/state.js';
import { arrow, moveCursor } from '../../web/boards/shared/keys.js';
import { outlinePath, parseSquare, squareName } from '../../web/boards/shared/squares.js';
import { conflictAfter } from '../../web/boards/tigris/news.js';

/** @import { BoardState } from '../../web/types.js' */

/** @param {any} view @param {Partial<BoardState>} [more] @returns {BoardState} */
const shown = (view, more = {}) => ({
  view, legal: [], turn: 0, hand: 0, pending: null, hint: null, scores: [], seats: ['Ada', 'Léo'], still: true, ...more,
});

test('squares by name, the cursor on the board, the line around squares', () => {
  assert.deepEqual(parseSquare('e10'), [4, 9]);
  assert.equal(squareName(4, 9), 'e10');
  assert.deepEqual(moveCursor([0, 3], arrow('ArrowLeft') ?? [0, 0], [8, 8]), [0, 3], 'it stays on the board');
  assert.deepEqual(moveCursor([0, 3], arrow('ArrowUp') ?? [0, 0], [8, 8]), [0, 4]);
  assert.equal(arrow('Enter'), null);
  assert.equal(outlinePath([[0, 0], [100, 0]]).match(/M/g)?.length, 6, 'none between neighbours');
});

test('connect four: the disc that waits, where one would land, the line that won', () => {
  const view = { width: 7, height: 6, columns: [[0], [], [], [], [], [], [1]], last: null, line: [] };
  const state = connect4.newState(shown(view, { legal: ['1', '2'], pending: '1', turn: 1 }));
  assert.deepEqual([...connect4.discs(state).keys()], ['0,0 0', '6,0 1', '0,1 1']);
  assert.equal(connect4.isLive(state), false, 'one move at a time');
  state.shown = shown(view, { legal: ['1', '2'] });
  state.pointed = 1;
  assert.deepEqual(connect4.previewed(state), { column: 1, hint: false });
  state.pointed = 4;
  assert.equal(connect4.previewed(state), null, 'not a legal move');
  state.shown.hint = '1';
  assert.deepEqual(connect4.previewed(state), { column: 0, hint: true });
  assert.deepEqual(connect4.runs([[0, 0], [1, 1], [2, 2], [3, 3]]), [[0, 0, 3, 3]]);
});

test('quoridor: squares, grooves and crossings by pointer and by cursor, seen from both sides', () => {
  const seat = { left: 10, distance: 8, path: [] };
  const seats = [{ ...seat, pawn: 'e1', goal: 'north' }, { ...seat, pawn: 'e9', goal: 'south' }];
  const view = { size: 9, seats, walls: [{ wall: 'a1h', seat: 0 }], last: null, shut: [] };
  const state = quoridor.newState(shown(view));
  quoridor.receive(state, shown(view, { legal: ['e2'], seat: 0 }));
  const { plan } = state;
  const middle = plan.square('e2');
  assert.equal(quoridor.aimAt(state, middle)?.text, 'e2');
  assert.equal(quoridor.aimAt(state, { x: middle.x + 62, y: middle.y - 40 })?.text, 'e2v', 'the groove to the right');
  assert.equal(quoridor.aimAt(state, { x: middle.x + 40, y: middle.y - 62 })?.text, 'e2h', 'the groove above');
  assert.equal(quoridor.aimAt(state, { x: 0, y: 0 }), null);

  quoridor.startCursor(state);
  quoridor.stepCursor(state, [1, 0]);
  quoridor.stepCursor(state, [0, 1]);
  assert.equal(quoridor.aimOf(state)?.text, 'e1h');
  quoridor.turnWall(state);
  assert.equal(quoridor.aimOf(state)?.text, 'e1v');

  quoridor.flip(state);
  quoridor.receive(state, shown(view));
  assert.equal(state.plan.turned, true);
  assert.ok(state.plan.square('a1').x > state.plan.square('i1').x);
  assert.deepEqual(quoridor.stockOf(state, 0), { left: 10, most: 11 });
  quoridor.receive(state, shown(view, { pending: 'c3h' }));
  assert.deepEqual([...quoridor.wallsShown(state).keys()], ['a1h', 'c3h']);
  assert.deepEqual(quoridor.stockOf(state, 0), { left: 9, most: 11 }, 'one waits for the server');
});

test('tigris: the last conflict from its beginning to the points of the winner, once it is news', () => {
  const says = { en: '', fr: '' };
  /** @type {[number, 'begins' | 'support' | 'won' | 'lost' | null][]} */
  const events = [[0, null], [0, 'begins'], [1, 'support'], [0, 'won'], [1, 'lost'], [0, null], [1, null]];
  const log = events.map(([seat, conflict], number) => ({ number, seat, says, conflict }));
  assert.deepEqual(conflictAfter(log, 0).map(({ number }) => number), [1, 2, 3, 4, 5]);
  assert.deepEqual(conflictAfter(log, 3), [], 'seen already');
});
