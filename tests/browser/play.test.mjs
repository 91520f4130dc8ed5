// People at tables: whole games by mouse, keyboard, finger, link; watching, reloading, and a server that dies.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { column, moveCount, ourTurn, playOut, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** Sits down against the machine. @param {Page} page */
async function machine(page) {
  await page.goto('/');
  await page.locator('[data-game=connect4] .button.primary').click();
  await page.waitForURL(/\/table\//);
  await page.locator('.c4-columns.live').waitFor();
}

/** Waits for a move to be in the list. @param {Page} page @param {number} n */
const moves = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length >= n, n);

/** Two people at one table, by link. @param {{ phone?: boolean }} [wish] */
async function pair(wish) {
  const host = await visitor(browser, server, wish);
  await host.page.goto('/');
  await host.page.locator('[data-game=connect4] .button').nth(1).click();
  const link = await host.page.locator('.share input').inputValue();
  const guest = await visitor(browser, server, wish);
  await guest.page.goto(link);
  await guest.page.locator('#guest-name').fill('Reda');
  await guest.page.locator('.invite button[type=submit]').click();
  await host.page.locator('.c4-columns.live').waitFor();
  return { host, guest, link };
}

/** @param {Page[]} pages in turn @param {number[]} columns */
async function alternate(pages, columns) {
  for (const [i, n] of columns.entries()) {
    const page = pages[i % pages.length];
    await page.locator('.c4-columns.live').waitFor();
    await column(page, n).click();
    await moves(page, i + 1);
  }
}

test('a whole game by mouse, with motion, and a rematch', async () => {
  const { page, fine, close } = await visitor(browser, server, { calm: false });
  await machine(page);
  await playOut(page, async (n) => { await column(page, n).hover(); await column(page, n).click(); });
  assert.match(await page.locator('.status').innerText(), /won|draw/i);
  const old = page.url();
  await page.locator('.acts .primary').click();
  await page.waitForURL((url) => url.href !== old);
  await ourTurn(page);
  assert.ok((await moveCount(page)) <= 1, 'sides were swapped, so the machine may have begun');
  fine();
  await close();
});

