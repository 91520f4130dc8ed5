// What lies beside the board: the turn, bag and treasures, monuments still to be built and whom the others pay, and the
// tiles that whoever looks has not seen.

import { count, t } from '../../i18n/index.js';
import { el, refill, svg } from '../../ui/dom.js';
import { badge, monument, sign, small, treasure } from './art.js';
import { nameOf } from './names.js';
import { COLOURS, viewOf } from './state.js';

/** @import { Colour, State } from './state.js' */
/** @typedef {ReturnType<typeof buildSupply>} Supply */

export function buildSupply() {
  const line = el('span', { class: 't-line-facts' });
  const body = el('div', { class: 't-supply-body' });
  return {
    root: el('details', { class: 't-supply' },
      el('summary', { title: t('tigris.supply') }, line), body),
    line, body, drawn: '',
  };
}

/** @param {Supply} supply @param {State} state */
export function renderSupply(supply, state) {
  const { turn, bag, treasures, unbuilt, monuments, unseen, phase } = viewOf(state);
  const key = JSON.stringify([
    turn, bag, treasures.length, unbuilt, monuments, unseen, phase, state.shown.seats, state.shown.names]);
  if (key === supply.drawn) return;
  supply.drawn = key;
  refill(supply.line,
    el('b', {}, t('tigris.turn', { n: turn })),
    fact(count('tigris.left', treasures.length), treasureIcon(), treasures.length),
    fact(count('tigris.bag', bag), bagIcon(), bag),
    fact(count('tigris.unbuilt', unbuilt.length), small(monument(['black', 'red']), 100), unbuilt.length));
  refill(supply.body,
    el('h2', {}, t('tigris.unseen')),
    el('p', { class: 't-unseen' }, COLOURS.map((colour, i) =>
      el('span', { title: t(`tigris.colour.${colour}`) }, badge(colour), unseen[i]))),
    el('h2', {}, t('tigris.monuments')),
    el('p', { class: 't-unbuilt' }, unbuilt.length
      ? unbuilt.map((name) => named(name)) : el('span', { class: 'quiet-text' }, t('tigris.unbuilt.none'))),
    monuments.length > 0 && el('ul', { class: 't-paid' }, monuments.map((each) => paid(state, each))),
    el('p', { class: 'small quiet-text' }, count('tigris.left', treasures.length), ' · ', t('tigris.left.end')),
    el('label', { class: 't-option' }, el('input', {
      type: 'checkbox', checked: state.confirms, 'data-action': 'confirms',
    }), t('tigris.confirms')));
}

/** @param {string} title @param {Node} art @param {number} n */
const fact = (title, art, n) => el('span', { class: 't-fact', title }, art, el('span', { 'aria-hidden': 'true' }, n),
  el('span', { class: 'visually-hidden' }, title));

const treasureIcon = () => small(treasure(), 24);
const BAG = 'M-7 -19H7L4 -11C16 -4 19 18 8 20H-8C-19 18 -16 -4 -4 -11Z';
const bagIcon = () => small(svg('path', { class: 't-bag', d: BAG }), 24);

/** @param {string} name such as black-red */
function named(name) {
  const [a, b] = /** @type {[Colour, Colour]} */ (name.split('-'));
  const title = t('tigris.explain.monument', { a: t(`tigris.colour.${a}`), b: t(`tigris.colour.${b}`) });
  return el('span', { title, role: 'img', 'aria-label': title }, small(monument([a, b]), 100));
}

/** @param {State} state @param {ReturnType<typeof viewOf>['monuments'][number]} monument */
const paid = (state, { name, pays }) => el('li', {}, named(name), pays.length
  ? pays.map(({ seat, colour }) =>
    el('span', { class: 't-pays' }, sign(seat), nameOf(state, seat), ' +1', badge(colour)))
  : el('span', { class: 'quiet-text' }, t('tigris.explain.pays.none')));
