// What people agree on before a game: the clock, and whether the engine may help.

import { t } from '../i18n/index.js';
import { clockName } from './clock.js';
import { el } from './dom.js';

/** @import { Clock } from '../types.js' */

/** The clocks that are offered; the API takes others too. @type {Clock['control'][]} */
const CLOCKS = [
  { kind: 'move', seconds: 30 },
  { kind: 'move', seconds: 120 },
  { kind: 'fischer', seconds: 180, increment: 2 },
  { kind: 'fischer', seconds: 300, increment: 5 },
  { kind: 'fischer', seconds: 600, increment: 10 },
  { kind: 'fischer', seconds: 1800, increment: 20 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
  { kind: 'days', days: 7 },
];

export function termsForm() {
  const clock = el('select', { id: 'clock' }, el('option', { value: '' }, clockName(null)),
    CLOCKS.map((control, i) => el('option', { value: i }, clockName(control))));
  const help = el('input', { type: 'checkbox', id: 'help' });
  const helps = el('label', { class: 'tick' }, help, t('help.allow'));
  /** Whether anybody changed the tick. */
  let touched = false;
  help.addEventListener('change', () => { touched = true; });
  return {
    root: el('div', { class: 'terms' },
      el('div', { class: 'field' }, el('label', { for: 'clock' }, t('new.clock')), clock), helps),
    /**
     * Help is a question between people only. Those who share a screen see each other's hints, so they have them
     * unless they say otherwise.
     * @param {{ people: number, open: number }} seats
     */
    update({ people, open }) {
      helps.hidden = people + open < 2;
      if (!touched) help.checked = open === 0;
    },
    /** What a new table is told. */
    value: () => ({ clock: clock.value === '' ? null : CLOCKS[Number(clock.value)], help: help.checked }),
  };
}
