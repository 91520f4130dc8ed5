// The lessons in real time, done with real keys: what each key does, finesse, combos, back to back, garbage.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** Waits for a step. @param {Page} page @param {number} n */
const step = (page, n) => page.locator('.drill').getByText(new RegExp(`^(Step|Étape) ${n} `)).waitFor();
/** Taps keys one after the other. @param {Page} page @param {string[]} keys */
async function tap(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key, { delay: 15 });
}
/** Holds a key until the piece has run to the wall. @param {Page} page @param {string} key */
async function hold(page, key) {
  await page.keyboard.down(key);
  await page.waitForTimeout(700);
  await page.keyboard.up(key);
}
/** Does something until the next step begins: a busy machine may have missed a key. */
async function until(/** @type {Page} */ page, /** @type {number} */ n, /** @type {() => Promise<unknown>} */ act) {
  for (let tries = 0; tries < 6; tries++) {
    await act();
    try {
      return await page.locator('.drill').getByText(new RegExp(`^(Step|Étape) ${n} `)).waitFor({ timeout: 5000 });
    } catch (error) {
      if (tries === 5) throw error;
      await page.waitForTimeout(800);
    }
  }
}
/** The end, with its praise. @param {Page} page @param {() => Promise<unknown>} act */
async function end(page, act) {
  for (let tries = 0; tries < 6; tries++) {
    await act();
    const done = page.locator('.drill .note.right').filter({ hasText: /Well done|Bien joué/ });
    if (await done.waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
    await page.waitForTimeout(800);
  }
  assert.fail('the lesson does not end');
}

test('the keys, one by one, from the front page; what is done is ticked', async () => {
  const { page, fine, close } = await visitor(browser, server, {});
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-length[data-drill=keys]').click();
  await step(page, 1);
  await axe(page, 'drill');
  await shoot(page, 'tetris-drill-light');
  await until(page, 2, () => tap(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'));
  await until(page, 3, () => hold(page, 'ArrowRight'));
  await until(page, 4, () => tap(page, 'ArrowUp'));
  await until(page, 5, () => tap(page, 'z'));
  await until(page, 6, () => tap(page, 'a'));
  await until(page, 7, async () => {
    await page.keyboard.down('ArrowDown');
    await page.waitForTimeout(1500);
    await page.keyboard.up('ArrowDown');
  });
  await until(page, 8, () => tap(page, 'c'));
  await end(page, () => tap(page, 'Space'));
  await page.locator('.drill .buttons .primary').click();
  await page.waitForURL('**/drill/finesse');
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-length[data-drill=keys] .icon').waitFor();
  fine();
  await close();
});

test('finesse: the long way is refused with the shorter one, the short way is taken', async () => {
  const { page, fine, close } = await visitor(browser, server, {});
  await page.goto('/arcade/tetris/drill/finesse');
  await step(page, 1);
  await tap(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Space');
  await page.locator('.note.wrong').filter({ hasText: 'shorter way: ⇤' }).waitFor();
  await page.waitForTimeout(900);
  await until(page, 2, async () => {
    await hold(page, 'ArrowLeft');
    await tap(page, 'Space');
  });
  fine();
  await close();
});

test('combos, back to back and garbage, in French on a phone’s width too', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr', dark: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/arcade/tetris/drill/combo');
  await step(page, 1);
  await narrowEnough(page, 'drill');
  await shoot(page, 'tetris-drill-phone-dark');
  const right = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'];
  await until(page, 2, () => tap(page, ...right, 'Space', ...right, 'Space', ...right, 'Space'));
  await page.goto('/arcade/tetris/drill/back');
  await step(page, 1);
  const four = ['ArrowUp', ...right, 'Space'];
  await until(page, 2, () => tap(page, ...four, ...four));
  await end(page, () => tap(page, ...four, 'Space', ...four));
  await page.goto('/arcade/tetris/drill/garbage');
  await step(page, 1);
  assert.equal(await page.locator('.tt-meter').getAttribute('data-lines'), '4');
  await until(page, 2, () => tap(page, ...four));
  await end(page, () => tap(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Space', 'ArrowUp', 'Space'));
  await page.goto('/arcade/tetris/drill/nothing');
  await page.locator('.notice').waitFor();
  fine();
  await close();
});
