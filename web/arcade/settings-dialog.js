// The settings dialog: the game's own sections, and every key, changed by a click and a press.

import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { actionsOf, keyOf, keysOf, remap } from './keys.js';
import { actionName, change, keyName, settings } from './settings.js';

/** @import { Change, RealTimeGame, Settings } from './types.js' */

/**
 * @param {RealTimeGame} game @param {(now: Settings) => void} changed
 * @returns {Promise<void>} once it is closed
 */
export function openSettings(game, changed) {
  let now = settings(game);
  /** @type {Change} */
  const set = (some) => {
    change(game, some);
    now = settings(game);
    changed(now);
  };

  const keys = keyTable(game, () => now, set, () => drawLayouts());
  const layouts = Object.keys(game.layouts).map((id) => ({
    id,
    choice: el('input', {
      type: 'radio', name: 'arcade-layout', value: id,
      on: { change: () => { set({ layout: id, keys: keysOf(game, id) }); keys.draw(); } },
    }),
  }));
  // With keys of one's own none is checked, and each can be chosen to have it back as it was.
  function drawLayouts() {
    for (const { id, choice } of layouts) {
      const theirs = keysOf(game, id);
      choice.checked = actionsOf(game).every((action) => String(now.keys[action]) === String(theirs[action]));
    }
  }
  drawLayouts();
  const layoutChoices = layouts.map(({ id, choice }) => {
    const { name, about } = game.layoutName(id);
    return el('label', { class: 'choice' }, choice, el('b', {}, name), el('small', {}, about));
  });

  const shut = () => dialog.close();
  const dialog = el('dialog', { class: 'dialog arcade-settings', 'aria-labelledby': 'arcade-settings' },
    el('div', { class: 'head' },
      el('h2', { id: 'arcade-settings' }, t('arcade.settings')),
      el('button', { class: 'quiet', type: 'button', 'aria-label': t('arcade.done'), on: { click: shut } },
        icon('close'))),
    game.settingsForm(() => now, set),
    el('h3', {}, t('arcade.keys')),
    el('div', { class: 'choices', role: 'radiogroup', 'aria-label': t('arcade.layout') }, layoutChoices),
    keys.status, keys.table,
    game.notes().map((note) => el('p', { class: 'small quiet-text' }, note)),
    el('div', { class: 'buttons' },
      el('button', { class: 'button primary', type: 'button', on: { click: shut } }, t('arcade.done'))));

  dialog.addEventListener('keydown', keys.take, true);
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => {
    dialog.remove();
    done();
  }));
}

/** @param {RealTimeGame} game @param {() => Settings} now @param {Change} set @param {() => void} remapped */
function keyTable(game, now, set, remapped) {
  /** The place whose key is being asked for. @type {{ action: string, place: number } | null} */
  let asked = null;
  const table = el('div', { class: 'arcade-map' });
  const status = el('p', { class: 'small quiet-text', role: 'status' }, t('arcade.map.about'));

  /** @param {string} action @param {number} place */
  function focus(action, place) {
    /** @type {HTMLElement | null} */ (table.querySelector(`[data-key="${action}-${place}"]`))?.focus();
  }

  /** @param {string} action @param {number} place */
  function cap(action, place) {
    const key = now().keys[action][place];
    const waits = asked?.action === action && asked.place === place;
    const name = key ? keyName(key) : '+';
    const label = { action: actionName(game, action), key: key ? name : t('arcade.map.none') };
    const ask = () => {
      asked = { action, place };
      status.textContent = t('arcade.map.press', { action: actionName(game, action) });
      draw();
      focus(action, place);
    };
    return el('button', {
      class: `arcade-cap ${waits ? 'waits' : ''}`, type: 'button', 'data-key': `${action}-${place}`,
      'aria-label': t('arcade.map.change', label), on: { click: ask },
    }, waits ? '…' : name);
  }

  /** Takes away an action's keys. @param {string} action */
  function eraser(action) {
    const label = t('arcade.map.clear', { action: actionName(game, action) });
    const erase = () => {
      asked = null;
      set({ keys: { ...now().keys, [action]: [] } });
      remapped();
      status.textContent = t('arcade.map.cleared', { action: actionName(game, action) });
      draw();
      focus(action, 0);
    };
    return el('button', {
      class: 'quiet arcade-erase', type: 'button', 'aria-label': label, title: label, 'data-clear': action,
      disabled: !now().keys[action].length, on: { click: erase },
    }, icon('close'));
  }

  function draw() {
    refill(table, actionsOf(game).map((action) => el('div', { class: 'arcade-map-row' },
      el('span', {}, actionName(game, action)), cap(action, 0), cap(action, 1), eraser(action))));
  }
  draw();

  /** The next key that is pressed is the one. @param {KeyboardEvent} event */
  function take(event) {
    if (!asked) return;
    event.preventDefault();
    event.stopPropagation();
    const { action, place } = asked;
    asked = null;
    if (event.code !== 'Escape') {
      const key = keyOf(event);
      set({ keys: remap(now().keys, action, place, key) });
      remapped();
      status.textContent = t('arcade.map.done', { action: actionName(game, action), key: keyName(key) });
    } else status.textContent = t('arcade.map.about');
    draw();
    focus(action, place);
  }

  return { table, status, draw, take };
}
