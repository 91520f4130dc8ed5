// Another seat of a race: its picture, small, with who plays it and how they fare.

import { count, lang, t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { mark } from '../ui/icons.js';
import { TICKS_A_SECOND } from './time.js';

/** @import { RealTimeGame, RealTimeState, RunHeader, Settings } from './types.js' */

/**
 * @param {RealTimeGame} game @param {RunHeader} header @param {number} seat @param {string} name
 * @param {Settings} now @param {{ team?: string, pick?: (seat: number) => void }} [more]
 */
export function createRival(game, header, seat, name, now, { team = '', pick } = {}) {
  const picture = game.createThumbnail(header, now);
  picture.root.classList.add('race-field');
  const who = el('b', {}, name);
  const says = el('span', { class: 'race-said' });
  const pace = el('span', { class: 'race-pace' });
  const attack = el('span', {});
  const head = [mark(seat), who, says];
  const root = el('li', { class: 'race-rival', 'data-seat': seat, vars: picture.vars },
    pick ? el('button', { class: 'race-who', type: 'button', on: { click: () => pick(seat) } }, head)
      : el('p', { class: 'race-who' }, head),
    picture.shelf ?? null, picture.root,
    el('p', { class: 'race-figures' }, team && el('span', {}, team), pace, attack));
  const button = root.querySelector('button');
  let said = '';
  /** The second that pace and attack were told of. */
  let told = 0;

  return {
    root,
    vars: picture.vars,
    /** @param {RealTimeState} state @param {{ out: boolean, place?: number | null }} how */
    draw(state, { out, place = null }) {
      picture.draw(state, out);
      // Anew every second.
      const seconds = Math.floor(state.clock / TICKS_A_SECOND);
      if (seconds !== told && seconds) {
        told = seconds;
        pace.textContent = t('race.pace', { n: number(state.decisions / seconds) });
        attack.textContent = t('race.attack', { n: number((state.sent * 60) / seconds) });
      }
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
    /** What pressing its name does, and whether it is on. @param {string} text @param {boolean} on */
    offer(text, on) {
      root.classList.toggle('picked', on);
      button?.setAttribute('aria-pressed', String(on));
      button?.setAttribute('title', text);
    },
    destroy: () => picture.destroy(),
  };
}

const number = (/** @type {number} */ n) => n.toLocaleString(lang(), { maximumFractionDigits: 1 });
