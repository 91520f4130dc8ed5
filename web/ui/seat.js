// Who sits in a seat, in words.

import { t, words } from '../i18n/index.js';

export { ratingOf } from './rating.js';

/** @import { Game, RaceSeat, Seat } from '../types.js' */

/** @param {Seat | RaceSeat} seat @param {Game | null | undefined} game */
export function seatName(seat, game) {
  if (seat.kind === 'open') return t('seat.open');
  if (seat.kind === 'bot') {
    return words(game?.levels.find((level) => level.id === seat.level)?.name) || seat.name || t('seat.bot');
  }
  return isNamed(seat) ? /** @type {string} */ (seat.name) : t('guest');
}

/** Whoever gave no name sat down under one of these, in the language of their own page. */
const NAMELESS = ['Guest', 'Invité'];

/** Whether a person gave a name. @param {Seat | RaceSeat} seat */
export const isNamed = ({ name }) => Boolean(name) && !NAMELESS.includes(/** @type {string} */ (name));

/**
 * What a seat is called in a sentence: by its player's name, by its side where there is none.
 * @param {Seat[]} seats @param {number} seat @param {Game | null | undefined} game
 */
export function callName(seats, seat, game) {
  const own = seats[seat];
  const side = sideName(game, seat);
  if (!own || own.kind === 'open') return side;
  if (own.kind === 'person' && !isNamed(own)) return side;
  const name = seatName(own, game);
  const twins = seats.filter((other) => other.kind !== 'open' && seatName(other, game) === name).length > 1;
  return twins ? `${name} (${side})` : name;
}

/**
 * What a seat of a race is called: several of the same name are numbered.
 * @param {RaceSeat[]} seats @param {number} seat @param {Game | null | undefined} game
 */
export function racerName(seats, seat, game) {
  const name = seatName(seats[seat], game);
  const twins = seats.filter((other) => other.kind !== 'open' && seatName(other, game) === name);
  return twins.length > 1 ? `${name} ${twins.indexOf(seats[seat]) + 1}` : name;
}

/** @param {Game | null | undefined} game @param {number} seat */
export const sideName = (game, seat) => words(game?.seats[seat]) || String(seat + 1);
