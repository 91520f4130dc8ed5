// How quick the well is under somebody's hands: from a key to the picture, and how long the page works in each frame.
// The times are the machine's and are told, not judged; that every key shows in the very next picture is judged.

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
/** @param {number[]} all @param {number} share */
const at = (all, share) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];

test('from a key to the picture, and the work in each frame', async (t) => {
  const { page, context, fine, close } = await visitor(browser, server, { calm: false });
  await context.addInitScript(() => {
    const seen = { work: /** @type {number[]} */ ([]), waits: /** @type {number[]} */ ([]), moved: 0, gaps: [0] };
    Object.assign(window, { seen });
    const ask = requestAnimationFrame;
    let last = 0;
    window.requestAnimationFrame = (callback) => ask((now) => {
      const begun = performance.now();
      callback(now);
      seen.work.push(performance.now() - begun);
      if (now !== last) seen.gaps.push(now - last);
      last = now;
    });
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
        seen.waits.push(performance.now() - event.timeStamp);
        if (String(places.slice(-4)) !== before) seen.moved++;
      });
    }, true);
  });
  await page.goto('/arcade/tetris/free');
  await page.locator('.arcade[data-state=playing]').waitFor();
  for (let i = 0; i < PRESSES; i++) {
    await page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(20 + ((i * 7) % 17));
  }
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  const frames = seen.gaps.slice(2);
  /** @param {string} what @param {number[]} all */
  const tell = (what, all) => t.diagnostic(
    `${what}: median ${at(all, 0.5).toFixed(2)} ms, 95% under ${at(all, 0.95).toFixed(2)} ms`);
  tell('key to picture', seen.waits);
  tell('script a frame', seen.work);
  t.diagnostic(`frames: median ${(1000 / at(frames, 0.5)).toFixed(1)} a second`);
  assert.equal(seen.waits.length, PRESSES);
  // A machine that is too busy to draw may leave out a picture; most keys show in the next one.
  assert.ok(seen.moved > PRESSES / 2, `${seen.moved} of ${PRESSES} keys showed in the next picture`);
  fine();
  await close();
});
