// The page outside itself: links in a messenger, the page installed as an app, a finished game on paper.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';

import { SCREENS, makeTable, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** What a messenger reads of an address. @param {string} path @param {string} [lang] */
async function tags(path, lang = 'en') {
  const html = await (await fetch(server.base + path, { headers: { 'accept-language': lang } })).text();
  return Object.fromEntries([...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)]
    .map(([, name, content]) => [name, content]));
}

test('a link says who invites to what, with the game’s picture, in the language that is asked for', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  const games = await (await fetch(`${server.base}/api/games`)).json();
  /** How a browser sees a picture. @param {string} url */
  const sizeOf = (url) => page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  }, url);
  const seen = new Set();
  for (const { id, name, variants } of games) {
    const arcade = id === 'tetris';
    const seats = [{ kind: 'person', name: 'Zoé "Z" <b>' },
      ...Array.from({ length: arcade ? 1 : variants[0].seats - 1 }, () => ({ kind: 'open' }))];
    const made = await fetch(`${server.base}/api/${arcade ? 'races' : 'tables'}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: id, seats }),
    });
    assert.equal(made.status, 201, await made.clone().text());
    const body = await made.json();
    const path = arcade ? `/race/${body.race.id}` : `/table/${body.table.id}`;
    const [en, fr] = [await tags(path), await tags(path, 'fr-FR,fr;q=0.9')];
    const host = 'Zoé &quot;Z&quot; &lt;b&gt;';
    const plain = (/** @type {string} */ text) => text.replaceAll('&', '&amp;');
    assert.equal(en['og:title'], `${host} invites you to ${plain(name.en)}`);
    assert.equal(fr['og:title'], `${host} vous invite à jouer à ${plain(name.fr)}`);
    assert.equal(en['og:url'], server.base + path);
    assert.equal(en['og:image'], `${server.base}/share/${id}.png`);
    assert.equal(en['twitter:card'], 'summary_large_image');
    const answer = await fetch(en['og:image']);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    const bytes = (await answer.arrayBuffer()).byteLength;
    assert.ok(bytes > 1000 && bytes < 100_000, `${id}: ${bytes} bytes`);
    seen.add(bytes);
    assert.deepEqual((await sizeOf(en['og:image'])).map(String), [en['og:image:width'], en['og:image:height']]);
  }
  assert.equal(seen.size, games.length, 'each game has its own');
  const seats = [{ kind: 'person', name: 'Invité' }, { kind: 'open' }];
  const { table } = await makeTable(server, 'quoridor', { seats });
  assert.equal((await tags(`/table/${table.id}`))['og:title'], 'You are invited to Quoridor');
  for (const path of ['/', '/table/gone', '/learn']) {
    assert.equal((await tags(path))['og:image'], `${server.base}/share/plateau.png`);
  }
  fine();
  await close();
});

test('the page can be installed: a manifest with a name, a start and icons of their sizes', async () => {
  const { page, context, fine, close } = await visitor(browser, server);
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await fetch(new URL(href ?? '', server.base));
  assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
  const manifest = await answer.json();
  assert.equal(manifest.name, 'Plateau');
  assert.equal(manifest.display, 'standalone');
  assert.equal((await fetch(new URL(manifest.start_url, server.base))).status, 200);
  const sizes = await page.evaluate((icons) => Promise.all(icons.map(async (/** @type {any} */ { src, sizes }) => {
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    return [sizes, sizes === 'any' ? 'any' : `${picture.naturalWidth}x${picture.naturalHeight}`];
  })), manifest.icons);
  assert.ok(sizes.some(([said]) => said === '192x192') && sizes.some(([said]) => said === '512x512'));
  for (const [said, is] of sizes) assert.equal(is, said);
  // Chromium's own opinion.
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  fine();
  await close();
});

test('a finished game on paper: board, names, result and moves, and no button', async () => {
  for (const [game, board, dark] of /** @type {[string, string, boolean][]} */ ([
    ['connect4', '.c4-frame', false], ['quoridor', '.q-frame', true], ['blokus', '.bk-stage', false],
    ['tigris', '.t-map', true],
  ])) {
    const { page, fine, close } = await visitor(browser, server, { dark });
    const { table, tokens } = await makeTable(server, game, game === 'blokus' ? { variant: 'duo' } : {});
    const headers = {
      authorization: `Bearer ${tokens.map(({ token }) => token).join(',')}`, 'content-type': 'application/json',
    };
    const url = `${server.base}/api/tables/${table.id}`;
    for (let epoch = 0; epoch < 3; epoch++) {
      const { legal } = await (await fetch(`${url}/view`, { headers })).json();
      await fetch(`${url}/actions`, { method: 'PUT', headers, body: JSON.stringify({ epoch, move: legal[0] }) });
    }
    await fetch(`${url}/resign`, {
      method: 'POST', headers: { ...headers, authorization: `Bearer ${tokens[0].token}` }, body: '{}',
    });
    await sitAt(page, table, tokens.slice(0, 1));
    await page.locator('.status.over').waitFor();
    await page.locator('.movelist li button').nth(2).waitFor();
    await page.emulateMedia({ media: 'print' });
    const shown = (/** @type {string} */ where) => page.locator(where).evaluateAll((all) =>
      all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0).length);
    for (const part of [board, '.status', '.movelist li']) assert.ok(await shown(part), `${game}: ${part}`);
    assert.equal(await shown('.seat'), 2);
    const bare = ['.bar', '.primary-row', '.tools button', '.arrows button', '.opener', '.board-hand', '.t-rack'];
    for (const part of bare) {
      assert.equal(await shown(part), 0, `${game}: ${part}`);
    }
    // Dark rooms print on white paper.
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    await page.screenshot({ path: join(SCREENS, `print-${game}.png`), fullPage: true });
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, `${game}: one sheet`);
    fine();
    await close();
  }
});