test('a whole game by keyboard alone', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  await page.locator('[data-game=connect4] .button.primary').waitFor();
  for (
    let i = 0;
    i < 12 && !(await page.evaluate(() => document.activeElement?.matches('[data-game=connect4] .button.primary')));
    i++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/table\//);
  await page.locator('.c4-columns.live').waitFor();
  for (let i = 0; i < 15 && !(await page.evaluate(() => document.activeElement?.matches('.c4-column'))); i++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await moves(page, 2);
  assert.match(
    await page.locator('.movelist li').first().innerText(),
    /3$/,
    'two to the right of the first is the third',
  );
  assert.match((await page.locator('#announcer').textContent()) ?? '', /plays column/, 'moves are announced');
  await playOut(page, async (n) => page.keyboard.press(String(n)));
  fine();
  await close();
});

/**
 * Looks at the position after a move of the game that is analysed. One step back would not do: the page opens with
 * the first mistake, as soon as it is known.
 * @param {Page} page @param {number} n
 */
async function afterMove(page, n) {
  await page.locator('.study .movelist button').nth(n - 1).click();
  await page.locator('.status').filter({ hasText: `After move ${n} ` }).waitFor();
}

test('two browsers by link, a spectator, the ending, its analysis, and playing on from there', async () => {
  const { host, guest, link } = await pair();
  const watcher = await visitor(browser, server);
  await watcher.page.goto(link);
  await watcher.page.locator('.c4-column').first().waitFor();
  assert.equal(await watcher.page.locator('.c4-columns.live').count(), 0, 'a spectator does not play');
  assert.match(await host.page.locator('.seats.above').innerText(), /Reda/);
  await alternate([host.page, guest.page], [4, 4, 3, 3, 5, 5]);
  // The fork cannot be stopped.
  await host.page.locator('.c4-columns.live').waitFor();
  await column(host.page, 6).click();
  for (const { page } of [host, guest, watcher]) await page.locator('.status.over').waitFor();
  assert.match(await host.page.locator('.status').innerText(), /You won: four in a row/);
  assert.match(await guest.page.locator('.status').innerText(), /You lost\. Blue won/);
  assert.equal(await watcher.page.locator('.c4-won').count(), 4, 'the four glow');
  assert.equal(await watcher.page.locator('.c4-strike').count(), 1, 'and a line is drawn');

  const saved = host.page.waitForEvent('download');
  await host.page.locator('.acts .save').click();
  assert.match((await saved).suggestedFilename(), /^connect4-.*\.record$/);

  await host.page.locator('.acts a').click();
  await afterMove(host.page, 6);
  // The engine takes the time that it needs, on a machine that may be busy.
  host.page.setDefaultTimeout(40_000);
  await host.page.waitForFunction(() => document.querySelectorAll('.c4-score').length === 7);
  await host.page.locator('.arrows button').nth(1).click();
  // Exact, for every column: how many moves to a win or a loss, or a draw. Chances would be percents.
  await host.page.waitForFunction(
    () =>
      [...document.querySelectorAll('.c4-score')]
        .map((each) => each.textContent ?? '')
        .filter((text) => /^([+−]\d+|=)$/.test(text)).length === 7,
  );
  await host.page.locator('.acts .primary').click();
  await host.page.waitForURL(/\/table\//);
  await moves(host.page, 5);
  for (const each of [host, guest, watcher]) { each.fine(); await each.close(); }
});

test('who goes back and plays on at once plays the side to move there, before the board shows it', async () => {
  const { host, guest } = await pair();
  await alternate([host.page, guest.page], [4, 4, 3, 3, 5, 5]);
  await host.page.locator('.c4-columns.live').waitFor();
  await column(host.page, 6).click();
  await host.page.locator('.status.over').waitFor();
  await host.page.locator('.acts a').click();
  await afterMove(host.page, 6);
  await host.page.locator('.acts .primary:not([disabled])').waitFor();
  // The answer about the position before comes late.
  /** @type {() => void} */
  let release = () => {};
  const late = new Promise((done) => { release = () => done(null); });
  await host.page.route('**/api/games/connect4/position', async (route) => { await late; await route.continue(); });
  // Back, back and forward, as quickly as one can.
  for (const arrow of [1, 1, 2]) await host.page.locator('.arrows button').nth(arrow).click();
  await host.page.locator('.acts .primary').click();
  release();
  await host.page.waitForURL(/\/table\//);
  await moves(host.page, 5);
  await host.page.locator('.c4-columns.live').waitFor();
  assert.equal(await moveCount(host.page), 5, 'it is our turn, and the machine has not moved');
  for (const each of [host, guest]) { each.fine(); await each.close(); }
});

test('undo by agreement, a refused move in words, looking back, resigning', async () => {
  const { host, guest } = await pair();
  await alternate([host.page, guest.page], [1]);
  await guest.page.locator('.c4-columns.live').waitFor();
  // Whoever has made no move has none to take back; until the first move is known it could be one's own.
  await guest.page.locator('.acts .button:first-child:disabled').waitFor();
  await alternate([guest.page, host.page], [1, 1, 1, 1]);
  await guest.page.locator('.c4-columns.live').waitFor();
  await guest.page.locator('.acts .button').first().click();
  await host.page.locator('.acts .primary').click();
  await host.page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length < 5);
  const left = await moveCount(host.page);
  await guest.page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length === n, left);

  const order = [host.page, guest.page];
  for (let n = left; n < 6; n++) {
    await order[n % 2].locator('.c4-columns.live').waitFor();
    await column(order[n % 2], 1).click();
    await moves(order[n % 2], n + 1);
  }
  await host.page.locator('.c4-columns.live').waitFor();
  await column(host.page, 1).click();
  await host.page.locator('.note.wrong').filter({ hasText: /Column 1 is full/ }).waitFor();
  assert.equal(await moveCount(host.page), 6, 'nothing was lost');

  await host.page.locator('.movelist button').nth(1).click();
  await host.page.locator('.status').filter({ hasText: /Looking back/ }).waitFor();
  assert.match((await column(host.page, 1).getAttribute('aria-label')) ?? '', /Blue, Yellow\.$/);
  await host.page.locator('.arrows button').nth(3).click();
  await host.page.locator('.c4-columns.live').waitFor();

  await guest.page.locator('.tools button').nth(2).click();
  await guest.page.locator('.dialog .danger').click();
  await host.page.locator('.status').filter({ hasText: /You won: Reda resigned/ }).waitFor();
  for (const each of [host, guest]) { each.fine(); await each.close(); }
});

test('a hint, and a reload in mid-game', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await machine(page);
  await column(page, 4).click();
  await moves(page, 2);
  await ourTurn(page);
  await page.locator('.acts .button').nth(1).click();
  await page.locator('.c4-hint').waitFor();
  assert.match(await page.locator('.note').innerText(), /Try column \d/);
  await page.reload();
  await moves(page, 2);
  await page.locator('.c4-columns.live').waitFor();
  assert.match((await column(page, 4).getAttribute('aria-label')) ?? '', /Blue/);
  await page.keyboard.press('4');
  await moves(page, 4);
  fine();
  await close();
});

