// The analysis board: every game, variations and what is said of them, links and files, the engine beside it, and what
// is said of a game after it.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import {
  axe, column, hasSoMany, makeTable, moveCount, narrowEnough, shoot, startBrowser, startServer, visitor,
} from './harness.mjs';

const GAMES = ['connect4', 'quoridor', 'blokus', 'tigris', 'tetris'];
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** The engine has shown a line. @param {Page} page */
const firstLine = (page) => page.locator('.lines .pv button').first();

const MAIN_LINE = '.movelist > li:not(.branch, .remark, .none) > button > span:last-child';

/** The main line as the list shows it. @param {Page} page */
const mainLine = (page) => page.locator(MAIN_LINE).allInnerTexts();

/** Waits for so many moves of the main line. @param {Page} page @param {number} n */
const moves = (page, n) => page.waitForFunction((count) => document.querySelectorAll(
  '.movelist > li:not(.branch, .remark, .none)').length === count, n);

/** A page's file. @param {Page} page @param {() => Promise<void>} act */
async function saved(page, act) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  const stream = await file.createReadStream();
  return Buffer.concat(await stream.toArray()).toString();
}

/** Drops a disc and waits until it lies there. @param {Page} page @param {number} n @param {number} depth */
async function drop(page, n, depth) {
  await page.locator('.c4-columns.live').waitFor();
  await column(page, n).click();
  await page.waitForFunction((count) => document.querySelector('.movelist [aria-current] .n')?.textContent === count,
    String(depth));
}

for (const game of GAMES) {
  test(`${game}: from the first page to a board on which the engine thinks and both sides are played`, async () => {
    const { page, fine, close } = await visitor(browser, server, game === 'tigris' ? { lang: 'fr' } : {});
    await page.goto('/');
    await page.locator(`[data-game="${game}"] a[href="/analysis/${game}"]`).click();
    for (let n = 1; n <= 3; n++) {
      const address = await page.evaluate(() => location.search);
      await firstLine(page).click();
      await moves(page, n);
      // The address follows the moves, a moment later.
      await page.waitForFunction((before) => location.search !== before, address);
    }
    await firstLine(page).waitFor();
    // Three lines, or as many as there are moves: in a conflict there may be fewer. The page says how many.
    await page.waitForFunction(() => {
      const says = document.querySelector('.figures')?.textContent ?? '';
      const there = Number(/(\d+) (?:legal moves?|coups? possibles?)/.exec(says)?.[1] ?? NaN);
      return /exact/.test(says) || document.querySelectorAll('.lines .pv').length >= Math.min(3, there);
    });
    await shoot(page, `study-${game}`);
    const before = await mainLine(page);
    await page.reload();
    await moves(page, 3);
    // A reload finds the same moves; their labels are complete once the board knows its pieces.
    await page.waitForFunction(([where, lines]) => [...document.querySelectorAll(where)]
      .map((one) => /** @type {HTMLElement} */ (one).innerText).join() === lines, [MAIN_LINE, before.join()]);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.movelist [aria-current] .n')?.textContent === '2');
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !document.querySelector('.movelist [aria-current]'));
    await page.locator('.switch').click();
    await page.locator('.engine.off').waitFor();
    assert.equal(await page.locator('.lines .pv').count(), 0, 'off is off');
    await axe(page, game);
    fine();
    await close();
  });
}

