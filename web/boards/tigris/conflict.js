// Draws a conflict in the panel: both sides, and what each number of tiles would mean.

import { t } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';
import { leader, small } from './art.js';
import { choice, heading, waiting } from './choice.js';
import { percent } from './explain.js';
import { nameOf } from './names.js';
import { saySupport } from './speech.js';

/** @import { Choice, Colour, Conflict, Side, State } from './state.js' */

/** @param {Conflict & { kind: 'revolt' | 'war' }} conflict @param {State} state @param {boolean} ours */
export function conflictPanel(conflict, state, ours) {
  const { attacker, defender, colour, kind } = conflict;
  const decides = attacker.committed === null ? attacker : defender;
  return [
    heading(t(kind === 'revolt' ? 'tigris.revolt' : 'tigris.war', { leader: t(`tigris.leader.${colour}`) })),
    el('div', { class: 't-parties' },
      party(attacker, colour, state, t('tigris.attacks')),
      party(defender, colour, state, t('tigris.defends'))),
    ours ? supports(conflict, state) : waiting(t('tigris.waits', { name: nameOf(state, decides.seat) })),
  ];
}

/** @param {Side} side @param {Colour} colour @param {State} state @param {string} role */
function party({ seat, board, committed }, colour, state, role) {
  return el('div', { class: 't-party' }, small(leader(colour, seat)),
    el('div', {}, el('b', {}, nameOf(state, seat)), el('small', {}, role)),
    el('div', { class: 't-sum' }, board + (committed ?? 0)),
    el('small', { class: 't-how' }, t('tigris.strength', { board }),
      committed !== null && ` ${t('tigris.added', { n: committed })}`));
}

/** How many tiles to add. @param {Conflict} conflict @param {State} state */
function supports({ support, attacker, defender, choices }, state) {
  const legal = new Set(state.shown.legal);
  const offers = choices.filter(({ add }) => legal.has(`support ${add}`));
  const other = nameOf(state, attacker.committed === null ? defender.seat : attacker.seat);
  return [
    el('p', { class: 't-ask' }, t('tigris.decide', { colour: t(`tigris.tilesOf.${support}`) })),
    el('div', { class: 't-offers t-stakes' }, offers.map((offer) => {
      const button = choice(`support ${offer.add}`, saySupport(offer.add), {
        primary: offers.length === 1, more: meaning(offer, other), sum: String(offer.total),
      });
      button.dataset.adds = String(offer.add);
      button.style.setProperty('--chance', String(offer.chance));
      return button;
    })),
    offers.some(({ needs }) => needs !== null) && el('p', { class: 'small quiet-text' }, t('tigris.odds')),
  ];
}

/** What a choice means. @param {Choice} choice @param {string} name of the other side */
function meaning({ needs, chance }, name) {
  if (needs === null) return t(chance ? 'tigris.choice.wins' : 'tigris.choice.loses');
  if (needs === 0) return t('tigris.choice.hopeless', { name });
  if (chance === 1) return t('tigris.choice.sure', { name });
  return t('tigris.choice.unless', { name, n: needs, chance: percent(chance) });
}
