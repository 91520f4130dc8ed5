// Two people at a table, each in a browser of their own: every game and variant from the invitation to the moves,
// whoever begins, with a reload on the way, a rematch, and a game played on from a position.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { makeTable, sitAt, startBrowser, startServer, visitor } from './harness.mjs';
import { MOVE, count, more, move } from './turns.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer({ PLATEAU_BOT_PAUSE_MS: '0' }); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/**
 * Sets a table up as a host does: one seat here, one by link, machines in all others.
 * @param {Page} page @param {string} game @param {string} variant
 * @param {number} own the host's seat @param {number} friend
 */
async function host(page, game, variant, own, friend = 1 - own) {
  await page.goto(`/new/${game}`);
  await page.locator(`input[name=variant][value="${variant}"]`).check();
  const places = page.locator('.place');
  for (let seat = 0; seat < (await places.count()); seat++) {
    const place = places.nth(seat);
    await place.locator(`input[value=${seat === own ? 'person' : seat === friend ? 'open' : 'bot'}]`).check();
    if (seat !== own && seat !== friend) await place.locator('.machine select').selectOption({ index: 0 });
  }
  await page.locator('button[type=submit]').click();
  return page.locator('.share input').inputValue();
}

/** @param {Page} page @param {string} link @param {string} name */
async function join(page, link, name) {
  await page.goto(link);
  await page.locator('#guest-name').fill(name);
  await page.locator('.invite button[type=submit]').click();
}

const games = await (async () => {
  const listed = await startServer();
  const games = await (await fetch(`${listed.base}/api/games`)).json();
  await listed.stop();
  return games.filter((/** @type {{ id: string }} */ { id }) => id in MOVE);
})();

