// A race kept up to date: events come in, our own inputs go out five times a second, and what is lost is sent again.

import { Refusal, listen, raceApi } from '../api.js';
import { sentence, t } from '../i18n/index.js';
import { dropTokens, keepTokens, tokensOf } from '../store.js';
import { OwnSeat, SeatReplay } from './race-seats.js';
import { TICKS_A_SECOND } from './time.js';

/** @import { Game, Race, RaceEvent, RaceNote } from '../types.js' */
/** @import { RealTimeGame, RunHeader } from './types.js' */
/**
 * @typedef {object} Hears
 * @property {() => void} linedUp a round is about to begin, with new seats
 * @property {() => void} changed somebody came or went, or the race began or ended
 * @property {() => void} gone the race is no more
 * @property {() => void} away the page is hidden and draws nothing: the game must go on without frames
 */

/** How often our inputs are sent, in milliseconds. */
const SEND = 200;
/** After a reload we wait until nothing of our own has come for so long: then we have all that the server knows. */
const QUIET = 500;
const TICK = 1000 / TICKS_A_SECOND;

/**
 * How the seats of a race are set up.
 * @param {RealTimeGame} game @param {Game} info @param {Race} race @returns {RunHeader}
 */
function headerOf(game, info, race) {
  const { variant, ...options } = race.options;
  const preset = info.variants.find(({ id }) => id === variant)?.options;
  return { ...game.raceSetup({ ...info.defaults, ...preset, ...options }), seed: race.seed ?? '0', name: '' };
}

/** @param {string} id @param {RealTimeGame} game @param {Game} info @param {Race} first @param {Hears} hears */
export function followRace(id, game, info, first, hears) {
  const api = raceApi(id);
  let race = first;
  let round = -1;
  /** When the first tick is, by this page's clock. */
  let begins = Infinity;
  /** @type {SeatReplay[]} */
  let seats = [];
  /** @type {OwnSeat | null} */
  let own = null;
  /** When the last of our own bundles came back to us; null while we are up to date. @type {number | null} */
  let catchingUp = null;
  let offline = '';
  let sending = false;

  /** Our seat and its token, if we have one. */
  function ours() {
    const held = Object.entries(tokensOf(id)).find(([seat]) => race.seats[Number(seat)]?.kind === 'person');
    return held ? { seat: Number(held[0]), token: held[1] } : null;
  }

  /** Makes our seat ours to play. */
  function sit() {
    const mine = ours();
    if (!mine || own || !seats.length) return false;
    own = new OwnSeat(seats[mine.seat]);
    return true;
  }

  /** @param {Race} next */
  function take(next) {
    race = next;
    if (next.status !== 'waiting' && (next.round !== round || !seats.length)) {
      round = next.round;
      begins = Infinity;
      seats = next.seats.map(() => new SeatReplay(game, headerOf(game, info, next)));
      own = null;
      catchingUp = (next.begins_in ?? -1) < 0 ? performance.now() : null;
      sit();
      hears.linedUp();
    }
    // An event that comes late makes the race seem to begin later: the earliest time is the true one.
    if (next.begins_in !== null) begins = Math.min(begins, performance.now() + next.begins_in);
    hears.changed();
  }

  /** @param {RaceNote} note */
  function hear(note) {
    if (note.note === 'garbage') return seats[note.to]?.receive(Number(note.lines), Number(note.column));
    const seat = seats[note.seat];
    if (!seat) return;
    if (note.note === 'gone') {
      seat.gone = true;
      return hears.changed();
    }
    seat.hear(note.bundle);
    if (own?.replay !== seat) return;
    seat.advance(Infinity);
    own.confirm(seat.end);
    // Somebody who comes when the race is over sees how it ended.
    if (race.status === 'over') own.rebuild();
    if (catchingUp !== null) catchingUp = performance.now();
  }

  const stopListening = listen(`races/${encodeURIComponent(id)}`, null, '0.0', {
    event: (/** @type {RaceEvent} */ { event, data }) => (event === 'race' ? take(data) : hear(data)),
    online(yes, why) {
      offline = yes ? '' : sentence(why) || t('table.offline');
      hears.changed();
    },
    gone: () => hears.gone(),
  });

  /** Whether our seat may be played: we have all that the server knows of it. */
  function ready() {
    if (!own || race.status !== 'playing') return false;
    if (catchingUp === null) return true;
    if (performance.now() - catchingUp < QUIET) return false;
    catchingUp = null;
    own.rebuild();
    return true;
  }

  async function send() {
    if (document.hidden) hears.away();
    const mine = ours();
    const bundle = mine && own && catchingUp === null && race.status === 'playing' ? own.bundle() : null;
    if (!mine || !own || !bundle || sending) return;
    sending = true;
    const sender = own;
    try {
      sender.confirm((await api.feed(bundle, mine.token)).tick);
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      if (error.status === 403) dropTokens(id);
      // What was lost is sent again. What was refused is not: then we start again from what the server knows.
      else if (error.status === 422 && sender === own && race.seats[mine.seat]?.alive) catchingUp = performance.now();
    } finally {
      sending = false;
    }
  }
  const timer = setInterval(() => void send(), SEND);

  return {
    get race() { return race; },
    get seats() { return seats; },
    get own() { return own; },
    get offline() { return offline; },
    /** For the invitation, which knows tables and races alike. */
    get table() { return race; },
    mine: () => ours()?.seat ?? null,
    ours: () => { const mine = ours(); return mine ? [mine.seat] : []; },
    ready,
    /** Milliseconds until the first tick. */
    begins: () => begins - performance.now(),
    /** When a tick ends, by this page's clock. @param {number} tick */
    ends: (tick) => begins + (tick + 1) * TICK,
    /** How many ticks have gone by. */
    tick: () => Math.max(0, Math.floor((performance.now() - begins) / TICK)),
    /** @param {string} name @param {number} [seat] */
    async join(name, seat) {
      const taken = await api.join(name, seat);
      keepTokens(id, [taken]);
      // The race may have begun before this answer came.
      if (sit()) hears.linedUp();
      hears.changed();
    },
    /** Gives the free seats to bots. @param {string} level */
    async fill(level) {
      const mine = ours();
      if (mine) await api.fill(level, mine.token);
    },
    /** Whom to send garbage to; null for everybody in turn. @param {number | null} seat */
    async aim(seat) {
      const mine = ours();
      if (mine) await api.aim(seat, mine.token);
    },
    async again() {
      const mine = ours();
      if (mine) await api.again(mine.token);
    },
    async leave() {
      const mine = ours();
      dropTokens(id);
      if (mine) await api.leave(mine.seat, mine.token);
    },
    stop() {
      clearInterval(timer);
      stopListening();
    },
  };
}

/** @typedef {ReturnType<typeof followRace>} RaceLive */
