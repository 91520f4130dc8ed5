// "Continue": the games of this browser that are not over, with whose turn it is.

import { loadSheet } from '../boards/index.js';
import { learn, t } from '../i18n/index.js';
import ownWords from '../pages/table-words.js';
import { el, refill } from './dom.js';
import { myTables, tableRow } from './my-tables.js';

/** So many fit over the games; the others are in "My games". */
const MOST = 4;

learn(ownWords);

/** A section that is there only while there is something to continue. */
export function continueSection() {
  const list = el('ul', { class: 'rows' });
  const root = el('section', { class: 'section continue', hidden: true },
    el('div', { class: 'head' }, el('h2', {}, t('mine.continue')),
      el('a', { class: 'button', href: '/games' }, t('mine.title'))), list);
  let drawn = '';
  return {
    root,
    async refresh() {
      const open = (await myTables()).filter(({ state }) => state !== 'over' && state !== 'gone').slice(0, MOST);
      const key = JSON.stringify(open.map(({ id, state, table, with: names }) => [id, state, table?.epoch, names]));
      if (key === drawn) return;
      drawn = key;
      if (open.length) void loadSheet('/style/live.css');
      root.hidden = !open.length;
      refill(list, open.map((mine) => tableRow(mine)));
    },
  };
}