test('variations: played, marked, commented, promoted, deleted, shared and saved', async () => {
  const { page, context, fine, close } = await visitor(browser, server);
  await page.goto('/analysis/connect4?moves=4453');
  await moves(page, 4);
  await page.locator('.arrows button').nth(1).click();
  await page.waitForFunction(() => document.querySelector('.movelist [aria-current] .n')?.textContent === '3');
  await drop(page, 4, 4);
  await drop(page, 4, 5);
  assert.equal(await page.locator('.movelist .branch button').count(), 2);
  await page.locator('.edit summary').click();
  await page.locator('.sign').filter({ hasText: /^!\?$/ }).click();
  await page.locator('.edit textarea').fill('Un essai <b>hardi</b>');
  await page.locator('.movelist .comment').filter({ hasText: 'Un essai <b>hardi</b>' }).waitFor();
  await page.getByRole('button', { name: 'Promote variation' }).click();
  await moves(page, 5);
  assert.deepEqual(await mainLine(page), ['4', '4', '5', '4', '4!?']);

  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('.dialog .share input').inputValue();
  await page.locator('.dialog .primary').last().click();
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  await moves(elsewhere, 5);
  await elsewhere.locator('.comment').filter({ hasText: 'hardi' }).waitFor();
  assert.equal(await elsewhere.locator('.branch button').count(), 1);
  await elsewhere.close();

  const text = await saved(page, () => page.locator('.acts .button').filter({ hasText: 'Download' }).click());
  assert.deepEqual(text.trim().split('\n').slice(1),
    ['4', '4', '5', '4', '#(', '#. 3', '#)', '4', '#= !?', '#: Un essai <b>hardi</b>']);

  await page.locator('.movelist .branch button').click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.waitForFunction(() => !document.querySelector('.movelist .branch'));

  // The file opens again from the first page, with all that was in it.
  await page.goto('/');
  await page.getByRole('button', { name: 'Open a saved game' }).click();
  await page.locator('#record-text').fill(text);
  await page.locator('.dialog .primary').click();
  await page.waitForURL(/\/analysis\/connect4/);
  await moves(page, 5);
  assert.equal(await page.locator('.movelist .branch button').count(), 1);
  fine();
  await close();
});

test('what is pasted is read: moves, a file of Pentobi with variations, a position; and refused in words', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/analysis/blokus');
  const paste = async (/** @type {string} */ text) => {
    await page.getByRole('button', { name: 'Open or paste' }).click();
    await page.locator('#study-text').fill(text);
    await page.locator('.dialog .primary').click();
  };
  await paste('(\n;GM[Blokus Duo]PB[Ada]\n;B[f9,e10,f10,g10,f11]C[good]\n(;W[j4,i5,j5,k5,j6];B[g8,h8])(;W[j5]BM[2]))');
  await moves(page, 3);
  await page.locator('.branch .annotation').filter({ hasText: '??' }).waitFor();
  const out = await saved(page, () => page.locator('.acts .button').last().click());
  assert.match(out, /GM\[Blokus Duo\]/);
  assert.match(out, /C\[good\]/);
  assert.match(out, /W\[j5\]BM\[2\]/);

  await page.goto('/analysis/quoridor');
  await paste('1. e2 e8 2. e3 e7h');
  await moves(page, 4);
  await paste('e2 e9');
  await page.locator('.dialog .problem').filter({ hasText: 'move 2' }).waitFor();
  await page.locator('.dialog .button').first().click();
  assert.equal(await moveCount(page), 4, 'nothing was lost');

  // Pons' digits, with or without spaces; what cannot be played is refused by its number.
  await page.goto('/analysis/connect4');
  for (const text of ['4453', ' 44 53\n', '1. 4 4 2. 5 3']) {
    await paste(text);
    await moves(page, 4);
    assert.deepEqual(await mainLine(page), ['4', '4', '5', '3'], text);
    await page.waitForFunction(() => location.search === '?moves=4453');
    await page.goto('/analysis/connect4');
  }
  await paste('4444444');
  await page.locator('.dialog .problem').filter({ hasText: 'Move 7' }).filter({ hasText: 'full' }).waitFor();
  await page.locator('.dialog .button').first().click();
  await paste('7x6 7/7/7/7/3o3/2xxo2 4');
  await page.waitForFunction(() => location.search.startsWith('?study='));
  assert.equal(await moveCount(page), 0, 'nothing led there');
  await drop(page, 5, 1);
  // What was set up is explained like any other position, and played on there.
  await page.getByRole('link', { name: 'Explain' }).click();
  await page.waitForURL(/\/thoughts\/connect4\?position=7x6/);
  await page.locator('.tree-panel[data-algorithm="alphabeta"]').waitFor();
  assert.equal(await page.locator('.c4-disc').count(), 5);
  await column(page, 1).click();
  await page.waitForURL(/moves=5\+1/);
  await page.reload();
  await page.locator('.tree-panel[data-algorithm="alphabeta"]').waitFor();
  await hasSoMany(page, '.c4-disc', 6);
  fine();
  await close();
});

