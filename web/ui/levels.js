// The levels of a game to choose from: each in plain words with its rating, those for study set apart.

import { sentence, t, words } from '../i18n/index.js';
import { el } from './dom.js';
import { ratingOf } from './seat.js';
import { SUITS, rungs, studied } from './suits.js';

/** @import { Game, Level } from '../types.js' */
/** What a rating depends on. @typedef {Parameters<typeof ratingOf>[2]} At */

/** The name, with the rating where there is one. @param {Game} game @param {Level} level @param {At} at */
function rated(game, level, at) {
  const rating = ratingOf(game, level.id, at);
  return rating === null ? words(level.name) : `${words(level.name)} · ${rating}`;
}

/** The game's own levels, which think everywhere; programs of the host's only sit at tables. @param {Game} game */
export const ownLevels = (game) => game.levels.filter(({ hosted }) => !hosted);

/** How a level plays, and how strong it is. @param {Game} game @param {string} id @param {At} at */
export function aboutLevel(game, id, at) {
  const rating = ratingOf(game, id, at);
  const about = sentence(game.levels.find((level) => level.id === id)?.about);
  return rating === null ? about : `${about} ${t('new.rating', { n: rating })}`;
}

/**
 * The options of a menu: the ladder from the weakest by the variant's ratings, the host's programs, those for study
 * in the same order.
 * With `suits`, the level that suits now, whichever suits comes first; `whole` adds to each how it plays.
 * @param {Game} game @param {string} chosen @param {At} at @param {{ suits?: string, whole?: boolean }} [how]
 */
export function levelOptions(game, chosen, at, { suits, whole = false } = {}) {
  const option = (/** @type {Level} */ level) => el('option', {
    value: level.id, selected: level.id === chosen, disabled: Boolean(level.out_of_order),
  }, level.out_of_order ? words(level.out_of_order)
    : whole ? t('levels.about', { level: rated(game, level, at), about: words(level.about) }) : rated(game, level, at));
  const forStudy = studied(game, at);
  const hosted = game.levels.filter(({ hosted: own }) => own);
  return [
    suits !== undefined && el('option', { value: SUITS, selected: chosen === SUITS }, suitsText(game, suits)),
    ...rungs(game, at).map(({ level }) => option(level)),
    hosted.length > 0 && el('optgroup', { label: t('levels.hosted') }, hosted.map(option)),
    forStudy.length > 0 && el('optgroup', { label: t('levels.study') }, forStudy.map(({ level }) => option(level))),
  ];
}

/** "Suits you", and the level that it is now. @param {Game} game @param {string} id */
export const suitsText = (game, id) =>
  t('levels.suits', { level: words(game.levels.find((level) => level.id === id)?.name) });
