// What goes on between people at a table: clocks, who is there, help, asking and refusing, alerts, phrases, another
// device, series of games, the list of one's games, and finding an opponent. Two browsers, through the page's buttons.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import {
  axe, column, makeTable, moveCount, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor,
} from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  // Longer than a reload takes, and not a minute.
  server = await startServer({ PLATEAU_ABSENCE_MS: '7000', PLATEAU_BOT_PAUSE_MS: '0' });
  browser = await startBrowser();
});
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof visitor>>} Visitor */

/**
 * Two people at a table of Connect Four.
 * @param {{ [more: string]: unknown }} [more] of the table
 * @param {Parameters<typeof visitor>[2][]} [wishes] of the visitors
 */
async function pair(more = {}, wishes = []) {
  const { table, tokens } = await makeTable(server, 'connect4', more);
  /** @type {Visitor[]} */
  const people = [];
  for (const [seat, token] of tokens.entries()) {
    const who = await visitor(browser, server, wishes[seat]);
    await sitAt(who.page, table, [token]);
    await who.page.locator('.c4-column').first().waitFor();
    people.push(who);
  }
  return { ada: people[0], leo: people[1], id: table.id, tokens };
}

/** @param {Visitor[]} people */
async function bye(...people) {
  for (const who of people) { who.fine(); await who.close(); }
}

/** @param {Page} page @param {number} n */
async function drop(page, n) {
  const before = await moveCount(page);
  await page.locator('.c4-columns.live').waitFor();
  await column(page, n).click();
  await page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length > n, before);
}

