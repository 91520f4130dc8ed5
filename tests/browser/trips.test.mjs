// How many round trips stand between an address and a page that can be used. The answers are held back and let go wave
// by wave, so that the count does not depend on how fast the machine is.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { column, makeTable, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** As long as nothing new is asked for, a wave is complete. */
const QUIET = 1000;
const TRIPS = 3;
const REQUESTS = 12;
/** Of a connection that is not good, in milliseconds. */
const LATENCY = 300;

/**
 * Counts the waves of requests until something is there.
 * @param {import('playwright-core').Page} page @param {() => Promise<unknown>} begin
 * @param {import('playwright-core').Locator} usable
 */
async function tripsUntil(page, begin, usable) {
  /** @type {import('playwright-core').Route[]} */
  let held = [];
  let through = false;
  // The document is a round trip of its own, which nothing can be asked before.
  await page.route('**/*', async (route) => {
    if (through || route.request().isNavigationRequest()) await route.continue();
    else held.push(route);
  });
  await begin();
  /** @type {string[][]} */
  const waves = [['document']];
  for (let i = 0; i < 200 && !(await usable.count()); i++) {
    if (!held.length) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    for (let before = -1; before !== held.length;) {
      before = held.length;
      await new Promise((done) => setTimeout(done, QUIET));
    }
    // Drawing takes its time on a busy machine: what is there by now needed no more.
    if (await usable.count()) break;
    const wave = held;
    held = [];
    waves.push(wave.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(wave.map((route) => route.continue()));
    await new Promise((done) => setTimeout(done, 200));
  }
  through = true;
  for (const route of held) await route.continue();
  return waves;
}

test(`home can be used after ${TRIPS} round trips`, async (t) => {
  const { page, fine, close } = await visitor(browser, server);
  const waves = await tripsUntil(page, 
    () => page.goto('/', { waitUntil: 'commit' }), page.locator('.game .split .button').first());
  t.diagnostic(waves.map((wave) => wave.join(' ')).join(' | '));
  assert.ok(waves.length <= TRIPS, `${waves.length} round trips`);
  fine();
  await close();
});

test(`a table can be used after ${TRIPS} round trips`, async (t) => {
  for (const game of ['connect4', 'blokus']) {
    const { page, fine, close } = await visitor(browser, server);
    const { table, tokens } = await makeTable(server, game, { people: game === 'blokus' ? 4 : 2 });
    const usable = page.locator('.c4-columns.live, .bk-tray.live');
    const waves = await tripsUntil(page, () => sitAt(page, table, tokens, 'commit'), usable.first());
    t.diagnostic(waves.map((wave) => wave.join(' ')).join(' | '));
    assert.ok(waves.length <= TRIPS, `${game}: ${waves.length} round trips`);
    fine();
    await close();
  }
});

test(`a first move takes at most ${REQUESTS} requests`, async (t) => {
  const { page, fine, close } = await visitor(browser, server);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/');
  await page.locator('[data-game=connect4] .picture svg').waitFor();
  await page.locator('[data-game=connect4] .split .button').first().click();
  await page.locator('.c4-columns.live').waitFor();
  const played = page.waitForRequest((request) => request.method() === 'PUT');
  await column(page, 4).click();
  await played;
  t.diagnostic(asked.join(', '));
  assert.ok(asked.length <= REQUESTS, `${asked.length}: ${asked.join(', ')}`);
  fine();
  await close();
});

test(`with ${LATENCY} ms a round trip: how long until home and a table can be used`, async (t) => {
  /** @type {Record<string, () => Promise<[string, string]>>} */
  const places = {
    home: async () => ['/', '.game .split .button'],
    table: async () => {
      const { table } = await makeTable(server, 'connect4', { private: false });
      return [`/table/${table.id}`, '.c4-column'];
    },
  };
  for (const [name, place] of Object.entries(places)) {
    const times = [];
    for (let run = 0; run < 3; run++) {
      const { page, context, fine, close } = await visitor(browser, server);
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions',
        { offline: false, latency: LATENCY, downloadThroughput: -1, uploadThroughput: -1 });
      const [path, usable] = await place();
      const begun = performance.now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator(usable).first().waitFor();
      times.push(performance.now() - begun);
      fine();
      await close();
    }
    t.diagnostic(`${name}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    // The machine's speed is not the page's: what is judged are the round trips, above.
    assert.ok(times.every((time) => time >= LATENCY), 'the latency was there');
  }
});

test('the sources run as they are written, too', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/?plain');
  await page.locator('[data-game=connect4] .split .button').first().waitFor();
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  assert.ok(scripts.includes('/pages/home.js') && !scripts.some((name) => name.startsWith('/bundle/')), `${scripts}`);
  fine();
  await close();
});
