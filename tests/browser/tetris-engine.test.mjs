// The well in the page and the well in Rust are the same: thousands of runs by chance through both, and every
// state that they leave compared as text.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

import { Replay, Run, readRun } from '../../web/arcade/run.js';
import { Chance } from '../../web/boards/tetris/chance.js';
import { engine } from '../../web/boards/tetris/engine.js';
import { nameOf, readPlacement, squaresOf, wayTo } from '../../web/boards/tetris/paths.js';
import { MODES, isDug } from '../../web/boards/tetris/modes.js';
import { PIECES, squares } from '../../web/boards/tetris/pieces.js';
import { Well } from '../../web/boards/tetris/well.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const FOLDERS = [join(ROOT, 'target/debug'), join(ROOT, 'target/release')];
if (process.env.PLATEAU_BIN) FOLDERS.unshift(dirname(process.env.PLATEAU_BIN));
const WELLS = FOLDERS.map((folder) => join(folder, 'examples/wells')).find((path) => existsSync(path));
/** `RUNS=20000 node --test tests/browser/tetris-engine.test.mjs` compares as many. */
const RUNS = Number(process.env.RUNS ?? 3000);

/** What Rust makes of runs, a line each. @param {string[]} texts */
function rust(texts) {
  assert.ok(WELLS, 'the well in Rust is not built: `cargo build -p tetris --example wells` (or `cargo test`)');
  const answer = execFileSync(WELLS, { input: texts.join('\n\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  return answer.trimEnd().split('\n');
}

/** Inputs that lay the piece low, with few holes: lines come of that. @param {Well} well */
function tidy(well) {
  const { rules, piece, width, cells } = well;
  const heights = Array.from({ length: width }, (_, x) => {
    let y = well.tallest;
    while (y > 0 && !cells[(y - 1) * width + x]) y--;
    return y;
  });
  let best = 'H';
  let least = Infinity;
  for (let facing = 0; facing < 4; facing++) {
    const shape = squares(rules, piece, facing);
    for (let x = -2; x < width; x++) {
      if (shape.some(([dx]) => x + dx < 0 || x + dx >= width)) continue;
      const y = Math.max(...shape.map(([dx, dy]) => heights[x + dx] - dy));
      const after = [...heights];
      for (const [dx, dy] of shape) after[x + dx] = Math.max(after[x + dx], y + dy + 1);
      // What lies open under the piece: squares of its own do not.
      const lowest = shape.filter(([dx, dy]) => !shape.some(([ox, oy]) => ox === dx && oy < dy));
      const holes = lowest.reduce((sum, [dx, dy]) => sum + y + dy - heights[x + dx], 0);
      const steps = after.reduce((sum, high, i) => sum + (i ? Math.abs(high - after[i - 1]) : 0), 0);
      const cost = y + Math.max(...after) + 6 * holes + steps;
      if (cost >= least) continue;
      least = cost;
      best = `${['', 'C', 'CC', 'A'][facing]}${(x < well.x ? 'L' : 'R').repeat(Math.abs(x - well.x))}H`;
    }
  }
  return best;
}

/** The way to a place where a T would be a spin, if there is one. @param {Well} well */
function spin(well) {
  for (let y = well.tallest - 1; y >= 0; y--) {
    for (let x = 0; x < well.width; x++) {
      const all = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
      const corners = all.filter(([dx, dy]) => well.filled(x + dx, y + dy)).length;
      if (corners < 3) continue;
      for (const facing of [2, 1, 3, 0]) {
        if (!well.fits(2, facing, x - 1, y - 1) || well.fits(2, facing, x - 1, y - 2)) continue;
        const way = wayTo(well, nameOf('modern', { piece: 2, facing, x: x - 1, y: y - 1, spin: true }));
        if (way) return way;
      }
    }
  }
  return null;
}

const seen = {
  lines: 0, fours: 0, minis: 0, fulls: 0, back: 0, combos: 0, empty: 0, risen: 0, answered: 0, held: 0, over: 0,
  marathon: 0, sprint20: 0, sprint: 0, sprint100: 0, ultra: 0, refilled: 0, alive: 0, parts: 0, flips: 0,
};
/** @type {Record<string, number>} */
const total = seen;

/** Somebody plays: tidily or wildly, fast or slowly, with garbage or without. @param {number} n */
function somebody(n) {
  const dice = Chance.seeded(BigInt(n) * 7919n + 13n);
  const rules = /** @type {import('../../web/boards/tetris/pieces.js').Rules} */ (dice.below(3) ? 'modern' : 'report');
  // Some go to the end of their mode, in a narrow well; the others stop somewhere.
  const long = n % 10 === 0;
  const drawn = dice.below(MODES.length);
  const mode = MODES[long ? (n / 10) % MODES.length : drawn];
  const tall = rules === 'modern' ? 20 : 22;
  const usual = dice.below(3) > 0;
  const [width, height] = long ? [6 + dice.below(5), tall]
    : usual ? [10, tall] : [4 + dice.below(13), 4 + dice.below(tall - 3)];
  const first = long ? (mode === 'marathon' ? 13 : 5)
    : dice.below(4) ? 1 + dice.below(mode === 'marathon' ? 15 : 20) : 1;
  const seed = (dice.next() >> BigInt(dice.below(64))).toString();
  const header = { rules, width, height, mode, first, seed, name: n % 3 ? 'Ada' : 'Zoé "l’ombre"' };
  const tidiness = long ? 10 : dice.below(11);
  const garbage = !long && dice.below(3) === 0;
  const haste = long ? 2 : 1 + dice.below(12);
  const most = long ? (mode === 'sprint100' ? 420 : 130) : 8 + dice.below(40);
  const run = new Run(engine, header);
  const well = Well.begin(header);
  const feed = (/** @type {string} */ ops) => {
    run.note(well.clock, ops);
    total.flips += Number(ops.includes('F'));
    well.tick(ops);
  };
  while (!well.over && well.pieces < most && well.clock < 9000) {
    if (mode === 'ultra' && long) for (let rest = 0; rest < 80 && !well.over; rest++) well.tick();
    if (well.over) break;
    const now = well.pieces;
    let wish = dice.below(10) < tidiness ? tidy(well) : wild(dice);
    if (rules === 'modern' && well.piece === 2 && !long) wish = spin(well) ?? wish;
    if (dice.below(12) === 0 && !long) wish = `X${wish}`;
    if (garbage && dice.below(3) === 0) {
      wish = `G${1 + dice.below(dice.below(9) ? 4 : 12)}.${dice.below(width)}${wish}`;
    }
    const ops = wish.match(/G\d+\.\d+|./g) ?? [];
    while (ops.length && !well.over && well.pieces === now) {
      for (let pause = dice.below(haste); pause > 0 && !well.over; pause--) well.tick();
      if (!well.over) feed(apart(dice, ops.splice(0, 1 + dice.below(4))));
    }
  }
  // Some more, with the well over or not.
  for (let rest = dice.below(50); rest > 0; rest--) well.tick();
  run.end = well.clock + dice.below(3) * (well.over ? 1 : 0) + (run.inputs.at(-1)?.[0] === well.clock ? 1 : 0);
  count(well);
  return { text: run.text(), saved: well.save() };
}

/** Some inputs of a tick, now and then each in a part of its own. @param {Chance} dice @param {string[]} ops */
function apart(dice, ops) {
  if (dice.below(2)) return ops.join('');
  let part = 0;
  return ops.map((op) => {
    const later = part + dice.below(6);
    if (later === part || later > 15) return op;
    total.parts++;
    part = later;
    return `@${part}${op}`;
  }).join('');
}

/** @param {Chance} dice */
function wild(dice) {
  let ops = '';
  for (let i = 3 + dice.below(20); i > 0; i--) ops += 'LLLRRRCCCAAAFFSSSSSSSSXH'[dice.below(23)];
  return ops;
}

/** @param {Well} well */
function count(well) {
  for (const news of well.news()) {
    if (news.type === 'held') total.held++;
    if (news.type === 'over') total.over++;
    if (news.type !== 'locked') continue;
    total.lines += news.lines;
    total.fours += Number(news.lines === 4);
    total.minis += Number(news.spin === 'mini');
    total.fulls += Number(news.spin === 'full');
    total.back += Number(news.back);
    total.combos += Number(news.combo > 1);
    total.empty += Number(news.empty);
    total.risen += news.risen;
    total.refilled += Number(isDug(well.mode) && news.risen > 0);
    total.answered += Number(news.attack > news.sent);
  }
  if (well.done && well.mode in total) total[well.mode]++;
  if (!well.over) total.alive++;
}

test(`${RUNS} runs end alike in the page and in Rust`, (t) => {
  const runs = Array.from({ length: RUNS }, (_, n) => somebody(n));
  const theirs = rust(runs.map(({ text }) => text));
  assert.equal(theirs.length, RUNS);
  runs.forEach(({ text, saved }, n) => {
    if (saved !== theirs[n]) assert.fail(`run ${n} differs\npage ${saved}\nRust ${theirs[n]}\n${text}`);
  });
  t.diagnostic(JSON.stringify(seen));
  // Everything that the rules know has happened, many times.
  for (const [what, times] of Object.entries(total)) assert.ok(times >= 5, `${what}: only ${times}`);
});

test('a cheese race ends with its last line of garbage; nothing falls in free play', () => {
  const begin = (/** @type {import('../../web/boards/tetris/modes.js').Mode} */ mode) => Well.begin({
    rules: 'modern', width: 10, height: 20, mode, first: 1, seed: '4',
  });
  const cheese = begin('cheese10');
  assert.equal(cheese.tallest, 10);
  assert.equal(cheese.rising?.left, 0);
  const saved = { ...JSON.parse(cheese.save()), piece: 'I', x: 3, y: 17, lowest: 17, rows: ['GGGGGG....'] };
  const last = Well.load(JSON.stringify(saved));
  last.tick('RRRRH');
  assert.ok(last.done);
  const more = Well.load(JSON.stringify({ ...saved, rising: { ...saved.rising, left: 3 } }));
  more.tick('H');
  assert.equal(more.tallest, 5, 'three lines come up, where nothing was cleared');
  const free = begin('free');
  for (let i = 0; i < 600; i++) free.tick();
  assert.equal(free.pieces, 0);
  const { y } = free;
  free.tick('S');
  assert.equal(free.y, y - 1);
});

test('a run is read as it was written, a state loads as it was saved, and any tick can be sought', () => {
  for (let n = 0; n < 60; n++) {
    const { text, saved } = somebody(n * 17);
    const run = readRun(engine, text);
    assert.equal(run.text(), text);
    const replay = new Replay(run);
    assert.equal(replay.finish().save(), saved);
    assert.equal(Well.load(saved).save(), saved);
    const half = Math.floor(replay.at / 2);
    replay.seek(half);
    const there = replay.state.save();
    const again = new Replay(run);
    while (again.at < half) again.step();
    assert.equal(again.state.save(), there);
    replay.seek(run.end);
    assert.equal(replay.state.save(), saved);
  }
});

test('what is not a run is refused', () => {
  const head = '{"plateau":1,"game":"tetris","run":1,"rules":"modern","width":10,"height":20,"mode":"sprint",'
    + '"first":1,"seed":"12345","name":"Ada"}';
  readRun(engine, `${head}\n14 LLC\n31 H\n40 RG2.5A\n1830 .`);
  for (const bad of [
    '', '{}', head, `${head}\n14 LLC`, `${head}\n14 LLQ\n20 .`, `${head}\n14 L\n14 R\n20 .`, `${head}\n9 L\n9 .`,
    `${head}\n9 G2.10\n12 .`, `${head}\n9 @0L\n12 .`, `${head}\n9 @16L\n12 .`, `${head}\n9 @4\n12 .`,
    `${head}\n9 @4L@4C\n12 .`, `${head}\n9 @4@6C\n12 .`, `${head}\n9 .\n12 .`,
    `${head.replace('"width":10', '"width":3')}\n9 .`,
    `${head.replace('modern', 'ancient')}\n9 .`, `${head.replace('12345', '-1')}\n9 .`,
  ]) {
    assert.throws(() => readRun(engine, bad), SyntaxError, bad);
  }
});

test('the way to a placement leads there, under overhangs and by turns', () => {
  const dice = Chance.seeded(5n);
  let found = 0;
  let tucked = 0;
  for (const rules of /** @type {const} */ (['modern', 'report'])) {
    for (let n = 0; n < 60; n++) {
      const well = Well.begin({ rules, width: 10, height: 20, mode: 'practice', first: 1, seed: n });
      for (let i = 0; i < 40 && !well.over; i++) {
        // Wherever somebody got to by chance, a way must be found to.
        const other = well.clone();
        for (const op of wild(dice).replace(/[XH]/g, 'S')) {
          if (other.pieces !== well.pieces || other.over) break;
          other.tick(op);
        }
        if (!other.over && other.pieces === well.pieces) {
          const place = { piece: other.piece, facing: other.facing, x: other.x, y: other.ghost, spin: false };
          const name = nameOf(rules, place);
          const read = readPlacement(rules, name);
          assert.ok(read);
          const lies = (/** @type {number[][]} */ at) => at.map(String).sort().join(' ');
          assert.equal(lies(squaresOf(rules, read)), lies(squaresOf(rules, place)), name);
          const way = wayTo(well, name);
          assert.ok(way, `${name}: ${well.save()}`);
          const walker = well.clone();
          walker.tick(way);
          const [locked] = walker.news().filter(({ type }) => type === 'locked');
          assert.ok(locked?.type === 'locked');
          assert.equal(lies(locked.squares), lies(squaresOf(rules, read)), `${name} by ${way}`);
          found++;
          if (way.includes('S')) tucked++;
        }
        well.tick(`${wild(dice).replace(/[XHS]/g, '')}H`);
      }
    }
  }
  assert.ok(found > 1000 && tucked >= 3, `${found} ways, ${tucked} with a tuck`);
  const well = Well.begin({ rules: 'modern', width: 10, height: 20, mode: 'practice', first: 1, seed: 1 });
  const other = PIECES[(well.piece + 1) % 7];
  assert.equal(wayTo(well, `${other}n5.1`), 'X', 'another piece comes out of hold');
  assert.equal(wayTo(well, 'nonsense'), null);
});
