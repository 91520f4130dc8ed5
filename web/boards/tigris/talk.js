// What is to be decided beside laying things: conflicts, monuments, treasures; and the final count.

import { count, t, words } from '../../i18n/index.js';
import { el, refill, svg } from '../../ui/dom.js';
import { icon, mark } from '../../ui/icons.js';
import { COLOURS, COLUMNS, leader, monument, square, symbol, treasure } from './art.js';

/** @import { BoardState, Words } from '../../types.js' */
/** @import { Colour } from './art.js' */
/** @typedef {{ seat: number, at: string, board: number, committed: number | null, supporters: string[] }} Side */
/** @typedef {{ colour: Colour, support: Colour, attacker: Side, defender: Side, range: [number, number] | null }} Struggle */
/**
 * @typedef {({ kind: 'revolt' } & Struggle) | ({ kind: 'war' } & Struggle) | { kind: 'warchoice', wars: Struggle[], tile: string }
 *   | { kind: 'monument', colour: Colour, sites: string[], monuments: string[] } | { kind: 'treasure', squares: string[] }} Pending
 */
/** @typedef {{ points: number[], treasures: number[], ranked: number[], place: number }} Counted */
/** @typedef {{ number: number, seat: number, says: Words, conflict: 'begins' | 'support' | 'won' | 'lost' | null }} Told */

/** @param {number} n */
const support = (n) => (n === 0 ? t('tigris.say.support.none') : count('tigris.say.support', n));

/** A move in words. @param {string} move */
export function say(move) {
  const [verb, a, b] = move.split(' ');
  const colour = COLOURS.find((each) => each === a);
  if (verb === 'tile' && colour) return t('tigris.say.tile', { tile: t(`tigris.tile.${colour}`), at: b });
  if (verb === 'leader' && colour) return t('tigris.say.leader', { leader: t(`tigris.leader.${colour}`), at: b });
  if (verb === 'withdraw' && colour) return t('tigris.say.withdraw', { leader: t(`tigris.leader.${colour}`) });
  if (verb === 'catastrophe') return t('tigris.say.catastrophe', { at: a });
  if (verb === 'swap') return count('tigris.say.swap', Number(a) || move.split(' ').length - 1);
  if (verb === 'pass') return t('tigris.say.pass');
  if (verb === 'support') return support(Number(a));
  if (verb === 'war' && colour) return t('tigris.say.war', { leader: t(`tigris.leader.${colour}`) });
  if (verb === 'build') {
    const [low, high] = a.split('-');
    return t('tigris.say.build', { a: t(`tigris.colour.${low}`), b: t(`tigris.colour.${high}`), at: b });
  }
  if (verb === 'decline') return t('tigris.say.decline');
  return verb === 'take' ? t('tigris.say.take', { at: a }) : move;
}

/** A piece of the board in a line of text. @param {SVGElement} piece @param {number} [reach] */
export const small = (piece, reach = 50) => svg('svg', { class: 't-small', viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, 'aria-hidden': 'true', focusable: 'false' }, piece);

/**
 * @param {{ onMove: (move: string) => void, onBack: () => void, point: (squares: string[]) => void }} told
 */
