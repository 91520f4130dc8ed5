// The server's API: JSON both ways, and a stream of events for a table or a race that reconnects by itself.

/**
 * @import {
 *   Actions, ActionWish, Analysis, Epoch, ExplainWish, Explanation, Game, Hint, Joined, Lesson, ListedPuzzle, Lobby,
 *   NewRace, NewTable, Pass, Position, PositionWish, Puzzle, PuzzleAnswer, Puzzles, PuzzleSolution, Race, RaceSeated,
 *   RaceTick, RefusalBody, Seated, Table, TableView, Words,
 * } from './types.js'
 */

/** A refusal by the server, with its reason in both languages; status 0 when nobody answered. */
export class Refusal extends Error {
  /** @param {number} status @param {string} code @param {Words | null} words @param {Partial<RefusalBody>} [body] */
  constructor(status, code, words, body) {
    super(words?.en ?? code);
    this.status = status;
    this.code = code;
    this.words = words;
    this.body = body;
  }
}

/** The refusal in an answer. A proxy may have answered, without a reason. @param {Response} answer */
async function refusal(answer) {
  /** @type {Partial<RefusalBody>} */
  const problem = await answer.json().catch(() => ({}));
  return new Refusal(answer.status, problem.code ?? `http-${answer.status}`, problem.error ?? null, problem);
}

/**
 * @param {string} method @param {string} path
 * @param {{ body?: unknown, token?: string | null, signal?: AbortSignal, text?: boolean }} [options]
 * @returns {Promise<any>}
 */
