// The hand that feeds the well: what is held down becomes inputs, with no surprises.

import assert from 'node:assert/strict';
import test from 'node:test';

import { actionsOf, keyOf, keysOf, remap } from '../../web/arcade/keys.js';
import { Machine } from '../../web/arcade/machine.js';
import { Replay } from '../../web/arcade/run.js';
import { Session } from '../../web/arcade/session.js';
import { SoloGame } from '../../web/arcade/solo.js';
import { effectsOf } from '../../web/boards/tetris/effects.js';
import { engine } from '../../web/boards/tetris/engine.js';
import { Hand } from '../../web/boards/tetris/hand.js';
import { PRESETS, handlingOf, presetOf } from '../../web/boards/tetris/handling.js';
import { nameOf } from '../../web/boards/tetris/paths.js';
import { Well } from '../../web/boards/tetris/well.js';

/** @param {Partial<import('../../web/boards/tetris/well.js').Setup & { seed: number }>} [some] */
const well = (some) => Well.begin({
  rules: 'modern', width: 10, height: 20, mode: 'practice', first: 1, seed: 7, ...some,
});

const TICK = 1000 / 60;
/** A hand with some delays changed, and a clock of its own that begins at 0. */
class Clocked extends Hand {
  /** @param {Partial<import('../../web/boards/tetris/handling.js').Handling>} some */
  constructor(some = {}) {
    super({ ...PRESETS.jstris, ...some });
    this.ticks = 0;
  }

  /** The inputs of so many ticks, a text each. @param {Well} at @param {number} ticks */
  feed(at, ticks) {
    return Array.from({ length: ticks }, () => {
      const ops = this.inputs(at, ++this.ticks * TICK);
      at.tick(ops);
      const news = at.news();
      if (news.length) this.hear(news, at);
      return ops;
    });
  }
}
const plain = (/** @type {string[]} */ all) => all.map((ops) => ops.replace(/@\d+/g, ''));

test('a tap is one step in its part of the tick; holding waits, then repeats, in milliseconds', () => {
  const hand = new Clocked({ das: 50, arr: 20 });
  const at = well();
  hand.press('left', 4.2);
  hand.release('left', 9);
  assert.deepEqual(hand.feed(at, 3), ['@4L', '', ''], 'pressed and let go between two ticks');
  hand.press('right', 50);
  assert.deepEqual(hand.feed(at, 6), ['R', '', '', 'R', '@3R', '@6R'], 'at 100, 120 and 140 ms');
  hand.release('right', 150);
  assert.deepEqual(hand.feed(at, 2), ['', '']);
  const fast = new Clocked({ das: 0, arr: 4 });
  fast.press('left', 0);
  assert.equal(fast.feed(well(), 1)[0], 'LL@3L@7L@11L@15L', 'several columns in a tick');
});

test('both directions: the last pressed wins, and the other takes over without waiting anew', () => {
  const hand = new Clocked({ das: 64, arr: 16 });
  const at = well();
  hand.press('left', 0);
  hand.feed(at, 8);
  hand.press('right', 134);
  assert.deepEqual(plain(hand.feed(at, 3)), ['R', '', ''], 'right has its own wait');
  hand.release('right', 184);
  assert.match(plain(hand.feed(at, 1))[0], /^L+$/, 'left has served its own');
  hand.press('right', 201);
  hand.release('left', 202);
  assert.match(plain(hand.feed(at, 1))[0], /^L?R$/, 'letting go of the one that waits changes nothing');
  assert.deepEqual(hand.feed(at, 2), ['', '']);
});

test('without repeat it goes to the wall at once; soft drop likewise to the floor, and never locks', () => {
  const hand = new Clocked({ das: 30, arr: 0, soft: 0, factor: 0 });
  const at = well();
  hand.press('left', 0);
  hand.feed(at, 4);
  assert.ok(!at.fits(at.piece, at.facing, at.x - 1, at.y));
  hand.press('soft', 70);
  hand.feed(at, 1);
  assert.equal(at.y, at.ghost);
  assert.equal(at.pieces, 0);
  // The direction is still held: the next piece runs in the very tick in which this one is dropped.
  hand.press('hard', 84);
  hand.feed(at, 1);
  assert.equal(at.pieces, 1);
  assert.ok(!at.fits(at.piece, at.facing, at.x - 1, at.y));
});

