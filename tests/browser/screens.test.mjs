// Looks at every page: pictures for the eyes, axe for the rest, in both themes, wide and on a phone.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, column, narrowEnough, ourTurn, playOut, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

for (const dark of [false, true]) {
  for (const phone of [false, true]) {
    const suffix = `${phone ? 'phone' : 'wide'}-${dark ? 'dark' : 'light'}`;
    test(`every page, ${suffix}`, async () => {
      const lang = dark ? 'fr' : 'en';
      const host = await visitor(browser, server, { phone, dark, lang });
      const { page } = host;
      /** @param {string} name @param {boolean} [full] */
      const look = async (name, full = false) => {
        await page.waitForTimeout(150);
        await shoot(page, `${name}-${suffix}`, full);
        await axe(page, `${name}-${suffix}`);
        if (phone) await narrowEnough(page, name);
      };
      await page.goto('/');
      await page.locator('[data-game=connect4] .button').first().waitFor();
      await look('home', true);

      await page.goto('/new/connect4');
      await page.locator('.place').first().waitFor();
      await look('new', true);

      await page.goto('/learn');
      await page.locator('.lessons .row').first().waitFor();
      await look('learn', true);

      await page.goto('/learn/connect4/fork');
      await page.locator('.c4-columns.live').waitFor();
      await page.locator('.lesson-nav button').first().click();
      await look('lesson');

      await page.goto('/nowhere');
      await page.locator('.notice').waitFor();
      await look('nowhere');
      await page.goto('/table/gone');
      await page.locator('.notice').waitFor();
      await look('gone');

      await page.goto('/');
      await page.locator('[data-game=connect4] .button').nth(1).click();
      await page.locator('.share').waitFor();
      await look('invite');
      const link = page.url();
      const guest = await visitor(browser, server, { phone, dark, lang });
      await guest.page.goto(link);
      await guest.page.locator('#guest-name').waitFor();
      await shoot(guest.page, `join-${suffix}`);
      await axe(guest.page, 'join');
      await guest.page.locator('.invite button[type=submit]').click();
      for (const [who, n] of /** @type {const} */ ([
        [page, 4],
        [guest.page, 4],
        [page, 3],
        [guest.page, 5],
        [page, 2],
        [guest.page, 5],
      ])) {
        await who.locator('.c4-columns.live').waitFor();
        await column(who, n).click();
      }
      await page.locator('.c4-columns.live').waitFor();
      if (!phone) await column(page, 3).hover();
      await look('table');
      if (phone) {
        await page.locator('.opener').click();
        await page.waitForTimeout(250);
        await look('sheet');
        await page.keyboard.press('Escape');
      }
      await column(page, 1).click();
      await page.locator('.status.over').waitFor();
      await page.waitForTimeout(700);
      await look('won');

      await page.goto(link.replace('/table/', '/analysis/'));
      await page.locator('.arrows button').nth(1).click();
      await page.locator('.c4-score').first().waitFor();
      await page.locator('.arrows button').nth(1).click();
      await page.waitForTimeout(1500);
      await look('analysis', true);
      await page.goto('/');
      await page.locator('.badge').first().waitFor();
      await look('home-later', true);
      host.fine();
      guest.fine();
      await host.close();
      await guest.close();
    });
  }
}

test('a game against the machine, in the middle width', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.setViewportSize({ width: 820, height: 1100 });
  await page.goto('/');
  await page.locator('[data-game=connect4] .button').first().click();
  await playOut(page, async (n) => column(page, n).click());
  await ourTurn(page);
  await shoot(page, 'won-middle-light', true);
  await axe(page, 'middle');
  fine();
  await close();
});

/**
 * A table for four that no game of today has: what the page makes of more seats, of teams and points,
 * of long texts of moves. The board is the one that there is.
 * @param {import('playwright-core').Page} page @param {boolean} over
 */