/** What a bar's clock shows, in seconds. @param {Page} page @param {'above' | 'below'} where */
async function clock(page, where) {
  const text = await page.locator(`.seats.${where} .clock`).innerText();
  return text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** @param {Page} page @param {string} part @param {RegExp} text */
const says = (page, part, text) => page.locator(part).filter({ hasText: text }).waitFor();

test('a clock chosen at the door runs for both alike, through a reload and a restart', async () => {
  const host = await visitor(browser, server);
  await host.page.goto('/new/connect4');
  await host.page.locator('.place').nth(1).locator('input[value=open]').check();
  await host.page.locator('#name-0').fill('Ada');
  await host.page.locator('#clock').selectOption({ label: '5 min + 5 s' });
  await host.page.locator('button[type=submit]').click();
  const link = await host.page.locator('.share input').inputValue();
  const guest = await visitor(browser, server);
  await guest.page.goto(link);
  await says(guest.page, '.invite h2', /Ada invites you/);
  await says(guest.page, '.invite p', /5 min \+ 5 s/);
  await guest.page.locator('#guest-name').fill('Léo');
  await guest.page.locator('.invite button[type=submit]').click();
  await host.page.locator('.clock.runs').waitFor();
  assert.ok((await clock(host.page, 'above')) === 300, 'his stands');
  await drop(host.page, 4);
  await guest.page.locator('.seats.below .clock.runs').waitFor();
  const before = await clock(guest.page, 'below');
  assert.ok(before <= 300 && (await clock(host.page, 'below')) > 300, 'a move adds its seconds');
  await guest.page.waitForFunction((was) => {
    const [m, s] = (document.querySelector('.seats.below .clock')?.textContent ?? '').split(':').map(Number);
    return 60 * m + s < was - 1;
  }, before);
  await server.kill();
  await server.start();
  await Promise.all([host, guest].map(({ page }) => page.reload()));
  for (const { page } of [host, guest]) await page.locator('.clock.runs').waitFor();
  const [his, hers] = [await clock(guest.page, 'below'), await clock(host.page, 'above')];
  assert.ok(his < before - 1, 'nobody’s clock is wound up by a restart');
  assert.ok(Math.abs(his - hers) <= 5, `both see the same: ${his} and ${hers}`);
  await axe(host.page, 'a table with clocks');
  await shoot(host.page, 'live-clocks');
  await bye(host, guest);
});

test('a flag falls on the server, and everybody is told', async () => {
  const { ada, leo } = await pair({ clock: { kind: 'move', seconds: 12 } });
  await drop(ada.page, 4);
  await leo.page.locator('.clock.low').waitFor();
  await says(leo.page, '.status.over', /You lost\. Ada won: Léo ran out of time/);
  await says(ada.page, '.status.over', /You won: Léo ran out of time/);
  await ada.page.reload();
  await says(ada.page, '.status.over', /You won: Léo ran out of time/);
  await bye(ada, leo);
});

test('between people no hint is offered, unless they agreed to it', async () => {
  const { ada, leo, id } = await pair();
  await ada.page.locator('.c4-columns.live').waitFor();
  assert.equal(await ada.page.getByRole('button', { name: 'Hint' }).count(), 0);
  assert.equal((await fetch(`${server.base}/api/tables/${id}/analysis?epoch=0`)).status, 403);
  await ada.page.goto('/new/connect4');
  await ada.page.locator('.place').nth(1).locator('input[value=open]').check();
  await ada.page.locator('#help').check();
  await ada.page.locator('button[type=submit]').click();
  const link = await ada.page.locator('.share input').inputValue();
  await leo.page.goto(link);
  await leo.page.locator('.invite button[type=submit]').click();
  await ada.page.getByRole('button', { name: 'Hint' }).click();
  await ada.page.locator('.c4-hint').waitFor();
  await bye(ada, leo);
});

test('who is away is seen, and the one who waits claims the game, or calls a machine in', async () => {
  for (const [claim, over] of /** @type {const} */ ([['Claim the game', true], ['Let the computer play', false]])) {
    const { ada, leo } = await pair({}, [{}, { phone: true }]);
    await ada.page.locator('.there:not(.gone)').waitFor();
    await drop(ada.page, 4);
    const left = leo.page.url();
    await leo.page.goto('/learn');
    await says(ada.page, '.there.gone', /away for/);
    await says(ada.page, '.note', /Léo is away\. In \d+\ss you may claim/);
    // Back in time: nothing happened.
    await leo.page.goto(left);
    await ada.page.locator('.there:not(.gone)').waitFor();
    await leo.page.locator('.c4-columns.live').waitFor();
    await leo.page.goto('/learn');
    await ada.page.getByRole('button', { name: 'Wait on' }).click();
    await ada.page.getByRole('button', { name: 'Wait on' }).waitFor({ state: 'detached' });
    await ada.page.reload();
    await ada.page.getByRole('button', { name: claim }).click();
    if (over) {
      await says(ada.page, '.status.over', /You won: Léo left the game/);
      await leo.page.goto(left);
      await says(leo.page, '.status.over', /You lost\. Ada won: Léo left the game/);
    } else {
      await drop(ada.page, 4);
      await leo.page.goto(left);
      await says(leo.page, '.toast', /computer plays on/);
      assert.equal(await leo.page.locator('.tools button[aria-label=Resign]').count(), 0, 'he only watches');
    }
    await bye(ada, leo);
  }
});

test('a refused takeback is told, and whoever looks back sees the game end', async () => {
  const { ada, leo } = await pair();
  await drop(ada.page, 4);
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  await says(leo.page, '.note', /Ada asks to take back/);
  await leo.page.getByRole('button', { name: 'No', exact: true }).click();
  await says(ada.page, '.note.wrong', /rather not take the move back/);
  await drop(leo.page, 4);
  await drop(ada.page, 3);
  for (const { page } of [ada, leo]) {
    await page.locator('.movelist button').first().click();
    await says(page, '.status', /Looking back/);
  }
  await leo.page.locator('.tools button[aria-label=Resign]').click();
  await leo.page.locator('.dialog .danger').click();
  await says(leo.page, '.status.over', /You lost\. Ada won: Léo resigned/);
  await says(ada.page, '.status.over', /You won: Léo resigned/);
  await bye(ada, leo);
});

test('rematches are a series with a score, by name', async () => {
  const { ada, leo } = await pair();
  const games = /** @type {const} */ ([
    [leo.page, ada.page, null],
    [ada.page, leo.page, /Series: Léo 1 – 1 Ada/],
    [leo.page, ada.page, /Series: Ada 2 – 1 Léo/],
  ]);
  for (const [loser, winner, score] of games) {
    await says(loser, '.status', /turn|to move/);
    await loser.locator('.tools button[aria-label=Resign]').click();
    await loser.locator('.dialog .danger').click();
    await says(winner, '.status.over', /You won/);
    if (score) await says(winner, '.note', score);
    await winner.reload();
    await says(winner, '.note', score ?? /^$/);
    const old = winner.url();
    await winner.locator('.acts .primary').click();
    await winner.waitForURL((url) => url.href !== old);
    await says(loser, '.acts .primary', /Join the rematch/);
    await loser.locator('.acts .primary').click();
    await loser.waitForURL(winner.url());
  }
  await bye(ada, leo);
});

test('a rematch that was offered meanwhile is found at home, also after the one who asked had left it', async () => {
  const { ada, leo } = await pair();
  await says(leo.page, '.status', /to move/);
  await ada.page.locator('.tools button[aria-label=Resign]').click();
  await ada.page.locator('.dialog .danger').click();
  await says(leo.page, '.status.over', /You won/);
  await leo.page.goto('/learn');
  const old = ada.page.url();
  const ask = async () => {
    await ada.page.goto(old);
    await ada.page.locator('.acts .primary').click();
    await ada.page.waitForURL((url) => url.href !== old);
    await says(ada.page, '.status', /accept/);
  };
  await ask();
  await ada.page.getByRole('button', { name: 'Leave', exact: true }).click();
  await ada.page.locator('.dialog .danger').click();
  await ada.page.waitForURL(/\/$/);
  // What was withdrawn is no offer, neither to him nor to her.
  for (const { page } of [ada, leo]) {
    await page.goto('/games');
    await says(page, '.row.over', /Connect Four/);
    assert.equal(await page.locator('.row.asked').count(), 0);
  }
  await ask();
  // The list looks by itself.
  await says(leo.page, '.row.asked', /Rematch offered/);
  await axe(leo.page, 'a rematch in my games');
  await leo.page.locator('[data-kind=wait]').click();
  await says(leo.page, '.row.asked', /Rematch offered/);
  await leo.page.goto('/');
  await leo.page.locator('.continue').getByRole('button', { name: 'Join the rematch' }).click();
  await leo.page.waitForURL(ada.page.url());
  await drop(leo.page, 4);
  await drop(ada.page, 4);
  await bye(ada, leo);
});

test('the tab says when it is our turn, and so does a notification', async () => {
  const { ada, leo } = await pair();
  const icon = () => leo.page.evaluate(() => document.querySelector('link[rel=icon]')?.getAttribute('href'));
  assert.equal(await leo.page.title(), 'Connect Four · Plateau');
  assert.match(await ada.page.title(), /^● Your turn/);
  // The page is told that it is out of sight, and a browser that shows nothing writes notifications down.
  await leo.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    const shown = /** @type {string[]} */ ([]);
    class Written {
      static permission = 'default';
      static requestPermission = async () => { Written.permission = 'granted'; return 'granted'; };
      constructor(/** @type {string} */ title, /** @type {{ body: string }} */ { body }) {
        shown.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Written, shown });
  });
  await leo.page.getByRole('button', { name: 'Tell me when it is my turn' }).click();
  await says(leo.page, '.toast', /You will be told/);
  await drop(ada.page, 4);
  await leo.page.waitForFunction(() => document.title.startsWith('● Your turn'));
  assert.equal(await icon(), '/icon-turn.svg');
  assert.deepEqual(await leo.page.evaluate(() => /** @type {any} */ (globalThis).shown),
    ['Your turn: Connect Four, against Ada']);
  await drop(leo.page, 4);
  await leo.page.waitForFunction(() => document.title === 'Connect Four · Plateau');
  assert.match((await icon()) ?? '', /^data:image/);
  await bye(ada, leo);
});

