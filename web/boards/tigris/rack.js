// What a player holds: tiles, leaders, catastrophes, and what can be done with them besides laying.

import { count, lang, t } from '../../i18n/index.js';
import { el, refill } from '../../ui/dom.js';
import { icon, mark } from '../../ui/icons.js';
import { COLOURS, catastrophe, leader, tile } from './art.js';
import { small } from './talk.js';

/** @import { BoardState, Words } from '../../types.js' */
/** @import { Colour } from './art.js' */

/**
 * @param {{ onMove: (move: string) => void, onBack: () => void, pick: (held: string | null) => void, kingdoms: () => void,
 *   drag: (held: string, event: PointerEvent) => void }} told
 */
export function makeRack({ onMove, onBack, pick, kingdoms, drag }) {
  const hand = el('div', { class: 't-hand' });
  const tools = el('div', { class: 't-tools' });
  const turn = el('span', { class: 't-turn' });
  const eye = el('button', { class: 'quiet', type: 'button', 'aria-label': t('tigris.kingdoms'), title: t('tigris.kingdoms'), on: { click: kingdoms } }, icon('eye'));
  const news = el('p', { class: 't-news' });
  const log = el('ol', { class: 't-log' });
  const story = el('details', { class: 't-story' }, el('summary', {}, icon('list'), el('span', { class: 'visually-hidden' }, t('tigris.log')), news), log);
  const root = el('div', { class: 't-rack' }, hand, tools, el('div', { class: 't-foot' }, turn, story, eye));
  /** The tiles that are to be swapped, by their place in the hand; null unless somebody chooses. @type {Set<number> | null} */
  let swapping = null;
  /** Which of several like tiles was taken. */
  let taken = 0;
  let drawn = '';
  /** @type {(() => void) | null} */
  let again = null;

  /** A piece that can be taken into the hand. @param {string} held @param {SVGElement} art @param {string} text @param {{ on: boolean, can: boolean, away?: boolean, nth?: number }} how */
  function piece(held, art, text, { on, can, away = false, nth = 0 }) {
    return el('button', {
      class: `t-piece ${away ? 'away' : ''}`, type: 'button', 'aria-label': away ? `${text}, ${t('tigris.none')}` : text, title: text,
      'aria-pressed': String(on), 'aria-disabled': String(!can),
      on: {
        click: () => { taken = nth; pick(on ? null : held); },
        pointerdown: (/** @type {PointerEvent} */ event) => { if (can && !away) { taken = nth; drag(held, event); } },
      },
    }, small(art));
  }

  /**
   * @param {BoardState} state @param {string | null} held @param {(held: string) => boolean} can
   * @param {{ outlined: boolean }} look
   */
  function update(state, held, can, look) {
    again = () => update(state, held, can, look);
    const { view } = state;
    const seat = state.seat ?? state.hand ?? view.decides;
    const free = state.hand !== null && state.pending === null && view.phase === 'action';
    if (!free) swapping = null;
    const key = JSON.stringify([view.hand, seat, held, free, [...(swapping ?? [])], swapping === null, look.outlined, view.log.at(-1)?.number, state.legal.length, state.back, view.phase, view.leaders.length, view.players[seat ?? 0], lang]);
    if (key === drawn) return;
    drawn = key;
    refill(hand, seat === null || view.hand === null ? null : pieces(state, seat, held, can, free));
    refill(tools, deeds(state, held, free));
    refill(turn, view.phase === 'over' ? null : [mark(view.active), el('span', {}, t('tigris.action', { n: view.action, of: view.actions }))], el('span', { class: 'quiet-text' }, count('tigris.bag', view.bag)),
      free && state.back && el('button', { class: 'quiet t-back', type: 'button', title: t('tigris.back.title'), on: { click: onBack } }, icon('undo'), el('span', {}, t('tigris.back'))));
    eye.setAttribute('aria-pressed', String(look.outlined));
    tell(view.log);
  }

  /** @param {BoardState} state @param {number} seat @param {string | null} held @param {(held: string) => boolean} can @param {boolean} free */
  function pieces(state, seat, held, can, free) {
    const { view } = state;
    const tiles = COLOURS.flatMap((colour, i) => Array.from({ length: view.hand[i] }, () => colour));
    const nth = (/** @type {number} */ i) => i - tiles.indexOf(tiles[i]);
    const placed = new Set(view.leaders.filter((/** @type {{ seat: number }} */ each) => each.seat === seat).map((/** @type {{ colour: Colour }} */ each) => each.colour));
    return [
      el('div', { class: 't-group', role: 'group', 'aria-label': t('tigris.hand') }, tiles.map((colour, i) => (swapping
        ? el('button', { class: 't-piece', type: 'button', 'aria-label': t(`tigris.tile.${colour}`), 'aria-pressed': String(swapping.has(i)), on: { click: () => toggle(i) } }, small(tile(colour)))
        : piece(`tile ${colour}`, tile(colour), t(`tigris.tile.${colour}`), { on: held === `tile ${colour}` && nth(i) === taken, can: free && can(`tile ${colour}`), nth: nth(i) })))),
      el('div', { class: 't-group', role: 'group', 'aria-label': t('tigris.leaders') }, COLOURS.map((colour) =>
        piece(`leader ${colour}`, leader(colour, seat), t(`tigris.leader.${colour}`), { on: held === `leader ${colour}`, can: free && can(`leader ${colour}`), away: placed.has(colour) }))),
      view.players[seat].catastrophes > 0 && el('div', { class: 't-group', role: 'group', 'aria-label': t('tigris.ruins') },
        Array.from({ length: view.players[seat].catastrophes }, (_, i) => piece('catastrophe', catastrophe(), t('tigris.catastrophe'), { on: held === 'catastrophe' && i === taken, can: free && can('catastrophe'), nth: i }))),
    ];
  }

  /** @param {number} i */
  function toggle(i) {
    if (!swapping) return;
    if (!swapping.delete(i)) swapping.add(i);
    again?.();
  }

  /** @param {BoardState} state @param {string | null} held @param {boolean} free */
  function deeds(state, held, free) {
    const { view } = state;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {Record<string, unknown>} */ more = {}) => el('button', { class: 'button', type: 'button', ...more, on: { click: act } }, text);
    if (swapping) {
      const chosen = swapping;
      const tiles = COLOURS.flatMap((colour, i) => Array.from({ length: view.hand[i] }, () => colour)).filter((_, i) => chosen.has(i));
      return [
        button(tiles.length ? count('tigris.say.swap', tiles.length) : t('tigris.swap.none'), () => { swapping = null; onMove(`swap ${tiles.join(' ')}`); }, { disabled: !tiles.length, class: 'button primary' }),
        button(t('tigris.cancel'), () => { swapping = null; again?.(); })];
    }
    const back = held?.startsWith('leader ') ? `withdraw ${held.slice(7)}` : null;
    const swaps = state.legal.some((move) => move.startsWith('swap '));
    return [
      free && back !== null && state.legal.includes(back) && button(say(back), () => onMove(back)),
      free && swaps && button(t('tigris.swap'), () => { swapping = new Set(); pick(null); again?.(); }),
      free && state.legal.includes('pass') && button(t('tigris.pass'), () => onMove('pass'))];
  }

  /** @param {string} move */
  const say = (move) => t('tigris.say.withdraw', { leader: t(`tigris.leader.${/** @type {Colour} */ (move.slice(9))}`) });

  /** The latest in a line, all of it on demand. @param {{ seat: number, says: Words }[]} events */
  function tell(events) {
    news.textContent = events.slice(-2).map(({ says }) => says[lang]).join(' ');
    refill(log, [...events].reverse().map(({ seat, says }) => el('li', {}, mark(seat), el('span', {}, says[lang]))));
  }

  return { root, update };
}
