// Starts the server and Chromium for a test, and fails the test on anything that the browser complains about.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

const ROOT = new URL('../../', import.meta.url).pathname;
export const SCREENS = join(ROOT, 'target/screens/');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(SCREENS, { recursive: true });

export const BIN = process.env.PLATEAU_BIN ?? join(ROOT, 'target/release/plateau');

/** @returns {Promise<number>} */
export const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
    probe.close(() => done(port));
  });
});

// A server on a port and a database of its own, which can be killed and started again.
/** @param {Record<string, string>} [settings] environment of the server */
export async function startServer(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;

  async function start() {
    let said = '';
    const [bind, database] = [`127.0.0.1:${port}`, `sqlite:${join(folder, 'plateau.db')}`];
    // All tests come from one address and in a hurry, so the limits are off unless they are the
    // matter. The page is the one inside the program, which people get; PLATEAU_WEB=web tries
    // changes to it without a build.
    const env = { ...process.env, PLATEAU_LIMITS: 'off', ...settings };
    child = spawn(BIN, ['serve', '--bind', bind, '--database', database], { stdio: ['ignore', 'ignore', 'pipe'], env });
    child.on('error', (error) => { said += `${BIN}: ${error.message}`; });
    child.stderr?.on('data', (chunk) => { said += chunk; });
    for (let i = 0; i < 2400; i++) {
      if (await fetch(`${base}/api/version`).then((answer) => answer.ok, () => false)) return;
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${said}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the server does not answer: ${said}`);
  }
  /** As a power cut would. */
  async function kill() {
    const dying = child;
    if (!dying || dying.exitCode !== null) return;
    const ended = new Promise((done) => dying.once('exit', done));
    dying.kill('SIGKILL');
    await ended;
  }
  await start();
  return { base, start, kill, stop: async () => { await kill(); rmSync(folder, { recursive: true, force: true }); } };
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** Errors that are no fault of the page: a refusal by the server (4xx) is an answer, and tests kill the server. */
const EXPECTED = new RegExp([
  'Failed to load resource.*4\\d\\d',
  'Failed to load resource.*ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|CONNECTION_RESET)',
  'net::ERR_',
].join('|'));

/** @returns {Promise<import('playwright-core').Browser>} */
export const startBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/**
 * A visitor with a memory of their own. `complaints` fills with errors on the console, exceptions
 * and violations of the content policy; `fine()` fails the test if there are any.
 * @param {import('playwright-core').Browser} browser @param {Server} server
 * @param {{ phone?: boolean, dark?: boolean, lang?: string, calm?: boolean, offline?: boolean }} [wish]
 */
export async function visitor(browser, server, { phone, dark, lang = 'en', calm = true } = {}) {
  const context = await browser.newContext({
    baseURL: server.base,
    locale: lang === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: calm ? 'reduce' : 'no-preference',
    viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: Boolean(phone),
    isMobile: Boolean(phone),
    deviceScaleFactor: phone ? 2 : 1,
  });
  const page = await context.newPage();
  // Generous: a busy machine must not fail a test that waits for something.
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  return { page, context, fine: () => assert.deepEqual(complaints, []), close: () => context.close() };
}

/** @typedef {{ seat: number, token: string }} SeatToken */

const NAMES = ['Ada', 'Léo', 'Zoé', 'Max'];

/**
 * A new table of a game, for people unless `seats` says otherwise.
 * @param {Server} server @param {string} game
 * @param {{ people?: number, [more: string]: unknown }} [wish] as docs/http-api.md has it
 * @returns {Promise<{ table: { id: string }, tokens: SeatToken[] }>}
 */
export async function makeTable(server, game, { people = 2, ...more } = {}) {
  const seats = NAMES.slice(0, people).map((name) => ({ kind: 'person', name }));
  const answer = await fetch(`${server.base}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game, seats, private: true, ...more }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  return answer.json();
}

/**
 * Gives this browser the seats of these tokens, and opens the table.
 * @param {import('playwright-core').Page} page @param {{ id: string }} table @param {SeatToken[]} tokens
 * @param {'load' | 'commit'} [waitUntil]
 */
export async function sitAt(page, { id }, tokens, waitUntil = 'load') {
  const held = Object.fromEntries(tokens.map(({ seat, token }) => [seat, token]));
  await page.addInitScript(({ id, held }) => {
    const kept = JSON.parse(localStorage.getItem('plateau') ?? '{}');
    localStorage.setItem('plateau', JSON.stringify({ ...kept, tokens: { ...kept.tokens, [id]: held } }));
  }, { id, held });
  await page.goto(`/table/${id}`, { waitUntil });
}

/** The discs on the board, by what its columns say. @param {import('playwright-core').Page} page */
export const column = (page, /** @type {number} */ n) => page.locator('.c4-column').nth(n - 1);

/** How many moves the list shows. @param {import('playwright-core').Page} page */
export const moveCount = (page) => page.locator('.movelist li:not(.none)').count();

/** Waits until it is our turn or the game is over. @param {import('playwright-core').Page} page */
export const ourTurn = (page) =>
  page.waitForFunction(() => document.querySelector('.c4-columns.live') || document.querySelector('.status.over'));

/**
 * Plays any open columns until the game is over.
 * @param {import('playwright-core').Page} page @param {(n: number) => Promise<void>} drop
 */
export async function playOut(page, drop) {
  for (let i = 0; i < 60; i++) {
    await ourTurn(page);
    if (await page.locator('.status.over').count()) return;
    const before = await moveCount(page);
    const open = await page
      .locator('.c4-column')
      .evaluateAll((all) =>
        all.flatMap((one, n) => (/Full\.|Pleine\./.test(one.getAttribute('aria-label') ?? '') ? [] : [n + 1])),
      );
    await drop(open[(i * 3) % open.length]);
    await page.waitForFunction(
      (n) => document.querySelectorAll('.movelist li:not(.none)').length > n || document.querySelector('.status.over'),
      before,
    );
  }
  throw new Error('the game does not end');
}

/** One shot for the eyes. @param {import('playwright-core').Page} page @param {string} name @param {boolean} [full] */
export const shoot = (page, name, full = false) =>
  page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage: full });

/** Nothing that axe finds. @param {import('playwright-core').Page} page @param {string} where */
export async function axe(page, where) {
  // Through the protocol, not a script element: the page's own policy stays as it is.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ { id, nodes }) => {
      const places = nodes.map((/** @type {any} */ node) => node.target.join(' ')).join(' | ');
      return `${id}: ${places} ${nodes[0].failureSummary}`;
    });
  });
  assert.deepEqual(found, [], where);
}

/**
 * Waits until there are so many of something: a page may come before its list.
 * @param {import('playwright-core').Page} page @param {string} selector CSS @param {number} wanted
 */
export async function hasSoMany(page, selector, wanted) {
  await page.waitForFunction(([selector, wanted]) => document.querySelectorAll(selector).length === wanted,
    /** @type {const} */ ([selector, wanted]));
}

/** Nothing scrolls sideways. @param {import('playwright-core').Page} page @param {string} where */
export async function narrowEnough(page, where) {
  const [inner, wide] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ]);
  assert.ok(wide <= inner, `${where} scrolls sideways: ${wide} > ${inner}`);
}