test('phrases are read in the reader’s language, and can be hidden', async () => {
  const { ada, leo } = await pair({}, [{}, { lang: 'fr' }]);
  await ada.page.getByRole('button', { name: 'Say something' }).click();
  await ada.page.getByRole('button', { name: 'Well played!' }).click();
  await says(leo.page, '.seats.above .said', /Bien joué/);
  await says(ada.page, '.seats.below .said', /Well played/);
  await leo.page.waitForFunction(() => /Ada.*Bien joué/.test(document.getElementById('announcer')?.textContent ?? ''));
  await ada.page.getByRole('button', { name: 'Say something' }).click();
  await ada.page.getByRole('button', { name: 'One more?' }).click();
  await says(ada.page, '.note.wrong', /wait a moment/);
  await leo.page.getByRole('button', { name: 'Dire quelque chose' }).click();
  await axe(leo.page, 'phrases');
  await shoot(leo.page, 'live-phrases');
  await leo.page.getByRole('button', { name: 'Masquer les phrases' }).click();
  await leo.page.locator('.said').waitFor({ state: 'detached' });
  await ada.page.waitForTimeout(3100); // a seat may speak again after three seconds
  await ada.page.getByRole('button', { name: 'Say something' }).click();
  await ada.page.getByRole('button', { name: 'Thank you!' }).click();
  await says(ada.page, '.seats.below .said', /Thank you/);
  await drop(ada.page, 4);
  await leo.page.locator('.c4-columns.live').waitFor();
  assert.equal(await leo.page.locator('.said').count(), 0);
  await bye(ada, leo);
});

