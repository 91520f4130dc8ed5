// Blokus while others think: pieces tried, plans laid and changed, a plan that plays by itself; a hint taken by a tap,
// keys that work anywhere, move numbers and the picture to save.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';

import { axe, makeTable, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** The middle of a square on the screen, by its name. @param {Page} page @param {string} name @param {number} side */
async function at(page, name, side) {
  const box = await page.locator('.bk-surface').boundingBox();
  assert.ok(box);
  return {
    x: box.x + ((name.charCodeAt(0) - 96.5) / side) * box.width,
    y: box.y + box.height - ((Number(name.slice(1)) - 0.5) / side) * box.height,
  };
}

/** @param {Page} page @param {number} n */
const moves = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length >= n, n);

/** Two people at a board of their own each. @param {Parameters<typeof visitor>[2]} [wish] of the second one */
async function apart(wish) {
  const { table, tokens } = await makeTable(server, 'blokus', { variant: 'duo' });
  const play = async (/** @type {number} */ seat, /** @type {string} */ move) => {
    const token = tokens[seat].token;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const view = await (await fetch(`${server.base}/api/tables/${table.id}/view`, { headers })).json();
    const body = JSON.stringify({ epoch: view.epoch, move });
    const answer = await fetch(`${server.base}/api/tables/${table.id}/actions`, { method: 'PUT', headers, body });
    assert.equal(answer.status, 201, await answer.text());
  };
  const who = await visitor(browser, server, wish);
  await sitAt(who.page, table, tokens.slice(1));
  await who.page.locator('.bk-tray.sketch').first().waitFor({ state: 'attached' });
  return { ...who, play };
}

/** A piece of one's own while others think. @param {Page} page @param {string} piece */
const sketch = (page, piece) => page.locator(`.sketch .bk-choice[data-piece="${piece}"]`);

/**
 * Lays a piece as a plan, which makes so many.
 * @param {Page} page @param {string} piece @param {string} square @param {number} count
 */
async function plan(page, piece, square, count) {
  await sketch(page, piece).click();
  const spot = await at(page, square, 14);
  await page.mouse.move(spot.x, spot.y);
  await page.locator('.bk-hovering.good').waitFor();
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction((count) => document.querySelectorAll('.bk-plan').length === count, count);
}

test('pieces are tried while others think, and the first plan plays by itself if it still fits', async () => {
  const { page, play, fine, close } = await apart();
  // The second colour begins on j5; away from it nothing fits, and the reason is told.
  await sketch(page, '1').click();
  const away = await at(page, 'c3', 14);
  await page.mouse.move(away.x, away.y);
  await page.locator('.bk-line.bad').filter({ hasText: 'must cover j5' }).waitFor();
  await page.mouse.click(away.x, away.y);
  assert.equal(await page.locator('.bk-plan').count(), 0);
  const start = await at(page, 'j5', 14);
  await page.mouse.move(start.x, start.y);
  await page.locator('.bk-line.good').filter({ hasText: 'as a plan' }).waitFor();
  await page.mouse.click(start.x, start.y);
  await page.locator('.bk-plan').waitFor();
  assert.equal(await page.locator('.sketch .planned[data-piece="1"]').count(), 1);
  // A second one may lean on the first.
  await sketch(page, '2').click();
  const next = await at(page, 'i6', 14);
  await page.mouse.move(next.x - 1, next.y);
  await page.locator('.bk-hovering.good').waitFor();
  await page.mouse.click(next.x - 1, next.y);
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 2);
  await page.locator('[data-action=arm]').click();
  await page.locator('.bk-plans.armed').waitFor();
  const rows = await page.locator('.bk-tools button').evaluateAll((all) =>
    new Set(all.filter((each) => each.getClientRects().length).map((each) => each.getBoundingClientRect().top)).size);
  assert.equal(rows, 1, 'the buttons of plans find room beside the others');
  await axe(page, 'blokus with plans');
  await shoot(page, 'blokus-plans');
  await play(0, 'e10');
  await moves(page, 2);
  // One of two is played; the other is still a plan, and plays when its turn comes.
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 1);
  await page.locator('.bk-tray.seat-1 [data-piece="1"].used').waitFor();
  await play(0, 'd9,c9');
  await moves(page, 4);
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 0);
  fine();
  await close();
});

