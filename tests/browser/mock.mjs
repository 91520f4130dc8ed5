// A stand-in for the server while it is being built: serves web/ and imitates docs/http-api.md for
// Connect Four. Started like the real one: mock.mjs serve --bind HOST:PORT --database sqlite:PATH

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const WEB = new URL('../../web/', import.meta.url).pathname;
const LESSONS = new URL('../../crates/connect4/lessons/lessons.json', import.meta.url).pathname;
const arg = (/** @type {string} */ name, /** @type {string} */ or) => { const i = process.argv.indexOf(name); return i < 0 ? or : process.argv[i + 1]; };
const [host, port] = arg('--bind', '127.0.0.1:8421').split(':');
const file = arg('--database', 'sqlite:/tmp/plateau-mock.json').replace(/^sqlite:/, '');

// ---- the rules ----

/** @typedef {{ width: number, height: number, columns: number[][], last: [number, number] | null, line: [number, number][], plies: number }} Pos */

/** @param {Pos} p @param {number} c @param {number} r */
const at = (p, c, r) => p.columns[c]?.[r];

/** @param {Pos} p @param {number} c @param {number} r @returns {[number, number][]} */
function four(p, c, r) {
  const seat = at(p, c, r);
  /** @type {[number, number][]} */
  const won = [];
  for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    /** @type {[number, number][]} */
    const run = [[c, r]];
    for (const way of [1, -1]) for (let n = 1; at(p, c + way * n * dc, r + way * n * dr) === seat; n++) run.push([c + way * n * dc, r + way * n * dr]);
    if (run.length >= 4) won.push(...run);
  }
  return [...new Map(won.map((square) => [square.join(), square])).values()];
}

/** @param {{ width?: number, height?: number }} [options] @returns {Pos} */
export const start = ({ width = 7, height = 6 } = {}) => ({ width, height, columns: Array.from({ length: width }, () => []), last: null, line: [], plies: 0 });

/** @param {Pos} p @returns {string[]} */
export const legal = (p) => (p.line.length ? [] : p.columns.flatMap((column, c) => (column.length < p.height ? [String(c + 1)] : [])));

/** @param {Pos} p @param {string} move @returns {Pos} */
export function play(p, move) {
  const c = Number(move) - 1;
  const columns = p.columns.map((column, i) => (i === c ? [...column, p.plies % 2] : column));
  const next = { ...p, columns, last: /** @type {[number, number]} */ ([c, columns[c].length - 1]), plies: p.plies + 1 };
  return { ...next, line: four(next, ...next.last) };
}

/** @param {Pos} p @param {string} move */
function refusal(p, move) {
  if (over(p)) return { en: 'the game is over', fr: 'la partie est terminée' };
  if (!/^\d+$/.test(move) || +move < 1 || +move > p.width) return { en: `choose a column from 1 to ${p.width}`, fr: `choisissez une colonne de 1 à ${p.width}` };
  if (!legal(p).includes(move)) return { en: `column ${move} is full: choose another one`, fr: `la colonne ${move} est pleine : choisissez-en une autre` };
  return null;
}

/** @param {Pos} p */
export function over(p) {
  if (p.line.length) {
    const winner = (p.plies - 1) % 2;
    return { places: winner ? [2, 1] : [1, 2], points: winner ? [0, 1] : [1, 0], why: { en: 'four in line', fr: 'quatre jetons alignés' }, winners: [winner] };
  }
  if (p.plies === p.width * p.height) return { places: [1, 1], points: [0, 0], why: { en: 'the board is full', fr: 'la grille est pleine' }, winners: [0, 1] };
  return null;
}

const seen = (/** @type {Pos} */ { width, height, columns, last, line }) => ({ width, height, columns, last, line });

// ---- a player ----

