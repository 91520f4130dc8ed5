// The modes of Tetris on its front page: a few cards in three groups.

import { sentence, t, words } from '../../i18n/index.js';

/** @import { ModeGroup } from '../../arcade/types.js' */
/** @import { Game } from '../../types.js' */

/** Modes that are one card, the usual one first; `puzzles:` names a theme of the puzzles, `drill:` a lesson. */
const GROUPS = {
  record: [['sprint', 'sprint20', 'sprint100'], ['marathon', 'endless'], ['ultra'],
    ['cheese10', 'cheese18', 'cheese100'], ['survival']],
  practice: [['drill:keys', 'drill:finesse', 'drill:combo', 'drill:back', 'drill:garbage'], ['free', 'practice'],
    ['puzzles:spin'], ['puzzles:clear'], ['dig', 'puzzles:dig'], ['fourwide']],
};

/** @param {Game} info @returns {ModeGroup[]} */
export function groups(info) {
  /** @param {string[]} family */
  function card([first, ...others]) {
    const modes = [first, ...others].filter((id) => id.includes(':') || info.modes?.some((mode) => mode.id === id));
    const only = others.length ? null : info.modes?.find((mode) => mode.id === first);
    const name = first.replace(':', '.');
    return {
      title: only ? words(only.name) : t(`tt.card.${name}`),
      about: only ? sentence(only.about) : t(`tt.card.${name}.about`),
      choices: modes.map((id) => {
        const [kind, what] = id.includes(':') ? id.split(':') : ['mode', id];
        const choice = kind === 'mode' ? what : `${kind}.${what}`;
        return { [kind]: what, name: t(`tt.choice.${choice}`) };
      }),
    };
  }
  return Object.entries(GROUPS).map(([id, families]) => ({ title: t(`tt.group.${id}`), cards: families.map(card) }));
}
