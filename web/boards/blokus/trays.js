// Draws the trays: the pieces of each colour beside the board, with its points; on a narrow screen one tray at a
// time, under tabs, which scrolls sideways and folds away.

import { count, listed, t, words } from '../../i18n/index.js';
import { el, hidden, refill } from '../../ui/dom.js';
import { mark } from '../../ui/icons.js';
import { loose } from './art.js';
import { heldPiece } from './hand.js';
import { placeOf } from './pieces.js';
import { allPlaces, handColour, isLive, viewOf } from './state.js';

/** @import { Colour, Shape, View } from './pieces.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {{ root: HTMLElement, head: HTMLElement, body: HTMLElement, tab: HTMLButtonElement, drawn: string }} Tray
 */
/** @typedef {ReturnType<typeof buildTrayDom>} TrayDom */
/**
 * What the pieces of the colour to move depend on.
 * @typedef {object} Choice
 * @property {boolean} ours whether they can be taken here and now
 * @property {string | null} held the piece in hand
 * @property {string | null} waiting the piece that waits for the server
 * @property {Set<string> | null} fitting the pieces that fit somewhere, where that is known
 * @property {string[]} planned the pieces of our plans
 */

/** Points with a minus sign, not a hyphen. @param {number} points */
export const written = (points) => String(points).replace('-', '−');

/** How a colour stands, in a word or two. @param {Colour} colour */
function standing(colour) {
  if (colour.gave_up) return t('blokus.gaveUp');
  if (!colour.left.length) return t('blokus.allPlaced');
  return colour.out ? t('blokus.stuck') : count('blokus.left', colour.left.length);
}

/**
 * Large pieces first, since they are harder to place; the longest between two that are not as wide.
 * @param {Shape[]} shapes
 */
function inTray(shapes) {
  const order = [...shapes].reverse();
  const [long, wide] = ['L5', 'T5'].map((name) => order.findIndex(({ piece }) => piece === name));
  if (long >= 0 && wide >= 0) [order[long], order[wide]] = [order[wide], order[long]];
  return order;
}

/** @param {View} view @param {number[]} colours */
const namesOf = (view, colours) => listed(colours.map((each) => words(view.colours[each].name)));

/** The teams of several colours on one line: "Blue + Red 134 : 149 Yellow + Green". @param {View} view */
export function teamsOf(view) {
  const teams = view.teams.filter(({ colours }) => colours.length > 1);
  const names = (/** @type {number[]} */ colours) => colours.map((each) => words(view.colours[each].name)).join(' + ');
  return teams.flatMap(({ colours, points }, i) => {
    const who = el('span', { class: 'bk-team' }, colours.map(mark), el('span', {}, names(colours)));
    const sum = el('b', {}, written(points));
    // The points of two meet in the middle.
    if (teams.length !== 2) return [el('span', {}, who, sum)];
    return i ? [el('span', { class: 'bk-colon' }, ':'), sum, who] : [who, sum];
  });
}

/**
 * With which other colours a seat wins: those of a partner, or the second of its own.
 * @param {View} view @param {number} seat
 */
export function partnersOf(view, seat) {
  const team = view.teams.find(({ colours }) =>
    colours.length > 1 && colours.some((each) => view.colours[each].owner === seat));
  const others = team?.colours.filter((each) => each !== seat) ?? [];
  if (!others.length) return null;
  const names = t('blokus.with', { names: namesOf(view, others) });
  return el('span', { class: 'bk-with', title: names },
    el('span', { 'aria-hidden': 'true' }, '+'), others.map(mark), hidden(`${names}, `));
}

export const buildTrayDom = () => ({
  left: el('div', { class: 'bk-side bk-left' }),
  right: el('div', { class: 'bk-side bk-right' }),
  tabs: el('div', { class: 'bk-tabs' }),
  /** By colour. @type {Tray[]} */
  trays: [],
});

/** Makes the trays of a new board. @param {TrayDom} dom @param {View} view */
export function layTrays(dom, view) {
  dom.trays = view.colours.map(makeTray);
  const roots = dom.trays.map(({ root }) => root);
  // Each tray lies at the corner where its colour begins.
  refill(dom.left, roots[0], roots[3]);
  refill(dom.right, roots[1], roots[2]);
  refill(dom.tabs, dom.trays.map(({ tab }) => tab));
}

/** @param {Colour} colour @param {number} i @returns {Tray} */
function makeTray(colour, i) {
  const label = t('blokus.tray', { colour: words(colour.name) });
  const head = el('div', { class: 'bk-head' });
  const body = el('div', { class: 'bk-pieces', id: `bk-pieces-${i}`, role: 'group', 'aria-label': label });
  const tab = el('button', {
    class: `bk-tab seat-${i}`, type: 'button', 'aria-controls': body.id, 'data-action': 'tray', 'data-index': i,
  });
  return { root: el('section', { class: `bk-tray seat-${i}` }, head, body), head, body, tab, drawn: '' };
}

/** @param {TrayDom} dom @param {State} state */
export function renderTrays(dom, state) {
  const view = viewOf(state);
  const { pending } = state.shown;
  const live = isLive(state);
  const choice = {
    held: heldPiece(state),
    waiting: pending === null ? null : placeOf(pending)?.piece ?? null,
    fitting: live ? new Set(allPlaces(state).keys()) : null,
    planned: state.plans.moves.map((move) => placeOf(move)?.piece ?? ''),
  };
  const colour = handColour(state);
  dom.trays.forEach((tray, i) => {
    const open = i === state.tray;
    tray.root.classList.toggle('open', open);
    tray.tab.setAttribute('aria-expanded', String(open));
    renderTray(tray, view, i, { ...choice, ours: i === colour });
  });
}

