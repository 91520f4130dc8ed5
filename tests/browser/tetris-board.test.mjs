// Tetris piece by piece on the page: every lesson to its end, a table by mouse, keys and finger, and the analysis.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';

import { Aim, placeOf } from '../../web/boards/tetris/aim.js';
import { axe, moveCount, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('../../web/types.js').Lesson[]} */
const LESSONS = JSON.parse(readFileSync(new URL('../../crates/tetris/lessons/lessons.json', import.meta.url), 'utf8'));

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

const chosen = (/** @type {Page} */ page) => page.locator('.tt-surface').getAttribute('data-place');
const live = (/** @type {Page} */ page) => page.locator('.tt-surface.live').waitFor();

/**
 * Where a point of the well is on the screen, in squares from its lower left corner.
 * @param {Page} page @param {number} x @param {number} y @param {number} [rows]
 */
async function spot(page, x, y, rows = 21) {
  const box = await page.locator('.tt-surface canvas').boundingBox();
  assert.ok(box);
  return { x: box.x + (x / 10) * box.width, y: box.y + box.height - (y / rows) * box.height };
}

/** Points at a place with the mouse and turns until the shadow lies there. @param {Page} page @param {string} move */
async function aimAt(page, move) {
  const place = placeOf('modern', move);
  assert.ok(place);
  const to = await spot(page, place.cx, place.cy);
  for (let held = 0; held < 2; held++) {
    for (let turns = 0; turns < 4; turns++) {
      // Two ways to the same square: leaving and coming back must find it too.
      await page.mouse.move(to.x, to.y - 1);
      await page.mouse.move(to.x, to.y);
      if (await chosen(page) === move) return;
      await page.mouse.click(to.x, to.y, { button: 'right' });
    }
    await page.keyboard.press('c');
  }
  assert.fail(`${move} cannot be pointed at: ${await chosen(page)}`);
}

test('the place that is pointed at: the column in the open, the place itself under a roof', () => {
  const aim = new Aim('modern', ['Ln8.1', 'Ln8.4', 'Ln9.1', 'Le9.2', 'Ts4.2', 'Ts4.2*']);
  const l = 6;
  assert.equal(aim.near(l, 0, 7.5, 15)?.move, 'Ln8.4', 'from above, as it would drop');
  assert.equal(aim.near(l, 0, 7.5, 0.5)?.move, 'Ln8.1', 'low down, under the roof');
  assert.equal(aim.near(l, 0, 6.5, 0.5, true)?.move, 'Ln8.1', 'the place that covers the square');
  assert.equal(aim.near(l, 0, 30, 0)?.move, 'Ln9.1');
  assert.equal(aim.near(l, 1, 0, 0)?.move, 'Le9.2');
  assert.equal(aim.near(l, 2, 0, 0), null);
  assert.equal(aim.near(2, 2, 3.5, 0)?.move, 'Ts4.2*', 'of two ways the one that is worth more');
  const dropped = aim.dropped(l, 0, 7.5);
  assert.ok(dropped);
  assert.equal(dropped.move, 'Ln8.4');
  assert.equal(aim.below(dropped, 0)?.move, 'Ln8.1');
  assert.equal(aim.beside(dropped, 0, 1)?.move, 'Ln9.1');
  assert.equal(aim.beside(dropped, 0, -1), null);
});

test('every lesson, wrong first and then right', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/learn/tetris');
  for (const [i, lesson] of LESSONS.entries()) {
    await page.goto(`/learn/tetris/${lesson.id}`);
    await page.locator('h1').filter({ hasText: lesson.title.en }).waitFor();
    await live(page);
    for (const step of lesson.steps) {
      await live(page);
      const right = step.accept?.[0];
      if (right && i < 3) {
        // Straight down where it appeared is wrong, unless it is the very thing that is asked.
        await page.mouse.move(0, 0);
        const wrong = await chosen(page);
        if (wrong && !step.accept?.includes(wrong)) {
          await page.locator('.tt-turns .tt-key').last().click();
          await page.locator('.note.wrong').filter({ hasText: step.wrong?.en ?? '' }).waitFor();
          await live(page);
        }
      }
      if (right) await aimAt(page, right);
      const to = placeOf('modern', right ?? await chosen(page) ?? '');
      assert.ok(to);
      const at = await spot(page, to.cx, to.cy);
      await page.mouse.click(at.x, at.y);
    }
    await page.locator('.note.right').filter({ hasText: lesson.praise.en }).waitFor();
    if (lesson.id === 'slide' || lesson.id === 'spin') await shoot(page, `tetris-lesson-${lesson.id}-light`);
  }
  await page.goto('/learn/tetris');
  await page.locator('.step.done').first().waitFor();
  assert.equal(await page.locator('.step.done').count(), LESSONS.length);
  fine();
  await close();
});

