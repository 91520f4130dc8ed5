// A well as one line of text, the same as Rust writes it: the server's `think` takes it.

import { Chance } from './chance.js';
import { FACINGS, LETTERS, PIECES, ROWS } from './pieces.js';

/** @import { Rising } from './rising.js' */
/** @import { Well } from './well.js' */

const lettersOf = (/** @type {number[]} */ pieces) => pieces.map((piece) => PIECES[piece]).join('');
const piecesOf = (/** @type {string} */ letters) => [...letters].map((letter) => PIECES.indexOf(letter));
const pieceOf = (/** @type {string | null} */ letter) => (letter ? PIECES.indexOf(letter) : -1);

/** @param {Well} well */
export function saveWell(well) {
  const rows = Array.from({ length: well.tallest }, (_, y) => (
    [...well.cells.subarray(y * well.width, (y + 1) * well.width)].map((cell) => LETTERS[cell]).join('')));
  // In the order in which Rust writes them.
  const { rules, width, height, mode, first, clock: tick } = well;
  const { score, lines, level, pieces, combo, hard, attack, sent } = well;
  const { x, y, fall, lock, resets, touched, lowest, turned, used, waiting, over, done } = well;
  return JSON.stringify({
    rules, width, height, mode, first, tick, score, lines, level, pieces, combo, hard, attack, sent,
    piece: PIECES[well.piece] ?? null, facing: FACINGS[well.facing], x, y, fall, lock, resets, touched, lowest, turned,
    held: PIECES[well.held] ?? null, used, queue: lettersOf(well.queue), bag: lettersOf(well.bag), waiting, rows,
    over, done, rng: well.chance.words(), ...(well.rising && { rising: saveRising(well.rising) }),
  });
}

/** @param {Rising} rising */
const saveRising = ({ left, last, wait, chance }) => ({
  left: left < 0 ? null : left, last: last < 0 ? null : last, wait, rng: chance.words(),
});
/** @param {any} saved @returns {Rising | null} */
const risingFrom = (saved) => saved && {
  left: saved.left ?? -1, last: saved.last ?? -1, wait: saved.wait, chance: Chance.from(saved.rng),
};

/** What a saved well has in its fields. @param {any} saved */
export function fieldsOf(saved) {
  const { width, score, lines, level, pieces, combo, hard, attack, sent } = saved;
  const { x, y, fall, lock, resets, touched, lowest, turned, used, waiting, over, done } = saved;
  const cells = new Uint8Array(width * ROWS);
  for (const [row, letters] of saved.rows.entries()) {
    for (const [column, letter] of [...letters].entries()) cells[row * width + column] = LETTERS.indexOf(letter);
  }
  return {
    clock: saved.tick, score, lines, level, pieces, combo, hard, attack, sent,
    piece: pieceOf(saved.piece), facing: FACINGS.indexOf(saved.facing), x, y, fall, lock, resets, touched, lowest,
    turned, held: pieceOf(saved.held), used, queue: piecesOf(saved.queue), bag: piecesOf(saved.bag), waiting, cells,
    over, done, chance: Chance.from(saved.rng), rising: risingFrom(saved.rising),
  };
}
