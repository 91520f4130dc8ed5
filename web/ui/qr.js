// QR codes: byte mode, error correction M, versions 1 to 6 (up to 106 bytes). ISO/IEC 18004.

import { svg } from './dom.js';

/** For each version: error-correction bytes a block, blocks, data bytes a block. */
const VERSIONS = [[10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 32], [24, 2, 43], [16, 4, 27]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** Reed-Solomon remainder. @param {number[]} data @param {number} degree */
function correction(data, degree) {
  let generator = [1];
  for (let i = 0; i < degree; i++) {
    const next = [...generator, 0];
    generator.forEach((g, j) => { next[j + 1] ^= times(g, EXP[i]); });
    generator = next;
  }
  const rest = [...data, ...new Array(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    if (lead) generator.forEach((g, j) => { rest[i + j] ^= times(g, lead); });
  }
  return rest.slice(data.length);
}

/** The bytes of the code, data and correction interleaved. @param {Uint8Array} text @param {number} version */
function codewords(text, version) {
  const [degree, blocks, size] = VERSIONS[version - 1];
  let bits = '0100' + text.length.toString(2).padStart(8, '0');
  for (const byte of text) bits += byte.toString(2).padStart(8, '0');
  bits += '0000';
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').slice(0, blocks * size * 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < blocks * size; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, b) => data.slice(b * size, (b + 1) * size));
  const checks = parts.map((part) => correction(part, degree));
  const weave = (/** @type {number[][]} */ rows) => rows[0].flatMap((_, i) => rows.map((row) => row[i]));
  return [...weave(parts), ...weave(checks)];
}

const MASKS = /** @type {((x: number, y: number) => boolean)[]} */ ([
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]);

/** How hard a pattern is to read: runs, blocks, false finders, balance. @param {boolean[][]} m */
function penalty(m) {
  const n = m.length;
  let sum = 0;
  let dark = 0;
  for (const flip of [false, true]) {
    for (let y = 0; y < n; y++) {
      let line = '';
      for (let x = 0; x < n; x++) line += (flip ? m[x][y] : m[y][x]) ? '1' : '0';
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let x = 0; x + 11 <= n; x++) if (/^(10111010000|00001011101)/.test(line.slice(x))) sum += 40;
      if (!flip) dark += line.replaceAll('0', '').length;
    }
  }
  for (let y = 1; y < n; y++) {
    for (let x = 1; x < n; x++) {
      const [here, above] = [m[y][x], m[y - 1][x]];
      if (here === above && here === m[y][x - 1] && here === m[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (n * n) - 10));
}

/**
 * The modules of the code, true for dark; null if the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex(([, blocks, size]) => bytes.length + 2 <= blocks * size);
  if (!version) return null;
  const n = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const fixed = Array.from({ length: n }, () => new Array(n).fill(null));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ on) => {
    if (fixed[y]?.[x] !== undefined) fixed[y][x] = on;
  };
  for (const [cx, cy] of [[3, 3], [n - 4, 3], [3, n - 4]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      put(cx + dx, cy + dy, far !== 2 && far !== 4);
    }
  }
  if (version > 1) {
    const c = n - 7;
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) put(c + dx, c + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  for (let i = 8; i < n - 8; i++) { put(i, 6, i % 2 === 0); put(6, i, i % 2 === 0); }
  format(put, n, 0);

  const bits = codewords(bytes, version).flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => ((byte >> (7 - i)) & 1) === 1));
  let best = /** @type {boolean[][] | null} */ (null);
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const m = fixed.map((row) => [...row]);
    let i = 0;
    // Two columns at a time from the right, up and down in turn, passing over the timing column.
    for (let right = n - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right--;
      for (let k = 0; k < n; k++) {
        const y = up ? n - 1 - k : k;
        for (const x of [right, right - 1]) if (m[y][x] === null) m[y][x] = (bits[i++] ?? false) !== mask(x, y);
      }
    }
    format((x, y, on) => { m[y][x] = on; }, n, number);
    const whole = /** @type {boolean[][]} */ (m);
    const cost = penalty(whole);
    if (cost < least) { least = cost; best = whole; }
  });
  return best;
}

/**
 * Writes the format twice: level M (00) and the mask, with its BCH code.
 * @param {(x: number, y: number, on: boolean) => void} put @param {number} n @param {number} mask
 */
function format(put, n, mask) {
  let rest = mask << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = ((bits >> i) & 1) === 1;
    put(8, i < 6 ? i : i < 8 ? i + 1 : n - 15 + i, on);
    put(i < 8 ? n - 1 - i : i === 8 ? 7 : 14 - i, 8, on);
  }
  put(8, n - 8, true);
}

/** @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const m = qr(text);
  if (!m) return null;
  const d = m.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return svg('svg', {
    class: 'qr', viewBox: `0 0 ${m.length} ${m.length}`, role: 'img', 'aria-label': label,
    'shape-rendering': 'crispEdges',
  }, svg('path', { d }));
}
