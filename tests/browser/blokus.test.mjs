// Blokus on the page: pieces laid by mouse, keyboard and finger, the reasons in words, giving up, and the analysis.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import {
  axe,
  makeTable,
  moveCount,
  narrowEnough,
  shoot,
  sitAt,
  startBrowser,
  startServer,
  visitor,
} from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ phone?: boolean, dark?: boolean, lang?: string, calm?: boolean }} Wish */

/** @param {string} path @param {object} body @param {{ method?: string, token?: string }} [how] */
async function ask(path, body, { method = 'POST', token } = {}) {
  const answer = await fetch(`${server.base}/api/${path}`, {
    method,
    body: method === 'GET' ? undefined : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/**
 * A visitor at a table where some moves have been played; who is not one of `here` sits elsewhere.
 * @param {string} variant
 * @param {{ seats: number, here?: number[], bots?: number[], moves?: number }} table
 * @param {Wish} [wish]
 */
async function seated(variant, { seats, here, bots = [], moves = 0 }, wish) {
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant,
    seats: Array.from({ length: seats }, (_, seat) =>
      bots.includes(seat)
        ? { kind: 'bot', level: 'easy' }
        : { kind: 'person', name: ['Asma', 'Reda', 'Lina', 'Omar'][seat] },
    ),
  });
  const token = tokens.map((each) => each.token).join(',');
  for (let i = 0; i < moves; i++) {
    const { legal, epoch } = await ask(`tables/${table.id}/view`, {}, { method: 'GET', token });
    const size = (/** @type {string} */ move) => move.split(',').length;
    const large = legal.filter((/** @type {string} */ move) => size(move) === Math.max(...legal.map(size)));
    await ask(
      `tables/${table.id}/actions`,
      { epoch, move: large[(i * 7919) % large.length] },
      { method: 'PUT', token },
    );
  }
  const who = await visitor(browser, server, wish);
  await sitAt(who.page, table, tokens.filter(({ seat }) => !here || here.includes(seat)));
  await who.page.locator('.bk-surface').waitFor();
  return { ...who, id: table.id, token };
}

/** The middle of a square on the screen, by its name. @param {Page} page @param {string} name @param {number} side */
async function at(page, name, side) {
  const box = await page.locator('.bk-surface').boundingBox();
  assert.ok(box);
  return {
    x: box.x + ((name.charCodeAt(0) - 96.5) / side) * box.width,
    y: box.y + box.height - ((Number(name.slice(1)) - 0.5) / side) * box.height,
  };
}

/** @param {Page} page @param {string} piece */
const choice = (page, piece) => page.locator(`.live .bk-choice[data-piece="${piece}"]`);
/** @param {Page} page */
const line = (page) => page.locator('.bk-line').innerText();
/** @param {Page} page */
const heard = async (page) => (await page.locator('#announcer').textContent()) ?? '';
/** @param {Page} page @param {number} n */
const moves = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll('.movelist li:not(.none)').length >= n, n);
/** @param {Page} page @param {string} d */
const ghost = (page, d) => page.locator('.bk-hovering .bk-outline').getAttribute(d);

