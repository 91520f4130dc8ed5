// A group of modes on the front page: a card each, with its lengths as buttons and one's own best.

import { t } from '../i18n/index.js';
import { next } from '../pages/puzzles.js';
import { puzzleTheme } from '../store.js';
import { el } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { bestsOf, drillsDone } from './bests.js';

/** @import { Mode } from '../types.js' */
/** @import { ModeCard, ModeGroup, RealTimeGame, Settings } from './types.js' */

/**
 * @param {RealTimeGame} game @param {ModeGroup} group @param {boolean} main whether its first card stands out
 * @param {Settings} now @param {Mode[]} modes
 */
export function modeGroup(game, { title, cards }, main, now, modes) {
  return [
    el('h2', { class: 'arcade-group' }, title),
    el('ul', { class: 'arcade-modes' }, cards.map((card, i) => (
      el('li', {}, modeCard(game, card, main && !i, now, modes))))),
  ];
}

/**
 * The whole card plays its first choice; the others are buttons below.
 * @param {RealTimeGame} game @param {ModeCard} card @param {boolean} main @param {Settings} now @param {Mode[]} modes
 */
function modeCard(game, { title, about, choices }, main, now, modes) {
  const [first, ...others] = choices;
  const sign = icon(first.puzzles ? 'hint' : first.drill ? 'book' : 'play');
  const face = [el('b', {}, sign, title), el('span', { class: 'quiet-text' }, about)];
  const look = `arcade-mode ${main ? 'main' : ''}`;
  /** @param {ModeCard['choices'][0]} choice @param {string} look @param {unknown[]} inside */
  const opener = ({ mode, drill, puzzles }, look, inside) => (mode || drill
    ? el('a', {
      class: look, href: `/arcade/${game.id}/${mode ?? `drill/${drill}`}`, 'data-mode': mode, 'data-drill': drill,
    }, .../** @type {any} */ (inside))
    : el('button', {
      class: look, type: 'button', 'data-puzzles': puzzles, on: { click: () => void solve(game.id, puzzles ?? '') },
    }, .../** @type {any} */ (inside)));
  const done = choices.some(({ drill }) => drill) ? drillsDone(game.id) : [];
  const best = bestOf(game, first.mode, now, modes);
  return el('div', { class: `card arcade-card ${main ? 'main' : ''}` },
    opener(first, look, [...face, best && el('span', { class: 'small arcade-card-best' }, best)]),
    others.length > 0 && el('div', { class: 'arcade-lengths' },
      choices.map((choice) => opener(choice, 'button arcade-length', [
        choice.drill && done.includes(choice.drill) && icon('check'), choice.name]))));
}

/** One's own best of a mode in words; nothing where there is none. */
function bestOf(/** @type {RealTimeGame} */ game, /** @type {string | undefined} */ mode,
  /** @type {Settings} */ now, /** @type {Mode[]} */ modes) {
  if (!mode || !modes.some(({ id }) => id === mode)) return null;
  const { best } = bestsOf(game.id, mode, game.kind(mode, now));
  return best && t('arcade.own.short', { best: game.bestText?.(best.value, mode) ?? best.value });
}

/** @param {string} game @param {string} theme */
async function solve(game, theme) {
  puzzleTheme(game, theme);
  try {
    await next(game);
  } catch (error) {
    toast(errorText(error));
  }
}
