// Planned moves without a page: what is due when the turn comes.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Premoves } from '../../web/boards/shared/premoves.js';

test('plans wait until they are armed, and play one at a time', () => {
  const plans = new Premoves();
  plans.toggle();
  assert.equal(plans.armed, false, 'nothing to play');
  plans.add('a');
  plans.add('b');
  plans.add('a');
  assert.deepEqual(plans.moves, ['a', 'b']);
  assert.equal(plans.due(() => true), null, 'a sketch stays a sketch');
  plans.toggle();
  assert.deepEqual(plans.due((move) => move === 'a'), { play: 'a' });
  assert.deepEqual([plans.moves, plans.armed], [['b'], true]);
  assert.deepEqual(plans.due(() => true), { play: 'b' });
  assert.deepEqual([plans.moves, plans.armed, plans.due(() => true)], [[], false, null]);
});

test('a plan that is no longer legal ends them all', () => {
  const plans = new Premoves();
  plans.add('a');
  plans.add('b');
  plans.toggle();
  assert.deepEqual(plans.due((move) => move === 'b'), { lost: 'a' });
  assert.deepEqual([plans.moves, plans.armed], [[], false]);
});

test('what a new position forbids is dropped', () => {
  const plans = new Premoves();
  plans.add('a');
  plans.add('b');
  plans.toggle();
  plans.keep((move) => move === 'b');
  assert.deepEqual([plans.moves, plans.armed], [['b'], true]);
  plans.clear();
  assert.equal(plans.armed, false);
});
