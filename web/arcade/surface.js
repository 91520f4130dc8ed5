// What a game's report found out about its players' numbers: a landscape that can be turned, and its table.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { lang, t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { landscape } from '../ui/landscape.js';

/** @import { Page } from '../types.js' */

/** @type {Page} */
export async function page(root, [id]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  const found = await game?.study?.();
  if (!info || !found) return notFound(root, []);
  name(`${found.title} · ${words(info.name)}`);
  const number = (/** @type {number} */ n) => n.toLocaleString(lang());
  const heights = found.landscape.heights.flat();
  const [low, high] = [Math.min(...heights), Math.max(...heights)].map(number);
  refill(root, el('div', { class: 'page surface' },
    el('h1', {}, found.title),
    el('div', { class: 'stack' }, found.text.map((paragraph) => el('p', {}, paragraph))),
    landscape({ ...found.landscape, title: found.title }),
    el('p', { class: 'small quiet-text' }, `${t('arcade.surface.range', { low, high })} ${t('arcade.surface.turn')}`),
    el('table', { class: 'surface-table' },
      el('thead', {}, el('tr', {}, found.table.head.map((cell) => el('th', { scope: 'col' }, cell)))),
      el('tbody', {}, found.table.rows.map((row) => el('tr', {}, row.map((cell) => el('td', {}, number(cell))))))),
    el('p', {}, el('a', { class: 'button', href: `/arcade/${id}` }, icon('list'), t('arcade.leave')))));
}
