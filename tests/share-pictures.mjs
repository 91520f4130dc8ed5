// Draws the pictures that messengers show beside a link, web/share/*.png, from the page's own art. Run it when the art
// changes: PLATEAU_BIN=target/release/plateau PLATEAU_WEB=$PWD/web node tests/share-pictures.mjs

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowser, startServer } from './browser/harness.mjs';

const FOLDER = new URL('../web/share/', import.meta.url).pathname;
/** What the large messengers ask for at least. */
const SIZE = { width: 600, height: 315 };

const server = await startServer();
const browser = await startBrowser();
const context = await browser.newContext({ baseURL: server.base, viewport: SIZE, reducedMotion: 'reduce' });
const page = await context.newPage();
await page.goto('/');
await page.locator('.game .picture svg').nth(4).waitFor();
await page.waitForLoadState('networkidle');

/** Only these pictures, as large as they fit. @param {string[]} games */
const lay = (games) => page.evaluate((games) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    #share { position: fixed; inset: 0; z-index: 9; display: flex; justify-content: center; align-items: center;
      gap: 22px; padding: 22px; background: var(--sunk); }
    #share svg { height: 100%; width: auto; min-width: 0; flex: 0 1 auto; }
    #share.many { flex-wrap: wrap; align-content: center; gap: 15px 40px; }
    #share.many svg { height: 138px; width: 138px; }`);
  document.adoptedStyleSheets = [sheet];
  document.getElementById('share')?.remove();
  const box = document.createElement('div');
  box.id = 'share';
  box.className = games.length > 1 ? 'many' : '';
  for (const game of games) {
    const art = document.querySelector(`[data-game="${game}"] .picture svg`);
    if (art) box.append(art.cloneNode(true));
  }
  document.body.append(box);
}, games);

const games = await page.locator('[data-game]').evaluateAll((all) => all.map((one) => one.dataset.game ?? ''));
mkdirSync(FOLDER, { recursive: true });
for (const [name, shown] of [...games.map((game) => [game, [game]]), ['plateau', games]]) {
  await lay(shown);
  const png = await page.screenshot();
  writeFileSync(join(FOLDER, `${name}.png`), png);
  console.log(`${name}.png: ${(png.length / 1000).toFixed(1)} kB`);
}
await browser.close();
await server.stop();