test('a pause after a turn or a drop (DCD) holds up what repeats', () => {
  const hand = new Clocked({ das: 10, arr: 0, dcd: 40 });
  const at = well();
  hand.press('left', 0);
  hand.feed(at, 2);
  hand.press('hard', 34);
  assert.deepEqual(plain(hand.feed(at, 2)), ['H', '']);
  assert.match(plain(hand.feed(at, 1))[0], /^L+$/, '40 ms later');
});

test('soft drop by milliseconds a row or by gravity; in the report’s rules it must be pressed anew', () => {
  const hand = new Clocked({ soft: 20, factor: 0 });
  const at = well({ rules: 'report', height: 22 });
  hand.press('soft', 0);
  const ops = plain(hand.feed(at, 12)).join('');
  assert.equal(ops.length, 10, 'at once, then every 20 ms of 200');
  hand.hear([/** @type {any} */ ({ type: 'locked' })], at);
  assert.deepEqual(hand.feed(at, 4), ['', '', '', '']);
  const tetrio = new Clocked({ factor: 6 });
  tetrio.press('soft', 0);
  // Level 1 falls a row a second: six times that is one in 167 ms.
  assert.equal(plain(tetrio.feed(well(), 60)).join('').length, 6);
});

test('a drop right after a piece locked by itself is refused where that is asked for', () => {
  for (const safe of [true, false]) {
    const hand = new Clocked({ safe });
    const at = well();
    hand.feed(at, 2);
    hand.hear([/** @type {any} */ ({ type: 'locked' })], at);
    hand.press('hard', 40);
    hand.feed(at, 1);
    assert.equal(at.pieces, safe ? 0 : 1);
  }
});

test('a turn that is kept pressed acts on the next piece where that is asked for', () => {
  const hand = new Clocked({ initial: true });
  const at = well({ seed: 1 });
  hand.press('cw', 1);
  hand.press('hard', 2);
  hand.feed(at, 1);
  assert.deepEqual(plain(hand.feed(at, 1)), ['C']);
  hand.release('cw', 40);
  hand.press('hard', 41);
  hand.feed(at, 1);
  assert.deepEqual(hand.feed(at, 1), ['']);
});

test('several things in one tick keep their order', () => {
  const hand = new Clocked();
  for (const action of ['hold', 'cw', 'left', 'ccw', 'flip', 'hard']) hand.press(action, 3);
  assert.equal(hand.feed(well(), 1)[0], '@2XCLAFH');
});

test('what was set in ticks before is what it was', () => {
  const feel = { das: 6, arr: 0, soft: 30 };
  const { das, arr, soft, factor } = handlingOf({ handling: {}, feel });
  assert.deepEqual({ das, arr, soft, factor }, { das: 100, arr: 0, soft: 33, factor: 0 });
  assert.equal(presetOf(handlingOf({})), 'guideline');
  assert.equal(presetOf({ ...PRESETS.tetrio, das: 100 }), '');
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

test('the report’s key 1 makes one of five inputs, each as likely as the others, and its player makes no more', () => {
  const machine = new Machine(engine, { think: async () => null, failed: (error) => { throw error; } });
  const setup = { rules: 'modern', width: 10, height: 20, mode: 'free', first: 1, name: '' };
  const session = new Session(/** @type {any} */ (engine), setup, machine, {
    hand: new Hand(), undoable: false, watch: false, changed: () => {},
  });
  session.status = 'playing';
  const { once, inputs = [] } = engine.guests[0];
  assert.ok(once);
  /** @type {Record<string, number>} */
  const counts = {};
  for (let i = 1; i <= 500; i++) {
    if (session.state.over) session.restart();
    session.fumble(inputs);
    session.tick(2 * i * TICK);
    const [, made] = session.solo.run.inputs[session.solo.run.inputs.length - 1];
    counts[made] = (counts[made] ?? 0) + 1;
    const { length } = session.solo.run.inputs;
    session.tick((2 * i + 1) * TICK);
    assert.equal(session.solo.run.inputs.length, length);
  }
  assert.equal(Object.keys(counts).sort().join(''), 'ACHLR');
  assert.ok(Object.values(counts).every((n) => n > 50 && n < 150), JSON.stringify(counts));
  assert.ok(session.solo.helped);
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
