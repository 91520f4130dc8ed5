// Tigris & Euphrates in the page: laying by click, by drag, by keyboard and by finger, a revolt, hidden hands.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import {
  axe,
  makeTable,
  moveCount,
  narrowEnough,
  shoot,
  sitAt,
  startBrowser,
  startServer,
  visitor,
} from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** A table for two at this screen, after some moves. @param {Page} page @param {string[]} [moves] */
async function sit(page, moves = []) {
  const { table, tokens } = await makeTable(server, 'tigris', { moves });
  await sitAt(page, table, tokens);
  await here(page);
}

/** Whoever plays next says so, and sees the own tiles. @param {Page} page */
async function here(page) {
  await page.locator('.curtain button').click();
  await page.locator('.t-field.live').waitFor();
}

/** The middle of a square on the screen. @param {Page} page @param {string} name */
async function at(page, name) {
  const box = await page.locator('.t').boundingBox();
  assert.ok(box);
  const unit = box.width / 1672;
  return {
    x: box.x + (36 + (name.charCodeAt(0) - 97) * 100 + 50) * unit,
    y: box.y + (36 + (Number(name.slice(1)) - 1) * 100 + 50) * unit,
  };
}

/** @param {Page} page @param {number} n */
const moves = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length === n, n);

test('a leader by click, another by drag, what would happen, and why not', async () => {
  const { page, fine, close } = await visitor(browser, server, { calm: false });
  await sit(page);
  await page.getByRole('button', { name: 'king', exact: true }).click();
  const square = await at(page, 'g3');
  await page.mouse.move(square.x, square.y);
  assert.match(await page.locator('.t-tip').innerText(), /king/i);
  await shoot(page, 'tigris-leader');
  // The king stands beside a temple, or not at all.
  const nowhere = await at(page, 'a6');
  await page.mouse.click(nowhere.x, nowhere.y);
  await page.locator('.note.wrong').waitFor();
  assert.match(await page.locator('.note.wrong').innerText(), /temple/i);
  await page.mouse.click(square.x, square.y);
  await moves(page, 1);
  await page.locator('.t-field.live').waitFor();
  const from = await page.getByRole('button', { name: 'priest', exact: true }).boundingBox();
  assert.ok(from);
  const to = await at(page, 'i6');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 60, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await moves(page, 2);
  // The turn is over: the other one's tiles are behind a curtain.
  await page.locator('.curtain button').waitFor();
  await here(page);
  assert.match(await page.locator('.t-turn').innerText(), /Action 1 of 2/);
  await axe(page, 'tigris');
  fine();
  await close();
});

test('a revolt is asked about and settled', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, ['leader black g3', 'pass', 'leader black f2']);
  await page.locator('.t-talk h2').waitFor();
  assert.match(await page.locator('.t-talk').innerText(), /Revolt for the king/);
  assert.equal(await page.locator('.t-fights').count(), 2, 'both leaders are marked');
  await shoot(page, 'tigris-revolt');
  await axe(page, 'tigris, a revolt');
  await page.locator('.t-talk [data-move="support 0"]').click();
  await moves(page, 4);
  await here(page);
  await page.locator('.t-talk [data-move="support 0"]').click();
  await moves(page, 5);
  await here(page);
  assert.equal(await page.locator('.t-field .t-leader').count(), 1, 'the attacker went home');
  await page.locator('.t-news').filter({ hasText: /wins|repels|gets/i }).waitFor();
  // How it went is spelled out, until somebody goes on.
  await page.waitForFunction(
    () =>
      /Revolt of kings[^]*adds nothing[^]*wins[^]*one red point/.test(
        /** @type {HTMLElement | null} */ (document.querySelector('.t-course'))?.innerText ?? '',
      ),
    null,
    { timeout: 10_000 },
  );
  await shoot(page, 'tigris-settled');
  await axe(page, 'tigris, a conflict told');
  await page.locator('.t-asked button').click();
  assert.equal(await page.locator('.t-talk').isVisible(), false);
  fine();
  await close();
});