/** Worth to the seat that moves: 100 - plies to a win, and so on. @param {Pos} p @param {number} depth @param {number} a @param {number} b @returns {number} */
function search(p, depth, a, b) {
  if (p.line.length) return -(100 - p.plies);
  if (p.plies === p.width * p.height || depth === 0) return 0;
  for (const move of order(p)) {
    const v = -search(play(p, move), depth - 1, -b, -a);
    if (v >= b) return v;
    if (v > a) a = v;
  }
  return a;
}
/** @param {Pos} p */
const order = (p) => legal(p).sort((x, y) => Math.abs(+x - (p.width + 1) / 2) - Math.abs(+y - (p.width + 1) / 2));

/** @param {Pos} p @param {number} depth */
export function think(p, depth) {
  const score = (/** @type {number} */ v) => (v > 50 ? { win: 100 - v - p.plies } : v < -50 ? { loss: 100 + v - p.plies } : { points: v });
  const moves = order(p).map((move) => ({ move, v: -search(play(p, move), depth - 1, -1000, 1000) })).sort((x, y) => y.v - x.v);
  const chance = (/** @type {number} */ v) => (v > 50 ? 1 : v < -50 ? 0 : 0.5);
  return {
    best: moves[0]?.move ?? null, score: moves[0] ? score(moves[0].v) : 'draw', chance: moves[0] ? chance(moves[0].v) : 0.5,
    line: moves.slice(0, 1).map((m) => m.move), moves: moves.map(({ move, v }) => ({ move, score: score(v), chance: chance(v) })), nodes: 1, depth,
  };
}

const LEVELS = [
  { id: 'random', name: { en: 'Random', fr: 'Hasard' }, about: { en: 'drops discs anywhere', fr: 'lâche ses jetons n’importe où' }, depth: 0 },
  { id: 'easy', name: { en: 'Easy', fr: 'Facile' }, about: { en: 'sees one move ahead, and misses much', fr: 'voit un coup à l’avance, et en rate beaucoup' }, depth: 2 },
  { id: 'medium', name: { en: 'Medium', fr: 'Moyen' }, about: { en: 'sees four moves ahead', fr: 'voit quatre coups à l’avance' }, depth: 4 },
  { id: 'hard', name: { en: 'Hard', fr: 'Difficile' }, about: { en: 'never loses a won game', fr: 'ne perd jamais une partie gagnée' }, depth: 6 },
];
const GAME = {
  id: 'connect4', name: { en: 'Connect Four', fr: 'Puissance 4' },
  tagline: { en: 'Drop discs, line up four, and see it coming before the other one does', fr: 'Lâchez vos jetons, alignez-en quatre, et voyez venir l’autre avant qu’il ne vous voie' },
  seats: [{ en: 'Blue', fr: 'Bleu' }, { en: 'Yellow', fr: 'Jaune' }],
  variants: [
    { id: 'standard', name: { en: 'Standard', fr: 'Classique' }, about: { en: 'seven columns of six', fr: 'sept colonnes de six' }, seats: 2, options: {} },
    { id: 'small', name: { en: 'Small', fr: 'Petit' }, about: { en: 'five columns of five, over quickly', fr: 'cinq colonnes de cinq, vite fini' }, seats: 2, options: { width: 5, height: 5 } },
    { id: 'large', name: { en: 'Large', fr: 'Grand' }, about: { en: 'eight columns of eight', fr: 'huit colonnes de huit' }, seats: 2, options: { width: 8, height: 8 } },
  ],
  settings: [
    { id: 'width', name: { en: 'Columns', fr: 'Colonnes' }, kind: 'number', min: 4, max: 16, step: 1 },
    { id: 'height', name: { en: 'Rows', fr: 'Rangées' }, kind: 'number', min: 4, max: 16, step: 1 },
  ],
  defaults: { width: 7, height: 6 }, levels: LEVELS, lessons: 0,
};

// ---- tables ----

