// How Tetris feels, looks and is played: remembered here, changed in a dialog, with every key in sight.

import { ACTIONS, LAYOUTS, keyOf, remap, signOf } from './keys.js';
import { USUAL_FEEL } from '../boards/tetris/hand.js';
import { t } from '../i18n/index.js';
import { recallOwn, rememberOwn } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @import { Feel } from '../boards/tetris/hand.js' */
/** @import { Action, Keys } from './keys.js' */
/** @import { Pace } from './machine.js' */
/** @import { Rules } from '../boards/tetris/pieces.js' */
/** `sizes` holds columns and rows where they are not the usual ones. */
/** @typedef {{ rules: Rules, first: number, sizes: Partial<Record<Rules, [number, number]>>, feel: Feel, layout: 'usual' | 'report', keys: Keys, ghost: boolean, patterns: boolean, pace: Pace, level: string }} Settings */

const GAME = 'tetris';
/** @type {Settings} */
const USUAL = { rules: 'modern', first: 1, sizes: {}, feel: USUAL_FEEL, layout: 'usual', keys: LAYOUTS.usual, ghost: true, patterns: true, pace: 'usual', level: '' };

/** @returns {Settings} */
export function settings() {
  const kept = recallOwn(GAME);
  return { ...USUAL, ...kept, feel: { ...USUAL.feel, ...kept.feel }, keys: { ...LAYOUTS[/** @type {'usual'} */ (kept.layout ?? 'usual')], ...kept.keys } };
}

/** @param {Partial<Settings>} some */
export const change = (some) => rememberOwn(GAME, some);

/** How small and how large a well can be; the rows of the usual one are the most that its rules allow. */
export const SIZES = { least: 4, widest: 16, rows: { report: 22, modern: 20 }, columns: 10 };

/** The well that is chosen, whatever was remembered. @param {Settings} now */
export function wellOf({ rules, sizes }) {
  const rows = SIZES.rows[rules];
  const [width, height] = sizes?.[rules] ?? [SIZES.columns, rows];
  const within = (/** @type {number} */ n, /** @type {number} */ most, /** @type {number} */ usual) => Math.min(most, Math.max(SIZES.least, Math.round(n) || usual));
  return { width: within(width, SIZES.widest, SIZES.columns), height: within(height, rows, rows) };
}

/** The level that a game of this mode begins with. @param {string} mode @param {Settings} now */
export const firstLevel = (mode, now) => Math.min(now.first, mode === 'marathon' ? 15 : 20);

const ms = (/** @type {number} */ ticks) => Math.round((ticks * 1000) / 60);

/** Each with how far it goes and what its value is called. @type {[keyof Feel, number, number, number, (n: number) => string][]} */
const FEELS = [
  ['das', 1, 20, 1, (n) => t('tt.set.ticks', { n, ms: ms(n) })],
  ['arr', 0, 10, 1, (n) => (n ? t('tt.set.ticks', { n, ms: ms(n) }) : t('tt.set.wall'))],
  ['soft', 10, 70, 10, (n) => (n > 60 ? t('tt.set.floor') : t('tt.set.rows', { n }))],
];

/** The list of keys, to read; with the report's 1 to 8 where the machine may be let in. @param {Settings} now @param {readonly Action[]} [actions] */
export const keyList = (now, actions = ACTIONS) => el('dl', { class: 'tt-keys' }, actions.map((action) => el('div', {},
  el('dt', {}, t(`tt.key.${action}`)), el('dd', {}, now.keys[action].map((key) => el('kbd', {}, signOf(key, t('tt.space'))))))),
actions.includes('machine') && el('div', { title: t('tt.key.machines.about') }, el('dt', {}, t('tt.key.machines')), el('dd', {}, el('kbd', {}, '1'), '–', el('kbd', {}, '8'))));

/** What the keys do in a game: no hold where the rules have none, no way back where it counts. @param {Settings} now @param {boolean} practice */
export const actionsOf = (now, practice) => ACTIONS.filter((action) => (action !== 'hold' || now.rules === 'modern') && (action !== 'undo' || practice));

