// A machine that suits you: the level that is offered follows the results, and a reload keeps it.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { column, moveCount, ourTurn, startBrowser, startServer, visitor } from './harness.mjs';
import { ratingOf } from '../../web/ui/rating.js';
import { formAfter, rungs, shareOf, studied, suitingLevel, variantOf } from '../../web/ui/suits.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/types.js').Game} Game */

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @returns {Promise<Game[]>} */
const games = async () => (await fetch(`${server.base}/api/games`)).json();

/** The button that plays the machine, in a game's card. @param {Page} page @param {string} game */
const play = (page, game) => page.locator(`[data-game=${game}] .button.primary`);

/** The level that the card offers. @param {Page} page @param {string} game */
async function offered(page, game) {
  const text = await page.locator(`[data-game=${game}] .level-about`).innerText();
  const level = /Suits you · ([^.]+)\./.exec(text)?.[1];
  assert.ok(level, `it says at which level it plays: ${text}`);
  assert.match(await play(page, game).innerText(), new RegExp(`Play · ${level}`));
  return level;
}

/** Where a level stands among those to play against. @param {Game} game @param {string} name */
const place = (game, name) =>
  rungs(game, { variant: game.variants[0].id }).findIndex(({ level }) => level.name.en === name);

/** Sits down against whoever suits, and gives up. @param {Page} page @param {string} game */
async function lose(page, game) {
  await play(page, game).click();
  await page.waitForURL(/\/table\//);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.dialog .danger').click();
  await page.locator('.status.over').waitFor();
  await page.goto('/');
}

/** Wins a game of Connect Four by the hints of the strongest. @param {Page} page */
async function win(page) {
  await play(page, 'connect4').click();
  await page.waitForURL(/\/table\//);
  for (let n = 0; n < 22; n++) {
    await ourTurn(page);
    if (await page.locator('.status.over').count()) break;
    const before = await moveCount(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    const note = page.locator('.note').filter({ hasText: /Try column \d/ });
    await note.waitFor();
    const [, at] = /Try column (\d)/.exec(await note.innerText()) ?? [];
    await column(page, Number(at)).click();
    await page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length > n, before);
  }
  assert.match(await page.locator('.status.over').innerText(), /You won/);
  await page.goto('/');
}

test('whoever loses meets a weaker machine next, whoever wins a stronger one, and a reload keeps it', async () => {
  const [connect4] = await games();
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  const first = place(connect4, await offered(page, 'connect4'));
  await lose(page, 'connect4');
  const second = place(connect4, await offered(page, 'connect4'));
  assert.ok(second < first, `${second} after ${first}`);
  await page.reload();
  assert.equal(place(connect4, await offered(page, 'connect4')), second);
  await win(page);
  const third = place(connect4, await offered(page, 'connect4'));
  assert.ok(third > second, `${third} after ${second}`);
  await page.reload();
  assert.equal(place(connect4, await offered(page, 'connect4')), third);
  // Looking at the finished game again counts nothing twice.
  await page.goBack();
  await page.goto('/');
  assert.equal(place(connect4, await offered(page, 'connect4')), third);
  fine();
  await close();
});

test('in every game, and whoever chooses a level keeps it', async () => {
  const all = await games();
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  await play(page, all[0].id).waitFor();
  const boards = all.filter((game) => game.variants[0].seats > 1);
  assert.ok(boards.length > 2);
  for (const game of boards) {
    const first = place(game, await offered(page, game.id));
    await lose(page, game.id);
    assert.ok(place(game, await offered(page, game.id)) < first, game.id);
  }
  const menu = page.locator('[data-game=connect4] select');
  await menu.selectOption('club');
  assert.match(await play(page, 'connect4').innerText(), /Play · Club player/);
  await lose(page, 'connect4');
  assert.match(await play(page, 'connect4').innerText(), /Play · Club player/);
  await menu.selectOption('suits');
  await offered(page, 'connect4');
  fine();
  await close();
});

test('half of the games are won in the long run', async () => {
  for (const game of await games()) {
    const at = { variant: game.variants[0].id };
    const ladder = rungs(game, at);
    for (const strength of ladder.map((rung) => rung.strength)) {
      /** @type {import('../../web/ui/suits.js').Form | undefined} */
      let form;
      let [won, counted] = [0, 0];
      for (let n = 0; n < 400; n++) {
        const level = suitingLevel(game, at, form);
        const other = ladder.find((rung) => rung.level.id === level)?.strength ?? 0;
        // A player of this strength, by numbers that spread evenly.
        const share = ((n * 0.618034) % 1) < 1 / (1 + 10 ** ((other - strength) / 400)) ? 1 : 0;
        form = formAfter(game, at, form, { id: String(n), levels: [level], share });
        if (n >= 100) { won += share; counted++; }
      }
      assert.ok(won / counted > 0.35 && won / counted < 0.65, `${game.id} ${strength}: ${won} of ${counted}`);
    }
  }
});

test('levels stand in the order of their ratings, even where some have none', async () => {
  for (const game of await games()) {
    for (const { id: variant } of game.variants) {
      for (const levels of [rungs(game, { variant }), studied(game, { variant })]) {
        const ratings = levels.flatMap(({ level }) => ratingOf(game, level.id, { variant }) ?? []);
        assert.deepEqual(ratings, [...ratings].sort((a, b) => a - b), `${game.id}, ${variant}`);
      }
    }
  }
});

test('what counts, and how much', async () => {
  const [game] = await games();
  const at = { variant: game.variants[0].id };
  const usual = game.usual_level;
  const won = formAfter(game, at, undefined, { id: 'a', levels: [usual], share: 1 });
  assert.ok(won);
  assert.equal(formAfter(game, at, won, { id: 'a', levels: [usual], share: 1 }), won, 'once a game');
  const study = game.levels.find((level) => level.study)?.id ?? '';
  assert.equal(formAfter(game, at, undefined, { id: 'b', levels: [study], share: 1 }), undefined, 'not for study');
  assert.equal(shareOf([1, 2], 0, [1]), 1);
  assert.equal(shareOf([1, 1], 0, [1]), 0.5);
  assert.equal(shareOf([2, 1, 2, 1], 0, [1, 2, 3]), 0, 'an ally is no opponent');
  assert.equal(shareOf([2, 1, 3, 4], 0, [1, 2, 3]), 2 / 3);
  for (const variant of game.variants) {
    assert.equal(variantOf(game, { ...game.defaults, ...variant.options }), variant.id);
  }
});
