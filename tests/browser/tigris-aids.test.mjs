// What Tigris & Euphrates tells its players: odds, threats, what squares bring, what lies beside the board, what
// happened meanwhile. By mouse, finger and keyboard.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';

import {
  axe, makeTable, moveCount, narrowEnough, shoot, sitAt, startBrowser, startServer, visitor,
} from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

const REVOLT = ['leader black g3', 'pass', 'leader black f2'];
const SIZES = [[1440, 900], [1024, 768], [390, 844], [844, 390]];
const GOLDEN = new URL('../../crates/tigris/tests/golden.record', import.meta.url);

/** Sits on one seat of a table after some moves. @param {Page} page @param {string[]} moves @param {number} seat */
async function sit(page, moves, seat, more = {}) {
  const { table, tokens } = await makeTable(server, 'tigris', { moves, ...more });
  await sitAt(page, table, [tokens[seat]]);
  await page.locator('.t-field.live').waitFor();
  return { table, tokens };
}

/** Sits on the seat that revolts, at a table where both sides have temples to add. @param {Page} page */
async function revolt(page) {
  for (;;) {
    const { table, tokens } = await makeTable(server, 'tigris', { moves: REVOLT });
    const temples = await Promise.all(tokens.map(async (/** @type {{ token: string }} */ { token }) => {
      const headers = { authorization: `Bearer ${token}` };
      const seen = await (await fetch(`${server.base}/api/tables/${table.id}/view`, { headers })).json();
      return seen.view.hand[1];
    }));
    if (!temples.every(Boolean)) continue;
    await sitAt(page, table, [tokens[1]]);
    await page.locator('.t-field.live').waitFor();
    return;
  }
}

/** The middle of a square on the screen. @param {Page} page @param {string} name */
async function at(page, name) {
  const box = await page.locator('.t').boundingBox();
  assert.ok(box);
  const unit = box.width / 1672;
  return {
    x: box.x + (36 + (name.charCodeAt(0) - 97) * 100 + 50) * unit,
    y: box.y + (36 + (Number(name.slice(1)) - 1) * 100 + 50) * unit,
  };
}

/** @param {Page} page @param {string} name */
async function click(page, name) {
  const { x, y } = await at(page, name);
  await page.mouse.click(x, y);
}

/** Opens the analysis of a record. @param {Page} page @param {string} text */
async function study(page, text) {
  await page.goto('/');
  const packed = await page.evaluate(async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }, text);
  await page.goto(`/analysis/tigris?study=${packed}`);
  await page.locator('.t-field').waitFor();
}

test('a conflict: what each choice means, the tiles for it, and the fight in sight at every size', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await revolt(page);
  const choices = page.locator('.t-stakes .button');
  await choices.first().waitFor();
  assert.match(await choices.first().innerText(), /add nothing · 1[^]*lose, even if Ada adds nothing/);
  const held = await page.locator('.t-piece.useful').count();
  assert.equal(await choices.count(), held + 1, 'a choice for each red tile in hand, and none');
  if (held > 0) {
    assert.match(await choices.nth(1).innerText(), /unless Ada adds 1 or more: (<1|\d+)%/);
    await choices.nth(1).hover();
    assert.equal(await page.locator('.t-piece.spent').count(), 1, 'the tile that it would spend');
  }
  assert.equal(await page.locator('.t-strength.revolt').count(), 2, 'temples count, not settlements');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const hidden = await page.evaluate(() => [...document.querySelectorAll('.t-fights, .t-piece.useful')]
      .filter((each) => each.getBoundingClientRect().bottom > innerHeight).length);
    assert.equal(hidden, 0, `${width}×${height}: the fight and the tiles for it are seen at once`);
    await page.locator('.t-talk').scrollIntoViewIfNeeded();
    const covers = await page.evaluate(() => {
      const talk = /** @type {Element} */ (document.querySelector('.t-talk')).getBoundingClientRect();
      return [...document.querySelectorAll('.t-fights, .t-supports, .t-piece')]
        .map((each) => each.getBoundingClientRect())
        .filter((each) => each.left < talk.right && each.right > talk.left
          && each.top < talk.bottom && each.bottom > talk.top).length;
    });
    assert.equal(covers, 0, `${width}×${height}: the panel lies over the fight or the hand`);
    await shoot(page, `tigris-odds-${width}x${height}`);
  }
  await axe(page, 'tigris, odds');
  fine();
  await close();
});

