// What Quoridor's board says: moves, the standing, and what is aimed at.

import { count, listed, t } from '../../i18n/index.js';
import { wallOf } from './plan.js';
import { inTheWay, isLegal, viewOf } from './state.js';

/** @import { Aim, State } from './state.js' */

/** What a seat is called at this table. @param {State} state @param {number} seat */
const nameOf = ({ shown }, seat) => shown.names?.[seat] || shown.seats[seat] || '';

/** @param {string} move */
export function say(move) {
  const wall = wallOf(move);
  if (wall) return t(wall.orientation === 'h' ? 'quoridor.h' : 'quoridor.v', { square: move.slice(0, -1) });
  return move === 'pass' ? t('quoridor.pass') : t('quoridor.pawn', { square: move });
}

/** @param {State} state @param {Aim} aim */
export const describe = (state, { text, wall }) => (wall ? describeWall(state, text) : describeSquare(state, text));

/** @param {State} state @param {string} square */
function describeSquare(state, square) {
  const seat = viewOf(state).seats.findIndex(({ pawn }) => pawn === square);
  if (seat >= 0) return t('quoridor.here', { square, side: nameOf(state, seat) });
  return isLegal(state, square) ? t('quoridor.step', { square }) : square;
}

/** @param {State} state @param {string} text */
function describeWall(state, text) {
  const wall = say(text);
  const { detours, shut: shutting } = viewOf(state);
  if (isLegal(state, text)) {
    const steps = detours?.find((each) => each.wall === text)?.steps ?? [];
    const longer = steps.flatMap((n, seat) => (n ? [`${nameOf(state, seat)} +${n}`] : []));
    return longer.length ? t('quoridor.longer', { wall, steps: longer.join(', ') }) : t('quoridor.fits', { wall });
  }
  const shut = shutting.find((each) => each.wall === text);
  if (shut) return t('quoridor.shut', { wall, side: nameOf(state, shut.seats[0]) });
  const others = inTheWay(state, /** @type {import('./plan.js').Wall} */ (wallOf(text)));
  if (!others.length) return t('quoridor.not', { wall });
  if (others.includes(text)) return t('quoridor.there', { wall });
  const crosses = others[0].slice(-1) !== text.slice(-1);
  return t(crosses ? 'quoridor.crosses' : 'quoridor.overlaps', { wall: text, others: listed(others) });
}

/** Where everybody stands, for those who listen. @param {State} state */
export const standing = (state) => viewOf(state).seats.map(({ pawn, left, distance }, seat) =>
  t('quoridor.stands', {
    name: nameOf(state, seat), pawn, left: count('quoridor.stock', left), far: count('quoridor.far', distance),
  })).join(' ');
