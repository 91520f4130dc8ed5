// A game's settings: what this browser remembers of them, and the list of its keys.

import { t } from '../i18n/index.js';
import { recallOwn, rememberOwn } from '../store.js';
import { el } from '../ui/dom.js';
import { actionsOf, isOwnAction, keysOf, signOf } from './keys.js';

/** @import { RealTimeGame, Settings } from './types.js' */

/** @param {RealTimeGame} game @returns {Settings} */
export function settings(game) {
  const kept = recallOwn(game.id);
  const layout = kept.layout ?? Object.keys(game.layouts)[0];
  /** @type {Record<string, any>} */
  const usual = { layout, keys: keysOf(game, layout), pace: 'usual', level: '', ...game.usual };
  const now = { ...usual, ...kept };
  // A group of settings may have grown since it was remembered.
  for (const [name, value] of Object.entries(usual)) {
    if (value !== null && typeof value === 'object') now[name] = { ...value, ...kept[name] };
  }
  // A key that an older choice has given to something else is not taken from it by an action that came later.
  if (kept.keys) {
    const taken = Object.values(kept.keys).flat();
    for (const action of Object.keys(usual.keys)) {
      const free = (/** @type {string} */ key) => !taken.includes(key);
      if (!kept.keys[action]) now.keys[action] = usual.keys[action].filter(free);
    }
  }
  return /** @type {any} */ (now);
}

/** @param {RealTimeGame} game @param {Record<string, any>} some */
export const change = (game, some) => rememberOwn(game.id, some);

/** @param {RealTimeGame} game @param {string} action */
export const actionName = (game, action) => (
  isOwnAction(action) ? t(`arcade.key.${action}`) : game.actionName(action));

/** @param {string} key */
export const keyName = (key) => signOf(key, t('arcade.space'));

/** The list of keys, to read. @param {RealTimeGame} game @param {Settings} now @param {readonly string[]} [actions] */
export function keyList(game, now, actions = actionsOf(game)) {
  const rows = actions.map((action) => el('div', {},
    el('dt', {}, actionName(game, action)),
    el('dd', {}, now.keys[action].map((key) => el('kbd', {}, keyName(key))))));
  return el('dl', { class: 'arcade-keys' }, rows,
    actions.includes('machine') && game.guests.length > 0 && guestsRow(game));
}

/** @param {RealTimeGame} game */
function guestsRow(game) {
  const { name, about } = game.guestsName();
  return el('div', { title: about },
    el('dt', {}, name), el('dd', {}, el('kbd', {}, '1'), '–', el('kbd', {}, game.guests.length)));
}
