// Tigris & Euphrates below the map: what opens above the rack and closes again, pieces of the rack that explain
// themselves, what happened since one's last turn, and signs without colours wherever seats are named.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';

import { axe, hasSoMany, makeTable, moveCount, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

const GOLDEN = new URL('../../crates/tigris/tests/golden.record', import.meta.url);

/** Sits on the first seat of a table after some moves. @param {Page} page @param {string[]} moves */
async function sit(page, moves) {
  const { table, tokens } = await makeTable(server, 'tigris', { moves });
  await sitAt(page, table, [tokens[0]]);
  await page.locator('.t-field.live').waitFor();
}

/**
 * Rests the mouse on a piece until it is explained; what is still loading may move it away from under the mouse.
 * @param {Page} page @param {string} piece @param {RegExp} pattern
 */
async function restOn(page, piece, pattern) {
  const said = page.locator('.t-tip.explains').filter({ hasText: pattern });
  for (let i = 0; i < 5; i++) {
    await page.mouse.move(5, 5);
    await page.locator(`.t-piece[data-held="${piece}"]`).first().hover();
    if (await said.waitFor({ timeout: 3000 }).then(() => true, () => false)) return;
  }
  throw new Error(`${piece} is not explained`);
}

const held = (/** @type {Page} */ page) => page.locator('.t-piece[aria-pressed="true"]');

test('what opens above the rack is whole in the window, and closes by Escape or a press elsewhere', async () => {
  for (const [width, height] of [[1280, 800], [390, 844], [360, 740], [844, 390]]) {
    const { page, fine, close } = await visitor(browser, server, { phone: width < 1000, lang: 'fr' });
    await page.setViewportSize({ width, height });
    // With a step to take back the line is at its longest.
    await sit(page, ['leader black g3']);
    for (const part of ['.t-supply', '.t-story']) {
      const [line, body] = [page.locator(`${part} summary`), page.locator(`${part} > :last-child`)];
      const shown = async () => {
        await line.click();
        await body.waitFor();
      };
      await shown();
      // It scrolls into sight by itself, just after it has opened.
      const whole = page.waitForFunction((each) => {
        const { left, right, top, bottom } = /** @type {Element} */ (each).getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= document.documentElement.clientWidth && bottom <= innerHeight;
      }, await body.elementHandle());
      await whole.catch(() => assert.fail(`${width}×${height}: ${part} is whole in the window`));
      await page.keyboard.press('Escape');
      await body.waitFor({ state: 'hidden' });
      await shown();
      await page.locator('.status').click();
      await body.waitFor({ state: 'hidden' });
    }
    await page.locator('.t-supply summary').click();
    await shoot(page, `tigris-beside-${width}x${height}`);
    fine();
    await close();
  }
});

test('Escape puts back what the mouse took, wherever the focus is', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, []);
  await page.locator('.t-piece[data-held="leader red"]').click();
  assert.equal(await held(page).count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await held(page).count(), 0);
  await page.getByRole('button', { name: 'Swap tiles' }).click();
  await page.locator('.t-piece[data-index]').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Swap tiles' }).waitFor();
  fine();
  await close();
});

test('pieces of the rack explain themselves to the mouse, the keyboard and a finger', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, ['leader black g3']);
  const tip = page.locator('.t-tip.explains');
  const king = page.locator('.t-piece[data-held="leader black"]');
  await restOn(page, 'leader black', /King of Ada[^]*In a revolt: 1 temple/);
  await restOn(page, 'catastrophe', /for good/);
  await shoot(page, 'tigris-rack-explained');
  await axe(page, 'tigris, a piece of the rack explained');
  await page.mouse.move(5, 5);
  await tip.waitFor({ state: 'hidden' });
  await king.focus();
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: /priest[^]*Not on the map[^]*collects red points/ }).waitFor();
  await page.keyboard.press('Enter');
  await tip.waitFor({ state: 'hidden' });
  assert.equal(await held(page).count(), 1);
  fine();
  await close();

  for (const [width, height] of [[390, 844], [844, 390]]) {
    const phone = await visitor(browser, server, { phone: true, lang: 'fr', dark: true });
    await phone.page.setViewportSize({ width, height });
    await sit(phone.page, []);
    const piece = phone.page.locator('.t-piece[data-held="leader green"]');
    const box = await piece.boundingBox();
    assert.ok(box);
    const touch = await phone.context.newCDPSession(phone.page);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const said = phone.page.locator('.t-tip.explains').filter({ hasText: 'gagne les points verts' });
    await said.waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const { inside, over } = await said.evaluate((each, { x, y }) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return {
        inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
        over: left < x && x < right && top < y && y < bottom,
      };
    }, point);
    assert.ok(inside && !over, `${width}×${height}: in the window, and not under the finger`);
    assert.equal(await held(phone.page).count(), 0, 'a long press takes nothing');
    await shoot(phone.page, `tigris-rack-explained-${width}x${height}`);
    await piece.tap();
    assert.equal(await held(phone.page).count(), 1, 'a tap does');
    phone.fine();
    await phone.close();
  }
});

