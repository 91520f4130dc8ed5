// How the computer thinks about a position: its evaluation on the board and in a table, its search as a tree. The
// position stands in the address, and is played on for both sides.

import { Refusal, explain, game as findGame, position, tableApi } from '../api.js';
import { boardOf, loadSheet } from '../boards/index.js';
import { learn, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { searchView } from '../thoughts/search.js';
import { changeTable } from '../thoughts/change.js';
import { drawHeat, layerButtons, moveTable, termTable } from '../thoughts/terms.js';
import { lookahead } from '../thoughts/tree.js';
import { fromQuery, fromTable, writeAddress } from '../thoughts/address.js';
import dictionary from '../thoughts/words.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { announce } from '../ui/toast.js';
import { page as notFound } from './gone.js';

/** @import { BoardLayer, Explanation, Page, Position } from '../types.js' */

const DEPTHS = [1, 2, 3, 4, 5, 6];

/** @type {Page} */
export async function page(root, [id]) {
  const found = await findGame(id);
  if (!found) return notFound(root, []);
  const game = found;
  const [module] = await Promise.all([boardOf(id), loadSheet('/style/thoughts.css')]);
  learn(dictionary);
  name(t('thoughts.title'));
  const query = new URLSearchParams(location.search);
  const table = query.get('table');
  const wish = table ? await fromTable(tableApi(table), Number(query.get('epoch') ?? NaN)) : fromQuery(query);

  /** @type {Explanation | null} */
  let shown = null;
  /** A position further down in the tree that is looked at. @type {Position | null} */
  let further = null;
  /** @type {string | null} */
  let hint = null;
  /** @type {BoardLayer | null} */
  let layer = null;
  let asking = new AbortController();
  let looking = new AbortController();
  let gone = false;
  let step = (/** @type {1 | -1} */ _way) => {};

  const slot = el('div', { class: 'slot' });
  const line = el('p', { class: 'note', role: 'status' });
  const level = el('select', {
    id: 'thoughts-level', on: { change: () => { wish.level = level.value; void ask(); } },
  });
  const depth = el('select', {
    id: 'thoughts-depth', on: { change: () => { wish.depth = Number(depth.value) || undefined; void ask(); } },
  });
  const deepness = el('span', { class: 'deepness' },
    el('label', { for: 'thoughts-depth' }, t('thoughts.depth')), ' ', depth);
  const back = el('button', {
    class: 'button', type: 'button', on: { click: () => { wish.moves = wish.moves.slice(0, -1); void ask(); } },
  }, icon('undo'), el('span', {}, t('thoughts.back')));
  const layers = el('div', {});
  const terms = el('section', { class: 'card thoughts-terms' });
  const search = el('section', { class: 'card thoughts-search' });
  refill(root, el('div', { class: 'thoughts' },
    el('header', {}, el('h1', {}, t('thoughts.title'), ' · ', words(game.name)),
      el('p', { class: 'lead' }, t(game.seats.length > 1 ? 'thoughts.lead' : 'thoughts.lead.alone'))),
    el('section', { class: 'thoughts-board', 'aria-label': t('table.board') }, slot, line,
      el('div', { class: 'thoughts-tools' },
        el('label', { for: 'thoughts-level' }, t('thoughts.level')), level,
        deepness, back),
      layers),
    terms, search));
  const board = module.create(slot, { onMove: (move) => { wish.moves = [...wish.moves, move]; void ask(); } });

  function draw(still = true) {
    const now = further ?? shown?.position;
    if (!now || gone) return;
    board.update({
      view: now.view, legal: now.legal, turn: now.turn, hand: further ? null : now.turn, pending: null, hint,
      scores: [], seats: game.seats.map(words), seat: null, still,
    });
    lay(now.view);
  }

  /** The layer over the board, where its squares are now. @param {any} view */
  function lay(view) {
    drawHeat(module.heat?.(slot, view) ?? null, further ? null : layer);
  }
  // A board may be turned by a button of its own.
  slot.addEventListener('click', () => requestAnimationFrame(() => {
    if (shown && !further) lay(shown.position.view);
  }));

  /**
   * Shows the position at the end of a line, or says why the board cannot.
   * @param {string[]} moves further moves, from the root of the tree on
   * @returns {Promise<string>} why not, or nothing
   */
  async function look(moves) {
    looking.abort();
    looking = new AbortController();
    const mine = looking;
    try {
      const { variant, options, seed, position: start } = wish;
      const all = [...wish.moves, ...moves];
      const next = moves.length ? await position(id, { variant, options, seed, position: start, moves: all }) : null;
      if (mine.signal.aborted || gone) return '';
      further = next;
      draw();
      tell();
      return '';
    } catch (error) {
      if (mine.signal.aborted || gone) return '';
      // A line through chance or hidden things cannot be played here: the board shows where it begins.
      further = null;
      draw();
      const refused = error instanceof Refusal && error.status === 422;
      const why = refused ? t('thoughts.cannot', { why: errorText(error) }) : errorText(error);
      tell(why);
      return why;
    }
  }

  /** Says what went wrong, or what there is to say of the position. @param {string} [wrong] */
  function tell(wrong = '') {
    line.textContent = wrong || (shown?.position.turn === null ? t('thoughts.over') : '');
    line.classList.toggle('wrong', wrong !== '');
    if (wrong) announce(wrong);
  }

  async function ask() {
    asking.abort();
    looking.abort();
    asking = new AbortController();
    const mine = asking;
    line.textContent = t('thoughts.thinking');
    line.classList.remove('wrong');
    writeAddress(id, wish);
    try {
      const answer = await explain(id, { ...wish, moves: wish.moves.join(' ') }, mine.signal);
      if (mine.signal.aborted || gone) return;
      [shown, further, hint, layer] = [answer, null, null, null];
      wish.moves = answer.played;
      show(answer);
    } catch (error) {
      if (mine.signal.aborted || gone) return;
      tell(errorText(error));
      // What was refused is not kept: the board shows what it showed.
      if (shown) wish.moves = shown.played;
      draw();
    }
  }

  /** @param {Explanation} answer */
  function show(answer) {
    tell();
    const label = (/** @type {string} */ each) => module.label?.(each) ?? each;
    refill(level, answer.levels.map((each) => {
      const known = game.levels.find(({ id: own }) => own === each);
      return el('option', { value: each, selected: each === answer.level && true }, known ? words(known.name) : each);
    }));
    level.value = answer.level;
    // Other searches go as far as they get, or as the pieces that are seen.
    const deep = answer.trees[0] && lookahead(answer.trees[0]) ? answer.trees[0].depth : 0;
    refill(depth, [...new Set([...DEPTHS, ...(deep ? [deep] : [])])].toSorted((a, b) => a - b)
      .map((each) => el('option', { value: each }, String(each))));
    depth.value = String(deep || '');
    deepness.hidden = !deep;
    back.disabled = !wish.moves.length;
    refill(layers, layerButtons(answer, game, (next) => { layer = next; further = null; draw(); }));
    const change = el('div', { class: 'change-slot', role: 'status' });
    refill(terms, el('h2', {}, t('thoughts.evaluation')), termTable(answer, game),
      answer.moves.length > 0 && el('h3', {}, t('thoughts.moves')),
      change,
      answer.moves.length > 0 && moveTable(answer, {
        say: module.say, label, point(move) {
          [hint, further] = [move, null];
          tell();
          refill(change, changeTable(answer, move, module.say(move)));
          draw();
        },
      }));
    const searched = searchView(answer, { say: module.say, label, look });
    step = searched.step;
    refill(search, el('h2', {}, t('thoughts.search')), searched.root);
    draw();
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).closest?.('input, select, textarea, dialog')) return;
    if (event.key !== '.' && event.key !== ',') return;
    event.preventDefault();
    step(event.key === '.' ? 1 : -1);
  }
  document.addEventListener('keydown', keys);
  await ask();
  return () => {
    gone = true;
    asking.abort();
    looking.abort();
    document.removeEventListener('keydown', keys);
    board.destroy();
  };
}
