// Quoridor's walls: dragged from the rack, chosen by their centres, what they cost, why not; and games of other sites.

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

/** A table for two who share this screen, after some moves. @param {Page} page @param {string[]} moves */
async function sit(page, moves) {
  const { table, tokens } = await makeTable(server, 'quoridor', { moves });
  await sitAt(page, table, tokens);
  await page.locator('.q-field.live').waitFor();
}

/**
 * Where a square or a groove is on the screen; halves lie between squares.
 * @param {Page} page @param {number} file @param {number} rank
 */
async function at(page, file, rank) {
  const [a, b] = await Promise.all([[0, 0], [1, 1]].map(async ([f, r]) => {
    const box = await page.locator('.q-square').nth(r * 9 + f).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }));
  return { x: a.x + (b.x - a.x) * file, y: a.y + (b.y - a.y) * rank };
}

/** @param {Page} page @param {string[]} list */
async function plays(page, list) {
  await page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length === n, list.length);
  const played = await page.locator('.movelist button').evaluateAll((all) =>
    all.map((one) => one.lastChild?.textContent?.trim()));
  assert.deepEqual(played, list);
}

/** The middle of the first stick in the lower rack. @param {Page} page */
async function rack(page) {
  const boxes = await page.locator('.q-stick').evaluateAll((all) => all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  return boxes.reduce((low, box) => (box.y > low.y ? box : low));
}

test('a wall is dragged from the rack to where it is dropped, and turned on its way', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, []);
  const drag = async (/** @type {{ x: number, y: number }} */ to, /** @type {string} */ key = '') => {
    const from = await rack(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 20);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator('.q-ghost').waitFor();
    if (key) await page.keyboard.press(key);
    await page.mouse.up();
  };
  // Held over a square it goes to the nearest groove.
  await drag(await at(page, 2.4, 4.1));
  await plays(page, ['c5v']);
  await page.locator('.q-field.live').waitFor();
  // The rack of whoever is to move is above now; the lower one gives nothing.
  const low = await rack(page);
  const far = await at(page, 6, 6);
  await page.mouse.move(low.x, low.y);
  await page.mouse.down();
  await page.mouse.move(far.x, far.y, { steps: 3 });
  await page.mouse.up();
  await plays(page, ['c5v']);
  await page.mouse.click((await at(page, 4, 7)).x, (await at(page, 4, 7)).y);
  await plays(page, ['c5v', 'e8']);
  await page.locator('.q-field.live').waitFor();
  await drag(await at(page, 6.4, 2.1), 'r');
  await plays(page, ['c5v', 'e8', 'g3h']);
  // Dropped beside the board, it goes back to the rack.
  await page.keyboard.press('f');
  await page.keyboard.press('f');
  fine();
  await close();
});

test('dropped outside the board a wall goes back, and a finger is asked once more', async () => {
  const { page, context, fine, close } = await visitor(browser, server);
  await sit(page, []);
  const from = await rack(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y, { steps: 3 });
  await shoot(page, 'quoridor-rack');
  await page.mouse.up();
  await plays(page, []);
  assert.equal(await page.locator('.q-ghost').count(), 0);
  // A finger, by the browser's own events: touch does not come with a mouse's window.
  const session = await context.newCDPSession(page);
  const to = await at(page, 2.4, 3);
  const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type: /** @type {any} */ (type), touchPoints });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x, y: from.y - 30 }]);
  await touch('touchMove', [to]);
  await page.locator('.q-ghost').waitFor();
  await touch('touchEnd', []);
  await page.locator('.q-confirm:not(.q-ways):not([hidden])').waitFor();
  await plays(page, []);
  await page.locator('.q-confirm [data-action=set]').click();
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length === 1);
  fine();
  await close();
});

