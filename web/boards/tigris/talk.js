// Draws the panel beside the map: what is to be decided besides laying things (conflicts, monuments, treasures), how a
// conflict went, and the final count. It stands beside the map and can be moved; where to is kept for the fight.

import { t } from '../../i18n/index.js';
import { el, hidden, refill } from '../../ui/dom.js';
import { icon } from '../../ui/icons.js';
import { placeBox } from '../shared/movable.js';
import { parseSquare, squareName } from '../shared/squares.js';
import { toolButton } from '../shared/tool.js';
import { badge, leader, monument, sign, small, treasure } from './art.js';
import { choice, heading, waiting } from './choice.js';
import { conflictPanel } from './conflict.js';
import { nameOf, told } from './names.js';
import { COLOURS, isTalking, viewOf } from './state.js';

/** @import { LogEntry } from './news.js' */
/** @import { Colour, Conflict, Count, Decision, State } from './state.js' */
/** @typedef {ReturnType<typeof buildTalk>} Talk */

export function buildTalk() {
  const body = el('div', { class: 't-asked' });
  const grip = el('button', {
    class: 'quiet t-grip', type: 'button', 'data-grip': '', 'aria-label': t('tigris.move'), title: t('tigris.move'),
  }, icon('grip'));
  const dock = toolButton('quiet t-grip', 'dock', 'dock', t('tigris.dock'), { key: 'Esc' });
  const root = el('section', { class: 't-talk board-ask', role: 'group', hidden: true },
    body, el('div', { class: 't-handles' }, dock, grip));
  return { root, body, dock, drawn: '' };
}

/** @param {Talk} talk @param {State} state */
export function renderTalk(talk, state) {
  const { root, body, dock } = talk;
  const { pending, count } = viewOf(state);
  root.hidden = !isTalking(state);
  placeBox(root, state.box?.spot ?? null);
  dock.hidden = state.box === null;
  // People may change seats and names while the panel is open.
  const drawn = JSON.stringify([state.panel, state.shown.names, state.shown.seats]);
  if (drawn === talk.drawn) return;
  talk.drawn = drawn;
  if (pending) refill(body, question(pending, state), backButton(state));
  else if (count) refill(body, finalCount(count, state));
  else if (state.news.length) refill(body, settled(state.news, state));
  root.setAttribute('aria-label', root.querySelector('h2')?.textContent ?? '');
}

/** @param {State} state */
const backButton = ({ shown }) => shown.back && shown.pending === null
  && el('button', { class: 'quiet t-back', type: 'button', 'data-action': 'back' },
    icon('undo'), el('span', {}, t('tigris.back')));

/** @param {Decision} decision @param {State} state */
function question(decision, state) {
  const { hand, pending } = state.shown;
  const { decides } = viewOf(state);
  const ours = hand !== null && hand === decides && pending === null;
  const name = decides === null ? '' : nameOf(state, decides);
  if (decision.kind === 'revolt' || decision.kind === 'war') return conflictPanel(decision, state, ours);
  const { title, choices } = choicesOf(decision, state);
  const offers = el('div', { class: 't-offers' }, choices);
  return [heading(title), ours ? offers : waiting(t('tigris.chooses', { name }))];
}

/** @param {Exclude<Decision, Conflict>} decision @param {State} state */
function choicesOf(decision, state) {
  if (decision.kind === 'warchoice') return { title: t('tigris.warchoice'), choices: wars(decision.wars, state) };
  if (decision.kind === 'treasure') return { title: t('tigris.treasure'), choices: treasures(decision.squares) };
  return { title: t('tigris.monument'), choices: monuments(decision.sites, state) };
}

/** @param {Conflict[]} wars @param {State} state */
const wars = (wars, state) => wars.map(({ colour, attacker, defender }) => {
  const text = t('tigris.war', { leader: t(`tigris.leader.${colour}`) });
  const more = t('tigris.war.sides', {
    attacker: nameOf(state, attacker.seat), a: attacker.board,
    defender: nameOf(state, defender.seat), b: defender.board,
  });
  return choice(`war ${colour}`, text, {
    art: small(leader(colour, attacker.seat)), more,
    squares: [attacker.at, defender.at, ...attacker.supporters, ...defender.supporters],
  });
});

