// Who sits in a seat, in words.

import { t, words } from '../i18n/index.js';

/** @import { Game, Seat } from '../types.js' */

/** @param {Seat} seat @param {Game | null | undefined} game */
export function seatName(seat, game) {
  if (seat.kind === 'open') return t('seat.open');
  if (seat.kind === 'bot') return words(game?.levels.find((level) => level.id === seat.level)?.name) || seat.name || t('seat.bot');
  return seat.name || t('guest');
}

/** How strong a bot was measured to be. @param {Seat} seat @param {Game | null | undefined} game */
export function ratingOf(seat, game) {
  const rating = seat.kind === 'bot' ? game?.levels.find((level) => level.id === seat.level)?.rating : null;
  return typeof rating === 'number' ? String(rating) : '';
}

/** @param {Game | null | undefined} game @param {number} seat */
export const sideName = (game, seat) => words(game?.seats[seat]) || String(seat + 1);
