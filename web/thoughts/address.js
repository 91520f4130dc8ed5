// The position in the address, and a table's position as one.

/**
 * @typedef {{
 *   moves: string[], position?: string, seed: string, variant?: string, options: Record<string, any>, level?: string,
 *   depth?: number,
 * }} Wish
 */

/** The position that an address asks for; what is none is left out. @param {URLSearchParams} query @returns {Wish} */
export function fromQuery(query) {
  let options = {};
  try {
    options = JSON.parse(query.get('options') ?? '{}');
  } catch {
    // An address that somebody has typed: the usual options.
  }
  const seed = query.get('seed') ?? '';
  const depth = Number(query.get('depth'));
  return {
    // As one text: the server knows where one move ends and the next begins.
    moves: [query.get('moves') ?? ''].filter(Boolean),
    position: query.get('position') ?? undefined,
    seed: /^\d{1,20}$/.test(seed) ? seed : '0',
    variant: query.get('variant') ?? undefined,
    options,
    level: query.get('level') ?? undefined,
    depth: Number.isInteger(depth) && depth > 0 ? depth : undefined,
  };
}

/**
 * The position of a table after so many moves: its record says how it began.
 * @param {{ record: (format?: string) => Promise<string> }} api @param {number} epoch @returns {Promise<Wish>}
 */
export async function fromTable(api, epoch) {
  const [head, ...moves] = (await api.record('record')).split('\n').filter(Boolean);
  const { options } = JSON.parse(head);
  // As text: it may have more digits than a number here can hold.
  const seed = /"seed":(\d+)/.exec(head)?.[1] ?? '0';
  return { moves: Number.isInteger(epoch) ? moves.slice(0, epoch) : moves, seed, options: options ?? {} };
}

/** The address of a position. @param {string} game @param {Wish} wish */
export function addressOf(game, { moves, position, seed, variant, options, level, depth }) {
  const query = new URLSearchParams();
  // A position that was set up has its options and its chance in it.
  if (position) query.set('position', position);
  if (moves.length) query.set('moves', moves.join(' '));
  if (seed !== '0' && !position) query.set('seed', seed);
  if (variant && !position) query.set('variant', variant);
  if (Object.keys(options).length && !position) query.set('options', JSON.stringify(options));
  if (level) query.set('level', level);
  if (depth) query.set('depth', String(depth));
  const text = query.toString();
  return `/thoughts/${game}${text ? `?${text}` : ''}`;
}

/** Puts the position into the address, with no step back for each move. @param {string} game @param {Wish} wish */
export const writeAddress = (game, wish) => history.replaceState(null, '', addressOf(game, wish));