test('positions of Tigris and Tetris are pasted as text, looked at, played on and found again', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const paste = async (/** @type {string} */ text) => {
    await page.getByRole('button', { name: 'Open or paste' }).click();
    await page.locator('#study-text').fill(text);
    await page.locator('.dialog .primary').click();
  };
  const refused = async (/** @type {string} */ text, /** @type {RegExp} */ words) => {
    await paste(text);
    await page.locator('.dialog .problem').filter({ hasText: words }).waitFor();
    await page.locator('.dialog .button').first().click();
  };
  await page.goto('/analysis/tigris');
  await refused('players=2 map=16/16', /11 rows of 16 squares/);
  await paste('players=2 active=1 action=1 phase=action map=10T5/1T13T/5T10/16/13T2/16/8T7/1T14/14T1/5T10/10T5 '
    + 'leaders=1black:e10 hands=krrrbg/rrbbgg bag=rkbrkbgg');
  await page.waitForFunction(() => location.search.startsWith('?study='));
  assert.equal(await page.locator('.t-piece[data-held="tile red"]').count(), 3, 'the hand that was written');
  // The address follows the moves, a moment later.
  const follows = async (/** @type {() => Promise<void>} */ play) => {
    const address = await page.evaluate(() => location.search);
    await play();
    await page.waitForFunction((before) => location.search !== before, address);
  };
  await follows(() => firstLine(page).click());
  await moves(page, 1);
  await page.reload();
  await moves(page, 1);

  await page.goto('/analysis/tetris');
  await refused('Ts8.2 Ln2.1', /Move 1, “Ts8\.2”/);
  await refused('hello world', /T LZISO/);
  await paste('T LZISO hold=J\n_________G\nGGGGGG...G\nGGGGGGG.GG');
  await page.waitForFunction(() => location.search.startsWith('?study='));
  // The engine sees the spin that the drawing was made for, at once or after a piece that prepares it.
  await follows(() => page.locator('.lines .pv button').filter({ hasText: 'Ts8.2*' }).first().click());
  const spin = page.locator(MAIN_LINE).last().filter({ hasText: 'Ts8.2*' });
  await spin.waitFor();
  await page.locator('.tt-surface').waitFor();
  await page.reload();
  await spin.waitFor();
  fine();
  await close();
});

test('examples say what can be pasted, and each of them opens', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true, lang: 'fr' });
  for (const game of GAMES) {
    await page.goto(`/analysis/${game}`);
    const opener = page.getByRole('button', { name: 'Ouvrir ou coller' });
    await opener.tap();
    const examples = await page.locator('.example').allTextContents();
    assert.ok(examples.length > 0, game);
    await narrowEnough(page, `examples of ${game}`);
    if (game === 'tigris') await shoot(page, 'study-examples');
    for (const [n, text] of examples.entries()) {
      await page.locator('.example').nth(n).tap();
      assert.equal(await page.locator('#study-text').inputValue(), text);
      await page.locator('.dialog .primary').tap();
      await page.locator('.dialog').waitFor({ state: 'detached' });
      if (n < examples.length - 1) await opener.tap();
    }
  }
  fine();
  await close();
});

