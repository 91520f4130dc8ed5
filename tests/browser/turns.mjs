// How somebody makes a move in each game, as people do it on the page.

/** @typedef {import('playwright-core').Page} Page */

/** Waits until the list has more moves than this. @param {Page} page @param {number} n */
export const more = (page, n) => page.waitForFunction(
  (n) => document.querySelectorAll('.movelist li:not(.none)').length > n, n);
/** @param {Page} page */
export const count = (page) => page.locator('.movelist li:not(.none)').count();

/**
 * How somebody makes any move on the board, once it lets them.
 * @type {Record<string, (page: Page) => Promise<void>>}
 */
export const MOVE = {
  async connect4(page) {
    await page.locator('.c4-columns.live .c4-column').nth(3).click();
  },
  async quoridor(page) {
    await page.locator('.q-field.live').waitFor();
    // The field takes the clicks, not the square that shines through it; and the board may just be drawn anew.
    await page.locator('.q-lit').first().click({ force: true });
  },
  async blokus(page) {
    // The first Enter takes the piece to where it fits, the second lays it.
    await page.locator('.live .bk-choice:not(.used):not(.nowhere)').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.bk-surface:focus').waitFor();
    await page.keyboard.press('Enter');
  },
  async tigris(page) {
    await page.locator('.t-field.live').waitFor();
    await page.getByRole('button', { name: 'Swap tiles' }).click();
    await page.locator('.t-group .t-piece:not([disabled])').first().click();
    await page.getByRole('button', { name: 'swap 1 tile', exact: true }).click();
  },
};
/** How many moves make a turn. @type {Record<string, number>} */
const STEPS = { tigris: 2 };

/** Plays a turn, and waits for each of its moves to be in the list. @param {Page} page @param {string} game */
export async function move(page, game) {
  for (let step = 0; step < (STEPS[game] ?? 1); step++) {
    const before = await count(page);
    await MOVE[game](page);
    await more(page, before);
  }
}
