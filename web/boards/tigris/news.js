// How the last conflict went, from the log, for those who have not seen it. No document.

/** @import { Words } from '../../types.js' */
/** @import { State } from './state.js' */
/**
 * @typedef {{ number: number, seat: number, says: Words, template?: Words,
 *   conflict: 'begins' | 'support' | 'won' | 'lost' | null }} LogEntry
 */

/** The conflict that whoever looks at the present has not seen settled. @param {State} state @returns {LogEntry[]} */
export function unseenConflict(state) {
  const { seat = null, pending, view } = state.shown;
  const log = /** @type {LogEntry[]} */ (view.log);
  const newest = log.at(-1)?.number ?? 0;
  // What was there when we came is no news; and whoever acts has seen how it went.
  if (state.seen < 0 || pending !== null || newest < state.seen) state.seen = newest;
  const conflict = conflictAfter(log, state.seen);
  // Whoever only watches has no move to say that they have seen it: the next event does.
  return seat === null && conflict.at(-1)?.number !== newest ? [] : conflict;
}

/**
 * The last conflict that was settled after an event: how it began, what was added, who won what.
 * @param {LogEntry[]} log @param {number} seen the number of that event
 */
export function conflictAfter(log, seen) {
  const won = log.findLastIndex(({ conflict }) => conflict === 'won');
  if (won < 0 || log[won].number <= seen) return [];
  const first = log.slice(0, won).findLastIndex(({ conflict }) => conflict === 'begins');
  // The points of the winner come after what the loser lost.
  const rest = log.slice(won + 1);
  const other = rest.findIndex(({ conflict, seat }) => conflict !== 'lost' && seat !== log[won].seat);
  const end = other < 0 ? rest.length : other;
  const points = rest.slice(0, end).findIndex(({ conflict }) => conflict === null);
  return log.slice(Math.max(first, 0), won + 1 + (points < 0 ? end : points + 1));
}
