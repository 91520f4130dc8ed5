// Draws the panel beside the map: what is to be decided besides laying things (conflicts, monuments, treasures), how a
// conflict went, and the final count.

import { t, words } from '../../i18n/index.js';
import { el, hidden, refill } from '../../ui/dom.js';
import { icon, mark } from '../../ui/icons.js';
import { parseSquare, squareName } from '../shared/squares.js';
import { badge, leader, monument, small, treasure } from './art.js';
import { saySupport } from './speech.js';
import { COLOURS, viewOf } from './state.js';

/** @import { LogEntry } from './news.js' */
/** @import { Colour, Conflict, Count, Decision, Side, State } from './state.js' */
/** @typedef {ReturnType<typeof buildTalk>} Talk */

export const buildTalk = () => ({
  root: el('section', { class: 't-talk board-ask', role: 'group', hidden: true }), drawn: '',
});

/** @param {Talk} talk @param {State} state */
export function renderTalk(talk, state) {
  const { root } = talk;
  const { pending, count } = viewOf(state);
  root.hidden = state.closed || (!pending && !count && !state.news.length);
  if (state.panel === talk.drawn) return;
  talk.drawn = state.panel;
  if (pending) refill(root, question(pending, state), backButton(state));
  else if (count) refill(root, finalCount(count, state));
  else if (state.news.length) refill(root, settled(state.news));
  root.setAttribute('aria-label', root.querySelector('h2')?.textContent ?? '');
}

/** @param {State} state */
const backButton = ({ shown }) => shown.back && shown.pending === null
  && el('button', { class: 'quiet t-back', type: 'button', 'data-action': 'back' },
    icon('undo'), el('span', {}, t('tigris.back')));

/**
 * A button that plays a move, and shows on the map what it is about.
 * @param {string} move @param {string} text
 * @param {{ art?: Node | null, squares?: string[], primary?: boolean }} [more]
 */
const choice = (move, text, { art = null, squares = [], primary = false } = {}) => el('button', {
  class: `button ${primary ? 'primary' : ''}`, type: 'button',
  'data-action': 'play', 'data-move': move, 'data-squares': squares.join(' '),
}, art, el('span', {}, text));

/** @param {Decision} decision @param {State} state */
function question(decision, state) {
  const { hand, pending, seats } = state.shown;
  const { decides } = viewOf(state);
  const ours = hand !== null && hand === decides && pending === null;
  const name = decides === null ? '' : seats[decides];
  if (decision.kind === 'revolt' || decision.kind === 'war') {
    return [...conflictHead(decision, state), ours ? supports(decision, state) : waiting(t('tigris.waits', { name }))];
  }
  const { title, choices } = choicesOf(decision, state);
  const offers = el('div', { class: 't-offers' }, choices);
  return [el('h2', {}, title), ours ? offers : waiting(t('tigris.chooses', { name }))];
}

/** @param {Exclude<Decision, Conflict>} decision @param {State} state */
function choicesOf(decision, state) {
  if (decision.kind === 'warchoice') return { title: t('tigris.warchoice'), choices: wars(decision.wars) };
  if (decision.kind === 'treasure') return { title: t('tigris.treasure'), choices: treasures(decision.squares) };
  return { title: t('tigris.monument'), choices: monuments(decision.sites, state) };
}

/** @param {string} text */
const waiting = (text) => el('p', { class: 't-ask quiet-text' }, text);

/** @param {Conflict & { kind: 'revolt' | 'war' }} conflict @param {State} state */
function conflictHead(conflict, state) {
  const name = t(`tigris.leader.${conflict.colour}`);
  return [
    el('h2', {}, t(conflict.kind === 'revolt' ? 'tigris.revolt' : 'tigris.war', { leader: name })),
    el('div', { class: 't-parties' },
      party(conflict.attacker, conflict.colour, state, t('tigris.attacks')),
      party(conflict.defender, conflict.colour, state, t('tigris.defends'))),
  ];
}

/** @param {Side} side @param {Colour} colour @param {State} state @param {string} role */
function party({ seat, board, committed }, colour, state, role) {
  return el('div', { class: 't-party' }, small(leader(colour, seat)),
    el('div', {}, el('b', {}, state.shown.seats[seat]), el('small', {}, role)),
    el('div', { class: 't-sum' }, board + (committed ?? 0)),
    el('small', { class: 't-how' }, t('tigris.strength', { board }),
      committed !== null && ` ${t('tigris.added', { n: committed })}`));
}

/** How many tiles to add. @param {Conflict} conflict @param {State} state */
function supports({ support, attacker, defender }, state) {
  const { board } = viewOf(state).decides === attacker.seat ? attacker : defender;
  const offers = state.shown.legal.filter((move) => move.startsWith('support ')).map((move) => Number(move.slice(8)))
    .sort((a, b) => a - b);
  return [
    el('p', { class: 't-ask' }, t('tigris.decide', { colour: t(`tigris.tilesOf.${support}`) })),
    el('div', { class: 't-offers' }, offers.map((n) =>
      choice(`support ${n}`, `${saySupport(n)} · ${t('tigris.total', { n: board + n })}`,
        { primary: n === 0 && offers.length === 1 }))),
  ];
}

/** @param {Conflict[]} wars */
const wars = (wars) => wars.map(({ colour, attacker, defender }) => {
  const text = t('tigris.war', { leader: t(`tigris.leader.${colour}`) });
  return choice(`war ${colour}`, `${text} · ${attacker.board} : ${defender.board}`, {
    art: small(leader(colour, attacker.seat)),
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
    el('h2', {}, t('tigris.counted')),
    el('table', { class: 't-table' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('tigris.place')), el('th', {}, ''), heads,
        el('th', { scope: 'col' }, t('tigris.lowest')))),
      el('tbody', {}, order.map((seat) => countRow(counts[seat], seat, state.shown.seats[seat])))),
    el('p', { class: 'small quiet-text' }, t('tigris.counted.text')),
    closeButton(t('tigris.close')),
  ];
}

/** @param {Count} count @param {number} seat @param {string} name */
const countRow = ({ points, treasures, ranked, place }, seat, name) => el('tr', {},
  el('td', {}, place), el('th', { scope: 'row' }, mark(seat), ' ', name),
  points.map((n, i) => el('td', { class: n + treasures[i] === ranked[0] ? 't-low' : '' }, n,
    treasures[i] > 0 && el('small', {}, ` + ${treasures[i]}`))),
  el('td', {}, el('b', {}, ranked[0])));

/** How the last conflict went, sentence by sentence. @param {LogEntry[]} news */
const settled = (news) => [
  el('h2', {}, t('tigris.settled')),
  el('ol', { class: 't-course' }, news.map(({ conflict, seat, says }) =>
    el('li', { class: conflict === 'won' ? 't-won' : '' }, mark(seat), el('span', {}, words(says))))),
  closeButton(t('tigris.settled.close')),
];

/** @param {string} text */
const closeButton = (text) => el('button', { class: 'button', type: 'button', 'data-action': 'close' }, text);
