// The one list of boards: a game brings a module and a stylesheet of its own name, and a line here.

/** @import { BoardModule } from '../types.js' */

/** @type {Record<string, () => Promise<BoardModule>>} */
const BOARDS = {
  blokus: () => import('./blokus.js'),
  connect4: () => import('./connect4.js'),
};

export const hasBoard = (/** @type {string} */ game) => game in BOARDS;

/** The board's module, once its stylesheet is there too. @param {string} game @returns {Promise<BoardModule>} */
export async function boardOf(game) {
  const load = BOARDS[game];
  if (!load) throw new Error(`no board for ${game}`);
  const [board] = await Promise.all([load(), dressed(game)]);
  return board;
}

/** @param {string} game */
function dressed(game) {
  const href = `/style/boards/${game}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
