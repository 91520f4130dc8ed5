// The arcade's front: what to play for, by which rules, how fast; and the best so far.

import { game as findGame } from '../api.js';
import { dress } from '../boards/index.js';
import { sentence, t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { openRun } from './end.js';
import { scoreList } from './scores.js';
import { SIZES, change, firstLevel, keyList, openSettings, settings, wellOf } from './settings.js';
import { page as notFound } from '../pages/gone.js';

/** @import { Page } from '../types.js' */
/** @import { Rules } from '../boards/tetris/pieces.js' */

/** Runs in another well, and runs that begin faster, have lists of their own. @param {string} mode @param {import('./settings.js').Settings} now */
function kindOf(mode, now) {
  const first = firstLevel(mode, now);
  const { width, height } = wellOf(now);
  const usual = width === SIZES.columns && height === SIZES.rows[now.rules];
  return [now.rules, !usual && `${width}x${height}`, first > 1 && `level ${first}`].filter(Boolean).join(' ');
}

/** @type {Page} */
export async function page(root, [id]) {
  const [game] = await Promise.all([findGame(id), dress(id)]);
  if (!game?.modes) return notFound(root, []);
  name(words(game.name));
  const modes = game.modes.filter((mode) => mode.id !== 'race');
  const race = game.modes.find((mode) => mode.id === 'race');
  let now = settings();
  const ranked = modes.filter((mode) => mode.ranked !== null);
  let listed = ranked[0];
  const best = scoreList(id);

  const tabs = el('div', { class: 'tt-tabs', role: 'group', 'aria-label': t('tt.best') });
  function draw() {
    refill(tabs, ranked.map((mode) => el('button', { class: 'button', type: 'button', 'aria-pressed': String(mode === listed), on: { click: () => { listed = mode; draw(); } } }, words(mode.name))));
    if (listed) void best.show(listed, kindOf(listed.id, now));
  }

  const kinds = /** @type {Rules[]} */ (['modern', 'report']);
  const rules = el('div', { class: 'choices', role: 'radiogroup', 'aria-label': t('tt.rules') }, kinds.map((kind) => {
    const variant = game.variants.find((each) => each.id === kind);
    return el('label', { class: 'choice' },
      el('input', { type: 'radio', name: 'tt-rules', value: kind, checked: now.rules === kind, on: { change: () => { change({ rules: kind }); now = settings(); measure(); draw(); } } }),
      el('b', {}, variant ? words(variant.name) : t(`tt.rules.${kind}`)), el('small', {}, variant ? sentence(variant.about) : t(`tt.rules.${kind}.about`)));
  }));
  const first = el('input', {
    type: 'number', id: 'tt-first', min: 1, max: 20, step: 1, value: String(now.first),
    on: { change: () => { change({ first: Math.min(20, Math.max(1, Math.round(Number(first.value)) || 1)) }); now = settings(); first.value = String(now.first); draw(); } },
  });
  /** @param {'width' | 'height'} side */
  const sideOf = (side) => {
    const field = el('input', {
      type: 'number', id: `tt-${side}`, min: SIZES.least, step: 1, required: true,
      on: {
        change: () => {
          const well = wellOf(now);
          well[side] = Number(field.value);
          change({ sizes: { ...now.sizes, [now.rules]: [well.width, well.height] } });
          now = settings();
          measure();
          draw();
        },
      },
    });
    return field;
  };
  const [width, height] = [sideOf('width'), sideOf('height')];
  /** The fields say what will be played, and how far they go by these rules. */
  function measure() {
    const well = wellOf(now);
    [width.max, height.max] = [String(SIZES.widest), String(SIZES.rows[now.rules])];
    [width.value, height.value] = [String(well.width), String(well.height)];
  }
  measure();
  const keys = el('div', {}, keyList(now));

  const numbered = (/** @type {string} */ title, /** @type {HTMLInputElement} */ field) => el('div', { class: 'field' }, el('label', { for: field.id }, title), field);

  /** @param {string} mode @param {string} title @param {string} about @param {Element} sign @param {boolean} [main] */
  const card = (mode, title, about, sign, main = false) => el('li', {}, el('a', { class: `card tt-mode ${main ? 'main' : ''}`, href: `/arcade/${id}/${mode}`, 'data-mode': mode },
    el('b', {}, sign, title), el('span', { class: 'quiet-text' }, about)));
  const problem = el('p', { class: 'problem', role: 'alert' });
  const file = el('input', {
    type: 'file', id: 'tt-file', on: {
      change: async () => {
        const text = await file.files?.[0]?.text();
        if (!text) return;
        try {
          await go(await openRun(text));
        } catch (error) {
          problem.textContent = errorText(error);
        }
      },
    },
  });
  const opener = el('label', { class: 'button', for: file.id }, icon('open'), t('tt.open'));
  refill(root, el('div', { class: 'page arcade' },
    el('h1', {}, words(game.name)),
    el('p', { class: 'lead' }, words(game.tagline)),
    el('ul', { class: 'tt-modes' },
      modes.map((mode, i) => card(mode.id, words(mode.name), sentence(mode.about), icon('play'), i === 0)),
      race && card('race', words(race.name), sentence(race.about), icon('flag')),
      card('watch', t('tt.watch'), t('tt.watch.about'), icon('eye'))),
    el('div', { class: 'tt-columns' },
      el('section', {},
        el('h2', {}, t('tt.rules')), rules,
        el('div', { class: 'tt-start' }, numbered(t('tt.first'), first), numbered(t('tt.size.width'), width), numbered(t('tt.size.height'), height)),
        el('p', { class: 'small quiet-text' }, t('tt.size.about')),
        el('div', { class: 'head' }, el('h2', {}, t('tt.set.keys')),
          el('button', { class: 'button', type: 'button', on: { click: () => void openSettings((next) => { now = next; refill(keys, keyList(now)); }) } }, icon('pen'), t('tt.settings'))),
        keys, el('p', { class: 'tt-strokes' }, t('tt.strokes'))),
      el('section', {}, el('div', { class: 'head' }, el('h2', {}, t('tt.best')), el('span', { class: 'visually-hidden' }, file), opener), problem, tabs, best.root))));
  draw();
}
