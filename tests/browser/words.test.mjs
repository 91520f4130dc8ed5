// Both languages say the same things, and everything that the page asks for is there.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import ours from '../../web/i18n/en.js';
import notres from '../../web/i18n/fr.js';

const WEB = new URL('../../web/', import.meta.url).pathname;
const files = readdirSync(WEB, { recursive: true }).map(String)
  .filter((file) => file.endsWith('.js') && !/^i18n.(en|fr)/.test(file));
const sources = files.filter((file) => !/\bwords\.js$/.test(file));
const brought = await Promise.all(files.filter((file) => /\bwords\.js$/.test(file))
  .map(async (file) => (await import(join(WEB, file))).default));
const en = Object.assign({}, ours, ...brought.map((words) => words.en));
const fr = Object.assign({}, notres, ...brought.map((words) => words.fr));

test('no board takes the words of another', () => {
  const all = [ours, ...brought.map((words) => words.en)].flatMap(Object.keys);
  assert.equal(new Set(all).size, all.length);
});

test('both dictionaries have the same keys and the same places to fill', () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    const holes = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    assert.deepEqual(holes(fr[key]), holes(en[key]), key);
  }
});

test('every key that is used exists, and every key that exists is used', () => {
  const used = new Set();
  for (const file of sources) {
    const text = readFileSync(join(WEB, file), 'utf8');
    for (const [, call, quote, key] of text.matchAll(/\b(t|count)\((['`])([\w.${} |']+?)\2/g)) {
      if (quote === '`' && !key.startsWith('$')) {
        // A key made of parts: whatever its beginning allows is in use.
        const start = key.split('${')[0];
        const fits = Object.keys(en).filter((each) => each.startsWith(start));
        assert.ok(fits.length, `${file}: nothing begins with ${start}`);
        fits.forEach((each) => used.add(each));
      } else if (quote !== '`') {
        for (const each of call === 'count' ? [`${key}.one`, `${key}.many`] : [key]) {
          assert.ok(each in en, `${file}: ${each}`);
          used.add(each);
        }
      }
    }
    if (file.startsWith('i18n')) continue;
    // Keys chosen by a condition: t(yes ? 'a' : 'b').
    for (const [, ...keys] of text.matchAll(/\bt\([^()]*\? '([\w.]+)' : '([\w.]+)'/g)) {
      for (const key of keys) {
        assert.ok(key in en, key);
        used.add(key);
      }
    }
  }
  assert.deepEqual(Object.keys(en).filter((key) => !used.has(key)), []);
});

test('French has its spaces and its apostrophes', () => {
  for (const [key, text] of Object.entries(fr)) {
    assert.doesNotMatch(text, /[^\u202f\u00a0\s][!?;]|[^\u00a0\d]:(?!\d)/, `${key}: a space before ; : ! ?`);
    assert.doesNotMatch(text, /'/, `${key}: ’ and not '`);
  }
});

/** Everything that is said to people: the page's words, and those of the games, the server and the terminal. */
const ROOT = new URL('../../', import.meta.url).pathname;

/** @returns {{ where: string, en: string, fr: string }[]} */
function said() {
  const all = Object.keys(en).map((key) => ({ where: key, en: en[key], fr: fr[key] }));
  for (const file of readdirSync(join(ROOT, 'crates'), { recursive: true }).map(String)) {
    if (!/^\w+.(src|lessons)/.test(file) || !/\.(rs|json)$/.test(file)) continue;
    const text = readFileSync(join(ROOT, 'crates', file), 'utf8');
    const string = '"((?:[^"\\\\]|\\\\.)*)"';
    const pairs = file.endsWith('.json')
      ? text.matchAll(new RegExp(`"en":\\s*${string},\\s*"fr":\\s*${string}`, 'g'))
      : text.matchAll(new RegExp(`(?:Phrase|Words|BadMove|Illegal)::new\\(\\s*(?:format!\\(\\s*)?${string}`
        + `(?:[^";]*?),\\s*(?:format!\\(\\s*)?${string}`, 'g'));
    for (const [, english, french] of pairs) all.push({ where: file, en: english, fr: french });
  }
  return all;
}

/** Words that only one of the two languages has, and that no sentence can do without for long. */
const ENGLISH = /\b(the|and|with|your|you|is|are|of|this|that|from|not|up|down|left|right|move)\b/i;
const FRENCH = /\b(le|la|les|des|une|vous|votre|est|avec|dans|pour|qui|pas|coup|au)\b|[éèàç]/i;

test('no sentence mixes the languages', () => {
  const all = said();
  assert.ok(all.length > 900, `only ${all.length} texts were found`);
  const bare = (/** @type {string} */ text) => text.replace(/\{[^}]*\}|`[^`]*`|--\S+|“[^”]*”|«[^»]*»/g, ' ');
  const mixed = all.flatMap(({ where, en, fr }) => [
    FRENCH.test(bare(en)) && !/Léo|Café|Elo|Dellacherie/.test(en) ? [`${where}: ${en}`] : [],
    // Words that French borrows or shares are no English.
    ENGLISH.test(bare(fr).replace(/\b(move|left|right) /g, ' ')) ? [`${where}: ${fr}`] : [],
  ].flat());
  assert.deepEqual(mixed, []);
});

/** What docs/glossary.md tells us not to say, where people read it. */
const UNWANTED = {
  en: new RegExp('\\bfour in line\\b|\\baslant\\b|on a slant|other side resigned|measured strength'
    + '|\\bnobody answers\\b|impossible to move', 'i'),
  fr: new RegExp('\\bla machine\\b|\\bdresser une table\\b|force mesurée|continuer d’ici|l’autre camp'
    + '|vers (up|down|left|right)\\b|déchets', 'i'),
};

test('the same thing has the same name everywhere', () => {
  const odd = said().flatMap(({ where, en, fr }) =>
    [UNWANTED.en.test(en) && `${where}: ${en}`, UNWANTED.fr.test(fr) && `${where}: ${fr}`].filter(Boolean));
  assert.deepEqual(odd, []);
});

test('both READMEs name the same commands, files and pictures', () => {
  const read = (/** @type {string} */ name) => readFileSync(join(ROOT, name), 'utf8');
  const commands = (/** @type {string} */ text) => [
    ...(text.match(/^ {4}\S.*$/gm) ?? []).map((line) => line.trim().split(/ {2,}/)[0]),
    ...(text.match(/`(plateau|cargo|--)[^`]*`/g) ?? []),
  ].sort();
  const links = (/** @type {string} */ text) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to)
    .filter((to) => !/^README/.test(to)).sort();
  const [ours, theirs] = [read('README.md'), read('README.fr.md')];
  assert.deepEqual(commands(theirs), commands(ours));
  assert.deepEqual([...new Set(links(theirs))], [...new Set(links(ours))]);
});
