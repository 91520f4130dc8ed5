// What can be set in Tetris: the rules and the size of the well before a game, and how it feels and looks.

import { sentence, t, words } from '../../i18n/index.js';
import { el, refill } from '../../ui/dom.js';
import { PRESETS, handlingOf, presetOf } from './handling.js';
import { SIZES, sizeOf } from './sizes.js';

/** @import { Change } from '../../arcade/types.js' */
/** @import { Game } from '../../types.js' */
/** @import { Handling } from './handling.js' */
/** @import { Rules } from './pieces.js' */
/** @import { TetrisSettings } from './sizes.js' */

const RULES = /** @type {Rules[]} */ (['modern', 'report']);
const LAST_LEVEL = 20;

/**
 * Rules, first level and size, for the arcade's front page.
 * @param {Game} info @param {() => TetrisSettings} now @param {Change} set
 */
export function optionsForm(info, now, set) {
  /** @param {Rules} rules */
  function choice(rules) {
    const variant = info.variants.find((each) => each.id === rules);
    const choose = () => {
      set({ rules });
      measure();
    };
    return el('label', { class: 'choice' },
      el('input', {
        type: 'radio', name: 'tt-rules', value: rules, checked: now().rules === rules, on: { change: choose },
      }),
      el('b', {}, words(variant?.name)), el('small', {}, sentence(variant?.about)));
  }

  const first = el('input', {
    type: 'number', id: 'tt-first', min: 1, max: LAST_LEVEL, step: 1, value: String(now().first),
    on: {
      change: () => {
        set({ first: Math.min(LAST_LEVEL, Math.max(1, Math.round(Number(first.value)) || 1)) });
        first.value = String(now().first);
      },
    },
  });

  /** @param {'width' | 'height'} side */
  function sideField(side) {
    const field = el('input', {
      type: 'number', id: `tt-${side}`, min: SIZES.least, step: 1, required: true,
      on: {
        change: () => {
          const { rules, sizes } = now();
          const size = sizeOf(now());
          size[side] = Number(field.value);
          set({ sizes: { ...sizes, [rules]: [size.width, size.height] } });
          measure();
        },
      },
    });
    return field;
  }
  const [width, height] = [sideField('width'), sideField('height')];
  /** The fields say what will be played, and how far they go by these rules. */
  function measure() {
    const size = sizeOf(now());
    [width.max, height.max] = [String(SIZES.widest), String(SIZES.rows[now().rules])];
    [width.value, height.value] = [String(size.width), String(size.height)];
  }
  measure();

  /** @param {string} title @param {HTMLInputElement} field */
  const labelled = (title, field) => el('div', { class: 'field' }, el('label', { for: field.id }, title), field);
  return [
    el('h2', {}, t('tt.rules')),
    el('div', { class: 'choices', role: 'radiogroup', 'aria-label': t('tt.rules') }, RULES.map(choice)),
    el('div', { class: 'tt-start' }, labelled(t('tt.first'), first), labelled(t('tt.size.width'), width),
      labelled(t('tt.size.height'), height)),
    el('p', { class: 'small quiet-text' }, t('tt.size.about')),
  ];
}

/** What a game may look like. */
export const SKINS = /** @type {const} */ (['bevel', 'flat', 'outline']);

const milliseconds = (/** @type {number} */ n) => t('tt.set.ms', { n });
/**
 * Bounds and step of each, and what a value is called.
 * @type {['das' | 'arr' | 'dcd' | 'soft' | 'factor', number, number, (n: number) => string][]}
 */
const FEELS = [
  ['das', 0, 300, milliseconds],
  ['arr', 0, 100, (n) => (n ? milliseconds(n) : t('tt.set.wall'))],
  ['dcd', 0, 100, milliseconds],
  ['soft', 0, 100, (n) => (n ? t('tt.set.row', { n }) : t('tt.set.floor'))],
  ['factor', 2, 40, (n) => t('tt.set.times', { n })],
];

/** The game's part of the settings dialog. @param {() => TetrisSettings} now @param {Change} set */
export function settingsForm(now, set) {
  return [
    el('h3', {}, t('tt.set.feel')), handlingForm(now, set),
    el('h3', {}, t('tt.set.look')), lookForm(now, set),
  ];
}

