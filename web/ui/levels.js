// The levels of a game to choose from: each in plain words with its rating, those for study set apart.

import { sentence, t, words } from '../i18n/index.js';
import { el } from './dom.js';
import { ratingOf } from './seat.js';

/** @import { Game, Level } from '../types.js' */
/** What a rating depends on. @typedef {Parameters<typeof ratingOf>[2]} At */

/** The name, with the rating where there is one. @param {Game} game @param {Level} level @param {At} at */
function rated(game, level, at) {
  const rating = ratingOf(game, level.id, at);
  return rating === null ? words(level.name) : `${words(level.name)} · ${rating}`;
}

/** How a level plays, and how strong it is. @param {Game} game @param {string} id @param {At} at */
export function aboutLevel(game, id, at) {
  const rating = ratingOf(game, id, at);
  const about = sentence(game.levels.find((level) => level.id === id)?.about);
  return rating === null ? about : `${about} ${t('new.rating', { n: rating })}`;
}

/**
 * The options of a menu, weakest first. `whole` adds to each how it plays.
 * @param {Game} game @param {string} chosen @param {At} at @param {boolean} [whole]
 */
export function levelOptions(game, chosen, at, whole = false) {
  const option = (/** @type {Level} */ level) => el('option', { value: level.id, selected: level.id === chosen },
    whole ? `${rated(game, level, at)}: ${words(level.about)}` : rated(game, level, at));
  const studied = game.levels.filter(({ study }) => study);
  return [
    ...game.levels.filter(({ study }) => !study).map(option),
    studied.length > 0 && el('optgroup', { label: t('levels.study') }, studied.map(option)),
  ];
}
