// The arena: two players to watch at a chosen speed, ratings of every game, a ladder that grows, and a program of the
// host's own as an opponent that crashes.

import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';

import { axe, column, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

const folder = mkdtempSync(join(tmpdir(), 'plateau-arena-'));
const journal = join(folder, 'evening.journal');

/** What each bot does when it is asked for a move. */
const PLAYS = 'echo legal; while read -r l && [ "$l" != legalok ]; do move=${l#legal }; done; echo "bestmove $move"';
const CRASHES = 'exit 1';
const script = (/** @type {string} */ go) => `while read -r line; do case $line in
ugi) echo ugiok ;; isready) echo readyok ;; go*) ${go} ;; quit) exit ;; esac; done\n`;

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  writeFileSync(join(folder, 'ada.sh'), script(PLAYS));
  writeFileSync(join(folder, 'bob.sh'), script(CRASHES));
  const bot = (/** @type {string} */ name) => `connect4:${name}=sh ${folder}/${name.toLowerCase()}.sh`;
  server = await startServer({ PLATEAU_LADDERS: folder, PLATEAU_BOTS: `${bot('Ada')}\n${bot('Bob')}` });
  browser = await startBrowser();
});
after(async () => { await browser?.close(); await server?.stop(); rmSync(folder, { recursive: true, force: true }); });

/** A game in which the second of two has won. @param {number} number @param {number[]} seated */
const game = (number, seated) => `${JSON.stringify({
  number, round: number, lineup: seated, seed: 1, seated, side_of: [0, 1], places: [2, 1], plies: 9, why: '',
  key: number,
})}\n`;

test('two players are watched at the speed that was chosen', async () => {
  const { page, fine } = await visitor(browser, server);
  await page.goto('/');
  await page.getByRole('link', { name: 'Arena', exact: true }).click();
  await page.getByRole('heading', { name: 'Watch two players' }).waitFor();
  await page.getByLabel('First player').selectOption('random');
  await page.getByLabel('Second player').selectOption({ label: 'Ada' });
  await page.getByRole('radio', { name: 'Full speed' }).check();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.waitForURL(/\/table\//);
  await page.getByText('Ada', { exact: true }).first().waitFor();
  const id = new URL(page.url()).pathname.split('/').pop();
  const table = async () => (await fetch(`${server.base}/api/tables/${id}`)).json();
  while ((await table()).status !== 'over') await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual((await table()).seats.map((/** @type {any} */ seat) => seat.level), ['random', 'bot:Ada']);
  // The form remembers the speed.
  await page.goto('/arena');
  assert.ok(await page.getByRole('radio', { name: 'Full speed' }).isChecked());
  // A game for one is watched alone.
  await page.getByLabel('Game').selectOption('tetris');
  await page.getByRole('heading', { name: 'Watch a player' }).waitFor();
  assert.ok(await page.getByLabel('Second player').isHidden());
  await fine();
});

test('ratings of every game, and a ladder that grows while one looks', async () => {
  const { page, fine } = await visitor(browser, server, { lang: 'fr', dark: true });
  await page.goto('/arena');
  for (const name of ['connect4', 'quoridor', 'blokus', 'tetris', 'tigris']) {
    await page.locator(`.arena-card[data-game="${name}"]`).waitFor();
  }
  assert.ok(await page.locator('.arena-card[data-game="connect4"] .dots li').count() >= 5);
  // What was not measured is named.
  const unmeasured = await page.evaluate(async () => {
    const read = async (/** @type {string} */ path) => (await fetch(path)).json();
    const [games, { measured }] = [await read('/api/games'), await read('/api/arena')];
    return games.filter((/** @type {any} */ { id, variants, levels }) => {
      const variant = variants.find((/** @type {any} */ one) => measured[id]?.[one.id])?.id;
      const known = measured[id]?.[variant]?.levels.map((/** @type {any} */ level) => level.id);
      return known && levels.some((/** @type {any} */ level) => !level.hosted && !known.includes(level.id));
    }).length;
  });
  assert.equal(await page.locator('.arena-card').getByText('Pas mesuré, ou à peine').count(), unmeasured);
  await page.getByText('Aucune échelle ne se joue ici').waitFor();
  const head = { plateau: 'ladder', game: 'connect4', variant: 'standard', options: {},
    contestants: ['random', 'medium', `sh ${folder}/ada.sh`] };
  writeFileSync(journal, `${JSON.stringify(head)}\n${game(0, [0, 1])}${game(1, [0, 2])}`);
  const card = page.locator('.wide .arena-card');
  await card.getByText('2 parties').waitFor();
  await card.getByText('en cours').waitFor();
  await card.getByText('Chacun contre chacun').click();
  appendFileSync(journal, Array.from({ length: 38 }, (_, i) => game(i + 2, i % 3 ? [0, 1] : [1, 2])).join(''));
  await card.getByText('40 parties').waitFor();
  assert.ok(await card.locator('.cross').isVisible(), 'what was opened stays open');
  assert.deepEqual(await card.locator('.dots-name > span').allTextContents(), ['ada.sh', 'Moyen', 'Hasard']);
  assert.equal(await card.locator('.curves path').count(), 3);
  await axe(page, 'the arena');
  await shoot(page, 'arena-dark');
  await fine();
});

test('a program of the host’s is an opponent, and loses in words when it breaks down', async () => {
  const { page, fine } = await visitor(browser, server);
  await page.goto('/new/connect4');
  await page.getByRole('group', { name: 'Yellow' }).getByLabel('Level', { exact: true }).selectOption({ label: 'Bob' });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/table\//);
  await column(page, 4).click();
  await page.getByText('Bob stopped working and could not play on').first().waitFor();
  await fine();
  // Nobody is offered it for a while.
  const next = await visitor(browser, server);
  await next.page.goto('/new/connect4');
  const broken = next.page.locator('option', { hasText: 'Bob is out of order: it crashed' });
  assert.ok(await broken.first().isDisabled());
  await next.fine();
});

test('the arena on a phone, with a bot among levels whose ratings are known', async () => {
  const contestants = ['newcomer', 'beginner', 'casual', 'regular', 'skilled', 'club', 'strong', 'perfect', 'random',
    'medium', 'hard', 'mcts', `sh ${folder}/ada.sh`];
  const head = { plateau: 'ladder', game: 'connect4', variant: 'standard', options: {}, contestants,
    gauntlet: contestants[12] };
  const met = Array.from({ length: 36 }, (_, i) => game(i, [i % 3 ? 8 : 0, 12])).join('');
  writeFileSync(join(folder, 'placed.journal'), `${JSON.stringify(head)}\n${met}`);
  const { page, fine } = await visitor(browser, server, { phone: true });
  await page.goto('/arena');
  const card = page.locator('.wide .arena-card').filter({ hasText: 'placed' });
  await card.getByText('36 games').waitFor();
  // What is given stays as it is: neither a curve nor, of those that nobody met, a row says anything.
  assert.equal(await card.locator('.curves path').count(), 1);
  const open = page.locator('.wide .arena-card').first();
  for (const one of [card, open]) await one.getByText('Each against each').click();
  assert.equal(await card.locator('.cross tbody tr').count(), 3);
  for (const one of [card, open]) {
    assert.ok(await one.evaluate((node) => node.scrollWidth <= node.clientWidth), 'nothing of a card is cut off');
  }
  await narrowEnough(page, 'the arena');
  await axe(page, 'the arena');
  await shoot(page, 'arena-phone');
  await fine();
});