/** Somebody alone at a table. @param {Parameters<typeof visitor>[2]} [wish] @param {string} [variant] */
async function seated(wish, variant = 'modern') {
  const table = { game: 'tetris', variant, private: true, seats: [{ kind: 'person', name: 'Ada' }] };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.base}/api/tables`, { method: 'POST', headers, body: JSON.stringify(table) });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  const who = await visitor(browser, server, wish);
  await who.context.addInitScript(([id, held]) => {
    const kept = JSON.parse(localStorage.getItem('plateau') ?? '{}');
    localStorage.setItem('plateau', JSON.stringify({ ...kept, tokens: { [id]: { 0: held } } }));
  }, /** @type {const} */ ([made.table.id, made.tokens[0].token]));
  await who.page.goto(`/table/${made.table.id}`);
  await live(who.page);
  return { ...who, id: made.table.id, token: made.tokens[0].token };
}

/** Lays pieces as they come until one can be turned that looks different then; gives how many. @param {Page} page */
async function pastSquares(page) {
  let laid = 0;
  for (; (await chosen(page))?.[0] === 'O'; laid++) {
    await page.locator('.tt-turns .tt-key').last().click();
    await page.locator('.tt-surface[data-place=""]').waitFor({ timeout: 300, state: 'attached' }).catch(() => {});
    await live(page);
  }
  return laid;
}

const played = (/** @type {Page} */ page, /** @type {number} */ n) => page.waitForFunction((n) => (
  document.querySelectorAll('.movelist li:not(.none)').length === n), n);

test('a table: wheel, right button, keys, hold; then the analysis with its shadows', async () => {
  const { page, id, token, fine, close } = await seated({ calm: false });
  const laid = await pastSquares(page);
  const at = await spot(page, 1.5, 8);
  await page.mouse.move(at.x, at.y);
  const flat = await chosen(page);
  // A wheel's event may come after the call returns.
  await page.mouse.wheel(0, 100);
  await page.locator(`.tt-surface:not([data-place="${flat}"])`).waitFor();
  const turned = await chosen(page);
  assert.notEqual(turned?.slice(0, 2), flat?.slice(0, 2));
  // Two steps of the wheel within a moment count as one.
  await page.waitForTimeout(150);
  await page.mouse.wheel(0, -100);
  await page.locator(`.tt-surface[data-place="${flat}"]`).waitFor();
  await page.mouse.click(at.x, at.y, { button: 'right' });
  assert.equal(await chosen(page), turned);
  await shoot(page, 'tetris-table-light');
  await page.mouse.click(at.x, at.y);
  await played(page, laid + 1);

  await page.mouse.move(2, 2);
  await page.locator('.tt-surface').focus();
  await live(page);
  const first = await chosen(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await chosen(page), first);
  await page.keyboard.press('Space');
  await played(page, laid + 2);
  await live(page);
  const letter = (await chosen(page))?.[0];
  await page.locator('.tt-box.hold').click();
  assert.notEqual((await chosen(page))?.[0], letter);
  await page.locator('.tt-surface').focus();
  await page.keyboard.press('Enter');
  await played(page, laid + 3);
  await live(page);
  assert.match(await page.locator('.tt-box.hold').getAttribute('aria-label') ?? '', new RegExp(`Hold: ${letter}`));
  await axe(page, 'table');

  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const given = await fetch(`${server.base}/api/tables/${id}/resign`, { method: 'POST', body: '{}', headers });
  assert.ok(given.ok);
  await page.goto(`/analysis/${id}`);
  await page.locator('.movelist li:not(.none)').nth(laid + 1).locator('button').click();
  await page.locator('.tt-rated').first().waitFor();
  assert.ok(await page.locator('.tt-rated').count() <= 3);
  assert.ok((await page.locator('.tt-rated.rank-0 b').innerText()).length > 0);
  await page.waitForTimeout(300);
  await shoot(page, 'tetris-analysis-light');
  await axe(page, 'analysis');
  fine();
  await close();
});

for (const dark of [false, true]) {
  test(`a finger on a phone, ${dark ? 'dark, the report’s rules' : 'light'}: drag, tap, buttons`, async () => {
    const look = { phone: true, dark, lang: dark ? 'fr' : 'en' };
    const { page, fine, close } = await seated(look, dark ? 'report' : 'modern');
    const rows = dark ? 22 : 21;
    const laid = await pastSquares(page);
    const before = await chosen(page);
    const at = await spot(page, 8.2, 4, rows);
    await page.touchscreen.tap(at.x, at.y);
    const there = await chosen(page);
    assert.notEqual(there, before, 'the first tap shows where');
    await page.locator('.tt-turns .tt-key').nth(1).tap();
    const turned = await chosen(page);
    assert.notEqual(turned, there);
    assert.equal(await page.locator('.movelist li:not(.none)').count(), laid);
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForFunction((was) => {
      const now = document.querySelector('.tt-surface')?.getAttribute('data-place');
      return now && now !== was;
    }, turned);
    await narrowEnough(page, 'tetris table');
    await shoot(page, `tetris-table-phone-${dark ? 'dark' : 'light'}`);
    await axe(page, 'tetris table phone');
    assert.equal(await moveCount(page), laid + 1);
    fine();
    await close();
  });
}