async function tableForFour(page, over) {
  const both = (/** @type {string} */ text) => ({ en: text, fr: text });
  const games = await fetch(`${server.base}/api/games`).then((answer) => answer.json());
  games[0].seats = ['Blue', 'Yellow', 'Red', 'Green'].map(both);
  const outcome = over
    ? { places: [1, 3, 1, 3], points: [89, 61, 89, 61], why: both('the first team has covered more'), winners: [0, 2] }
    : null;
  const seats = [
    { seat: 0, kind: 'person', name: 'Ada Lovelace', away: null },
    { seat: 1, kind: 'bot', level: 'mcts' },
    { seat: 2, kind: 'person', name: 'Maximilian of Habsburg', away: null },
    { seat: 3, kind: 'bot', level: 'perfect' },
  ];
  const texts = ['4', '3', 'I5 at c4, turned twice', '2', 'e5h', '1'];
  const answers = {
    'api/games': games,
    'api/tables/four': {
      id: 'four',
      game: 'connect4',
      variant: null,
      options: {},
      status: over ? 'over' : 'playing',
      generation: 0,
      epoch: 6,
      turn: over ? null : 1,
      outcome,
      created: '2026-01-01T00:00:00Z',
      private: true,
      spectators: 3,
      undo: null,
      declined: [],
      next: null,
      claim_in: null,
      clock: null,
      handover: null,
      help: true,
      said: [],
      series: null,
      seats,
    },
    'api/tables/four/view': {
      epoch: 6,
      generation: 0,
      seat: 0,
      view: { width: 8, height: 8, columns: [[0], [1, 0], [0, 1], [1], [], [], [], []], last: [3, 0], line: [] },
      turn: over ? null : 1,
      outcome,
      legal: [],
    },
    'api/tables/four/actions': {
      generation: 0,
      actions: texts.map((move, epoch) => ({ epoch, seat: epoch % 4, move })),
    },
  };
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/${path}`, (route) => route.fulfill({ json }));
  await page.route('**/api/tables/four/events*', () => new Promise(() => {}));
  await page.addInitScript(() => localStorage.setItem('plateau', JSON.stringify({ tokens: { four: { 0: 'token' } } })));
}

for (const phone of [false, true]) {
  test(`a table for four, ${phone ? 'on a phone' : 'wide'}`, async () => {
    for (const over of [false, true]) {
      const { page, fine, close } = await visitor(browser, server, { phone });
      await tableForFour(page, over);
      await page.goto('/table/four');
      await page.locator('.c4-column').first().waitFor();
      await page.locator('.movelist li').nth(5).waitFor({ state: 'attached' });
      const names = await page.locator('.seat b').allInnerTexts();
      assert.deepEqual(
        names,
        ['Dreamer', 'Maximilian of Habsburg', 'Perfect', 'Ada Lovelace'],
        'round the table, our own last',
      );
      const ally = page.locator('.seat').filter({ hasText: 'Maximilian' });
      assert.equal((await ally.textContent())?.includes('is there'), !over, 'who is there is told during a game');
      if (over) {
        assert.equal(
          await page.locator('.status').innerText(),
          'You won, together with Maximilian of Habsburg: the first team has covered more.',
        );
        assert.deepEqual(
          await page.locator('.seat .badge').evaluateAll((all) => all.map((badge) => badge.textContent)),
          ['61 points', '★winner89 points', '61 points', '★winner89 points'],
        );
      }
      const [bottom, dock] = await page.evaluate(() =>
        ['.seats.below', '.primary-row']
          .map((part) => /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect())
          .map((box, i) => (i ? box.top : box.bottom)),
      );
      assert.ok(bottom <= dock, 'our own bar is not covered');
      const name = `four-${over ? 'over' : 'turn'}-${phone ? 'phone' : 'wide'}`;
      await shoot(page, name);
      await axe(page, name);
      await narrowEnough(page, name);
      fine();
      await close();
    }
  });
}
