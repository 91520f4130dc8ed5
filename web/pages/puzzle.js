// One puzzle, solved on the board: the server knows which moves are right, and what the opponent answers.

import { answerPuzzle, game as findGame, puzzle as findPuzzle, puzzles, puzzleSolution } from '../api.js';
import { boardOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { puzzleDone, recall } from '../store.js';
import { pack } from '../study/address.js';
import { calm, el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { blank, puzzleAfter, rated, ratingOf } from '../ui/puzzle-rating.js';
import { chime, knock } from '../ui/sound.js';
import { announce } from '../ui/toast.js';
import { page as notFound } from './gone.js';
import { next } from './puzzles.js';

/** @import { Game, Page, Position, Puzzle, PuzzleStep } from '../types.js' */

/** How long a move is seen before it is answered, or taken back. */
const PAUSE = 650;

/** @type {Page} */
export async function page(root, [id, puzzleId]) {
  const [game, puzzle, there] = await Promise.all([findGame(id), findPuzzle(id, puzzleId).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  }), puzzles()]);
  if (!game || !puzzle) return notFound(root, []);
  const themes = there.games.find((one) => one.game === id)?.themes ?? [];
  const title = t('puzzle.title', { game: words(game.name) });
  name(title);
  const module = await boardOf(id);

  /** The solver's moves, and all moves. @type {string[]} */
  let own = [];
  /** @type {string[]} */
  let played = [];
  /** @type {Position} */
  let now = puzzle.position;
  /** @type {PuzzleStep | null} */
  let last = null;
  /** @type {string | null} */
  let pending = null;
  /** @type {string | null} */
  let hint = null;
  let busy = false;
  let done = false;
  let gone = false;
  /** Whether the first try still counts: no wrong move, no help, not met before. */
  let clean = !recall('puzzles')[id]?.done[puzzle.id];

  const known = ratingOf(puzzle, { ...blank(), ...recall('puzzles')[id] });

  const slot = el('div', { class: 'slot' });
  const line = el('p', { class: 'note', role: 'status' });
  const result = el('div', { class: 'puzzle-result stack tight' });
  /** @param {Parameters<typeof icon>[0]} sign @param {string} text @param {() => void} act */
  const button = (sign, text, act) =>
    el('button', { class: 'button', type: 'button', on: { click: act } }, icon(sign), el('span', {}, text));
  const help = button('hint', t('hint'), () => void showHint());
  const solution = button('eye', t('puzzle.solution'), () => void showSolution());
  const again = button('again', t('puzzle.again'), restart);
  const onward = button('next', t('puzzle.next'), () => void next(id, puzzle.id).catch((error) => {
    say(errorText(error), 'wrong');
  }));
  const study = button('chart', t('analyse'), () => void analyse());
  again.hidden = study.hidden = true;

  refill(root, el('div', { class: 'table lesson puzzle' },
    el('section', { class: 'stage', 'aria-label': t('table.board') }, el('div', { class: 'lay' }, slot), line),
    el('article', { class: 'card lesson-text' },
      el('p', { class: 'small quiet-text crumbs' },
        el('a', { href: '/puzzles' }, t('puzzles.title')), ' · ', words(game.name)),
      el('h1', {}, title),
      el('p', { class: 'task' }, words(puzzle.task)),
      el('p', {}, game.seats.length > 1 ? t('puzzle.side', { side: words(game.seats[puzzle.seat]) }) : '',
        ' ', el('span', { class: 'quiet-text' }, t('puzzle.rating', { n: known }))),
      result),
    el('nav', { class: 'lesson-nav', 'aria-label': t('puzzles.title') }, help, solution, again, study, onward)));
  const board = module.create(slot, { onMove: (move) => void tryMove(move) });

  /** @param {string} text @param {'' | 'wrong' | 'right' | 'asks'} [tone] */
  function say(text, tone = '') {
    line.className = `note ${tone}`;
    line.textContent = text;
  }

  const pause = () => new Promise((end) => setTimeout(end, calm() ? PAUSE / 2 : PAUSE));

  function draw(still = false) {
    if (gone) return;
    const { seat } = /** @type {Puzzle} */ (puzzle);
    board.update({
      view: now.view, legal: now.legal, turn: now.turn, hand: busy || done || now.turn !== seat ? null : seat, seat,
      pending, hint, scores: [], seats: /** @type {Game} */ (game).seats.map(words),
      last: last && { seat: last.seat, move: last.text }, still,
    });
    again.hidden = study.hidden = !done;
    help.hidden = solution.hidden = done;
  }

  function restart() {
    own = [];
    played = [];
    now = /** @type {Puzzle} */ (puzzle).position;
    last = pending = hint = null;
    busy = done = false;
    say(words(/** @type {Puzzle} */ (puzzle).task), 'asks');
    draw(true);
  }

  /** Shows a move of ours and the answers to it. @param {PuzzleStep[]} steps */
  async function follow(steps) {
    for (const [at, step] of steps.entries()) {
      if (at) {
        await pause();
        announce(module.say(step.text));
      }
      if (gone) return;
      knock();
      now = step.position;
      last = step;
      pending = null;
      played.push(step.text);
      draw();
    }
  }

  /** @param {string} move */
  async function tryMove(move) {
    if (busy || done) return;
    busy = true;
    hint = null;
    if (now.legal.includes(move)) pending = move;
    draw();
    try {
      const answer = await answerPuzzle(id, puzzleId, [...own, move]);
      if (answer.right) {
        own.push(move);
        if (!answer.done) say(t('puzzle.good'), 'right');
        await follow(answer.steps);
        if (answer.done) finish();
      } else {
        settle(false);
        say(t('puzzle.wrong'), 'wrong');
        await pause();
      }
    } catch (error) {
      say(errorText(error), 'wrong');
    }
    pending = null;
    busy = false;
    draw();
  }

  /** The first try is over: it is rated once. @param {boolean} right */
  function settle(right) {
    if (!clean) return;
    clean = false;
    const before = { ...blank(), ...recall('puzzles')[id] };
    const { rating } = /** @type {Puzzle} */ (puzzle);
    const [after, its] = [rated(before, rating, right), puzzleAfter(before, rating, right)];
    puzzleDone(id, puzzleId, right, after, its);
    const change = after - before.rating;
    const { now: run } = recall('streak');
    refill(result,
      el('p', { class: `rated ${right ? 'up' : 'down'}` }, t('puzzle.rated', {
        n: after, change: `${change < 0 ? '−' : '+'}${Math.abs(change)}`,
      })),
      el('p', { class: 'small quiet-text' }, t('puzzle.met', { n: its, was: rating })),
      run > 1 && el('p', { class: 'quiet-text' }, t('puzzle.streak', { n: run })));
  }

  function finish() {
    done = true;
    settle(true);
    const first = recall('puzzles')[id]?.done[puzzleId] === 'right';
    say(t(first ? 'puzzle.right' : 'puzzle.solved'), 'right');
    close();
    chime(true);
  }

  /** What it was about, and on to the next. */
  function close() {
    const { themes: own, exact } = /** @type {Puzzle} */ (puzzle);
    const names = own.flatMap((one) => themes.find((theme) => theme.id === one) ?? []).map((one) => words(one.name));
    result.querySelector('.about-puzzle')?.remove();
    result.append(el('p', { class: 'about-puzzle small quiet-text' },
      names.join(' · '), '. ', t(exact ? 'puzzle.exact' : 'puzzle.searched')));
    onward.classList.add('primary');
    onward.focus({ preventScroll: true });
  }

  /** The position and what was played, on the analysis board. */
  async function analyse() {
    const { state } = /** @type {Puzzle} */ (puzzle).position;
    const head = { plateau: 1, game: id, options: {}, seed: 0, position: state };
    await go(`/analysis/${id}?study=${await pack([JSON.stringify(head), ...played].join('\n'))}`);
  }

  /** The rest of a right line. */
  async function rest() {
    const { lines } = await puzzleSolution(id, puzzleId);
    const fits = lines.find((one) => played.every((move, at) => one[at] === move));
    return fits?.slice(played.length) ?? [];
  }

  async function showHint() {
    if (busy || done) return;
    try {
      const [move] = await rest();
      settle(false);
      hint = move ?? null;
      if (move) say(t('puzzle.hint', { move: module.say(move) }));
      draw();
    } catch (error) {
      say(errorText(error), 'wrong');
    }
  }

  async function showSolution() {
    if (busy || done) return;
    busy = true;
    hint = null;
    draw();
    try {
      settle(false);
      say(t('puzzle.shown'));
      for (let left = await rest(); left.length && !gone; left = await rest()) {
        const answer = await answerPuzzle(id, puzzleId, [...own, left[0]]);
        own.push(left[0]);
        await follow(answer.steps);
        if (answer.done) break;
        await pause();
      }
      done = true;
      if (!gone) close();
    } catch (error) {
      say(errorText(error), 'wrong');
    }
    busy = false;
    draw();
  }

  restart();
  return () => {
    gone = true;
    board.destroy();
  };
}
