// The one list of boards: a game brings a module, its words and a stylesheet, all of its own name, and
// stands here.

import { learn } from '../i18n/index.js';

/** @import { BoardModule } from '../types.js' */

const BOARDS = ['connect4', 'quoridor', 'blokus', 'tigris'];

export const hasBoard = (/** @type {string} */ game) => BOARDS.includes(game);

/** The board's module, once its words and its stylesheet are there too. @param {string} game @returns {Promise<BoardModule>} */
export async function boardOf(game) {
  if (!hasBoard(game)) throw new Error(`no board for ${game}`);
  const [board, words] = await Promise.all([import(`./${game}.js`), import(`./${game}.words.js`), dressed(game)]);
  learn(words.default);
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
