// Draws what a player holds: tiles, leaders, catastrophes, and what can be done with them besides laying.

import { capital, count, lang, t } from '../../i18n/index.js';
import { el, hidden, refill } from '../../ui/dom.js';
import { icon } from '../../ui/icons.js';
import { catastrophe, leader, sign, small, tile } from './art.js';
import { told } from './names.js';
import { say } from './speech.js';
import {
  COLOURS, canLay, mayAct, rackSeat, tilesOf, tilesToSwap, usableColour, viewOf,
} from './state.js';
import { buildSupply, renderSupply } from './supply.js';

/** @import { State } from './state.js' */
/** @typedef {ReturnType<typeof buildRack>} Rack */

export function buildRack() {
  const hand = el('div', { class: 't-hand' });
  const tools = el('div', { class: 't-tools' });
  const turn = el('span', { class: 't-turn' });
  const name = t('tigris.kingdoms');
  const eye = el('button', {
    class: 'quiet', type: 'button', 'data-action': 'kingdoms', 'aria-label': name, title: name,
  }, icon('eye'));
  const news = el('p', { class: 't-news' });
  const log = el('ol', { class: 't-log' });
  const story = el('details', { class: 't-story' },
    el('summary', {}, icon('list'), hidden(t('tigris.log')), news), log);
  const supply = buildSupply();
  const foot = el('div', { class: 't-foot' }, turn, supply.root, story, eye);
  return {
    root: el('div', { class: 't-rack' }, hand, tools, foot), hand, tools, turn, eye, news, log, story, supply,
    drawn: '',
  };
}

/** @param {Rack} rack @param {State} state */
export function renderRack(rack, state) {
  const view = viewOf(state);
  const seat = rackSeat(state);
  const { held, swapping, kingdoms, shown, staged, confirms } = state;
  renderSupply(rack.supply, state);
  const key = JSON.stringify([
    view.hand, seat, held, mayAct(state), swapping && [...swapping], kingdoms, view.log.at(-1)?.number,
    staged, confirms, usableColour(state), shown.names, shown.recap,
    shown.legal.length, shown.back, view.phase, view.leaders.length, view.players[seat ?? 0], lang()]);
  if (key === rack.drawn) return;
  rack.drawn = key;
  refill(rack.hand, seat === null || view.hand === null ? null : pieces(state, seat));
  refill(rack.tools, staged ? stagedTools(staged) : swapping ? swapTools(state) : tools(state));
  refill(rack.turn, turnOf(state));
  rack.eye.setAttribute('aria-pressed', String(kingdoms));
  renderLog(rack, state);
}

/** @param {State} state */
function turnOf(state) {
  const { phase, active, action, actions } = viewOf(state);
  const plays = phase !== 'over';
  return [
    plays && sign(active), plays && el('span', {}, t('tigris.action', { n: action, of: actions })),
    recapButton(state),
    mayAct(state) && state.shown.back && el('button', {
      class: 'quiet t-back', type: 'button', 'data-action': 'back', title: t('tigris.back.title'),
    }, icon('undo'), el('span', {}, t('tigris.back'))),
  ];
}

/** Replays what happened since one's own last move. @param {State} state */
function recapButton({ shown }) {
  const { moves = 0, running = false } = shown.recap ?? {};
  if (!running && moves < 1) return null;
  const text = t(running ? 'tigris.recap.stop' : 'tigris.recap');
  return el('button', {
    class: 'quiet t-recap', type: 'button', 'data-action': 'recap', 'aria-pressed': String(running), title: text,
    'aria-label': text,
  }, icon(running ? 'close' : 'play'), el('span', { 'aria-hidden': 'true' }, text));
}

