// All games of this browser, with whose turn it is, and a choice of which to show.

import { learn, count, t, words } from '../i18n/index.js';
import { loadSheet } from '../boards/index.js';
import { name } from '../router.js';
import { dropTokens, forgetRecent } from '../store.js';
import { markIcon } from '../ui/alerts.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { myTables, tableRow } from '../ui/my-tables.js';
import ownWords from './table-words.js';

/** @import { Page } from '../types.js' */
/** @import { MyTable } from '../ui/my-tables.js' */

const REFRESH = 5000;
const KINDS = /** @type {const} */ (['all', 'yours', 'playing', 'wait', 'over']);
/** What else is shown under some of them. @type {Record<string, MyTable['state'][]>} */
const KIN = { playing: ['yours', 'racing', 'theirs'], wait: ['asked'] };

learn(ownWords);

/** @type {Page} */
export async function page(root) {
  void loadSheet('/style/live.css');
  let kind = /** @type {typeof KINDS[number]} */ ('all');
  let game = '';
  /** @type {MyTable[]} */
  let mine = [];

  const list = el('ul', { class: 'rows' });
  const kinds = el('div', { class: 'filters', role: 'group', 'aria-label': t('mine.show') }, KINDS.map((each) =>
    el('button', {
      class: 'button', type: 'button', 'data-kind': each,
      on: { click: () => { kind = each; draw(); } },
    }, t(`mine.${each}`))));
  const which = el('select', { id: 'which-game', on: { change: () => { game = which.value; draw(); } } });
  refill(root, el('div', { class: 'page' }, el('h1', {}, t('mine.title')),
    el('div', { class: 'head' }, kinds, el('label', { class: 'which' }, el('span', {}, t('mine.game')), which)), list));

  /** @param {MyTable} each */
  const fits = ({ state, game: of }) => (kind === 'all' || state === kind || (KIN[kind] ?? []).includes(state))
    && (!game || of?.id === game);

  let drawn = '';
  function draw() {
    for (const button of kinds.children) {
      button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.kind === kind));
    }
    const shown = mine.filter(fits);
    const key = JSON.stringify([kind, game, shown.map(({ id, state, table, at }) => [id, state, table?.epoch, at])]);
    if (key === drawn) return;
    drawn = key;
    refill(list, shown.length ? shown.map((each) => tableRow(each, forget(each)))
      : el('li', { class: 'empty' }, el('span', {}, mine.length ? t('mine.empty') : t('mine.first')),
        el('a', { class: 'button', href: '/' }, t('gone.home'))));
  }

  /** A game that waits for nobody can be taken off the list. @param {MyTable} each */
  function forget({ id, state }) {
    if (state !== 'over' && state !== 'asked' && state !== 'gone') return undefined;
    const label = t('mine.forget');
    return el('button', {
      class: 'quiet', type: 'button', 'aria-label': label, title: label,
      on: {
        click: () => {
          dropTokens(id);
          forgetRecent(id);
          mine = mine.filter((other) => other.id !== id);
          draw();
        },
      },
    }, icon('close'));
  }

  async function refresh() {
    mine = await myTables();
    const known = [...new Map(mine.flatMap(({ game }) => (game ? [[game.id, game]] : []))).values()];
    const chosen = which.value;
    refill(which, el('option', { value: '' }, t('mine.games')),
      known.map((each) => el('option', { value: each.id, selected: each.id === chosen }, words(each.name))));
    const waiting = mine.filter(({ state }) => state === 'yours').length;
    name(waiting ? count('mine.yours', waiting) : t('mine.title'));
    markIcon(waiting > 0);
    draw();
  }

  await refresh();
  const timer = setInterval(() => refresh().catch(() => {}), REFRESH);
  return () => {
    clearInterval(timer);
    markIcon(false);
  };
}
