// What a piece on the map is and means, in lines: how strong, what it brings, who threatens it. All figures come with
// the view. No document.

import { capital, count, lang, listed, t } from '../../i18n/index.js';
import { nameOf, nameOfOwner } from './names.js';
import { rackSeat, viewOf } from './state.js';

/** @import { Colour, Leader, State, Threat } from './state.js' */

/** A probability in words. @param {number} chance */
export function percent(chance) {
  const rounded = Math.round(chance * 100);
  // What is not certain is not called so.
  const shown = chance > 0 && rounded === 0 ? '<1' : chance < 1 && rounded === 100 ? '>99' : String(rounded);
  return lang() === 'fr' ? `${shown}\u00a0%` : `${shown}%`;
}

/** @param {State} state @param {Leader} leader */
const leaderName = (state, { colour, seat }) =>
  t('tigris.of', { what: t(`tigris.leader.${colour}`), name: nameOfOwner(state, seat) });

/**
 * The lines about a square, or about a piece of the rack; the first is what it is.
 * @param {State} state @param {string} at
 */
export function explain(state, at) {
  if (!/^[a-p]\d+$/.test(at)) return explainHeld(state, at);
  const view = viewOf(state);
  const leader = view.leaders.find((each) => each.at === at);
  if (leader) return explainLeader(state, leader);
  const monument = view.monuments.find(({ squares }) => squares.includes(at));
  const first = view.special.includes(at);
  const treasure = view.treasures.includes(at)
    && t(first ? 'tigris.explain.first' : 'tigris.explain.treasure');
  const border = first && !view.treasures.includes(at) && t('tigris.explain.border');
  /** @type {(string | false)[]} */
  const lines = [];
  const tile = view.tiles.find((each) => each.at === at);
  if (monument) {
    const [a, b] = monument.colours.map((colour) => t(`tigris.colour.${colour}`));
    const paid = monument.pays.map((each) => t('tigris.explain.pays.one', {
      leader: leaderName(state, /** @type {Leader} */ ({ ...each, at: '' })), colour: t(`tigris.colour.${each.colour}`),
    }));
    lines.push(t('tigris.explain.monument', { a, b }), ...(paid.length ? paid : [t('tigris.explain.pays.none')]));
  } else if (tile) lines.push(t(`tigris.tile.${tile.colour}`), kingdomLine(state, at));
  else if (view.catastrophes.includes(at)) lines.push(t('tigris.catastrophe'), t('tigris.explain.ruin'));
  return [...lines, treasure, border].filter((line) => line !== false && line !== '');
}

/** Who leads the kingdom of a square. @param {State} state @param {string} at */
function kingdomLine(state, at) {
  const { kingdoms, leaders } = viewOf(state);
  const index = kingdoms.findIndex(({ squares }) => squares.includes(at));
  if (index < 0) return t('tigris.explain.noKingdom');
  const here = leaders.filter(({ kingdom }) => kingdom === index);
  const seats = [...new Set(here.map(({ seat }) => seat))].sort((a, b) => a - b);
  const own = (/** @type {number} */ seat) =>
    here.filter((leader) => leader.seat === seat).map(({ colour }) => t(`tigris.leader.${colour}`)).join(', ');
  const named = seats.map((seat) => `${nameOf(state, seat)} (${own(seat)})`);
  return t('tigris.explain.kingdom', { leaders: named.join(', ') });
}

/** A piece of the rack. @param {State} state @param {string} held */
function explainHeld(state, held) {
  const [kind, name] = held.split(' ');
  if (kind === 'catastrophe') return [t('tigris.catastrophe'), t('tigris.explain.rack.ruin')];
  const colour = /** @type {Colour} */ (name);
  const leader = t(`tigris.leader.${colour}`);
  if (kind === 'tile') {
    return [
      t(`tigris.tile.${colour}`), t(`tigris.explain.rack.${colour}`),
      t('tigris.explain.rack.war', { leader }) + (colour === 'red' ? ` ${t('tigris.explain.rack.revolt')}` : ''),
    ];
  }
  const out = viewOf(state).leaders.find((each) => each.colour === colour && each.seat === rackSeat(state));
  if (out) return explainLeader(state, out);
  return [
    leader, t('tigris.explain.rack.leader', { colour: t(`tigris.colour.${colour}`) }),
    ...colour === 'black' ? [t('tigris.explain.rack.king')] : [],
  ];
}

/** @param {State} state @param {Leader} leader */
function explainLeader(state, leader) {
  const { colour, strength, temples, collects, income, threats } = leader;
  const others = collects.filter((each) => each !== colour).map((each) => t(`tigris.colour.${each}`));
  const name = leaderName(state, leader);
  return [
    capital(name),
    t('tigris.explain.war', { tiles: count(`tigris.tiles.${colour}`, strength) }),
    t('tigris.explain.revolt', { temples: count('tigris.tiles.red', temples) }),
    t('tigris.explain.collects', { colours: listed([t(`tigris.colour.${colour}`), ...others]) }),
    income > 0 && count('tigris.explain.income', income),
    ...alike(threats).map((each) => threatLine(state, each)),
    threats.some(({ chance }) => chance !== null) && t('tigris.explain.chance'),
    !threats.length && viewOf(state).phase === 'action' && t('tigris.explain.safe'),
  ].filter((line) => line !== false);
}

/** The same attack by several is told once. @param {Threat[]} threats @returns {Threat[][]} */
function alike(threats) {
  /** @type {Map<string, Threat[]>} */
  const groups = new Map();
  for (const threat of threats) {
    const key = JSON.stringify({ ...threat, seat: 0 });
    groups.set(key, [...groups.get(key) ?? [], threat]);
  }
  return [...groups.values()];
}

/** @param {State} state @param {Threat[]} same */
function threatLine(state, same) {
  const [{ kind, squares, attack, defence, chance }] = same;
  const name = listed(same.map(({ seat }) => nameOf(state, seat)));
  const where = squares.slice(0, 3).join(', ') + (squares.length > 3 ? '…' : '');
  const line = t(`tigris.explain.threat.${kind}`, { name, at: where, attack, defence });
  return chance === null ? line : `${line}\u00a0· ${percent(chance)}`;
}
