// The hand that feeds the well: what is held down becomes inputs, with no surprises.

import assert from 'node:assert/strict';
import test from 'node:test';

import { actionsOf, keyOf, keysOf, remap } from '../../web/arcade/keys.js';
import { Machine } from '../../web/arcade/machine.js';
import { Replay } from '../../web/arcade/run.js';
import { SoloGame } from '../../web/arcade/solo.js';
import { effectsOf } from '../../web/boards/tetris/effects.js';
import { engine } from '../../web/boards/tetris/engine.js';
import { Hand } from '../../web/boards/tetris/hand.js';
import { nameOf } from '../../web/boards/tetris/paths.js';
import { Well } from '../../web/boards/tetris/well.js';

/** @param {Partial<import('../../web/boards/tetris/well.js').Setup & { seed: number }>} [some] */
const well = (some) => Well.begin({
  rules: 'modern', width: 10, height: 20, mode: 'practice', first: 1, seed: 7, ...some,
});

/** The inputs of so many ticks, a text each. @param {Hand} hand @param {Well} at @param {number} ticks */
const feed = (hand, at, ticks) => Array.from({ length: ticks }, () => {
  const ops = hand.inputs(at);
  at.tick(ops);
  return ops;
});

test('a tap is one step, however short; holding waits, then repeats', () => {
  const hand = new Hand({ das: 5, arr: 2, soft: 30 });
  const at = well();
  hand.press('left');
  hand.release('left');
  assert.deepEqual(feed(hand, at, 3), ['L', '', ''], 'pressed and let go between two ticks');
  hand.press('right');
  assert.deepEqual(feed(hand, at, 10), ['R', '', '', '', '', 'R', '', 'R', '', 'R']);
  hand.release('right');
  assert.deepEqual(feed(hand, at, 2), ['', '']);
});

test('both directions: the last pressed wins, and the other takes over without waiting anew', () => {
  const hand = new Hand({ das: 4, arr: 1, soft: 30 });
  const at = well();
  hand.press('left');
  feed(hand, at, 8);
  hand.press('right');
  assert.deepEqual(feed(hand, at, 3), ['R', '', ''], 'right has its own wait');
  hand.release('right');
  assert.deepEqual(feed(hand, at, 2), ['L', 'L'], 'left has served its own');
  hand.press('right');
  hand.release('left');
  assert.deepEqual(feed(hand, at, 1), ['R'], 'letting go of the one that waits changes nothing');
});

test('without repeat it goes to the wall at once; soft drop likewise to the floor, and never locks', () => {
  const hand = new Hand({ das: 2, arr: 0, soft: 0 });
  const at = well();
  hand.press('left');
  feed(hand, at, 4);
  assert.ok(!at.fits(at.piece, at.facing, at.x - 1, at.y));
  hand.press('soft');
  feed(hand, at, 1);
  assert.equal(at.y, at.ghost);
  assert.equal(at.pieces, 0);
});

test('soft drop by rows a second; in the report’s rules it must be pressed anew for the next piece', () => {
  const hand = new Hand({ das: 5, arr: 2, soft: 30 });
  const at = well({ rules: 'report', height: 22 });
  hand.press('soft');
  const ops = feed(hand, at, 20).join('');
  assert.equal(ops.length, 11, 'at once, then thirty a second');
  hand.hear([/** @type {any} */ ({ type: 'locked' })], at);
  assert.deepEqual(feed(hand, at, 4), ['', '', '', '']);
});

test('several things in one tick keep their order', () => {
  const hand = new Hand();
  for (const action of ['hold', 'cw', 'left', 'ccw', 'hard']) hand.press(action);
  assert.equal(hand.inputs(well()), 'XCLAH');
});