export function makeTalk({ onMove, onBack, point }) {
  const root = el('section', { class: 't-talk', role: 'group', hidden: true });
  let drawn = '';
  /** Up to which event the one who looks knows how things went; a conflict since then is told until they act. */
  let known = -1;

  /** @param {string} move @param {string} text @param {{ art?: Node | null, squares?: string[], primary?: boolean }} [more] */
  function choice(move, text, { art = null, squares = [], primary = false } = {}) {
    const show = () => point(squares);
    const hide = () => point([]);
    return el('button', { class: `button ${primary ? 'primary' : ''}`, type: 'button', 'data-move': move, on: { click: () => onMove(move), pointerenter: show, focus: show, pointerleave: hide, blur: hide } }, art, el('span', {}, text));
  }

  /** @param {Side} side @param {Struggle} struggle @param {BoardState} state @param {boolean} attacks */
  function party(side, struggle, state, attacks) {
    const total = side.board + (side.committed ?? 0);
    return el('div', { class: 't-party' }, small(leader(struggle.colour, side.seat)),
      el('div', {}, el('b', {}, state.seats[side.seat]), el('small', {}, t(attacks ? 'tigris.attacks' : 'tigris.defends'))),
      el('div', { class: 't-sum' }, total),
      el('small', { class: 't-how' }, t('tigris.strength', { board: side.board }), side.committed !== null && ` ${t('tigris.added', { n: side.committed })}`));
  }

  /** @param {Struggle & { kind: 'revolt' | 'war' }} fight @param {BoardState} state @param {number | null} decides */
  function conflict(fight, state, decides) {
    const ours = state.hand !== null && state.hand === decides;
    const mine = decides === fight.attacker.seat ? fight.attacker : fight.defender;
    const offers = state.legal.filter((move) => move.startsWith('support ')).map((move) => Number(move.slice(8))).sort((a, b) => a - b);
    return [
      el('h2', {}, t(fight.kind === 'revolt' ? 'tigris.revolt' : 'tigris.war', { leader: t(`tigris.leader.${fight.colour}`) })),
      el('div', { class: 't-parties' }, party(fight.attacker, fight, state, true), party(fight.defender, fight, state, false)),
      ours && state.pending === null
        ? [el('p', { class: 't-ask' }, t('tigris.decide', { colour: t(`tigris.colour.${fight.support}`) })),
          el('div', { class: 't-offers' }, offers.map((n) => choice(`support ${n}`, `${support(n)} · ${t('tigris.total', { n: mine.board + n })}`, { primary: n === 0 && offers.length === 1 })))]
        : el('p', { class: 't-ask quiet-text' }, t('tigris.waits', { name: decides === null ? '' : state.seats[decides] })),
    ];
  }

  /** @param {Pending} pending @param {BoardState} state @param {number | null} decides */
  function question(pending, state, decides) {
    if (pending.kind === 'revolt' || pending.kind === 'war') return conflict(pending, state, decides);
    const ours = state.hand !== null && state.hand === decides && state.pending === null;
    const wait = el('p', { class: 't-ask quiet-text' }, t('tigris.chooses', { name: decides === null ? '' : state.seats[decides] }));
    if (pending.kind === 'warchoice') {
      const wars = pending.wars.map((war) => choice(`war ${war.colour}`, `${t('tigris.war', { leader: t(`tigris.leader.${war.colour}`) })} · ${war.attacker.board} : ${war.defender.board}`,
        { art: small(leader(war.colour, war.attacker.seat)), squares: [war.attacker.at, war.defender.at, ...war.attacker.supporters, ...war.defender.supporters] }));
      return [el('h2', {}, t('tigris.warchoice')), ours ? el('div', { class: 't-offers' }, wars) : wait];
    }
    if (pending.kind === 'monument') {
      const builds = state.legal.filter((move) => move.startsWith('build ')).map((move) => {
        const [, colours, at] = move.split(' ');
        const [a, b] = /** @type {[Colour, Colour]} */ (colours.split('-'));
        const [column, row] = [at.charCodeAt(0), Number(at.slice(1))];
        const squares = [0, 1].flatMap((dx) => [0, 1].map((dy) => String.fromCharCode(column + dx) + (row + dy)));
        return choice(move, `${t(`tigris.colour.${a}`)} · ${t(`tigris.colour.${b}`)}${pending.sites.length > 1 ? ` · ${at}` : ''}`, { art: small(monument([a, b]), 100), squares });
      });
      return [el('h2', {}, t('tigris.monument')), ours ? el('div', { class: 't-offers' }, builds, choice('decline', t('tigris.say.decline'))) : wait];
    }
    return [el('h2', {}, t('tigris.treasure')), ours ? el('div', { class: 't-offers' }, pending.squares.map((at) => choice(`take ${at}`, at, { art: small(treasure(), 24), squares: [at] }))) : wait];
  }

  /** @param {Counted[]} counted @param {BoardState} state */
  function tally(counted, state) {
    const order = counted.map((_, seat) => seat).sort((a, b) => counted[a].place - counted[b].place);
    const close = el('button', { class: 'button', type: 'button', on: { click: () => { root.hidden = true; } } }, t('tigris.close'));
    return [
      el('h2', {}, t('tigris.counted')),
      el('table', { class: 't-table' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('tigris.place')), el('th', {}, ''), COLOURS.map((colour) => el('th', { scope: 'col' }, badge(colour), el('span', { class: 'visually-hidden' }, t(`tigris.colour.${colour}`)))), el('th', { scope: 'col' }, t('tigris.lowest')))),
        el('tbody', {}, order.map((seat) => {
          const { points, treasures, ranked, place } = counted[seat];
          return el('tr', {}, el('td', {}, place), el('th', { scope: 'row' }, mark(seat), ' ', state.seats[seat]),
            points.map((n, i) => el('td', { class: n + treasures[i] === ranked[0] ? 't-low' : '' }, n, treasures[i] > 0 && el('small', {}, ` + ${treasures[i]}`))), el('td', {}, el('b', {}, ranked[0])));
        }))),
      el('p', { class: 'small quiet-text' }, t('tigris.counted.text')), close,
    ];
  }

  /** The conflict that the one who looks at the present has not seen settled. @param {Told[]} log @param {BoardState} state */
  function latest(log, { seat = null, pending }) {
    const newest = log.at(-1)?.number ?? 0;
    // What was there when we came is no news; and whoever acts has seen how it went.
    if (known < 0 || pending !== null || newest < known) known = newest;
    const told = course(log, known);
    // Whoever only watches has no move to say that they have seen it: the next event does.
    return seat === null && told.at(-1)?.number !== newest ? [] : told;
  }

  /** How the last conflict went, sentence by sentence. @param {Told[]} events */
  function settled(events) {
    const close = el('button', { class: 'button', type: 'button', on: { click: () => { known = events[events.length - 1].number; root.hidden = true; } } }, t('tigris.settled.close'));
    return [el('h2', {}, t('tigris.settled')), el('ol', { class: 't-course' }, events.map(({ conflict, seat, says }) => el('li', { class: conflict === 'won' ? 't-won' : '' }, mark(seat), el('span', {}, words(says))))), close];
  }

  /** @param {BoardState} state */
  function update(state) {
    const { pending, decides, count: counted, log, phase } = state.view;
    const news = state.turn === null && phase !== 'over' ? [] : latest(log, state);
    const key = JSON.stringify([pending, decides, counted, state.hand, state.pending, state.legal.length, state.back, news.at(-1)?.number]);
    if (key === drawn) return;
    drawn = key;
    point([]);
    root.hidden = !pending && !counted && !news.length;
    const regret = state.back && state.pending === null && el('button', { class: 'quiet t-back', type: 'button', on: { click: onBack } }, icon('undo'), el('span', {}, t('tigris.back')));
    if (pending) refill(root, ...question(pending, state, decides), regret);
    else if (counted) refill(root, ...tally(counted, state));
    else if (news.length) refill(root, ...settled(news));
    root.classList.toggle('tall', Boolean(counted));
    root.classList.toggle('left', eastern(pending));
    root.setAttribute('aria-label', root.querySelector('h2')?.textContent ?? '');
  }

  return { root, update };
}