test('the server is killed and started again in mid-game', async () => {
  const { host, guest } = await pair();
  await alternate([host.page, guest.page], [4, 4, 3]);
  await guest.page.locator('.c4-columns.live').waitFor();
  await server.kill();
  await guest.page.locator('.offline:not([hidden])').waitFor();
  await column(guest.page, 2).click();
  await guest.page.locator('.note.wrong').waitFor();
  await server.start();
  for (const { page } of [host, guest]) await page.locator('.offline').waitFor({ state: 'hidden' });
  assert.equal(await moveCount(guest.page), 3, 'what was acknowledged is there');
  await column(guest.page, 2).click();
  await moves(host.page, 4);
  host.fine();
  guest.fine();
  await host.close();
  await guest.close();
});

test('a finger on a phone: tap, slide to another column, the sheet', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true });
  await page.goto('/');
  await page.locator('[data-game=connect4] .button.primary').tap();
  await page.locator('.c4-columns.live').waitFor();
  await column(page, 2).tap();
  await moves(page, 2);
  await ourTurn(page);
  const from = await column(page, 2).boundingBox();
  const to = await column(page, 6).boundingBox();
  assert.ok(from && to);
  const touch = await page.context().newCDPSession(page);
  const point = (/** @type {{ x: number, y: number, width: number, height: number }} */ box) => [
    { x: box.x + box.width / 2, y: box.y + box.height / 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await moves(page, 4);
  assert.match((await page.locator('.movelist li').nth(2).textContent()) ?? '', /6$/);
  await page.locator('.opener').click();
  await page.locator('.side.open .arrows').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.side.open').waitFor({ state: 'detached' }).catch(() => {});
  assert.equal(await page.locator('.side.open').count(), 0);
  fine();
  await close();
});

test('two people at one screen, on a board of their own size', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/new/connect4');
  await page.locator('.place').nth(1).locator('input[value=person]').check();
  await page.locator('#name-0').fill('Ada');
  await page.locator('#name-1').fill('Grace');
  await page.locator('.options summary').click();
  await page.locator('#set-width').fill('16');
  await page.locator('#set-height').fill('16');
  await page.locator('button[type=submit]').click();
  await page.locator('.problem').filter({ hasText: /64|16x16/ }).waitFor();
  await page.locator('#set-height').fill('4');
  await page.locator('button[type=submit]').click();
  await page.locator('.c4-columns.live').waitFor();
  assert.equal(await page.locator('.c4-column').count(), 16);
  for (const [i, n] of [1, 16, 2, 15, 3, 14, 4].entries()) {
    await ourTurn(page);
    await column(page, n).click();
    await moves(page, i + 1);
  }
  await page.locator('.status.over').filter({ hasText: /Ada won/ }).waitFor();
  assert.match(await page.locator('.seats.below').innerText(), /Ada[^]*Blue/);
  assert.match(await page.locator('.seats.above').innerText(), /Grace[^]*Yellow/);
  fine();
  await close();
});

test('another language in mid-game, and the theme', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await machine(page);
  await column(page, 4).click();
  await moves(page, 2);
  await page.locator('#lang').click();
  await page.locator('.status').filter({ hasText: /À vous de jouer|réfléchit/ }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await moves(page, 2);
  await page.reload();
  await page.locator('.status').filter({ hasText: /À vous de jouer/ }).waitFor();
  for (const theme of ['light', 'dark', undefined]) {
    await page.locator('#theme').click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  }
  fine();
  await close();
});

