// The coach's words: what the machine would do with the present piece, and why.

import { count, lang, t } from '../../i18n/index.js';
import { effectsOf } from './effects.js';
import { PIECES } from './pieces.js';

/** @import { Advice } from '../../arcade/types.js' */
/** @import { Well } from './well.js' */
/** A placement as the screen draws it. @typedef {{ piece: number, squares: number[][] }} Plan */

/** The last advice: asked for every frame, and the same until the piece, the move or the language is another one. */
let last = { well: /** @type {Well | null} */ (null), key: '', advice: /** @type {Advice | null} */ (null) };

/** @param {Well} well @param {string} move */
export function explain(well, move) {
  const key = `${lang()} ${well.pieces} ${well.piece} ${move}`;
  if (last.well !== well || last.key !== key) last = { well, key, advice: adviceOn(well, move) };
  return last.advice;
}

/** @param {Well} well @param {string} move @returns {Advice | null} */
function adviceOn(well, move) {
  const effects = effectsOf(well, move);
  if (!effects) return null;
  const { piece, squares, column, fromHold, spin, lines, holes, height, lower, smoother, shaft } = effects;
  const reasons = [
    spin && t('tt.coach.spin'),
    lines > 0 && count('tt.coach.lines', lines),
    holes > 0 ? count('tt.coach.holes', holes) : holes < 0 ? count('tt.coach.opens', -holes) : t('tt.coach.noHoles'),
    lower > 0 ? count('tt.coach.lower', lower) : count('tt.coach.height', height),
    shaft > 0 ? t('tt.coach.shaft', { n: shaft }) : smoother > 0 && t('tt.coach.smoother'),
  ];
  return {
    text: t(fromHold ? 'tt.coach.hold' : 'tt.coach.place', { piece: PIECES[piece], n: column }),
    reasons: reasons.filter((each) => typeof each === 'string'),
    plan: { piece, squares },
  };
}
