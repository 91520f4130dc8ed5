// Chooses the language and finds the words: t() for our own, words() for what the server says in both.

import { recall, remember } from '../store.js';

/** @import { Lang, Words } from '../types.js' */

/** @type {Lang} */
let spoken = document.documentElement.lang === 'fr' ? 'fr' : 'en';

/** The language that is spoken now. */
export const lang = () => spoken;

/** @type {Record<string, string>} */
let dictionary = {};

/** What boards brought with them. @type {Record<Lang, Record<string, string>>[]} */
const brought = [];

/** @param {Lang} next */
async function load(next) {
  const own = (next === 'fr' ? await import('./fr.js') : await import('./en.js')).default;
  dictionary = Object.assign({}, own, ...brought.map((each) => each[next]));
  spoken = next;
  document.documentElement.lang = next;
}

export const ready = load(spoken);

/** @param {Lang} next */
export async function speak(next) {
  if (recall('lang') !== next) remember('lang', next);
  await load(next);
}

/** Learns the words of a board. @param {Record<Lang, Record<string, string>>} more */
export function learn(more) {
  if (brought.includes(more)) return;
  brought.push(more);
  Object.assign(dictionary, more[spoken]);
}

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const text = dictionary[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** `key.one` or `key.many`; French counts 0 as one. @param {string} key @param {number} n */
export function count(key, n) {
  const one = spoken === 'fr' ? n < 2 : n === 1;
  return t(`${key}.${one ? 'one' : 'many'}`, { n });
}

/** @param {Words | null | undefined} said */
export const words = (said) => unbroken(said?.[spoken] ?? '');

/**
 * French puts a space before some signs, at which no line may break; the server writes plain ones.
 * @param {string} text
 */
function unbroken(text) {
  if (spoken !== 'fr') return text;
  return text.replace(/ (?=[;!?])/g, '\u202f').replace(/ (?=[:»])|(?<=«) /g, '\u00a0');
}

/** With a capital at its beginning. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(spoken) + text.slice(1);

/** A reason from the server as a sentence of its own. @param {Words | null | undefined} said */
export function sentence(said) {
  const text = words(said).trim();
  if (!text) return '';
  const whole = capital(text);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** "a, b and c". @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(spoken, { type: 'conjunction' }).format(names);

/** Making a format takes long, and figures are told many times a second. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A number with so many decimals, as the language writes it. @param {number} n @param {number} digits */
export function decimal(n, digits) {
  const key = `${spoken} ${digits}`;
  const known = formats.get(key) ??
    new Intl.NumberFormat(spoken, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, known);
  return known.format(n);
}

/** How long ago, roughly. @param {number} then in milliseconds */
export function ago(then) {
  const format = new Intl.RelativeTimeFormat(spoken, { numeric: 'auto', style: 'long' });
  const seconds = (then - Date.now()) / 1000;
  if (seconds > -60) return t('time.now');
  if (seconds > -3600) return format.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86400), 'day');
}
