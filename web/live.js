// A table as this browser knows it: kept up to date by events, with our own moves shown before they are confirmed.

import { Refusal, listen, tableApi } from './api.js';
import { sentence, t } from './i18n/index.js';
import { errorText } from './ui/error-text.js';
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
  /** What is wrong with the connection, in words; nothing if it is well. */
  let offline = '';
  /** When the present turn began, for the clock. */
  let since = Date.now();

  /** What we show at the door: the tokens of all the seats that are played from here. */
  function token() {
    return Object.values(tokens).join(',') || null;
  }

  /**
   * Through whose eyes the server shows us a position: the one to move if that is us, else our first.
   * @param {number | null} turn
   */
  const eyes = (turn) => (turn !== null && tokens[turn] !== undefined ? turn : ours()[0] ?? null);

  /** The seats that are played from this browser. */
  const ours = () => Object.keys(tokens).map(Number);

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
    // A stream that began before our last look tells what we already stand on.
    if (action.generation === position.generation && action.epoch <= position.epoch) return hears.changed();
    // A move withdraws whatever somebody wanted back.
    table = { ...table, undo: null };
    stand(/** @type {Position} */ ({ ...action, seat: eyes(action.turn ?? null) }));
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
    const anew = all.table.generation !== table.generation;
    if (anew) views.clear();
    table = all.table;
    pending = null;
    stand(all.view);
    moves.length = Math.min(moves.length, position.epoch);
    // While we were away more may have been taken back than we see, and played otherwise.
    void recallMoves(anew);
    hears.changed();
  }

  /** Asks for the moves that no event told us. @param {boolean} [all] do not trust those that we have */
  async function recallMoves(all = false) {
    if (!all && Array.from({ length: position.epoch }, (_, epoch) => moves[epoch]).every(Boolean)) return;
    const told = await api.actions(token()).catch(() => null);
    if (!told || told.generation !== position.generation) return;
    for (const { epoch, seat, move } of told.actions) moves[epoch] = { seat, move };
    hears.changed();
  }

  let stopListening = hear();
  void recallMoves();
  function hear() {
    return listen(`tables/${encodeURIComponent(id)}`, token(), `${position.generation}.${position.epoch}`, {
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
      online(yes, why) {
        const said = yes ? '' : sentence(why) || t('table.offline');
        if (said === offline) return;
        offline = said;
        if (yes && pending) void look();
        hears.changed();
      },
      gone: () => hears.gone(),
    });
  }

  /** Why a move came to nothing, for the one who made it. @param {unknown} error */
  function refused(error) {
    if (error instanceof Refusal && error.status === 0) return t('refused.offline');
    if (error instanceof Refusal && error.code === 'stale-epoch') return t('refused.stale');
    return errorText(error);
  }

  return {
    api,
    get table() { return table; },
    get position() { return position; },
    get moves() { return moves; },
    get pending() { return pending?.move ?? null; },
    get offline() { return offline; },
    get since() { return since; },
    hand,
    token,
    ours,

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
        hears.refused(refused(error));
        if (error instanceof Refusal && error.status !== 422 && error.status !== 0) await look();
        hears.changed();
      }
    },

    /**
     * What was seen at an earlier epoch.
     * @param {number} epoch @param {boolean} [hidden] only with the eyes of the seat that looks now
     */
    async viewAt(epoch, hidden = false) {
      if (hidden && position.seat !== null) return (await api.view(tokens[position.seat], epoch)).view;
      if (!views.has(epoch)) views.set(epoch, (await api.view(token(), epoch)).view);
      return views.get(epoch);
    },

    /** @param {string} name @param {number} [seat] */
    async join(name, seat) {
      const place = await api.join(name, seat);
      keepTokens(id, [place]);
      tokens = tokensOf(id);
      stopListening();
      table = await api.table();
      stand(await api.view(token()));
      stopListening = hear();
      hears.changed();
    },

    /** @param {number} seat one of ours @param {string} name */
    async rename(seat, name) {
      await api.rename(seat, name, token());
      table = { ...table, seats: table.seats.map((each) => (each.seat === seat ? { ...each, name } : each)) };
      hears.changed();
    },

    close: () => stopListening(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openTable>>} Live */
