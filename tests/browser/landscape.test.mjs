// The landscape that `plateau tune` draws, opened as a file: it turns by mouse and keys, and needs nobody for it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';

import { BIN, SCREENS, startBrowser } from './harness.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
const folder = mkdtempSync(join(tmpdir(), 'plateau-'));
before(async () => { browser = await startBrowser(); });
after(async () => { await browser?.close(); rmSync(folder, { recursive: true, force: true }); });

test('a landscape of two numbers turns by keys and mouse, and comes back to where it was', async () => {
  const file = join(folder, 'land.svg');
  execFileSync(BIN, [
    'tune', 'tetris', 'no-lookahead', '--range', 'lines=1000:4000:1000', '--range', 'holes=0:40:10', '--games', '3',
    '--moves', '60', '--confirm', '2', '--svg-3d', file,
  ]);
  const page = await browser.newPage({ viewport: { width: 900, height: 760 } });
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  const tiles = () => page.locator('polygon[data-at]').evaluateAll((all) => Object.fromEntries(
    all.map((tile) => [tile.getAttribute('data-at'), tile.getAttribute('points')])));
  const drawn = await tiles();
  assert.equal(Object.keys(drawn).length, 12);
  await page.keyboard.press('ArrowRight');
  const turned = await tiles();
  assert.notDeepEqual(turned, drawn);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await tiles(), drawn, 'the script draws what the program drew');
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(420, 330, { steps: 4 });
  await page.mouse.up();
  const dragged = await tiles();
  assert.notDeepEqual(dragged, drawn);
  await page.mouse.move(200, 200);
  assert.deepEqual(await tiles(), dragged, 'let go');
  await page.screenshot({ path: join(SCREENS, 'tune-landscape.png') });
  assert.deepEqual(complaints, []);
  await page.close();
});