test('what one only answered belongs to the turn of the other, which is replayed from its beginning', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, ['leader black g3', 'pass', 'leader black f2', 'support 0', 'support 0', 'pass']);
  await page.locator('.t-recap').click();
  await page.locator('.note').filter({ hasText: /1\/4.*Léo.*king to f2/ }).waitFor();
  await page.locator('.note').filter({ hasText: /4\/4.*Léo.*pass/ }).waitFor();
  await page.locator('.status').filter({ hasText: 'Your turn' }).waitFor();
  assert.equal(await moveCount(page), 6);
  fine();
  await close();
});

test('dynasties have signs without colours in the lobby, in invitations and in explanations', async () => {
  const { page, fine, close } = await visitor(browser, server, { dark: true });
  const seats = [{ kind: 'person', name: 'Ada' }, { kind: 'open' }];
  const { table } = await makeTable(server, 'tigris', { seats, private: false });
  await page.goto(`/table/${table.id}`);
  await page.locator('.invite .side .t-sign').waitFor();
  await page.goto('/');
  await page.locator('.row', { hasText: 'Ada' }).locator('.t-sign').waitFor();
  await page.goto('/new/tigris');
  await hasSoMany(page, '.place legend .t-sign', 2);
  await page.goto('/thoughts/tigris');
  await page.locator('.term-table .t-sign').first().waitFor();
  await hasSoMany(page, '.term-table .mark:not(.t-sign)', 0);
  fine();
  await close();
});

test('at the end names stay whole on a phone, and the analysis says through whose eyes it looks', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const answer = await fetch(`${server.base}/api/records`, { method: 'POST', body: readFileSync(GOLDEN, 'utf8') });
  const { table } = await answer.json();
  await page.goto(`/table/${table.id}`);
  await page.locator('.status.over').waitFor();
  const lines = await page.locator('.seat .name b').evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)));
  assert.deepEqual(lines.map(Math.round), [1, 1], 'each name on one line');
  await shoot(page, 'tigris-end-phone');
  await page.goto(`/analysis/${table.id}`);
  const eyes = page.getByLabel('Seen by');
  await eyes.filter({ hasText: 'Seen by the mover' }).waitFor();
  assert.equal(await eyes.evaluate((menu) => /** @type {HTMLSelectElement} */ (menu).selectedOptions[0].text),
    'Seen by the mover');
  fine();
  await close();
});

test('the final count stays in its card, whatever people are called', async () => {
  const record = readFileSync(GOLDEN, 'utf8').replace('"Bull","Bow"', '"Maximilienne","Jean-Baptiste Sal"');
  const answer = await fetch(`${server.base}/api/records`, { method: 'POST', body: record });
  const { table } = await answer.json();
  for (const wish of [{}, { phone: true, lang: 'fr' }]) {
    const { page, fine, close } = await visitor(browser, server, wish);
    await page.goto(`/analysis/${table.id}`);
    await page.locator('.t-talk .t-table').first().waitFor();
    await page.locator('.t-figures summary').click();
    const over = await page.locator('.t-talk').evaluate((box) => {
      const right = box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight);
      return [...box.querySelectorAll('.t-table, .button')].map((each) => each.getBoundingClientRect().right - right);
    });
    assert.ok(over.length === 3 && over.every((far) => far <= 1), `${JSON.stringify(wish)}: ${over}`);
    await shoot(page, `tigris-count-${wish.phone ? 'phone' : 'wide'}`, true);
    fine();
    await close();
  }
});

test('on a phone nothing moves when a leader of the map is taken in hand', async () => {
  for (const lang of ['en', 'fr']) {
    const { page, fine, close } = await visitor(browser, server, { phone: true, lang });
    await page.goto('/learn/tigris/move');
    await page.locator('.t-field.live').waitFor();
    const below = page.locator('.t-story');
    const before = (await below.boundingBox())?.y;
    // i6, in the picture's own units.
    const box = await page.locator('.t').boundingBox();
    assert.ok(box);
    await page.touchscreen.tap(box.x + (886 / 1672) * box.width, box.y + (586 / 1672) * box.width);
    await page.locator('[data-move="withdraw green"]').waitFor();
    assert.equal((await below.boundingBox())?.y, before, lang);
    await shoot(page, `tigris-withdraw-${lang}`);
    fine();
    await close();
  }
});

test('what a lesson asks is whole in the window', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  await page.goto('/learn/tigris/order');
  await page.locator('.t-piece[data-held="tile red"]').first().click();
  const map = await page.locator('.t').boundingBox();
  assert.ok(map);
  const unit = map.width / 1672;
  await page.mouse.click(map.x + (36 + 750) * unit, map.y + (36 + 250) * unit);
  const choices = page.locator('.t-offers .button');
  await choices.filter({ hasText: 'Guerre des marchands' }).waitFor();
  assert.match(await choices.first().innerText(), /Taureau attaque avec 0, Arc défend avec 1/);
  for (const [width, height] of [[1440, 900], [1280, 800], [1024, 768], [1366, 650]]) {
    await page.setViewportSize({ width, height });
    const low = await choices.last().evaluate((each) => {
      const { left, width, bottom } = each.getBoundingClientRect();
      return !each.contains(document.elementFromPoint(left + width / 2, bottom - 3));
    });
    assert.equal(low, false, `${width}×${height}: the last choice is in sight`);
  }
  await shoot(page, 'tigris-lesson-asks');
  fine();
  await close();
});