test('a conflict names those who sit there now', async () => {
  const { table, tokens } = await makeTable(server, 'tigris', { moves: REVOLT });
  const { page, fine, close } = await visitor(browser, server);
  await sitAt(page, table, tokens.slice(0, 1));
  await page.locator('.t-talk').filter({ hasText: /Léo\s*attacks/ }).waitFor();
  const answer = await fetch(`${server.base}/api/tables/${table.id}/players/1`, {
    method: 'POST', body: JSON.stringify({ name: 'Nora' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[1].token}` },
  });
  assert.ok(answer.ok, await answer.text());
  await page.locator('.t-talk').filter({ hasText: /Nora\s*attacks/ }).waitFor();
  fine();
  await close();
});

/** Where the conflict's box is in the window. @param {Page} page */
const boxOf = (page) => page.locator('.t-talk').evaluate((box) => {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const moved = box.classList.contains('moved');
  return { left, top, moved, inside: left >= 0 && top >= 0 && right <= clientWidth + 1 && bottom <= clientHeight + 1 };
});

/** The middle of what a box is moved by. @param {Page} page */
async function grip(page) {
  const box = await page.locator('.t-talk .t-grip[data-grip]').boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('the box of a conflict is moved by mouse and keyboard, stays in the window and is kept', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await revolt(page);
  await page.locator('.t-stakes .button').first().waitFor();
  const home = await boxOf(page);
  assert.equal(home.moved, false);
  const from = await grip(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 300, from.y - 60, { steps: 5 });
  await page.mouse.up();
  const there = await boxOf(page);
  assert.deepEqual([there.left - home.left, there.top - home.top].map(Math.round), [-300, -60], 'as far as the mouse');
  await shoot(page, 'tigris-box-moved');
  await axe(page, 'tigris, a moved box');
  // Out of the window it does not go, and a smaller window takes it along.
  const now = await grip(page);
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(5, 795, { steps: 5 });
  await page.mouse.up();
  assert.ok((await boxOf(page)).inside, 'it is whole in the window');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    assert.ok((await boxOf(page)).inside, `${width}×${height}: it is whole in the window`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // Keys: the arrows move it, and do not walk along the moves.
  const before = await boxOf(page);
  await page.locator('.t-talk .t-grip[data-grip]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  const after = await boxOf(page);
  assert.ok(Math.abs(after.left - before.left - 24) < 2 && Math.abs(before.top - after.top - 96) < 2, 'by its steps');
  assert.match(await page.locator('.status').innerText(), /Your turn/);
  await page.reload();
  await page.locator('.t-stakes .button').first().waitFor();
  const kept = await boxOf(page);
  assert.ok(kept.moved && Math.abs(kept.left - after.left) < 2 && Math.abs(kept.top - after.top) < 2, 'kept');
  await page.keyboard.press('Escape');
  assert.equal((await boxOf(page)).moved, false, 'Escape puts it back, wherever the focus is');
  await page.locator('.t-talk .t-grip[data-grip]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  assert.equal((await boxOf(page)).moved, false, 'also from its grip');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await boxOf(page)).moved, true);
  await page.getByRole('button', { name: 'Put this box back in its place' }).click();
  assert.equal((await boxOf(page)).moved, false, 'so does its button');
  await page.locator('.t-talk .t-grip[data-grip]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.t-stakes .button').first().click();
  await page.locator('.t-talk').filter({ hasText: 'Ada decides' }).waitFor();
  assert.equal((await boxOf(page)).moved, true, 'as long as the fight lasts');
  fine();
  await close();

  // Another fight begins beside the map.
  const other = await visitor(browser, server, { lang: 'fr' });
  await revolt(other.page);
  assert.equal((await boxOf(other.page)).moved, false);
  other.fine();
  await other.close();
});

test('with a finger the box of a conflict is moved by its head, and its choices answer the first tap', async () => {
  const { page, context, fine, close } = await visitor(browser, server, { phone: true, dark: true, lang: 'fr' });
  await revolt(page);
  const head = await page.locator('.t-talk h2').boundingBox();
  assert.ok(head);
  const home = await boxOf(page);
  const from = { x: head.x + 40, y: head.y + head.height / 2 };
  const touch = await context.newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
  const finger = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await finger('touchStart', [from]);
  await finger('touchMove', [{ x: from.x, y: from.y - 60 }]);
  // Lifted in full swing: the browser must not take it for a fling, and the next tap for one that stops it.
  await Promise.all([finger('touchMove', [{ x: from.x, y: from.y - 160 }]), finger('touchEnd', [])]);
  const there = await boxOf(page);
  assert.ok(there.moved && there.inside, 'it went along, and the page did not scroll instead');
  assert.ok(there.top < home.top - 100, `${there.top} is far above ${home.top}`);
  await shoot(page, 'tigris-box-phone-dark');
  await narrowEnough(page, 'tigris with a moved box');
  const open = await page.locator('.t-stakes .button').first().evaluate((choice) => {
    choice.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = choice.getBoundingClientRect();
    return choice.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  assert.ok(open, 'nothing lies over its choices');
  await page.locator('.t-stakes .button').first().tap();
  await page.locator('.t-talk').filter({ hasText: 'Ada décide' }).waitFor();
  fine();
  await close();
});

test('a leader is explained to the mouse, the keyboard and a finger', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, ['leader black g3', 'leader green f4', 'leader red i6', 'pass'], 0);
  const king = await at(page, 'g3');
  await page.mouse.move(king.x, king.y);
  const tip = page.locator('.t-tip.explains');
  await tip.filter({ hasText: /King of Ada/i }).waitFor();
  const said = await tip.innerText();
  assert.match(said, /In a war: 0 settlements[^]*In a revolt: 1 temple[^]*Collects black, red,? and blue points/);
  assert.match(said, /Léo could revolt at f2[^]*1 against 1\s· (<1|>99|\d+)%/);
  await shoot(page, 'tigris-explained');
  await axe(page, 'tigris, a piece explained');
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'hidden' });
  // The cursor begins at h6; i6 has Léo's priest.
  await page.locator('.t-field').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator('#announcer').innerText(), /i6.*Priest of Léo.*In a war: 1 temple/i);
  await tip.filter({ hasText: 'Priest of Léo' }).waitFor();
  fine();
  await close();

  const phone = await visitor(browser, server, { phone: true, lang: 'fr' });
  await sit(phone.page, ['leader black g3', 'pass', 'leader red i6', 'pass'], 0);
  const point = await at(phone.page, 'i6');
  const touch = await phone.context.newCDPSession(phone.page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await phone.page.locator('.t-tip.explains').filter({ hasText: 'Prêtre de Léo' }).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await shoot(phone.page, 'tigris-explained-phone');
  assert.equal(await moveCount(phone.page), 4, 'a long press lays nothing');
  phone.fine();
  await phone.close();
});

test('squares say what they bring, in more than colour', async () => {
  const { page, fine, close } = await visitor(browser, server, { dark: true });
  await sit(page, ['leader black g3', 'pass', 'leader red f2', 'pass'], 0);
  // The king would meet nobody, the priest a rival; a tile beside the kingdom brings somebody a point.
  await page.locator('.t-piece[data-held="leader red"]').click();
  assert.ok(await page.locator('.t-lit.revolt').count() > 0);
  assert.equal(await page.locator('.t-lit.revolt').count(), await page.locator('.t-grade.revolt').count());
  await page.keyboard.press('Escape');
  for (const held of ['tile black', 'tile green', 'tile red']) {
    const piece = page.locator(`.t-piece[data-held="${held}"]`).first();
    if (!await piece.count()) continue;
    await piece.click();
    const grade = held === 'tile red' ? 'theirs' : 'mine';
    assert.ok(await page.locator(`.t-lit.${grade}`).count() > 0, `${held} brings a point: ${grade}`);
    await piece.click();
  }
  await shoot(page, 'tigris-grades-dark');
  assert.ok(await page.locator('.t-realm').count() > 0, 'kingdoms are tinted');
  await page.locator('[data-action="kingdoms"]').click();
  assert.equal(await page.locator('.t-realm').count(), 0);
  await page.reload();
  await page.locator('.t-field.live').waitFor();
  assert.equal(await page.locator('.t-realm').count(), 0, 'as it was left');
  fine();
  await close();
});

test('what lies beside the board, by keyboard, and totals that are hidden', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, REVOLT.slice(0, 2), 1);
  await page.locator('.t-supply summary').focus();
  await page.keyboard.press('Enter');
  const body = page.locator('.t-supply-body');
  await body.waitFor();
  assert.equal(await body.locator('.t-unbuilt [role="img"]').count(), 6);
  const unseen = (await body.locator('.t-unseen > span').allInnerTexts()).map(Number);
  // 153 tiles less the ten temples on the board and the own six.
  assert.equal(unseen.reduce((sum, n) => sum + n, 0), 137);
  assert.match(await page.locator('.t-supply summary').innerText(), /Turn 2/);
  assert.match(await page.locator('.seat', { hasText: 'Ada' }).innerText(), /\?/);
  assert.doesNotMatch(await page.locator('.seat', { hasText: 'Léo' }).innerText(), /\?/);
  await axe(page, 'tigris, beside the board');
  await shoot(page, 'tigris-supply');
  fine();
  await close();
});

test('the others’ actions are replayed, and end in the present', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await sit(page, [
    'leader black g3', 'pass', 'leader red i6', 'pass', 'leader blue k10', 'leader green j11', 'pass', 'pass',
  ], 0, { people: 4, variant: 'four' });
  const status = page.locator('.status');
  await page.locator('.t-recap').click();
  await status.filter({ hasText: /Looking back/ }).waitFor();
  await page.locator('.note').filter({ hasText: /1\/6.*Léo/ }).waitFor();
  await page.locator('.note').filter({ hasText: /3\/6.*Zoé/ }).waitFor();
  await shoot(page, 'tigris-recap');
  await page.locator('.t-recap').click();
  await status.filter({ hasText: 'Your turn' }).waitFor();
  await page.locator('.t-recap').click();
  await page.locator('.note').filter({ hasText: /6\/6/ }).waitFor();
  await status.filter({ hasText: 'Your turn' }).waitFor();
  await page.locator('.t-field.live').waitFor();
  fine();
  await close();
});

test('a turn is only ended after a yes, for those who want it', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  await sit(page, ['leader black g3'], 0);
  await page.locator('.t-supply summary').click();
  await page.getByLabel('Demander avant la fin de mon tour').check();
  await page.reload();
  await page.locator('.t-field.live').waitFor();
  const line = page.locator('.t-supply');
  const before = await line.boundingBox();
  await page.locator('.t-piece[data-held="leader green"]').click();
  await click(page, 'f4');
  await page.getByRole('button', { name: /Finir le tour.*marchand en f4/ }).waitFor();
  assert.equal((await line.boundingBox())?.y, before?.y, 'nothing moves when the question comes');
  assert.equal(await moveCount(page), 1);
  await shoot(page, 'tigris-confirm');
  await page.getByRole('button', { name: 'Pas encore' }).click();
  assert.equal(await page.locator('.t-field .t-leader').count(), 1);
  await page.locator('.t-piece[data-held="leader green"]').click();
  await click(page, 'f2');
  await page.getByRole('button', { name: /Finir le tour.*marchand en f2/ }).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.movelist li:not(.none)').length === 2);
  fine();
  await close();
});

test('a finished game: figures, the last hand, and a plan in words', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const record = readFileSync(GOLDEN, 'utf8').trim();
  await study(page, record);
  await page.locator('.t-figures summary').click();
  const rows = await page.locator('.t-figures tbody tr').allInnerTexts();
  assert.equal(rows.length, 6);
  // Points by source make the points of the count.
  const sums = [1, 2].map((column) => rows.slice(0, 3).reduce((sum, row) => sum + Number(row.split('\t')[column]), 0));
  assert.deepEqual(sums, [44, 52], 'Bow came first, with 44 points without treasures; Bull had 52');
  assert.ok(await page.locator('.t-hand .t-piece').count() > 0, 'a hand is shown after the end');
  await shoot(page, 'tigris-figures');
  await axe(page, 'tigris, the end');
  await study(page, record.split('\n').slice(0, 30).join('\n'));
  await page.locator('.plan').filter({ hasText: /\w+ (to|at) [a-p]\d+/ }).waitFor();
  await shoot(page, 'tigris-plan');
  fine();
  await close();
});