/** The last conflict that was settled after an event: how it began, what was added, who won what. @param {Told[]} log @param {number} known */
function course(log, known) {
  const won = log.findLastIndex(({ conflict }) => conflict === 'won');
  if (won < 0 || log[won].number <= known) return [];
  const first = log.slice(0, won).findLastIndex(({ conflict }) => conflict === 'begins');
  // The points of the winner are told after what the loser lost.
  const rest = log.slice(won + 1);
  const other = rest.findIndex(({ conflict, seat }) => conflict !== 'lost' && seat !== log[won].seat);
  const end = other < 0 ? rest.length : other;
  const points = rest.slice(0, end).findIndex(({ conflict }) => conflict === null);
  return log.slice(Math.max(first, 0), won + 1 + (points < 0 ? end : points + 1));
}

/** Whether most of what it is about lies in the eastern half, so that the words stand in the western. @param {Pending | null} pending */
function eastern(pending) {
  if (!pending) return false;
  // The leaders are what one looks for first: each counts for three of its supporters.
  const side = (/** @type {Side} */ { at, supporters }) => [at, at, at, ...supporters];
  const at = pending.kind === 'revolt' || pending.kind === 'war' ? [...side(pending.attacker), ...side(pending.defender)]
    : pending.kind === 'warchoice' ? [pending.tile] : pending.kind === 'monument' ? pending.sites : pending.squares;
  return at.filter((name) => square(name).column >= COLUMNS / 2).length > at.length / 2;
}

/** A colour as a small tile. @param {Colour} colour */
export const badge = (colour) => svg('svg', { class: `t-badge ${colour}`, viewBox: '-50 -50 100 100', 'aria-hidden': 'true', focusable: 'false' },
  svg('rect', { x: -48, y: -48, width: 96, height: 96, rx: 18, class: 't-plate' }), symbol(colour));
