// Races in a real browser: two people in one room, garbage between them, the machine, coming back, looking on.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { OwnSeat, SeatReplay } from '../../web/arcade/race-seats.js';
import { engine } from '../../web/boards/tetris/engine.js';
import { Hand } from '../../web/boards/tetris/hand.js';
import { PRESETS } from '../../web/boards/tetris/handling.js';
import { Well } from '../../web/boards/tetris/well.js';
import { axe, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {{ id: string, seed: string, status: string, round: number,
 *   outcome: { places: number[], points: number[] } | null }} Race
 */

const SETUP = /** @type {const} */ ({ rules: 'modern', width: 10, height: 20, mode: 'race', first: 1 });
/** How long a busy machine may take for anything, in milliseconds. */
const PATIENCE = 60_000;
/** @type {Record<string, string>} */
const KEYS = { L: 'ArrowLeft', R: 'ArrowRight', C: 'ArrowUp', A: 'z', H: 'Space' };

/**
 * Somebody with a name of their own.
 * @param {string} name @param {string} path @param {Parameters<typeof visitor>[2]} [wish]
 */
async function somebody(name, path, wish) {
  const who = await visitor(browser, server, wish);
  await who.context.addInitScript((name) => {
    const kept = JSON.parse(localStorage.getItem('plateau') ?? '{}');
    // On a busy machine a key that is only tapped may seem to be held: it must not repeat.
    localStorage.setItem('plateau', JSON.stringify({ name, own: { tetris: { feel: { das: 600 } } }, ...kept }));
  }, name);
  await who.page.goto(path);
  return who;
}

/** @param {Page} page @returns {Promise<Race>} */
const raceOf = async (page) => {
  const id = new URL(page.url()).pathname.split('/')[2];
  return (await fetch(`${server.base}/api/races/${id}`)).json();
};
/** @param {Page} page @param {'playing' | 'over'} state */
const is = (page, state) => page.locator(`.race[data-state=${state}]`).waitFor();
/** The countdown is there, or already over. @param {Page} page @param {number} round */
async function linesUp(page, round) {
  const began = async () => (await raceOf(page)).round === round
    && await page.locator('.race[data-state=ready], .race[data-state=playing]').count();
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await began()) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`round ${round} does not begin`);
}
/** @param {Page} page @param {string} name */
const figure = async (page, name) => Number(await page.locator(`.tt-figures .${name} dd`).innerText());
/** @param {Page} page @param {string} name @param {number} n */
const reaches = (page, name, n) => page.waitForFunction(([name, n]) => (
  Number(document.querySelector(`.tt-figures .${name} dd`)?.textContent) >= Number(n)), [name, n]);

/** How good a well looks to somebody who wants two lines at once: low, even, without holes. @param {Well} well */
function promise(well) {
  let worth = 0;
  for (let x = 0; x < 10; x++) {
    let covered = false;
    for (let y = 9; y >= 0; y--) {
      const filled = well.cells[y * 10 + x] !== 0;
      covered ||= filled;
      if (filled) worth -= y > 1 ? 3 * y : 0;
      else if (covered) worth -= 20;
    }
  }
  return worth;
}

/** Inputs, piece by piece, that send garbage with these pieces. @param {string} seed */
function attack(seed) {
  let beam = [{ well: Well.begin({ ...SETUP, seed }), ways: /** @type {string[]} */ ([]) }];
  for (let depth = 0; depth < 14; depth++) {
    /** @type {typeof beam} */
    const onward = [];
    for (const { well, ways } of beam) {
      for (const turn of ['', 'C', 'CC', 'A']) {
        for (let by = -5; by <= 5; by++) {
          const way = `${turn}${(by < 0 ? 'L' : 'R').repeat(Math.abs(by))}H`;
          const next = well.clone();
          next.tick(way);
          if (next.over || next.lines > 1 && !next.sent) continue;
          if (next.sent) return [...ways, way];
          if (!next.lines) onward.push({ well: next, ways: [...ways, way] });
        }
      }
    }
    const seen = new Set();
    beam = onward.map((each) => ({ ...each, worth: promise(each.well) })).sort((a, b) => b.worth - a.worth)
      .filter(({ well }) => {
        const key = well.cells.join('');
        return !seen.has(key) && seen.add(key);
      }).slice(0, 120);
  }
  throw new Error('no attack found');
}

/** @param {Page} page @param {string[]} ways */
async function play(page, ways) {
  for (const way of ways) for (const op of way) await page.keyboard.press(KEYS[op]);
}

/**
 * The race as anybody can hear it, replayed until it is as `until` wants it.
 * @param {Page} page @param {number} count @param {(seats: SeatReplay[]) => unknown} until may also give a promise
 */
