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

test('what the analysis of Quoridor gives to other sites opens here too', async () => {
  const { page, fine, close } = await visitor(browser, server);
  for (const format of ['.txt', '.qfen']) {
    await page.goto('/analysis/quoridor?moves=e2+e8');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: format }).click();
    const file = await (await saving).path();
    await dialog(page);
    await page.locator('#record-file').setInputFiles(file);
    await page.waitForFunction(() =>
      /** @type {HTMLTextAreaElement} */ (document.querySelector('#record-text')).value.includes('e2 e8'));
    await page.locator('.dialog .primary').click();
    await page.waitForURL(/\/analysis\/quoridor\?study=/);
    await page.locator('.q-field').waitFor();
    assert.equal(await moveCount(page), format === '.txt' ? 2 : 0, format);
  }
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
    [`${HEAD}\n${`# ${'x'.repeat(998)}\n`.repeat(1100)}`, /at most 1024 kB/],
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

test('a file of Pentobi opens as a study that can be played on, marks, comments and date with it', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  // As its program writes it: a break after each bracket. Nobody has won yet, and nothing in it is a comment.
  await page.locator('#record-text').fill(`(
 ;GM[Blokus Duo]CA[UTF-8]AP[Pentobi:25.3]DT[2024-05-01]
 ;B[e9,d10,e10,f10,e11]TE[1]
 ;W[j4,i5,j5,k5,j6]BM[2]
 ;B[h6,g7,h7,f8,g8]
)`);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\/blokus/);
  await page.locator('.movelist .annotation').filter({ hasText: '??' }).waitFor();
  await page.locator('.movelist .remark').filter({ hasText: 'Date: 2024-05-01' }).waitFor();
  assert.equal(await page.locator('.movelist [data-node]').count(), 3);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/table\//);
  await page.locator('.bk-tray.seat-1.live').waitFor();
  assert.equal(await moveCount(page), 3);
  assert.match(await page.locator('.bk-tray.seat-1').innerText(), /−84/, 'by the official points, as in the file');
  fine();
  await close();
});

test('names are those of the file opened last, and a turn that a colour loses is told', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const paste = async (/** @type {string} */ text) => {
    await page.getByRole('button', { name: 'Open or paste' }).click();
    await page.locator('#study-text').fill(text);
    await page.locator('.dialog .primary').click();
    await page.locator('.dialog').waitFor({ state: 'detached' });
  };
  await page.goto('/analysis/blokus');
  assert.equal(await page.locator('.versus').isVisible(), false, 'nobody in particular plays');
  await paste('(\n;GM[Blokus Duo]\nPB[Ada]PW[Léo]\n;B[e10]\n)');
  await page.locator('.versus').filter({ hasText: 'Ada – Léo' }).waitFor();
  // In Pentobi a colour can be skipped and move again later.
  await paste('(\n;GM[Blokus Duo]\nPB[Zoé]\n;B[e10]\n;B[f11,g11]\n;W[j5]\n)');
  await page.locator('.versus').filter({ hasText: 'Zoé – Yellow' }).waitFor();
  await page.locator('.movelist').filter({ hasText: 'loses a turn' }).waitFor();
  assert.equal(await page.locator('.movelist [data-node]').count(), 4);
  assert.equal(await page.getByRole('button', { name: 'Play on from here' }).isVisible(), false);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.status').filter({ hasText: 'After move 2 of 4' }).waitFor();
  await paste('(\n;GM[Blokus Duo]\n;B[e10]\n)');
  await page.locator('.versus').waitFor({ state: 'hidden' });
  fine();
  await close();
});

test('a game that another program says something about is reviewed like one of ours', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  await page.locator('#record-text').fill(`${HEAD}\n#: In the club\n1\n2\n1\n2\n1\n2\n1\n`);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\/connect4/);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForURL(/\/analysis\/(?!connect4)/);
  await page.locator('.versus .player').filter({ hasText: 'Ada' }).waitFor();
  fine();
  await close();
});

test('a game of Pentobi that was played to its end is reviewed like one of ours', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  await page.locator('#record-text').fill('(\n;GM[Blokus Duo]PB[Ada]\n;B[e10]\n;W[j5]\n;XP[B]\n;XP[W]\n)');
  await page.locator('.dialog .primary').click();
  // A table of its own, and not a study in the address.
  await page.waitForURL(/\/analysis\/(?!blokus)/);
  await page.locator('.versus .player').filter({ hasText: 'Ada' }).waitFor();
  fine();
  await close();
});

test('a study too long for an address is kept by its tab, changes and all', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await dialog(page);
  const noise = (/** @type {number} */ seed) =>
    Array.from({ length: 500 }, (_, i) => Math.round(Math.abs(Math.sin(seed * 500 + i)) * 1e9).toString(36)).join(' ');
  const text = ['a', 'b', 'c', 'd'].map((_, i) => `(;B[e${10 - i},e10]C[${noise(i)}])`).join('');
  await page.locator('#record-text').evaluate((area, text) => {
    /** @type {HTMLTextAreaElement} */ (area).value = text;
  }, `(;GM[Blokus Duo]${text.replace('e10,e10', 'e10').replace('e8,e10', 'e11,e10').replace('e7,e10', 'd10,e10')})`);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\/blokus\?draft=/);
  await page.locator('.movelist [data-node]').nth(3).waitFor();
  await page.locator('.movelist [data-node]').first().click();
  await page.locator('.edit summary').click();
  await page.getByRole('button', { name: /^!!|Brilliant|!!$/ }).first().click();
  await page.locator('.movelist .annotation').filter({ hasText: '!!' }).waitFor();
  // What was changed is kept a little later.
  await page.waitForFunction(() => Object.entries(sessionStorage).some(([, study]) => /"!!"/.test(study)));
  await page.reload();
  await page.locator('.movelist .annotation').filter({ hasText: '!!' }).waitFor();
  assert.equal(await page.locator('.movelist [data-node]').count(), 4);
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
