// How strong the levels of every game are, variant by variant.

import { count, lang, t, words } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { dots } from './charts.js';

/** @import { Arena, Game, Measured } from '../types.js' */

/** @param {Game[]} games @param {Arena['measured']} measured */
export const ratings = (games, measured) => el('section', { class: 'section' },
  el('h2', {}, t('arena.ratings')),
  el('div', { class: 'arena-cards' }, games.map((game) => card(game, measured[game.id] ?? {}))));

/** @param {Game['levels']} levels */
const names = (levels) => new Intl.ListFormat(lang(), { type: 'unit' }).format(levels.map(({ name }) => words(name)));

/** @param {Game} game @param {Record<string, Measured>} known */
function card(game, known) {
  const body = el('div', { class: 'stack' });
  const first = game.variants.find(({ id }) => known[id]) ?? game.variants[0];
  const menu = el('select', {
    'aria-label': t('arena.variant'), on: { change: () => show(menu.value) },
  }, game.variants.map(({ id, name }) => el('option', { value: id, selected: id === first.id }, words(name))));

  /** @param {string} variant */
  function show(variant) {
    const measured = known[variant];
    if (!measured) return refill(body, el('p', { class: 'quiet-text' }, t('arena.ratings.none')));
    const errors = measured.levels.some(({ error }) => error !== null);
    const missing = game.levels.filter(({ id, hosted }) => !hosted && !measured.levels.some((one) => one.id === id));
    const about = measured.kind === 'elo' ? t('arena.ratings.about.elo')
      : t('arena.ratings.about.mean', { figure: words(measured.figure) });
    refill(body,
      dots(measured.levels.map(({ name, value, error }) => ({ name: words(name), value, error })), words(game.name)),
      el('p', { class: 'small quiet-text' },
        [about, count('arena.ratings.games', measured.games), errors && t('arena.ratings.error'),
          missing.length > 0 && t('arena.ratings.missing', { levels: names(missing) })]
          .filter(Boolean).join(' ')));
  }

  show(first.id);
  return el('article', { class: 'card arena-card', 'data-game': game.id },
    el('div', { class: 'arena-card-head' }, el('h3', {}, words(game.name)), game.variants.length > 1 && menu), body);
}
