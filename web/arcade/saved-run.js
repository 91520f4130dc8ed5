// Runs as files, and the one that was played last: kept while this tab is open, so that it can be watched.

import { Refusal, game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { download } from '../ui/download.js';
import { readRun } from './run.js';

/** @import { Run } from './run.js' */

const LAST = 'plateau-run';

/** @param {string} text */
export function keepRun(text) {
  try {
    sessionStorage.setItem(LAST, text);
  } catch {
    // Then it cannot be watched; it can still be sent and saved.
  }
}

export const keptRun = () => sessionStorage.getItem(LAST);

/** The game that a run's first line names. @param {string} text */
function gameOf(text) {
  try {
    return String(JSON.parse(text.trimStart().split('\n', 1)[0]).game);
  } catch {
    return '';
  }
}

/**
 * The address where a run's text can be watched. Refuses what is none.
 * @param {string} text @param {string} [usual] whose run it should be
 */
export async function openRun(text, usual = gameOf(text)) {
  const [info, game] = await Promise.all([findGame(usual), arcadeOf(usual)]);
  try {
    if (!game) throw new SyntaxError(`not a game in real time: ${usual}`);
    readRun(game, text);
  } catch {
    const said = info ? t('arcade.open.bad', { game: words(info.name) }) : t('arcade.open.unknown');
    throw new Refusal(422, 'bad-run', { en: said, fr: said });
  }
  keepRun(text);
  return `/arcade/${usual}/run/last`;
}

/** @param {Run} run */
export function saveRun(run) {
  const { mode, seed } = run.header;
  download(`${run.game.id}-${mode}-${seed.slice(0, 6)}.run`, run.text());
}
