// Puzzles of every game on the page: wrong and right answers by the board's own means, hint, solution, next, themes,
// the day's puzzle, what a reload keeps, and a phone.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { placeOf } from '../../web/boards/tetris/aim.js';
import { axe, column, hasSoMany, narrowEnough, shoot, startBrowser, startServer, visitor } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/types.js').Puzzle} Puzzle */
/** @typedef {{ puzzle: Puzzle, lines: string[][] }} Solved */

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {string} path @returns {Promise<any>} */
async function get(path) {
  const answer = await fetch(`${server.base}/api/${path}`);
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** @param {string} game @param {string} id @returns {Promise<Solved>} */
async function solved(game, id) {
  const [puzzle, { lines }] = await Promise.all([
    get(`games/${game}/puzzles/${id}`), get(`games/${game}/puzzles/${id}/solution`)]);
  return { puzzle, lines };
}

/** The first puzzle of a game that will do. @param {string} game @param {(one: Solved) => boolean} suits */
async function find(game, suits) {
  for (const { id } of await get(`games/${game}/puzzles`)) {
    const one = await solved(game, id);
    if (suits(one)) return one;
  }
  assert.fail(`${game} has no such puzzle`);
}

/** How a move is made on each board, as people do. @type {Record<string, Player>} */
const BOARDS = {
  connect4: {
    live: '.c4-columns.live',
    play: async (page, move) => column(page, Number(move)).click(),
    suits: ({ lines }) => lines[0].length >= 3,
  },
  quoridor: {
    live: '.q-field.live',
    async play(page, move) {
      const [a, b] = await Promise.all([0, 10].map(async (n) => {
        const box = await page.locator('.q-square').nth(n).boundingBox();
        assert.ok(box);
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }));
      // A wall is pointed at in its groove, a little off the crossing so that it lies the right way.
      const [file, rank] = [move.charCodeAt(0) - 97, Number(move[1]) - 1];
      const [right, up] = move[2] === 'h' ? [0.4, 0.5] : move[2] === 'v' ? [0.5, 0.4] : [0, 0];
      const at = { x: a.x + (b.x - a.x) * (file + right), y: a.y + (b.y - a.y) * (rank + up) };
      await page.mouse.move(at.x, at.y);
      await page.mouse.click(at.x, at.y);
    },
    suits: () => true,
  },
  blokus: {
    live: '.bk-tray.live',
    play: layPiece,
    suits: () => true,
  },
  tetris: {
    live: '.tt-surface.live',
    play: placePiece,
    suits: ({ puzzle, lines }) => puzzle.moves === 2 && lines[0].every((move) => !move.endsWith('*')),
  },
  tigris: {
    live: '.t-field.live',
    async play(page, move) {
      const words = move.split(' ');
      if (!['tile', 'leader'].includes(words[0])) {
        await page.locator(`[data-move="${move}"]`).click();
        return;
      }
      await page.locator(`.t-piece[data-held="${words[0]} ${words[1]}"]`).first().click();
      const box = await page.locator('.t').boundingBox();
      assert.ok(box);
      const unit = box.width / 1672;
      await page.mouse.click(
        box.x + (36 + (words[2].charCodeAt(0) - 97) * 100 + 50) * unit,
        box.y + (36 + (Number(words[2].slice(1)) - 1) * 100 + 50) * unit);
    },
    suits: ({ lines }) => /^(tile|leader) /.test(lines[0][0]),
  },
};
/** @typedef {{ live: string, play: (page: Page, move: string, one: Solved) => Promise<void>,
 *   suits: (one: Solved) => boolean }} Player */

/** Takes the piece of these squares, turns it as they lie, and lays it. @type {Player['play']} */
async function layPiece(page, move, { puzzle: { position: { view } } }) {
  const squares = move.split(',').map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
  const [x, y] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis])));
  const wanted = JSON.stringify(squares.map((square) => [square[0] - x, square[1] - y]));
  /** @type {import('../../web/boards/blokus/pieces.js').Shape[]} */
  const shapes = view.shapes;
  const shape = shapes.find(({ ways }) => ways.some((way) => JSON.stringify(way.squares) === wanted));
  assert.ok(shape, move);
  await page.locator(`.live .bk-choice[data-piece="${shape.piece}"]`).click();
  const [wide, high] = [0, 1].map((axis) => Math.max(...squares.map((square) => square[axis])) + 1);
  const box = await page.locator('.bk-surface').boundingBox();
  assert.ok(box);
  const unit = box.width / view.side;
  const at = { x: box.x + ((x + wide) / 2) * unit, y: box.y + box.height - ((y + high) / 2) * unit };
  await page.mouse.move(at.x, at.y);
  // By the shortest way from how it is held at first.
  /** @type {[number, string[]][]} */
  const open = [[0, []]];
  const target = shape.ways.findIndex((way) => JSON.stringify(way.squares) === wanted);
  const seen = new Set([0]);
  for (const [at, keys] of open) {
    if (at === target) {
      for (const key of keys) await page.keyboard.press(key);
      break;
    }
    for (const [key, to] of /** @type {[string, number][]} */ ([
      ['ArrowRight', shape.ways[at].right], ['ArrowUp', shape.ways[at].flip]])) {
      if (!seen.has(to)) open.push([to, [...keys, key]]);
      seen.add(to);
    }
  }
  await page.mouse.click(at.x, at.y);
}

