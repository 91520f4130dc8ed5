// What passes over the well: rows that go, a piece that strikes, a word for what was well done, a soft sound.
// It looks on only: nothing here holds up a tick.

import { t } from '../../i18n/index.js';
import { calm, el } from '../../ui/dom.js';
import { chime, knock, strike } from '../../ui/sound.js';

/** @import { Effect } from './art.js' */
/** @import { TetrisSettings } from './sizes.js' */
/** @import { News } from './well.js' */

const LENGTH = { clear: 240, lock: 130, trail: 160 };
const BANNER = 1400;

/**
 * The words for what a locked piece did: first what it was, then what came on top.
 * @param {Extract<News, { type: 'locked' }>} news
 */
export function praise({ lines, spin, back, combo, empty }) {
  const what = spin !== 'none' ? t(`tt.spin.${spin}.${lines}`)
    : lines === 4 ? t('tt.four') : lines > 1 ? t(`tt.lines.${lines}`) : '';
  const combos = combo > 1 && t('tt.combo', { n: combo });
  return [empty && t('tt.empty'), what, back && t('tt.back'), combos].filter(Boolean);
}

/** @param {HTMLElement} place where words appear */
export function createShow(place) {
  /** @type {{ born: number, length: number, effect: Effect }[]} */
  let passing = [];
  /** @type {HTMLElement | null} */
  let banner = null;

  /** @param {Effect} effect */
  function add(effect) {
    passing.push({ born: performance.now(), length: LENGTH[effect.kind], effect });
  }

  /** @param {string[]} words */
  function say(words) {
    banner?.remove();
    const mine = el('p', { class: 'tt-banner' },
      el('b', {}, words[0]), words.slice(1).map((word) => el('span', {}, word)));
    banner = mine;
    place.append(mine);
    setTimeout(() => mine.remove(), BANNER);
  }

  return {
    /** @type {Pick<TetrisSettings, 'instant' | 'lockVolume' | 'clearVolume'>} */
    settings: { instant: false, lockVolume: 100, clearVolume: 100 },
    /** @param {News[]} all */
    hear(all) {
      const { instant, lockVolume, clearVolume } = this.settings;
      const loud = { lock: (lockVolume ?? 100) / 100, clear: (clearVolume ?? 100) / 100 };
      let drop = 0;
      for (const news of all) {
        if (news.type === 'dropped') drop = news.rows ?? 0;
        if (news.type === 'level') say([t('tt.level.now', { n: news.level })]);
        if (news.type === 'over') chime(news.done, loud.clear);
        if (news.type !== 'locked') continue;
        if (!calm()) {
          if (drop > 1) add({ kind: 'trail', squares: news.squares, from: drop, age: 0 });
          if (news.lines && !instant) add({ kind: 'clear', rows: news.rows, age: 0 });
          else if (!news.lines) add({ kind: 'lock', squares: news.squares, age: 0 });
        }
        drop = 0;
        for (let i = 0; i < news.lines; i++) strike(392 * 2 ** (i / 4), 0.28, 0.09 * loud.clear, i * 0.05);
        if (!news.lines) knock(loud.lock);
        const words = praise(news);
        if (words.length) say(/** @type {string[]} */ (words));
      }
    },
    /** What passes now. @param {number} now @returns {Effect[]} */
    effects(now) {
      passing = passing.filter(({ born, length }) => now - born < length);
      for (const each of passing) each.effect.age = Math.min(1, Math.max(0, (now - each.born) / each.length));
      return passing.map(({ effect }) => effect);
    },
    clear() {
      passing = [];
      banner?.remove();
    },
  };
}