/**
 * @param {string} id @param {string} name @param {[number, number, number]} bounds @param {(n: number) => string} say
 * @param {number} value @param {(n: number) => void} change
 */
function slide(id, name, [min, max, step], say, value, change) {
  const about = t(`tt.set.${name}.about`);
  const output = el('output', { for: id }, say(value));
  const slider = el('input', {
    type: 'range', id, min, max, step, value: String(value), 'aria-describedby': `${id}-about`,
    on: {
      input: () => {
        output.textContent = say(Number(slider.value));
        change(Number(slider.value));
      },
    },
  });
  return el('div', { class: 'arcade-slide', 'data-set': id },
    el('label', { for: id }, t(`tt.set.${name}`)), output, slider,
    el('p', { class: 'small quiet-text', id: `${id}-about` }, about));
}

/** @param {string} name @param {boolean} checked @param {(on: boolean) => void} change */
function tick(name, checked, change) {
  const box = el('input', { type: 'checkbox', checked, 'data-set': name, on: { change: () => change(box.checked) } });
  return el('label', { class: 'tick' }, box, t(`tt.set.${name}`));
}

/** Presets, and every delay by itself. @param {() => TetrisSettings} now @param {Change} set */
function handlingForm(now, set) {
  const place = el('div', {});
  /** @param {Partial<Handling>} some */
  const change = (some) => set({ handling: { ...handlingOf(now()), ...some } });
  function draw() {
    const handling = handlingOf(now());
    const chosen = presetOf(handling);
    const presets = Object.entries(PRESETS).map(([id, preset]) => el('label', { class: 'choice' },
      el('input', {
        type: 'radio', name: 'tt-preset', value: id, checked: id === chosen,
        on: { change: () => { change(preset); draw(); } },
      }),
      el('b', {}, t(`tt.preset.${id}`)), el('small', {}, t(`tt.preset.${id}.about`))));
    // Once a delay is changed it is no longer the preset; the radio buttons say so without the form being drawn anew.
    const changed = (/** @type {Partial<Handling>} */ some) => {
      change(some);
      const next = presetOf(handlingOf(now()));
      for (const choice of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll('[name=tt-preset]'))) {
        choice.checked = choice.value === next;
      }
    };
    const byGravity = handling.factor > 0;
    const sliders = FEELS.filter(([name]) => name !== (byGravity ? 'soft' : 'factor')).map(([name, min, max, say]) => (
      slide(`tt-${name}`, name, [min, max, 1], say, handling[name], (n) => changed({ [name]: n }))));
    refill(place,
      el('div', { class: 'choices', role: 'radiogroup', 'aria-label': t('tt.set.feel') }, presets),
      sliders,
      tick('byGravity', byGravity, (on) => { change({ factor: on ? 20 : 0 }); draw(); }),
      tick('safe', handling.safe, (on) => changed({ safe: on })),
      tick('initial', handling.initial, (on) => changed({ initial: on })));
  }
  draw();
  return place;
}

/** @param {() => TetrisSettings} now @param {Change} set */
function lookForm(now, set) {
  const percent = (/** @type {number} */ n) => `${n} %`;
  /** @param {'ghost' | 'patterns' | 'grid' | 'instant'} name */
  const box = (name) => tick(name, now()[name], (on) => set({ [name]: on }));
  /** @param {'ghostLook' | 'zoom' | 'lockVolume' | 'clearVolume'} name @param {[number, number, number]} bounds */
  const share = (name, bounds) => slide(`tt-${name}`, name, bounds, percent, now()[name],
    (n) => set({ [name]: n }));
  const skins = el('select', { id: 'tt-skin', on: { change: () => set({ skin: skins.value }) } },
    SKINS.map((skin) => el('option', { value: skin, selected: skin === now().skin }, t(`tt.skin.${skin}`))));
  return el('div', {},
    box('ghost'), box('patterns'), box('grid'), box('instant'),
    el('div', { class: 'field' }, el('label', { for: 'tt-skin' }, t('tt.set.skin')), skins),
    share('ghostLook', [10, 100, 5]), share('zoom', [60, 100, 5]),
    share('lockVolume', [0, 100, 5]), share('clearVolume', [0, 100, 5]));
}