async function heard(page, count, until) {
  const { id, seed } = await raceOf(page);
  const seats = Array.from({ length: count }, () => new SeatReplay(engine, { ...SETUP, seed, name: '' }));
  const gone = new Set();
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(new Error(`the race never became what it should: ${until}`)), PATIENCE);
  const { body } = await fetch(`${server.base}/api/races/${id}/events`, { signal: stop.signal });
  const reader = /** @type {ReadableStream} */ (body).pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value } = await reader.read();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, data] = /^event: note\n(?:id: .*\n)?data: (.*)$/m.exec(block) ?? [];
      if (!data) continue;
      const note = JSON.parse(data);
      if (note.note === 'bundle') seats[note.seat].hear(note.bundle);
      else if (note.note === 'garbage') seats[note.to].receive(note.lines, note.column);
      else gone.add(note.seat);
    }
    for (const seat of seats) seat.advance(Infinity);
    if (await until(seats)) break;
  }
  clearTimeout(late);
  stop.abort();
  return { seats, gone };
}

/** Drops whatever comes until the well is full. @param {Page} page */
async function fill(page) {
  const over = page.locator('.race[data-state=over]');
  for (const end = Date.now() + PATIENCE; Date.now() < end && !(await over.count());) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(20);
  }
  await is(page, 'over');
}

test('one’s own well: garbage is taken at once, what is lost is sent again, and all can be built anew', () => {
  const header = { ...SETUP, seed: '7', name: '' };
  const [mine, theirs] = [new SeatReplay(engine, header), new SeatReplay(engine, header)];
  let own = new OwnSeat(mine);
  const step = (/** @type {string} */ ops) => { own.tick(ops); };
  step('L');
  step('');
  step('H');
  const first = own.bundle();
  assert.equal(first, '0 L;2 H;3 .');
  mine.receive(2, 4);
  step('R');
  assert.equal(own.bundle(), '0 L;2 H;3 G2.4R;4 .', 'nothing was confirmed, so everything is sent again');
  mine.hear(/** @type {string} */ (own.bundle()));
  theirs.hear(/** @type {string} */ (own.bundle()));
  own.confirm(4);
  assert.equal(own.bundle(), null);
  theirs.advance(Infinity);
  assert.equal(theirs.state.save(), own.state.save(), 'both see the same well');
  mine.receive(1, 0);
  own = new OwnSeat(mine);
  assert.equal(own.state.save(), theirs.state.save(), 'as after the page was loaded again');
  step('H');
  assert.equal(own.bundle(), '4 G1.0H;5 .', 'what had not been taken is taken now, and once');
  for (let i = 0; i < 300; i++) step('');
  theirs.hear(/** @type {string} */ (own.bundle()));
  assert.ok(theirs.follow(290).length === 0 || theirs.state.clock > 4);
  theirs.follow(305);
  assert.ok(theirs.state.clock > 200, 'whoever is far behind is brought up');
});

test('several ticks at once are played as they would have been one by one', () => {
  const header = { ...SETUP, seed: '7', name: '' };
  const feel = { ...PRESETS.jstris, das: 50, arr: 20 };
  const TICK = 1000 / 60;
  const ends = (/** @type {number} */ tick) => (tick + 1) * TICK;
  const [steady, slow] = [0, 0].map(() => {
    const [own, hand] = [new OwnSeat(new SeatReplay(engine, header)), new Hand(feel)];
    hand.press('right', 4);
    return { own, hand };
  });
  for (let tick = 1; tick <= 9; tick++) steady.own.play(steady.hand, tick, ends, () => {});
  // A picture of 150 ms: nothing of what was held is lost, and all of it stands in its part of its tick.
  slow.own.play(slow.hand, 9, ends, () => {});
  assert.equal(steady.own.bundle(), '0 @3R;3 @3R;4 @7R;5 @10R;6 @13R;8 R;9 .');
  assert.equal(slow.own.bundle(), steady.own.bundle());
});

