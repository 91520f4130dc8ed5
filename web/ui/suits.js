// The machine that suits you: this browser knows how strong its player is in each variant, from games against levels
// whose strength is known, and offers the level that is nearest, so that about half of the games are won.

import { ratingOf } from './rating.js';

/** @import { Game, Level, RaceSeat, Seat } from '../types.js' */
/** What a rating depends on. @typedef {Parameters<typeof ratingOf>[2]} At */
/** How strong the player of this browser is. @typedef {{ rating: number, played: number, last: string }} Form */

/** What stands for "the level that suits me" where a level is chosen. */
export const SUITS = 'suits';

/** From one rung to the next where nobody has measured. */
const RUNG = 200;
/** A result moves the player by at most this much at first, and later by the least. */
const FIRST_STEP = 260;
const LEAST_STEP = 60;

/**
 * The levels to play against, weakest first, each with its strength: its rating in this variant, or a rung more than
 * the level before it where nobody has measured.
 * @param {Game} game @param {At} at @returns {{ level: Level, strength: number }[]}
 */
export const rungs = (game, at) =>
  byStrength(game, game.levels.filter(({ study, hosted }) => !study && !hosted), at);

/** The players for study in the same way. @param {Game} game @param {At} at */
export const studied = (game, at) => byStrength(game, game.levels.filter(({ study }) => study), at);

/** @param {Game} game @param {Level[]} levels @param {At} at */
function byStrength(game, levels, at) {
  let below = -RUNG;
  return levels
    .map((level) => {
      below = ratingOf(game, level.id, at) ?? below + RUNG;
      return { level, strength: below };
    })
    .sort((a, b) => a.strength - b.strength);
}

/** What a race is filed under: its ladder is that of no variant. */
export const RACE = { variant: 'race' };

/** Where the results of a variant are kept. @param {Game} game @param {At} at */
export const formKey = (game, at) => `${game.id} ${at.variant ?? game.variants[0].id}`;

/** Whoever has not played yet is as strong as the usual opponent. @param {Game} game @param {At} at @returns {Form} */
function beginning(game, at) {
  const usual = rungs(game, at).find(({ level }) => level.id === game.usual_level);
  return { rating: usual?.strength ?? 0, played: 0, last: '' };
}

/** The level that suits a player. @param {Game} game @param {At} at @param {Form | undefined} form */
export function suitingLevel(game, at, form) {
  const { rating } = form ?? beginning(game, at);
  const [nearest] = rungs(game, at)
    .sort((a, b) => Math.abs(a.strength - rating) - Math.abs(b.strength - rating));
  return nearest?.level.id ?? game.usual_level;
}

/**
 * The player's form after a game against levels; as before if the game does not count: one of them is a player for
 * study, or the game was counted already.
 * @param {Game} game @param {At} at @param {Form | undefined} form
 * @param {{ id: string, levels: string[], share: number }} played `share` of the result, from 0 to 1
 */
export function formAfter(game, at, form, { id, levels, share }) {
  const now = form ?? beginning(game, at);
  const ladder = rungs(game, at);
  const met = levels.map((level) => ladder.find((rung) => rung.level.id === level)?.strength);
  if (now.last === id || !met.length || met.some((strength) => strength === undefined)) return form;
  const strengths = met.map(Number);
  const expected = strengths.reduce((sum, strength) => sum + 1 / (1 + 10 ** ((strength - now.rating) / 400)), 0)
    / strengths.length;
  const step = Math.max(LEAST_STEP, FIRST_STEP / (1 + now.played / 4));
  // Nobody needs to fall or rise further than half a rung beyond the ladder.
  const low = ladder[0].strength - RUNG / 2;
  const high = ladder[ladder.length - 1].strength + RUNG / 2;
  const rating = Math.min(high, Math.max(low, now.rating + step * (share - expected)));
  return { rating: Math.round(rating), played: now.played + 1, last: id };
}

/**
 * The share of the result of a seat: how many of the others it placed ahead of; a draw is half.
 * @param {number[]} places @param {number} seat @param {number[]} others
 */
export function shareOf(places, seat, others) {
  /** @type {number[]} */
  const won = others.map((other) => (places[other] > places[seat] ? 1 : places[other] === places[seat] ? 0.5 : 0));
  // Whoever shares a place while others do not is an ally, or as good as one.
  const counted = won.some((one) => one !== 0.5) ? won.filter((one) => one !== 0.5) : won;
  return counted.reduce((sum, one) => sum + one, 0) / Math.max(1, counted.length);
}

/** The variant with these options; none if they are somebody's own. @param {Game} game
 * @param {Record<string, unknown>} options */
export function variantOf(game, options) {
  const same = (/** @type {Record<string, unknown>} */ own) =>
    Object.keys(own).every((key) => JSON.stringify(own[key]) === JSON.stringify(options[key] ?? own[key]));
  return game.variants.find((variant) => same({ ...game.defaults, ...variant.options }))?.id ?? null;
}

/**
 * What a finished game at a table says of its player: a result against machines alone, of one person with one seat.
 * @param {{ id: string, seats: (Seat | RaceSeat)[], outcome: { places: number[] } | null }} table
 * @param {number[]} ours
 */
export function resultAgainstLevels({ id, seats, outcome }, ours) {
  const others = seats.filter(({ seat }) => !ours.includes(seat));
  if (!outcome || ours.length !== 1 || !others.every(({ kind }) => kind === 'bot')) return null;
  return {
    id,
    levels: others.map(({ level }) => level ?? ''),
    share: shareOf(outcome.places, ours[0], others.map(({ seat }) => seat)),
  };
}
