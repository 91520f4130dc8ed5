// Where study begins: a board for each game, the computer's thoughts, games that were played here, and saved ones.

import { games } from '../api.js';
import { hasBoard, loadSheet, pictureOf } from '../boards/index.js';
import { ago, learn, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { openSaved } from '../pages/saved.js';
import ownWords from './front-words.js';

/** @import { Game, Page } from '../types.js' */

/** How many of the games that were played here are offered. */
const LATEST = 5;

learn(ownWords);

/** @type {Page} */
export async function page(root) {
  name(t('nav.study'));
  const cards = el('ul', { class: 'study-games' }, el('li', { class: 'skeleton tall', 'aria-hidden': 'true' }));
  const played = el('section', { class: 'section' });
  refill(root, el('div', { class: 'page' },
    el('h1', {}, t('front.title')), el('p', { class: 'lead' }, t('front.lead')), cards, played));
  const [all] = await Promise.all([games(), loadSheet('/style/study.css')]);
  const boards = all.filter((game) => hasBoard(game.id));
  refill(cards, boards.map(card));
  refill(played, latest(all));
}

/** @param {Game} game */
function card(game) {
  const picture = el('div', { class: 'picture' });
  pictureOf(game.id).then((art) => refill(picture, art), () => {});
  return el('li', { class: 'card study-game', 'data-game': game.id }, picture,
    el('div', { class: 'stack tight' },
      el('h2', {}, words(game.name)),
      el('a', { class: 'button primary', href: `/analysis/${game.id}` }, icon('chart'), t('front.board')),
      el('p', { class: 'links' },
        el('a', { href: `/thoughts/${game.id}` }, t('front.thoughts')),
        game.puzzles > 0 && el('a', { href: `/puzzles/${game.id}` }, t('front.puzzles')))));
}

/** @param {Game[]} all */
function latest(all) {
  const over = recall('recent').filter((item) => item.result).slice(0, LATEST);
  const saved = el('button', { class: 'button', type: 'button', on: { click: () => void openSaved() } },
    icon('open'), t('saved.title'));
  return [
    el('div', { class: 'head' }, el('h2', {}, t('front.played')), saved),
    el('ul', { class: 'rows' }, over.length
      ? over.map((item) => el('li', { class: 'row' },
        el('span', { class: 'who' }, words(all.find(({ id }) => id === item.game)?.name),
          item.with && el('span', { class: 'quiet-text' }, t('home.against', { name: item.with }))),
        el('span', { class: 'quiet-text small' }, ago(item.at)),
        el('a', { class: 'button', href: `/analysis/${item.table}` }, t('analyse'))))
      : el('li', { class: 'empty' }, el('span', {}, t('front.played.none')),
        el('a', { class: 'button', href: '/' }, t('nav.play')))),
  ];
}
