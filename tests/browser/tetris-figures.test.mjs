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