test('a seat is taken to a phone by a link that works once', async () => {
  const { ada, leo } = await pair();
  await ada.page.getByRole('button', { name: 'Play on another device' }).click();
  const link = await ada.page.locator('.dialog .device input').inputValue();
  assert.match(link, /\/table\/\w+#seat=/);
  await axe(ada.page, 'the link to one’s seat');
  await ada.page.keyboard.press('Escape');
  const phone = await visitor(browser, server, { phone: true });
  await phone.page.goto(link);
  await says(phone.page, '.toast', /play on here/);
  await phone.page.locator('.c4-columns.live').waitFor();
  assert.ok(!phone.page.url().includes('#'), 'the code does not stay in the address');
  await says(ada.page, '.toast', /another device/);
  assert.equal(await ada.page.locator('.c4-columns.live').count(), 0);
  await column(phone.page, 4).tap();
  await drop(leo.page, 4);
  await phone.page.reload();
  await phone.page.locator('.c4-columns.live').waitFor();
  await narrowEnough(phone.page, 'a table on a phone');
  const thief = await visitor(browser, server);
  await thief.page.goto(link);
  await says(thief.page, '.toast', /used already/i);
  await bye(ada, leo, phone, thief);
});

test('whoever would rather watch may sit down later; a seat that went to a phone is not offered here', async () => {
  const ada = await visitor(browser, server);
  await ada.page.goto('/');
  await ada.page.locator('[data-game=quoridor]').getByRole('button', { name: 'Play with a friend' }).click();
  const link = await ada.page.locator('.share input').inputValue();
  const leo = await visitor(browser, server, { phone: true });
  await leo.page.goto(link);
  await leo.page.getByRole('button', { name: 'Just watch' }).click();
  await leo.page.locator('#guest-name').waitFor({ state: 'detached' });
  await leo.page.locator('.acts').getByRole('button', { name: 'Sit down' }).click();
  await leo.page.locator('#guest-name').waitFor();
  await leo.page.getByRole('button', { name: 'Just watch' }).click();

  await ada.page.getByRole('button', { name: 'Play on another device' }).click();
  const pass = await ada.page.locator('.dialog .device input').inputValue();
  await ada.page.keyboard.press('Escape');
  const phone = await visitor(browser, server, { phone: true });
  await phone.page.goto(pass);
  await phone.page.locator('.share').waitFor();
  await says(ada.page, '.toast', /another device/);
  await ada.page.locator('.acts').getByRole('button', { name: 'Sit down' }).waitFor();
  assert.equal(await ada.page.locator('#guest-name').count(), 0, 'she would play against herself');

  await leo.page.locator('.acts').getByRole('button', { name: 'Sit down' }).click();
  await leo.page.locator('#guest-name').fill('Léo');
  await leo.page.locator('.invite button[type=submit]').click();
  await phone.page.locator('.q-field.live').waitFor();
  await ada.page.locator('.acts').getByRole('button', { name: 'Sit down' }).waitFor({ state: 'detached' });
  await bye(ada, leo, phone);
});

test('my games: whose turn it is, filtered, and continued from the first page', async () => {
  const { ada, leo, id } = await pair();
  await drop(ada.page, 4);
  await leo.page.locator('.c4-columns.live').waitFor();
  await leo.page.locator('.brand').click();
  await says(leo.page, '.continue .row', /Connect Four.*Ada.*Your turn/s);
  await leo.page.getByRole('link', { name: 'My games' }).first().click();
  await says(leo.page, '.row.yours', /Your turn/);
  await leo.page.waitForFunction(() => document.title.startsWith('● Your turn'));
  await axe(leo.page, 'my games');
  await shoot(leo.page, 'live-my-games');
  await leo.page.locator('[data-kind=over]').click();
  await says(leo.page, '.empty', /No games here/);
  await leo.page.locator('[data-kind=all]').click();
  await leo.page.locator('.row.yours a').click();
  await leo.page.waitForURL(`**/table/${id}`);
  await drop(leo.page, 4);
  await ada.page.locator('.c4-columns.live').waitFor();
  await leo.page.goto('/games');
  await says(leo.page, '.row.theirs', /Ada to move/);
  await ada.page.locator('.tools button[aria-label=Resign]').click();
  await ada.page.locator('.dialog .danger').click();
  // The list looks by itself.
  await says(leo.page, '.row.over', /won/);
  await leo.page.getByRole('button', { name: 'Take it off the list' }).click();
  await says(leo.page, '.empty', /will be listed here/);
  await bye(ada, leo);
});

test('two who look for an opponent find each other, and nobody finds themselves', async () => {
  const people = await Promise.all([visitor(browser, server), visitor(browser, server)]);
  const [ada, leo] = people.map((who) => who.page);
  const find = async (/** @type {Page} */ page) => {
    await page.goto('/');
    await page.locator('[data-game=quoridor]').getByRole('button', { name: 'Find an opponent' }).click();
    await page.waitForURL(/\/table\//);
  };
  await find(ada);
  await says(ada, '.status', /Waiting/);
  const table = ada.url();
  await find(ada);
  assert.equal(ada.url(), table, 'she waits at the table that she has');
  await find(leo);
  assert.equal(leo.url(), table);
  await ada.locator('.q-field.live').waitFor();
  await bye(...people);
});

test('"Play with a friend" opens a table for two, and a table for more says how many are missing', async () => {
  const { page, fine, close } = await visitor(browser, server);
  for (const game of ['blokus', 'quoridor', 'tigris', 'connect4']) {
    await page.goto('/');
    await page.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play with a friend' }).click();
    await page.locator('.share').waitFor();
    assert.equal(await page.locator('.seat').count(), 2, game);
    await says(page, '.share p', /begins when somebody sits down/);
  }
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant: 'classic', seats: [{ kind: 'person' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
  });
  await sitAt(page, table, tokens);
  await says(page, '.share p', /all 4 seats/);
  fine();
  await close();
});