export async function ask(method, path, { body, token, signal, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  // Records and runs are sent as plain text.
  const plain = typeof body === 'string';
  if (body !== undefined) headers['Content-Type'] = plain ? 'text/plain' : 'application/json';
  let answer;
  try {
    const sent = plain || body === undefined ? body : JSON.stringify(body);
    answer = await fetch(`/api/${path}`, { method, headers, body: sent, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, 'offline', null);
  }
  if (!answer.ok) throw await refusal(answer);
  if (text) return answer.text();
  const said = await answer.text();
  return said ? JSON.parse(said) : null;
}

/** The list of games does not change while the server runs. @type {Promise<Game[]> | null} */
let known = null;

/** @returns {Promise<Game[]>} */
export function games() {
  known ??= ask('GET', 'games');
  known.catch(() => { known = null; });
  return known;
}

/** @param {string} id */
export const game = async (id) => (await games()).find((game) => game.id === id) ?? null;

/** @param {string} game @returns {Promise<Lesson[]>} */
export const lessons = (game) => ask('GET', `games/${game}/lessons`);

/** @param {string} game @param {PositionWish} body @returns {Promise<Position>} */
export const position = (game, body) => ask('POST', `games/${game}/position`, { body });

/** What puzzles there are, and the day's. @returns {Promise<Puzzles>} */
export const puzzles = () => ask('GET', 'puzzles');

/** Easiest first. @param {string} game @param {string} [theme] @returns {Promise<ListedPuzzle[]>} */
export const puzzleList = (game, theme) =>
  ask('GET', `games/${game}/puzzles${theme ? `?theme=${encodeURIComponent(theme)}` : ''}`);

/** @param {string} game @param {string} id @returns {Promise<Puzzle>} */
export const puzzle = (game, id) => ask('GET', `games/${game}/puzzles/${id}`);

/** @param {string} game @param {string} id @param {string[]} moves the solver's @returns {Promise<PuzzleAnswer>} */
export const answerPuzzle = (game, id, moves) =>
  ask('POST', `games/${game}/puzzles/${id}/answer`, { body: { moves } });

/** @param {string} game @param {string} id @returns {Promise<PuzzleSolution>} */
export const puzzleSolution = (game, id) => ask('GET', `games/${game}/puzzles/${id}/solution`);

/**
 * What a level thinks of a position, and why.
 * @param {string} game @param {ExplainWish} body @param {AbortSignal} [signal] @returns {Promise<Explanation>}
 */
export const explain = (game, body, signal) => ask('POST', `games/${game}/explain`, { body, signal });

/** @param {NewTable} body @returns {Promise<Seated>} */
export const newTable = (body) => ask('POST', 'tables', { body });

/** Brings in a game that was saved as text. @param {string} record @returns {Promise<Seated>} */
export const importRecord = (record) => ask('POST', 'records', { body: record });

/** Tables and races that wait for somebody, and games that can be watched. @returns {Promise<Lobby>} */
export const lobby = () => ask('GET', 'lobby');

/** A table that was just made need not be asked for. @type {Table | null} */
let fresh = null;

/** @param {Table} table */
export const keepFresh = (table) => { fresh = table; };

/** @param {string} id @returns {Promise<Table> | null} */
function takeFresh(id) {
  const known = fresh?.id === id ? fresh : null;
  fresh = null;
  return known && Promise.resolve(known);
}

/** Tables by their ids, as many as are still there. @param {string[]} ids @returns {Promise<Table[]>} */
export const tablesOf = (ids) => (
  ids.length ? ask('GET', `tables?limit=200&ids=${ids.join(',')}`) : Promise.resolve([]));

/**
 * A seat where somebody waits, or a table to wait at.
 * @param {string} game @param {string} name @returns {Promise<Seated>}
 */
export const seek = (game, name) => ask('POST', 'seeks', { body: { game, name } });

/** Everything that is asked of one table. @param {string} id */
export function tableApi(id) {
  const at = (/** @type {string} */ path) => `tables/${encodeURIComponent(id)}${path}`;
  /** One token, or those of several seats with commas. @typedef {string | null | undefined} Token */
  return {
    /** @returns {Promise<Table>} */
    table: () => takeFresh(id) ?? ask('GET', at('')),
    /** @param {Token} token @param {number} [epoch] @returns {Promise<TableView>} */
    view: (token, epoch) => ask('GET', at(`/view${epoch === undefined ? '' : `?epoch=${epoch}`}`), { token }),
    /** @param {string} name @param {number} [seat] @returns {Promise<Joined>} */
    join: (name, seat) => ask('PUT', at('/players'), { body: { name, seat } }),
    /** @param {number} player @param {Token} token @param {string} [bot] */
    leave: (player, token, bot) => ask('DELETE', at(`/players/${player}${bot ? `?bot=${bot}` : ''}`), { token }),
    /** @param {ActionWish} body @param {Token} token @returns {Promise<Epoch>} */
    play: (body, token) => ask('PUT', at('/actions'), { body, token }),
    /** All moves so far. @param {Token} token @returns {Promise<Actions>} */
    actions: (token) => ask('GET', at('/actions'), { token }),
    /** @param {number} player @param {string} name @param {Token} token */
    rename: (player, name, token) => ask('POST', at(`/players/${player}`), { body: { name }, token }),
    /** @param {Token} token @param {'yes' | 'no'} [answer] @returns {Promise<Table>} */
    undo: (token, answer) => ask('POST', at('/undo'), { body: answer ? { answer } : {}, token }),
    /** @param {Token} token @returns {Promise<Table>} */
    resign: (token) => ask('POST', at('/resign'), { body: {}, token }),
    /**
     * @param {Token} token @param {{ answer?: 'yes' | 'no', seats?: number[], take?: number[] }} [wish]
     * @returns {Promise<Table>}
     */
    handover: (token, wish = {}) => ask('POST', at('/handover'), { body: wish, token }),
    /** @param {string} what `game` or `machine` @param {Token} token @returns {Promise<Table>} */
    claim: (what, token) => ask('POST', at('/claim'), { body: { what }, token }),
    /** @param {string} phrase @param {Token} token */
    say: (phrase, token) => ask('POST', at('/phrases'), { body: { phrase }, token }),
    /** @param {Token} token @returns {Promise<Pass>} */
    pass: (token) => ask('POST', at('/pass'), { body: {}, token }),
    /** @param {string} code @returns {Promise<Seated>} */
    takePass: (code) => ask('POST', at('/pass/take'), { body: { code } }),
    /** @param {Token} token @returns {Promise<Seated>} */
    rematch: (token) => ask('POST', at('/rematch'), { body: {}, token }),
    /** @param {Token} token @returns {Promise<Table>} */
    declineRematch: (token) => ask('DELETE', at('/rematch'), { token }),
    /** @param {Token} token @returns {Promise<Hint>} */
    hint: (token) => ask('GET', at('/hint'), { token }),
    /** @param {number} epoch @param {AbortSignal} [signal] @returns {Promise<Analysis>} */
    analysis: (epoch, signal) => ask('GET', at(`/analysis?epoch=${epoch}`), { signal }),
    /** @param {string} [format] @returns {Promise<string>} */
    record: (format = 'record') => ask('GET', at(`/record?format=${format}`), { text: true }),
  };
}

/** @param {NewRace} body @returns {Promise<RaceSeated>} */
export const newRace = (body) => ask('POST', 'races', { body });

/** Races that wait for players. @param {string} [game] @returns {Promise<Race[]>} */
export const openRaces = (game) => ask('GET', game ? `races?game=${encodeURIComponent(game)}` : 'races');

/** Races that are being run and can be watched. @param {string} game @returns {Promise<Race[]>} */
export const runningRaces = (game) => ask('GET', `races?playing=true&game=${encodeURIComponent(game)}`);

/** Everything that is asked of one race. @param {string} id */
export function raceApi(id) {
  const at = (/** @type {string} */ path) => `races/${encodeURIComponent(id)}${path}`;
  return {
    /** @returns {Promise<Race>} */
    race: () => ask('GET', at('')),
    /** @param {string} name @param {number} [seat] @returns {Promise<Joined>} */
    join: (name, seat) => ask('PUT', at('/players'), { body: { name, seat } }),
    /** @param {number} seat @param {string} token */
    leave: (seat, token) => ask('DELETE', at(`/players/${seat}`), { token }),
    /** @param {string} bundle @param {string} token @returns {Promise<RaceTick>} */
    feed: (bundle, token) => ask('PUT', at('/inputs'), { body: { bundle }, token }),
    /** Gives the free seats to bots. @param {string} level @param {string} token @returns {Promise<Race>} */
    fill: (level, token) => ask('POST', at('/bots'), { body: { level }, token }),
    /** Whom to send garbage to; null for everybody in turn. @param {number | null} seat @param {string} token */
    aim: (seat, token) => ask('PUT', at('/aim'), { body: { at: seat }, token }),
    /** @param {string} token @returns {Promise<Race>} */
    again: (token) => ask('POST', at('/again'), { body: {}, token }),
  };
}

/**
 * Reads server-sent events with fetch, so that the token travels in the header and never in the
 * address. Reconnects by itself, from the last event that it has.
 * @param {string} what a table or a race: `tables/ID`, `races/ID` @param {string | null} token @param {string} after
 * @template {{ event: string, data: unknown }} E what kinds of event there are
 * @param {{ event: (event: E) => void, online: (yes: boolean, why?: Words | null) => void,
 *   gone: () => void }} to
 * @returns {() => void} stops it
 */
export function listen(what, token, after, to) {
  const stop = new AbortController();
  let last = after;
  let tries = 0;
  /** The server's Retry-After, in milliseconds. */
  let retryAfter = 0;

  async function once() {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'text/event-stream' };
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(`/api/${what}/events?after=${last}`, { headers, signal: stop.signal });
    if (answer.status === 404 || answer.status === 410) return to.gone(), true;
    if (!answer.ok || !answer.body) {
      retryAfter = 1000 * Number(answer.headers.get('Retry-After') ?? 0);
      throw await refusal(answer);
    }
    tries = 0;
    to.online(true);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      rest = (rest + value).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  }

  /** @param {string} block */
  function take(block) {
    let type = 'message';
    const data = [];
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      const value = line.slice(colon + 1).replace(/^ /, '');
      if (line.startsWith('event:')) type = value;
      else if (line.startsWith('id:')) last = value;
      else if (line.startsWith('data:')) data.push(value);
    }
    if (data.length) to.event(/** @type {E} */ ({ event: type, data: JSON.parse(data.join('\n')) }));
  }

  (async () => {
    while (!stop.signal.aborted) {
      let why = null;
      retryAfter = 0;
      try {
        if (await once()) return;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Refusal && error.status < 500) why = error.words;
      }
      to.online(false, why);
      // 0.3 s, then doubling up to 5 s, with jitter so that not all pages come back at once.
      const wait = Math.max(retryAfter, Math.min(5000, 300 * 2 ** tries++)) * (0.8 + Math.random() * 0.4);
      await new Promise((done) => setTimeout(done, wait));
    }
  })();
  return () => stop.abort();
}
