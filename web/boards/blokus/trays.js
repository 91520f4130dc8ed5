// The trays: the pieces of each colour beside the board, with its points; on a narrow screen one
// tray at a time, under tabs, which scrolls sideways and folds away.

import { count, listed, t, words } from '../../i18n/index.js';
import { el, refill } from '../../ui/dom.js';
import { mark } from '../../ui/icons.js';
import { loose } from './art.js';

/** @import { Colour, Shape, View } from './pieces.js' */

/** How a colour stands, in a word or two. @param {Colour} colour */
const standing = (colour) => (colour.gave_up ? t('blokus.gaveUp') : !colour.left.length ? t('blokus.allPlaced') : colour.out ? t('blokus.stuck') : count('blokus.left', colour.left.length));

/** Large pieces first, since they are the ones to get rid of; the longest between two that are not as wide. @param {Shape[]} shapes */
function inTray(shapes) {
  const order = [...shapes].reverse();
  const [long, wide] = ['L5', 'T5'].map((name) => order.findIndex(({ piece }) => piece === name));
  if (long >= 0 && wide >= 0) [order[long], order[wide]] = [order[wide], order[long]];
  return order;
}

/** @param {number[]} colours */
const marks = (colours) => colours.map((colour) => mark(colour));

/**
 * The points of each team of several colours.
 * @param {View} view
 */
export const teamsOf = (view) => view.teams.filter(({ colours }) => colours.length > 1).map(({ colours, points }) =>
  el('span', { class: 'bk-team' }, marks(colours), el('span', { class: 'visually-hidden' }, listed(colours.map((each) => words(view.colours[each].name)))), el('b', {}, points)));

/**
 * With which other colours a seat wins: those of a partner, or the second of its own.
 * @param {View} view @param {number} seat
 */
export function partnersOf(view, seat) {
  const team = view.teams.find(({ colours }) => colours.length > 1 && colours.some((each) => view.colours[each].owner === seat));
  const others = team?.colours.filter((each) => each !== seat) ?? [];
  if (!others.length) return null;
  const names = t('blokus.with', { names: listed(others.map((each) => words(view.colours[each].name))) });
  return el('span', { class: 'bk-with', title: names }, el('span', { 'aria-hidden': 'true' }, '+'), marks(others), el('span', { class: 'visually-hidden' }, `${names}, `));
}

/**
 * @param {{ pick: (piece: string) => void }} hears
 */
