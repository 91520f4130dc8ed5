// A question with more than two answers, in the browser's own dialog: Escape means none of them.

import { el } from './dom.js';

/**
 * @template {string} V
 * @param {{ title: string, text: string, stay: string,
 *   options: { value: V, label: string, look?: string }[] }} question
 * @returns {Promise<V | null>}
 */
export function choose({ title, text, options, stay }) {
  return new Promise((done) => {
    const answer = (/** @type {string} */ value) => () => dialog.close(value);
    const dialog = el('dialog', { class: 'dialog choose', 'aria-labelledby': 'choose-title' },
      el('h2', { id: 'choose-title' }, title), el('p', {}, text),
      el('div', { class: 'stack tight' }, options.map(({ value, label, look }) => el('button', {
        class: `button ${look ?? ''}`, type: 'button', 'data-value': value, on: { click: answer(value) },
      }, label)),
      el('button', { class: 'button', type: 'button', on: { click: answer('') } }, stay)));
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(/** @type {V} */ (dialog.returnValue) || null);
    });
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(''); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