/** @param {string[]} sites @param {State} state */
function monuments(sites, state) {
  const builds = state.shown.legal.filter((move) => move.startsWith('build ')).map((move) => {
    const [, colours, at] = move.split(' ');
    const [a, b] = /** @type {[Colour, Colour]} */ (colours.split('-'));
    const [column, row] = parseSquare(at);
    const squares = [0, 1].flatMap((dx) => [0, 1].map((dy) => squareName(column + dx, row + dy)));
    const text = `${t(`tigris.colour.${a}`)} · ${t(`tigris.colour.${b}`)}${sites.length > 1 ? ` · ${at}` : ''}`;
    return choice(move, text, { art: small(monument([a, b]), 100), squares });
  });
  return [...builds, choice('decline', t('tigris.say.decline'))];
}

/** @param {string[]} squares */
const treasures = (squares) =>
  squares.map((at) => choice(`take ${at}`, at, { art: small(treasure(), 24), squares: [at] }));

/** @param {Count[]} counts @param {State} state */
function finalCount(counts, state) {
  const order = counts.map((_, seat) => seat).sort((a, b) => counts[a].place - counts[b].place);
  const heads = COLOURS.map((colour) =>
    el('th', { scope: 'col' }, badge(colour), hidden(t(`tigris.colour.${colour}`))));
  return [
    heading(t('tigris.counted')),
    el('table', { class: 't-table' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, hidden(t('tigris.place'))), el('td', {}), heads,
        el('th', { scope: 'col' }, t('tigris.lowest')))),
      el('tbody', {}, order.map((seat) => countRow(counts[seat], seat, nameOf(state, seat))))),
    el('p', { class: 'small quiet-text' }, t('tigris.counted.text')),
    figures(counts, order, state),
    closeButton(t('tigris.close')),
  ];
}

/** Where points came from, and the conflicts. @param {Count[]} counts @param {number[]} order @param {State} state */
function figures(counts, order, state) {
  /** @type {[string, (count: Count) => string | number][]} */
  const rows = [
    ['tiles', ({ tally }) => tally.tiles], ['conflicts', ({ tally }) => tally.conflicts],
    ['monuments', ({ tally }) => tally.monuments],
    ['treasures', ({ treasures }) => treasures.reduce((sum, n) => sum + n, 0)],
    ['wars', ({ tally }) => tally.wars.join(' – ')], ['revolts', ({ tally }) => tally.revolts.join(' – ')],
  ];
  return el('details', { class: 't-figures' }, el('summary', {}, t('tigris.figures')),
    el('table', { class: 't-table' },
      el('thead', {}, el('tr', {}, el('td', {}), order.map((seat) =>
        el('th', { scope: 'col', title: nameOf(state, seat) }, sign(seat), hidden(nameOf(state, seat)))))),
      el('tbody', {}, rows.map(([name, pick]) => el('tr', {},
        el('th', { scope: 'row' }, t(`tigris.from.${name}`)),
        order.map((seat) => el('td', {}, pick(counts[seat]))))))));
}

/** @param {Count} count @param {number} seat @param {string} name */
const countRow = ({ points, treasures, ranked, place }, seat, name) => el('tr', {},
  el('td', {}, place), el('th', { scope: 'row' }, sign(seat), ' ', name),
  points.map((n, i) => el('td', { class: n + treasures[i] === ranked[0] ? 't-low' : '' }, n,
    treasures[i] > 0 && el('small', {}, ` + ${treasures[i]}`))),
  el('td', {}, el('b', {}, ranked[0])));

/** How the last conflict went, sentence by sentence. @param {LogEntry[]} news @param {State} state */
const settled = (news, state) => [
  heading(t('tigris.settled')),
  el('ol', { class: 't-course' }, news.map((event) =>
    el('li', { class: event.conflict === 'won' ? 't-won' : '' }, sign(event.seat),
      el('span', {}, told(state, event))))),
  closeButton(t('tigris.settled.close')),
];

/** @param {string} text */
const closeButton = (text) => el('button', { class: 'button', type: 'button', 'data-action': 'close' }, text);
