// Three people and a machine at a table for four: who is there, whoever goes away, whoever leaves, and the rematch.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, shoot, startBrowser, startServer, visitor } from './harness.mjs';
import { count, more, move } from './turns.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  server = await startServer({ PLATEAU_ABSENCE_MS: '7000', PLATEAU_BOT_PAUSE_MS: '0' });
  browser = await startBrowser();
});
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */
/** @param {Page} page @param {string} part @param {RegExp} text */
const says = (page, part, text) => page.locator(part).filter({ hasText: text }).first().waitFor();

/** Ada invites Léo and Zoé to Blokus; a machine has the fourth colour. */
async function threeOfThem() {
  const people = await Promise.all([{}, { dark: true }, { phone: true }].map((wish) => visitor(browser, server, wish)));
  const [ada, leo, zoe] = people.map((who) => who.page);
  await ada.setViewportSize({ width: 1440, height: 900 });
  await leo.setViewportSize({ width: 1024, height: 768 });
  await ada.goto('/new/blokus');
  await ada.locator('input[name=variant][value=classic]').check();
  await ada.locator('#name-0').fill('Ada');
  for (const seat of [1, 2]) await ada.locator('.place').nth(seat).locator('input[value=open]').check();
  await ada.locator('.place').nth(3).locator('input[value=bot]').check();
  await ada.locator('.place').nth(3).locator('.machine select').selectOption({ index: 0 });
  await ada.locator('button[type=submit]').click();
  await says(ada, '.status', /Waiting for 2 more players/);
  const link = await ada.locator('.share input').inputValue();
  for (const [page, name] of /** @type {[Page, string][]} */ ([[leo, 'Léo'], [zoe, 'Zoé']])) {
    await page.goto(link);
    await page.locator('#guest-name').fill(name);
    await page.locator('.invite button[type=submit]').click();
    if (page === leo) await says(ada, '.status', /Waiting for an opponent/);
  }
  await says(ada, '.status', /Your turn/);
  await says(leo, '.status', /Ada to move/);
  await says(zoe, '.status', /Ada to move/);
  return { people, ada, leo, zoe, link };
}

/** Everything that can be done is in sight without scrolling. @param {Page} page @param {string} where */
async function inSight(page, where) {
  const below = await page.evaluate(() => [...document.querySelectorAll('.acts button, .lesson-nav button')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > innerHeight)
    .map((each) => each.textContent));
  assert.deepEqual(below, [], where);
}

test('one of three goes away: the others see it, wait on, call a machine in, and play on', async () => {
  const { people, ada, leo, zoe } = await threeOfThem();
  for (const page of [ada, leo, zoe]) await move(page, 'blokus');
  await says(ada, '.status', /Your turn/);
  await move(ada, 'blokus');
  await move(leo, 'blokus');
  for (const page of [ada, leo]) {
    const seat = page.locator('.seat').filter({ hasText: 'Zoé' });
    assert.match(await seat.textContent() ?? '', /is there/);
  }
  await zoe.close();
  for (const page of [ada, leo]) {
    await says(page, '.seat', /Zoé.*away/s);
    await says(page, '.acts', /Claim the game.*Let the computer play.*Wait on/s);
    await inSight(page, 'claims');
  }
  await shoot(leo, 'three-claim');
  await axe(leo, 'claims');
  // Each of them decides for themselves to wait.
  await ada.getByRole('button', { name: 'Wait on' }).click();
  await ada.getByRole('button', { name: 'Take back' }).waitFor();
  const before = await count(leo);
  await leo.getByRole('button', { name: 'Let the computer play' }).click();
  // The machines move, and it is Ada's turn again, for both.
  await more(ada, before + 1);
  await says(ada, '.status', /Your turn/);
  assert.equal(await ada.locator('.seat').filter({ hasText: 'computer' }).count(), 2);
  await move(ada, 'blokus');
  await says(leo, '.status', /Your turn/);
  for (const who of people) who.fine();
  for (const who of people) await who.close();
});

test('one of three leaves: both others must agree; then the end, and a rematch for all', async () => {
  const { people, ada, leo, zoe } = await threeOfThem();
  await move(ada, 'blokus');
  await leo.getByRole('button', { name: 'Leave', exact: true }).click();
  await leo.getByRole('button', { name: 'Leave it to the computer' }).click();
  for (const page of [ada, zoe]) await says(page, '.note', /Léo/);
  await ada.locator('.acts .primary').click();
  // One is not enough.
  await says(leo, '.status', /Your turn/);
  assert.equal(await leo.locator('.seat').filter({ hasText: 'computer' }).count(), 1);
  await zoe.locator('.acts .primary').click();
  await says(zoe, '.status', /Your turn/);
  assert.equal(await ada.locator('.seat').filter({ hasText: 'computer' }).count(), 2);
  await move(zoe, 'blokus');
  await says(ada, '.status', /Your turn/);
  await ada.locator('.tools button[aria-label=Resign]').click();
  await ada.locator('.dialog .danger').click();
  await says(zoe, '.status.over', /You won/);
  await says(ada, '.status.over', /You lost/);
  const old = ada.url();
  await ada.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
  await ada.waitForURL((url) => url.href !== old);
  await zoe.locator('.acts .primary').filter({ hasText: 'Join the rematch' }).click();
  await zoe.waitForURL(ada.url());
  // Everybody has another colour, and whoever is to move can.
  await Promise.race([says(ada, '.status', /Your turn/), says(zoe, '.status', /Your turn/)]);
  const mover = /Your turn/.test(await ada.locator('.status').innerText()) ? ada : zoe;
  await move(mover, 'blokus');
  for (const who of people) { who.fine(); await who.close(); }
});