test('whoever did not play learns from the players’ mistakes, by their names', async () => {
  const { id } = await finished('connect4', ['4', '2', '4', '2', '7', '2', '7', '2']);
  for (const [lang, opener, asks] of /** @type {const} */ ([
    ['en', 'Learn from these mistakes', /Ada played .+ here\. Find something better\./],
    ['fr', 'Apprendre de ces erreurs', /Ici, Ada a joué .+\. Trouvez mieux\./]])) {
    const { page, fine, close } = await visitor(browser, server, { lang });
    await page.goto(`/analysis/${id}`);
    await page.getByRole('button', { name: opener }).click();
    await page.locator('.note.asks').filter({ hasText: asks }).waitFor();
    await page.locator('.learn b').filter({ hasText: lang === 'fr' ? /^Erreur 1 sur/ : /^Mistake 1 of/ }).waitFor();
    fine();
    await close();
  }
});

test('a position in a lesson goes to the analysis board', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/learn/connect4');
  await page.locator('a[href^="/learn/connect4/"]').first().click();
  await page.getByRole('button', { name: 'Try it on the analysis board' }).click();
  await page.waitForURL(/\/analysis\/connect4\?/);
  await page.locator('.c4-columns.live').waitFor();
  fine();
  await close();
});

test('the other side’s threat, and another level that thinks', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/analysis/connect4?moves=414141');
  await firstLine(page).waitFor();
  await page.waitForFunction(() => document.querySelector('.lines .chip')?.textContent === '+1');
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.locator('.figures').filter({ hasText: 'if the other side could move' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.lines .pv button')?.textContent === '1');
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.locator('.engine-head select').selectOption('medium');
  await firstLine(page).waitFor();
  fine();
  await close();
});

/** A finished game at a table, and the seats of its players. @param {string} game @param {string[]} played */
async function finished(game, played) {
  const { table, tokens } = await makeTable(server, game, { help: true });
  let epoch = 0;
  for (const move of played) {
    const view = await (await fetch(`${server.base}/api/tables/${table.id}`)).json();
    const { token } = /** @type {{ token: string }} */ (tokens.find(({ seat }) => seat === view.turn));
    const answer = await fetch(`${server.base}/api/tables/${table.id}/actions`, {
      method: 'PUT', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ epoch, move }),
    });
    assert.ok(answer.ok, await answer.text());
    epoch += 1;
  }
  return { id: table.id, tokens };
}

