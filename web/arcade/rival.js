// Another seat of a race: its picture, small, with who plays it and how they fare.

import { count, t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { mark } from '../ui/icons.js';

/** @import { RealTimeGame, RealTimeState, RunHeader, Settings } from './types.js' */

/**
 * @param {RealTimeGame} game @param {RunHeader} header @param {number} seat @param {string} name
 * @param {Settings} now
 */
export function createRival(game, header, seat, name, now) {
  const picture = game.createThumbnail(header, now);
  picture.root.classList.add('race-field');
  const who = el('b', {}, name);
  const says = el('span', { class: 'race-said' });
  const root = el('li', { class: 'race-rival', 'data-seat': seat, vars: picture.vars },
    el('p', { class: 'race-who' }, mark(seat), who, says), picture.root);
  let said = '';

  return {
    root,
    vars: picture.vars,
    /** @param {RealTimeState} state @param {{ out: boolean, place?: number | null }} how */
    draw(state, { out, place = null }) {
      picture.draw(state, out);
      const text = place ? t('race.place', { n: place }) : out ? t('race.out') : count('race.sent', state.sent);
      if (text === said) return;
      said = text;
      says.textContent = text;
      root.classList.toggle('out', out);
      root.classList.toggle('first', place === 1);
    },
    /** @param {string} next */
    rename(next) {
      if (who.textContent !== next) refill(who, next);
    },
    destroy: () => picture.destroy(),
  };
}
