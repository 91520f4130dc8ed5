// Tetris alone, in a real browser: a game from its beginning to its end, into the list, and left in the middle.

import assert from 'node:assert/strict';
import test from 'node:test';

import { axe, narrowEnough, shoot } from './harness.mjs';
import { drawn, figure, fill, goOn, is, lay, shows, startWells } from './well.mjs';

const { at } = startWells();

test('from the first page: pieces by keyboard, hold, pause, the end, the list, and the run watched', async () => {
  const { page, fine, close } = await at('/');
  await page.locator('[data-game=tetris] .button.primary').click();
  await page.waitForURL('**/arcade/tetris');
  await page.locator('.arcade-best .empty').waitFor();
  await page.waitForTimeout(200);
  await axe(page, 'arcade');
  await shoot(page, 'tetris-arcade-light', true);
  // Each number stands for half a second, which a busy machine may miss: the page itself notes what it counts.
  await page.evaluate(() => {
    /** @type {string[]} */
    const counted = [];
    Object.assign(window, { counted });
    new MutationObserver(() => {
      const n = document.querySelector('.arcade-count')?.textContent;
      if (n && n !== counted[counted.length - 1]) counted.push(n);
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.locator('.arcade-mode[data-mode=marathon]').click();
  await is(page, 'playing');
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).counted[0]), '3');

  assert.equal(await drawn(page, '.tt-box.hold canvas'), 0);
  await page.keyboard.press('c');
  await page.waitForFunction(() => {
    const sheet = /** @type {HTMLCanvasElement} */ (document.querySelector('.tt-box.hold canvas'));
    const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
    return pen.getImageData(0, 0, sheet.width, sheet.height).data.some(Boolean);
  });
  const keys = [
    'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Space', 'z', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowRight', 'Space',
  ];
  await lay(page, 3, async () => {
    for (const key of keys) await page.keyboard.press(key, { delay: 20 });
  });

  await page.keyboard.press('p');
  await is(page, 'paused');
  await page.locator('.arcade-paused').waitFor();
  const [time, score] = [await figure(page, 'time'), await figure(page, 'score')];
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(400);
  assert.deepEqual([await figure(page, 'time'), await figure(page, 'score')], [time, score], 'nothing moves');
  await axe(page, 'paused');
  await page.keyboard.press('p');
  await is(page, 'playing');
  await shoot(page, 'tetris-play-light');
  await goOn(page);
  await fill(page);

  await page.locator('.arcade-end').waitFor();
  const points = await figure(page, 'score');
  assert.ok(Number(points) > 0);
  assert.match(await page.locator('.arcade-headline').innerText(), new RegExp(`^${points}`));
  await axe(page, 'the end');
  await shoot(page, 'tetris-end-light');
  await page.locator('#arcade-name').fill('Grace');
  await page.locator('.arcade-send button').click();
  // A machine that cannot keep sixty ticks a second takes longer than the ticks: then the run is set apart.
  const said = await page.locator('.arcade-rank').innerText();
  assert.match(said, /^(Number 1 in Marathon!|Received, and set apart from the high scores: it took longer than .*)$/);

  const end = async () => {
    await page.getByRole('button', { name: 'To the end' }).click();
    await shows(page, 'score', points);
  };
  await page.getByRole('button', { name: 'Watch the replay' }).click();
  await page.waitForURL('**/run/last');
  await end();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await shows(page, 'pieces', '0');
  await page.locator('.arcade-seek').fill(String(Number(await page.locator('.arcade-seek').getAttribute('max')) - 2));
  await page.waitForFunction(() => Number(document.querySelector('.tt-figures .pieces dd')?.textContent) > 5);
  await axe(page, 'replay');
  await shoot(page, 'tetris-replay-light');

  await page.goto('/arcade/tetris');
  if (!said.startsWith('Number')) await page.getByRole('button', { name: 'Set apart' }).click();
  const first = page.locator('.arcade-run').first();
  await first.waitFor();
  assert.match(await first.innerText(), new RegExp(`1\\s+Grace\\s+\\d+ pieces · [\\d.]+ a second[^]*${points}`));
  await first.locator('a').click();
  await page.locator('.arcade-title').filter({ hasText: 'Grace, Marathon' }).waitFor();
  await end();
  for (const nowhere of ['/arcade/tetris/run/nobody', '/arcade/tetris/nothing', '/arcade/connect4']) {
    await page.goto(nowhere);
    await page.locator('.notice').waitFor();
  }
  fine();
  await close();
});

test('a well of another size is played, watched and listed by itself', async () => {
  const { page, fine, close } = await at('/arcade/tetris');
  /** @param {string} side @param {string} n */
  const set = async (side, n) => {
    await page.locator(`#tt-${side}`).fill(n);
    await page.locator(`#tt-${side}`).press('Tab');
    return page.locator(`#tt-${side}`).inputValue();
  };
  assert.equal(await set('height', '99'), '20', 'no higher than the rules allow');
  assert.equal(await set('width', '6'), '6');
  assert.equal(await set('height', '8'), '8');
  await page.locator('input[name=tt-rules][value=report]').check();
  assert.equal(await page.locator('#tt-height').inputValue(), '22', 'each rules have a size of their own');
  await page.locator('input[name=tt-rules][value=modern]').check();
  await page.locator('.arcade-mode[data-mode=marathon]').click();
  await is(page, 'playing');
  const [wide, high] = await page.locator('.tt-surface canvas')
    .evaluate((node) => [node.clientWidth, node.clientHeight]);
  assert.ok(Math.abs(high / wide - 9 / 6) < 0.1, `${wide}x${high}`);
  await narrowEnough(page, 'a small well');
  await fill(page);
  await page.locator('.arcade-send button').click();
  // A machine that cannot keep sixty ticks a second takes longer than the ticks: then the run is set apart.
  const said = await page.locator('.arcade-rank').innerText();
  assert.match(said, /^(Number 1 in Marathon!|Received, and set apart from the high scores: it took longer than .*)$/);
  const points = await figure(page, 'score');
  await page.goto('/arcade/tetris');
  await page.locator('.arcade-run').first().filter({ hasText: points }).locator('a').click();
  await page.locator('.arcade-title').filter({ hasText: 'Ada, Marathon' }).waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  await shows(page, 'score', points);
  fine();
  await close();
});

test('another language in mid-game, or a look elsewhere: the game waits as it was', async () => {
  const { page, fine, close } = await at('/arcade/tetris/marathon');
  await is(page, 'playing');
  await page.keyboard.press('Space');
  await lay(page, 2, () => page.keyboard.press('Space'));
  await page.locator('#lang').click();
  await is(page, 'paused');
  assert.equal(await figure(page, 'pieces'), '2');
  assert.equal(await page.locator('.arcade-paused h2').innerText(), 'En pause');
  await page.locator('.arcade-paused a').click();
  await page.locator('.arcade-mode[data-mode=marathon]').click();
  await is(page, 'paused');
  assert.equal(await figure(page, 'pieces'), '2');
  await page.locator('.arcade-paused .button').nth(1).click();
  await is(page, 'playing');
  assert.equal(await figure(page, 'pieces'), '0', 'or a new one');
  fine();
  await close();
});

test('a game survives a reload, with all that was counted; the coach survives another language', async () => {
  const { page, fine, close } = await at('/arcade/tetris/sprint');
  await is(page, 'playing');
  // Three taps to the wall where one held key would do: a fault.
  await lay(page, 1, async () => {
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
  });
  await lay(page, 2, () => page.keyboard.press('Space'));
  await page.keyboard.press('p');
  await is(page, 'paused');
  const score = await figure(page, 'score');
  await page.reload();
  await is(page, 'paused');
  await shows(page, 'pieces', '2');
  assert.equal(await figure(page, 'score'), score);
  await goOn(page);
  await lay(page, 3, () => page.keyboard.press('Space'));
  await fill(page);
  await page.reload();
  await is(page, 'playing');
  assert.equal(await figure(page, 'pieces'), '0', 'what has ended does not come back');

  await page.goto('/arcade/tetris/free');
  await is(page, 'playing');
  await page.keyboard.press('k');
  await page.locator('.arcade-advice li').first().waitFor();
  await page.locator('#lang').click();
  await is(page, 'paused');
  assert.equal(await page.locator('[data-act=coach]').getAttribute('aria-pressed'), 'true');
  await page.locator('.arcade-advice').filter({ hasText: 'dès la colonne' }).waitFor();
  fine();
  await close();
});
