// A table as this browser knows it: kept up to date by events, with our own moves shown before they are confirmed.

import { Refusal, listen, tableApi } from './api.js';
import { sentence, t } from './i18n/index.js';
import { keepTokens, tokensOf } from './store.js';

/** @import { Action, Position, Table } from './types.js' */

/**
 * @typedef {object} Hears
 * @property {() => void} changed something is to be drawn anew
 * @property {(action: { seat: number, move: string, epoch: number }) => void} moved somebody just moved
 * @property {(why: string) => void} refused a move of ours came to nothing
 * @property {() => void} gone the table is no more
 */

/** @param {string} id @param {Hears} hears */
export async function openTable(id, hears) {
  const api = tableApi(id);
  let tokens = tokensOf(id);
  let table = await api.table();
  let position = await api.view(token());
  /** Moves by the epoch at which they were played. @type {({ seat: number, move: string } | undefined)[]} */
  const moves = [];
  /** What was seen at earlier epochs of this generation. @type {Map<number, any>} */
  const views = new Map([[position.epoch, position.view]]);
  /** @type {{ move: string, epoch: number } | null} */
  let pending = null;
  let online = true;
  /** When the present turn began, for the clock. */
  let since = Date.now();

  /** What we show at the door: the tokens of all the seats that are played from here. */
  function token() {
    return Object.values(tokens).join(',') || null;
  }

  /** The seat that may move here and now. */
  const hand = () => (table.status === 'playing' && position.turn !== null && tokens[position.turn] !== undefined ? position.turn : null);

  /** @param {Partial<Position> & { epoch: number, generation: number }} next */
  function stand(next) {
    if (next.turn !== position.turn || next.epoch !== position.epoch) since = Date.now();
    position = { ...position, ...next };
    table = { ...table, epoch: position.epoch, generation: position.generation, turn: position.turn, outcome: position.outcome ?? table.outcome };
    if (position.outcome) table.status = 'over';
    views.set(position.epoch, position.view);
    if (pending && position.epoch > pending.epoch) pending = null;
  }

  /** @param {Action} action */
  function played(action) {
    moves[action.epoch - 1] = { seat: action.seat, move: action.move };
    if (action.view) views.set(action.epoch, action.view);
    // A stream that begins from the start tells what we already stand on.
    if (action.generation === position.generation && action.epoch <= position.epoch) return hears.changed();
    // A move withdraws whatever somebody wanted back.
    table = { ...table, undo: null };
    stand(/** @type {Position} */ ({ ...action, seat: position.seat }));
    hears.moved({ seat: action.seat, move: action.move, epoch: action.epoch });
    hears.changed();
  }

  /** Asks how things stand. */
  async function look() {
    try {
      stand(await api.view(token()));
      hears.changed();
    } catch {
      // The stream will tell, or find out that nobody answers.
    }
  }

  /** @param {{ table: Table, view: Position }} all */
  function reset(all) {
    if (all.table.generation !== table.generation) views.clear();
    table = all.table;
    pending = null;
    stand(all.view);
    moves.length = Math.min(moves.length, position.epoch);
    void recallMoves();
    hears.changed();
  }

  /** Asks for the moves that no event told us. */
  async function recallMoves() {
    for (let epoch = 0; epoch < position.epoch; epoch++) {
      if (moves[epoch]) continue;
      const { generation } = position;
      const action = await api.action(epoch).catch(() => null);
      if (!action || generation !== position.generation) return;
      moves[epoch] = { seat: action.seat, move: action.move };
    }
    hears.changed();
  }

  let hush = hear();
  function hear() {
    return listen(id, token(), `${position.generation}.0`, {
      event(type, data) {
        if (type === 'action') return played(data);
        if (type === 'reset') return reset(data);
        if (type === 'thinking') table = { ...table, seats: table.seats.map((seat) => (seat.seat === data.seat ? { ...seat, thinking: data.on } : seat)) };
        if (type === 'table') {
          table = { ...data, epoch: position.epoch, turn: data.status === 'over' ? null : position.turn };
          if (data.outcome) position = { ...position, outcome: data.outcome, turn: null, legal: [] };
        }
        hears.changed();
      },
      online(yes) {
        if (yes === online) return;
        online = yes;
        if (yes && pending) void look();
        hears.changed();
      },
      gone: () => hears.gone(),
    });
  }

  /** What went wrong, for a person. @param {unknown} error */
  function reason(error) {
    if (!(error instanceof Refusal)) return t('broken.text');
    if (error.status === 0) return t('refused.offline');
    if (error.status === 409 && error.code.includes('stale')) return t('refused.stale');
    return sentence(error.words) || t('broken.text');
  }

  return {
    api,
    get table() { return table; },
    get position() { return position; },
    get moves() { return moves; },
    get pending() { return pending?.move ?? null; },
    get online() { return online; },
    get since() { return since; },
    hand,
    token,
    reason,
    /** The seats that are played from this browser. */
    ours: () => Object.keys(tokens).map(Number),

    /** @param {string} move */
    async play(move) {
      if (pending) return;
      const epoch = position.epoch;
      // A move that the server did not list is asked for too: it knows the words for why not.
      if (position.legal.includes(move)) pending = { move, epoch };
      hears.changed();
      try {
        await api.play(epoch, move, token());
      } catch (error) {
        // Somebody may have confirmed it by an event before the answer was lost.
        if (position.epoch > epoch) return;
        pending = null;
        hears.refused(reason(error));
        if (error instanceof Refusal && error.status !== 422 && error.status !== 0) await look();
        hears.changed();
      }
    },

    /** What was seen at an earlier epoch. @param {number} epoch */
    async viewAt(epoch) {
      if (!views.has(epoch)) views.set(epoch, (await api.view(token(), epoch)).view);
      return views.get(epoch);
    },

    /** @param {string} name @param {number} [seat] */
    async join(name, seat) {
      const place = await api.join(name, seat);
      keepTokens(id, [place]);
      tokens = tokensOf(id);
      hush();
      table = await api.table();
      stand(await api.view(token()));
      hush = hear();
      hears.changed();
    },

    close: () => hush(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openTable>>} Live */