/** @type {Map<string, any>} */
const tables = new Map(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
/** @type {Map<string, Set<(type: string, data: any) => void>>} */
const streams = new Map();
const save = () => writeFileSync(file, JSON.stringify([...tables]));

class No extends Error {
  /** @param {number} status @param {string} code @param {any} [error] @param {object} [more] */
  constructor(status, code, error = { en: code, fr: code }, more = {}) { super(code); this.status = status; this.body = { code, error, ...more }; }
}

/** @param {any} table @param {number} [epoch] */
const posOf = (table, epoch) => table.moves.slice(0, epoch ?? table.moves.length).reduce(play, start(table.options));

/** @param {any} table */
function shown(table) {
  const p = posOf(table);
  const outcome = table.resigned ?? over(p);
  const status = outcome ? 'over' : table.seats.some((/** @type {any} */ s) => s.kind === 'open') ? 'waiting' : 'playing';
  return {
    id: table.id, game: 'connect4', variant: table.variant, options: table.options, status, generation: table.generation, epoch: p.plies,
    turn: outcome ? null : p.plies % 2, outcome, created: table.created, seats: table.seats.map((/** @type {any} */ s) => ({ ...s, token: undefined })),
    spectators: 0, undo: table.undo, next: table.next,
  };
}

/** @param {any} table @param {number | null} seat @param {number} [epoch] */
function position(table, seat, epoch) {
  const p = posOf(table, epoch);
  const outcome = epoch === undefined || epoch === table.moves.length ? table.resigned ?? over(p) : over(p);
  return { epoch: p.plies, generation: table.generation, seat, view: seen(p), turn: outcome ? null : p.plies % 2, outcome, legal: outcome ? [] : legal(p) };
}

/** @param {any} table @param {string} type @param {any} data */
function tell(table, type, data) {
  for (const send of streams.get(table.id) ?? []) send(type, data);
}

/** @param {any} table @param {string} move */
function act(table, move) {
  const seat = table.moves.length % 2;
  table.moves.push(move);
  table.undo = null;
  save();
  const { epoch, generation, view, turn, outcome, legal } = position(table, null);
  tell(table, 'action', { epoch, generation, seat, move, view, turn, outcome, legal });
  if (outcome) tell(table, 'table', shown(table));
  bots(table);
}

/** @param {any} table */
function bots(table) {
  const now = shown(table);
  if (now.status !== 'playing' || now.turn === null || table.seats[now.turn].kind !== 'bot') return;
  const level = LEVELS.find((l) => l.id === table.seats[now.turn ?? 0].level) ?? LEVELS[0];
  const turn = now.turn;
  tell(table, 'thinking', { seat: turn, on: true });
  const { generation } = table;
  setTimeout(() => {
    tell(table, 'thinking', { seat: now.turn, on: false });
    if (table.generation !== generation || table.moves.length !== now.epoch || table.resigned) return;
    const p = posOf(table);
    const any = legal(p);
    act(table, level.depth ? think(p, level.depth).best ?? any[0] : any[Math.floor(Math.random() * any.length)]);
  }, 350);
}

/** @param {any} body */
function make(body) {
  const variant = GAME.variants.find((v) => v.id === (body.variant ?? 'standard')) ?? GAME.variants[0];
  const options = { ...GAME.defaults, ...variant.options, ...body.options };
  if (options.width * options.height > 64) throw new No(422, 'bad-options', { en: `a board of ${options.width}x${options.height} cannot be played on: there are 64 squares at most`, fr: `on ne peut pas jouer sur une grille de ${options.width}x${options.height} : 64 cases au plus` });
  const seats = (body.seats ?? [{ kind: 'open' }, { kind: 'open' }]).map((/** @type {any} */ s, /** @type {number} */ seat) => ({
    seat, kind: s.kind, name: s.kind === 'bot' ? LEVELS.find((l) => l.id === s.level)?.name.en : s.name, level: s.level, thinking: false,
    token: s.kind === 'person' ? randomBytes(32).toString('hex') : undefined,
  }));
  const table = { id: randomBytes(8).toString('hex'), variant: variant.id, options, generation: 0, moves: body.moves ?? [], created: new Date().toISOString(), seats, private: !!body.private, undo: null, next: null, resigned: null };
  tables.set(table.id, table);
  save();
  setTimeout(() => bots(table), 50);
  return { table: shown(table), tokens: seats.filter((/** @type {any} */ s) => s.token).map((/** @type {any} */ s) => ({ seat: s.seat, token: s.token })) };
}

/**
 * @param {string} method @param {string[]} path @param {URLSearchParams} query @param {any} body @param {string | null} token
 * @returns {any}
 */
function answer(method, path, query, body, token) {
  const [what, id, part, n] = path;
  if (what === 'version') return { name: 'Plateau', version: '0.0.0' };
  if (what === 'games' && !id) return [{ ...GAME, lessons: JSON.parse(readFileSync(LESSONS, 'utf8')).length }];
  if (what === 'games' && part === 'lessons') return JSON.parse(readFileSync(LESSONS, 'utf8'));
  if (what === 'games' && part === 'position') {
    let p = start({ ...GAME.defaults, ...body.options });
    body.moves.forEach((/** @type {string} */ move, /** @type {number} */ at) => {
      const why = refusal(p, move);
      if (why) throw new No(422, 'illegal', why, { at });
      p = play(p, move);
    });
    return { epoch: p.plies, view: seen(p), legal: over(p) ? [] : legal(p), turn: over(p) ? null : p.plies % 2, outcome: over(p) };
  }
  if (what === 'tables' && !id) {
    if (method === 'POST') return [201, make(body)];
    return [...tables.values()].filter((t) => !t.private).map(shown).filter((t) => !query.get('status') || t.status === query.get('status')).reverse().slice(0, 20);
  }
  const table = tables.get(id);
  if (!table) throw new No(404, 'no-table', { en: 'there is no such table', fr: 'cette table n’existe pas' });
  const mine = token ? table.seats.find((/** @type {any} */ s) => s.token === token) : null;
  const seat = mine?.seat ?? null;
  if (!part) return shown(table);
  if (part === 'view') return position(table, seat, query.has('epoch') ? Number(query.get('epoch')) : undefined);
  if (part === 'actions' && method === 'GET') {
    if (!(Number(n) < table.moves.length)) throw new No(404, 'not-yet');
    return { epoch: +n, seat: +n % 2, move: table.moves[+n] };
  }
  if (part === 'actions') {
    const p = posOf(table);
    if (body.epoch !== p.plies) throw new No(409, 'stale-epoch');
    const why = refusal(p, body.move);
    if (seat === null || seat !== p.plies % 2) throw new No(403, 'not-your-turn', { en: 'it is not your turn', fr: 'ce n’est pas à vous de jouer' });
    if (why) throw new No(422, 'illegal', why);
    act(table, body.move);
    return [201, { epoch: p.plies + 1 }];
  }
  if (part === 'players' && method === 'PUT') {
    const place = table.seats.find((/** @type {any} */ s) => s.kind === 'open' && (body.seat === undefined || s.seat === body.seat));
    if (!place) throw new No(409, 'no-place', { en: 'no place is free', fr: 'il n’y a plus de place' });
    Object.assign(place, { kind: 'person', name: body.name, token: randomBytes(32).toString('hex') });
    save();
    tell(table, 'table', shown(table));
    bots(table);
    return [201, { player: place.seat, seat: place.seat, token: place.token }];
  }
  if (part === 'players' && method === 'DELETE') {
    Object.assign(table.seats[+n], query.get('bot') ? { kind: 'bot', level: query.get('bot'), token: undefined } : { kind: 'open', name: null, token: undefined });
    tell(table, 'table', shown(table));
    bots(table);
    return [204, null];
  }
  if (part === 'hint') { const idea = think(posOf(table), 6); return { move: idea.best, line: idea.line, score: idea.score }; }
  if (part === 'analysis') { const p = posOf(table, Number(query.get('epoch') ?? table.moves.length)); return { epoch: p.plies, seat: over(p) ? null : p.plies % 2, idea: think(p, 6) }; }
  if (part === 'record') return `${JSON.stringify({ game: 'connect4', options: table.options, plateau: 1, seats: table.seats.map((/** @type {any} */ s) => s.name), seed: 0 })}\n${table.moves.join('\n')}\n`;
  if (seat === null) throw new No(403, 'not-yours');
  if (part === 'resign') {
    table.resigned = { places: seat ? [1, 2] : [2, 1], points: seat ? [1, 0] : [0, 1], why: { en: 'resigned', fr: 'abandon' }, winners: [1 - seat] };
    save();
    tell(table, 'table', shown(table));
    return {};
  }
  if (part === 'undo') {
    const other = table.seats[1 - (table.undo?.by ?? seat)];
    if (body.answer === 'no') table.undo = null;
    else if (body.answer === 'yes' || other.kind === 'bot') {
      const by = table.undo?.by ?? seat;
      do table.moves.pop(); while (table.moves.length && table.moves.length % 2 !== by);
      table.generation++;
      table.undo = null;
      save();
      tell(table, 'reset', { table: shown(table), view: position(table, null) });
      return {};
    } else table.undo = { by: seat, epoch: table.moves.length - 1 };
    save();
    tell(table, 'table', shown(table));
    return [202, {}];
  }
  if (part === 'rematch') {
    const seats = [...table.seats].reverse().map((/** @type {any} */ s) => ({ kind: s.kind, name: s.name, level: s.level }));
    if (table.next) {
      const next = tables.get(table.next);
      return [201, { table: shown(next), tokens: [{ seat: 1 - seat, token: next.seats[1 - seat].token }] }];
    }
    const made = make({ variant: table.variant, options: table.options, seats, private: table.private });
    table.next = made.table.id;
    save();
    tell(table, 'table', shown(table));
    return [201, { table: made.table, tokens: made.tokens.filter((/** @type {any} */ s) => s.seat === 1 - seat || table.seats.every((/** @type {any} */ x) => x.kind === 'person' && false)) }];
  }
  throw new No(404, 'no-route');
}

const TYPES = /** @type {Record<string, string>} */ ({ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' });
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

if (process.argv[2] === 'serve') createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? null;
  if (!url.pathname.startsWith('/api/')) {
    let path = join(WEB, normalize(url.pathname));
    if (!extname(path)) path = join(WEB, 'index.html');
    const body = await readFile(path).catch(() => null);
    response.writeHead(body ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain', 'Content-Security-Policy': CSP, 'Cache-Control': 'no-cache' });
    return response.end(body ?? '');
  }
  let text = '';
  for await (const chunk of request) text += chunk;
  const path = url.pathname.slice(5).split('/');
  try {
    if (path[2] === 'events') return stream(path[1], url.searchParams.get('after') ?? '', response);
    const said = answer(request.method ?? 'GET', path, url.searchParams, text ? JSON.parse(text) : {}, token);
    const [status, body] = Array.isArray(said) && typeof said[0] === 'number' ? said : [200, said];
    response.writeHead(status, { 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' });
    response.end(body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  } catch (error) {
    if (!(error instanceof No)) console.error(error);
    response.writeHead(error instanceof No ? error.status : 500, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(error instanceof No ? error.body : { code: 'internal' }));
  }
}).listen(Number(port), host, () => console.log(`listening on http://${host}:${port}`));

/** @param {string} id @param {string} after @param {import('node:http').ServerResponse} response */
function stream(id, after, response) {
  const table = tables.get(id);
  if (!table) throw new No(404, 'no-table');
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (/** @type {string} */ type, /** @type {any} */ data, epoch = table.moves.length) => response.write(`id: ${table.generation}.${epoch}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  const [generation, epoch] = after.split('.').map(Number);
  if (generation === table.generation && epoch <= table.moves.length) {
    for (let e = epoch; e < table.moves.length; e++) {
      const { view, turn, outcome, legal } = position(table, null, e + 1);
      send('action', { epoch: e + 1, generation, seat: e % 2, move: table.moves[e], view, turn, outcome, legal }, e + 1);
    }
    send('table', shown(table));
  } else send('reset', { table: shown(table), view: position(table, null) });
  const hear = (/** @type {string} */ type, /** @type {any} */ data) => send(type, data);
  const all = streams.get(id) ?? new Set();
  streams.set(id, all.add(hear));
  response.on('close', () => all.delete(hear));
}

if (process.argv[2] === 'serve') for (const table of tables.values()) bots(table);
