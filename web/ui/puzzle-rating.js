// A solver and a puzzle meet as in a rated game: Elo, with larger steps while little is known of the solver. What the
// puzzle wins or loses is this browser's own: nobody signs in here, so that a rating shared by all could be moved by
// anybody who likes to.

/** What this browser remembers of a game's puzzles.
 * @typedef {{
 *   rating: number, played: number, theme: string, done: Record<string, 'right' | 'wrong'>,
 *   met?: Record<string, number>,
 * }} Solver `met` has the ratings of puzzles since they were met here
 */

export const BEGIN = 1200;
const NEW = 15;
const NEW_STEP = 48;
const STEP = 20;
const LEAST = 300;

/** @returns {Solver} */
export const blank = () => ({ rating: BEGIN, played: 0, theme: '', done: {} });

/** The share of such puzzles that such a solver solves. @param {number} solver @param {number} puzzle */
export const expected = (solver, puzzle) => 1 / (1 + 10 ** ((puzzle - solver) / 400));

/** The solver's rating after a puzzle. @param {Solver} solver @param {number} puzzle @param {boolean} right */
export function rated(solver, puzzle, right) {
  const step = solver.played < NEW ? NEW_STEP : STEP;
  const next = solver.rating + step * (Number(right) - expected(solver.rating, puzzle));
  return Math.max(LEAST, Math.round(next));
}

/** The puzzle's rating after a solver. @param {Solver} solver @param {number} puzzle @param {boolean} right */
export const puzzleAfter = (solver, puzzle, right) =>
  Math.max(LEAST, Math.round(puzzle + STEP * (expected(solver.rating, puzzle) - Number(right))));

/** How hard a puzzle is for this solver. @param {{ id: string, rating: number }} puzzle @param {Solver} solver */
export const ratingOf = ({ id, rating }, solver) => solver.met?.[id] ?? rating;

/**
 * The next puzzle for a solver: one that was not met yet and is about as hard as the solver is strong; of the few
 * nearest any, so that two solvers do not get the same ones. Once all were met, those that went wrong come again.
 * @template {{ id: string, rating: number }} P
 * @param {P[]} list @param {Solver} solver @param {string} [but] the one that is on the table now
 * @returns {P | null}
 */
export function choose(list, solver, but) {
  const others = list.filter((puzzle) => puzzle.id !== but);
  const fresh = others.filter((puzzle) => !solver.done[puzzle.id]);
  const missed = others.filter((puzzle) => solver.done[puzzle.id] === 'wrong');
  const from = fresh.length ? fresh : missed.length ? missed : others;
  const far = (/** @type {P} */ puzzle) => Math.abs(ratingOf(puzzle, solver) - solver.rating);
  const near = [...from].sort((a, b) => far(a) - far(b));
  return near[Math.floor(Math.random() * Math.min(5, near.length))] ?? null;
}