test('with a finger: a tap takes a plan up again, and it plays when it is its turn', async () => {
  const { page, play, fine, close } = await apart({ phone: true, lang: 'fr', dark: true });
  await sketch(page, '1').tap();
  // A finger's piece lies where it would fit; a tap on it lays it.
  const start = await at(page, 'j5', 14);
  await page.locator('.bk-hovering.good').waitFor();
  await page.touchscreen.tap(start.x, start.y);
  await page.locator('.bk-plan').waitFor();
  await shoot(page, 'blokus-plans-phone');
  await narrowEnough(page, 'blokus with a plan');
  await shoot(page, 'blokus-plans-phone');
  await page.touchscreen.tap(start.x, start.y);
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 0);
  await page.locator('.bk-hovering.good').waitFor();
  await page.touchscreen.tap(start.x, start.y);
  await page.locator('.bk-plan').waitFor();
  await page.locator('[data-action=arm]').tap();
  await play(0, 'e10');
  await moves(page, 2);
  assert.equal(await page.locator('.bk-plan').count(), 0, 'it was played');
  fine();
  await close();
});

test('by keyboard alone: plans are laid where they would fit, one leaning on the other', async () => {
  const { page, play, fine, close } = await apart();
  for (const [i, size] of ['5', '4'].entries()) {
    await page.locator('.bk-tray.sketch').waitFor();
    await page.keyboard.press(size);
    await page.locator('.bk-hovering .bk-piece').waitFor();
    const lain = await page.locator('.bk-hovering .bk-outline').getAttribute('d');
    await page.keyboard.press('n');
    await page.waitForFunction((before) =>
      document.querySelector('.bk-hovering .bk-outline')?.getAttribute('d') !== before, lain);
    await page.locator('.bk-hovering.good').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('.bk-plan').length === n, i + 1);
  }
  await page.locator('[data-action=arm]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.bk-plans.armed').waitFor();
  await play(0, 'e10');
  await moves(page, 2);
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 1);
  fine();
  await close();
});

test('a plan that no longer fits is told, and nothing is played', async () => {
  const { page, play, fine, close } = await apart();
  await play(0, 'e10');
  await page.locator('.bk-tray.live').waitFor();
  await page.locator('.live [data-piece="1"]').click();
  const start = await at(page, 'j5', 14);
  await page.mouse.click(start.x, start.y);
  await moves(page, 2);
  // Leaning on a plan that is then forgotten, the second has no corner left.
  await page.locator('.bk-tray.sketch').waitFor();
  await sketch(page, '2').click();
  const first = await at(page, 'i6', 14);
  await page.mouse.move(first.x - 1, first.y);
  await page.locator('.bk-hovering.good').waitFor();
  await page.mouse.click(first.x - 1, first.y);
  await page.locator('.bk-plan').waitFor();
  await plan(page, 'I3', 'f7', 2);
  await page.mouse.click(first.x, first.y);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 1);
  await page.locator('[data-action=arm]').click();
  await play(0, 'd9,c9');
  await page.locator('.toast').filter({ hasText: 'no longer fits' }).waitFor();
  await moves(page, 3);
  assert.equal(await page.locator('.bk-plan').count(), 0);
  fine();
  await close();
});

test('a first plan that is covered is told, and the next one does not play in its place', async () => {
  const { page, play, fine, close } = await apart();
  await play(0, 'e10,f10,g10,h10,i10');
  await play(1, 'j5,i6,j6,k6,j7');
  await moves(page, 2);
  await plan(page, '1', 'i8', 1);
  await plan(page, 'I3', 'm5', 2);
  await page.locator('[data-action=arm]').click();
  await play(0, 'i8,j8,j9');
  await page.locator('.toast').filter({ hasText: 'no longer fits: 1 on i8' }).waitFor();
  await page.locator('.bk-tray.seat-1.live').waitFor();
  assert.equal(await page.locator('.movelist li:not(.none)').count(), 3, 'nothing was played');
  assert.equal(await page.locator('.bk-plan').count(), 1, 'the other one is still a sketch');
  assert.equal(await page.locator('[data-action=arm]').getAttribute('aria-pressed'), 'false');
  fine();
  await close();
});

