// How the page's sources are laid out: short lines, and the same files for every board.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const ROOT = new URL('../../', import.meta.url).pathname;
const LONGEST = 120;
const FILES = ['index.js', 'state.js', 'render.js', 'events.js', 'art.js', 'picture.js', 'words.js', 'style.css'];

/** The sources under a folder that people write by hand. @param {string} folder */
const sources = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => /\.(m?js|d\.ts)$/.test(file) && !file.endsWith('api-types.d.ts'));

test(`no line of the page or of its tests is longer than ${LONGEST} characters`, () => {
  const long = [...sources('web'), ...sources('tests/browser')].flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8').split('\n')
      .flatMap((line, i) => ([...line].length > LONGEST ? [`${file}:${i + 1}`] : [])));
  assert.deepEqual(long, []);
});

test('every board has the files that docs/page.md names', () => {
  const boards = join(ROOT, 'web/boards');
  const folders = readdirSync(boards, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders.filter(({ name }) => name !== 'shared')) {
    assert.deepEqual(FILES.filter((file) => !existsSync(join(boards, name, file))), [], name);
  }
});
