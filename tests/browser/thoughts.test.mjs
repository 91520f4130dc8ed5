// How the computer thinks: terms on the board and in a table, trees that open, close and are stepped through.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import {
  axe, column, hasSoMany, makeTable, narrowEnough, playOut, shoot, sitAt, startBrowser, startServer, visitor,
} from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @typedef {import('playwright-core').Page} Page */

/** The numbers of a tree's panel, as it says them. @param {Page} page @param {string} algorithm */
const panel = (page, algorithm) => page.locator(`.tree-panel[data-algorithm="${algorithm}"]`);

/** @param {Page} page @param {string} algorithm */
async function positions(page, algorithm) {
  const said = await panel(page, algorithm).locator('.tree-numbers').textContent();
  return Number(said?.match(/\d+/)?.[0]);
}

test('minimax and alpha-beta side by side, opened, closed and drawn in full', async (t) => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/thoughts/connect4?moves=44&level=medium&depth=4');
  await panel(page, 'alphabeta').waitFor();
  const [all, few] = [await positions(page, 'minimax'), await positions(page, 'alphabeta')];
  assert.equal(all, 7 + 49 + 343 + 2401);
  assert.ok(few < all / 2, `alpha-beta looked at ${few} of ${all}`);
  assert.match(await panel(page, 'alphabeta').locator('.tree-numbers').textContent() ?? '', /branches cut/);

  // The whole tree at once. The time is told, not judged: it is the machine's.
  const took = await page.evaluate(async () => {
    const from = performance.now();
    /** @type {HTMLElement} */ (document.querySelector('[data-algorithm="minimax"] [data-plies="4"]')).click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - from;
  });
  t.diagnostic(`a tree of ${all} positions is drawn in ${took.toFixed(0)} ms`);
  assert.equal(await panel(page, 'minimax').locator('svg.tree .node').count(), 1 + all);
  await panel(page, 'minimax').locator('[data-plies="1"]').click();
  assert.equal(await panel(page, 'minimax').locator('svg.tree .node').count(), 8);

  // Cut branches are drawn as cut.
  await panel(page, 'alphabeta').locator('[data-plies="4"]').click();
  assert.ok(await panel(page, 'alphabeta').locator('svg.tree .branch.cut').count() > 10);
  await panel(page, 'alphabeta').locator('[data-plies="2"]').click();

  // A node that is clicked opens, and the board shows its position.
  const discs = () => page.locator('.c4-disc').count();
  const before = await discs();
  await panel(page, 'alphabeta').locator('svg.tree g.node.shut').first().click();
  await page.waitForFunction((n) => document.querySelectorAll('.c4-disc').length > n, before);
  assert.match(await panel(page, 'alphabeta').locator('.chosen-node').textContent() ?? '', /value .*α .*β/);
  await shoot(page, 'thoughts-connect4', true);
  fine();
  await close();
});

test('the search is stepped through in its order, by button and by key', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/thoughts/connect4?moves=44&depth=2');
  const own = panel(page, 'alphabeta');
  await own.waitFor();
  const said = () => own.locator('.chosen-node').textContent();
  await own.locator('[data-step="first"]').click();
  assert.match(await own.locator('.steps .small').textContent() ?? '', /^Step 1 of \d+$/);
  await own.locator('[data-step="next"]').click();
  assert.equal(await said(), 'Looks at column 1.');
  assert.equal(await own.locator('svg.tree .node').count(), 2);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  assert.match(await said() ?? '', /^Looks at column 1 and evaluates it: [+−]?\d+\.$/);
  await page.keyboard.press(',');
  assert.equal(await said(), 'Looks at column 1.');
  // Somewhere a branch is cut, and it says why.
  let cut = '';
  for (let i = 0; i < 80 && !cut; i++) {
    await page.keyboard.press('.');
    if ((await said() ?? '').startsWith('Cuts')) cut = await said() ?? '';
  }
  assert.match(cut, /α has reached β/);
  await own.locator('[data-step="last"]').click();
  assert.match(await said() ?? '', /^Done: the position is worth /);
  // Arrows walk in the tree.
  await own.locator('.tree-frame').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await said() ?? '', /^column 1, /);
  await page.keyboard.press('ArrowDown');
  assert.match(await said() ?? '', /^column 2, /);
  fine();
  await close();
});