/** Points at a place, and turns or takes the other piece until the shadow lies there. @type {Player['play']} */
async function placePiece(page, move) {
  const place = placeOf('modern', move);
  assert.ok(place);
  const box = await page.locator('.tt-surface canvas').boundingBox();
  assert.ok(box);
  const at = { x: box.x + (place.cx / 10) * box.width, y: box.y + box.height - (place.cy / 21) * box.height };
  for (let held = 0; held < 2; held++) {
    for (let turns = 0; turns < 4; turns++) {
      await page.mouse.move(at.x, at.y - 1);
      await page.mouse.move(at.x, at.y);
      if (await page.locator('.tt-surface').getAttribute('data-place') === move) {
        await page.mouse.click(at.x, at.y);
        return;
      }
      await page.mouse.click(at.x, at.y, { button: 'right' });
    }
    await page.keyboard.press('c');
  }
  assert.fail(`${move} cannot be pointed at`);
}

/** Makes all moves of the main line. @param {Page} page @param {string} game @param {Solved} one */
async function solve(page, game, one) {
  const { live, play } = BOARDS[game];
  const alone = game === 'tetris';
  for (const [at, move] of one.lines[0].entries()) {
    // Every second move is the opponent's, who answers unasked.
    if (!alone && at % 2) continue;
    await page.locator(live).waitFor();
    await play(page, move, one);
    const last = at === one.lines[0].length - 1;
    await page.locator('.note.right').filter({ hasText: last ? /Solved!|That’s it\./ : /Right\. Go on!/ }).waitFor();
  }
}

/** @param {Page} page */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('plateau') ?? '{}'));

test('the list: every game has its puzzles and themes, in both languages', async () => {
  const there = await get('puzzles');
  const games = there.games.map((/** @type {{ game: string }} */ one) => one.game);
  assert.deepEqual(games.sort(), Object.keys(BOARDS).sort());
  for (const { game, count, themes } of there.games) {
    assert.ok(count >= 300, `${game}: ${count}`);
    for (const { id, name, count } of themes) {
      assert.ok(name.en && name.fr, id);
      assert.equal((await get(`games/${game}/puzzles?theme=${id}`)).length, count);
    }
  }
  for (const lang of ['en', 'fr']) {
    const { page, fine, close } = await visitor(browser, server, { lang, dark: lang === 'fr' });
    await page.goto('/');
    await page.locator('[data-game=connect4] a[href="/puzzles/connect4"]').click();
    await page.locator('[data-game=connect4] select').waitFor();
    await page.goto('/learn');
    await page.locator('[data-game=quoridor] a[href="/puzzles/quoridor"]').click();
    await page.locator('[data-game=quoridor] select').waitFor();
    await page.goto('/puzzles');
    await page.locator('h1').filter({ hasText: lang === 'fr' ? 'Problèmes' : 'Puzzles' }).waitFor();
    await hasSoMany(page, '.course', Object.keys(BOARDS).length);
    await shoot(page, `puzzles-${lang}`, true);
    await axe(page, `puzzles ${lang}`);
    fine();
    await close();
  }
});

