// From any page to any other: the bar on top, and the menu that it becomes on a phone.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, makeTable, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

const NAMES = {
  en: ['Play', 'My games', 'Learn', 'Puzzles', 'Study', 'Arena'],
  fr: ['Jouer', 'Mes parties', 'Apprendre', 'Problèmes', 'Étude', 'Arène'],
};
const SIZES = [[1440, 900], [1024, 768], [844, 390], [940, 600], [820, 1180], [390, 844], [360, 640]];
const ADDRESSES = ['/', '/games', '/learn', '/puzzles', '/analysis', '/arena'];

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`from a table to every page, with a mouse and on a phone (${lang})`, async () => {
    const { page, fine, close } = await visitor(browser, server, { lang, dark: lang === 'fr' });
    const { table, tokens } = await makeTable(server, 'connect4');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [n, address] of ADDRESSES.entries()) {
        await sitAt(page, table, tokens.slice(0, 1));
        await page.locator('.c4-column').first().waitFor();
        const where = `${address} at ${width}×${height}`;
        await narrowEnough(page, where);
        const link = page.locator('.bar nav a').nth(n);
        if (!(await link.isVisible())) await page.locator('#menu').click();
        assert.equal(await link.innerText(), NAMES[lang][n], where);
        if (n === 3 && width === 390) {
          await axe(page, 'the open menu');
          await shoot(page, `menu-${lang}`);
        }
        await link.click();
        await page.waitForURL(`**${address}`);
        await page.locator('main h1').waitFor();
        assert.equal(await page.locator('.bar nav [aria-current]').count(), 1, where);
        const shut = await page.locator('#menu').isHidden() || await link.isHidden();
        assert.ok(shut, `${where}: the menu is closed again`);
        await narrowEnough(page, where);
      }
    }
    fine();
    await close();
  });
}

test('the menu is used by keys, and closes by Escape and by a click beside it', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  await page.goto('/puzzles');
  const [menu, links] = [page.locator('#menu'), page.locator('.bar nav')];
  await menu.focus();
  await page.keyboard.press('Enter');
  await links.waitFor();
  assert.equal(await menu.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Play');
  await page.keyboard.press('Escape');
  await links.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'menu');
  await menu.click();
  await links.waitFor();
  await page.locator('h1').click({ position: { x: 4, y: 4 } });
  await links.waitFor({ state: 'hidden' });
  fine();
  await close();
});

test('study begins with a board of each game, its thoughts, and games that were saved', async () => {
  for (const phone of [false, true]) {
    const { page, fine, close } = await visitor(browser, server, { phone });
    await page.goto('/analysis');
    await page.locator('[data-game]').first().waitFor();
    await axe(page, 'study');
    await narrowEnough(page, 'study');
    await shoot(page, `study-front-${phone ? 'phone' : 'wide'}`, true);
    const games = await (await fetch(`${server.base}/api/games`)).json();
    assert.equal(await page.locator('[data-game]').count(), games.length);
    for (const { id } of games) {
      await page.locator(`[data-game=${id}] .button`).click();
      await page.waitForURL(`**/analysis/${id}*`);
      await page.locator('.study .engine').waitFor();
      await page.goBack();
      await page.locator(`[data-game=${id}] a`).nth(1).click();
      await page.waitForURL(`**/thoughts/${id}*`);
      await page.locator('.thoughts-board .slot > *').first().waitFor();
      await page.goBack();
    }
    await page.getByRole('button', { name: 'Open a saved game' }).click();
    await page.locator('#record-text').fill('{"plateau":1,"game":"connect4"}\n4\n1\n4\n1\n4\n1\n4');
    await page.locator('.dialog .primary').click();
    await page.waitForURL(/\/analysis\/.{8}/);
    await page.locator('.movelist li button').nth(6).waitFor();
    await page.goto('/analysis');
    await page.locator('.row').filter({ hasText: 'Connect Four' }).getByRole('link', { name: 'Analyse' }).waitFor();
    fine();
    await close();
  }
});