export function makeTrays({ pick }) {
  const left = el('div', { class: 'bk-side bk-left' });
  const right = el('div', { class: 'bk-side bk-right' });
  const tabs = el('div', { class: 'bk-tabs' });
  /** @type {{ root: HTMLElement, head: HTMLElement, body: HTMLElement, tab: HTMLButtonElement, drawn: string }[]} */
  let trays = [];
  /** The tray that is open on a narrow screen; null when all are folded away. @type {number | null} */
  let open = null;
  /** The colour that was to move; undefined before the first look. @type {number | null | undefined} */
  let turn;

  /** @param {View} view */
  function build(view) {
    trays = view.colours.map((colour, i) => {
      const head = el('div', { class: 'bk-head' });
      const body = el('div', { class: 'bk-pieces', id: `bk-pieces-${i}`, role: 'group', 'aria-label': t('blokus.tray', { colour: words(colour.name) }) });
      const tab = el('button', { class: `bk-tab seat-${i}`, type: 'button', 'aria-controls': body.id, on: { click: () => show(open === i ? null : i) } });
      body.addEventListener('keydown', (event) => walk(body, event));
      body.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
        if (button?.dataset.piece) pick(button.dataset.piece);
      });
      return { root: el('section', { class: `bk-tray seat-${i}` }, head, body), head, body, tab, drawn: '' };
    });
    // Each tray lies at the corner where its colour begins.
    const four = trays.length > 2;
    refill(left, trays[0].root, four && trays[3].root);
    refill(right, trays[1].root, four && trays[2].root);
    refill(tabs, trays.map(({ tab }) => tab));
    turn = undefined;
    show(null);
  }

  /** @param {number | null} which */
  function show(which) {
    open = which;
    trays.forEach(({ root, tab }, i) => {
      root.classList.toggle('open', i === which);
      tab.setAttribute('aria-expanded', String(i === which));
    });
  }

  /** Arrows go from piece to piece; one of them is a stop of the Tab key. @param {HTMLElement} body @param {KeyboardEvent} event */
  function walk(body, event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || event.shiftKey) return;
    const open = /** @type {HTMLButtonElement[]} */ ([...body.querySelectorAll('button:not(:disabled)')]);
    const at = open.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const next = open[(at + step + open.length) % open.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    open.forEach((button) => { button.tabIndex = button === next ? 0 : -1; });
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * @param {View} view @param {{ seat: number | null, live: boolean, held: string | null, laid: string | null, fitting: Set<string> }} now
   *   through whose eyes it is seen, whether the colour to move is ours, the piece in hand, the one that waits for the server, and those that fit somewhere
   */
  function update(view, { seat, live, held, laid, fitting }) {
    // Our own tray lies open, and whoever only looks on has them all folded away at first.
    const first = turn === undefined ? view.colours.findIndex(({ owner }) => owner === seat) : -1;
    if (live && turn !== view.turn) show(view.turn);
    else if (first >= 0) show(first);
    turn = view.turn;
    trays.forEach((tray, i) => {
      const colour = view.colours[i];
      const moves = i === view.turn;
      const ours = moves && live;
      const key = JSON.stringify([colour.left, colour.points, colour.out, view.teams, moves, ours, ours && [held, laid, [...fitting]]]);
      if (key === tray.drawn) return;
      tray.drawn = key;
      tray.root.classList.toggle('turn', moves);
      tray.root.classList.toggle('live', ours);
      tray.root.classList.toggle('out', colour.out);
      const team = view.teams.find(({ colours }) => colours.length > 1 && colours.includes(i));
      const nobody = colour.owner === null ? t('blokus.nobody') : '';
      const stands = nobody || standing(colour);
      refill(tray.head,
        el('div', {}, mark(i), el('b', { class: 'bk-name' }, words(colour.name)), el('b', { class: 'bk-points' }, colour.points, el('span', { class: 'visually-hidden' }, ` ${t('blokus.points')}`))),
        el('div', {}, el('small', { class: 'bk-name', title: stands }, stands),
          team && el('small', { class: 'bk-sum', title: t('blokus.team') }, el('span', { class: 'visually-hidden' }, `${t('blokus.team')} `), el('span', { 'aria-hidden': 'true' }, 'Σ '), team.points)));
      tray.tab.classList.toggle('turn', moves);
      refill(tray.tab, mark(i), el('span', { class: 'visually-hidden' }, t('blokus.tray', { colour: words(colour.name) })), el('b', {}, colour.points), el('small', {}, standing(colour)));
      pieces(tray.body, view, i, { ours, held, laid, fitting });
    });
  }

  /** @param {HTMLElement} body @param {View} view @param {number} i @param {{ ours: boolean, held: string | null, laid: string | null, fitting: Set<string> }} now */
  function pieces(body, view, i, { ours, held, laid, fitting }) {
    const colour = view.colours[i];
    const focused = body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.piece : null;
    const shapes = inTray(view.shapes);
    const usable = (/** @type {string} */ piece) => ours && colour.left.includes(piece) && piece !== laid;
    const first = shapes.find(({ piece }) => piece === (held ?? focused) && usable(piece))?.piece ?? shapes.find(({ piece }) => usable(piece))?.piece;
    if (body.childElementCount !== shapes.length) refill(body, shapes.map(({ piece, ways }) => el('button', { type: 'button', 'data-piece': piece }, loose(i, ways[0].squares))));
    [...body.children].forEach((child, n) => {
      const button = /** @type {HTMLButtonElement} */ (child);
      const { piece, size } = shapes[n];
      const used = !colour.left.includes(piece) || (moves(view, i) && piece === laid);
      const nowhere = ours && !used && !fitting.has(piece);
      button.className = `bk-choice ${used ? 'used' : ''} ${nowhere ? 'nowhere' : ''}`;
      button.disabled = !usable(piece);
      button.tabIndex = piece === first ? 0 : -1;
      button.title = nowhere ? t('blokus.nowhere', { piece }) : '';
      button.setAttribute('aria-label', [count('blokus.piece', size).replace('{piece}', piece), used ? t('blokus.used') : nowhere ? t('blokus.nowhere.short') : ''].filter(Boolean).join(', '));
      if (ours) button.setAttribute('aria-pressed', String(piece === held));
      else button.removeAttribute('aria-pressed');
    });
  }
  const moves = (/** @type {View} */ view, /** @type {number} */ i) => i === view.turn;

  return {
    left, right, tabs, build, update,
    /** Where a piece lies in its tray, if that can be seen. @param {number} colour @param {string} piece */
    place(colour, piece) {
      const node = trays[colour]?.body.querySelector(`[data-piece="${piece}"] svg`);
      return node && node.getClientRects().length ? node.getBoundingClientRect() : null;
    },
    /** @param {number} colour @param {string} [piece] */
    focus(colour, piece) {
      const body = trays[colour]?.body;
      const button = /** @type {HTMLButtonElement | null | undefined} */ (body?.querySelector(piece ? `[data-piece="${piece}"]:not(:disabled)` : 'x') ?? body?.querySelector('[tabindex="0"]:not(:disabled)'));
      button?.focus({ preventScroll: true });
    },
  };
}
