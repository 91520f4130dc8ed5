// Quoridor in the page: pawns and walls by mouse, finger and keyboard, what is not allowed, and four at a board.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, makeTable, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/**
 * A table for people who share this screen, after some moves.
 * @param {Page} page @param {string[]} moves @param {{ people?: number, variant?: string }} [more]
 */
async function sit(page, moves, more = {}) {
  const { table, tokens } = await makeTable(server, 'quoridor', { moves, ...more });
  await sitAt(page, table, tokens);
  await page.locator('.q-field.live').waitFor();
}

/**
 * Where a square or a groove is on the screen; halves lie between squares.
 * @param {Page} page @param {number} file @param {number} rank
 */
async function at(page, file, rank) {
  const [a, b] = await Promise.all([[0, 0], [1, 1]].map(async ([f, r]) => {
    const box = await page.locator('.q-square').nth(r * 9 + f).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }));
  return { x: a.x + (b.x - a.x) * file, y: a.y + (b.y - a.y) * rank };
}

/** @param {Page} page */
const played = (page) =>
  page.locator('.movelist button').evaluateAll((all) => all.map((one) => one.lastChild?.textContent?.trim()));
/** @param {Page} page @param {string[]} list */
async function plays(page, list) {
  await page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length === n, list.length);
  assert.deepEqual(await played(page), list);
}

test('pawn, walls along the grooves, turned by key and by the right button', async () => {
  const { page, fine, close } = await visitor(browser, server, { calm: false });
  await sit(page, []);
  const click = async (/** @type {number} */ file, /** @type {number} */ rank) => {
    const { x, y } = await at(page, file, rank);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  };
  await click(4, 1);
  await plays(page, ['e2']);
  await page.locator('.q-field.live').waitFor();
  await click(4.5, 6.4);
  await plays(page, ['e2', 'e7v']);
  await page.locator('.q-field.live').waitFor();
  const { x, y } = await at(page, 1.4, 3.5);
  await page.mouse.move(x, y);
  await page.locator('.q-ghost').waitFor();
  await page.keyboard.press('r');
  await page.mouse.click(x, y, { button: 'right' });
  await page.keyboard.press('r');
  await page.mouse.click(x, y);
  await plays(page, ['e2', 'e7v', 'b4v']);
  await shoot(page, 'quoridor-wide-light');
  fine();
  await close();
});

test('a wall that is not possible says why, and shows whom it would shut in', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, ['d1v', 'e8', 'e1v', 'e7']);
  const { x, y } = await at(page, 4.4, 1.5);
  await page.mouse.move(x, y);
  await page.locator('.q-ghost.wrong').waitFor();
  assert.equal(await page.locator('.shut .seat-0').count(), 1, 'the pawn that would be shut in is marked');
  await shoot(page, 'quoridor-refused');
  await page.mouse.click(x, y);
  await page.locator('.note.wrong').waitFor();
  assert.match(await page.locator('.note.wrong').innerText(), /blue/i);
  await plays(page, ['d1v', 'e8', 'e1v', 'e7']);
  // A wall on a wall, and a square that is too far.
  for (const [file, rank] of [[4.5, 0.4], [0, 5]]) {
    const spot = await at(page, file, rank);
    const before = await page.locator('.note').innerText();
    await page.mouse.click(spot.x, spot.y);
    await page.waitForFunction((old) => document.querySelector('.note.wrong')?.textContent !== old, before);
  }
  fine();
  await close();
});

test('by keyboard alone: squares, grooves, a turned wall, the paths', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, []);
  const press = async (/** @type {string[]} */ ...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await page.locator('.q-field').focus();
  await press('ArrowUp', 'ArrowUp', 'Enter');
  await plays(page, ['e2']);
  await page.locator('.q-field.live').waitFor();
  // From e2 to the crossing up and right of it, and the wall there turned.
  await press('ArrowRight', 'ArrowUp', 'r', 'r');
  assert.match(await page.locator('#announcer').innerText(), /horizontal wall e2/);
  await press('Enter');
  await plays(page, ['e2', 'e2h']);
  await press('p');
  assert.equal(await page.locator('.q-way').count(), 2);
  assert.equal(await page.locator('.q-act[aria-pressed=true]').count(), 1);
  await axe(page, 'quoridor');
  await press('p');
  fine();
  await close();
});

