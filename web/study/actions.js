// The row of buttons under the analysis board.

import { t } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @import { Game } from '../types.js' */
/** @import { IconName } from '../ui/icons.js' */

/** @param {IconName} sign @param {string} text @param {() => unknown} click @param {string} [look] */
const act = (sign, text, click, look = '') =>
  el('button', { class: `button ${look}`, type: 'button', on: { click } }, icon(sign), el('span', {}, text));

/**
 * A button with a short label, and what it does in full.
 * @template {HTMLElement} B @param {B} button @param {string} text
 */
function inFull(button, text) {
  button.setAttribute('aria-label', text);
  button.title = text;
  return button;
}

/**
 * @param {{ game: Game, played: boolean, playable: () => boolean, own: boolean, playOn: () => unknown,
 *   learn: () => unknown, open: () => unknown, share: () => unknown, save: (format: string) => unknown }} options
 *   `played` is whether it is a table's game, `playable` whether a table can begin in it, and `own` whether whoever
 *   looks sat there
 */
export function actionRow({ game, played, playable, own, playOn, learn, open, share, save }) {
  const onward = inFull(act('play', t('study.playOn.short'), playOn, 'primary'), t('analysis.playOn'));
  const judging = inFull(act('chart', t('study.judge.short'), playOn, 'primary'), t('study.judge'));
  onward.hidden = judging.hidden = true;
  const learning = inFull(act('book', t('study.learn.short'), learn), t(own ? 'study.learn' : 'study.learn.any'));
  learning.hidden = true;
  const thinking = el('a', { class: 'button', href: `/thoughts/${game.id}` },
    icon('hint'), el('span', {}, t('thoughts.link')));
  const root = el('div', { class: 'primary-row' }, el('div', { class: 'acts' }, onward, !played && judging, learning,
    !played && inFull(act('open', t('study.open.short'), open), t('study.open')),
    thinking, act('link', t('study.share'), share),
    ['record', ...game.formats].map((format) =>
      act('save', format === 'record' ? t('download') : `.${format}`, () => save(format)))));
  return {
    root, learning, thinking,
    /**
     * @param {number | null} turn who is to move @param {boolean} main whether it is a position of the table's game
     * @param {number} moves how many led there
     */
    update(turn, main, moves) {
      const may = played || playable();
      // From a game's beginning one does not play on.
      onward.hidden = !may || (!played && (turn === null || moves === 0));
      judging.hidden = !may || played || turn !== null;
      onward.disabled = turn === null || (played && !main);
    },
  };
}
