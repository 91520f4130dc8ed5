// A run as text: what was played, to be kept, sent, replayed and watched. A bundle is a piece of one, for a race.

import { Well } from '../boards/tetris/well.js';

/** @import { Setup } from '../boards/tetris/well.js' */
/** What stands in a run's first line. @typedef {Setup & { seed: string, name: string }} Header */

const OPS = /^(?:[LRCASHX]|G[1-9]\d?\.\d{1,2})+$/;
/** A clone so often makes a run quick to walk through in both directions. */
const STRIDE = 600;

export class Run {
  /** @param {Header} header */
  constructor({ rules, width, height, mode, first, seed, name }) {
    /** @type {Header} */
    this.header = { rules, width, height, mode, first, seed, name };
    /** By tick, which grow. @type {[number, string][]} */
    this.inputs = [];
    /** How far it went. */
    this.end = 0;
  }

  /** @param {number} tick @param {string} ops */
  note(tick, ops) {
    if (ops) this.inputs.push([tick, ops]);
  }

  /** Forgets everything from a tick on. @param {number} tick */
  cut(tick) {
    while (this.inputs.length && this.inputs[this.inputs.length - 1][0] >= tick) this.inputs.pop();
    this.end = Math.min(this.end, tick);
  }

  text() {
    const { rules, width, height, mode, first, seed, name } = this.header;
    const head = JSON.stringify({ plateau: 1, game: 'tetris', run: 1, rules, width, height, mode, first, seed, name });
    return `${[head, ...this.inputs.map(([tick, ops]) => `${tick} ${ops}`), `${this.end} .`].join('\n')}\n`;
  }

  /** What was played from a tick on, as a race sends it. @param {number} from */
  bundle(from) {
    const news = this.inputs.filter(([tick]) => tick >= from).map(([tick, ops]) => `${tick} ${ops}`);
    return [...news, `${this.end} .`].join(';');
  }

  /** Throws where a line cannot be read. @param {string} text */
  static parse(text) {
    const [head, ...lines] = text.trim().split(/\r?\n/);
    const said = JSON.parse(head);
    const { rules, width, height, mode, first } = said;
    const whole = [width, height, first].every(Number.isInteger);
    const tall = rules === 'modern' ? 20 : 22;
    if (said.game !== 'tetris' || said.run !== 1 || !/^(report|modern)$/.test(rules) || !/^(marathon|sprint|ultra|practice|race)$/.test(mode)
      || !whole || width < 4 || width > 16 || height < 4 || height > tall || first < 1 || first > (mode === 'marathon' ? 15 : 20) || !/^\d{1,20}$/.test(said.seed)) throw new SyntaxError('not a run of Tetris');
    const run = new Run({ rules, width, height, mode, first, seed: said.seed, name: String(said.name ?? '') });
    const { inputs, end } = readInputs(lines, 0, width);
    run.inputs = inputs;
    run.end = end;
    return run;
  }
}

/**
 * The lines of a run or of a bundle.
 * @param {string[]} lines @param {number} from @param {number} width @returns {{ inputs: [number, string][], end: number }}
 */
export function readInputs(lines, from, width) {
  /** @type {[number, string][]} */
  const inputs = [];
  let last = from - 1;
  for (const [i, line] of lines.entries()) {
    const [, tick, ops] = line.match(/^(\d{1,9}) (\S+)$/) ?? [];
    const at = Number(tick);
    const ends = i === lines.length - 1;
    if (!tick || at <= last || (ends ? ops !== '.' : !OPS.test(ops))) throw new SyntaxError(`not an input: ${line}`);
    for (const [, column] of ops.matchAll(/G\d+\.(\d+)/g)) if (Number(column) >= width) throw new SyntaxError(`no such column: ${line}`);
    if (ends) return { inputs, end: at };
    inputs.push([at, ops]);
    last = at;
  }
  throw new SyntaxError('the end is missing');
}

/** A run that is watched: the well at any tick, forwards or backwards. */
export class Replay {
  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.well = Well.begin(run.header);
    this.at = 0;
    this.next = 0;
    /** @type {{ well: Well, at: number, next: number }[]} */
    this.marks = [{ well: this.well.clone(), at: 0, next: 0 }];
  }

  /** One tick on. False at the end. */
  step() {
    if (this.at >= this.run.end || this.well.over) return false;
    const input = this.run.inputs[this.next];
    const due = input?.[0] === this.at;
    if (due) this.next++;
    this.well.tick(due ? input[1] : '');
    this.at++;
    if (this.at % STRIDE === 0 && this.at > this.marks[this.marks.length - 1].at) this.marks.push({ well: this.well.clone(), at: this.at, next: this.next });
    return true;
  }

  /** @param {number} tick */
  seek(tick) {
    if (tick < this.at) {
      const mark = /** @type {Replay['marks'][0]} */ (this.marks.findLast(({ at }) => at <= tick));
      Object.assign(this, { well: mark.well.clone(), at: mark.at, next: mark.next });
    }
    while (this.at < tick && this.step());
    this.well.news();
  }

  /** The well as the run leaves it. */
  finish() {
    this.seek(this.run.end);
    return this.well;
  }
}