/** @param {Tray} tray @param {View} view @param {number} i @param {Choice} choice */
function renderTray(tray, view, i, choice) {
  const colour = view.colours[i];
  const moves = i === view.turn;
  const { ours, held, waiting, fitting, planned } = choice;
  const key = JSON.stringify([
    colour.left, colour.points, colour.out, view.teams, moves, ours,
    ours && [held, waiting, fitting && [...fitting], planned]]);
  if (key === tray.drawn) return;
  tray.drawn = key;
  tray.root.classList.toggle('turn', moves);
  tray.root.classList.toggle('live', ours && fitting !== null);
  tray.root.classList.toggle('sketch', ours && fitting === null);
  tray.root.classList.toggle('out', colour.out);
  tray.tab.classList.toggle('turn', moves);
  refill(tray.head, headOf(view, i));
  refill(tray.tab, mark(i), hidden(t('blokus.tray', { colour: words(colour.name) })),
    el('b', {}, written(colour.points)), el('small', {}, standing(colour)));
  renderPieces(tray.body, view, i, choice);
  // Without a piece to choose the keyboard scrolls the tray itself.
  if (tray.body.querySelector('button:not(:disabled)')) tray.body.removeAttribute('tabindex');
  else tray.body.setAttribute('tabindex', '0');
}

/**
 * The name and the points of a colour, how it stands, and the points of its team.
 * @param {View} view @param {number} i
 */
function headOf(view, i) {
  const colour = view.colours[i];
  const team = view.teams.find(({ colours }) => colours.length > 1 && colours.includes(i));
  const stands = colour.owner === null ? t('blokus.nobody') : standing(colour);
  const points = el('b', { class: 'bk-points' }, written(colour.points), hidden(` ${t('blokus.points')}`));
  return [
    el('div', {}, mark(i), el('b', { class: 'bk-name' }, words(colour.name)), points),
    el('div', {}, el('small', { class: 'bk-name', title: stands }, stands),
      team && el('small', { class: 'bk-sum', title: t('blokus.team') },
        hidden(`${t('blokus.team')} `), el('span', { 'aria-hidden': 'true' }, 'Σ '), written(team.points))),
  ];
}

/** @param {HTMLElement} body @param {View} view @param {number} i @param {Choice} choice */
function renderPieces(body, view, i, { ours, held, waiting, fitting, planned }) {
  const { left } = view.colours[i];
  const shapes = inTray(view.shapes);
  const usable = (/** @type {string} */ piece) => ours && left.includes(piece) && piece !== waiting;
  const first = tabStop(body, shapes.map(({ piece }) => piece).filter(usable), held);
  if (body.childElementCount !== shapes.length) {
    refill(body, shapes.map(({ piece, ways }) =>
      el('button', { type: 'button', 'data-piece': piece }, loose(i, ways[0].squares))));
  }
  [...body.children].forEach((child, n) => {
    const button = /** @type {HTMLButtonElement} */ (child);
    const { piece, size } = shapes[n];
    const used = !left.includes(piece) || (i === view.turn && piece === waiting);
    const nowhere = ours && !used && fitting !== null && !fitting.has(piece);
    const plan = ours && !used && planned.includes(piece);
    const note = used ? t('blokus.used') : nowhere ? t('blokus.nowhere.short') : plan ? t('blokus.planned') : '';
    const copies = left.filter((each) => each === piece).length;
    const name = count('blokus.piece', size).replace('{piece}', copies > 1 ? `${copies} × ${piece}` : piece);
    button.dataset.copies = copies > 1 ? `${copies}×` : '';
    button.className = `bk-choice ${used ? 'used' : ''} ${nowhere ? 'nowhere' : ''} ${plan ? 'planned' : ''}`;
    button.disabled = !usable(piece);
    button.tabIndex = piece === first ? 0 : -1;
    button.title = nowhere ? t('blokus.nowhere', { piece }) : '';
    button.setAttribute('aria-label', note ? `${name}, ${note}` : name);
    if (ours) button.setAttribute('aria-pressed', String(piece === held));
    else button.removeAttribute('aria-pressed');
  });
}

/**
 * The piece at which the Tab key stops: the one in hand, the one with the focus, or the first.
 * @param {HTMLElement} body @param {string[]} usable @param {string | null} held
 */
function tabStop(body, usable, held) {
  const focused = body.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.piece : null;
  return usable.find((piece) => piece === (held ?? focused)) ?? usable[0];
}

/**
 * Where a piece lies in its tray, if that can be seen.
 * @param {TrayDom} dom @param {number} colour @param {string} piece
 */
export function trayBox(dom, colour, piece) {
  const node = dom.trays[colour]?.body.querySelector(`[data-piece="${piece}"] svg`);
  return node && node.getClientRects().length ? node.getBoundingClientRect() : null;
}

/** @param {TrayDom} dom @param {number} colour @param {string} [piece] */
export function focusTray(dom, colour, piece) {
  const body = dom.trays[colour]?.body;
  const wanted = piece ? body?.querySelector(`[data-piece="${piece}"]:not(:disabled)`) : null;
  const button = wanted ?? body?.querySelector('[tabindex="0"]:not(:disabled)');
  /** @type {HTMLButtonElement | null | undefined} */ (button)?.focus({ preventScroll: true });
}
