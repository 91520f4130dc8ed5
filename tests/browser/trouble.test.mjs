// When the server refuses or fails: it is said in words, near where it happened, and nothing is lost.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { column, moveCount, ourTurn, startBrowser, startServer, visitor } from './harness.mjs';

const BUSY = {
  code: 'too-many-requests',
  error: { en: 'too many requests: wait 3 seconds', fr: 'trop de demandes : attendez 3 secondes' },
};
const BROKEN = { en: 'something broke on our side', fr: 'quelque chose a cassé chez nous' };
/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/**
 * Refuses the next move.
 * @param {Page} page @param {Parameters<import('playwright-core').Route['fulfill']>[0]} answer
 */
async function refuseOnce(page, answer) {
  let refuse = 1;
  await page.route('**/actions', (route) => (
    route.request().method() === 'PUT' && refuse-- > 0 ? route.fulfill(answer) : route.continue()));
}

/** @param {Page} page */
async function machine(page) {
  await page.goto('/');
  await page.locator('[data-game=connect4] .button.primary').click();
  await page.locator('.c4-columns.live').waitFor();
}

test('too many moves at once: the reason is shown and the move can be made again', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await machine(page);
  await refuseOnce(page, { status: 429, headers: { 'Retry-After': '3' }, json: BUSY });
  await column(page, 4).click();
  await page.locator('.note.wrong').filter({ hasText: 'Too many requests: wait 3 seconds.' }).waitFor();
  assert.equal(await moveCount(page), 0);
  await page.locator('.c4-columns.live').waitFor();
  await column(page, 4).click();
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length >= 2);
  assert.equal(await page.locator('.note').innerText(), '');
  fine();
  await close();
});

for (const [name, answer] of /** @type {const} */ ([
  ['a fault of ours', { status: 500, json: { code: 'internal', error: BROKEN } }],
  ['a proxy that speaks HTML', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
])) {
  test(`${name}: the move is not lost silently`, async () => {
    const { page, close } = await visitor(browser, server);
    await machine(page);
    await refuseOnce(page, answer);
    await column(page, 4).click();
    await page.locator('.note.wrong').filter({ hasText: /on our side/ }).waitFor();
    await ourTurn(page);
    await column(page, 4).click();
    await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length >= 2);
    await close();
  });
}

test('a page that cannot be loaded says so and can be tried again', async () => {
  const { page, close } = await visitor(browser, server, { lang: 'fr' });
  let refuse = true;
  await page.route('**/api/games', (route) => (
    refuse ? route.fulfill({ status: 429, json: BUSY }) : route.continue()));
  await page.goto('/');
  await page.locator('.notice .lead').filter({ hasText: 'Trop de demandes' }).waitFor();
  refuse = false;
  await page.locator('.notice .primary').click();
  await page.locator('[data-game=connect4] .button.primary').waitFor();
  await close();
});

test('too many tables: the button says why and works again', async () => {
  const { page, close } = await visitor(browser, server);
  await page.goto('/');
  const full = { status: 429, json: { ...BUSY, code: 'too-many-tables' } };
  await page.route('**/api/tables', (route) => (
    route.request().method() === 'POST' ? route.fulfill(full) : route.continue()));
  await page.locator('[data-game=connect4] .button.primary').click();
  await page.locator('.toast').filter({ hasText: 'Too many requests' }).waitFor();
  assert.ok(await page.locator('[data-game=connect4] .button.primary').isEnabled());
  await page.unroute('**/api/tables');
  await page.locator('[data-game=connect4] .button.primary').click();
  await page.locator('.c4-columns.live').waitFor();
  await close();
});

test('a stream that is refused says why, waits as long as it is told, and comes back', async () => {
  const { page, close } = await visitor(browser, server);
  let asked = 0;
  const full = { code: 'too-many-streams', error: { en: 'too many streams', fr: 'trop de flux' } };
  await page.route('**/api/**/events*', (route) => (asked++ ? route.continue()
    : route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: full })));
  const began = Date.now();
  await machine(page);
  await page.locator('.offline').filter({ hasText: 'Too many streams.' }).waitFor();
  await page.locator('.offline').waitFor({ state: 'hidden' });
  assert.ok(asked === 2 && Date.now() - began > 700, `${asked} times in ${Date.now() - began} ms`);
  await column(page, 4).click();
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length >= 2);
  await close();
});

test('with the limits that hosts have, a person who plays fast meets none', async () => {
  const strict = await startServer({ PLATEAU_LIMITS: 'on' });
  const { page, fine, close } = await visitor(browser, strict);
  await machine(page);
  /** @type {number[]} */
  const refused = [];
  page.on('response', (answer) => { if (answer.status() === 429) refused.push(answer.status()); });
  for (let i = 0; i < 6; i++) {
    await ourTurn(page);
    if (await page.locator('.status.over').count()) break;
    await page.keyboard.press(String(1 + (i % 7)));
    await page.waitForTimeout(50);
  }
  // At least a move by each, to walk to and fro between them.
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length >= 2);
  await ourTurn(page);
  for (let i = 0; i < 30; i++) await page.locator('.arrows button').nth(i % 2 ? 2 : 1).click();
  assert.deepEqual(refused, []);
  fine();
  await close();
  await strict.stop();
});
