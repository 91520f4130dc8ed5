// Looks at every page: pictures for the eyes, axe for the rest, in both themes, wide and on a phone.

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
      for (const [who, n] of /** @type {const} */ ([[page, 4], [guest.page, 4], [page, 3], [guest.page, 5], [page, 2], [guest.page, 5]])) {
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