test('terms add up in the table, and layers lie on the board', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/thoughts/quoridor?moves=e2 e8 e3h c7h');
  const terms = page.locator('.thoughts-terms table.term-table').first();
  await terms.waitFor();
  const sums = await terms.evaluate((table) => {
    const number = (/** @type {Element | null} */ cell) => Number((cell?.textContent ?? '').replace('−', '-'));
    const rows = [...table.querySelectorAll('tbody tr')];
    const total = table.querySelector('tfoot td');
    return { sum: rows.reduce((sum, row) => sum + number(row.querySelectorAll('td')[3]), 0), total: number(total) };
  });
  assert.equal(sums.sum, sums.total);
  const searched = async (/** @type {RegExp} */ name) => {
    const chip = page.locator('.layers .chip', { hasText: name }).first();
    await chip.click();
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    const squares = await page.locator('.heat rect').count();
    assert.equal(squares, Number((await chip.textContent())?.match(/(\d+) squares/)?.[1]));
    return squares;
  };
  const [breadth, star] = [await searched(/breadth-first/), await searched(/A\*/)];
  assert.ok(star < breadth, `A* looked at ${star}, breadth-first at ${breadth}`);
  await shoot(page, 'thoughts-quoridor', true);
  // A move's row points at it on the board.
  await page.locator('.move-terms tbody button').first().click();
  fine();
  await close();
});

test('the board is played on, taken back, and the address keeps the position', async () => {
  const { page, fine, close } = await visitor(browser, server);
  await page.goto('/thoughts/connect4?depth=2');
  await panel(page, 'minimax').waitFor();
  await column(page, 4).click();
  await page.waitForURL(/moves=4/);
  await page.locator('.c4-disc').first().waitFor();
  await page.reload();
  await panel(page, 'minimax').waitFor();
  await hasSoMany(page, '.c4-disc', 1);
  await page.getByRole('button', { name: 'Take back the move' }).click();
  await page.waitForFunction(() => !location.search.includes('moves'));
  await page.locator('#thoughts-level').selectOption('mcts');
  await panel(page, 'montecarlo').waitFor();
  assert.ok(await panel(page, 'montecarlo').locator('svg.tree .node').count() > 7);
  // What cannot be played is said, and nothing is lost.
  await page.goto('/thoughts/connect4?moves=9');
  await page.locator('.thoughts .note.wrong').waitFor();
  fine();
  await close();
});

test('from a finished game to its thoughts', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const { table, tokens } = await makeTable(server, 'connect4', { moves: ['1', '2', '1', '2', '1', '2'] });
  await sitAt(page, table, tokens);
  await playOut(page, (n) => column(page, n).click());
  await page.goto(`/analysis/${table.id}`);
  // There is nothing to think about at the end: a move back.
  await page.locator('.movelist, .moves').first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('link', { name: 'Explain' }).click();
  await page.waitForURL(/\/thoughts\/connect4\?/);
  await panel(page, 'alphabeta').waitFor();
  fine();
  await close();
});

