// Tetris against others: how large they are seen, how they are found, and a coach that stays through another language.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {import('playwright-core').Page} page @param {string} state */
const is = (page, state) => page.locator(`.arcade[data-state=${state}]`).waitFor();

for (const rivals of [1, 2, 3]) {
  test(`${rivals} at a time are at least 90 px wide on a laptop, and one’s own well stays high`, async (t) => {
    const { page, fine, close } = await visitor(browser, server);
    await page.goto('/arcade/tetris/race');
    for (let i = 1; i < rivals; i++) await page.getByRole('button', { name: 'Add an opponent' }).click();
    await page.locator('button[type=submit]').click();
    await is(page, 'playing');
    const found = [];
    for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768], [1366, 650]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const widths = await page.locator('.race-rival :is(canvas.race-field, .race-field canvas)').evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().width)));
      const high = await page.locator('.tt-surface').evaluate((well) =>
        well.getBoundingClientRect().height / innerHeight);
      assert.equal(widths.length, rivals);
      found.push(`${width}×${height}: ${widths.join(', ')} px, well ${high.toFixed(2)}`);
      assert.ok(Math.min(...widths) >= 90 && high >= 0.85, found.at(-1));
    }
    t.diagnostic(found.join('; '));
    fine();
    await close();
  });
}

test('two who look for an opponent race each other, and nobody races themselves', async () => {
  const people = await Promise.all([visitor(browser, server), visitor(browser, server)]);
  const [ada, leo] = people.map((who) => who.page);
  const find = async (/** @type {import('playwright-core').Page} */ page) => {
    await page.goto('/');
    await page.locator('[data-game=tetris]').getByRole('button', { name: 'Find an opponent' }).click();
    await page.waitForURL(/\/race\//);
  };
  await find(ada);
  await ada.locator('.race-lobby .free').waitFor();
  const race = ada.url();
  await find(ada);
  assert.equal(ada.url(), race, 'she waits where she waited');
  await find(leo);
  assert.equal(leo.url(), race);
  await Promise.all([ada, leo].map((page) => is(page, 'playing')));
  for (const who of people) { who.fine(); await who.close(); }
});

test('the coach goes on in the other language, also when it was changed before the first piece', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/arcade/tetris/practice');
  const coach = page.locator('[data-act=coach]');
  await coach.click();
  await page.locator('#lang').click();
  await is(page, 'paused');
  assert.equal(await coach.getAttribute('aria-pressed'), 'true');
  await page.locator('.arcade-paused .primary').click();
  await is(page, 'playing');
  await page.locator('.arcade-advice').filter({ hasText: /dès la colonne|depuis|colonne/ }).waitFor();
  await page.locator('#lang').click();
  await is(page, 'paused');
  assert.equal(await coach.getAttribute('aria-pressed'), 'true');
  await page.locator('.arcade-paused .primary').click();
  await page.locator('.arcade-advice').filter({ hasText: /from column/ }).waitFor();
  fine();
  await close();
});

test('a race is among one’s games and under "Continue", until the server has forgotten it', async () => {
  const own = await startServer();
  const { page, fine, close } = await visitor(browser, own);
  await page.goto('/');
  await page.locator('[data-game=tetris]').getByRole('button', { name: 'Find an opponent' }).click();
  await page.waitForURL(/\/race\//);
  const race = page.url();
  await page.locator('.brand').click();
  await page.locator('.continue .row.wait').filter({ hasText: 'Tetris' }).getByRole('link', { name: 'Open' }).click();
  await page.waitForURL(race);
  await page.getByRole('button', { name: 'Fill the free seats with the computer' }).click();
  await page.locator('.race[data-state=playing]').waitFor();
  await page.goto('/games');
  await page.locator('.row.racing').filter({ hasText: /Tetris.*In play/s }).waitFor();
  await axe(page, 'a race in my games');
  await page.locator('.row.racing a').click();
  await page.waitForURL(race);
  await own.kill();
  await own.start();
  await page.goto('/games');
  await page.locator('.empty').filter({ hasText: 'will be listed here' }).waitFor();
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('plateau') ?? '{}').tokens), {});
  fine();
  await close();
  await own.stop();
});
