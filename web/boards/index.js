// The one list of boards: a game brings a module, its words and a stylesheet, all of its own name, and
// stands here.

import { learn } from '../i18n/index.js';

/** @import { BoardModule } from '../types.js' */

const BOARDS = ['connect4', 'quoridor', 'blokus', 'tigris', 'tetris'];

/** Boards that stand in folders of their own. */
const foldered = (/** @type {string} */ game) => game === 'tetris';

export const hasBoard = (/** @type {string} */ game) => BOARDS.includes(game);

/** The board's module, once its words and its stylesheet are there too. @param {string} game @returns {Promise<BoardModule>} */
export async function boardOf(game) {
  if (!hasBoard(game)) throw new Error(`no board for ${game}`);
  const [board, words] = await Promise.all([
    foldered(game) ? import(`./${game}/index.js`) : import(`./${game}.js`),
    foldered(game) ? import(`./${game}/words.js`) : import(`./${game}.words.js`),
    dressed(game),
  ]);
  learn(words.default);
  return board;
}

/** What is played in real time has a page of its own, with a picture for the card. */
const ARCADES = ['tetris'];

export const hasArcade = (/** @type {string} */ game) => ARCADES.includes(game);

/** The words and the stylesheet of a game in real time. @param {string} game */
export async function dress(game) {
  if (!hasArcade(game)) return;
  const [words] = await Promise.all([import(`./${game}/words.js`), dressed(game)]);
  learn(words.default);
}

/** @param {string} game @returns {Promise<SVGElement>} */
export const pictureOf = async (game) => (hasArcade(game) ? await import(`./${game}/picture.js`) : await boardOf(game)).picture();

/** @param {string} game */
function dressed(game) {
  const href = foldered(game) ? `/boards/${game}/style.css` : `/style/boards/${game}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
