// The page is light and quick: measured, printed, and held to its limits.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';

import { startBrowser, startServer, visitor } from './harness.mjs';

const WEB = new URL('../../web/', import.meta.url).pathname;
const WEIGHT = 300_000;
const PAINT = 300;

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

test('weight and first paint', async (t) => {
  // Whoever visits every page of every game has fetched this much, packed as the server sends it.
  const files = readdirSync(WEB, { recursive: true })
    .map((file) => join(WEB, String(file)))
    .filter((file) => statSync(file).isFile());
  const whole = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  t.diagnostic(`web/ altogether: ${(whole / 1000).toFixed(1)} kB`);
  assert.ok(whole < WEIGHT);
  for (const path of ['/', '/learn', '/new/connect4', '/new/blokus']) {
    const paints = [];
    let bytes = 0;
    for (let i = 0; i < 5; i++) {
      const { page, close } = await visitor(browser, server);
      await page.goto(path, { waitUntil: 'networkidle' });
      paints.push(
        await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity),
      );
      bytes = await page.evaluate(() =>
        [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce(
          (sum, entry) => sum + /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize,
          0,
        ),
      );
      await close();
    }
    // The least disturbed of them: other work may share the machine.
    const paint = Math.min(...paints);
    t.diagnostic(`${path}: ${(bytes / 1000).toFixed(1)} kB, first paint ${paint.toFixed(0)} ms (best of 5)`);
    assert.ok(bytes < WEIGHT, `${path} weighs ${bytes}`);
    assert.ok(paint < PAINT, `${path} paints after ${paint} ms`);
  }
});
