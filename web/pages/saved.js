// Opens a game that was saved as text: from a file, or pasted.

import { Refusal, importRecord } from '../api.js';
import { t } from '../i18n/index.js';
import { go } from '../router.js';
import { noteRecent } from '../store.js';
import { askUser } from '../ui/dialog.js';
import { el } from '../ui/dom.js';

/** What such a text looks like. */
const EXAMPLE = '{"plateau":1,"game":"connect4"}\n4\n4\n3';

/**
 * Whether a record has more than one line of moves: variations, remarks, or a position to start from. Such a text is a
 * study, and opens on the analysis board.
 * @param {string} text
 */
const isStudy = (text) => /^#[=:(]/m.test(text) || /^\s*\{[^\n]*"position":/.test(text);

/** Whether it is a tree as other programs write them: a study, unless it is a finished game. @param {string} text */
const isTree = (text) => /^[\s\ufeff]*\(\s*;/.test(text);

/**
 * The address of a game or a position that begins with no head, as those of Quoridor's other sites; null if it is none.
 * @param {string} text
 */
async function addressOfBare(text) {
  if (isTree(text) || /^\s*\{/.test(text)) return null;
  const { addressOfStudy, studyIn } = await import('../study/open.js');
  try {
    return await addressOfStudy(await studyIn(text));
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return null;
    throw error;
  }
}

export async function openSaved() {
  const text = el('textarea', {
    id: 'record-text', rows: 8, required: true, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
    placeholder: EXAMPLE,
  });
  const file = el('input', { type: 'file', id: 'record-file', on: { change: () => take(file.files?.[0]) } });
  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (chosen) text.value = await chosen.text();
  }
  text.addEventListener('dragover', (event) => event.preventDefault());
  text.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  });
  const body = el('div', { class: 'stack tight' },
    el('div', { class: 'field' }, el('label', { for: 'record-file' }, t('saved.file')), file),
    el('div', { class: 'field' }, el('label', { for: 'record-text' }, t('saved.text')), text));
  let address = '';
  const opened = await askUser({
    title: t('saved.title'), body, yes: t('saved.open'),
    act: async () => {
      // A run of a game in real time is watched, not set up as a table.
      if (/^\s*\{[^\n]*"run":/.test(text.value)) {
        const { openRun } = await import('../arcade/saved-run.js');
        address = await openRun(text.value);
        return;
      }
      if (isStudy(text.value) || isTree(text.value)) {
        const { addressOfStudy, isFinishedGame, studyIn } = await import('../study/open.js');
        const study = await studyIn(text.value);
        if (!isTree(text.value) || !await isFinishedGame(study)) {
          address = await addressOfStudy(study);
          return;
        }
      }
      const bare = await addressOfBare(text.value);
      if (bare) {
        address = bare;
        return;
      }
      const { table } = await importRecord(text.value);
      const over = table.status === 'over';
      // What is finished is looked at; what is not can be played on by whoever sits down.
      address = over ? `/analysis/${table.id}` : `/table/${table.id}`;
      if (over) noteRecent({ table: table.id, game: table.game, with: '', at: Date.now(), result: 'over' });
    },
  });
  if (opened) await go(address);
}