test('two people: by link, garbage, a page loaded again, one who looks on, places, once more', async () => {
  const ada = await somebody('Ada', '/arcade/tetris', { calm: false });
  await ada.page.locator('.arcade-mode[data-mode=race]').click();
  await ada.page.locator('.place input[value=open]').check();
  await ada.page.locator('#listed').check();
  await ada.page.locator('.race-terms summary').click();
  await ada.page.locator('#race-garbage').selectOption('100');
  await axe(ada.page, 'new race');
  await shoot(ada.page, 'race-new-light', true);
  await ada.page.locator('button[type=submit]').click();
  await ada.page.waitForURL('**/race/*');
  await ada.page.locator('.share').waitFor();
  assert.equal(await ada.page.locator('.race-lobby .row').count(), 2);
  assert.equal(await ada.page.locator('.share input').inputValue(), ada.page.url());
  assert.deepEqual(await ada.page.locator('.race-terms-told li').allInnerTexts(),
    ['Modern', 'Garbage: normal', 'Time pressure: after three minutes']);
  await axe(ada.page, 'waiting room');
  await shoot(ada.page, 'race-wait-light', true);

  const bob = await somebody('Bob', ada.page.url(), { dark: true, lang: 'fr' });
  await bob.page.locator('.invite form').waitFor();
  assert.deepEqual(await bob.page.locator('.race-terms-told li').allInnerTexts(),
    ['Moderne', 'Lignes de pénalité\u00a0: normales', 'Pression du temps\u00a0: après trois minutes']);
  const eve = await somebody('Eve', '/');
  await eve.page.locator('.row').filter({ hasText: 'Ada' }).locator('a').click();
  await eve.page.waitForURL('**/race/*');
  await eve.page.locator('.invite form').waitFor();
  await bob.page.locator('.invite button[type=submit]').click();
  await linesUp(ada.page, 0);
  await linesUp(eve.page, 0);
  await is(ada.page, 'playing');
  await is(bob.page, 'playing');
  assert.equal(await eve.page.locator('.race-rival').count(), 2, 'who looks on sees all of them');

  const { seed } = await raceOf(ada.page);
  const ways = attack(seed);
  await ada.page.bringToFront();
  await play(ada.page, ways.slice(0, -1));
  await reaches(ada.page, 'pieces', ways.length - 1);
  await shoot(ada.page, 'race-light');
  await play(ada.page, ways.slice(-1));
  await reaches(ada.page, 'sent', 1);
  const sent = await figure(ada.page, 'sent');
  await bob.page.locator(`.tt-meter[data-lines="${sent}"]`).waitFor();
  await bob.page.locator('.race-rival .race-said').filter({ hasText: `${sent} envoyée` }).waitFor();
  await eve.page.locator('.race-rival[data-seat="0"] .race-said').filter({ hasText: `${sent} sent` }).waitFor();
  await bob.page.bringToFront();
  await shoot(bob.page, 'race-garbage-dark');
  await axe(bob.page, 'race');
  await eve.page.bringToFront();
  await shoot(eve.page, 'race-looking-light');

  // Bob loads the page again: his well is the one he left.
  await bob.page.bringToFront();
  await bob.page.keyboard.press('Space');
  await bob.page.keyboard.press('ArrowLeft');
  await bob.page.keyboard.press('Space');
  await reaches(bob.page, 'pieces', 2);
  const left = await heard(bob.page, 2, ([, theirs]) => theirs.state.decisions >= 2);
  await bob.page.reload();
  await is(bob.page, 'playing');
  await reaches(bob.page, 'pieces', 2);
  // On a slow machine a piece may fall by itself meanwhile; but nothing is lost, and nothing is done twice.
  const back = await heard(bob.page, 2, async ([, theirs]) => (
    theirs.state.decisions === await figure(bob.page, 'pieces')));
  const before = left.seats[1].inputs;
  assert.deepEqual(back.seats[1].inputs.slice(0, before.length), before);

  // The network fails and comes back; nothing of what was done is lost.
  const held = await figure(bob.page, 'pieces');
  await bob.context.setOffline(true);
  const lost = bob.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/inputs'));
  await bob.page.keyboard.press('Space');
  await lost;
  await bob.page.keyboard.press('Space');
  await bob.context.setOffline(false);
  await reaches(bob.page, 'pieces', held + 2);
  const { seats, gone } = await heard(bob.page, 2, async ([, theirs]) => theirs.state.decisions >= held + 2
    && theirs.state.decisions === await figure(bob.page, 'pieces'));
  assert.equal(seats[1].inputs.filter(([, ops]) => ops.includes('G')).length, 1, 'the garbage was taken once');
  assert.equal(gone.size, 0);

  await fill(bob.page);
  await bob.page.locator('.race-places').waitFor();
  const race = await raceOf(ada.page);
  assert.deepEqual(race.outcome?.places, [1, 2]);
  assert.equal(race.outcome?.points[0], sent);
  await ada.page.locator('.race-end h2').filter({ hasText: 'You won!' }).waitFor();
  await bob.page.locator('.race-end h2').filter({ hasText: 'Place 2 sur 2' }).waitFor();
  await eve.page.locator('.race-end h2').filter({ hasText: 'Ada wins' }).waitFor();
  assert.match(await bob.page.locator('.race-places li').first().innerText(), /1\s+Ada\s+\d+ envoyée/);
  await shoot(bob.page, 'race-end-dark');
  await axe(bob.page, 'the end');
  await ada.page.bringToFront();
  await shoot(ada.page, 'race-end-light');

  // Whoever comes when all is over still sees how it ended.
  const laid = await figure(bob.page, 'pieces');
  await bob.page.reload();
  await bob.page.locator('.race-places').waitFor();
  assert.equal(await figure(bob.page, 'pieces'), laid);

  await ada.page.locator('.race-end .primary').click();
  for (const { page } of [ada, bob, eve]) await linesUp(page, 1);
  const next = await raceOf(ada.page);
  assert.equal(next.round, 1);
  assert.notEqual(next.seed, seed);
  await is(ada.page, 'playing');
  assert.ok(await figure(ada.page, 'pieces') < ways.length, 'an empty well again');
  await ada.page.keyboard.press('p');
  await ada.page.locator('.toast').filter({ hasText: 'cannot pause' }).waitFor();
  await ada.page.evaluate(async () => {
    const hide = (/** @type {boolean} */ yes) => {
      Object.defineProperty(document, 'hidden', { get: () => yes, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    hide(true);
    await new Promise((done) => setTimeout(done, 1200));
    hide(false);
  });
  await ada.page.locator('.toast').filter({ hasText: 'went on' }).waitFor();
  // Leaving ends it for the other one.
  await bob.page.locator('[data-act=leave]').click();
  await bob.page.locator('.dialog .danger, .dialog .primary').first().click();
  await bob.page.waitForURL('**/arcade/tetris');
  await ada.page.locator('.race-end h2').filter({ hasText: 'You won!' }).waitFor();
  for (const each of [ada, bob, eve]) {
    each.fine();
    await each.close();
  }
});

test('against the machine: it plays, and takes what it is sent', async () => {
  const { page, fine, close } = await somebody('Ada', '/arcade/tetris/race', { dark: true });
  await page.locator('.place select').selectOption('no-lookahead');
  await page.locator('button[type=submit]').click();
  await is(page, 'playing');
  const ways = attack((await raceOf(page)).seed);
  await play(page, ways);
  await reaches(page, 'sent', 1);
  const { seats } = await heard(page, 2, ([, machine]) => machine.state.decisions > 0
    && machine.garbage.length && machine.inputs.some(([, inputs]) => inputs.includes(machine.garbage[0])));
  assert.equal(seats[1].garbage.length, 1, 'it plays, and has taken what was sent, once');
  await shoot(page, 'race-machine-dark');
  fine();
  await close();
});

test('against three machines, on a phone: buttons, and one can lose', async () => {
  const { page, fine, close } = await somebody('Ada', '/arcade/tetris/race', { phone: true });
  const more = page.getByRole('button', { name: 'Add an opponent' });
  for (let i = 0; i < 6; i++) await more.click();
  assert.equal(await more.isVisible(), false, 'eight at most');
  const fewer = page.getByRole('button', { name: 'Remove' });
  for (let i = 0; i < 4; i++) await fewer.last().click();
  await narrowEnough(page, 'new race');
  await shoot(page, 'race-new-phone-light', true);
  await page.locator('button[type=submit]').click();
  await is(page, 'playing');
  assert.equal(await page.locator('.tt-side .race-rival').count(), 3);
  const names = await page.locator('.race-rival .race-who b').evaluateAll((all) => all.map((one) => one.textContent));
  assert.deepEqual(names.map((name) => name?.slice(-2)), [' 1', ' 2', ' 3'], 'all three are of one level');
  for (const key of ['left', 'cw', 'hard', 'right', 'hard', 'hold']) await page.locator(`.tt-key.${key}`).tap();
  await reaches(page, 'pieces', 2);
  await heard(page, 4, ([, ...machines]) => machines.every(({ state }) => state.decisions > 2));
  await narrowEnough(page, 'race');
  const [well, keys] = await Promise.all(['.tt-surface', '.tt-touch'].map((part) => page.locator(part)
    .evaluate((node) => node.getBoundingClientRect().toJSON())));
  const places = `${well.bottom} ${keys.top} ${keys.bottom}`;
  assert.ok(well.bottom <= keys.top && keys.bottom <= 740, `the well and all buttons are in sight: ${places}`);
  await shoot(page, 'race-phone-light');
  await axe(page, 'race phone');
  for (const end = Date.now() + PATIENCE; Date.now() < end && !(await page.locator('.race-state').innerText());) {
    await page.locator('.tt-key.hard').tap();
    await page.waitForTimeout(30);
  }
  assert.match(await page.locator('.race-state').innerText(), /well is full/);
  fine();
  await close();
});
