// What tests of Tetris alone share: somebody at a well, what it shows, and pieces laid on a machine that may be slow.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { startBrowser, startServer, visitor } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A server and a browser for the tests of a file: somebody at a well, with these settings, and where the server is.
 */
export function startWells() {
  /** @type {import('./harness.mjs').Server} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => { server = await startServer(); browser = await startBrowser(); });
  after(async () => { await browser?.close(); await server?.stop(); });

  /** @param {string} path @param {Record<string, any>} [own] @param {Parameters<typeof visitor>[2]} [wish] */
  async function at(path, own = {}, wish = {}) {
    const who = await visitor(browser, server, wish);
    await who.context.addInitScript((own) => {
      const kept = JSON.parse(localStorage.getItem('plateau') ?? '{}');
      localStorage.setItem('plateau', JSON.stringify({ name: 'Ada', ...kept, own: { tetris: own, ...kept.own } }));
    }, own);
    await who.page.goto(path);
    return who;
  }
  return { at, base: () => server.base };
}

/** @param {Page} page @param {'ready' | 'playing' | 'paused' | 'over'} state */
export const is = (page, state) => page.locator(`.arcade[data-state=${state}]`).waitFor();
/** Plays on, also after the page had been slow to answer for a second and so was paused. @param {Page} page */
export async function goOn(page) {
  for (let i = 0; i < 5; i++) {
    const resume = page.locator('.arcade-paused .primary');
    if (await resume.count()) await resume.click().catch(() => {});
    await is(page, 'playing');
    await page.waitForTimeout(60);
    if (await page.locator('.arcade[data-state=playing]').count()) return;
  }
}
/** @param {Page} page @param {string} name */
export const figure = async (page, name) => (await page.locator(`.tt-figures .${name} dd`).innerText()).trim();
/** Waits for so many pieces; a page that has paused goes on. @param {Page} page @param {number} n */
export async function pieces(page, n) {
  for (let tries = 0; tries < 10; tries++) {
    await page.waitForFunction((n) => document.querySelector('.arcade[data-state=paused]')
      || Number(document.querySelector('.tt-figures .pieces dd')?.textContent) >= n, n);
    if (Number(await figure(page, 'pieces')) >= n) return;
    await goOn(page);
  }
  assert.fail(`there are never ${n} pieces`);
}
/**
 * Lays pieces until there are so many. A page that was too slow to draw for a second has paused, and what was pressed
 * meanwhile is lost: then it goes on and presses again.
 * @param {Page} page @param {number} n @param {() => Promise<unknown>} press
 */
export async function lay(page, n, press) {
  for (let tries = 0; tries < 10; tries++) {
    await goOn(page);
    await press();
    await page.waitForFunction((n) => document.querySelector('.arcade[data-state=paused]')
      || Number(document.querySelector('.tt-figures .pieces dd')?.textContent) >= n, n);
    if (Number(await figure(page, 'pieces')) >= n) return;
  }
  assert.fail(`${n} pieces cannot be laid`);
}
/** Waits until a figure is this text. @param {Page} page @param {string} name @param {string} text */
export const shows = (page, name, text) => page.waitForFunction(([name, text]) => (
  document.querySelector(`.tt-figures .${name} dd`)?.textContent === text), [name, text]);
/** Waits until the score is higher. @param {Page} page @param {number} than */
export const scores = (page, than) => page.waitForFunction((than) => (
  Number(document.querySelector('.tt-figures .score dd')?.textContent) > than), than);
/** How many dots of a canvas are not empty. @param {Page} page @param {string} canvas */
export const drawn = (page, canvas) => page.locator(canvas).evaluate((node) => {
  const sheet = /** @type {HTMLCanvasElement} */ (node);
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  const { data } = pen.getImageData(0, 0, sheet.width, sheet.height);
  let full = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i]) full++;
  return full;
});
/** How many dots of the well have this colour. @param {Page} page @param {number[]} colour */
export const dots = (page, colour) => page.locator('.tt-surface canvas').evaluate((node, [r, g, b]) => {
  const sheet = /** @type {HTMLCanvasElement} */ (node);
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext('2d'));
  const { data } = pen.getImageData(0, 0, sheet.width, sheet.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) found++;
  return found;
}, colour);
export const PLAN = [0x7f, 0xd6, 0xce];

/**
 * Waits for so many pictures: a gamepad is looked at, and the well is drawn, once in each.
 * @param {Page} page @param {number} n
 */
export const frames = (page, n) => page.evaluate((n) => new Promise((done) => {
  const next = (/** @type {number} */ left) => (left ? requestAnimationFrame(() => next(left - 1)) : done(null));
  next(n);
}), n);

/** How long a busy machine may take to fill a well, in milliseconds. */
const PATIENCE = 60_000;
/** Drops whatever comes until the well is full. @param {Page} page */
export async function fill(page) {
  const over = page.locator('.arcade[data-state=over]');
  for (const end = Date.now() + PATIENCE; Date.now() < end && !(await over.count());) {
    await page.keyboard.press('Space');
    await page.waitForTimeout(25);
    if (await page.locator('.arcade[data-state=paused]').count()) await goOn(page);
  }
  await is(page, 'over');
}
