// How strong a level was measured to be.

/** @import { Game } from '../types.js' */

/**
 * The Elo that a level was measured to have; none where the variant, or the variant with these options, is unrated.
 * @param {Game | null | undefined} game @param {string | null | undefined} level
 * @param {{ variant?: string | null, options?: Record<string, unknown> }} at
 * @returns {number | null}
 */
export function ratingOf(game, level, { variant, options = {} }) {
  const played = game?.variants.find(({ id }) => id === variant);
  if (!game || !played) return null;
  /** @type {Record<string, unknown>} */
  const rated = { ...game.defaults, ...played.options };
  if (Object.keys(options).some((key) => JSON.stringify(options[key]) !== JSON.stringify(rated[key]))) return null;
  return game.levels.find(({ id }) => id === level)?.ratings[played.id] ?? null;
}