/** @param {State} state @param {number} seat */
function pieces(state, seat) {
  const { leaders, players } = viewOf(state);
  const { catastrophes } = players[seat];
  const away = new Set(leaders.filter((leader) => leader.seat === seat).map(({ colour }) => colour));
  const group = (/** @type {string} */ name, /** @type {HTMLElement[]} */ buttons) =>
    el('div', { class: 't-group', role: 'group', 'aria-label': name }, buttons);
  return [
    group(t('tigris.hand'), tiles(state)),
    group(t('tigris.leaders'), COLOURS.map((colour) => pieceButton(state, `leader ${colour}`, {
      art: leader(colour, seat), text: t(`tigris.leader.${colour}`), away: away.has(colour) }))),
    catastrophes > 0 && group(t('tigris.ruins'), Array.from({ length: catastrophes }, (_, nth) =>
      pieceButton(state, 'catastrophe', { art: catastrophe(), text: t('tigris.catastrophe'), nth }))),
  ];
}

/** The tiles of the hand: to be laid, or to be chosen for a swap. @param {State} state */
function tiles(state) {
  const all = tilesOf(state);
  const { swapping } = state;
  const usable = usableColour(state);
  return all.map((colour, i) => {
    const [art, text] = [tile(colour), t(`tigris.tile.${colour}`)];
    const useful = usable === null ? '' : usable === colour ? 'useful' : 'idle';
    if (!swapping) return pieceButton(state, `tile ${colour}`, { art, text, nth: i - all.indexOf(colour), useful });
    return el('button', {
      class: 't-piece', type: 'button', 'data-action': 'toggle', 'data-index': i,
      'aria-label': text, 'aria-pressed': String(swapping.has(i)),
    }, small(art));
  });
}

/**
 * A piece that can be taken into the hand.
 * @param {State} state @param {string} held what it is in hand
 * @param {{ art: SVGElement, text: string, nth?: number | null, away?: boolean, useful?: string }} how `nth` of several
 *   like pieces; `away` if it is on the map; `useful` in the conflict that is fought
 */
function pieceButton(state, held, { art, text, nth = null, away = false, useful = '' }) {
  const pressed = state.held === held && (nth === null || nth === state.nth);
  return el('button', {
    class: `t-piece ${away ? 'away' : ''} ${useful}`, type: 'button',
    'data-action': 'pick', 'data-held': held, 'data-nth': nth ?? 0,
    'aria-label': away ? `${text}, ${t('tigris.none')}` : text,
    'aria-pressed': String(pressed), 'aria-disabled': String(!(mayAct(state) && canLay(state, held))),
  }, small(art));
}

/** @param {string} text @param {string} action @param {Record<string, unknown>} [more] */
const button = (text, action, more = {}) =>
  el('button', { class: 'button', type: 'button', 'data-action': action, ...more }, text);

/** @param {State} state */
function swapTools(state) {
  const { length } = tilesToSwap(state);
  const text = length ? count('tigris.say.swap', length) : t('tigris.swap.none');
  return [
    button(text, 'swap', { disabled: !length, class: 'button primary' }),
    button(t('tigris.cancel'), 'cancelSwap'),
  ];
}

/** @param {State} state */
function tools(state) {
  const { held, shown } = state;
  if (!mayAct(state)) return null;
  const withdraw = held?.startsWith('leader ') ? `withdraw ${held.slice(7)}` : '';
  return [
    shown.legal.includes(withdraw) && button(capital(say(withdraw)), 'play', { 'data-move': withdraw }),
    shown.legal.some((move) => move.startsWith('swap ')) && button(t('tigris.swap'), 'startSwap'),
    shown.legal.includes('pass') && button(t('tigris.pass'), 'play', { 'data-move': 'pass' }),
  ];
}

/** Whether a turn shall end like this. @param {string} move */
const stagedTools = (move) => [
  button(t('tigris.staged', { move: say(move) }), 'confirm', { class: 'button primary' }),
  button(t('tigris.staged.no'), 'unstage'),
];

/** The tiles that a choice of the panel would spend. @param {Rack} rack @param {number} n */
export function markSpent(rack, n) {
  rack.hand.querySelectorAll('.useful').forEach((piece, i) => piece.classList.toggle('spent', i < n));
}

/** The latest in a line, all of it on demand. @param {Rack} rack @param {State} state */
function renderLog(rack, state) {
  const { log } = viewOf(state);
  rack.news.textContent = log.slice(-2).map((event) => told(state, event)).join(' ');
  refill(rack.log, [...log].reverse().map((event) =>
    el('li', {}, sign(event.seat), el('span', {}, told(state, event)))));
}
