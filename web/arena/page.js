// The arena: two players to watch, how strong all levels are, and ladders that grow.

import { games, listen, ask } from '../api.js';
import { hasBoard, loadSheet } from '../boards/index.js';
import { learn, t } from '../i18n/index.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { ladderCards } from './ladders.js';
import { ratings } from './ratings.js';
import { watchForm } from './watch.js';
import ownWords from './words.js';

/** @import { Arena, LaddersEvent, Page } from '../types.js' */

learn(ownWords);

/** @type {Page} */
export async function page(root) {
  name(t('nav.arena'));
  refill(root, el('div', { class: 'page arena' }, el('h1', {}, t('nav.arena')),
    el('div', { class: 'skeleton tall', 'aria-hidden': 'true' })));
  const [all, arena] = await Promise.all([
    games(), /** @type {Promise<Arena>} */ (ask('GET', 'arena')), loadSheet('/style/arena.css'),
  ]);
  const shown = all.filter(({ id }) => hasBoard(id));
  const cards = ladderCards(shown);
  const offline = el('p', { class: 'problem small', role: 'status' });
  cards.update(arena.ladders);
  refill(root, el('div', { class: 'page arena' },
    el('h1', {}, t('nav.arena')),
    el('p', { class: 'lead' }, t('arena.lead')),
    watchForm(shown),
    ratings(shown, arena.measured),
    el('section', { class: 'section' }, el('h2', {}, t('arena.ladders')), offline, cards.root)));
  const stop = listen('arena', '', '', {
    event: (/** @type {LaddersEvent} */ { data }) => cards.update(data),
    online: (/** @type {boolean} */ here) => { offline.textContent = here ? '' : t('arena.offline'); },
    gone: () => {},
  });
  return stop;
}
