// Short notices that go away by themselves, and words for those who listen.

import { el } from './dom.js';

/** @param {string} text */
export function toast(text) {
  const note = el('div', { class: 'toast' }, text);
  document.getElementById('toasts')?.append(note);
  setTimeout(() => note.classList.add('leaving'), 3200);
  setTimeout(() => note.remove(), 3500);
}

/** @param {string} text */
export function announce(text) {
  const place = document.getElementById('announcer');
  if (place) place.textContent = text;
}
