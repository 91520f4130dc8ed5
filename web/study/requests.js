// What the analysis board asks of the server: positions, studies as text, and two streams of what the engine thinks.

import { Refusal, ask } from '../api.js';

/** @import { Analysis, Lines, LinesWish, Position, PositionWish, Review, ReviewPosition, Study } from '../types.js' */

/** @param {string} game @param {PositionWish} line @param {AbortSignal} [signal] @returns {Promise<Position>} */
export const positionOf = (game, line, signal) => ask('POST', `games/${game}/position`, { body: line, signal });

/**
 * What the strongest level thinks of a position. Nothing of it is shown while it thinks.
 * @param {string} game @param {{ state: string, time: number }} body @returns {Promise<Analysis>}
 */
export const thinkOf = (game, body) => ask('POST', `games/${game}/think`, { body });

/**
 * Reads a file, a position or moves.
 * @param {string} game @param {string} text @param {string} [variant] @returns {Promise<Study>}
 */
export const readStudy = (game, text, variant) => ask('POST', `games/${game}/study`, { body: { text, variant } });

/** Writes a study as a file. @param {Study} study @param {string} format @returns {Promise<string>} */
export const writeStudy = (study, format) =>
  ask('POST', `games/${study.game}/study/file`, { body: { format, study }, text: true });

/** The finished game of a table. @param {string} table @returns {Promise<Study>} */
export const studyOf = (table) => ask('GET', `tables/${encodeURIComponent(table)}/study`);

/**
 * Reads a stream of server-sent events to its end.
 * @param {string} path @param {{ body?: unknown, signal: AbortSignal }} options
 * @param {(event: string, data: any) => void} hear
 */
async function readEvents(path, options, hear) {
  try {
    await readAll(path, options, hear);
  } catch (error) {
    if (error instanceof Refusal || options.signal.aborted) throw error;
    throw new Refusal(0, 'offline', null);
  }
}

/**
 * @param {string} path @param {{ body?: unknown, signal: AbortSignal }} options
 * @param {(event: string, data: any) => void} hear
 */
async function readAll(path, { body, signal }, hear) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'text/event-stream' };
  if (body) headers['Content-Type'] = 'application/json';
  const answer = await fetch(`/api/${path}`, {
    method: body ? 'POST' : 'GET', headers, body: body ? JSON.stringify(body) : undefined, signal,
  });
  if (!answer.ok || !answer.body) {
    const problem = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, problem.code ?? `http-${answer.status}`, problem.error ?? null, problem);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const event = lines.find((line) => line.startsWith('event:'))?.slice(6).trim();
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5)).join('\n');
      if (event && data) hear(event, JSON.parse(data));
    }
  }
}

/**
 * The best lines of a position, better and better, until the engine is done or nobody listens.
 * @param {string} game @param {LinesWish} body @param {AbortSignal} signal @param {(lines: Lines) => void} hear
 */
export const listenToLines = (game, body, signal, hear) =>
  readEvents(`games/${game}/lines`, { body, signal }, (event, data) => { if (event === 'lines') hear(data); });

/**
 * The review of a finished game.
 * @param {string} table @param {AbortSignal} signal
 * @param {{ position: (position: ReviewPosition) => void, review: (review: Review) => void }} hear
 */
export const listenToReview = (table, signal, hear) =>
  readEvents(`tables/${encodeURIComponent(table)}/review`, { signal }, (event, data) => {
    if (event === 'position') hear.position(data);
    if (event === 'review') hear.review(data);
  });
