// A study leaves the page: as an address, as a link to share, as a file.

import { t } from '../i18n/index.js';
import { askUser } from '../ui/dialog.js';
import { download } from '../ui/download.js';
import { errorText } from '../ui/error-text.js';
import { shareBox } from '../ui/share.js';
import { toast } from '../ui/toast.js';
import { addressOf } from './address.js';
import { writeStudy } from './requests.js';
import { endOf, isPlain, movesTo } from './tree.js';

/** @import { Game, Study } from '../types.js' */
/** @import { Tree } from './tree.js' */

/**
 * The variant of a study’s options; empty for the usual one, null for none.
 * @param {Game} game @param {Study} study
 */
function variantOf(game, study) {
  if (study.position || study.seed !== '0' || study.seats.length || study.resigned !== null) return null;
  const same = (/** @type {Record<string, unknown>} */ options) =>
    Object.entries(study.options).every(([key, value]) => JSON.stringify(options[key]) === JSON.stringify(value));
  const found = game.variants.findIndex((variant) => same({ ...game.defaults, ...variant.options }));
  return found < 0 ? null : found === 0 ? '' : game.variants[found].id;
}

/**
 * The variant of a study’s options, whatever else was chosen beside it.
 * @param {Game} game @param {Study} study
 */
export function nearestVariant(game, study) {
  const keys = new Set(game.variants.flatMap(({ options }) => Object.keys(options)));
  const options = /** @type {Record<string, unknown>} */ (study.options);
  return game.variants.find((variant) => {
    const own = /** @type {Record<string, unknown>} */ ({ ...game.defaults, ...variant.options });
    return [...keys].every((key) => own[key] === options[key]);
  })?.id;
}

/**
 * @param {{ game: Game, table: string | null, get: () => { study: Study, tree: Tree } }} options `table` is the one
 *   whose game is studied; `get` gives the study as it is now
 */
export function studyFiles({ game, table, get }) {
  /** The address that holds the study; null if it is too long for one. */
  function address() {
    const { study, tree } = get();
    return addressOf(game.id, {
      variant: variantOf(game, study), moves: isPlain(tree) ? movesTo(tree, endOf(tree)) : null,
      text: () => writeStudy(study, 'record'),
    });
  }
  return {
    address,
    async share() {
      const link = table && isPlain(get().tree) ? `/analysis/${table}` : await address().catch(() => null);
      if (!link) return toast(t('study.share.long'));
      const body = shareBox(location.origin + link);
      await askUser({ title: t('study.share.title'), body, yes: t('study.share.close') });
    },
    /** @param {string} format */
    async save(format) {
      try {
        download(`${game.id}-${table?.slice(0, 8) ?? 'study'}.${format}`, await writeStudy(get().study, format));
      } catch (error) {
        toast(errorText(error));
      }
    },
  };
}