test('on a phone a wall is dragged from the strip, above the finger, and turned by a second one', async () => {
  const { page, context, fine, close } = await visitor(browser, server, { phone: true, lang: 'fr' });
  await sit(page, []);
  await narrowEnough(page, 'quoridor with a strip of walls');
  const box = await page.locator('.q-strip').boundingBox();
  assert.ok(box && box.height >= 44, 'high enough for a thumb');
  assert.equal(await page.locator('.q-strip .q-stick').count(), 10);
  const session = await context.newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) =>
    session.send('Input.dispatchTouchEvent', {
      type: /** @type {any} */ (type), touchPoints: touchPoints.map((point, id) => ({ ...point, id })),
    });
  const from = { x: box.x + 80, y: box.y + box.height / 2 };
  const to = await at(page, 3.5, 4.5);
  // The finger stays below the wall that it carries.
  const below = { x: to.x, y: to.y + 56 };
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x, y: from.y - 30 }]);
  await page.locator('.q-ghost').waitFor();
  await touch('touchMove', [below]);
  // The wall is seen above the finger, soon; gives how it lies, which is not as before.
  const seen = async (/** @type {string} */ before) => {
    const lies = await page.waitForFunction(([finger, other]) => {
      const box = document.querySelector('.q-ghost')?.getBoundingClientRect();
      if (!box || box.bottom >= Number(finger)) return '';
      const now = box.width > box.height ? 'h' : 'v';
      return now === other ? '' : now;
    }, [below.y, before]);
    return String(await lies.jsonValue());
  };
  const lies = await seen('');
  await touch('touchStart', [below, { x: below.x + 60, y: below.y }]);
  // A second finger turns it.
  await seen(lies);
  await shoot(page, 'quoridor-strip-phone');
  // Both are lifted, in whichever order.
  await touch('touchEnd', []);
  await page.locator('.q-confirm:not(.q-ways):not([hidden])').waitFor();
  await plays(page, []);
  await axe(page, 'quoridor, a wall from the strip');
  await page.locator('.q-confirm [data-action=set]').tap();
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length === 1);
  // Dropped beside the board, it goes back.
  await page.locator('.q-field.live').waitFor();
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x + 40, y: from.y + 4 }]);
  await touch('touchMove', [{ x: from.x + 60, y: box.y + box.height + 90 }]);
  await touch('touchEnd', []);
  assert.equal(await page.locator('.q-ghost').count(), 0);
  assert.equal(await page.locator('.q-strip .q-stick').count(), 10, 'the rack of whoever is to move');
  fine();
  await close();
});

test('a hovered wall says how much further it makes the way, and what it would overlap', async () => {
  const { page, fine, close } = await visitor(browser, server, { dark: true });
  await sit(page, ['e2', 'e8', 'a3h', 'a8h']);
  const hover = async (/** @type {number} */ file, /** @type {number} */ rank) => {
    const { x, y } = await at(page, file, rank);
    await page.mouse.move(x, y);
  };
  await hover(4.4, 0.5);
  await page.locator('.q-far.seat-1').filter({ hasText: '+1' }).waitFor();
  await page.locator('.q-how').filter({ hasText: '+1' }).waitFor();
  assert.equal(await page.locator('.q-far.seat-0').count(), 0, 'only whom it concerns');
  await page.locator('[data-action=meter]').click();
  await hover(4.4, 0.5);
  await page.locator('.q-far.seat-1').filter({ hasText: '7+1' }).waitFor();
  assert.equal(await page.locator('.q-far.seat-0').textContent(), '7', 'everybody’s steps');
  await shoot(page, 'quoridor-meter-dark');
  await hover(1.4, 2.5);
  await page.locator('.q-how').filter({ hasText: 'b3h would overlap a3h' }).waitFor();
  const { x, y } = await at(page, 1.4, 2.5);
  await page.mouse.click(x, y);
  await page.locator('.note.wrong').filter({ hasText: /b3h would overlap a3h/i }).waitFor();
  await hover(0.5, 2.4);
  await page.locator('.q-how').filter({ hasText: 'a3v would cross a3h' }).waitFor();
  await axe(page, 'quoridor with distances');
  // The next board remembers that somebody wanted them.
  await page.reload();
  await page.locator('.q-far.seat-0').waitFor();
  fine();
  await close();
});

test('by their centres: a dot, then how the wall lies; by mouse, finger and keyboard', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, []);
  await page.keyboard.press('c');
  assert.equal(await page.locator('.q-centre').count(), 64);
  // The line tells of this way to place a wall, and a dot that is only pointed at tells nothing of a wall.
  const how = page.locator('.q-how').filter({ hasText: 'Click a dot' });
  await how.waitFor();
  const own = await at(page, 3.5, 0.5);
  await page.mouse.move(own.x, own.y);
  await page.locator('.q-centre.aimed').waitFor();
  assert.equal(await page.locator('.q-far').count(), 0);
  assert.ok(await how.isVisible());
  const dot = await at(page, 2.5, 3.5);
  await page.mouse.click(dot.x, dot.y);
  await page.locator('.q-ways:not([hidden])').waitFor();
  await plays(page, []);
  await shoot(page, 'quoridor-centres');
  await page.locator('[data-way=v]').hover();
  await page.locator('.q-ways .on[data-way=v]').waitFor();
  await axe(page, 'quoridor by centres');
  await page.locator('[data-way=v]').click();
  await plays(page, ['c4v']);
  await page.locator('.q-field.live').waitFor();
  // A square is still a step, and a centre that was left is forgotten.
  const other = await at(page, 6.5, 3.5);
  await page.mouse.click(other.x, other.y);
  await page.locator('.q-ways:not([hidden])').waitFor();
  const step = await at(page, 4, 7);
  await page.mouse.click(step.x, step.y);
  await plays(page, ['c4v', 'e8']);
  assert.equal(await page.locator('.q-ways:not([hidden])').count(), 0);
  // Where only one way is left the other button is off.
  await page.locator('.q-field.live').waitFor();
  const beside = await at(page, 2.5, 4.5);
  await page.mouse.click(beside.x, beside.y);
  await page.locator('.q-ways:not([hidden])').waitFor();
  assert.ok(await page.locator('[data-way=v]').isDisabled());
  await page.locator('[data-way=h]').focus();
  await page.keyboard.press('Enter');
  await plays(page, ['c4v', 'e8', 'c5h']);
  fine();
  await close();

  const phone = await visitor(browser, server, { phone: true, lang: 'fr' });
  await sit(phone.page, []);
  await phone.page.locator('[data-action=centres]').tap();
  const spot = await at(phone.page, 2.5, 3.5);
  await phone.page.touchscreen.tap(spot.x, spot.y);
  await phone.page.locator('.q-ways:not([hidden])').waitFor();
  await narrowEnough(phone.page, 'quoridor by centres');
  await shoot(phone.page, 'quoridor-centres-phone');
  await phone.page.locator('[data-way=h]').tap();
  await plays(phone.page, ['c4h']);
  phone.fine();
  await phone.close();
});