for (const { id: game, variants } of games) {
  test(`${game}: whoever invited moves as soon as the friend sits down, in every variant`, async () => {
    const [ada, leo] = await Promise.all([visitor(browser, server), visitor(browser, server)]);
    for (const { id: variant } of variants) {
      for (const own of [0, 1]) {
        const link = await host(ada.page, game, variant, own);
        await join(leo.page, link, 'Léo');
        // Nobody reloads before the first moves.
        const order = own === 0 ? [ada.page, leo.page] : [leo.page, ada.page];
        for (const page of order) await move(page, game);
        // Neither does a reload lose anything.
        const before = await count(order[1]);
        await Promise.all(order.map((page) => page.reload()));
        for (const page of order) await more(page, before - 1);
      }
    }
    for (const who of [ada, leo]) { who.fine(); await who.close(); }
  });

  test(`${game}: a rematch, accepted by the other, is playable for both without a reload`, async () => {
    const { table, tokens } = await makeTable(server, game, { variant: two(variants) });
    const people = await Promise.all(tokens.map(async (token) => {
      const who = await visitor(browser, server);
      await sitAt(who.page, table, [token]);
      await who.page.locator('.status').filter({ hasText: /turn|move/ }).waitFor();
      return who;
    }));
    const [ada, leo] = people.map((who) => who.page);
    await ada.locator('.tools button[aria-label=Resign]').click();
    await ada.locator('.dialog .danger').click();
    // The one who began before is second now: the one who waits is to move.
    await leo.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
    await leo.waitForURL((url) => !url.pathname.endsWith(table.id));
    await leo.locator('.status').filter({ hasText: /accept/ }).waitFor();
    await ada.locator('.acts .primary').filter({ hasText: 'Join the rematch' }).click();
    await move(leo, game);
    await move(ada, game);
    for (const who of people) { who.fine(); await who.close(); }
  });

  const several = variants.find((/** @type {{ seats: number }} */ { seats }) => seats > 3);
  if (several) {
    test(`${game}: two people among machines play, and a rematch that machines begin`, async () => {
      const people = await Promise.all([visitor(browser, server), visitor(browser, server)]);
      const [ada, leo] = people.map((who) => who.page);
      await join(leo, await host(ada, game, several.id, 1, 2), 'Léo');
      for (const page of [ada, leo]) await move(page, game);
      await ada.locator('.tools button[aria-label=Resign]').click();
      await ada.locator('.dialog .danger').click();
      await leo.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
      await leo.locator('.status').filter({ hasText: /accept/ }).waitFor();
      const first = ada.url();
      await ada.locator('.acts .primary').filter({ hasText: 'Join the rematch' }).click();
      await ada.waitForURL((url) => url.href !== first);
      await ada.locator('.status:not(.over)').waitFor();
      for (const page of [ada, leo]) await move(page, game);
      for (const who of people) { who.fine(); await who.close(); }
    });
  }

  test(`${game}: a game is played on from a position against somebody who comes by link`, async () => {
    const { table, tokens } = await makeTable(server, game, { variant: two(variants) });
    const ada = await visitor(browser, server);
    await sitAt(ada.page, table, tokens);
    const curtain = ada.page.locator('.curtain button');
    await Promise.race([curtain.waitFor(), ada.page.locator('.slot :is(.live, .live *)').first().waitFor()]);
    if (await curtain.count()) await curtain.click();
    await move(ada.page, game);
    const answer = await fetch(`${server.base}/api/tables/${table.id}/resign`, {
      method: 'POST', headers: { authorization: `Bearer ${tokens[0].token}` },
    });
    assert.equal(answer.status, 200);
    const played = await (await fetch(`${server.base}/api/tables/${table.id}`)).json();
    // The page's button sits the machine down in the other seats; a link asks somebody instead.
    const { table: next, tokens: own } = await makeTable(server, game, {
      from: { table: table.id, epoch: played.epoch - 1 }, seats: [{ kind: 'open' }, { kind: 'open' }],
    });
    assert.deepEqual(own, []);
    const leo = await visitor(browser, server);
    // Whoever sits down first waits for the other, then moves or sees the other move.
    await join(ada.page, `/table/${next.id}`, 'Ada');
    await ada.page.locator('.share').waitFor();
    await join(leo.page, `/table/${next.id}`, 'Léo');
    const { turn } = await (await fetch(`${server.base}/api/tables/${next.id}`)).json();
    const page = turn === 0 ? ada.page : leo.page;
    await MOVE[game](page);
    await more(turn === 0 ? leo.page : ada.page, played.epoch - 1);
    for (const who of [ada, leo]) { who.fine(); await who.close(); }
  });
}

test('a request is withdrawn by the one who made it, and an offered rematch declined', async () => {
  const { table, tokens } = await makeTable(server, 'connect4');
  const people = await Promise.all(tokens.map(async (token) => {
    const who = await visitor(browser, server);
    await sitAt(who.page, table, [token]);
    return who;
  }));
  const [ada, leo] = people.map((who) => who.page);
  await move(ada, 'connect4');
  await move(leo, 'connect4');
  const says = (/** @type {Page} */ page, /** @type {RegExp} */ text) =>
    page.locator('.note').filter({ hasText: text }).waitFor();
  const withdraw = ada.getByRole('button', { name: 'Withdraw request' });
  const asks = [
    { ask: () => ada.getByRole('button', { name: 'Take back' }).click(), told: /Ada asks to take back/ },
    {
      ask: async () => {
        await ada.locator('.tools button[aria-label=Leave]').click();
        await ada.getByRole('button', { name: 'Leave it to the computer' }).click();
      },
      told: /Ada asks whether the computer/,
    },
  ];
  for (const { ask, told } of asks) {
    await ask();
    await says(leo, told);
    await says(ada, /You asked/);
    await withdraw.click();
    await leo.locator('.note:empty').waitFor({ state: 'attached' });
    await withdraw.waitFor({ state: 'detached' });
    assert.equal(await leo.locator('.acts .primary').count(), 0, 'there is nothing left to answer');
    assert.equal(await ada.locator('.note').innerText(), '', 'nobody refused it');
  }

  await ada.locator('.tools button[aria-label=Resign]').click();
  await ada.locator('.dialog .danger').click();
  await leo.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
  await leo.locator('.status').filter({ hasText: /accept/ }).waitFor();
  await ada.getByRole('button', { name: 'Decline' }).click();
  await leo.locator('.status').filter({ hasText: 'Ada would rather not play again.' }).waitFor();
  await leo.reload();
  await leo.locator('.status').filter({ hasText: 'Ada would rather not play again.' }).waitFor();
  await ada.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' });
  await ada.goto('/games');
  await ada.locator('.row.mine.over').waitFor();
  assert.equal(await ada.getByText('Rematch offered').count(), 0);
  // Who thinks better of it plays after all.
  await ada.goto(`/table/${table.id}`);
  await ada.locator('.acts .primary').filter({ hasText: 'Rematch' }).click();
  await move(leo, 'connect4');
  await move(ada, 'connect4');
  for (const who of people) { who.fine(); await who.close(); }
});

