// A race kept up to date: events in, what we do out, five times a second; what is lost is sent again.

import { Refusal, listen, raceApi } from '../api.js';
import { Lane, Own } from './race-seats.js';
import { sentence, t } from '../i18n/index.js';
import { dropTokens, keepTokens, tokensOf } from '../store.js';

/** @import { Game, RaceBody, RaceNote } from '../types.js' */
/** @import { Rules } from '../boards/tetris/pieces.js' */
/** @import { Header } from './run.js' */

const SEND = 200;
/** Whoever comes back waits until nothing of their own has come for so long: then all of it is there. */
const QUIET = 500;
const TICK = 1000 / 60;

/** The wells of a race, by its options. @param {RaceBody} race @param {Game} game @returns {Header} */
function headerOf(race, game) {
  const { variant, ...options } = race.options;
  const { rules, width, height } = { rules: 'modern', width: 10, height: 20, ...game.defaults, ...game.variants.find(({ id }) => id === variant)?.options, ...options };
  return { rules: /** @type {Rules} */ (rules), width, height, mode: 'race', first: 1, seed: race.seed ?? '0', name: '' };
}

/**
 * `linedUp` is called with new wells, `changed` when somebody came or went, it begins or ends.
 * @param {string} id @param {Game} game @param {RaceBody} first @param {{ linedUp: () => void, changed: () => void, gone: () => void, away: () => void }} hears
 */
export function followRace(id, game, first, hears) {
  const api = raceApi(id);
  let race = first;
  let round = -1;
  /** When the first tick is, by this page's clock. */
  let begins = Infinity;
  /** @type {Lane[]} */
  let lanes = [];
  /** @type {Own | null} */
  let own = null;
  /** Since when nothing of our own has come from elsewhere; null while we are up to date. @type {number | null} */
  let catching = null;
  let offline = '';
  let sending = false;

  /** Our seat and its token, if we have one. */
  function ours() {
    const held = Object.entries(tokensOf(id)).find(([seat]) => race.seats[Number(seat)]?.kind === 'person');
    return held ? { seat: Number(held[0]), token: held[1] } : null;
  }

  /** Our well is ours to play. */
  function sit() {
    const mine = ours();
    if (!mine || own || !lanes.length) return false;
    own = new Own(lanes[mine.seat]);
    return true;
  }

  /** @param {RaceBody} next */
  function take(next) {
    race = next;
    if (next.status !== 'waiting' && (next.round !== round || !lanes.length)) {
      round = next.round;
      begins = Infinity;
      lanes = next.seats.map(() => new Lane(headerOf(next, game)));
      own = null;
      catching = (next.begins_in ?? -1) < 0 ? performance.now() : null;
      sit();
      hears.linedUp();
    }
    // What comes late only makes it seem to begin later: the earliest is the truest.
    if (next.begins_in !== null) begins = Math.min(begins, performance.now() + next.begins_in);
    hears.changed();
  }

  /** @param {RaceNote} note */
  function hear(note) {
    if (note.note === 'gift') return lanes[note.to]?.gift(note.lines, note.column);
    const lane = lanes[note.seat];
    if (!lane) return;
    if (note.note === 'gone') {
      lane.gone = true;
      return hears.changed();
    }
    lane.hear(note.bundle);
    if (own?.lane !== lane) return;
    lane.advance(Infinity);
    own.confirm(lane.end);
    // Somebody who comes when all is over sees how it ended.
    if (race.status === 'over') own.rebuild();
    if (catching !== null) catching = performance.now();
  }

  const stopListening = listen(`races/${encodeURIComponent(id)}`, null, '0.0', {
    event: (type, data) => (type === 'race' ? take(data) : hear(data)),
    online(yes, why) {
      offline = yes ? '' : sentence(why) || t('table.offline');
      hears.changed();
    },
    gone: () => hears.gone(),
  });

  /** Whether our well may run: everything that was known of it is here. */
  function ready() {
    if (!own || race.status !== 'playing') return false;
    if (catching === null) return true;
    if (performance.now() - catching < QUIET) return false;
    catching = null;
    own.rebuild();
    return true;
  }

  async function send() {
    const mine = ours();
    // A page that is not looked at draws nothing; its well falls on all the same.
    if (document.hidden) hears.away();
    const bundle = mine && own && catching === null && race.status === 'playing' ? own.bundle() : null;
    if (!mine || !own || !bundle || sending) return;
    sending = true;
    const mind = own;
    try {
      mind.confirm((await api.feed(bundle, mine.token)).tick);
    } catch (error) {
      // Refused is not the same as lost: then we go back to what the server knows, and on from there.
      if (error instanceof Refusal && error.status === 403) dropTokens(id);
      else if (error instanceof Refusal && error.status === 422 && mind === own && race.seats[mine.seat]?.alive) catching = performance.now();
    } finally {
      sending = false;
    }
  }
  const timer = setInterval(() => void send(), SEND);

  return {
    get race() { return race; },
    get lanes() { return lanes; },
    get own() { return own; },
    get offline() { return offline; },
    /** For whoever stands at the door. */
    get table() { return race; },
    mine: () => ours()?.seat ?? null,
    ours: () => { const mine = ours(); return mine ? [mine.seat] : []; },
    ready,
    /** Milliseconds until the first tick. */
    begins: () => begins - performance.now(),
    /** How many ticks have gone by. */
    tick: () => Math.max(0, Math.floor((performance.now() - begins) / TICK)),
    /** @param {string} name @param {number} [seat] */
    async join(name, seat) {
      const taken = await api.join(name, seat);
      keepTokens(id, [taken]);
      // It may have begun before we heard that we are in it.
      if (sit()) hears.linedUp();
      hears.changed();
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
