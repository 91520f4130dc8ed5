// The board is the hero at every size: measures how large it is, and that nothing covers a piece or a button, for all
// games and phases, at the sizes of laptops, tablets and phones and at 200% zoom.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { makeTable, shoot, sitAt, startBrowser, startServer, visitor } from './harness.mjs';

/** @type {import('./harness.mjs').Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await startServer(); browser = await startBrowser(); });
after(async () => { await browser?.close(); await server?.stop(); });

/**
 * Width, height, and the share of the smaller of the two that a board's side has at least. Zoomed to 200%, a window
 * has half as many pixels each way.
 * @type {[number, number, number][]}
 */
const LAPTOPS = [[1440, 900, 0.8], [1280, 720, 0.8], [1024, 768, 0.8], [1366, 650, 0.8], [820, 1180, 0.8]];
/** @type {[number, number, number][]}  */
const SMALL = [
  [800, 600, 0.75], [900, 500, 0.75], [844, 390, 0.75], [740, 360, 0.75], [667, 375, 0.75],
];
/** @type {[number, number, number][]} */
const ZOOMED = [...LAPTOPS, ...SMALL].map(([width, height, share]) =>
  [Math.floor(width / 2), Math.floor(height / 2), share]);
/** Upright phones: the board has the full width. @type {[number, number, number][]} */
const PHONES = [[390, 844, 0.97], [360, 640, 0.97]];

/** What is measured as a game's board, and what lies on it or is held beside it. */
const BOARDS = /** @type {Record<string, { board: string, pieces: string, hand?: string }>} */ ({
  connect4: { board: '.c4-frame', pieces: '.c4-disc' },
  quoridor: { board: '.q-frame', pieces: '.q-pawn, .q-wall' },
  blokus: { board: '.bk-stage', pieces: '.bk-piece', hand: '.bk-tray.turn .bk-choice:not(.used)' },
  tigris: { board: '.t-map', pieces: '.t-tile, .t-leader', hand: '.t-piece' },
  tetris: { board: '.tt-surface', pieces: '.tt-surface' },
});

/**
 * Every phase that changes what is on the screen. `moves` are played through the API, or so many of those that are
 * legal; `act` is done by hand.
 * @type {{ name: string, game: string, variant?: string, people?: number, moves?: string[] | number,
 *   act?: (page: import('playwright-core').Page) => Promise<unknown>, resign?: boolean }[]}
 */
const PHASES = [
  { name: 'connect4', game: 'connect4', moves: ['4', '4', '3'] },
  { name: 'connect4 over', game: 'connect4', moves: ['4', '1', '4', '1', '4', '1', '4'] },
  { name: 'quoridor', game: 'quoridor', moves: ['e2', 'e8', 'e3h'] },
  { name: 'quoridor of four', game: 'quoridor', variant: 'four', people: 4, moves: 6 },
  { name: 'blokus', game: 'blokus', people: 4, moves: 12 },
  {
    name: 'blokus, a piece in hand', game: 'blokus', people: 4,
    act: async (page) => {
      await page.locator('.bk-tray.turn .bk-choice:not(:disabled)').first().click();
      // The piece follows the pointer: away from the trays.
      await page.mouse.move(2, 2);
    },
  },
  { name: 'blokus duo', game: 'blokus', variant: 'duo' },
  { name: 'blokus over', game: 'blokus', people: 4, resign: true },
  { name: 'tigris', game: 'tigris' },
  { name: 'tigris of four', game: 'tigris', variant: 'four', people: 4 },
  {
    name: 'tigris of four, when others have played', game: 'tigris', variant: 'four', people: 4,
    moves: ['leader black i6', 'pass', 'leader black c2', 'pass', 'pass', 'pass', 'pass', 'pass'],
  },
  { name: 'tigris, a revolt', game: 'tigris', moves: ['leader black i6', 'pass', 'leader black j7', 'support 0'] },
  {
    name: 'tigris, a leader in hand', game: 'tigris',
    act: (page) => page.locator('.t-piece[data-held="leader black"]').click(),
  },
  { name: 'tigris over', game: 'tigris', resign: true },
  { name: 'tetris piece by piece', game: 'tetris', people: 1 },
];

