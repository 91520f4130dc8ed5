// A ticket for a run that is to stand in a list: the server draws its seed and knows when it began, how long it was
// paused and when it ended. Without one a game is played all the same; it is not listed then.

import { issueTicket, sealRun, tellPause } from './api.js';

/** @import { Mode } from '../types.js' */
/** @import { Session } from './session.js' */
/** @import { SoloGame } from './solo.js' */

/** So long the beginning waits for a ticket, in milliseconds. */
const PATIENCE = 3000;

/**
 * The tickets of a page, one for each game that it begins.
 * @param {string} game @param {Mode} mode @param {boolean} watch
 */
export function createTickets(game, mode, watch) {
  /** The game that a ticket was asked for, and when the answer is there. @type {SoloGame | null} */
  let asked = null;
  /** @type {Promise<void> | null} */
  let waiting = null;

  /** @param {Session} session */
  async function request(session) {
    const { solo } = session;
    try {
      const { ticket, seed } = await issueTicket(game, mode.id, anyKey(), AbortSignal.timeout(PATIENCE));
      if (session.solo !== solo || session.state.clock > 0) return;
      session.deal(seed);
      asked = session.solo;
      asked.ticket = ticket;
    } catch {
      // It is played without one.
    }
  }

  return {
    /** Asks for a ticket, if this game is to have one and has not. @param {Session} session */
    want(session) {
      const { solo } = session;
      if (mode.ranked === null || watch || solo.ticket || solo.state.clock > 0 || asked === solo) return;
      asked = solo;
      const mine = request(session).finally(() => { if (waiting === mine) waiting = null; });
      waiting = mine;
    },
    /** The answer that is still to come; null where there is none. */
    get waiting() { return waiting; },
    /** Tells that the game stands still, or goes on. @param {SoloGame} solo @param {boolean} paused */
    pause(solo, paused) {
      if (!solo.ticket || (!paused && !solo.paused)) return;
      const { ticket } = solo;
      solo.paused = paused;
      // One after the other, so that none overtakes the one before.
      solo.told = (solo.told ?? Promise.resolve()).then(() => tellPause(game, ticket, paused)).catch(() => {});
    },
    /** Tells of the run as soon as it is over: who types a name slowly loses nothing. @param {SoloGame} solo */
    seal(solo) {
      const { ticket, state, helped } = solo;
      if (!ticket || helped || (mode.ranked === 'ticks' && !state.done)) return;
      solo.told = (solo.told ?? Promise.resolve())
        .then(() => sealRun(game, ticket, solo.run.text())).then(() => {}, () => {});
    },
  };
}

/** What nobody can guess. */
function anyKey() {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