test('of three who play again one declines: the two who wait let the computer play', async () => {
  const { table, tokens } = await makeTable(server, 'tigris', { people: 3, options: { players: 3 } });
  const people = await Promise.all(tokens.map(async (token) => {
    const who = await visitor(browser, server);
    await sitAt(who.page, table, [token]);
    return who;
  }));
  const [ada, leo, eve] = people.map((who) => who.page);
  await eve.locator('.tools button[aria-label=Resign]').click();
  await eve.locator('.dialog .danger').click();
  for (const page of [ada, leo]) await page.locator('.acts .primary').filter({ hasText: /rematch/i }).click();
  const computer = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Let the computer play' });
  await leo.locator('.status').filter({ hasText: /accept/ }).waitFor();
  assert.equal(await computer(leo).count(), 0, 'the third may still come');
  await eve.getByRole('button', { name: 'Decline' }).click();
  for (const page of [ada, leo]) {
    await page.locator('.status').filter({ hasText: 'Zoé would rather not play again.' }).waitFor();
  }
  await leo.reload();
  await computer(ada).waitFor();
  await computer(leo).click();
  for (const page of [ada, leo]) {
    await computer(page).waitFor({ state: 'detached' });
    await page.locator('.status').filter({ hasNotText: /accept|would rather not/ }).waitFor();
  }
  // Everybody sits one seat further: the computer begins, then Ada moves.
  await move(ada, 'tigris');
  for (const who of people) { who.fine(); await who.close(); }
});

test('a view that was long on its way does not take back the move that came meanwhile', async () => {
  const [ada, leo] = await Promise.all([visitor(browser, server), visitor(browser, server)]);
  const link = await host(ada.page, 'connect4', 'standard', 1);
  // What is asked for when the friend sits down answers after the friend has moved.
  let asked = 0;
  /** @type {() => void} */
  let letThrough = () => {};
  const held = new Promise((done) => { letThrough = () => done(undefined); });
  await ada.page.route(/\/view$/, async (route) => {
    const answer = await route.fetch();
    asked += 1;
    await held;
    await route.fulfill({ response: answer });
  });
  await join(leo.page, link, 'Léo');
  await leo.page.locator('.c4-columns.live').waitFor();
  for (let i = 0; i < 200 && !asked; i++) await ada.page.waitForTimeout(50);
  assert.equal(asked, 1, 'the view is fetched when the game begins');
  await move(leo.page, 'connect4');
  await more(ada.page, 0);
  const late = ada.page.waitForResponse(/\/view$/);
  letThrough();
  await (await late).finished();
  await move(ada.page, 'connect4');
  for (const who of [ada, leo]) { who.fine(); await who.close(); }
});

/** The first variant for two. @param {{ id: string, seats: number }[]} variants */
function two(variants) {
  return variants.find(({ seats }) => seats === 2)?.id;
}