test('a line that the board cannot follow says why, under the board and under the tree', async () => {
  const { page, fine, close } = await visitor(browser, server);
  // Two kingdoms that one tile unites: a plan begins a war.
  const moves = `leader black m5, tile blue n4, leader black f2, tile blue f1, tile red m6, leader blue n6,
    leader blue g3, tile green f4, tile black m4, tile black l5, tile black e4, tile red g2,
    leader green h2, tile blue o5, tile black i2, leader green l6, tile black l4, tile blue o4,
    tile blue d4, tile red h3, tile black o3, tile blue m3, tile black d5, tile black i3, tile green j2,
    tile green j1, take k1, tile red i4, leader red h4, tile green i5, tile green i6, take i7`;
  const query = new URLSearchParams({ level: 'expert', seed: '7', moves: moves.replace(/\s+/g, ' ') });
  await page.goto(`/thoughts/tigris?${query}`);
  await page.locator('.tree-panel').waitFor();
  const note = page.locator('.thoughts-board .note');
  // Somewhere in the plan somebody adds tiles that they have in an imagined world, and not in this one.
  const nodes = page.locator('.tree [data-node] .reach');
  let [tried, all] = [0, await nodes.count()];
  for (; tried < all && !await note.innerText(); tried++) {
    const asked = page.waitForResponse(/\/position$/, { timeout: 3000 }).catch(() => null);
    await nodes.nth(tried).click({ force: true });
    await asked;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  assert.match(await note.innerText(), /cannot follow this line.*: .+/);
  assert.match(await note.getAttribute('class') ?? '', /wrong/);
  assert.match(await page.locator('.chosen-node').innerText(), /cannot follow this line/);
  await shoot(page, 'thoughts-refused');
  // The position itself can be shown again.
  await page.locator('.tree [data-node="0"] .reach').click({ force: true });
  await page.waitForFunction(() => document.querySelector('.thoughts-board .note')?.textContent === '');
  fine();
  await close();
});

test('every game, on a phone, in French, in the dark', async () => {
  for (const game of ['connect4', 'quoridor', 'blokus', 'tetris', 'tigris']) {
    const { page, fine, close } = await visitor(browser, server, { phone: true, dark: true, lang: 'fr' });
    await page.goto(`/thoughts/${game}?depth=1${game === 'blokus' ? '&variant=duo' : ''}`);
    await page.locator('.thoughts-terms table.term-table').first().waitFor();
    const chip = page.locator('.layers .chip').first();
    if (await chip.count()) {
      await chip.click();
      await page.locator('.heat rect').first().waitFor();
    }
    await narrowEnough(page, game);
    await axe(page, game);
    await shoot(page, `thoughts-${game}-phone`, true);
    fine();
    await close();
  }
});

test('a move that is chosen says what it changes, term by term', async () => {
  for (const [lang, title] of [['en', 'What pawn to e3 changes'], ['fr', 'Ce que change']]) {
    const { page, fine, close } = await visitor(browser, server, { lang, phone: lang === 'fr' });
    await page.goto('/thoughts/quoridor?moves=e2+e8&level=expert&depth=1');
    await page.locator('.move-terms tbody tr').first().waitFor();
    assert.equal(await page.locator('.move-change').count(), 0, 'nothing is chosen yet');
    const { breakdown, moves } = await (await fetch(`${server.base}/api/games/quoridor/explain`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ moves: 'e2 e8', level: 'expert', depth: 1 }),
    })).json();
    const move = moves.find((/** @type {{ move: string }} */ one) => one.move === 'e3');
    const choice = page.getByRole('button', { name: 'e3', exact: true });
    const row = page.locator('.move-terms tbody tr').filter({ has: choice });
    if (!(await row.count())) await page.locator('.move-terms > .button').click();
    await row.locator('button').click();
    const change = page.locator('.move-change');
    await change.locator('h3').filter({ hasText: title }).waitFor();
    // A step on: one fewer to the goal, and the sum is the difference of the two evaluations.
    const cells = await change.locator('[data-term=steps] td').allInnerTexts();
    assert.deepEqual(cells.slice(0, 2), ['7', '6']);
    const number = (/** @type {string} */ text) => Number(text.replace('−', '-'));
    const whole = number(await change.locator('tfoot td').innerText());
    assert.ok(Math.abs(whole - (move.total - breakdown.totals[0])) < 0.01);
    const parts = await change.locator('tbody tr td:last-child').allInnerTexts();
    assert.ok(Math.abs(parts.reduce((sum, text) => sum + number(text), 0) - whole) < 1, 'the terms add up');
    await axe(page, 'a change');
    await narrowEnough(page, 'a change');
    await shoot(page, `thoughts-change-${lang}`, true);
    fine();
    await close();
  }
});

test('the trees that players of other games have searched, with visits or values', async () => {
  const shown = [
    ['blokus', 'variant=duo&level=mcts', 'montecarlo'],
    ['tigris', 'seed=7&level=expert', 'rollouts'],
    ['tetris', 'seed=1&level=lookahead', 'exhaustive'],
    ['tetris', 'seed=1&level=expert', 'bestfirst'],
    ['tetris', 'variant=report&seed=1&level=expert', 'exhaustive'],
  ];
  for (const [game, query, algorithm] of shown) {
    for (const phone of [false, true]) {
      const { page, fine, close } = await visitor(browser, server, phone ? { phone, dark: true, lang: 'fr' } : {});
      await page.goto(`/thoughts/${game}?${query}`);
      const own = panel(page, algorithm);
      await own.waitFor();
      const simulated = algorithm === 'montecarlo' || algorithm === 'rollouts';
      assert.match(await own.locator('.tree-numbers').textContent() ?? '', simulated ? /simulations/ : /positions/);
      assert.ok(await own.locator('svg.tree .node').count() > 5, game);
      assert.equal(await page.locator('.deepness').isVisible(), false, 'it goes as far as it gets');
      assert.equal(await own.locator('.steps').count(), 0, 'its order is not that of a lookahead');
      // The move that it would play stands out, and its node says what it is worth.
      const best = own.locator('svg.tree g.node.best').nth(1);
      await best.click();
      const says = await own.locator('.chosen-node').textContent() ?? '';
      assert.match(says, phone ? /valeur/ : /value/);
      assert.doesNotMatch(says, /over|terminée/);
      assert.equal(/visit/.test(says), simulated, says);
      await narrowEnough(page, game);
      await axe(page, game);
      await shoot(page, `thoughts-${game}-${algorithm}${phone ? '-phone' : ''}`, true);
      fine();
      await close();
    }
  }
});
