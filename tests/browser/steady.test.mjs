// Nothing jumps: a board is where it will stay from its first frame on, also when somebody sits down. Names are not
// cut.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, makeTable, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer({ PLATEAU_BOT_PAUSE_MS: '0' }); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

const BOARDS = { connect4: '.c4-frame', quoridor: '.q-frame', blokus: '.bk-stage', tigris: '.t-map' };
const SIZES = /** @type {const} */ ([[1440, 900], [1024, 768], [390, 844], [844, 390]]);

/** From now on, where the board is in each frame, as soon as there is one. @param {Page} page @param {string} board */
const sample = (page, board) => page.addInitScript((board) => {
  /** @type {string[]} */
  const places = [];
  Object.assign(globalThis, { places });
  const look = () => {
    const node = document.querySelector(board);
    if (node) {
      const { left, top, width, height } = node.getBoundingClientRect();
      const place = [left, top, width, height].map(Math.round).join(' ');
      if (width && places.at(-1) !== place) places.push(place);
    }
    requestAnimationFrame(look);
  };
  look();
}, board);
/** @param {Page} page @returns {Promise<string[]>} */
const places = (page) => page.evaluate(() => /** @type {any} */ (globalThis).places);

for (const [game, board] of Object.entries(BOARDS)) {
  test(`${game}: the board stays where it is, from its first frame to the friend’s first move`, async () => {
    const [ada, leo] = await Promise.all([visitor(browser, server), visitor(browser, server)]);
    await sample(ada.page, board);
    for (const [width, height] of SIZES) {
      await ada.page.setViewportSize({ width, height });
      const { table, tokens } = await makeTable(server, game, {
        ...(game === 'blokus' ? { variant: 'duo' } : {}), seats: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
      });
      await sitAt(ada.page, table, tokens);
      await ada.page.locator('.share').waitFor();
      await leo.page.goto(`/table/${table.id}`);
      await leo.page.locator('#guest-name').fill('Léo');
      await leo.page.locator('.invite button[type=submit]').click();
      await ada.page.locator('.slot :is(.live, .live *)').first().waitFor();
      const found = await places(ada.page);
      assert.equal(found.length, 1, `${width}×${height}: ${found.join(' | ')}`);
    }
    for (const who of [ada, leo]) { who.fine(); await who.close(); }
  });
}

/** Texts that are cut off, or that stick out of what they stand in. @param {Page} page @param {string} where */
const cut = (page, where) => page.locator(where).evaluateAll((all) => all.filter((one) => {
  if (!one.checkVisibility() || !one.textContent || one.clientWidth === 0) return false;
  const clips = getComputedStyle(one).overflow !== 'visible';
  if (clips && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) return true;
  const range = document.createRange();
  range.selectNodeContents(one);
  const around = one.closest('.seat, .primary-row, .top') ?? document.body;
  const [text, frame] = [range, around].map((each) => each.getBoundingClientRect());
  return text.left < frame.left - 1 || text.right > frame.right + 1 || text.bottom > frame.bottom + 1;
}).map((one) => `${one.className}: ${one.textContent}`));

test('long names, clocks and labels are read in full, light and dark', async () => {
  const names = ['Maximiliane von Habsburg', 'Wolfgang Amadeus Mozart', 'Yellowstone Nationalpark',
    'W a v e s & Yellow'];
  /** @type {string[]} */
  const wrong = [];
  for (const dark of [false, true]) {
    for (const [game, variant, people] of /** @type {[string, string | undefined, number][]} */ ([
      ['connect4', undefined, 2], ['quoridor', 'four', 4], ['blokus', 'classic', 4], ['tigris', 'four', 4],
    ])) {
      const { page, fine, close } = await visitor(browser, server, { dark, lang: dark ? 'fr' : 'en' });
      const { table, tokens } = await makeTable(server, game, {
        variant, seats: names.slice(0, people).map((name) => ({ kind: 'person', name })),
        clock: { kind: 'fischer', seconds: 600, increment: 5 },
      });
      await sitAt(page, table, tokens.slice(0, 1));
      await page.locator('.clock').first().waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const where = `${game} ${width}×${height}`;
        const labels = '.seat .name b, .seat .name small, .clock, .acts button, .status';
        wrong.push(...(await cut(page, labels)).map((text) => `${where} ${text}`));
        await shoot(page, `names-${game}-${width}-${dark ? 'dark' : 'light'}`);
      }
      await axe(page, `${game}, ${dark ? 'dark' : 'light'}`);
      fine();
      await close();
    }
  }
  assert.deepEqual(wrong, []);
});