for (const game of Object.keys(BOARDS)) {
  test(`${game}: a wrong move, then the right ones, rated once`, async () => {
    const { live, play, suits } = BOARDS[game];
    const one = await find(game, suits);
    const { puzzle, lines } = one;
    const { page, fine, close } = await visitor(browser, server);
    await page.goto(`/puzzles/${game}/${puzzle.id}`);
    await page.locator(live).waitFor();
    await page.locator('.lesson-text .task').filter({ hasText: puzzle.task.en }).waitFor();
    const right = lines.map((line) => line[0]);
    // Another move of the same kind, so that the same hands can make it.
    const kind = (/** @type {string} */ move) =>
      `${move.split(' ').slice(0, 2)} ${move.split(',').length} ${move.length}`;
    const wrong = puzzle.position.legal.find((move) => !right.includes(move) && !move.endsWith('*')
      && kind(move) === kind(right[0]) && (game !== 'tetris' || move[0] === right[0][0]))
      ?? puzzle.position.legal.find((move) => !right.includes(move));
    assert.ok(wrong);
    await play(page, wrong, one);
    await page.locator('.note.wrong').filter({ hasText: 'There is something better' }).waitFor();
    const after = (await kept(page)).puzzles[game];
    assert.equal(after.done[puzzle.id], 'wrong');
    assert.ok(after.rating < 1200);
    assert.ok(after.met[puzzle.id] > puzzle.rating, 'the puzzle has won');
    await page.locator('.puzzle-result').filter({ hasText: `${after.met[puzzle.id]} for you` }).waitFor();
    await solve(page, game, one);
    await page.locator('.about-puzzle').waitFor();
    await shoot(page, `puzzle-${game}`);
    await axe(page, `puzzle ${game}`);
    assert.deepEqual((await kept(page)).puzzles[game], after, 'what counts is the first try');
    await page.locator('.lesson-nav .primary').click();
    await page.waitForURL((url) => url.pathname.startsWith(`/puzzles/${game}/`) && !url.pathname.endsWith(puzzle.id));
    await page.locator(live).waitFor();
    fine();
    await close();
  });
}

test('solved at once: rating and streak rise, and a reload keeps them', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const seen = new Set();
  await page.goto('/puzzles');
  await page.locator('[data-game=connect4] select').selectOption('win');
  await page.locator('[data-game=connect4] .button.primary').click();
  for (let n = 1; n <= 3; n++) {
    await page.locator('.c4-columns.live').waitFor();
    const id = new URL(page.url()).pathname.split('/')[3];
    assert.ok(!seen.has(id), 'another one');
    seen.add(id);
    const one = await solved('connect4', id);
    assert.ok(one.puzzle.themes.includes('win'), 'of the theme that was chosen');
    await solve(page, 'connect4', one);
    await page.locator('.rated.up').waitFor();
    const { puzzles, streak } = await kept(page);
    assert.equal(puzzles.connect4.played, n);
    assert.deepEqual(streak, { now: n, best: n });
    if (n < 3) await page.locator('.lesson-nav .primary').click();
  }
  const before = await kept(page);
  assert.ok(before.puzzles.connect4.rating > 1200);
  await page.reload();
  await page.locator('.c4-columns.live').waitFor();
  // Again, and it counts no more.
  await page.locator('.lesson-nav button').first().click();
  await page.locator('.note').filter({ hasText: 'Look at this' }).waitFor();
  assert.deepEqual((await kept(page)).streak, before.streak);
  await page.goto('/puzzles');
  await page.locator('.streak').filter({ hasText: '3 solved in a row' }).waitFor();
  const said = `Your rating: ${before.puzzles.connect4.rating}`;
  await page.locator('[data-game=connect4]').filter({ hasText: said }).waitFor();
  assert.equal(await page.locator('[data-game=connect4] select').inputValue(), 'win');
  fine();
  await close();
});

test('the hint shows the move, the solution plays the line, and both end the streak', async () => {
  const { page, fine, close } = await visitor(browser, server);
  const one = await find('connect4', ({ lines }) => lines[0].length >= 3);
  await page.goto(`/puzzles/connect4/${one.puzzle.id}`);
  await page.locator('.c4-columns.live').waitFor();
  await page.locator('.lesson-nav button').first().click();
  await page.locator('.note').filter({ hasText: `column ${one.lines[0][0]}` }).waitFor();
  assert.deepEqual((await kept(page)).streak.now, 0);
  await page.locator('.lesson-nav button').nth(1).click();
  await page.locator('.about-puzzle').waitFor();
  await page.locator('.note').filter({ hasText: 'This is how it goes.' }).waitFor();
  assert.ok(await page.locator('.lesson-nav button').first().isHidden(), 'there is nothing left to hint at');
  await page.locator('.lesson-nav button').filter({ hasText: 'Try again' }).click();
  await page.locator('.c4-columns.live').waitFor();
  await solve(page, 'connect4', one);
  fine();
  await close();
});