test('by mouse: an illegal place says why, wheel and arrows turn, a click lays, the machine answers', async () => {
  const { page, fine, close } = await seated('duo', { seats: 2, bots: [1] }, { calm: false });
  assert.equal(await line(page), 'Blue: choose a piece.');
  await choice(page, 'L5').click();
  assert.equal(await choice(page, 'L5').getAttribute('aria-pressed'), 'true');
  const away = await at(page, 'k3', 14);
  await page.mouse.move(away.x, away.y);
  assert.equal(await line(page), 'The first piece must cover e10.');
  assert.equal(await page.locator('.bk-hovering.bad .bk-piece').count(), 1, 'violet');
  await page.mouse.click(away.x, away.y);
  assert.equal(await moveCount(page), 0);

  // The piece is two squares high and held in its middle: a little above the centre of a square it is
  // clear which two rows are meant.
  const middle = await at(page, 'e10', 14);
  const start = { x: middle.x, y: middle.y - 6 };
  await page.mouse.move(start.x, start.y);
  await page.locator('.bk-hovering.good').waitFor();
  const flat = await ghost(page, 'd');
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(
    (was) => document.querySelector('.bk-hovering .bk-outline')?.getAttribute('d') !== was,
    flat,
  );
  await page.keyboard.press('ArrowLeft');
  assert.equal(await ghost(page, 'd'), flat, 'a turn to the right and one to the left');
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await ghost(page, 'd'), flat, 'flipped');
  await page.keyboard.press('ArrowDown');
  assert.equal(await ghost(page, 'd'), flat);
  await page.mouse.click(start.x, start.y);
  await moves(page, 2);
  await page.locator('.bk-tray.seat-0.live').waitFor();
  assert.match(await page.locator('.bk-tray.seat-0 .bk-head').innerText(), /Blue\s+5\s/);
  assert.ok(
    await page.locator('.bk-tray.seat-0 [data-piece=L5].used').isDisabled(),
    'used pieces are grey and cannot be taken',
  );
  assert.match(await page.locator('.movelist li').first().innerText(), /L5 [a-n]\d+/);
  assert.match(await page.locator('.seats .panel').last().innerText(), /^5/);

  // From the tray to the board in one drag.
  const from = await choice(page, '1').boundingBox();
  assert.ok(from);
  const to = await page.locator('.bk-corner').first().boundingBox();
  assert.ok(to, 'usable corners are lit');
  await page.locator('.bk-tool[data-action=corners]').click();
  assert.equal(await page.locator('.bk-corner').count(), 0, 'or not, as one likes');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.locator('.bk-hovering.good').waitFor();
  await page.mouse.up();
  await moves(page, 4);
  fine();
  await close();
});

test('by keyboard alone, with everything said aloud', async () => {
  const { page, fine, close } = await seated('duo', { seats: 2 });
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.matches('.bk-choice'))); i++)
    await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Z5, 5 squares');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-piece')), 'Y');
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.bk-surface')));
  assert.match(await heard(page), /^Y from \w+ to \w+\. It fits here\. With a piece in hand/);
  for (let i = 0; i < 6; i++) await page.keyboard.press('Shift+ArrowRight');
  assert.match(await heard(page), /The first piece must cover e10/);
  const before = await heard(page);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await heard(page), before);
  await page.keyboard.press('Enter');
  assert.equal(await moveCount(page), 0, 'not here');
  await page.keyboard.press('n');
  assert.match(await heard(page), /It fits here/);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-piece')), 'Y', 'back in the tray');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await moves(page, 1);
  assert.match(await heard(page), /^Asma plays Y from/);
  // The other side at the same screen: a digit takes a piece, letters move it.
  await page.keyboard.press('5');
  await page.keyboard.press('5');
  assert.equal(await page.locator('.bk-tray.seat-1 [aria-pressed=true]').getAttribute('data-piece'), 'I5');
  await page.keyboard.press('d');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await moves(page, 2);
  // Without a piece the arrows read the board.
  await page.keyboard.press('ArrowUp');
  assert.match(await heard(page), /^h8: /);
  fine();
  await close();
});

