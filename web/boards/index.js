// The list of boards. A game's board is a folder of its name, with `index.js`, `words.js` and `style.css`.

import { files } from '../files.js';
import { learn } from '../i18n/index.js';
import { mark } from '../ui/icons.js';

/** @import { RealTimeGame } from '../arcade/types.js' */
/** @import { BoardModule } from '../types.js' */

const BOARDS = [
  'connect4',
  'quoridor',
  'blokus',
  'tigris',
  'tetris',
];

/** Games that can be played in real time: they have a `realtime.js`, and a picture for the card in `picture.js`. */
const ARCADES = ['tetris'];

/** Games whose seats have signs of their own: their `art.js` draws them. */
const SIGNED = ['tigris'];

export const hasBoard = (/** @type {string} */ game) => BOARDS.includes(game);

export const hasArcade = (/** @type {string} */ game) => ARCADES.includes(game);

/** Loads a board with its words and its stylesheet. @param {string} game @returns {Promise<BoardModule>} */
export async function boardOf(game) {
  if (!hasBoard(game)) throw new Error(`no board for ${game}`);
  const [board] = await Promise.all([
    import(`./${game}/index.js`),
    loadWords(game),
    loadStyle(game),
  ]);
  return board;
}

/** Loads a game in real time; null where it is none. @param {string} game @returns {Promise<RealTimeGame | null>} */
export async function arcadeOf(game) {
  if (!hasArcade(game)) return null;
  const [module] = await Promise.all([
    import(`./${game}/realtime.js`),
    loadWords(game),
    loadSheet('/style/arcade.css'),
    loadStyle(game),
  ]);
  return module.default;
}

/** A still life for the first page, without the rest. @param {string} game @returns {Promise<SVGElement>} */
export async function pictureOf(game) {
  // What the arcade's pictures look like stands in themselves.
  const [module] = await Promise.all([import(`./${game}/picture.js`), !hasArcade(game) && loadStyle(game)]);
  return module.picture();
}

/**
 * The sign of a seat where no board is loaded: its mark, until the game's own sign is there.
 * @param {string} game @param {number} seat
 */
export function signOf(game, seat) {
  const sign = mark(seat);
  if (SIGNED.includes(game)) {
    void Promise.all([import(`./${game}/art.js`), loadStyle(game)]).then(([art]) => sign.replaceWith(art.sign(seat)));
  }
  return sign;
}

/** @param {string} game */
async function loadWords(game) {
  learn((await import(`./${game}/words.js`)).default);
}

/** @param {string} game */
const loadStyle = (game) => loadSheet(`/boards/${game}/style.css`);

/** By address: a sheet that is on its way is not fetched again. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Loads a stylesheet once. @param {string} name */
export function loadSheet(name) {
  const href = files[name] ?? name;
  const known = sheets.get(href);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((done) => {
    link.onload = link.onerror = done;
    // What games share comes before what each adds to it, whichever was fetched first.
    const games = name.startsWith('/boards/') ? null : document.head.querySelector('link[href^="/boards/"]');
    document.head.insertBefore(link, games);
  });
  sheets.set(href, loaded);
  return loaded;
}