test('what was solved goes to the analysis board, and from there to the computer’s thoughts', async () => {
  for (const game of Object.keys(BOARDS)) {
    const wish = game === 'quoridor' ? { lang: 'fr', phone: true } : {};
    const { page, fine, close } = await visitor(browser, server, wish);
    const [{ id }] = await get(`games/${game}/puzzles`);
    const { lines } = await solved(game, id);
    await page.goto(`/puzzles/${game}/${id}`);
    await page.locator(BOARDS[game].live).waitFor();
    const analyse = page.getByRole('button', { name: /^Analyser?$/ });
    assert.ok(await analyse.isHidden(), 'not before it is solved');
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.locator('.about-puzzle').waitFor();
    await narrowEnough(page, `${game}, solved`);
    await shoot(page, `puzzle-${game}-solved`);
    await analyse.click();
    await page.waitForURL(`**/analysis/${game}?study=*`);
    await page.waitForFunction((n) => document.querySelectorAll('.movelist > li').length === n, lines[0].length);
    // A position that no moves led to is explained like any other.
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !document.querySelector('.movelist [aria-current]'));
    await page.getByRole('link', { name: /^Expl/ }).click();
    await page.waitForURL(`**/thoughts/${game}?position=*`);
    await page.locator('.thoughts-terms table.term-table').first().waitFor();
    fine();
    await close();
  }
});

test('the day’s puzzle is the same for everybody', async () => {
  const { day } = await get('puzzles');
  const today = new Date().toISOString().slice(0, 10);
  assert.ok(Math.abs(Date.parse(day.date) - Date.parse(today)) <= 86_400_000);
  for (const lang of ['en', 'fr']) {
    const { page, fine, close } = await visitor(browser, server, { lang });
    await page.goto('/puzzles');
    await page.locator('.day-puzzle a').click();
    await page.waitForURL(`**/puzzles/${day.game}/${day.id}`);
    await page.locator(BOARDS[day.game].live).waitFor();
    fine();
    await close();
  }
});

test('what is not there says so', async () => {
  const { page, close } = await visitor(browser, server);
  await page.goto('/puzzles/connect4/nothing');
  await page.locator('.notice').waitFor();
  for (const path of ['games/connect4/puzzles/nothing', 'games/chess/puzzles', 'games/chess/puzzles/x/solution']) {
    assert.equal((await fetch(`${server.base}/api/${path}`)).status, 404, path);
  }
  const [{ id }] = await get('games/connect4/puzzles');
  const post = (/** @type {unknown} */ body) => fetch(`${server.base}/api/games/connect4/puzzles/${id}/answer`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  assert.equal((await post({ moves: ['99'] })).status, 422);
  assert.equal((await post({ moves: 4 })).status, 400);
  assert.deepEqual(await (await post({ moves: [] })).json(), { right: true, done: false, steps: [] });
  await close();
});

test('on a phone, in the dark, every game fits', async () => {
  const { page, fine, close } = await visitor(browser, server, { phone: true, dark: true, lang: 'fr' });
  await page.goto('/puzzles');
  await page.locator('.course').first().waitFor();
  await narrowEnough(page, 'puzzles');
  await shoot(page, 'puzzles-phone', true);
  for (const game of Object.keys(BOARDS)) {
    const [{ id }] = await get(`games/${game}/puzzles`);
    await page.goto(`/puzzles/${game}/${id}`);
    await page.locator(BOARDS[game].live).waitFor();
    await narrowEnough(page, `puzzle ${game}`);
    await shoot(page, `puzzle-${game}-phone`);
    await axe(page, `puzzle ${game} on a phone`);
  }
  const one = await find('connect4', ({ lines }) => lines[0].length === 1);
  await page.goto(`/puzzles/connect4/${one.puzzle.id}`);
  await page.locator('.c4-columns.live').waitFor();
  await column(page, Number(one.lines[0][0])).tap();
  await page.locator('.note.right').filter({ hasText: 'Résolu' }).waitFor();
  fine();
  await close();
});

test('beside the board, hint, solution and next are in sight, and the board ends above the window’s edge', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  for (const game of Object.keys(BOARDS)) {
    const [{ id }] = await get(`games/${game}/puzzles`);
    await page.goto(`/puzzles/${game}/${id}`);
    await page.locator(BOARDS[game].live).waitFor();
    for (const [width, height] of [[1440, 900], [1024, 768], [1280, 720], [844, 390], [390, 844]]) {
      await page.setViewportSize({ width, height });
      const where = `${game} at ${width}×${height}`;
      // A board that depends on the window's size draws itself anew.
      await page.waitForFunction(() => {
        const foot = (/** @type {Element} */ each) => each.getBoundingClientRect().bottom <= innerHeight + 1;
        const shown = [...document.querySelectorAll('.lesson-nav button')].filter((each) => each.checkVisibility());
        const board = document.querySelector('.tt-surface, .board-main');
        return shown.length >= 3 && shown.every(foot) && (innerWidth < innerHeight || (board && foot(board)));
      }, null, { timeout: 10_000 }).catch(() => assert.fail(where));
      if (width === 1024) await shoot(page, `puzzle-${game}-1024`);
    }
  }
  fine();
  await close();
});
