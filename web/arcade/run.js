// A run as text: how it was set up, the inputs tick by tick, and how far it went. A race sends it in bundles.

/** @import { RealTimeEngine, RealTimeState, RunHeader } from './types.js' */
/** What was done in which tick; ticks grow. @typedef {[tick: number, inputs: string][]} Inputs */

/** A copy of the state is kept every so many ticks, to go back from. */
const STRIDE = 600;

export class Run {
  /** @param {RealTimeEngine} game @param {RunHeader} header */
  constructor(game, header) {
    this.game = game;
    this.header = header;
    /** @type {Inputs} */
    this.inputs = [];
    /** How many ticks it took. */
    this.end = 0;
  }

  /** @param {number} tick @param {string} inputs */
  note(tick, inputs) {
    if (inputs) this.inputs.push([tick, inputs]);
  }

  /** Forgets everything from a tick on. @param {number} tick */
  cut(tick) {
    while (this.inputs.length && this.inputs[this.inputs.length - 1][0] >= tick) this.inputs.pop();
    this.end = Math.min(this.end, tick);
  }

  text() {
    const head = JSON.stringify({ plateau: 1, game: this.game.id, run: 1, ...this.header });
    return `${[head, ...this.inputs.map(([tick, inputs]) => `${tick} ${inputs}`), `${this.end} .`].join('\n')}\n`;
  }

  /** What was played from a tick on, as a race sends it. @param {number} from */
  bundle(from) {
    const news = this.inputs.filter(([tick]) => tick >= from).map(([tick, inputs]) => `${tick} ${inputs}`);
    return [...news, `${this.end} .`].join(';');
  }
}

/**
 * Reads a run. Throws a SyntaxError where it is none of this game.
 * @param {RealTimeEngine} game @param {string} text
 */
export function readRun(game, text) {
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const line = JSON.parse(head);
  if (line.game !== game.id || line.run !== 1) throw new SyntaxError(`not a run of ${game.id}`);
  const run = new Run(game, game.readHeader(line));
  Object.assign(run, readInputs(game, run.header, lines, 0));
  return run;
}

/**
 * The lines of a run or of a bundle that begins at a tick.
 * @param {RealTimeEngine} game @param {RunHeader} header @param {string[]} lines @param {number} from
 * @returns {{ inputs: Inputs, end: number }}
 */
export function readInputs(game, header, lines, from) {
  /** @type {Inputs} */
  const inputs = [];
  let last = from - 1;
  for (const [i, line] of lines.entries()) {
    const [, tick, text] = line.match(/^(\d{1,9}) (\S+)$/) ?? [];
    const at = Number(tick);
    const ends = i === lines.length - 1;
    if (!tick || at <= last || (ends ? text !== '.' : !game.isInput(text, header))) {
      throw new SyntaxError(`not an input: ${line}`);
    }
    if (ends) return { inputs, end: at };
    inputs.push([at, text]);
    last = at;
  }
  throw new SyntaxError('the end is missing');
}

/** A run that is watched: the state at any tick, forwards or backwards. */
export class Replay {
  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.state = run.game.begin(run.header);
    this.at = 0;
    this.next = 0;
    /** @type {{ state: RealTimeState, at: number, next: number }[]} */
    this.marks = [{ state: this.state.clone(), at: 0, next: 0 }];
  }

  /** One tick on. False at the end. */
  step() {
    if (this.at >= this.run.end || this.state.over) return false;
    const input = this.run.inputs[this.next];
    const due = input?.[0] === this.at;
    if (due) this.next++;
    this.state.tick(due ? input[1] : '');
    this.at++;
    if (this.at % STRIDE === 0 && this.at > this.marks[this.marks.length - 1].at) {
      this.marks.push({ state: this.state.clone(), at: this.at, next: this.next });
    }
    return true;
  }

  /** @param {number} tick */
  seek(tick) {
    if (tick < this.at) {
      const mark = /** @type {Replay['marks'][0]} */ (this.marks.findLast(({ at }) => at <= tick));
      Object.assign(this, { state: mark.state.clone(), at: mark.at, next: mark.next });
    }
    while (this.at < tick && this.step());
    this.state.news();
  }

  /** The state as the run leaves it. */
  finish() {
    this.seek(this.run.end);
    return this.state;
  }

  /** How many ticks there are to watch: played to its end once, any moment of it is near. */
  measure() {
    this.finish();
    const end = this.at;
    this.seek(0);
    return end;
  }
}