test('plans are there after a reload, and the first one plays even if the turn came meanwhile', async () => {
  const { page, play, fine, close } = await apart({ lang: 'fr' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await plan(page, 'X', 'j5', 1);
  await plan(page, 'I3', 'h7', 2);
  const fits = await page.locator('[data-action=arm]').evaluate((button) => {
    const [all, words] = [button, button.querySelector('span') ?? button].map((one) => one.getBoundingClientRect());
    return words.width > 0 && words.left >= all.left && words.right <= all.right && words.bottom <= all.bottom;
  });
  assert.ok(fits, 'the words of the button have room in it');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 2);
  assert.equal(await page.locator('.bk-plans.armed').count(), 0, 'sketches stay sketches');
  await page.locator('[data-action=arm]').click();
  await page.reload();
  await page.locator('.bk-plans.armed').waitFor();
  // The other one moves while we are away.
  const address = page.url();
  await page.goto('/');
  await play(0, 'e10');
  await page.goto(address);
  await moves(page, 2);
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 1);
  await page.locator('[data-action=drop]').click();
  await page.reload();
  await page.locator('.bk-tray.sketch').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.bk-plan').count(), 0, 'what was forgotten stays forgotten');
  fine();
  await close();
});

test('on a phone the own pieces lie open as soon as one sits down', async () => {
  const { table } = await makeTable(server, 'blokus', {
    variant: 'duo', seats: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
  });
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  await page.goto(`/table/${table.id}`);
  await page.getByRole('button', { name: 'Sit down' }).tap();
  await sketch(page, 'X').tap();
  await page.locator('.bk-hovering.good').waitFor();
  fine();
  await close();
});

test('a hint is taken by a tap, digits work with the focus on a button, numbers and a picture', async () => {
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant: 'duo', seats: [{ kind: 'person', name: 'Ada' }, { kind: 'bot' }],
  });
  const { page, fine, close } = await visitor(browser, server);
  await sitAt(page, table, tokens);
  await page.locator('.bk-tray.live').waitFor();
  // The focus is on a button of the page: a digit still takes a piece, N finds it a place, Enter lays it.
  await page.getByRole('button', { name: 'Hint' }).focus();
  await page.keyboard.press('5');
  await page.locator('.bk-hovering .bk-piece').waitFor();
  await page.keyboard.press('n');
  await page.locator('.bk-hovering.good').waitFor();
  await page.keyboard.press('Enter');
  await moves(page, 2);
  await page.locator('.bk-tray.live').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.locator('.bk-hint .bk-outline');
  await hint.waitFor();
  const piece = (await hint.getAttribute('d')) ?? '';
  // A click takes it as it lies, wherever it is touched, and a second one lays it there.
  const spot = await page.locator('.bk-hint .bk-light').evaluate((light) => {
    // Inside the first of its squares: pieces have holes in their boxes.
    const [, left, low] = (light.getAttribute('d') ?? '').match(/^M([\d.]+) ([\d.]+)/) ?? [];
    const matrix = /** @type {SVGPathElement} */ (light).getScreenCTM() ?? undefined;
    const { x, y } = new DOMPoint(Number(left) + 40, Number(low) - 40).matrixTransform(matrix);
    return { x, y };
  });
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.click(spot.x, spot.y);
  await page.locator('.bk-hovering.good').waitFor();
  assert.equal(await page.locator('.bk-hovering .bk-outline').getAttribute('d'), piece);
  await page.mouse.move(spot.x + 3, spot.y);
  await page.mouse.click(spot.x + 3, spot.y);
  await moves(page, 4);
  await page.locator('[data-action=numbers]').click();
  assert.deepEqual(
    (await page.locator('.bk-number').allTextContents()).map(Number).sort((a, b) => a - b).slice(0, 4), [1, 2, 3, 4]);
  await shoot(page, 'blokus-numbers');
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-action=save]').click()]);
  assert.equal(file.suggestedFilename(), 'blokus.svg');
  const text = await readFile(await file.path(), 'utf8');
  assert.match(text, /^<\?xml.*<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/s);
  assert.match(text, /fill="rgb\(/, 'its colours are in the file');
  assert.doesNotMatch(text, /var\(|light-dark\(/);
  fine();
  await close();
});
