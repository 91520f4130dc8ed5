// What went wrong, as a sentence for people.

import { Refusal } from '../api.js';
import { sentence, t } from '../i18n/index.js';

/** @param {unknown} error */
export function errorText(error) {
  if (!(error instanceof Refusal)) {
    console.error(error);
    return t('broken.text');
  }
  if (error.status === 0) return t('broken.offline');
  return sentence(error.words) || t('broken.text');
}
