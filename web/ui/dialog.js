// A question that must be answered, in the browser's own dialog: focus is kept and Escape means no.

import { t } from '../i18n/index.js';
import { el } from './dom.js';
import { errorText } from './error-text.js';

/**
 * What is done on yes may fail: then the dialog says why and stays, and nothing that was written in
 * it is lost.
 * @param {{ title: string, text?: string, body?: Node, yes: string, no?: string, danger?: boolean,
 *   act?: () => Promise<unknown> }} question
 * @returns {Promise<boolean>}
 */
export function askUser({ title, text, body, yes, no, danger, act }) {
  return new Promise((done) => {
    const problem = el('p', { class: 'problem', role: 'alert' });
    const agree = el('button', { class: `button ${danger ? 'danger' : 'primary'}`, value: 'yes', type: 'submit' }, yes);
    const form = el('form', { method: 'dialog' },
      el('h2', { id: 'dialog-title' }, title),
      text && el('p', {}, text),
      body,
      act && problem,
      el('div', { class: 'buttons' },
        el('button', { class: 'button', type: 'button', on: { click: () => dialog.close('no') } }, no ?? t('cancel')),
        agree));
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' }, form);
    form.addEventListener('submit', async (event) => {
      if (!act) return;
      event.preventDefault();
      agree.disabled = true;
      problem.textContent = '';
      try {
        await act();
        dialog.close('yes');
      } catch (error) {
        problem.textContent = errorText(error);
      }
      agree.disabled = false;
    });
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
