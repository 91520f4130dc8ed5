// While somebody waits for a player who is away: how long it lasts, and after a while what can be done about it.

import { t } from '../i18n/index.js';
import { duration } from '../ui/clock.js';
import { callName } from '../ui/seat.js';

/** @import { Game } from '../types.js' */
/** @import { Live } from '../live.js' */

/** A reload of the other page is no absence. */
const SOON = 5000;
/** What is said changes this often, so that whoever listens is not told every second. */
const STEP = 10_000;

/** @param {Live} live @param {Game} game */
export function claims(live, game) {
  /** Whoever waits on is asked again when the absence has doubled. */
  let patience = 0;

  /** How long we have waited, and how long until we may claim; null while there is nothing to claim. */
  function waiting() {
    const turn = live.position.turn;
    const [wait, away] = [live.claimIn(), turn === null ? null : live.away(turn)];
    if (wait === null || away === null || turn === null) patience = 0;
    else if (away > SOON && away > patience) return { wait, away, name: callName(live.table.seats, turn, game) };
    return null;
  }

  return {
    /** Whether the game may be claimed now. */
    ready: () => waiting()?.wait === 0,
    text() {
      const now = waiting();
      if (!now) return '';
      const { wait, away, name } = now;
      return wait > 0 ? t('claim.in', { name, time: duration(Math.ceil(wait / STEP) * STEP) })
        : t('claim.now', { name, time: duration(Math.max(STEP, Math.floor(away / STEP) * STEP)) });
    },
    /** @param {'game' | 'machine'} what */
    claim: (what) => live.api.claim(what, live.token()),
    wait() { patience = 2 * (waiting()?.away ?? 0); },
  };
}

/** @typedef {ReturnType<typeof claims>} Claims */
