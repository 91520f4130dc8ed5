// One's own games of a mode, as this browser remembers them: best first, how they went, and a file to take them to
// another browser. There are no accounts, so nothing else could carry them.

import { ago, count, lang, t } from '../i18n/index.js';
import { download } from '../ui/download.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { historyCurve } from './best-line.js';
import { bestsFile, bestsOf, better, bringBests } from './bests.js';

/** @import { Mode } from '../types.js' */
/** @import { RealTimeGame } from './types.js' */

/** So many games are listed; the curve has them all. */
const LISTED = 10;

/** @param {RealTimeGame} game @param {Mode[]} modes @param {() => void} changed */
export function ownList(game, modes, changed) {
  const rows = el('ol', { class: 'arcade-best' });
  const past = el('div', {});
  const said = el('p', { class: 'small', role: 'status' });
  const file = el('input', { type: 'file', id: 'arcade-bests', on: { change: () => void bring() } });
  const save = el('button', {
    class: 'button', type: 'button',
    on: { click: () => download(`${game.id}-bests.json`, bestsFile(game.id)) },
  }, icon('save'), t('arcade.own.save'));
  const root = el('div', { class: 'stack arcade-own-list' }, past, rows,
    el('div', { class: 'buttons' }, save,
      el('span', { class: 'visually-hidden' }, file),
      el('label', { class: 'button', for: file.id }, icon('open'), t('arcade.own.bring'))),
    said);

  async function bring() {
    const text = await file.files?.[0]?.text();
    file.value = '';
    if (text === undefined) return;
    const ticks = modes.filter(({ ranked }) => ranked === 'ticks').map(({ id }) => id);
    const brought = bringBests(game.id, text, (mode) => ticks.includes(mode));
    said.className = brought === null ? 'small problem' : 'small';
    said.textContent = brought === null ? t('arcade.own.bad') : count('arcade.own.brought', brought);
    if (brought) changed();
  }

  return {
    root,
    /** @param {Mode} mode @param {string} kind */
    show(mode, kind) {
      const least = mode.ranked === 'ticks';
      const { history } = bestsOf(game.id, mode.id, kind);
      const values = history.map(({ value }) => value);
      refill(past, history.length > 2 && historyCurve(values, least));
      const best = [...history].sort((a, b) => (better(least, a.value, b.value) ? -1 : 1)).slice(0, LISTED);
      refill(rows, best.length ? best.map(({ at, value }, i) => el('li', { class: 'arcade-played' },
        el('span', { class: 'arcade-place' }, i + 1),
        el('time', {
          class: 'quiet-text small', datetime: new Date(at).toISOString(), title: new Date(at).toLocaleString(lang()),
        }, ago(at)),
        el('span', { class: 'arcade-worth' }, game.bestText?.(value, mode.id) ?? String(value))))
        : el('li', { class: 'empty' }, t('arcade.own.none')));
    },
  };
}
