// A game played alone that was interrupted: kept while this tab is open, so that a reload or a look elsewhere loses
// nothing.

import { readRun } from './run.js';
import { SoloGame } from './solo.js';

/** @import { RealTimeGame } from './types.js' */
/**
 * A game that was left in the middle; `plays` and `coaches` say what the machine was doing.
 * @typedef {{ key: string, solo: SoloGame, plays: boolean, coaches: boolean }} Interrupted
 */

const PLACE = 'plateau-solo';

/** Keeps a game; null forgets it. @param {Interrupted | null} left */
export function keepInterrupted(left) {
  try {
    if (!left) return sessionStorage.removeItem(PLACE);
    const { key, solo, plays, coaches } = left;
    const { helped, tally, ticket, paused } = solo;
    const kept = { key, text: solo.run.text(), helped, tally, ticket, paused, plays, coaches };
    sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays; a reload begins anew.
  }
}

/**
 * The game that was kept under this key, played again up to where it was left.
 * @param {RealTimeGame} game @param {string} key @param {boolean} undoable @returns {Interrupted | null}
 */
export function interrupted(game, key, undoable) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
    if (kept?.key !== key) return null;
    const run = readRun(game, kept.text);
    const solo = SoloGame.replayed(game, run, undoable);
    solo.helped = kept.helped === true;
    solo.ticket = kept.ticket ?? null;
    solo.paused = kept.paused === true;
    solo.tally = game.createTally?.(run.header, kept.tally ?? undefined) ?? null;
    return solo.state.over ? null : { key, solo, plays: kept.plays === true, coaches: kept.coaches === true };
  } catch {
    return null;
  }
}
