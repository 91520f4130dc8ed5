// The QR encoder, read back by an independent decoder.

import assert from 'node:assert/strict';
import test from 'node:test';

import jsQR from 'jsqr';

import { qr } from '../../web/ui/qr.js';

/** @param {boolean[][]} modules */
function decode(modules) {
  const scale = 4;
  const size = (modules.length + 8) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  modules.forEach((row, y) => row.forEach((on, x) => {
    if (!on) return;
    for (let dy = 0; dy < scale; dy++) for (let dx = 0; dx < scale; dx++) {
      const at = (((y + 4) * scale + dy) * size + (x + 4) * scale + dx) * 4;
      pixels[at] = pixels[at + 1] = pixels[at + 2] = 0;
    }
  }));
  // The package is CommonJS; its types and its shape at run time disagree about `default`.
  const read = /** @type {any} */ (jsQR).default ?? jsQR;
  return read(pixels, size, size)?.data;
}

test('every length that fits is read back', () => {
  for (let length = 1; length <= 106; length++) {
    const text = 'http://127.0.0.1:8421/table/'.repeat(4).slice(0, length);
    const code = qr(text);
    assert.ok(code, `${length} bytes fit`);
    assert.equal(decode(code), text);
  }
});

test('what does not fit is refused', () => assert.equal(qr('x'.repeat(107)), null));

test('accents survive', () => {
  const code = qr('https://plateau.example/é');
  assert.ok(code);
  assert.equal(decode(code), 'https://plateau.example/é');
});