test('on a phone: tap, drag, hold, two fingers, buttons, and trays that fold', async () => {
  const { page, fine, close } = await seated('teams', { seats: 4, here: [0], moves: 8 }, { phone: true, lang: 'fr' });
  await narrowEnough(page, 'phone');
  assert.equal(await line(page), 'Bleu\u00a0: choisissez une pièce.');
  assert.equal(await page.locator('.bk-teams b').first().innerText(), '20');
  const tab = page.locator('.bk-tab').first();
  await tab.tap();
  assert.equal(await page.locator('.bk-pieces:visible').count(), 0, 'folded away');
  await tab.tap();
  const strip = page.locator('.bk-pieces:visible');
  assert.ok(await strip.evaluate((node) => node.scrollWidth > node.clientWidth), 'it scrolls sideways');
  await strip.locator('.bk-choice:not(.used):not(.nowhere)').nth(1).tap();
  assert.equal(await line(page), 'Elle va ici.');

  const touch = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
  const finger = (type, touchPoints) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
  const middle = async () => {
    const box = await page.locator('.bk-hovering .bk-outline').boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const first = await middle();
  await finger('touchStart', [first]);
  await finger('touchMove', [{ x: first.x + 20, y: first.y + 30 }]);
  await finger('touchMove', [{ x: first.x + 40, y: first.y + 60 }]);
  await finger('touchEnd', []);
  const second = await middle();
  assert.ok(second.y > first.y + 30, 'dragged');
  const d = await ghost(page, 'd');
  await finger('touchStart', [second]);
  await page.waitForFunction((was) => document.querySelector('.bk-hovering .bk-outline')?.getAttribute('d') !== was, d);
  await finger('touchEnd', []);
  assert.equal(await moveCount(page), 8, 'holding turns and does not lay');
  const held = await ghost(page, 'd');
  await finger('touchStart', [second, { x: second.x + 60, y: second.y }]);
  await finger('touchEnd', []);
  await page.waitForFunction(
    (was) => document.querySelector('.bk-hovering .bk-outline')?.getAttribute('d') !== was,
    held,
  );
  await page.locator('.bk-tool.holds').nth(4).tap();
  assert.equal(await line(page), 'Elle va ici.');
  await axe(page, 'blokus phone');
  await shoot(page, 'blokus-phone-light');
  await page.locator('.bk-tool.lay').tap();
  await moves(page, 9);
  fine();
  await close();
});

/** @type {[string, number, number][]} */
const PHONES = [['upright', 390, 844], ['sideways', 844, 390]];
for (const [name, width, height] of PHONES) {
  test(`on a phone held ${name} a piece is dragged from its tray, above the finger, then laid by a tap`, async () => {
    const { page, fine, close } = await seated('duo', { seats: 2, here: [0], moves: 2 }, { phone: true });
    await page.setViewportSize({ width, height });
    const choice = page.locator('.bk-tray.live .bk-choice:not(.used):not(.nowhere):visible').first();
    await choice.scrollIntoViewIfNeeded();
    const box = await choice.boundingBox();
    const board = await page.locator('.bk-surface').boundingBox();
    assert.ok(box && board);
    const touch = await page.context().newCDPSession(page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
    const finger = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // Off the tray the way that it does not scroll.
    const off = width > height ? { x: from.x - 24, y: from.y } : { x: from.x, y: from.y - 24 };
    const to = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
    await finger('touchStart', [from]);
    await finger('touchMove', [off]);
    const carried = await page.locator('.bk-floating').boundingBox();
    assert.ok(carried && carried.y + carried.height < off.y, 'carried above the finger');
    await shoot(page, `blokus-carried-${name}`);
    await finger('touchMove', [to]);
    const outline = page.locator('.bk-hovering .bk-outline');
    const over = await outline.boundingBox();
    assert.ok(over && over.y + over.height < to.y, 'on the board above the finger');
    assert.equal(await page.locator('.bk-floating:not([hidden])').count(), 0);
    await shoot(page, `blokus-dragged-${name}`);
    await finger('touchEnd', []);
    assert.equal(await moveCount(page), 2, 'a finger is asked once more');
    await page.locator('.bk-tool.holds').nth(4).tap();
    await page.locator('.bk-tool.lay').tap();
    await moves(page, 3);
    fine();
    await close();
  });
}

test('giving up with a colour, in French; a game that ends so, and its analysis', async () => {
  const { page, id, token, fine, close } = await seated(
    'duo',
    { seats: 2, here: [0], moves: 4 },
    { lang: 'fr', dark: true },
  );
  await page.getByRole('button', { name: 'Arrêter cette couleur' }).click();
  await page.locator('.dialog h2').filter({ hasText: 'Arrêter Bleu' }).waitFor();
  await page.locator('.dialog .danger').click();
  await moves(page, 5);
  await page.locator('.bk-tray.seat-0.out').filter({ hasText: 'arrêtée' }).waitFor();
  await ask(`tables/${id}/actions`, { epoch: 5, move: 'pass' }, { method: 'PUT', token });
  await page.locator('.status.over').waitFor();
  await axe(page, 'blokus over');
  await page.goto(`/analysis/${id}`);
  await page.locator('.arrows button').nth(1).click();
  await page.locator('.bk-hint .bk-piece').waitFor();
  await shoot(page, 'blokus-analysis-dark');
  await axe(page, 'blokus analysis');
  fine();
  await close();
});

test('teams: the score stands once for each side, in play and at the end', async () => {
  const begin = ['a20,b20', 't20', 't1', 'a1', 'pass', 'pass', 'pass'];
  const { table, tokens } = await makeTable(server, 'blokus', { variant: 'teams', people: 4, moves: begin });
  const { page, fine, close } = await visitor(browser, server);
  await sitAt(page, table, tokens);
  await page.waitForFunction(() =>
    /Blue \+ Red\s*3\s*:\s*2\s*Yellow \+ Green/.test(document.querySelector('.bk-teams')?.textContent ?? ''));
  await ask(`tables/${table.id}/actions`, { epoch: 7, move: 'pass' }, { method: 'PUT', token: tokens[3].token });
  await page.locator('.status.over').waitFor();
  await page.locator('.note').filter({ hasText: 'Ada + Zoé 3 – 2 Léo + Max' }).waitFor();
  await shoot(page, 'blokus-teams-over');
  fine();
  await close();
});

test('by the official points, too, the trays have room for what their colours are called', async () => {
  const { table, tokens } = await makeTable(server, 'blokus', {
    variant: 'teams', people: 4, options: { scoring: 'official' },
  });
  const { page, fine, close } = await visitor(browser, server);
  await sitAt(page, table, tokens);
  await page.locator('.bk-points').filter({ hasText: '−89' }).first().waitFor();
  const cut = await page.locator('.bk-head .bk-name').evaluateAll((names) =>
    names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
  assert.deepEqual(cut, []);
  fine();
  await close();
});

test('lessons: a refusal in words, a wrong move and what is said of it, the hint, the right move', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/learn/blokus/no-sides');
  await page.locator('.bk-tray.live').waitFor();
  const wrong = await at(page, 'd17', 20);
  await choice(page, '1').click();
  await page.mouse.move(wrong.x, wrong.y);
  assert.equal(await line(page), 'It must touch a piece of its own colour corner to corner.');
  const legal = await at(page, 'd18', 20);
  await page.mouse.click(legal.x, legal.y);
  await page.locator('.note.wrong').filter({ hasText: 'we want the cross around d17' }).waitFor();
  await page.locator('.bk-tray.live').waitFor();
  await page.locator('.lesson-nav button').first().click();
  await page.locator('.lesson-nav button').first().click();
  await page.locator('.bk-hint').waitFor();
  await choice(page, 'X').click();
  await page.mouse.click(wrong.x, wrong.y);
  await page.locator('.note.right').waitFor();
  await page.locator('.lesson-nav .primary').click();
  await page.waitForURL('**/learn/blokus/turn');
  await page.locator('.bk-tray.live').waitFor();
  await shoot(page, 'blokus-lesson-light');
  await axe(page, 'blokus lesson');
  fine();
  await close();
});

test('from the first page to a table for three, as people set it up', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/');
  await page.locator('[data-game=blokus] a[href="/new/blokus"]').click();
  await page.locator('input[value=three]').check();
  assert.equal(await page.locator('.place').count(), 3);
  await page.locator('button[type=submit]').click();
  await page.locator('.bk-tray.live').waitFor();
  assert.equal(await page.locator('.bk-tray').count(), 4);
  fine();
  await close();
});

for (const [variant, seats, dark] of /** @type {const} */ ([
  ['teams', 4, false],
  ['classic', 4, true],
  ['two', 2, false],
  ['three', 3, true],
])) {
  test(`${variant}: every colour has its tray and its points`, async () => {
    const { page, fine, close } = await seated(variant, { seats, moves: 12 }, { dark });
    assert.equal(await page.locator('.bk-tray').count(), 4);
    assert.deepEqual(await page.locator('.bk-head .bk-points').allTextContents(), Array(4).fill('15 points'));
    assert.equal(
      await page.locator('.bk-sum').count(),
      variant === 'teams' || variant === 'two' ? 4 : 0,
      'partners add up',
    );
    if (variant === 'three') assert.match(await page.locator('.bk-tray.seat-3').innerText(), /counts for nobody/);
    if (variant === 'two')
      assert.equal(
        await page.locator('.movelist li:nth-child(3) .mark.seat-2').count(),
        1,
        'the third move is red, whoever sits there',
      );
    await choice(page, 'X').click();
    const over = await at(page, 'b18', 20);
    await page.mouse.move(over.x, over.y);
    assert.match(await line(page), /It must touch|It would touch|is already taken/);
    await shoot(page, `blokus-${variant}-${dark ? 'dark' : 'light'}`);
    if (variant === 'teams') await axe(page, `blokus ${variant}`);
    fine();
    await close();
  });
}
