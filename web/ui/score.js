// What the engine thinks of a move, in few words: as a chip over a column, or as a sentence.

import { count, t } from '../i18n/index.js';

/** @import { Score } from '../types.js' */

/** Plies as moves of the one who plays them. @param {number} plies */
const moves = (plies) => Math.max(1, Math.ceil(plies / 2));

/** @param {Score} score @param {number} chance @returns {{ label: string, tone: 'win' | 'draw' | 'loss' | 'even' }} */
export function chip(score, chance) {
  if (score === 'draw') return { label: '=', tone: 'draw' };
  if ('win' in score) return { label: `+${moves(score.win)}`, tone: 'win' };
  if ('loss' in score) return { label: `−${moves(score.loss)}`, tone: 'loss' };
  // Estimates are all shown as chances: the points of an evaluation mean nothing to a player.
  return { label: `${Math.round(chance * 100)}%`, tone: 'even' };
}

/** @param {Score} score @param {number} chance @param {string} side the one who moves */
export function verdict(score, chance, side) {
  if (score === 'draw') return t('verdict.draw');
  if ('win' in score) return count('verdict.win', moves(score.win)).replace('{side}', side);
  if ('loss' in score) return count('verdict.loss', moves(score.loss)).replace('{side}', side);
  return chance > 0.6 ? t('verdict.better', { side }) : chance < 0.4 ? t('verdict.worse', { side }) : t('verdict.even');
}