/** @param {(now: Settings) => void} changed @returns {Promise<void>} once it is closed */
export function openSettings(changed) {
  let now = settings();
  /** @param {Partial<Settings>} some */
  const set = (some) => {
    change(some);
    now = settings();
    changed(now);
  };

  const feel = FEELS.map(([name, min, max, step, say]) => {
    const shown = now.feel[name] === 0 && name === 'soft' ? max : now.feel[name];
    const value = el('output', { for: `tt-${name}` }, say(shown));
    const slider = el('input', {
      type: 'range', id: `tt-${name}`, min, max, step, value: String(shown), 'aria-describedby': `tt-${name}-about`,
      on: {
        input: () => {
          const n = Number(slider.value);
          value.textContent = say(n);
          set({ feel: { ...now.feel, [name]: name === 'soft' && n > 60 ? 0 : n } });
        },
      },
    });
    return el('div', { class: 'tt-slide' }, el('label', { for: slider.id }, t(`tt.set.${name}`)), value, slider, el('p', { class: 'small quiet-text', id: `tt-${name}-about` }, t(`tt.set.${name}.about`)));
  });
  const tick = (/** @type {'ghost' | 'patterns'} */ name) => {
    const box = el('input', { type: 'checkbox', checked: now[name], on: { change: () => set({ [name]: box.checked }) } });
    return el('label', { class: 'tick' }, box, t(`tt.set.${name}`));
  };

  /** Which key is being asked for. @type {{ action: Action, place: number } | null} */
  let asked = null;
  const table = el('div', { class: 'tt-map' });
  const said = el('p', { class: 'small quiet-text', role: 'status' }, t('tt.map.about'));
  function drawKeys() {
    refill(table, ACTIONS.map((action) => el('div', { class: 'tt-map-row' }, el('span', {}, t(`tt.key.${action}`)), [0, 1].map((place) => {
      const key = now.keys[action][place];
      const waits = asked?.action === action && asked.place === place;
      const name = key ? signOf(key, t('tt.space')) : '+';
      return el('button', {
        class: `tt-cap ${waits ? 'waits' : ''}`, type: 'button', 'data-key': `${action}-${place}`, 'aria-label': t('tt.map.change', { action: t(`tt.key.${action}`), key: key ? name : t('tt.map.none') }),
        on: {
          click: () => {
            asked = { action, place };
            said.textContent = t('tt.map.press', { action: t(`tt.key.${action}`) });
            drawKeys();
            /** @type {HTMLElement | null} */ (table.querySelector(`[data-key="${action}-${place}"]`))?.focus();
          },
        },
      }, waits ? '…' : name);
    }))));
  }
  drawKeys();
  const layouts = /** @type {const} */ (['usual', 'report']).map((name) => ({
    name, choice: el('input', { type: 'radio', name: 'tt-layout', value: name, on: { change: () => { set({ layout: name, keys: LAYOUTS[name] }); drawKeys(); } } }),
  }));
  // Keys of one's own are no layout any more: then either can be chosen, to have it back as it was.
  function drawLayouts() {
    for (const { name, choice } of layouts) choice.checked = ACTIONS.every((action) => String(now.keys[action]) === String(LAYOUTS[name][action]));
  }
  drawLayouts();
  const layout = el('div', { class: 'choices', role: 'radiogroup', 'aria-label': t('tt.layout') }, layouts.map(({ name, choice }) => el('label', { class: 'choice' },
    choice, el('b', {}, t(`tt.layout.${name}`)), el('small', {}, t(`tt.layout.${name}.about`)))));

  const close = el('button', { class: 'button primary', type: 'button', on: { click: () => dialog.close() } }, t('tt.done'));
  const dialog = el('dialog', { class: 'dialog tt-settings', 'aria-labelledby': 'tt-settings' },
    el('div', { class: 'head' }, el('h2', { id: 'tt-settings' }, t('tt.settings')), el('button', { class: 'quiet', type: 'button', 'aria-label': t('tt.done'), on: { click: () => dialog.close() } }, icon('close'))),
    el('h3', {}, t('tt.set.feel')), feel,
    el('h3', {}, t('tt.set.look')), tick('ghost'), tick('patterns'),
    el('h3', {}, t('tt.set.keys')), layout, said, table, [t('tt.key.machines.about'), t('tt.both'), t('tt.pad'), t('tt.strokes')].map((about) => el('p', { class: 'small quiet-text' }, about)),
    el('div', { class: 'buttons' }, close));

  /** The next key that is pressed is the one. @param {KeyboardEvent} event */
  function catchKey(event) {
    if (!asked) return;
    event.preventDefault();
    event.stopPropagation();
    const { action, place } = asked;
    asked = null;
    if (event.code !== 'Escape') {
      set({ keys: remap(now.keys, action, place, keyOf(event)) });
      drawLayouts();
      said.textContent = t('tt.map.done', { action: t(`tt.key.${action}`), key: signOf(keyOf(event), t('tt.space')) });
    } else said.textContent = t('tt.map.about');
    drawKeys();
    /** @type {HTMLElement | null} */ (table.querySelector(`[data-key="${action}-${place}"]`))?.focus();
  }
  dialog.addEventListener('keydown', catchKey, true);
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => {
    dialog.remove();
    done();
  }));
}
