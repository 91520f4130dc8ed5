// Races of many in a real browser: what is agreed, bots in the free seats, aiming, watching; and the lists' other
// pages.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { axe, hasSoMany, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {string} path @param {object} body */
async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.base}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

test('eight race: seats are filled with bots, one aims, is out and follows a rival; others watch', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/arcade/tetris/race');
  await page.locator('.race-terms summary').click();
  await page.locator('#race-teams').selectOption('2');
  await page.locator('#race-pressure').selectOption('none');
  await page.locator('input[name=rival-0][value=open]').check();
  for (let n = 0; n < 6; n++) await page.getByRole('button', { name: 'Add an opponent' }).click();
  assert.equal(await page.getByRole('button', { name: 'Add an opponent' }).isVisible(), false, 'eight at the most');
  await page.locator('#listed').check();
  await page.getByRole('button', { name: 'Race', exact: true }).click();
  await page.locator('.race-fill select').selectOption('dellacherie');
  await axe(page, 'the room of eight');
  await page.getByRole('button', { name: 'Fill the free seats with the computer' }).click();
  await page.locator('.race[data-state=playing]').waitFor();
  assert.equal(await page.locator('.race-rivals .race-rival').count(), 7);
  const allies = page.locator('.race-rival[data-seat="2"]');
  assert.match(await allies.innerText(), /Team 1/);

  const rival = page.locator('.race-rival[data-seat="3"] button.race-who');
  await rival.click();
  assert.equal(await rival.getAttribute('aria-pressed'), 'true', 'aimed at');
  await allies.locator('button.race-who').click();
  assert.equal(await rival.getAttribute('aria-pressed'), 'true', 'an ally is no aim');
  await shoot(page, 'race-eight-light');

  const other = await visitor(browser, server);
  await other.page.goto('/arcade/tetris/race');
  await other.page.getByRole('link', { name: /^Watch, / }).click();
  await other.page.locator('.race.looking').waitFor();
  await other.page.waitForFunction(() => document.querySelectorAll('.race-pace').length === 8
    && [...document.querySelectorAll('.race-pace')].some((each) => /pieces\/s/.test(each.textContent ?? '')));
  await other.page.locator('.race-rival[data-seat="5"] button.race-who').click();
  await other.page.locator('.race-rival.large[data-seat="5"]').waitFor();
  await axe(other.page, 'watching eight');
  await shoot(other.page, 'race-eight-watched-light');
  const { pathname } = new URL(other.page.url());
  other.fine();
  await other.close();

  // All of them, with their names, on every screen; and still so when one of them is large.
  for (const [width, height, phone] of /** @type {const} */ ([
    [1440, 900, false], [1024, 768, false], [390, 844, true], [844, 390, true],
  ])) {
    const eve = await visitor(browser, server, { phone, lang: 'fr' });
    await eve.page.setViewportSize({ width, height });
    await eve.page.goto(pathname);
    for (const seats of [8, 9]) {
      if (seats > 8) await eve.page.locator('.race-rival[data-seat="5"] button.race-who').click();
      await eve.page.locator('.race-rival').nth(seats - 1).waitFor();
      await eve.page.waitForFunction(() => [...document.querySelectorAll('.race-rival')].every((each) => {
        const [well, name] = ['.race-field', '.race-who b'].map((part) => (
          /** @type {Element} */ (each.querySelector(part)).getBoundingClientRect()));
        return well.width >= 60 && well.left >= 0 && well.right <= innerWidth && name.width >= 20;
      }));
      await narrowEnough(eve.page, `watching ${seats}, ${width}`);
    }
    await shoot(eve.page, `race-eight-watched-${width}`);
    eve.fine();
    await eve.close();
  }

  // Pieces are dropped in one heap until there is no room.
  for (let n = 0; n < 80 && !await page.locator('.race.following').count(); n++) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(60);
  }
  await page.locator('.race-rival.large').waitFor();
  await shoot(page, 'race-eight-out-light');
  fine();
  await close();
});

test('a race against the computer alone is listed to be watched, if one likes', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const other = await visitor(browser, server);
  for (const listed of [false, true]) {
    await page.goto('/arcade/tetris/race');
    await page.getByLabel('so that anybody can watch').setChecked(listed);
    await page.locator('.place select').selectOption('dellacherie');
    await page.getByRole('button', { name: 'Race', exact: true }).click();
    await page.locator('.race[data-state=playing]').waitFor();
    const { pathname } = new URL(page.url());
    await other.page.goto('/arcade/tetris/race');
    await other.page.getByRole('button', { name: 'Race', exact: true }).waitFor();
    if (listed) await other.page.locator(`a[href="${pathname}"]`).waitFor();
    else assert.equal(await other.page.locator(`a[href="${pathname}"]`).count(), 0);
  }
  other.fine();
  await other.close();
  fine();
  await close();
});

test('the computers’ list, two runs side by side, and the numbers as a landscape', async () => {
  const levels = ['bcts', 'dellacherie'];
  for (const level of levels) {
    const entered = await post('games/tetris/scores/machines', { mode: 'sprint', variant: 'modern', level });
    assert.equal(entered.list, 'machines', JSON.stringify(entered));
  }
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-tabs').getByRole('button', { name: 'Sprint', exact: true }).click();
  await page.locator('.arcade-lists').getByRole('button', { name: 'Computers' }).click();
  await page.locator('.arcade-run').nth(1).waitFor();
  await page.waitForFunction(() => {
    const shots = [.../** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll('.arcade-shot img'))];
    return shots.length === 2 && shots.every((shot) => shot.complete && shot.naturalWidth > 0);
  });
  for (const n of [0, 1]) await page.locator('.arcade-run input').nth(n).check();
  await axe(page, 'the computers’ list');
  await page.getByRole('button', { name: 'Watch side by side' }).click();
  await page.waitForURL(/\/arcade\/tetris\/runs\/\w+\/\w+$/);
  // The address changes before the runs are there.
  await page.locator('.race-rival').nth(1).waitFor();
  assert.equal(await page.locator('.race-rival').count(), 2);
  await page.locator('.arcade-seek').fill('600');
  await page.waitForFunction(() => [...document.querySelectorAll('.race-pace')].every((each) => each.textContent));
  await axe(page, 'two runs side by side');
  await shoot(page, 'tetris-compare-light');

  await page.goto('/arcade/tetris/numbers');
  await hasSoMany(page, '.surface-table tbody tr', 15);
  await page.getByText('From 3,597 at its lowest to 4,413 at its highest.').waitFor();
  const shape = () => page.locator('.landscape path').nth(5).getAttribute('d');
  const before = await shape();
  await page.locator('.landscape').focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await shape(), before, 'it turns by keys');
  const turned = await shape();
  const box = await page.locator('.landscape').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 110, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await shape(), turned, 'and by mouse');
  await axe(page, 'the numbers');
  await narrowEnough(page, 'the numbers');
  await shoot(page, 'tetris-numbers-light');
  fine();
  await close();
});
