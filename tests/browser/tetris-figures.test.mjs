// What Tetris counts while one plays and at the end, and how often it draws.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Tally } from '../../web/boards/tetris/tally.js';
import { axe, shoot } from './harness.mjs';
import { fill, is, lay, startWells } from './well.mjs';

const { at } = startWells();

test('figures at the end, finesse with the shorter way, and one’s own bests with splits', async () => {
  const { page, fine, close } = await at('/arcade/tetris/ultra');
  await is(page, 'playing');
  await lay(page, 1, async () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
  });
  await page.locator('.tt-figures .faults dd').filter({ hasText: /^1 \(.*\)$/ }).waitFor();
  await fill(page);
  await page.locator('.arcade-end').waitFor();
  assert.equal(await page.locator('[data-figure=faults] dd').innerText(), '1');
  assert.match(await page.locator('[data-figure=kpp] dd').innerText(), /^\d\.\d\d$/);
  assert.match(await page.locator('.tt-faults tbody tr').first().innerText(), /← → ← ←/);
  assert.equal(await page.locator('.arcade-own').innerText(), 'Your first result in this mode.');
  await page.locator('.tt-report .tt-pace svg').waitFor();
  // A split stands below its name, like every figure.
  const split = await page.locator('.tt-figures .split').evaluate((row) => {
    row.removeAttribute('hidden');
    return getComputedStyle(row).display;
  });
  assert.equal(split, 'block');
  await axe(page, 'the end with figures');
  await shoot(page, 'tetris-figures-light');
  await page.locator('.arcade-end .primary').click();
  await is(page, 'playing');
  await fill(page);
  await page.locator('.arcade-own').filter({ hasText: /best/ }).waitFor();
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-card-best').filter({ hasText: 'Your best:' }).waitFor();
  fine();
  await close();
});

test('the pace at a piece is that of the five up to it, and later pieces do not change it', () => {
  const tally = new Tally({ rules: 'modern', width: 10, height: 20, mode: 'practice', first: 1 });
  tally.locks = Array.from({ length: 9 }, (_, i) => 60 * i);
  assert.deepEqual(tally.paces(), [1, 1, 1, 1]);
  tally.locks.push(510);
  assert.deepEqual(tally.paces().slice(0, 4), [1, 1, 1, 1]);
  assert.ok(tally.paces()[4] > 1);
  tally.locks = Array.from({ length: 200 }, (_, i) => 30 * i);
  assert.deepEqual(tally.paces(), Array.from({ length: 40 }, () => 2));
});

test('while one plays: the pace of the last pieces as a curve, and the clears by kind', async () => {
  // In a well of four columns an I fills a row wherever it lies, and every bag has one.
  const said = /** @type {const} */ ([
    ['en', /^Pace now: \d+\.\d\d\/s$/, 'Singles'], ['fr', /^Rythme.: \d+,\d\d\/s$/, 'Simples'],
  ]);
  for (const [lang, pace, single] of said) {
    const { page, fine, close } = await at('/arcade/tetris/practice', { sizes: { modern: [4, 20] } }, { lang });
    await is(page, 'playing');
    assert.equal(await page.locator('.tt-counts .tt-pace').isVisible(), false, 'two pieces make no curve');
    for (let n = 1; n <= 8; n++) await lay(page, n, () => page.keyboard.press('Space'));
    await page.locator('.tt-counts figcaption').filter({ hasText: pace }).waitFor();
    const points = await page.locator('.tt-counts polyline').getAttribute('points');
    assert.equal(points?.split(' ').length, 3, points ?? '');
    await page.locator('.tt-counts .tt-clears').filter({ hasText: single }).waitFor();
    await shoot(page, `tetris-pace-${lang}`);
    await page.locator('[data-act=restart]').click();
    await is(page, 'playing');
    await page.locator('.tt-counts .tt-pace').waitFor({ state: 'hidden' });
    fine();
    await close();
  }
});