test('an open table is found on the first page and joined', async () => {
  const host = await visitor(browser, server);
  await host.page.goto('/new/connect4');
  await host.page.locator('.place').nth(1).locator('input[value=open]').check();
  await host.page.locator('#name-0').fill('Asma');
  await host.page.locator('#listed').check();
  await host.page.locator('button[type=submit]').click();
  await host.page.locator('.share').waitFor();
  const guest = await visitor(browser, server);
  await guest.page.goto('/');
  await guest.page.locator('.row').filter({ hasText: 'Asma' }).locator('a').click();
  await guest.page.locator('.invite h2').filter({ hasText: 'Asma' }).waitFor();
  await guest.page.locator('.invite button[type=submit]').click();
  await host.page.locator('.c4-columns.live').waitFor();
  for (const each of [host, guest]) { each.fine(); await each.close(); }
});

test('a long game stays within the window: its moves scroll, its buttons stay', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  await page.locator('.game .button').first().waitFor();
  // A drawn game on the usual board.
  const record = ['{"plateau":1,"game":"connect4"}', ...'121212212121343434434343565656656565777777'].join('\n');
  await page.getByRole('button', { name: 'Open a saved game' }).click();
  await page.locator('#record-text').fill(record);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/analysis/);
  await moves(page, 42);
  for (const where of ['/analysis/', '/table/']) {
    await page.goto(page.url().replace(/\/(analysis|table)\//, where));
    await moves(page, 42);
    const [bottom, inner] = await page.evaluate(() => [
      Math.max(...[...document.querySelectorAll('.acts, .slot')].map((part) => part.getBoundingClientRect().bottom)),
      innerHeight,
    ]);
    assert.ok(bottom <= inner, `${where} reaches ${bottom} of ${inner}`);
  }
  fine();
  await close();
});

test('a new name at the table is everybody’s to see, and kept', async () => {
  const { host, guest } = await pair();
  await guest.page.locator('.seat').filter({ hasText: 'Reda' }).hover();
  await guest.page.locator('.rename').click();
  await guest.page.locator('#new-name').fill('x'.repeat(30));
  assert.equal((await guest.page.locator('#new-name').inputValue()).length, 24, 'no longer than names may be');
  await guest.page.locator('#new-name').fill('\u202e turned');
  await guest.page.locator('.dialog .primary').click();
  await guest.page.locator('.dialog .problem').filter({ hasText: /name/i }).waitFor();
  await guest.page.locator('#new-name').fill('Redwan');
  await guest.page.locator('.dialog .primary').click();
  await guest.page.locator('.dialog').waitFor({ state: 'detached' });
  await host.page.locator('.seats.above').filter({ hasText: 'Redwan' }).waitFor();
  assert.equal(await host.page.locator('.seats.above .rename').count(), 0, 'only one’s own');
  await guest.page.goto('/new/connect4');
  assert.equal(await guest.page.locator('#name-0').inputValue(), 'Redwan');
  for (const each of [host, guest]) { each.fine(); await each.close(); }
});

test('who has to leave asks, and the machine plays on if the other agrees', async () => {
  const { host, guest } = await pair();
  await alternate([host.page, guest.page], [4, 4, 3]);
  await guest.page.locator('.c4-columns.live').waitFor();
  const leave = async (/** @type {string} */ answer) => {
    await guest.page.locator('.tools button').last().click();
    await guest.page.locator('.dialog').filter({ hasText: /the computer may play on/ }).waitFor();
    await guest.page.locator('.dialog').getByRole('button', { name: answer }).click();
  };
  await leave('Stay');
  await guest.page.locator('.c4-columns.live').waitFor();
  await leave('Leave it to the computer');
  await guest.page.locator('.note').filter({ hasText: /Your opponent decides/ }).waitFor();
  await host.page.locator('.note').filter({ hasText: /Reda asks whether the computer/ }).waitFor();
  await host.page.reload();
  await host.page.getByRole('button', { name: 'No', exact: true }).click();
  await guest.page.locator('.note.wrong').filter({ hasText: /rather not/ }).waitFor();
  assert.equal(await moveCount(guest.page), 3, 'nobody has moved meanwhile');
  await leave('Leave it to the computer');
  await host.page.getByRole('button', { name: 'Agree' }).click();
  // It was the leaver's turn: the machine moves at once.
  await moves(host.page, 4);
  await guest.page.locator('.toast').filter({ hasText: /computer plays on/ }).waitFor();
  assert.match(await host.page.locator('.seats.above').innerText(), /machine|computer/i);
  await playOut(host.page, async (n) => column(host.page, n).click());
  for (const each of [host, guest]) { each.fine(); await each.close(); }
});

