// The keyboard at a table and in the analysis: arrows walk along the moves wherever nothing else needs them, a fresh
// page takes the board's keys, and `?` explains them on every page.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, column, makeTable, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer({ PLATEAU_BOT_PAUSE_MS: '0' }); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** A few moves of each game, and what is clicked on its board without making a move. */
const GAMES = /** @type {const} */ ({
  connect4: { moves: ['4', '4', '3'], click: '.c4-column' },
  quoridor: { moves: ['e2', 'e8', 'e3'], click: '.q-field' },
  blokus: { moves: [], click: '.bk-surface' },
  tigris: { moves: [], click: '.t-field' },
  tetris: { moves: [], click: '.tt-surface' },
});

/**
 * A table on which some moves were made; `over` if it is to be finished.
 * @param {keyof typeof GAMES} game @param {boolean} [over]
 */
async function played(game, over = false) {
  const { table, tokens } = await makeTable(server, game, {
    people: game === 'tetris' ? 1 : 2, ...(game === 'blokus' ? { variant: 'duo' } : {}),
  });
  const authorization = `Bearer ${tokens.map(({ token }) => token).join(',')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const url = `${server.base}/api/tables/${table.id}`;
  for (let epoch = 0; epoch < 3; epoch++) {
    const { legal } = await (await fetch(`${url}/view`, { headers })).json();
    const move = GAMES[game].moves[epoch] ?? legal[0];
    const answer = await fetch(`${url}/actions`, { method: 'PUT', headers, body: JSON.stringify({ epoch, move }) });
    assert.ok(answer.ok, `${game} ${move}: ${await answer.text()}`);
  }
  if (over) {
    const first = { ...headers, authorization: `Bearer ${tokens[0].token}` };
    const answer = await fetch(`${url}/resign`, { method: 'POST', headers: first, body: '{}' });
    assert.ok(answer.ok, await answer.text());
  }
  return { table, tokens };
}

/** The move that is looked at, counted from 1. @param {Page} page @param {number} n */
const stepIs = (page, n) => page.waitForFunction((n) => {
  const all = [...document.querySelectorAll('.movelist li button')];
  return all.findIndex((one) => one.hasAttribute('aria-current')) + 1 === n;
}, n);

for (const game of /** @type {(keyof typeof GAMES)[]} */ (Object.keys(GAMES))) {
  test(`${game}: arrows walk along the moves of a table and of its analysis, also after a click`, async () => {
    const { page, fine, close } = await visitor(browser, server);
    const { table, tokens } = await played(game, true);
    await sitAt(page, table, tokens);
    for (const path of [`/table/${table.id}`, `/analysis/${table.id}`]) {
      await page.goto(path);
      if (path.startsWith('/analysis')) {
        // Once all is judged it goes to the first mistake, unless somebody has gone elsewhere by then.
        await page.locator('.review .errors').first().waitFor({ state: 'attached' });
        await page.keyboard.press('End');
      }
      await stepIs(page, 3);
      await page.keyboard.press('ArrowLeft');
      await stepIs(page, 2);
      await page.keyboard.press('ArrowRight');
      await stepIs(page, 3);
      // In the analysis a column that is clicked is played, and a piece in the well needs the arrows for itself.
      const plays = path.startsWith('/analysis') ? { connect4: 4, tetris: 0 } : {};
      const reached = /** @type {Record<string, number>} */ (plays)[game] ?? 3;
      if (reached) {
        await page.locator(GAMES[game].click).first().click({ position: { x: 8, y: 60 }, force: true });
        await stepIs(page, reached);
      }
      for (let step = reached - 1; step > 0; step--) {
        await page.keyboard.press('ArrowLeft');
        await stepIs(page, step);
      }
      await page.locator('.movelist li button').nth(2).click();
      await stepIs(page, 3);
      await page.keyboard.press('ArrowLeft');
      await stepIs(page, 2);
    }
    fine();
    await close();
  });
}

test('arrows step back in a running game after a click on the board, and belong to the board after Tab', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const { table, tokens } = await makeTable(server, 'connect4');
  await sitAt(page, table, tokens);
  for (const n of [4, 4]) {
    await page.locator('.c4-columns.live').waitFor();
    await column(page, n).click();
  }
  await stepIs(page, 2);
  await page.keyboard.press('ArrowLeft');
  await stepIs(page, 1);
  await page.keyboard.press('ArrowRight');
  await stepIs(page, 2);
  await page.locator('.c4-columns.live').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.c4-column:nth-child(3):focus').waitFor();
  await page.keyboard.press('Enter');
  await stepIs(page, 3);
  fine();
  await close();
});

test('whoever goes up or down on a board after a click has all four arrows there', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const { table, tokens } = await makeTable(server, 'quoridor', { moves: ['e2', 'e8'] });
  await sitAt(page, table, tokens);
  await page.locator('.q-field.live').waitFor();
  // One's own pawn: the click plays nothing.
  const box = await page.locator('.q-square').nth(1 * 9 + 4).boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  for (const [key, said] of [['ArrowUp', /wall e2/], ['ArrowUp', /e3/], ['ArrowLeft', /wall d3/]]) {
    await page.keyboard.press(String(key));
    await page.locator('#announcer').filter({ hasText: /** @type {RegExp} */ (said) }).waitFor();
  }
  await stepIs(page, 2);
  fine();
  await close();
});

test('Blokus on a fresh page: 5, n, Enter lays a piece; a piece in hand keeps the arrows', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const { table, tokens } = await makeTable(server, 'blokus', { variant: 'duo' });
  await sitAt(page, table, tokens);
  await page.locator('.bk-surface.live').waitFor();
  await page.keyboard.press('5');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await stepIs(page, 1);
  await page.locator('.bk-surface.live').waitFor();
  await page.locator('.bk-tray.turn .bk-choice:not(.used):not(.nowhere)').first().click();
  await page.locator('.bk-surface').hover();
  await page.locator('.bk-surface[data-arrows]').waitFor();
  await page.keyboard.press('ArrowLeft');
  await stepIs(page, 1);
  fine();
  await close();
});

const ADDRESSES = ['/', '/new/connect4', '/games', '/learn', '/learn/connect4/fork', '/arcade/tetris', '/nowhere',
  '/table/gone', '/arcade/tetris/race'];

test('? opens the keys on every page, and Escape closes them', async () => {
  const { page, fine, close } = await visitor(browser, server);
  /** @param {string} path */
  async function open(path) {
    await page.goto(path);
    await page.locator('main h1, main .status').first().waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog.keys-help[open]').waitFor();
  }
  for (const path of ADDRESSES) {
    await open(path);
    await page.keyboard.press('Escape');
    await page.locator('dialog.keys-help').waitFor({ state: 'detached' });
  }
  for (const game of /** @type {(keyof typeof GAMES)[]} */ (Object.keys(GAMES))) {
    const { table, tokens } = await played(game);
    await sitAt(page, table, tokens.slice(0, 1));
    await page.locator('.movelist button').first().waitFor();
    await page.keyboard.press('?');
    const dialog = page.locator('dialog.keys-help[open]');
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /← →/, game);
    assert.doesNotMatch(await dialog.innerText(), /Blue \d/, 'keys, and not what stands on the board');
    await axe(page, `keys of ${game}`);
    await shoot(page, `keys-${game}`);
    await page.keyboard.press('Escape');
    // Digits and letters in the dialog were no moves.
    await stepIs(page, 3);
  }
  fine();
  await close();
});

test('? is a letter where somebody writes, and pauses a game in real time', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/new/connect4');
  await page.locator('#name-0').fill('Ada');
  await page.locator('#name-0').press('?');
  assert.equal(await page.locator('#name-0').inputValue(), 'Ada?');
  assert.equal(await page.locator('dialog').count(), 0);
  await page.goto('/arcade/tetris/practice');
  await page.locator('.arcade[data-state=playing]').waitFor();
  await page.keyboard.press('?');
  await page.locator('.arcade[data-state=paused]').waitFor();
  const dialog = page.locator('dialog.keys-help[open]');
  assert.match(await dialog.innerText(), /Drop\s+Space/);
  await shoot(page, 'keys-arcade');
  await page.keyboard.press('Escape');
  await page.locator('.arcade-paused').waitFor();
  fine();
  await close();
});
