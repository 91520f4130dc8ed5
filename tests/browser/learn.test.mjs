// Every lesson done on the page: wrong first, then by its hint, then right; and the progress that is kept.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';

import { column, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('../../web/types.js').Lesson[]} */
const LESSONS = JSON.parse(
  readFileSync(new URL('../../crates/connect4/lessons/lessons.json', import.meta.url), 'utf8'),
);

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

test('the whole course, from the first lesson to the last', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/learn');
  await page.locator('[data-game=connect4] .button.primary').click();
  for (const [i, lesson] of LESSONS.entries()) {
    await page.waitForURL(`**/learn/connect4/${lesson.id}`);
    await page.locator('h1').filter({ hasText: lesson.title.en }).waitFor();
    for (const step of lesson.steps) {
      await page.locator('.c4-columns.live').waitFor();
      if (step.accept?.length) {
        const open = await page
          .locator('.c4-column')
          .evaluateAll((all) =>
            all.flatMap((one, n) => (/Full\./.test(one.getAttribute('aria-label') ?? '') ? [] : [String(n + 1)])),
          );
        const wrong = open.find((move) => !step.accept?.includes(move));
        if (wrong) {
          await column(page, Number(wrong)).click();
          await page.locator('.note.wrong').filter({ hasText: step.wrong?.en ?? '' }).waitFor();
          await page.locator('.c4-columns.live').waitFor();
        }
        await page.locator('.lesson-nav button').first().click();
        await page.locator('.note').filter({ hasText: lesson.hint.en }).waitFor();
      }
      await column(page, Number(step.accept?.[0] ?? 4)).click();
    }
    await page.locator('.note.right').filter({ hasText: lesson.praise.en }).waitFor();
    if (i === 2) {
      // The learner goes away and comes back: it goes on where it stopped.
      await page.goto('/learn');
      await page.locator('[data-game=connect4] .lessons').waitFor();
      assert.equal(await page.locator('[data-game=connect4] .step.done').count(), 3);
      await page.locator('[data-game=connect4] .button.primary').click();
      continue;
    }
    await page.locator('.lesson-nav .primary').click();
  }
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('.links').filter({ hasText: `${LESSONS.length} of ${LESSONS.length}` }).waitFor();
  fine();
  await close();
});

test('a lesson in French, with Back', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  await page.goto('/learn/connect4/up');
  await page.locator('h1').filter({ hasText: 'Quatre à la verticale' }).waitFor();
  await page.locator('.lesson-nav a').first().click();
  await page.waitForURL('**/learn/connect4/across');
  fine();
  await close();
});
