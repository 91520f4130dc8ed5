// A table kept up to date: events come in, and our own moves are shown before the server confirms them.

import { Refusal, listen, tableApi } from './api.js';
import { sentence, t } from './i18n/index.js';
import { errorText } from './ui/error-text.js';
import { keepTokens, tokensOf } from './store.js';

/** @import { ActionEvent, ResetEvent, Seat, TableEvent, TableView } from './types.js' */

/**
 * @typedef {object} Hears
 * @property {() => void} changed something must be drawn again
 * @property {(action: { seat: number, move: string, epoch: number }) => void} moved somebody just moved
 * @property {(why: string) => void} refused the server refused our move
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
  /** Views by epoch, of this generation only. @type {Map<number, any>} */
  const views = new Map([[position.epoch, position.view]]);
  /** @type {{ move: string, epoch: number } | null} */
  let pending = null;
  /** What is wrong with the connection, in words; empty while it works. */
  let offline = '';
  /** When the present turn began, for the clock. */
  let since = Date.now();

  /** Bearer tokens of all seats held by this browser, comma-separated. */
  function token() {
    return Object.values(tokens).join(',') || null;
  }

  /**
   * The seat whose view the server sends us: the one to move if it is ours, else our first.
   * @param {number | null} turn
   */
  const viewingSeat = (turn) => (turn !== null && tokens[turn] !== undefined ? turn : ours()[0] ?? null);

  /** The seats that are played from this browser. */
  const ours = () => Object.keys(tokens).map(Number);

  /** The seat that may move here and now. */
  function hand() {
    const { turn } = position;
    return table.status === 'playing' && turn !== null && tokens[turn] !== undefined ? turn : null;
  }

  /** Takes a newer position. @param {TableView} next */
  function advance(next) {
    if (next.turn !== position.turn || next.epoch !== position.epoch) since = Date.now();
    position = { ...position, ...next };
    const { epoch, generation, turn, outcome } = position;
    table = { ...table, epoch, generation, turn, outcome: outcome ?? table.outcome };
    if (position.outcome) table.status = 'over';
    views.set(position.epoch, position.view);
    if (pending && position.epoch > pending.epoch) pending = null;
  }

  /** @param {number} seat @param {Partial<Seat>} some */
  function changeSeat(seat, some) {
    table = { ...table, seats: table.seats.map((each) => (each.seat === seat ? { ...each, ...some } : each)) };
  }

  /** @param {ActionEvent} action */
  function played(action) {
    moves[action.epoch - 1] = { seat: action.seat, move: action.move };
    if (action.view) views.set(action.epoch, action.view);
    // A stream that began before our last request repeats moves that we already have.
    if (action.generation === position.generation && action.epoch <= position.epoch) return hears.changed();
    // A move withdraws a request for undo.
    table = { ...table, undo: null };
    advance({ ...action, seat: viewingSeat(action.turn) });
    hears.moved({ seat: action.seat, move: action.move, epoch: action.epoch });
    hears.changed();
  }

  /** Fetches the present position. */
  async function refresh() {
    try {
      advance(await api.view(token()));
      hears.changed();
    } catch {
      // The stream brings it later, or finds out that nobody answers.
    }
  }

  /** Takes everything again. @param {ResetEvent} all */
  function reset(all) {
    const replaced = all.table.generation !== table.generation;
    if (replaced) views.clear();
    table = all.table;
    pending = null;
    advance(all.view);
    moves.length = Math.min(moves.length, position.epoch);
    // While we were offline, moves may have been taken back and others played in their place.
    void fetchMoves(replaced);
    hears.changed();
  }

  /** Fetches the moves that came by no event. @param {boolean} [all] also those that we have already */
  async function fetchMoves(all = false) {
    if (!all && Array.from({ length: position.epoch }, (_, epoch) => moves[epoch]).every(Boolean)) return;
    const answer = await api.actions(token()).catch(() => null);
    if (!answer || answer.generation !== position.generation) return;
    for (const { epoch, seat, move } of answer.actions) moves[epoch] = { seat, move };
    hears.changed();
  }

  let stopListening = startListening();
  void fetchMoves();
  function startListening() {
    return listen(`tables/${encodeURIComponent(id)}`, token(), `${position.generation}.${position.epoch}`, {
      event(/** @type {TableEvent} */ { event, data }) {
        if (event === 'action') return played(data);
        if (event === 'reset') return reset(data);
        if (event === 'thinking') changeSeat(data.seat, { thinking: data.on });
        if (event === 'table') {
          table = { ...data, epoch: position.epoch, turn: data.status === 'over' ? null : position.turn };
          if (data.outcome) position = { ...position, outcome: data.outcome, turn: null, legal: [] };
        }
        hears.changed();
      },
      online(yes, why) {
        const said = yes ? '' : sentence(why) || t('table.offline');
        if (said === offline) return;
        offline = said;
        if (yes && pending) void refresh();
        hears.changed();
      },
      gone: () => hears.gone(),
    });
  }

  /** Why our move was refused, in words. @param {unknown} error */
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
      // A move that is not in the list is sent too: the server answers with the reason.
      if (position.legal.includes(move)) pending = { move, epoch };
      hears.changed();
      try {
        await api.play(epoch, move, token());
      } catch (error) {
        // An event may have confirmed the move before the answer was lost.
        if (position.epoch > epoch) return;
        pending = null;
        hears.refused(refused(error));
        if (error instanceof Refusal && error.status !== 422 && error.status !== 0) await refresh();
        hears.changed();
      }
    },

    /**
     * The view at an earlier epoch.
     * @param {number} epoch @param {boolean} [hidden] hands are hidden: only as the present seat sees it
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
      advance(await api.view(token()));
      stopListening = startListening();
      hears.changed();
    },

    /** @param {number} seat one of ours @param {string} name */
    async rename(seat, name) {
      await api.rename(seat, name, token());
      changeSeat(seat, { name });
      hears.changed();
    },

    close: () => stopListening(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openTable>>} Live */
