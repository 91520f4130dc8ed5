// Games as text: taken away, brought back, refused in words, and played on.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { moveCount, startBrowser, startServer, visitor } from './harness.mjs';

const HEAD = '{"plateau":1,"game":"connect4","seats":["Ada","Bob"]}';
/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {import('playwright-core').Page} page */
async function dialog(page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open a saved game' }).click();
  await page.locator('#record-text').waitFor();
}

test('a finished game from a file is analysed, and taken away again the same', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  await page
    .locator('#record-file')
    .setInputFiles({
      name: 'game.record',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${HEAD}\n1\n2\n1\n2\n1\n2\n1\n`),
    });
  await page.waitForFunction(() =>
    /** @type {HTMLTextAreaElement} */ (document.querySelector('#record-text')).value.includes('plateau'),
  );
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\//);
  await page.locator('.versus').filter({ hasText: 'Ada' }).filter({ hasText: 'Bob' }).waitFor();
  assert.equal(await moveCount(page), 7);
  await page.locator('.verdict').filter({ hasText: /four in a row/i }).waitFor();
  const saving = page.waitForEvent('download');
  await page.locator('.acts .button').last().click();
  const text = await (
    await saving
  )
    .createReadStream()
    .then((stream) => stream.toArray())
    .then((parts) => Buffer.concat(parts).toString());
  assert.match(text, /"seats":\["Ada","Bob"\]/);
  assert.deepEqual(text.trim().split('\n').slice(1), ['1', '2', '1', '2', '1', '2', '1']);
  await page.goto('/');
  await page.locator('.row').filter({ hasText: 'finished' }).waitFor();
  fine();
  await close();
});

test('what cannot be read or played says why, and loses nothing', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  for (const [text, why] of /** @type {const} */ ([
    ['hello', /record begins with/],
    [`${HEAD}\n1\n9`, /move 2.*column from 1 to 7/i],
    ['{"plateau":1,"game":"ludo"}', /ludo/],
    [`${HEAD}\n${`# ${'x'.repeat(998)}\n`.repeat(1100)}`, /at most \d+ bytes/],
  ])) {
    await page.locator('#record-text').evaluate((area, text) => {
      /** @type {HTMLTextAreaElement} */ (area).value = text;
    }, text);
    await page.locator('.dialog .primary').click();
    await page.locator('.dialog .problem').filter({ hasText: why }).waitFor();
    assert.equal(
      await page.locator('#record-text').evaluate((area) => /** @type {HTMLTextAreaElement} */ (area).value),
      text,
    );
  }
  await page.keyboard.press('Escape');
  await page.locator('.dialog').waitFor({ state: 'detached' });
  fine();
  await close();
});

test('an unfinished game is played on by whoever sits down', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  await page.locator('#record-text').fill(`${HEAD}\n4\n4\n3`);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/table\//);
  await page.locator('.invite button[type=submit]').click();
  await page.locator('.share').waitFor();
  assert.equal(await moveCount(page), 3);
  fine();
  await close();
});

test('a game of machines shows them as machines', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  const head = '{"plateau":1,"game":"connect4","seats":["random","hard:depth=4"]}';
  await page.locator('#record-text').fill(`${head}\n1\n2\n1\n2\n1\n2\n1\n`);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\//);
  await page.locator('.versus').filter({ hasText: 'Random' }).filter({ hasText: 'Hard' }).waitFor();
  await page.goto(page.url().replace('/analysis/', '/table/'));
  await page.locator('.seat').first().waitFor();
  const bars = await page.locator('.seat small').allInnerTexts();
  assert.equal(bars.length, 2);
  for (const bar of bars) assert.match(bar, /computer/);
  fine();
  await close();
});
