// What the board of Tigris & Euphrates says: moves, and what is or would be on a square.

import { count, t, words } from '../../i18n/index.js';
import { parseSquare } from '../shared/squares.js';
import { COLOURS, fits, viewOf } from './state.js';

/** @import { State } from './state.js' */

/** @param {number} n */
export const saySupport = (n) => (n === 0 ? t('tigris.say.support.none') : count('tigris.say.support', n));

/** A move in words. @param {string} move */
export function say(move) {
  const [verb, a, b] = move.split(' ');
  const colour = COLOURS.find((each) => each === a);
  if (verb === 'tile' && colour) return t('tigris.say.tile', { tile: t(`tigris.tile.${colour}`), at: b });
  if (verb === 'leader' && colour) return t('tigris.say.leader', { leader: t(`tigris.leader.${colour}`), at: b });
  if (verb === 'withdraw' && colour) return t('tigris.say.withdraw', { leader: t(`tigris.leader.${colour}`) });
  if (verb === 'catastrophe') return t('tigris.say.catastrophe', { at: a });
  if (verb === 'swap') return count('tigris.say.swap', Number(a) || move.split(' ').length - 1);
  if (verb === 'pass') return t('tigris.say.pass');
  if (verb === 'support') return saySupport(Number(a));
  if (verb === 'war' && colour) return t('tigris.say.war', { leader: t(`tigris.leader.${colour}`) });
  if (verb === 'build') {
    const [low, high] = a.split('-');
    return t('tigris.say.build', { a: t(`tigris.colour.${low}`), b: t(`tigris.colour.${high}`), at: b });
  }
  if (verb === 'decline') return t('tigris.say.decline');
  return verb === 'take' ? t('tigris.say.take', { at: a }) : move;
}

/** What would happen on a square with what is in hand. @param {State} state @param {string} at */
export function effectOn(state, at) {
  const { held, effects } = state;
  if (held === null || !fits(state, held, at)) return '';
  const says = effects.get(`${held} ${at}`);
  if (says) return words(says);
  if (held.startsWith('tile')) return t('tigris.alone');
  return held.startsWith('leader') ? t('tigris.begins') : t('tigris.breaks');
}

/** What is on a square, for those who listen. @param {State} state @param {string} at */
export function describe(state, at) {
  const { tiles, leaders, treasures, catastrophes, monuments, map } = viewOf(state);
  const [column, row] = parseSquare(at);
  const tile = tiles.find((each) => each.at === at);
  const leader = leaders.find((each) => each.at === at);
  const things = [
    tile && t(`tigris.tile.${tile.colour}`),
    leader && `${t(`tigris.leader.${leader.colour}`)} (${state.shown.seats[leader.seat] ?? ''})`,
    treasures.includes(at) && count('tigris.treasures', 1),
    catastrophes.includes(at) && t('tigris.catastrophe'),
    monuments.find((each) => each.at === at)?.name,
    map[row][column] === '~' && '~',
  ];
  return [at, ...things, effectOn(state, at)].filter(Boolean).join(', ');
}
