// Sentences of the game with people's names in them. The server leaves a slot for each seat. No document.

import { lang } from '../../i18n/index.js';

/** @import { Words } from '../../types.js' */
/** @import { State } from './state.js' */

/** What a seat is called at this table. @param {State} state @param {number} seat */
export const nameOf = ({ shown }, seat) => shown.names?.[seat] || shown.seats[seat] || '';

/** French “de” before a name: Ada's king is « le roi d’Ada ». @param {string} name */
const ofName = (name) => (/^[aeiouyàâäéèêëîïôöùûüœæh]/i.test(name) ? `d’${name}` : `de ${name}`);

/** A name after “of”, in the language that is spoken. @param {State} state @param {number} seat */
export const nameOfOwner = (state, seat) =>
  (lang() === 'fr' ? ofName(nameOf(state, seat)) : nameOf(state, seat));

/**
 * A sentence of the log or of a preview.
 * @param {State} state @param {{ says: Words, template?: Words }} told
 */
export function told(state, { says, template }) {
  if (!template) return says[lang()];
  return template[lang()].replace(/\{(de )?(\d)\}/g, (_, of, seat) => {
    const name = nameOf(state, Number(seat));
    return of ? ofName(name) : name;
  });
}
