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