test('after a game: judged once for all, opened at the first mistake, and learnt from', async () => {
  // Blue does not stop the three of Yellow in column 2.
  const { id, tokens } = await finished('connect4', ['4', '2', '4', '2', '7', '2', '7', '2']);
  const { page, fine, close } = await visitor(browser, server);
  const own = tokens.filter(({ seat }) => seat === 0);
  await page.addInitScript(({ table, held }) => {
    localStorage.setItem('plateau', JSON.stringify({ tokens: { [table]: held } }));
  }, { table: id, held: Object.fromEntries(own.map(({ seat, token }) => [seat, token])) });
  await page.goto(`/analysis/${id}`);
  await page.locator('.versus li').filter({ hasText: 'accuracy' }).first().waitFor();
  await page.locator('.note.wrong').filter({ hasText: /mistake|blunder/i }).waitFor();
  await page.locator('.movelist button.blunder').first().waitFor();
  const cut = await page.locator('.versus .player').evaluateAll((names) =>
    names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
  assert.deepEqual(cut, [], 'names have room beside their figures');
  await shoot(page, 'study-after', true);
  await axe(page, 'after a game');
  await page.getByRole('button', { name: 'Learn from your mistakes' }).click();
  await page.locator('.note.asks').filter({ hasText: 'Find something better' }).waitFor();
  const first = await page.locator('.note.asks').innerText();
  await page.getByRole('button', { name: 'Solution' }).click();
  await page.locator('.note').filter({ hasText: /was best/ }).waitFor();
  if (await page.locator('.learn .primary').filter({ hasText: 'Next' }).count()) {
    await page.locator('.learn .primary').click();
    await page.waitForFunction((old) => document.querySelector('.note')?.textContent !== old, first);
  }
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('.engine').waitFor();

  // Kept: a second visitor, and a server that was killed, show it at once.
  await server.kill();
  await server.start();
  await page.goto(`/analysis/${id}`);
  await page.locator('.movelist button.blunder').first().waitFor();
  const text = await (await fetch(`${server.base}/api/tables/${id}/review`)).text();
  assert.ok(!text.includes('event: position'), 'all of it at once');
  assert.match(text, /"verdict":"blunder"/);
  assert.match(text, /lets Yellow make four in a row in column 2/);
  fine();
  await close();
});

test('a good move that the review has not named is looked at and counts, a bad one does not', async () => {
  // Yellow's first move is lost, and several others hold.
  const { id, tokens } = await finished('connect4', ['1', '1', '4', '7', '5', '7', '3', '7', '6']);
  const told = await (await fetch(`${server.base}/api/tables/${id}/review`)).text();
  const { moves: judged } = JSON.parse(/event: review\ndata: (.*)/.exec(told)?.[1] ?? '{}');
  const [, { better, accept, verdict }] = judged;
  const other = accept.find((/** @type {string} */ move) => move !== better);
  assert.ok(verdict === 'blunder' && other, told);
  const { page, fine, close } = await visitor(browser, server);
  await page.addInitScript(({ table, token }) => {
    localStorage.setItem('plateau', JSON.stringify({ tokens: { [table]: { 1: token } } }));
  }, { table: id, token: tokens.find(({ seat }) => seat === 1)?.token });
  // The same review, with the best move alone.
  await page.route('**/review', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"accept":\[[^\]]*\]/g, '"accept":[]');
    await route.fulfill({ response, body });
  });
  await page.goto(`/analysis/${id}`);
  await page.getByRole('button', { name: 'Learn from your mistakes' }).click();
  await page.locator('.note.asks').waitFor();
  const bad = ['1', '2', '3', '4', '5', '6', '7'].find((move) => move !== '1' && !accept.includes(move));
  if (bad) {
    await column(page, Number(bad)).click();
    await page.locator('.note.wrong').filter({ hasText: `column ${bad} is not it` }).waitFor();
  }
  await page.locator('.c4-columns.live').waitFor();
  await column(page, Number(other)).click();
  await page.locator('.note.right').filter({ hasText: `Yes, column ${other} is good` }).waitFor();
  fine();
  await close();
});

test('after a game of Quoridor, on a phone and in French: words for mistakes, figures of the game', async () => {
  const walk = [['e2', 'e8'], ['e3', 'e7'], ['e4', 'e6'], ['e5', 'e4'], ['e6', 'e3'], ['e7', 'e2'], ['a1h', 'e1']];
  const { id } = await finished('quoridor', walk.flat());
  const { page, fine, close } = await visitor(browser, server, { phone: true, lang: 'fr' });
  await page.goto(`/analysis/${id}`);
  await page.locator('.versus li').filter({ hasText: 'précision' }).first().waitFor();
  await page.locator('.statistics summary').click();
  await page.locator('.statistics').filter({ hasText: 'Murs posés' }).filter({ hasText: 'Pas jusqu’au but' }).waitFor();
  await narrowEnough(page, 'analysis on a phone');
  const wide = await page.locator('.movelist > li > button').evaluateAll((moves) =>
    moves.filter((move) => move.scrollWidth > move.clientWidth).map((move) => move.textContent));
  assert.deepEqual(wide, [], 'a move and its mark fit beside the next move');
  await shoot(page, 'study-phone', true);
  await axe(page, 'analysis on a phone');
  fine();
  await close();
});