test('a table that waits is found again, and closed by leaving it', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  await page.locator('[data-game=connect4] .button').nth(1).click();
  await page.locator('.share').waitFor();
  const address = page.url();
  await page.locator('.brand').click();
  await page.locator(`.rows .row a[href="${new URL(address).pathname}"]`).first().click();
  await page.waitForURL(address);
  await page.locator('.share').waitFor();
  await page.locator('.tools button').last().click();
  await page.locator('.dialog .danger').click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('.empty').filter({ hasText: 'The games you play' }).waitFor();
  fine();
  await close();
});

for (const phone of [false, true]) {
  test(`nothing moves when the turn changes, ${phone ? 'on a phone' : 'wide'}`, async () => {
    const { page, fine, close } = await visitor(browser, server, { phone, lang: 'fr' });
    await machine(page);
    const places = () =>
      page.evaluate(() =>
        ['.slot', '.c4-board', '.top', '.note', '.seats.above .seat', '.seats.below .seat', '.primary-row'].map(
          (part) => {
            const { x, y, width, height } = /** @type {Element} */ (
              document.querySelector(part)
            ).getBoundingClientRect();
            return `${part} ${[x, y, width, height].map(Math.round)}`;
          },
        ),
      );
    const before = await places();
    await page.keyboard.press('4');
    await page.locator('.seat.thinks').waitFor();
    assert.deepEqual(await places(), before, 'while the machine thinks');
    await ourTurn(page);
    assert.deepEqual(await places(), before, 'after its move');
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('1');
      await page.waitForFunction(() => document.querySelector('.c4-columns.live, .note.wrong, .status.over'));
      await ourTurn(page);
      // The end has its own check below.
      if (await page.locator('.status.over').count()) break;
      assert.deepEqual(await places(), before, 'after our move, or a refusal in words');
    }
    if (!(await page.locator('.status.over').count())) {
      await page.locator('.acts .button').nth(1).click();
      await page.locator('.c4-hint').waitFor();
      assert.deepEqual(await places(), before, 'with a hint');
      await page.locator(phone ? '.opener' : '.status').click();
      await page.locator('.tools button').nth(2).click();
      await page.locator('.dialog .danger').click();
      await page.locator('.status.over').waitFor();
    }
    const still = (/** @type {string[]} */ all) => all.filter((part) => !part.startsWith('.primary-row'));
    assert.deepEqual(still(await places()), still(before), 'at the end, when only the buttons are others');
    fine();
    await close();
  });
}

test('people who share a screen in a game with hidden hands pass it on behind a curtain', async () => {
  const { page, fine, close } = await visitor(browser, server);
  // No game of today hides anything: the board says that it did.
  await page.route('**/boards/connect4/index.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\nexport const hides = true;\n` });
  });
  await page.goto('/new/connect4?plain');
  await page.locator('.place').nth(1).locator('input[value=person]').check();
  await page.locator('#name-1').fill('Grace');
  await page.locator('button[type=submit]').click();
  await page.locator('.curtain').filter({ hasText: 'Guest' }).waitFor();
  assert.equal(await page.locator('.c4-column').count(), 0, 'nothing has been drawn');
  await page.locator('.curtain button').click();
  await page.locator('.c4-columns.live').waitFor();
  await column(page, 4).click();
  await page.locator('.curtain').filter({ hasText: 'Grace' }).waitFor();
  await page.locator('.slot').waitFor({ state: 'hidden' });
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await page.locator('.c4-columns.live').waitFor();
  assert.match((await column(page, 4).getAttribute('aria-label')) ?? '', /Blue/);
  assert.equal(await moveCount(page), 1, 'keys do nothing behind it');
  fine();
  await close();
});
