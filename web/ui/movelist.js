// The moves so far, each a button that looks back to it, and four arrows to walk along them.

import { t } from '../i18n/index.js';
import { el, hidden, refill } from './dom.js';
import { icon, mark } from './icons.js';
import { keepCurrent } from './keep-current.js';
import { walkKeys } from './walk-keys.js';

/** Longer texts than this stand one a line. */
const LONG = 9;

/**
 * @param {{ go: (epoch: number) => void, say: (move: string) => string, label?: (move: string) => string,
 *   owner?: (move: string, seat: number) => number, sign?: (seat: number) => SVGElement,
 *   side: (seat: number) => string }} options
 */
export function moveList({
  go, say, label = (move) => move, owner = (_, seat) => seat, sign = mark, side,
}) {
  const list = el('ol', { class: 'movelist', tabindex: 0, 'aria-label': t('moves.label') });
  const showCurrent = keepCurrent(list);
  let at = 0;
  let end = 0;
  /** @param {'first' | 'back' | 'next' | 'last'} name @param {() => number} to */
  const arrow = (name, to) => el('button', {
    class: 'quiet', type: 'button', 'aria-label': t(`moves.${name}`),
    title: { back: `${t('moves.back')} (←)`, next: `${t('moves.next')} (→)` }[String(name)] ?? t(`moves.${name}`),
    on: { click: () => go(to()) },
  }, icon(name));
  const arrows = [
    arrow('first', () => 0), arrow('back', () => Math.max(0, at - 1)),
    arrow('next', () => Math.min(end, at + 1)), arrow('last', () => end),
  ];
  const root = el('section', { class: 'moves', 'aria-label': t('moves.label') },
    list, el('div', { class: 'arrows' }, arrows));
  let drawn = '';

  const stop = walkKeys(() => root.isConnected, (key) => {
    if (key === 'ArrowLeft' && at > 0) go(at - 1);
    else if (key === 'ArrowRight' && at < end) go(at + 1);
    else return false;
    return true;
  });

  return {
    root,
    stop,
    /**
     * @param {({ seat: number, move: string } | undefined)[]} moves
     * @param {number} epoch the epoch that is looked at
     */
    update(moves, epoch) {
      at = epoch;
      end = moves.length;
      const key = moves.map((move) => move?.move ?? '').join(' ');
      if (key !== drawn || !list.firstChild) {
        drawn = key;
        list.classList.toggle('long', moves.some((move) => move && label(move.move).length > LONG));
        refill(list, moves.length
          ? moves.map((move, i) => el('li', {}, el('button', {
            type: 'button', title: move && say(move.move), on: { click: () => go(i + 1) },
          },
            el('span', { class: 'n' }, i + 1), move && [sign(owner(move.move, move.seat)), hidden(side(move.seat))],
            el('span', {}, move ? label(move.move) : '…'))))
          : el('li', { class: 'none quiet-text small' }, t('moves.none')));
      }
      [...list.querySelectorAll('button')].forEach((button, i) => {
        if (i + 1 === epoch) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
      });
      showCurrent();
      arrows[0].disabled = arrows[1].disabled = at === 0;
      arrows[2].disabled = arrows[3].disabled = at === end;
    },
  };
}
