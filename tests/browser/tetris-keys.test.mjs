// Tetris alone by keys, gamepad and guests: what they do, and where they do nothing.

import assert from 'node:assert/strict';
import test from 'node:test';

import { axe, shoot } from './harness.mjs';
import { figure, frames, goOn, is, lay, pieces, scores, shows, startWells } from './well.mjs';

const { at } = startWells();

test('keys are changed by a click and a press, and remembered; the report’s layout and its machines', async () => {
  const { page, fine, close } = await at('/arcade/tetris/practice');
  await is(page, 'playing');
  await page.locator('[data-act=settings]').click();
  await is(page, 'paused');
  await page.locator('[data-key=hard-0]').click();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-key=hard-0]').innerText(), '⏎');
  await page.locator('[data-key=soft-1]').click();
  await page.keyboard.press('x');
  assert.equal(await page.locator('[data-key=soft-1]').innerText(), 'X');
  assert.equal(await page.locator('[data-key=cw-1]').innerText(), '+', 'taken from where it was');
  await axe(page, 'settings');
  await shoot(page, 'tetris-settings-light');
  await page.locator('.arcade-settings .primary').click();
  await page.locator('.arcade-paused .primary').click();
  await is(page, 'playing');
  await page.keyboard.press('Space');
  await page.waitForTimeout(150);
  assert.equal(await figure(page, 'pieces'), '0', 'no longer the key');
  await lay(page, 1, () => page.keyboard.press('Enter'));
  await page.reload();
  await goOn(page);
  const laid = Number(await figure(page, 'pieces'));
  await lay(page, laid + 1, () => page.keyboard.press('Enter'));

  await page.locator('[data-act=settings]').click();
  await page.locator('[data-clear=flip]').click();
  assert.equal(await page.locator('[data-key=flip-0]').innerText(), '+', 'a key can be taken away');
  await page.locator('input[value=usual]').check();
  assert.equal(await page.locator('[data-key=flip-0]').innerText(), 'A');
  assert.equal(await page.locator('[data-key=hard-0]').innerText(), 'Space', 'as it was');
  await page.locator('input[value=report]').check();
  assert.equal(await page.locator('[data-key=soft-0]').innerText(), 'D');
  await page.locator('.arcade-settings .primary').click();
  await page.locator('.arcade-paused .primary').click();
  await is(page, 'playing');
  const before = Number(await figure(page, 'score'));
  await page.keyboard.press('d');
  await scores(page, before);
  await page.keyboard.press('5');
  await pieces(page, laid + 2);
  // One piece, then it is ours again.
  await page.locator('[data-act=machine][aria-pressed=false]').waitFor();
  await page.keyboard.press('8');
  await pieces(page, laid + 4);
  assert.equal(await page.locator('[data-act=machine]').getAttribute('aria-pressed'), 'true');
  fine();
  await close();
});

test('the report’s keys 1 to 8 let its players in, whatever the layout; a new game is one’s own again', async () => {
  const { page, fine, close } = await at('/arcade/tetris/practice');
  await is(page, 'playing');
  await page.keyboard.press('8');
  await pieces(page, 2);
  assert.equal(await page.locator('.arcade-machine select').first().inputValue(), 'lookahead');
  await page.keyboard.press('r');
  await is(page, 'playing');
  assert.equal(await page.locator('[data-act=machine]').getAttribute('aria-pressed'), 'false');
  fine();
  await close();
});

test('the report’s key 1 is one action by chance, and the game stays one’s own', async () => {
  const { page, fine, close } = await at('/arcade/tetris/free');
  await is(page, 'playing');
  // One of its five actions drops the piece.
  for (let i = 0; i < 200 && await figure(page, 'pieces') === '0'; i++) {
    await page.keyboard.press('1');
    await frames(page, 2);
    assert.equal(await page.locator('[data-act=machine]').getAttribute('aria-pressed'), 'false');
    await goOn(page);
  }
  assert.equal(await figure(page, 'pieces'), '1');
  fine();
  await close();
});

test('where a list is kept one plays alone: no machine, no coach, no digits, and restart is held', async () => {
  const { page, fine, close } = await at('/arcade/tetris/sprint20');
  await is(page, 'playing');
  for (const key of ['8', 'm', 'k']) await page.keyboard.press(key);
  for (const act of ['machine', 'coach']) assert.equal(await page.locator(`[data-act=${act}]`).isVisible(), false);
  assert.equal(await page.locator('.arcade-machine').isVisible(), false);
  await lay(page, 1, () => page.keyboard.press('Space'));
  await frames(page, 20);
  assert.equal(await figure(page, 'pieces'), '1', 'nobody else plays');
  await page.keyboard.press('r');
  await frames(page, 20);
  assert.equal(await figure(page, 'pieces'), '1', 'a touch of the key is not enough');
  await goOn(page);
  await page.keyboard.down('r');
  await shows(page, 'pieces', '0');
  await page.keyboard.up('r');
  fine();
  await close();
});

test('a gamepad plays too, and one press is one press', async () => {
  const { page, fine, close } = await at('/arcade/tetris/practice');
  await page.evaluate(() => {
    const pad = { buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0] };
    Object.assign(window, { pad });
    Object.defineProperty(navigator, 'getGamepads', { value: () => [pad, null] });
  });
  await is(page, 'playing');
  /** @param {number} button @param {boolean} pressed */
  const set = (button, pressed) => page.evaluate(([button, pressed]) => {
    /** @type {any} */ (window).pad.buttons[Number(button)].pressed = pressed;
  }, /** @type {const} */ ([button, pressed]));
  await set(12, true);
  await pieces(page, 1);
  await frames(page, 10);
  assert.equal(await figure(page, 'pieces'), '1', 'held, not hammered');
  await set(12, false);
  await frames(page, 2);
  await set(12, true);
  await pieces(page, 2);
  await set(9, true);
  await is(page, 'paused');
  fine();
  await close();
});
