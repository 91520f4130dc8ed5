// What can be set in Tetris: the rules and the size of the well before a game, and how it feels and looks.

import { sentence, t, words } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';
import { SIZES, sizeOf } from './sizes.js';

/** @import { Change } from '../../arcade/types.js' */
/** @import { Game } from '../../types.js' */
/** @import { Feel } from './hand.js' */
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
      el('b', {}, variant ? words(variant.name) : t(`tt.rules.${rules}`)),
      el('small', {}, variant ? sentence(variant.about) : t(`tt.rules.${rules}.about`)));
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

const ms = (/** @type {number} */ ticks) => Math.round((ticks * 1000) / 60);

/**
 * Bounds and step of each, and what a value is called.
 * @type {[keyof Feel, number, number, number, (n: number) => string][]}
 */
const FEELS = [
  ['das', 1, 20, 1, (n) => t('tt.set.ticks', { n, ms: ms(n) })],
  ['arr', 0, 10, 1, (n) => (n ? t('tt.set.ticks', { n, ms: ms(n) }) : t('tt.set.wall'))],
  // Beyond sixty rows a second it is at once, which is 0 to the hand.
  ['soft', 10, 70, 10, (n) => (n > 60 ? t('tt.set.floor') : t('tt.set.rows', { n }))],
];

/** The game's part of the settings dialog. @param {() => TetrisSettings} now @param {Change} set */
export function settingsForm(now, set) {
  const sliders = FEELS.map(([name, min, max, step, say]) => {
    const shown = now().feel[name] === 0 && name === 'soft' ? max : now().feel[name];
    const value = el('output', { for: `tt-${name}` }, say(shown));
    const slider = el('input', {
      type: 'range', id: `tt-${name}`, min, max, step, value: String(shown), 'aria-describedby': `tt-${name}-about`,
      on: {
        input: () => {
          const n = Number(slider.value);
          value.textContent = say(n);
          set({ feel: { ...now().feel, [name]: name === 'soft' && n > 60 ? 0 : n } });
        },
      },
    });
    return el('div', { class: 'arcade-slide' },
      el('label', { for: slider.id }, t(`tt.set.${name}`)), value, slider,
      el('p', { class: 'small quiet-text', id: `tt-${name}-about` }, t(`tt.set.${name}.about`)));
  });
  const tick = (/** @type {'ghost' | 'patterns'} */ name) => {
    const change = () => set({ [name]: box.checked });
    const box = el('input', { type: 'checkbox', checked: now()[name], on: { change } });
    return el('label', { class: 'tick' }, box, t(`tt.set.${name}`));
  };
  return [
    el('h3', {}, t('tt.set.feel')), ...sliders,
    el('h3', {}, t('tt.set.look')), tick('ghost'), tick('patterns'),
  ];
}
