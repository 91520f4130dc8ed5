// What the board of Tigris & Euphrates says: moves, and what is or would be on a square.

import { count, t } from '../../i18n/index.js';
import { parseSquare } from '../shared/squares.js';
import { explain } from './explain.js';
import { told } from './names.js';
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
  const effect = effects.get(`${held} ${at}`);
  if (effect) return told(state, effect);
  if (held.startsWith('tile')) return t('tigris.alone');
  return held.startsWith('leader') ? t('tigris.begins') : t('tigris.breaks');
}

/** What is on a square, for those who listen. @param {State} state @param {string} at */
export function describe(state, at) {
  const [column, row] = parseSquare(at);
  const here = explain(state, at);
  const ground = here.length ? '' : viewOf(state).map[row][column] === '~' ? t('tigris.river') : t('tigris.land');
  return [at, ground, ...here, effectOn(state, at)].filter(Boolean).join(', ');
}
