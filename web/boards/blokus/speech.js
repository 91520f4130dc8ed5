// What Blokus' board says: moves, the board, the piece in hand.

import { lang, t, words } from '../../i18n/index.js';
import { heldPiece, heldSquares } from './hand.js';
import { PASS, SKIP, boxOf, moveText, nameOf, placeOf, squaresOf } from './pieces.js';
import { handColour, isLive, isPlanning, troubleOf, viewOf } from './state.js';

/** @import { Square, View } from './pieces.js' */
/** @import { State, Trouble } from './state.js' */

/** A move in few letters, for lists: the piece, and where. @param {string} move */
export function label(move) {
  if (move === PASS) return t('blokus.pass.short');
  if (move === SKIP) return t('blokus.skip');
  const squares = squaresOf(move);
  const box = boxOf(squares);
  return `${placeOf(move)?.piece ?? squares.length} ${nameOf([box.x, box.y])}`;
}

/** A move to be read aloud. @param {string} move */
export function say(move) {
  if (move === PASS) return t('blokus.pass.say');
  if (move === SKIP) return t('blokus.skip');
  const squares = squaresOf(move);
  const { x, y, w, h } = boxOf(squares);
  const piece = placeOf(move)?.piece ?? String(squares.length);
  if (w * h === 1) return t('blokus.say.one', { piece, at: nameOf([x, y]) });
  return t('blokus.say', { piece, from: nameOf([x, y]), to: nameOf([x + w - 1, y + h - 1]) });
}

/** @param {Trouble} trouble */
export const why = ({ reason, square }) => t(`blokus.why.${reason}`, { square: square ? nameOf(square) : '' });

/** Where the piece in hand lies and whether it fits. @param {State} state @returns {string | null} */
export function describeHand(state) {
  const squares = heldSquares(state);
  if (!squares) return null;
  const move = moveText(squares);
  if (state.legal.has(move)) return `${say(move)}. ${t('blokus.fits')}`;
  const trouble = troubleOf(state, squares);
  const sketch = isPlanning(state) && trouble.reason === 'other';
  return `${say(move)}. ${sketch ? t('blokus.plan.fits') : why(trouble)}`;
}

/** What is on a square. @param {State} state @param {Square} square */
export function describeSquare(state, square) {
  const { colours, corners, rows } = viewOf(state);
  const [x, y] = square;
  const colour = colours.find(({ letter }) => letter === rows[y][x]);
  const usable = corners.some(([cx, cy]) => cx === x && cy === y);
  const there = colour ? words(colour.name) : usable ? t('blokus.usable') : t('blokus.empty');
  return t('blokus.told', { what: nameOf(square), there });
}

/** @param {View} view */
export function describeBoard({ colours }) {
  const list = new Intl.ListFormat(lang(), { type: 'unit' });
  const there = list.format(colours.map(({ name, points }) => `${words(name)} ${points}`));
  return t('blokus.told', { what: t('blokus.board'), there });
}

/** The line under the board. @param {State} state @param {{ fits: boolean, trouble: Trouble | null }} hand */
export function advise(state, { fits, trouble }) {
  const { colours } = viewOf(state);
  if (trouble) return why(trouble);
  const planning = isPlanning(state);
  if (fits) return t(planning ? 'blokus.plan.fits' : 'blokus.fits');
  if (heldPiece(state)) return t('blokus.held');
  const colour = handColour(state);
  if (colour === null) return '';
  const name = words(colours[colour].name);
  if (!planning) return isLive(state) ? t('blokus.pick', { colour: name }) : '';
  const { moves, armed } = state.plans;
  return moves.length ? t(armed ? 'blokus.plan.armed' : 'blokus.plan.count', { n: String(moves.length) })
    : t('blokus.plan.pick', { colour: name });
}