test('one’s own games stand in a list of their own, and a file takes them to another browser', async () => {
  const { page, fine, close } = await at('/arcade/tetris/ultra');
  for (let games = 0; games < 2; games++) {
    if (games) await page.locator('.arcade-end .primary').click();
    await is(page, 'playing');
    await fill(page);
    await page.locator('.arcade-end').waitFor();
  }
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-tabs button').filter({ hasText: 'Ultra' }).click();
  await page.locator('.arcade-lists button').filter({ hasText: 'Yours' }).click();
  await page.locator('.arcade-played').nth(1).waitFor();
  const values = (await page.locator('.arcade-played .arcade-worth').allInnerTexts()).map(Number);
  assert.ok(values.length === 2 && values[0] >= values[1], String(values));
  await axe(page, 'one’s own games');
  // Whoever comes back finds the same list.
  await page.locator('[data-mode=ultra]').first().click();
  await page.waitForURL('**/ultra');
  await page.goBack();
  await page.locator('.arcade-tabs [aria-pressed=true]').filter({ hasText: 'Ultra' }).waitFor();
  await page.locator('.arcade-played').nth(1).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'),
    page.locator('.arcade-own-list button').click()]);
  const path = await file.path();

  const other = await at('/arcade/tetris', {}, { lang: 'fr' });
  await other.page.locator('.arcade-tabs button').filter({ hasText: 'Ultra' }).click();
  await other.page.locator('.arcade-lists button').filter({ hasText: 'Les vôtres' }).click();
  await other.page.locator('.arcade-own-list .empty').waitFor();
  await other.page.locator('#arcade-bests').setInputFiles(path);
  await other.page.locator('.arcade-own-list [role=status]').filter({ hasText: '2 parties reprises.' }).waitFor();
  assert.equal(await other.page.locator('.arcade-played').count(), 2);
  // Once more it is nothing new; something else is no such file, and changes nothing.
  await other.page.locator('#arcade-bests').setInputFiles(path);
  await other.page.locator('.arcade-own-list [role=status]').filter({ hasText: '0 partie reprise.' }).waitFor();
  const bests = { 'ultra modern': { best: null, history: [{ value: '9', at: 1 }] } };
  const buffer = Buffer.from(JSON.stringify({ plateau: 1, game: 'tetris', bests }));
  await other.page.locator('#arcade-bests').setInputFiles({ name: 'x.json', mimeType: 'text/plain', buffer });
  await other.page.locator('.arcade-own-list .problem').waitFor();
  assert.equal(await other.page.locator('.arcade-played').count(), 2);
  await other.page.reload();
  await other.page.locator('.arcade-card-best').filter({ hasText: 'Votre record' }).waitFor();
  other.fine();
  await other.close();
  fine();
  await close();
});

test('a picture a frame, and little work in each; the clock is never fast; a hidden page pauses', async (t) => {
  const { page, fine, close } = await at('/arcade/tetris/practice', {}, { calm: false });
  await is(page, 'playing');
  const seen = await page.evaluate(() => new Promise((done) => {
    const pen = CanvasRenderingContext2D.prototype;
    const { drawImage } = pen;
    let drawn = 0;
    pen.drawImage = function count(/** @type {any[]} */ ...args) {
      drawn++;
      return Reflect.apply(drawImage, this, args);
    };
    const time = () => {
      const text = document.querySelector('.tt-figures .time dd')?.textContent ?? '';
      const [minutes, seconds] = text.split(':');
      return Number(minutes) * 60 + Number(seconds);
    };
    const [start, shown] = [performance.now(), time()];
    /** @type {{ gap: number, drawn: number }[]} */
    const frames = [];
    let last = start;
    const look = (/** @type {number} */ now) => {
      frames.push({ gap: now - last, drawn });
      last = now;
      drawn = 0;
      if (frames.length < 90) return requestAnimationFrame(look);
      pen.drawImage = drawImage;
      done({ frames: frames.slice(2), elapsed: (performance.now() - start) / 1000, ticked: time() - shown });
    };
    requestAnimationFrame(look);
  }));
  /** @typedef {{ gap: number, drawn: number }} Frame */
  const { frames, elapsed, ticked } = /** @type {{ frames: Frame[], elapsed: number, ticked: number }} */ (seen);
  const gaps = frames.map(({ gap }) => gap).sort((a, b) => a - b);
  const [median, late] = [gaps[Math.floor(gaps.length / 2)], gaps[Math.floor(gaps.length * 0.95)]];
  t.diagnostic(`median frame ${median.toFixed(1)} ms, 95% under ${late.toFixed(1)} ms`);
  // Background, stack and the four squares of the piece: what lies is drawn anew only when it changes.
  const most = Math.max(...frames.map(({ drawn }) => drawn));
  t.diagnostic(`at most ${most} images a picture`);
  assert.ok(most > 0 && most <= 12, `${most} images in one picture`);
  // A slow screen slows the well down; whole seconds are shown, so one may be ahead.
  assert.ok(ticked <= elapsed + 1, `${ticked} s of play in ${elapsed} s`);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await is(page, 'paused');
  fine();
  await close();
});
