// What the players of a race agree on: rules, how much garbage is sent, when time begins to press, teams.

import { t, words } from '../i18n/index.js';
import { PRESSURE as USUAL } from '../pages/start.js';
import { el } from '../ui/dom.js';

/** @import { Game, Race } from '../types.js' */

const GARBAGE = ['100', '0', '50', '200'];
/** In seconds. */
const PRESSURE = [String(USUAL), 'none', '60', '0'];
const TEAMS = ['none', '2', '4'];

/**
 * What the players of a race have agreed on, in words. A program may have asked for numbers that the form does not
 * offer.
 * @param {Game} info @param {Race} race
 */
export function agreedOn(info, { options, seats }) {
  const { variant, garbage = 100, pressure } = options;
  const share = String(garbage);
  const from = pressure === undefined || pressure === null ? 'none' : String(pressure);
  const teams = new Set(seats.map(({ team }) => team)).size;
  return [
    words((info.variants.find(({ id }) => id === variant) ?? info.variants[0])?.name),
    t('race.agreed', {
      what: t('race.garbage'), how: GARBAGE.includes(share) ? t(`race.garbage.${share}`) : `${share} %`,
    }),
    t('race.agreed', {
      what: t('race.pressure'),
      how: PRESSURE.includes(from) ? t(`race.pressure.${from}`) : t('race.pressure.after', { n: from }),
    }),
    teams < seats.length && t('race.agreed.teams', { n: teams }),
  ].filter(Boolean);
}

/** @param {Game} info */
export function raceTerms(info) {
  /** @param {string} id @param {string} name @param {[string, string][]} choices value and name of each */
  function field(id, name, choices) {
    const select = el('select', { id: `race-${id}` }, choices.map(([value, text]) => el('option', { value }, text)));
    return { select, root: el('div', { class: 'field' }, el('label', { for: select.id }, name), select) };
  }
  const rules = field('rules', t('race.rules'), info.variants.map(({ id, name }) => [id, words(name)]));
  const garbage = field('garbage', t('race.garbage'), GARBAGE.map((each) => [each, t(`race.garbage.${each}`)]));
  const pressure = field('pressure', t('race.pressure'), PRESSURE.map((each) => [each, t(`race.pressure.${each}`)]));
  const teams = field('teams', t('race.teams'), TEAMS.map((each) => [each, t(`race.teams.${each}`)]));
  return {
    root: el('details', { class: 'section race-terms' }, el('summary', {}, t('race.settings')),
      el('div', { class: 'race-agreed' }, rules.root, garbage.root, pressure.root, teams.root),
      el('p', { class: 'small quiet-text' }, t('race.pressure.about'))),
    /** As the server takes them. @param {number} seats @returns {Record<string, any>} */
    options(seats) {
      const count = Math.min(Number(teams.select.value) || 0, seats);
      return {
        variant: rules.select.value || undefined,
        garbage: Number(garbage.select.value),
        pressure: pressure.select.value === 'none' ? undefined : Number(pressure.select.value),
        teams: count > 1 ? Array.from({ length: seats }, (_, seat) => seat % count) : undefined,
      };
    },
  };
}
