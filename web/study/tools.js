// Editing a study: marks, a comment, promoting and deleting variations.

import { t } from '../i18n/index.js';
import { el } from '../ui/dom.js';
import { MARKS, ROOT, annotate, isMain, promote, remove, toMainLine } from './tree.js';

/** @import { Tree } from './tree.js' */

const TYPING_MS = 400;

/** @param {{ get: () => { tree: Tree, at: number }, set: (tree: Tree, at: number) => void }} study */
export function editTools({ get, set }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  const marks = MARKS.map((sign) => el('button', {
    class: 'button sign', type: 'button', 'aria-label': t('study.mark', { mark: sign }),
    on: {
      click() {
        const { tree, at } = get();
        if (at !== ROOT) set(annotate(tree, at, { mark: tree.nodes[at].mark === sign ? '' : sign }), at);
      },
    },
  }, sign));
  const comment = el('textarea', {
    rows: 2, maxlength: 4000, 'aria-label': t('study.comment'), placeholder: t('study.comment'),
    on: {
      input() {
        const { at } = get();
        clearTimeout(typing);
        typing = setTimeout(() => save(at), TYPING_MS);
      },
      change: () => save(get().at),
    },
  });

  /** @param {number} at the position that was looked at when it was written */
  function save(at) {
    clearTimeout(typing);
    const { tree, at: now } = get();
    if (!tree.nodes[at] || at !== now || tree.nodes[at].comment === comment.value.trim()) return;
    set(annotate(tree, at, { comment: comment.value.trim() }), now);
  }

  /** @param {string} key @param {(tree: Tree, at: number) => void} act */
  const doer = (key, act) => el('button', {
    class: 'button', type: 'button', on: { click: () => { const { tree, at } = get(); act(tree, at); } },
  }, t(key));
  const up = doer('study.promote', (tree, at) => set(promote(tree, at), at));
  const main = doer('study.main', (tree, at) => set(toMainLine(tree, at), at));
  const cut = doer('study.delete', (tree, at) => {
    const left = remove(tree, at);
    set(left.tree, left.at);
  });
  const root = el('details', { class: 'edit' }, el('summary', {}, t('study.tools')),
    el('div', { class: 'signs', role: 'group', 'aria-label': t('study.marks') }, marks), comment,
    el('div', { class: 'acts' }, up, main, cut));

  return {
    root,
    update() {
      const { tree, at } = get();
      const node = tree.nodes[at];
      marks.forEach((button, i) => {
        button.disabled = at === ROOT;
        button.setAttribute('aria-pressed', String(node.mark === MARKS[i]));
      });
      if (document.activeElement !== comment || comment.dataset.at !== String(at)) comment.value = node.comment;
      comment.dataset.at = String(at);
      up.disabled = main.disabled = isMain(tree, at);
      cut.disabled = at === ROOT && !node.children.length;
    },
    stop: () => clearTimeout(typing),
  };
}