test('with a finger, in French, on a phone: a wall waits for a yes', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true, dark: true, lang: 'fr' });
  await sit(page, ['e2', 'e8']);
  const pawn = await at(page, 4, 2);
  await page.touchscreen.tap(pawn.x, pawn.y);
  await plays(page, ['e2', 'e8', 'e3']);
  await page.locator('.q-field.live').waitFor();
  const groove = await at(page, 2.4, 3.5);
  await page.touchscreen.tap(groove.x, groove.y);
  await page.locator('.q-confirm:not([hidden])').waitFor();
  await plays(page, ['e2', 'e8', 'e3']);
  await shoot(page, 'quoridor-phone-dark');
  await axe(page, 'quoridor on a phone');
  await narrowEnough(page, 'quoridor');
  await page.locator('.q-confirm button').nth(1).tap();
  await page.locator('.q-confirm button').first().tap();
  await plays(page, ['e2', 'e8', 'e3', 'c4v']);
  fine();
  await close();
});

test('four at a board, and the board turned', async () => {
  const { page, fine, close } = await visitor(browser, server, { dark: true });
  await sit(page, ['e2', 'b5', 'e8'], { people: 4, variant: 'four' });
  assert.equal(await page.locator('.q-pawn').count(), 4);
  const before = await at(page, 0, 0);
  await page.keyboard.press('f');
  const after = await at(page, 0, 0);
  assert.ok(after.x > before.x + 100 && after.y < before.y - 100, 'a1 is in the other corner');
  await page.keyboard.press('f');
  await shoot(page, 'quoridor-four-dark');
  await axe(page, 'quoridor for four');
  fine();
  await close();
});

test('nowhere in a square does a click build a wall, and the own pawn only shows its steps', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, []);
  // A square far away from the pawn, and the pawn's own: all points but the outermost rim, which belongs to the groove.
  for (const nth of [5 * 9 + 2, 4]) {
    const box = await page.locator('.q-square').nth(nth).boundingBox();
    assert.ok(box);
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < 12; j++) {
        const [x, y] = [i, j].map((n) => 0.08 + (n / 11) * 0.84);
        await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
        assert.equal(await page.locator('.q-ghost').count(), 0, `${nth}: ${x.toFixed(2)} ${y.toFixed(2)}`);
      }
    }
  }
  const pawn = await at(page, 4, 0);
  for (const [dx, dy] of [[0, 0], [15, 0], [0, -15]]) await page.mouse.click(pawn.x + dx, pawn.y + dy);
  assert.equal(await page.locator('.note.wrong').count(), 0, 'no complaint');
  assert.ok((await page.locator('.q-lit').count()) > 0);
  await plays(page, []);
  // The groove beside it still takes a wall.
  const groove = await at(page, 4.5, 2.2);
  await page.mouse.move(groove.x, groove.y);
  await page.locator('.q-ghost').waitFor();
  await page.mouse.click(groove.x, groove.y);
  await plays(page, ['e3v']);
  await page.locator('.q-how').filter({ hasText: /groove/ }).waitFor();
  await shoot(page, 'quoridor-how');
  fine();
  await close();
});

test('a finger on the own pawn makes no move, and a wall still waits for a yes', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  await sit(page, []);
  const pawn = await at(page, 4, 0);
  await page.touchscreen.tap(pawn.x, pawn.y);
  await plays(page, []);
  // Nor does one that comes down beside a pawn, in its square.
  for (const [file, rank] of [[4.3, 0], [3.7, 0.3], [4.3, 7.7]]) {
    const beside = await at(page, file, rank);
    await page.touchscreen.tap(beside.x, beside.y);
    assert.equal(await page.locator('.q-ghost').count(), 0, `no wall is aimed at from ${file}, ${rank}`);
    assert.equal(await page.locator('.q-confirm:not([hidden])').count(), 0);
  }
  await plays(page, []);
  const groove = await at(page, 2.4, 3.5);
  await page.touchscreen.tap(groove.x, groove.y);
  await page.locator('.q-confirm:not([hidden])').waitFor();
  await page.locator('.q-confirm button').first().tap();
  await plays(page, ['c4h']);
  await narrowEnough(page, 'quoridor');
  await shoot(page, 'quoridor-how-phone');
  fine();
  await close();
});
