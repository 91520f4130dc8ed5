// Draws what a player holds: tiles, leaders, catastrophes, and what can be done with them besides laying.

import { count, lang, t } from '../../i18n/index.js';
import { el, hidden, refill } from '../../ui/dom.js';
import { icon, mark } from '../../ui/icons.js';
import { catastrophe, leader, small, tile } from './art.js';
import { say } from './speech.js';
import { COLOURS, canLay, mayAct, rackSeat, tilesOf, tilesToSwap, viewOf } from './state.js';

/** @import { LogEntry } from './news.js' */
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
  const foot = el('div', { class: 't-foot' }, turn, story, eye);
  return { root: el('div', { class: 't-rack' }, hand, tools, foot), hand, tools, turn, eye, news, log, drawn: '' };
}

/** @param {Rack} rack @param {State} state */
export function renderRack(rack, state) {
  const view = viewOf(state);
  const seat = rackSeat(state);
  const { held, swapping, kingdoms, shown } = state;
  const key = JSON.stringify([
    view.hand, seat, held, mayAct(state), swapping && [...swapping], kingdoms, view.log.at(-1)?.number,
    shown.legal.length, shown.back, view.phase, view.leaders.length, view.players[seat ?? 0], lang()]);
  if (key === rack.drawn) return;
  rack.drawn = key;
  refill(rack.hand, seat === null || view.hand === null ? null : pieces(state, seat));
  refill(rack.tools, swapping ? swapTools(state) : tools(state));
  refill(rack.turn, turnOf(state));
  rack.eye.setAttribute('aria-pressed', String(kingdoms));
  renderLog(rack, view.log);
}

/** @param {State} state */
function turnOf(state) {
  const { phase, active, action, actions, bag } = viewOf(state);
  const plays = phase !== 'over';
  return [
    plays && mark(active), plays && el('span', {}, t('tigris.action', { n: action, of: actions })),
    el('span', { class: 'quiet-text' }, count('tigris.bag', bag)),
    mayAct(state) && state.shown.back && el('button', {
      class: 'quiet t-back', type: 'button', 'data-action': 'back', title: t('tigris.back.title'),
    }, icon('undo'), el('span', {}, t('tigris.back'))),
  ];
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
  return all.map((colour, i) => {
    const [art, text] = [tile(colour), t(`tigris.tile.${colour}`)];
    if (!swapping) return pieceButton(state, `tile ${colour}`, { art, text, nth: i - all.indexOf(colour) });
    return el('button', {
      class: 't-piece', type: 'button', 'data-action': 'toggle', 'data-index': i,
      'aria-label': text, 'aria-pressed': String(swapping.has(i)),
    }, small(art));
  });
}

/**
 * A piece that can be taken into the hand.
 * @param {State} state @param {string} held what it is in hand
 * @param {{ art: SVGElement, text: string, nth?: number | null, away?: boolean }} how `nth` of several like pieces;
 *   `away` if it is on the map
 */
function pieceButton(state, held, { art, text, nth = null, away = false }) {
  const pressed = state.held === held && (nth === null || nth === state.nth);
  return el('button', {
    class: `t-piece ${away ? 'away' : ''}`, type: 'button',
    'data-action': 'pick', 'data-held': held, 'data-nth': nth ?? 0,
    'aria-label': away ? `${text}, ${t('tigris.none')}` : text, title: text,
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
    shown.legal.includes(withdraw) && button(say(withdraw), 'play', { 'data-move': withdraw }),
    shown.legal.some((move) => move.startsWith('swap ')) && button(t('tigris.swap'), 'startSwap'),
    shown.legal.includes('pass') && button(t('tigris.pass'), 'play', { 'data-move': 'pass' }),
  ];
}

/** The latest in a line, all of it on demand. @param {Rack} rack @param {LogEntry[]} log */
function renderLog(rack, log) {
  rack.news.textContent = log.slice(-2).map(({ says }) => says[lang()]).join(' ');
  refill(rack.log, [...log].reverse().map(({ seat, says }) => el('li', {}, mark(seat), el('span', {}, says[lang()]))));
}
