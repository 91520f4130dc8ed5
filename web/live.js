// A table kept up to date: events come in, and our own moves are shown before the server confirms them.

import { Refusal, listen, tableApi } from './api.js';
import { sentence, t } from './i18n/index.js';
import { errorText } from './ui/error-text.js';
import { dropSeats, dropTokens, givenOf, keepGiven, keepTokens, tokensOf } from './store.js';

/** @import { ActionEvent, ResetEvent, Said, Seat, Table, TableEvent, TableView } from './types.js' */

/**
 * @typedef {object} Hears
 * @property {() => void} changed something must be drawn again
 * @property {(action: { seat: number, move: string, epoch: number }) => void} moved somebody just moved
 * @property {(why: string) => void} refused the server refused our move
 * @property {(text: string) => void} told something that our people should know
 * @property {(said: Said) => void} said somebody said a phrase
 * @property {(to: 'machine' | 'device') => void} lost our seats went to a machine, or to another device
 * @property {() => void} gone the table is no more
 */

/** A move is sent so often, with so long in between, while the database does not answer. */
const SEND_TRIES = 8;
const SEND_PAUSE_MS = 1000;

/** 128 random bits. `randomUUID` is missing where the page came without TLS. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} id @param {Hears} hears */
export async function openTable(id, hears) {
  const api = tableApi(id);
  let tokens = tokensOf(id);
  /** Those of seats that the computer plays for us: we may ask for them again. */
  let given = givenOf(id);
  let [table, position] = await Promise.all([api.table(), api.view(token())]);
  /** When the table was told: what it says of time is as of then. */
  let toldAt = Date.now();
  /** Moves by the epoch at which they were played. @type {({ seat: number, move: string } | undefined)[]} */
  const moves = [];
  /** Views by epoch, of this generation only. @type {Map<number, any>} */
  const views = new Map([[position.epoch, position.view]]);
  /** @type {{ move: string, epoch: number } | null} */
  let pending = null;
  /** What is wrong with the connection, in words; empty while it works. */
  let offline = '';
  /** What the clocks showed, and when. */
  let clocks = { left: table.clock?.left ?? [], at: toldAt };
  /** We take a wish of ours back: nobody refuses it then. */
  let withdrawing = false;
  /** The number of the last phrase that was heard. */
  let heard = table.said.at(-1)?.n ?? 0;

  /** Bearer tokens of all seats held by this browser, comma-separated. */
  function token() {
    return [...new Set(Object.values(tokens))].join(',') || null;
  }

  /**
   * The seat whose view the server sends us: the one to move if it is ours, else our first.
   * @param {number | null} turn
   */
  const viewingSeat = (turn) => (turn !== null && tokens[turn] !== undefined ? turn : ours()[0] ?? null);

  /** The seats that are played from this browser. */
  const ours = () => Object.keys(tokens).map(Number);

  /** Seats that we handed to the computer, which still plays them, while we hold none. */
  const back = () => (ours().length || table.status !== 'playing' ? []
    : Object.keys(given).map(Number).filter((seat) => table.seats[seat]?.kind === 'bot'));

  /** With what we ask for seats: our own, else what we held once. */
  const asking = () => token() ?? ([...new Set(Object.values(given))].join(',') || null);

  /** The seat that may move here and now. */
  function hand() {
    const { turn } = position;
    return table.status === 'playing' && turn !== null && tokens[turn] !== undefined ? turn : null;
  }

  /** Takes what the server says of the table. @param {Table} next */
  function takeTable(next) {
    changeHands(next);
    const returns = back().some((seat) => next.seats[seat].kind === 'person');
    table = next;
    if (returns) void comeBack();
    toldAt = Date.now();
    if (next.clock) clocks = { left: next.clock.left, at: toldAt };
    for (const said of next.said) {
      if (said.n > heard) hears.said(said);
      heard = Math.max(heard, said.n);
    }
  }

  /**
   * Seats change hands in mid-game: those that we gave to the computer, and those that we took over from it, which the
   * token of our own seat opens.
   * @param {Table} next
   */
  function changeHands(next) {
    const mine = ours();
    const wish = table.handover;
    const own = wish?.by.find((seat) => tokens[seat] !== undefined && !wish.seats.includes(seat));
    const taken = own === undefined || !wish || next.handover ? []
      : wish.take.filter((seat) => (
        next.seats[seat].kind === 'person' && next.seats[seat].name === next.seats[own].name));
    const given = mine.filter((seat) => next.seats[seat].kind === 'bot');
    if (given.length && given.length < mine.length) dropSeats(id, given);
    if (own !== undefined) keepTokens(id, taken.map((seat) => ({ seat, token: tokens[own] })));
    if (taken.length || (given.length && given.length < mine.length)) tokens = tokensOf(id);
  }

  /** A seat that we had handed to the computer is a person's again: ours, if our token opens it. */
  async function comeBack() {
    const view = await api.view(asking()).catch(() => null);
    if (!view || ours().length) return;
    const opened = Object.entries(given).filter(([seat]) => table.seats[Number(seat)].kind === 'person');
    given = {};
    keepGiven(id, given);
    if (view.seat === null) return;
    keepTokens(id, opened.map(([seat, token]) => ({ seat: Number(seat), token })));
    tokens = tokensOf(id);
    stopListening();
    advance(view);
    stopListening = startListening();
    hears.changed();
  }

  /** The server shows us a seat that our token has come to open while we were away. @param {number | null} seat */
  function adopt(seat) {
    const [one, ...more] = new Set(Object.values(tokens));
    if (seat === null || tokens[seat] !== undefined || !one || more.length) return;
    keepTokens(id, [{ seat, token: one }]);
    tokens = tokensOf(id);
  }

  /**
   * Takes a newer position. An answer that was long on its way may be older than what the stream has told meanwhile:
   * going back to it would leave us waiting for a move that was made already.
   * @param {TableView} next
   */
  function advance(next) {
    const older = next.generation - position.generation || next.epoch - position.epoch;
    if (older < 0) return;
    position = { ...position, ...next };
    const { epoch, generation, turn, outcome } = position;
    table = { ...table, epoch, generation, turn, outcome: outcome ?? table.outcome };
    if (position.outcome) table.status = 'over';
    views.set(position.epoch, position.view);
    adopt(position.seat);
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
    if (action.left) clocks = { left: action.left, at: Date.now() };
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
    takeTable(all.table);
    pending = null;
    advance(all.view);
    if (ours().length && all.view.seat === null) loseSeats();
    moves.length = Math.min(moves.length, position.epoch);
    // While we were offline, moves may have been taken back and others played in their place.
    void fetchMoves(replaced);
    hears.changed();
  }

  /** Our tokens open nothing here any more. */
  function loseSeats() {
    const to = ours().some((seat) => table.seats[seat]?.kind === 'bot') ? 'machine' : 'device';
    if (to === 'machine') {
      given = tokens;
      keepGiven(id, given);
    }
    dropTokens(id);
    tokens = {};
    hears.lost(to);
  }

  /** Fetches the moves that came by no event. @param {boolean} [all] also those that we have already */
  async function fetchMoves(all = false) {
    if (!all && Array.from({ length: position.epoch }, (_, epoch) => moves[epoch]).every(Boolean)) return;
    const answer = await api.actions(token()).catch(() => null);
    if (!answer || answer.generation !== position.generation) return;
    for (const { epoch, seat, move } of answer.actions) moves[epoch] = { seat, move };
    hears.changed();
  }

  if (ours().length && position.seat === null) loseSeats();
  adopt(position.seat);
  let stopListening = startListening();
  const isPersons = (/** @type {string} */ seat) => table.seats[Number(seat)]?.kind === 'person';
  if (!ours().length && Object.keys(given).some(isPersons)) void comeBack();
  void fetchMoves();
  function startListening() {
    return listen(`tables/${encodeURIComponent(id)}`, token(), `${position.generation}.${position.epoch}`, {
      event(/** @type {TableEvent} */ { event, data }) {
        if (event === 'action') return played(data);
        if (event === 'reset') return reset(data);
        if (event === 'thinking') changeSeat(data.seat, { thinking: data.on });
        if (event === 'table') {
          const begins = data.status === 'playing' && table.status !== 'playing';
          // Nothing but an answer, or we ourselves, can end our wish at the same epoch.
          const refused = (/** @type {number[]} */ by, /** @type {unknown} */ still) =>
            !still && !withdrawing && by.some((seat) => tokens[seat] !== undefined) && data.status === 'playing'
            && data.generation === table.generation && data.epoch === table.epoch;
          if (table.undo && refused([table.undo.by], data.undo)) hears.told(t('undo.refused'));
          if (table.handover && refused(table.handover.by, data.handover)
            && table.handover.seats.every((seat) => data.seats[seat].kind === 'person')
            && table.handover.take.every((seat) => data.seats[seat].kind === 'bot')) hears.told(t('handover.refused'));
          if (!data.undo && !data.handover) withdrawing = false;
          takeTable({ ...data, epoch: position.epoch, turn: data.status === 'over' ? null : position.turn });
          if (data.outcome) position = { ...position, outcome: data.outcome, turn: null, legal: [] };
          // Whoever waited was sent no moves: they come with the view, and again should that have failed.
          if (begins || (hand() !== null && !position.legal.length)) void refresh();
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

  /**
   * Sends a move, and again while the server cannot say whether it is stored: by its key it stays the same move.
   * @param {number} epoch @param {string} move
   */
  async function send(epoch, move) {
    const body = { epoch, move, generation: position.generation, key: randomKey() };
    for (let tries = 1; ; tries += 1) {
      try {
        return await api.play(body, token());
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 503 || tries === SEND_TRIES) throw error;
        await new Promise((resolve) => { setTimeout(resolve, SEND_PAUSE_MS); });
      }
    }
  }

  return {
    api,
    get table() { return table; },
    get position() { return position; },
    get moves() { return moves; },
    get pending() { return pending?.move ?? null; },
    get offline() { return offline; },

    /** What a seat has left on its clock, in milliseconds; null without a clock. @param {number} seat */
    timeLeft(seat) {
      if (!table.clock || clocks.left[seat] === undefined) return null;
      const runs = table.status === 'playing' && position.turn === seat;
      return Math.max(0, clocks.left[seat] - (runs ? Date.now() - clocks.at : 0));
    },

    /** How long somebody has been away, in milliseconds; null while they are there. @param {number} seat */
    away(seat) {
      const away = table.seats[seat].away;
      return away === null || ours().includes(seat) ? null : away + Date.now() - toldAt;
    },

    /** In how many milliseconds we may claim the game; null unless we wait for somebody who is away. */
    claimIn() {
      if (table.claim_in === null || !ours().length || hand() !== null) return null;
      return Math.max(0, table.claim_in - (Date.now() - toldAt));
    },

    hand,
    token,
    ours,
    back,
    /** Whether somebody at these seats is us. @param {number[]} seats */
    isOurs: (seats) => seats.some((seat) => ours().includes(seat) || back().includes(seat)),

    /** @param {string} move */
    async play(move) {
      if (pending) return;
      const epoch = position.epoch;
      // A move that is not in the list is sent too: the server answers with the reason.
      if (position.legal.includes(move)) pending = { move, epoch };
      hears.changed();
      try {
        await send(epoch, move);
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
      takeTable(await api.table());
      advance(await api.view(token()));
      stopListening = startListening();
      hears.changed();
    },

    /** Takes back what we asked of the others. @param {'undo' | 'handover'} what */
    async withdraw(what) {
      withdrawing = true;
      try {
        const told = await (what === 'undo' ? api.undo(token(), 'no') : api.handover(asking(), { answer: 'no' }));
        table = { ...table, undo: told.undo, handover: told.handover };
      } catch (error) {
        withdrawing = false;
        throw error;
      }
      hears.changed();
    },

    /**
     * Asks to give seats of ours to the computer, or to play some of its own.
     * @param {{ seats?: number[], take?: number[] }} wish
     */
    async handOver(wish) {
      const told = await api.handover(asking(), wish);
      if (!ours().length) {
        takeTable(told);
        return hears.changed();
      }
      // Where nobody else must agree it is done already, and no event has said who asked.
      table = { ...table, handover: told.handover ?? { by: ours(), seats: wish.seats ?? [], take: wish.take ?? [] } };
      takeTable(told);
      advance(await api.view(token()));
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
