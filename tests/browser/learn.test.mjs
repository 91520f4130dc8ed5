// Every lesson done on the page: wrong first, then by its hint, then right; and the progress that is kept.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';

import { column, hasSoMany, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

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
      await hasSoMany(page, '[data-game=connect4] .step.done', 3);
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

/** @typedef {import('playwright-core').Page} Page */

/** The middle of some squares on Blokus' small board. @param {Page} page @param {string} move */
async function middleOf(page, move) {
  const box = await page.locator('.bk-surface').boundingBox();
  assert.ok(box);
  const names = move.split(',');
  const [x, y] = names.reduce(([x, y], name) =>
    [x + name.charCodeAt(0) - 96.5, y + Number(name.slice(1)) - 0.5], [0, 0]).map((sum) => sum / names.length);
  return { x: box.x + (x / 14) * box.width, y: box.y + box.height - (y / 14) * box.height };
}

/** What can be done is within the window. @param {Page} page */
async function inSight(page) {
  const beyond = await page.locator('.lesson-nav > *').evaluateAll((all) => all.filter((each) =>
    each.checkVisibility() && each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent));
  assert.deepEqual(beyond, []);
}

/**
 * Takes a piece, turns it until it would lie on these squares, and lays it.
 * @param {Page} page @param {string} piece @param {string} move
 */
async function lay(page, piece, move) {
  await page.locator(`.bk-tray:is(.live, .sketch) .bk-choice[data-piece="${piece}"]`).click();
  const to = await middleOf(page, move);
  const held = page.locator('.bk-hovering.good');
  for (let turns = 0; turns < 4 && !(await held.count()); turns++) {
    if (turns) await page.keyboard.press('ArrowRight');
    await page.mouse.move(to.x - 1, to.y);
    await page.mouse.move(to.x, to.y);
    await page.waitForTimeout(50);
  }
  await page.mouse.click(to.x, to.y);
}

test('blokus: a piece dragged from its tray, plans while others think, and the twins of Junior', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/learn/blokus/drag');
  await page.locator('.bk-tray.live').waitFor();
  const from = await page.locator('.live .bk-choice[data-piece="I5"]').boundingBox();
  assert.ok(from);
  const to = await middleOf(page, 'e10');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x - 40, to.y, { steps: 5 });
  // An arrow turns it on the way.
  await page.keyboard.press('ArrowRight');
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.locator('.bk-hovering.good').waitFor();
  await shoot(page, 'lesson-drag');
  await page.mouse.up();
  await page.locator('.note.right').filter({ hasText: 'in one go' }).waitFor();

  await page.goto('/learn/blokus/plan');
  const others = page.getByRole('button', { name: 'Let the others play' });
  await others.waitFor();
  await inSight(page);
  await lay(page, 'I5', 'h11,i11,j11,k11,l11');
  await lay(page, 'I4', 'm7,m8,m9,m10');
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 2);
  await page.locator('[data-action=arm]').click();
  await shoot(page, 'lesson-plan');
  await others.click();
  // The first plan has played by itself; then Yellow thinks again.
  await page.waitForFunction(() => document.querySelectorAll('.bk-plan').length === 1);
  await page.locator('.note.right').filter({ hasText: 'Go on' }).waitFor();
  await others.click();
  await page.locator('.note.right').filter({ hasText: 'A fence' }).waitFor();
  await others.waitFor({ state: 'hidden' });

  await page.goto('/learn/blokus/junior');
  await page.locator('.bk-tray.live').waitFor();
  await lay(page, 'O', 'e9,f9,e10,f10');
  await page.locator('.note.right').filter({ hasText: 'Go on' }).waitFor();
  await page.locator('.bk-tray.live').waitFor();
  await lay(page, 'O', 'g7,h7,g8,h8');
  await page.locator('.note.right').filter({ hasText: 'Both squares' }).waitFor();
  await inSight(page);
  await shoot(page, 'lesson-junior');
  fine();
  await close();
});

test('blokus: without a plan the turn comes all the same, on a phone and in French', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true, lang: 'fr' });
  await page.goto('/learn/blokus/plan');
  await page.getByRole('button', { name: 'Laisser jouer les autres' }).tap();
  await page.locator('.bk-tray.live').waitFor();
  await narrowEnough(page, 'a lesson with plans');
  await shoot(page, 'lesson-plan-phone');
  // Back to the beginning: the others are to move again.
  await page.getByRole('button', { name: 'Recommencer' }).tap();
  await page.getByRole('button', { name: 'Laisser jouer les autres' }).waitFor();
  fine();
  await close();
});
