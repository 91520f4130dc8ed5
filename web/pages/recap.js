// Replays what the others did since one's own last turn, step by step, at a pace that can be followed.

/** How long each step stands, in milliseconds. */
const PACE = 1400;

/**
 * How many moves were made since the last one of a seat in its own turn; none if it has made no move yet and nobody
 * else has. What it only answered in the turn of another belongs to that turn.
 * @param {({ seat: number, move: string } | undefined)[]} moves @param {number | null} seat
 * @param {(move: string) => boolean} [acts] whether a move is made in one's own turn only
 */
export function missed(moves, seat, acts = () => true) {
  if (seat === null) return 0;
  /** Whose turn it was at each move. @type {(number | undefined)[]} */
  const turns = [];
  for (const move of moves) turns.push(move && acts(move.move) ? move.seat : turns.at(-1));
  const last = moves.findLastIndex((move, i) => move?.seat === seat && (turns[i] ?? seat) === seat);
  const since = moves.slice(last + 1);
  // An answer to one's own attack is no turn of another.
  return since.some((move) => !move || acts(move.move)) ? since.length : 0;
}

/**
 * @param {{ show: (epoch: number) => Promise<unknown>, tell: (n: number, of: number, epoch: number) => void,
 *   done: () => void }} hooks `show` looks at an epoch, `tell` says what was done there
 */
export function recap({ show, tell, done }) {
  /** Counts the replays: a step of an earlier one does nothing. */
  let run = 0;
  let running = false;

  function stop() {
    run++;
    if (!running) return;
    running = false;
    done();
  }

  /** @param {number} from the epoch before the first step @param {number} to the last epoch */
  async function play(from, to) {
    stop();
    const own = run;
    running = true;
    for (let epoch = from; epoch <= to; epoch++) {
      await show(epoch);
      if (own !== run) return;
      if (epoch > from) tell(epoch - from, to - from, epoch);
      await new Promise((go) => setTimeout(go, epoch === from ? PACE / 2 : PACE));
      if (own !== run) return;
    }
    stop();
  }

  return {
    play,
    stop,
    get running() { return running; },
  };
}
