// The whole life of a game between two friends, through the page's own buttons, in the order of life, with a reload of
// both pages after every step: whatever somebody did is still so, and the next thing can be done at once.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { startBrowser, startServer, visitor } from './harness.mjs';
import { count, more, move } from './turns.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer({ PLATEAU_BOT_PAUSE_MS: '0' }); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */
/** @param {Page} page @param {string} part @param {RegExp} text */
const says = (page, part, text) => page.locator(part).filter({ hasText: text }).first().waitFor();

for (const game of ['connect4', 'quoridor', 'blokus', 'tigris']) {
  test(`${game}: invitation, moves, takeback, end, rematch and playing on, with reloads all the way`, async () => {
    const people = await Promise.all([visitor(browser, server), visitor(browser, server)]);
    const [ada, leo] = people.map((who) => who.page);
    const reload = async () => { await Promise.all([ada.reload(), leo.reload()]); };

    await ada.goto('/');
    await ada.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play with a friend' }).click();
    await ada.locator('.share').waitFor();
    await ada.reload();
    const link = await ada.locator('.share input').inputValue();
    await leo.goto(link);
    await leo.locator('#guest-name').waitFor();
    await reload();
    await says(leo, '.invite h2', /You are invited/);
    await leo.locator('#guest-name').fill('Léo');
    await leo.locator('.invite button[type=submit]').click();
    await says(ada, '.status', /Your turn/);
    await reload();

    // Two turns each, and both pages loaded anew after each.
    for (const page of [ada, leo, ada, leo]) {
      await says(page, '.status', /Your turn/);
      await move(page, game);
      const made = await count(page);
      await reload();
      for (const each of [ada, leo]) await more(each, made - 1);
    }

    const before = await count(ada);
    await leo.getByRole('button', { name: 'Take back' }).click();
    if (game === 'tigris') {
      // Tiles were drawn from the bag: nobody can unsee them.
      await says(leo, '.note.wrong', /drawn|hidden|seen/);
    } else {
      await says(ada, '.note', /Léo asks to take back/);
      await reload();
      await says(ada, '.note', /Léo asks to take back/);
      await ada.getByRole('button', { name: 'Allow', exact: true }).click();
      await leo.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length < n, before);
      await reload();
      await says(leo, '.status', /Your turn/);
      await move(leo, game);
    }

    await says(ada, '.status', /Your turn/);
    await ada.locator('.tools button[aria-label=Resign]').click();
    await ada.locator('.dialog .danger').click();
    await says(leo, '.status.over', /You won/);
    await reload();
    await says(ada, '.status.over', /You lost/);
    await says(leo, '.status.over', /You won/);

    const old = ada.url();
    await ada.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
    await ada.waitForURL((url) => url.href !== old);
    await reload();
    await leo.locator('.acts .primary').filter({ hasText: 'Join the rematch' }).click();
    await leo.waitForURL(ada.url());
    await reload();
    // Whoever was second begins.
    await move(leo, game);
    await reload();
    await move(ada, game);
    await says(leo, '.status', /Your turn/);
    await leo.locator('.tools button[aria-label=Resign]').click();
    await leo.locator('.dialog .danger').click();
    await says(ada, '.status.over', /You won/);
    await says(ada, '.note', /Series/);

    await ada.locator('.acts a').filter({ hasText: 'Analyse' }).click();
    await ada.waitForURL(/\/analysis\//);
    await ada.reload();
    await ada.locator('.movelist li button').first().click();
    await ada.getByRole('button', { name: 'Play on from here' }).click();
    await ada.waitForURL(/\/table\//);
    await ada.reload();
    await says(ada, '.status', /Your turn/);
    const from = await count(ada);
    await move(ada, game);
    assert.ok(await count(ada) > from);
    for (const who of people) { who.fine(); await who.close(); }
  });
}
