// How quick the well is under somebody's hands: from a key to the picture, and how long the page works in each frame,
// alone and in a race of eight. The times are the machine's and are told, not judged; that every key shows in the very
// next picture is judged.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const PRESSES = 100;
/** So many pictures of a race are looked at. */
const FRAMES = 300;
/** What a frame's script may take on an idle machine, in milliseconds. */
const BAR = 4;
/** @param {number[]} all @param {number} share */
const at = (all, share) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];

/** Somebody whose frames are timed: `window.seen` has the work in each, and the gaps between them. */
async function timed() {
  const who = await visitor(browser, server, { calm: false });
  await who.context.addInitScript(() => {
    const seen = { work: /** @type {number[]} */ ([]), gaps: /** @type {number[]} */ ([]) };
    const ask = requestAnimationFrame;
    Object.assign(window, { seen, ask });
    let last = 0;
    window.requestAnimationFrame = (callback) => ask((now) => {
      const begun = performance.now();
      callback(now);
      const took = performance.now() - begun;
      // Whatever is called in the same frame is part of its work.
      if (now === last) seen.work[seen.work.length - 1] += took;
      else {
        seen.work.push(took);
        seen.gaps.push(now - last);
      }
      last = now;
    });
  });
  return who;
}

/** @param {import('node:test').TestContext} t @param {{ work: number[], gaps: number[] }} seen */
function tellFrames(t, seen) {
  const work = seen.work.slice(2);
  const [half, most, all] = [0.5, 0.95, 0.99].map((share) => at(work, share).toFixed(2));
  const over = work.filter((took) => took >= BAR).length;
  t.diagnostic(`script a frame: median ${half} ms, 95% under ${most} ms, 99% under ${all} ms; `
    + `${over} of ${work.length} frames took ${BAR} ms or more`);
  t.diagnostic(`frames: median ${(1000 / at(seen.gaps.slice(2), 0.5)).toFixed(1)} a second`);
}

test('from a key to the picture, and the work in each frame', async (t) => {
  const { page, context, fine, close } = await timed();
  await context.addInitScript(() => {
    const pressed = { waits: /** @type {number[]} */ ([]), moved: 0 };
    const { ask } = /** @type {any} */ (window);
    Object.assign(window, { pressed });
    // Where the squares of the piece were drawn last.
    const pen = CanvasRenderingContext2D.prototype;
    const { drawImage } = pen;
    /** @type {number[]} */
    let places = [];
    pen.drawImage = function draw(/** @type {any[]} */ ...args) {
      if (args.length === 9) places.push(args[5]);
      return Reflect.apply(drawImage, this, args);
    };
    addEventListener('keydown', (event) => {
      if (!/^Arrow(Left|Right)$/.test(event.code) || event.repeat) return;
      const before = String(places.slice(-4));
      places = [];
      // Asked for after the game's own frame: it runs right behind it.
      ask(() => {
        pressed.waits.push(performance.now() - event.timeStamp);
        if (String(places.slice(-4)) !== before) pressed.moved++;
      });
    }, true);
  });
  await page.goto('/arcade/tetris/free');
  await page.locator('.arcade[data-state=playing]').waitFor();
  for (let i = 0; i < PRESSES; i++) {
    await page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(20 + ((i * 7) % 17));
  }
  const [seen, { waits, moved }] = await page.evaluate(() => {
    const { seen, pressed } = /** @type {any} */ (window);
    return [seen, pressed];
  });
  t.diagnostic(`key to picture: median ${at(waits, 0.5).toFixed(2)} ms, 95% under ${at(waits, 0.95).toFixed(2)} ms`);
  tellFrames(t, seen);
  assert.equal(waits.length, PRESSES);
  // A machine that is too busy to draw may leave out a picture; most keys show in the next one.
  assert.ok(moved > PRESSES / 2, `${moved} of ${PRESSES} keys showed in the next picture`);
  fine();
  await close();
});

test('a race of eight on one page: the work in each frame', async (t) => {
  const { page, fine, close } = await timed();
  await page.goto('/arcade/tetris/race');
  for (let i = 1; i < 7; i++) await page.getByRole('button', { name: 'Add an opponent' }).click();
  await page.locator('button[type=submit]').click();
  await page.locator('.race[data-state=playing]').waitFor();
  await page.evaluate(() => {
    const { work, gaps } = /** @type {any} */ (window).seen;
    work.length = gaps.length = 0;
  });
  await page.waitForFunction((n) => /** @type {any} */ (window).seen.work.length > n, FRAMES);
  assert.equal(await page.locator('.race-rival').count(), 7);
  tellFrames(t, await page.evaluate(() => /** @type {any} */ (window).seen));
  fine();
  await close();
});