test('beside the board the moves have room, whatever stands above and below them', async () => {
  for (const [width, height] of [[1280, 800], [1366, 768], [1440, 900]]) {
    const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
    await page.setViewportSize({ width, height });
    await page.goto('/analysis/quoridor?moves=e2+e8+e3+e7');
    await firstLine(page).waitFor();
    const where = `${width}×${height}`;
    // The switch, who thinks and both buttons stand on one line.
    const tops = await page.locator('.engine-head > *').evaluateAll((parts) =>
      parts.map((part) => Math.round(part.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1, `${where}: ${tops}`);
    // Two rows of moves, and the last move whole.
    const { seen, whole } = await page.locator('.movelist').evaluate((list) => {
      const [box, last] = [list, list.querySelector('[aria-current]')].map((one) => one?.getBoundingClientRect());
      return { seen: box?.height ?? 0, whole: box && last && last.top >= box.top && last.bottom <= box.bottom };
    });
    assert.ok(seen >= 72 && whole, `${where}: ${seen}`);
    fine();
    await close();
  }
});

test('what makes no sense in a game is not offered, and six buttons fit on a phone in French', async () => {
  for (const game of ['connect4', 'quoridor', 'tigris', 'tetris']) {
    const { page, fine, close } = await visitor(browser, server, { phone: true, lang: 'fr' });
    await page.goto(`/analysis/${game}`);
    await firstLine(page).waitFor();
    // Alone nobody threatens anything or stands better; a hidden hand cannot be asked what it threatens.
    const rival = game === 'connect4' || game === 'quoridor';
    assert.equal(await page.getByRole('button', { name: 'Menace' }).count(), rival ? 1 : 0, game);
    assert.equal((await page.locator('.verdict').innerText()) === '', game === 'tetris', game);
    const wide = await page.locator('.study .acts > .button').evaluateAll((buttons) => buttons.filter((button) => {
      const [box, words] = [button, button.querySelector('span')].map((one) => one?.getBoundingClientRect());
      return box && words && (words.left < box.left || words.right > box.right || box.right > innerWidth);
    }).map((button) => button.textContent));
    assert.deepEqual(wide, [], game);
    await narrowEnough(page, game);
    fine();
    await close();
  }
});

test('a game that is still on is not analysed', async () => {
  const { table } = await makeTable(server, 'quoridor');
  for (const what of ['study', 'review']) {
    assert.equal((await fetch(`${server.base}/api/tables/${table.id}/${what}`)).status, 409);
  }
});

test('the squares that the path finders search lie on the analysis board, and follow its moves', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/analysis/quoridor?moves=e2+e8+e3h+c7h');
  const opener = page.getByRole('button', { name: 'What the computer looks at' });
  await opener.click();
  const menu = page.locator('.overlay select');
  await menu.selectOption({ label: 'Blue: breadth-first search: 64 squares searched' });
  await page.waitForFunction(() => document.querySelectorAll('.heat rect').length === 64);
  await menu.selectOption({ label: 'Blue: A*: 14 squares searched' });
  assert.equal(await page.locator('.heat rect').count(), 14);
  // In the order in which they were searched.
  assert.equal(await page.locator('.heat text').first().textContent(), '1');
  await axe(page, 'an overlay');
  await shoot(page, 'study-overlay');
  // Another position has other squares, of the same search.
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('.heat rect').length !== 14
    && document.querySelectorAll('.heat rect').length > 0);
  assert.match(await menu.locator('option:checked').innerText(), /^Blue: A\*/);
  await opener.click();
  await page.locator('.heat').waitFor({ state: 'detached' });
  // Every game has something to show, and none of them breaks its board.
  for (const game of ['connect4', 'blokus', 'tetris', 'tigris']) {
    await page.goto(`/analysis/${game}`);
    await page.locator('.study .engine').waitFor();
    await opener.click();
    await page.waitForFunction(() => document.querySelectorAll('.overlay option').length > 1
      || /nothing to lay/.test(document.querySelector('.overlay p')?.textContent ?? ''));
  }
  fine();
  await close();
});
