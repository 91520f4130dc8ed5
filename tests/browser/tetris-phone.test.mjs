// Tetris under two thumbs.

import assert from 'node:assert/strict';
import test from 'node:test';

import { axe, narrowEnough, shoot } from './harness.mjs';
import { figure, fill, goOn, is, lay, scores, startWells } from './well.mjs';

const { at } = startWells();

for (const dark of [false, true]) {
  test(`on a phone, ${dark ? 'dark' : 'light'}: buttons, strokes, nothing sideways`, async () => {
    const look = { phone: true, dark, lang: dark ? 'fr' : 'en' };
    const { page, fine, close } = await at('/arcade/tetris', { rules: dark ? 'report' : 'modern' }, look);
    await page.locator('.arcade-mode').first().waitFor();
    await narrowEnough(page, 'arcade');
    await shoot(page, `tetris-arcade-phone-${dark ? 'dark' : 'light'}`, true);
    await axe(page, 'arcade phone');
    await page.locator('.arcade-mode[data-mode=sprint]').tap();
    await is(page, 'playing');
    await lay(page, 2, async () => {
      for (const key of ['left', 'cw', 'hard', 'right', 'right', 'ccw', 'hard']) {
        await page.locator(`.tt-key.${key}`).tap();
      }
    });
    const box = await page.locator('.tt-surface').boundingBox();
    assert.ok(box);
    const touch = await page.context().newCDPSession(page);
    /** @param {number} dx @param {number} dy */
    const stroke = async (dx, dy) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let i = 1; i <= 4; i++) {
        const touchPoints = [{ x: x + (dx * i) / 4, y: y + (dy * i) / 4 }];
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const before = Number(await figure(page, 'score'));
    await stroke(60, 0);
    await stroke(0, 0);
    await stroke(0, 160);
    // However fast the stroke was seen to be, the piece went down; only the modern rules pay for it.
    if (!dark) await scores(page, before + 2);
    await narrowEnough(page, 'sprint');
    const [well, keys] = await Promise.all(['.tt-surface', '.tt-touch'].map((part) => page.locator(part)
      .evaluate((node) => node.getBoundingClientRect().toJSON())));
    const places = `${well.bottom} ${keys.top} ${keys.bottom}`;
    assert.ok(well.bottom <= keys.top && keys.bottom <= 740, `the well and all buttons are in sight: ${places}`);
    await shoot(page, `tetris-phone-${dark ? 'dark' : 'light'}`);
    await axe(page, 'phone');
    // A second without pictures pauses by itself: then the tap goes on instead, and we tap again. The browser may
    // also make no click of the first tap after strokes that were sent to it directly.
    for (let tries = 0; tries < 10; tries++) {
      await goOn(page);
      await page.locator('[data-act=pause]').tap();
      await page.locator('.arcade[data-state=paused]').waitFor({ timeout: 2000 }).catch(() => {});
      if (await page.locator('.arcade[data-state=paused]').count()) break;
    }
    await is(page, 'paused');
    await goOn(page);
    await fill(page);
    const end = await page.locator('.arcade-end').boundingBox();
    assert.ok(end && end.x >= 0 && end.x + end.width <= 360, 'the end fits');
    await shoot(page, `tetris-phone-end-${dark ? 'dark' : 'light'}`);
    fine();
    await close();
  });
}
