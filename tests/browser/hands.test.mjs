// Seats that change hands in mid-game: one goes to the computer, one is taken over from it, and people agree first.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, makeTable, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** Chooses in the dialog of who plays. @param {Page} page @param {string} value */
async function change(page, value) {
  const button = page.getByRole('button', { name: /Change who plays|Changer qui joue/ });
  // On a phone it is in a sheet, which may lie open from before.
  if (!await button.isVisible() && await page.locator('.opener').isVisible()) await page.locator('.opener').click();
  await button.click();
  await page.locator(`dialog [data-value="${value}"]`).click();
}

test('alone with computers: a colour is taken over, played, and handed back', async () => {
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant: 'classic',
    seats: [{ kind: 'person', name: 'Ada' }, ...Array.from({ length: 3 }, () => ({ kind: 'bot' }))],
  });
  const { page, fine, close } = await visitor(browser, server);
  await sitAt(page, table, tokens);
  await page.locator('.bk-tray.seat-0.live').waitFor();
  await change(page, 'take 1');
  await page.keyboard.press('1');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  // The second colour is ours now: nobody moves for us.
  await page.locator('.bk-tray.seat-1.live').waitFor();
  await shoot(page, 'hands-taken');
  await page.reload();
  await page.locator('.bk-tray.seat-1.live').waitFor();
  // Handed back, the computer plays it, and the next two, until it is our turn again.
  await change(page, 'give 1');
  await page.locator('.bk-tray.seat-0.live').waitFor();
  assert.ok((await page.locator('.movelist li:not(.none)').count()) >= 4);
  fine();
  await close();
});

test('among people the others are asked first', async () => {
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant: 'classic',
    seats: [
      { kind: 'person', name: 'Ada' }, { kind: 'bot' },
      { kind: 'person', name: 'Léo' }, { kind: 'bot' }],
  });
  const ada = await visitor(browser, server);
  const leo = await visitor(browser, server, { phone: true, lang: 'fr' });
  await sitAt(ada.page, table, tokens.slice(0, 1));
  await sitAt(leo.page, table, tokens.slice(1));
  await ada.page.locator('.bk-tray.seat-0.live').waitFor();
  await leo.page.locator('.bk-surface').waitFor();
  await change(ada.page, 'take 1');
  await ada.page.locator('.note').filter({ hasText: 'You asked to change who plays' }).waitFor();
  await leo.page.locator('.note').filter({ hasText: /Ada aimerait jouer Jaune/ }).waitFor();
  await axe(leo.page, 'asked to agree');
  await narrowEnough(leo.page, 'asked to agree');
  await shoot(leo.page, 'hands-asked-phone');
  await leo.page.getByRole('button', { name: 'D’accord' }).click();
  await ada.page.keyboard.press('1');
  await ada.page.keyboard.press('n');
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('.bk-tray.seat-1.live').waitFor();
  ada.fine();
  leo.fine();
  await Promise.all([ada.close(), leo.close()]);
});

test('one’s only seat goes to the computer and comes back, alone and among people', async () => {
  // The other one thinks for long: the game must not be over before the seat is taken back.
  const alone = await makeTable(server, 'blokus', {
    variant: 'duo', seats: [{ kind: 'person', name: 'Ada' }, { kind: 'bot', level: 'expert' }],
  });
  const ada = await visitor(browser, server);
  await sitAt(ada.page, alone.table, alone.tokens);
  await ada.page.locator('.bk-tray.seat-0.live').waitFor();
  await change(ada.page, 'give 0');
  // The computers play on while somebody watches.
  await ada.page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length >= 2);
  await shoot(ada.page, 'hands-given');
  await change(ada.page, 'take 0');
  await ada.page.locator('.bk-tray.seat-0.live').waitFor();
  await ada.page.locator('.seat').filter({ hasText: 'Ada' }).waitFor();
  ada.fine();
  await ada.close();

  const { table, tokens } = await makeTable(server, 'blokus', { variant: 'duo' });
  const host = await visitor(browser, server);
  const guest = await visitor(browser, server, { phone: true, lang: 'fr' });
  await sitAt(host.page, table, tokens.slice(0, 1));
  await sitAt(guest.page, table, tokens.slice(1));
  await guest.page.locator('.bk-tray.sketch').first().waitFor({ state: 'attached' });
  await change(guest.page, 'give 1');
  await host.page.locator('.note').filter({ hasText: 'asks whether the computer may take over' }).waitFor();
  await host.page.getByRole('button', { name: 'Agree' }).click();
  await host.page.locator('.seat').filter({ hasText: 'computer' }).waitFor();
  await guest.page.locator('.bk-tray.sketch').first().waitFor({ state: 'detached' });
  await change(guest.page, 'take 1');
  await host.page.locator('.note').filter({ hasText: 'handed Yellow to the computer' }).waitFor();
  await narrowEnough(guest.page, 'coming back');
  await shoot(guest.page, 'hands-back-phone');
  // Whoever asks to come back and leaves the page meanwhile finds the seat again.
  await guest.page.goto('/');
  await host.page.getByRole('button', { name: 'Agree' }).click();
  await host.page.locator('.seat').filter({ hasText: 'Léo' }).waitFor();
  await guest.page.goto(`/table/${table.id}`);
  await guest.page.locator('.bk-tray.sketch').first().waitFor({ state: 'attached' });
  host.fine();
  guest.fine();
  await Promise.all([host.close(), guest.close()]);
});