test('keys: letters by what stands on them, a new key leaves its old place, both layouts whole', () => {
  /** @param {string} name @param {string} code */
  const key = (name, code) => keyOf(/** @type {any} */ ({ key: name, code }));
  assert.equal(key('a', 'KeyQ'), 'A', 'a French keyboard');
  assert.equal(key('я', 'KeyZ'), 'Z', 'a Russian one');
  assert.equal(key(' ', 'Space'), 'Space');
  assert.equal(key('&', 'Digit1'), 'Digit1');
  const keys = remap(keysOf(engine, 'usual'), 'left', 0, 'X');
  assert.deepEqual(keys.left, ['X']);
  assert.deepEqual(keys.cw, ['ArrowUp']);
  assert.deepEqual(remap(keys, 'left', 1, 'ArrowLeft').left, ['X', 'ArrowLeft']);
  for (const id of Object.keys(engine.layouts)) {
    const layout = keysOf(engine, id);
    assert.deepEqual(Object.keys(layout).sort(), actionsOf(engine).sort());
    const all = Object.values(layout).flat();
    assert.equal(new Set(all).size, all.length);
  }
});

test('undo takes back piece by piece, and the run forgets what was undone', () => {
  const header = { rules: 'modern', width: 10, height: 20, mode: 'practice', first: 1, seed: '9', name: '' };
  const game = new SoloGame(engine, header, true);
  const states = [game.state.save()];
  for (const ops of ['LLH', 'RRCH', 'XH']) {
    game.tick(ops);
    for (let i = 0; i < 5; i++) game.tick('');
    states.push('');
  }
  assert.equal(game.state.decisions, 3);
  game.tick('L');
  assert.ok(game.undo());
  assert.equal(game.state.decisions, 2);
  game.tick('RH');
  assert.equal(new Replay(game.run).finish().save(), game.state.save(), 'the run leads to where we are');
  while (game.state.decisions) game.undo();
  assert.equal(game.state.save(), states[0]);
  assert.deepEqual(game.run.inputs, []);
});

test('the machine does what was thought, tick by tick, and the coach says what it does to the well', async () => {
  const at = well({ seed: 3 });
  const lowest = at.clone();
  lowest.tick('LLL');
  const move = nameOf('modern', { piece: at.piece, facing: 0, x: lowest.x, y: lowest.ghost, spin: false });
  const machine = new Machine(engine, { think: async () => move, failed: (error) => { throw error; } });
  machine.play('anyone', true);
  machine.pace = 'quick';
  machine.attend(at);
  await Promise.resolve();
  assert.equal(machine.moveFor(at), move);
  const why = effectsOf(at, move);
  assert.ok(why);
  assert.equal(why.lines, 0);
  assert.equal(why.column, Math.min(...why.squares.map(([x]) => x)) + 1);
  let ops = '';
  for (let i = 0; i < 30 && !at.pieces; i++) {
    const now = machine.inputs(at);
    ops += now;
    at.tick(now);
  }
  assert.equal(at.pieces, 1);
  assert.match(ops, /^[LRCA]*H$/);
  assert.equal(machine.plays, false, 'one piece was asked for');
  assert.equal(effectsOf(at, 'nonsense'), null);

  // Nine columns of four rows: a line lying at the left end leaves the shaft open, one lying across it makes holes.
  const stack = JSON.parse(at.save());
  stack.rows = Array(4).fill('GGGGGGGGG.');
  stack.piece = 'I';
  stack.used = false;
  const deep = Well.load(JSON.stringify(stack));
  const gap = { piece: 0, facing: 1, x: 7, y: 0, spin: false };
  const filled = effectsOf(deep, nameOf('modern', gap));
  assert.ok(filled);
  assert.deepEqual([filled.lines, filled.holes, filled.height, filled.lower, filled.shaft], [4, 0, 0, 4, 0]);
  assert.equal(effectsOf(deep, nameOf('modern', { ...gap, facing: 0, x: 0, y: 2 }))?.shaft, 10);
  assert.equal(effectsOf(deep, nameOf('modern', { ...gap, facing: 0, x: 6, y: 2 }))?.holes, 4);
});
