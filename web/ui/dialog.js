// A question that must be answered, in the browser's own dialog: focus is kept and Escape means no.

import { t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @param {{ title: string, text?: string, body?: Node, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function askUser({ title, text, body, yes, no, danger }) {
  return new Promise((done) => {
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' },
      el('form', { method: 'dialog' },
        el('h2', { id: 'dialog-title' }, title),
        text && el('p', {}, text),
        body,
        el('div', { class: 'buttons' },
          el('button', { class: 'button', value: 'no', type: 'submit' }, no ?? t('cancel')),
          el('button', { class: `button ${danger ? 'danger' : 'primary'}`, value: 'yes', type: 'submit' }, yes))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue === 'yes');
    });
    // A click on the backdrop hits the dialog itself, one inside it hits the form.
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close('no'); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
