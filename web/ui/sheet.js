// On a phone, a sheet that slides up over the board; elsewhere just a part of the page.

import { el } from './dom.js';

/** @param {HTMLElement} sheet @param {HTMLButtonElement} opener @returns {() => void} cleans up */
export function makeSheet(sheet, opener) {
  const scrim = el('div', { class: 'scrim', 'aria-hidden': 'true', on: { click: close } });
  sheet.after(scrim);
  opener.setAttribute('aria-expanded', 'false');

  function close() {
    if (!sheet.classList.contains('open')) return;
    sheet.classList.remove('open');
    scrim.classList.remove('open');
    opener.setAttribute('aria-expanded', 'false');
    opener.focus();
  }
  opener.addEventListener('click', () => {
    if (sheet.classList.contains('open')) return close();
    sheet.classList.add('open');
    scrim.classList.add('open');
    opener.setAttribute('aria-expanded', 'true');
    // A sheet that is only becoming visible cannot take the focus yet.
    const focusFirst = () => sheet.querySelector('button')?.focus({ preventScroll: true });
    requestAnimationFrame(() => requestAnimationFrame(focusFirst));
  });
  const escape = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') close(); };
  document.addEventListener('keydown', escape);
  return () => document.removeEventListener('keydown', escape);
}