test('games and positions of other sites are opened in the analysis', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const open = async (/** @type {string} */ text) => {
    await page.goto('/analysis/quoridor');
    await page.locator('.q-field').waitFor();
    await page.getByRole('button', { name: /open/i }).first().click();
    await page.locator('#study-text').fill(text);
    await page.locator('dialog').getByRole('button', { name: /^open/i }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  };
  // Rows counted from the far side, as in Glendenning's thesis.
  await open('1. e8 e2 2. e7 e3 3. e3v');
  // The engine may have named walls of its own by then.
  await page.locator('.q-wall:not(.q-scored)').waitFor();
  await page.waitForFunction(() => /e6v/.test(document.body.innerText));
  await open('d4f4e7 / a2a8 / e4 e6 / 7 8 / 2');
  await page.waitForFunction(() => document.querySelectorAll('.q-wall:not(.q-scored)').length === 5);
  await shoot(page, 'quoridor-qfen');
  fine();
  await close();
});

test('the line about walls is there in low windows too, calls people by name, and moves nothing', async () => {
  for (const [width, height, phone] of /** @type {const} */ ([
    [1440, 900, false], [1366, 650, false], [390, 844, true], [844, 390, true],
  ])) {
    for (const lang of ['en', 'fr']) {
      const { page, fine, close } = await visitor(browser, server, { phone, lang });
      await page.setViewportSize({ width, height });
      await sit(page, ['e2', 'e8', 'e3', 'e7']);
      const how = page.locator('.q-how');
      assert.ok(await how.isVisible(), `${width}×${height}: how to place and turn a wall`);
      // What stands below the line.
      const below = page.locator(phone ? '.seats.below' : '.side');
      const before = (await below.boundingBox())?.y;
      const { x, y } = await at(page, 4.5, 3.6);
      if (phone) await page.touchscreen.tap(x, y);
      else await page.mouse.move(x, y);
      await how.filter({ hasText: lang === 'fr' ? /mur vertical/ : /vertical wall/ }).waitFor();
      assert.equal((await below.boundingBox())?.y, before, `${width}×${height} ${lang}: nothing moves`);
      const cut = await at(page, 3.9, 4.5);
      if (phone) await page.touchscreen.tap(cut.x, cut.y);
      else await page.mouse.move(cut.x, cut.y);
      await how.filter({ hasText: /Léo \+1/ }).waitFor();
      assert.equal((await below.boundingBox())?.y, before, `${width}×${height} ${lang}: nothing moves`);
      if (lang === 'fr') await shoot(page, `quoridor-line-${width}x${height}`);
      fine();
      await close();
    }
  }
});

test('what a search looked at is told whole beside the analysis', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  await page.goto('/analysis/quoridor');
  await page.getByRole('button', { name: 'Ce que l’ordinateur regarde' }).click();
  const menu = page.locator('.overlay select');
  await menu.selectOption('bfs 1');
  const line = page.locator('.overlay [role=status]');
  await line.filter({ hasText: /Jaune.*parcours en largeur.*\d+ cases examinées/ }).waitFor();
  assert.ok(await line.evaluate((each) => each.scrollWidth <= each.clientWidth), 'none of it is cut off');
  await shoot(page, 'quoridor-searched');
  await menu.selectOption('');
  await page.waitForFunction(() => !document.querySelector('.overlay [role=status]')?.textContent);
  fine();
  await close();
});