/**
 * A table in some phase, seen by whoever is to move.
 * @param {typeof PHASES[0]} phase @param {Awaited<ReturnType<typeof visitor>>['page']} page
 */
async function open({ game, variant, people = 2, moves = [], act, resign }, page) {
  const { table, tokens } = await makeTable(server, game, { people, ...(variant ? { variant } : {}) });
  const all = tokens.map(({ token }) => token).join(',');
  const ask = (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body = undefined) =>
    fetch(`${server.base}/api/tables/${table.id}/${path}`, {
      method, headers: { 'content-type': 'application/json', authorization: `Bearer ${all}` },
      body: JSON.stringify(body),
    });
  const list = typeof moves === 'number' ? Array.from({ length: moves }, () => null) : moves;
  for (const [epoch, known] of list.entries()) {
    const { legal } = known === null ? await (await ask('GET', 'view')).json() : { legal: [known] };
    const move = legal[legal.length >> 1];
    const answer = await ask('PUT', 'actions', { epoch, move });
    assert.ok(answer.ok, `${game} ${move}: ${await answer.text()}`);
  }
  // Hands are hidden from each other: one person is enough to look at.
  const own = game === 'tigris' ? tokens.slice(0, 1) : tokens;
  if (resign) {
    const answer = await fetch(`${server.base}/api/tables/${table.id}/resign`, {
      method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0].token}` },
      body: '{}',
    });
    assert.ok(answer.ok, await answer.text());
  }
  await sitAt(page, table, own);
  await page.locator(BOARDS[game].board).first().waitFor();
  await page.locator('.seat').first().waitFor();
  await act?.(page);
}

/** @param {import('playwright-core').Page} page @param {number} width @param {number} height */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  // A board that depends on the window's size draws itself anew before the next frame but one.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * The board's longer side as a share of the window, and whatever lies under something else.
 * @param {import('playwright-core').Page} page @param {typeof BOARDS['x']} what
 */
const measure = (page, { board, pieces, hand = '' }) => page.evaluate(({ board, pieces, hand }) => {
  scrollTo(0, 0);
  const [width, height] = [innerWidth, innerHeight];
  const box = (/** @type {Element} */ node) => node.getBoundingClientRect();
  const seen = (/** @type {Element} */ node) => {
    const { left, top, right, bottom } = box(node);
    if (right - left < 1 || getComputedStyle(node).visibility === 'hidden') return null;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    // What is scrolled away in a tray or below the window is not covered, only elsewhere.
    for (let up = node.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (!/auto|scroll|hidden/.test(style.overflowX + style.overflowY) || up === document.body) continue;
      const frame = box(up);
      if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return null;
    }
    return x > 1 && x < width - 1 && y > 1 && y < height - 1 ? { x, y } : null;
  };
  const dock = document.querySelector('.primary-row, .arcade-touch');
  const dockBox = dock && /fixed|sticky/.test(getComputedStyle(dock).position) ? box(dock) : null;
  const docked = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    dockBox !== null && y > dockBox.top - 1 && x > dockBox.left && x < dockBox.right;
  const name = (/** @type {Element} */ node) =>
    `${node.tagName}.${node.getAttribute('class')} ${node.getAttribute('aria-label') ?? ''}`;
  /** @type {string[]} */
  const covered = [];
  for (const node of document.querySelectorAll('button, a, select, input, summary')) {
    const at = seen(node);
    // A bar that stays at the bottom covers only what can be scrolled up.
    if (!at || (docked(at) && !dock?.contains(node))) continue;
    const hit = document.elementFromPoint(at.x, at.y);
    if (!hit || !(node.contains(hit) || hit.contains(node) || hit.closest('label')?.contains(node))) {
      covered.push(`${name(node)} under ${hit && name(hit)}`);
    }
  }
  const stage = document.querySelector(board)?.closest('.board-main, .t-map, .tt-well');
  for (const node of document.querySelectorAll(pieces)) {
    const at = stage?.contains(node) ? seen(node) : null;
    if (!at || docked(at)) continue;
    const hit = document.elementFromPoint(at.x, at.y);
    if (!stage?.contains(hit)) covered.push(`${name(node)} under ${hit && name(hit)}`);
  }
  // Parts that stand beside each other do not lie on each other.
  const parts = [...document.querySelectorAll(
    `${board}, .top, .note, .seats > *, .table > .side, .primary-row, .board-hand, .t-hand, .t-foot > *`)]
    .filter((node) => node.checkVisibility() && !/fixed|sticky/.test(getComputedStyle(node).position)
      && !node.closest('.side:not(.flat)')?.matches('.table > .side:not(.open)') && box(node).height > 1);
  for (const [i, one] of parts.entries()) {
    for (const other of parts.slice(i + 1)) {
      const [a, b] = [box(one), box(other)];
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (x > 1 && y > 1 && !one.contains(other) && !other.contains(one)) {
        covered.push(`${name(one)} on ${name(other)}`);
      }
    }
  }
  for (const node of document.querySelectorAll('.movelist button > span:last-child, .acts span, .t-turn span')) {
    if (node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0) {
      covered.push(`${name(node)} is cut: ${node.textContent}`);
    }
  }
  const { width: w, height: h, bottom } = box(/** @type {Element} */ (document.querySelector(board)));
  const held = hand ? [...document.querySelectorAll(hand)].map(seen) : [];
  const again = document.querySelector('.acts .primary');
  return {
    again: again !== null && box(again).top >= 0 && box(again).bottom <= height,
    covered, width: w, height: h, over: Math.round(bottom - height), share: Math.max(w, h) / Math.min(width, height),
    high: h / height, held: held.filter((at) => at && !docked(at)).length, wide: document.documentElement.scrollWidth,
  };
}, { board, pieces, hand });

/**
 * What is wrong with the page once it has come to rest: a busy machine may take some frames to lay it out.
 * @param {import('playwright-core').Page} page @param {typeof BOARDS['x']} what
 * @param {(found: Awaited<ReturnType<typeof measure>>) => string[]} judge
 */
async function judged(page, what, judge) {
  for (let tries = 0; ; tries++) {
    const found = await measure(page, what);
    const wrong = judge(found);
    if (!wrong.length || tries === 20) return { found, wrong };
    await page.waitForTimeout(100);
  }
}

for (const phase of PHASES) {
  test(`${phase.name}: the board is large and nothing is covered, at every size`, async (t) => {
    const { page, fine, close } = await visitor(browser, server);
    await open(phase, page);
    const what = BOARDS[phase.game];
    /** @type {string[]} */
    const wrong = [];
    const shares = [];
    for (const [width, height, least] of [...LAPTOPS, ...SMALL, ...ZOOMED, ...PHONES]) {
      await resize(page, width, height);
      const upright = height > width;
      const wanted = phase.game === 'tetris' ? (upright ? 0 : Math.min(least, 0.75)) : least;
      const holds = what.hand && upright && height > 600 && width < 600 && !phase.name.endsWith('over');
      const part = (/** @type {{ high: number, share: number }} */ found) =>
        phase.game === 'tetris' && !upright ? found.high : found.share;
      const { found, wrong: here } = await judged(page, what, (found) => [
        part(found) < wanted && `${part(found).toFixed(3)} < ${wanted}`,
        found.covered.length > 0 && found.covered.slice(0, 3).join('; '),
        holds && !found.held && 'no piece in sight',
        phase.name.endsWith('over') && height >= 280 && !found.again && 'the rematch is out of sight',
        !upright && height >= 280 && found.over > 0 && `its foot is ${found.over} px below the window`,
        found.wide > width && `scrolls sideways, ${found.wide}`,
      ].filter((fault) => typeof fault === 'string'));
      const where = `${width}×${height}`;
      shares.push(`${where} ${part(found).toFixed(2)}`);
      wrong.push(...here.map((fault) => `${where}: ${fault}`));
      if (process.env.SHOTS) await shoot(page, `size-${phase.name.replaceAll(/\W+/g, '-')}-${width}x${height}`);
    }
    t.diagnostic(shares.join(', '));
    assert.deepEqual(wrong, []);
    fine();
    await close();
  });
}

test('with four players at 1024×768 the moves and their buttons stand above those of the table', async () => {
  for (const lang of ['en', 'fr']) {
    const { page, fine, close } = await visitor(browser, server, { lang });
    await resize(page, 1024, 768);
    // While a piece is in hand, what turns it comes first.
    for (const phase of PHASES.filter(({ people = 2, act }) => people === 4 && !act)) {
      await open(phase, page);
      await page.waitForFunction(() => {
        const [side, acts] = ['.table > .side', '.primary-row'].map((part) =>
          /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect());
        return side.bottom <= acts.top + 1;
      }, undefined, { timeout: 5000 }).catch(() => assert.fail(`${phase.name}, ${lang}`));
    }
    fine();
    await close();
  }
});

test('an invitation and a lesson’s buttons stay in their frames, at every size, in French', async () => {
  const { page, fine, close } = await visitor(browser, server, { lang: 'fr' });
  /** @type {string[]} */
  const wrong = [];
  const { table, tokens } = await makeTable(server, 'quoridor', {
    seats: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
  });
  const look = async (/** @type {string} */ what) => {
    for (const [width, height] of [...LAPTOPS, ...SMALL, ...PHONES]) {
      await resize(page, width, height);
      const out = await page.evaluate(() => {
        const box = (/** @type {Element} */ node) => node.getBoundingClientRect();
        const card = document.querySelector('.invite .card');
        const nav = document.querySelector('.lesson-nav');
        const inCard = card ? [...card.querySelectorAll('*')].filter((each) => box(each).right > box(card).right) : [];
        const seats = card && innerWidth > innerHeight ? [...document.querySelectorAll('.seat')] : [];
        return [
          ...inCard, ...seats.filter((each) => card && box(each).left < box(card).right),
          ...[...document.querySelectorAll('.lesson-nav > *')].filter((each) => box(each).right > innerWidth),
          // What the lesson asks for can be taken up at once.
          ...(document.querySelector('.lesson .bk-choice') && innerHeight > 360
            && ![...document.querySelectorAll('.bk-choice')].some((each) => (
              box(each).height > 0 && box(each).bottom < box(/** @type {Element} */ (nav)).top))
            ? [/** @type {Element} */ (document.querySelector('.bk-choice'))] : []),
        ].map((each) => `${each.tagName}.${each.getAttribute('class')}`);
      });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) out.push(`scrolls sideways, ${wide}`);
      wrong.push(...out.map((fault) => `${what} ${width}×${height}: ${fault}`));
    }
  };
  await sitAt(page, table, tokens);
  await page.locator('.share').waitFor();
  await look('invitation');
  await page.goto('/learn/connect4/fork');
  await page.locator('.lesson-nav .button').first().waitFor();
  await look('lesson');
  await page.goto('/learn/blokus/drag');
  await page.locator('.bk-choice').first().waitFor();
  await look('lesson with pieces');
  assert.deepEqual(wrong, []);
  fine();
  await close();
});

for (const touch of [false, true]) {
  test(`a well in real time is as high as the window${touch ? ', under two thumbs' : ''}`, async (t) => {
    const context = await browser.newContext({
      baseURL: server.base, locale: 'en-GB', hasTouch: touch, isMobile: touch, reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto('/arcade/tetris/marathon');
    await page.locator('.tt-surface canvas').waitFor();
    const sizes = touch ? SMALL.slice(2) : [...LAPTOPS.slice(0, 4), ...SMALL, ...ZOOMED.slice(0, 4)];
    /** @type {string[]} */
    const wrong = [];
    const shares = [];
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      const { found, wrong: here } = await judged(page, BOARDS.tetris, (found) => [
        found.high < 0.85 && `${found.high.toFixed(3)} < 0.85`,
        found.covered.length > 0 && found.covered.slice(0, 3).join('; '),
        found.wide > width && `scrolls sideways, ${found.wide}`,
      ].filter((fault) => typeof fault === 'string'));
      shares.push(`${width}×${height} ${found.high.toFixed(2)}`);
      wrong.push(...here.map((fault) => `${width}×${height}: ${fault}`));
      if (process.env.SHOTS) await shoot(page, `size-well${touch ? '-touch' : ''}-${width}x${height}`);
    }
    t.diagnostic(shares.join(', '));
    assert.deepEqual(wrong, []);
    await context.close();
  });
}
