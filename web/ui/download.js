// Gives a text to the browser as a file.

import { el } from './dom.js';

/** @param {string} file @param {string} text */
export function download(file, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  el('a', { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
