// A study in an address: its moves as they are, or all of it, packed.

/** Longer addresses are cut off by some programs: such a study is saved as a file instead. */
export const LONGEST = 6000;

/** @param {ReadableStream<BufferSource>} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(/** @type {any} */ (stream)).arrayBuffer());

/** A text as few letters that may stand in an address. @param {string} text */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(/** @type {any} */ (new CompressionStream('deflate-raw')));
  const letters = Array.from(await bytesOf(/** @type {any} */ (stream)), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (new DecompressionStream('deflate-raw')));
  return new TextDecoder().decode(await bytesOf(/** @type {any} */ (stream)));
}

/** Moves in an address: digits stand together. @param {string[]} moves */
export const joined = (moves) => moves.join(moves.every((move) => move.length === 1) ? '' : ' ');

/**
 * The address of a study: by its moves where that is all, else packed; null if it is too long.
 * @param {string} game @param {{ variant: string | null, moves: string[] | null, text: () => Promise<string> }} study
 */
export async function addressOf(game, { variant, moves, text }) {
  const query = new URLSearchParams();
  if (moves && variant !== null) {
    if (variant) query.set('variant', variant);
    if (moves.length) query.set('moves', joined(moves));
  } else query.set('study', await pack(await text()));
  const written = query.toString().replaceAll('+', '%20');
  const address = `/analysis/${game}${written ? `?${written}` : ''}`;
  return address.length > LONGEST ? null : address;
}