test('a step is taken back while the turn lasts, and nobody is asked', async () => {
  const { table, tokens } = await makeTable(server, 'tigris');
  const [ada, leo] = await Promise.all([0, 1].map(async (seat) => {
    const who = await visitor(browser, server);
    await sitAt(who.page, table, [tokens[seat]]);
    return who;
  }));
  const { page } = ada;
  await page.locator('.t-field.live').waitFor();
  const lay = async () => {
    await page.getByRole('button', { name: 'king', exact: true }).click();
    const { x, y } = await at(page, 'g3');
    await page.mouse.click(x, y);
    await moves(page, 1);
  };
  assert.equal(await page.locator('.t-back').count(), 0, 'nothing to take back yet');
  await lay();
  await page.locator('.t-turn .t-back').waitFor();
  await shoot(page, 'tigris-back');
  await moves(leo.page, 1);
  assert.equal(await leo.page.locator('.t-back').count(), 0, 'it is not his step');
  await page.locator('.t-turn .t-back').click();
  await Promise.all([moves(page, 0), moves(leo.page, 0)]);
  assert.match(await page.locator('.t-turn').innerText(), /Action 1 of 2/);
  // After new tiles were seen there is no way back.
  await page.getByRole('button', { name: 'Swap tiles' }).click();
  await page.locator('.t-group .t-piece').first().click();
  await page.getByRole('button', { name: 'swap 1 tile' }).click();
  await moves(page, 1);
  await page.locator('.t-field.live').waitFor();
  assert.equal(await page.locator('.t-back').count(), 0);
  for (const who of [ada, leo]) {
    who.fine();
    await who.close();
  }
});

test('by keyboard alone, and tiles swapped', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  await sit(page);
  await page.getByRole('button', { name: 'roi', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The cursor begins at h6: i6 is beside the temple at i7.
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator('#announcer').innerText(), /i6.*roi/i);
  await page.keyboard.press('Enter');
  await moves(page, 1);
  await page.locator('.t-field.live').waitFor();
  await page.getByRole('button', { name: 'Échanger' }).click();
  await page.locator('.t-group .t-piece').first().click();
  await page.locator('.t-group .t-piece').nth(1).click();
  await page.getByRole('button', { name: 'échanger 2 tuiles' }).click();
  await moves(page, 2);
  fine();
  await close();
});

test('with a finger on a phone: the square is shown first, then confirmed', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true, dark: true });
  await sit(page);
  await page.getByRole('button', { name: 'king', exact: true }).tap();
  const square = await at(page, 'g3');
  await page.touchscreen.tap(square.x, square.y);
  await page.locator('.t-tip button').waitFor();
  assert.equal(await moveCount(page), 0);
  const [tip, map] = await Promise.all([page.locator('.t-tip').boundingBox(), page.locator('.t-map').boundingBox()]);
  assert.ok(tip && map && tip.y >= map.y + map.height - 8, 'the question hides no square of the map');
  await shoot(page, 'tigris-phone-dark');
  await axe(page, 'tigris on a phone');
  await narrowEnough(page, 'tigris');
  await page.locator('.t-tip button').tap();
  await moves(page, 1);
  fine();
  await close();
});

test('on small phones held sideways the question is seen whole, and no line lies over another', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  for (const [width, height] of [[844, 390], [667, 375]]) {
    await page.setViewportSize({ width, height });
    await sit(page);
    await page.getByRole('button', { name: 'king', exact: true }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    for (const name of ['g3', 'i8']) {
      const square = await at(page, name);
      await page.touchscreen.tap(square.x, square.y);
      const tip = await page.locator('.t-tip:has(button)').boundingBox();
      assert.ok(tip && tip.y > 0 && tip.y + tip.height <= height, `${width}×${height}: all of the question is seen`);
      assert.ok(square.y < tip.y - 40 || square.y > tip.y + tip.height + 40, `${width}×${height}: away from ${name}`);
    }
    const [turn, supply] = await Promise.all(['.t-turn', '.t-supply'].map((each) => page.locator(each).boundingBox()));
    assert.ok(turn && supply && turn.y + turn.height <= supply.y + 1, `${width}×${height}: two lines, not one`);
  }
  fine();
  await close();
});

test('with a finger on a phone: a leader dragged from the rack to the map', async () => {
  const { page, context, fine, close } = await visitor(browser, server, { phone: true });
  await sit(page);
  const box = await page.getByRole('button', { name: 'king', exact: true }).boundingBox();
  assert.ok(box);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const to = await at(page, 'g3');
  const touch = await context.newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {...{ x: number, y: number }} touchPoints */
  const finger = (type, ...touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  // Sideways the rack scrolls, and the browser takes the finger away.
  await finger('touchStart', from);
  await finger('touchMove', { x: from.x - 50, y: from.y - 20 });
  await finger('touchMove', { x: from.x - 100, y: from.y - 25 });
  await finger('touchEnd');
  await page.locator('.t-held').waitFor({ state: 'hidden' });
  assert.equal(await moveCount(page), 0);
  await finger('touchStart', from);
  await finger('touchMove', { x: from.x, y: (from.y + to.y) / 2 });
  await finger('touchMove', to);
  await page.locator('.t-tip:not([hidden])').waitFor();
  await finger('touchEnd');
  await moves(page, 1);
  assert.equal(await page.locator('.t-held:not([hidden])').count(), 0, 'nothing is left under the finger');
  fine();
  await close();
});
