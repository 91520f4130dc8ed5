// The page is light: bytes, requests, and what the first paint waits for. Times are printed, not judged: they are the
// machine's.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';

import { startBrowser, startServer, visitor } from './harness.mjs';

const WEB = new URL('../../web/', import.meta.url).pathname;
/** All in bytes, packed as the server sends them. */
const ALTOGETHER = 450_000;
const ONE_PAGE = 300_000;
const BEFORE_PAINT = 15_000;
const REQUESTS = 100;

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

test('weight: all of the page, and each of its pages', async (t) => {
  // Whoever visits every page of every game has fetched this much.
  const files = readdirSync(WEB, { recursive: true }).map((file) => join(WEB, String(file)))
    // Types are for the checker only, and pictures of links for messengers: no page fetches them.
    .filter((file) => statSync(file).isFile() && !file.endsWith('.d.ts') && !file.startsWith(join(WEB, 'share/')));
  const whole = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  t.diagnostic(`web/ altogether: ${(whole / 1000).toFixed(1)} kB`);
  assert.ok(whole < ALTOGETHER, `web/ weighs ${whole}`);
  for (const path of [
    '/', '/learn', '/new/connect4', '/new/blokus', '/arcade/tetris', '/analysis', '/analysis/quoridor', '/puzzles',
    '/thoughts/connect4?depth=4', '/arcade/tetris/sprint',
  ]) {
    const { page, close } = await visitor(browser, server);
    await page.goto(path, { waitUntil: 'networkidle' });
    const { bytes, requests, paint } = await page.evaluate(() => {
      const entries = /** @type {PerformanceResourceTiming[]} */ ([
        ...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]);
      return {
        bytes: entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0), requests: entries.length,
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      };
    });
    await close();
    t.diagnostic(`${path}: ${(bytes / 1000).toFixed(1)} kB, ${requests} requests, first paint ${paint.toFixed(0)} ms`);
    assert.ok(bytes < ONE_PAGE, `${path} weighs ${bytes}`);
    assert.ok(requests < REQUESTS, `${path} asks ${requests} times`);
  }
});

test('the first paint waits for the shell and its stylesheets, and for no module', async (t) => {
  const { page, close } = await visitor(browser, server);
  let bytes = 0;
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname;
    // Modules and answers never come: what is painted is painted without them.
    if (path.startsWith('/api/') || (path.endsWith('.js') && path !== '/early.js')) return;
    const answer = await route.fetch();
    bytes += gzipSync(await answer.body()).length;
    await route.fulfill({ response: answer });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  t.diagnostic(`before the first paint: ${(bytes / 1000).toFixed(1)} kB`);
  assert.ok(bytes < BEFORE_PAINT, `${bytes} bytes before the first paint`);
  await close();
});
