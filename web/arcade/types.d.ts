// The contract between the arcade and a game in real time: `web/boards/<game>/realtime.js` exports a `RealTimeGame`
// as its default. docs/page.md explains it. For the checker only.

import type { Game } from '../types.js';

/** How a run was set up: the first line of its text. The game adds what it needs. */
export type RunHeader = { mode: string; seed: string; name: string };
export type SetupOf<Header> = Omit<Header, 'seed' | 'name'>;

/** A game that is running, sixty ticks a second. The same inputs lead to the same state everywhere. */
export type RealTimeState = {
  /** How many ticks have gone by. */
  readonly clock: number;
  /** It has ended; and whether by reaching what the mode asks for. */
  readonly over: boolean;
  readonly done: boolean;
  readonly points: number;
  /** How many decisions were made. The machine is asked about each, and undo takes back one. */
  readonly decisions: number;
  /** Garbage sent to other seats, in a race. */
  readonly sent: number;
  /** One tick with its inputs, an empty text for none. */
  tick(inputs: string): void;
  /** What happened since the last call, for pictures and sounds. */
  news(): RealTimeNews[];
  clone(): RealTimeState;
  /** The state as text, as the server's `think` takes it. */
  save(): string;
};
/** Something that happened. The arcade only passes it on. */
export type RealTimeNews = { type: string };

/** Up to two keys for each action. */
export type Keys = Record<string, string[]>;
export type Pace = 'calm' | 'usual' | 'quick' | 'instant';
/** What this browser remembers for a game: the arcade's own settings, and those in the game's `usual`. */
export type Settings = { layout: string; keys: Keys; pace: Pace; level: string };
/** Changes some settings. */
export type Change = (some: Record<string, any>) => void;

/** Where keys, fingers and gamepads send their actions. */
export type Hands = { press(action: string, at?: number): void; release(action: string, at?: number): void };
/** Turns the actions that are held down into the inputs of each tick. */
export type Hand<State> = {
  /** `at` is when it happened, as events and frames tell the time. */
  press(action: string, at?: number): void;
  release(action: string, at?: number): void;
  /** Releases everything. */
  releaseAll(): void;
  /** Forgets what was pressed before the first tick. */
  clear(): void;
  /** The inputs of a tick; `end` is when it ends. */
  inputs(state: State, end?: number): string;
  /** Hears what happened, where that changes what a held key does. */
  hear(news: RealTimeNews[], state: State): void;
  /** The settings have changed. */
  adjust(settings: any): void;
};

/** What a game counts beside its state while somebody plays; plain data but for its methods. */
export type Tally = {
  /** What was reached on the way, to compare with one's best. */
  readonly splits: number[];
  press(action: string): void;
  hear(news: RealTimeNews[], state: any): void;
};

type Words = { en: string; fr: string };
/** A lesson in real time. */
export type Drill = { id: string; title: Words; steps: DrillStep[] };
/** One goal: a state to begin with, and after each tick whether it is reached, or what went wrong. */
export type DrillStep = {
  text: Words;
  begin(): any;
  check(news: any[], state: any, tally: any): true | Words | null;
  /** Where a piece is to go, as the screen draws it. */
  plan?: unknown;
};

/** A group of modes on the front page. */
export type ModeGroup = { title: string; cards: ModeCard[] };
/** One card: what is played, and in which lengths. A choice is a mode, puzzles of a theme, or a drill. */
export type ModeCard = {
  title: string;
  about: string;
  choices: { mode?: string; puzzles?: string; drill?: string; name: string }[];
};

/** Why the machine would make a move: a headline, its reasons, and the move as the screen draws it. */
export type Advice = { text: string; reasons: string[]; plan: unknown };

/** What `draw` shows. */
export type Look = {
  settings: any;
  /** What the machine or the coach has in mind. */
  advice?: Advice | null;
  /** Hide what could be studied during a pause. */
  covered?: boolean;
  /** The race is over: nothing falls any more. */
  ended?: boolean;
  /** What is counted beside, and the splits of one's best. */
  tally?: Tally | null;
  best?: { splits?: number[] } | null;
  /** Changes when the state is another one than before, after undo or a jump. */
  version: number;
  /** The frame's time, for effects. */
  time: number;
};
/** The game's picture with all that stands around it: figures, what comes next. */
export type Screen<State> = {
  root: HTMLElement;
  /** What is played on: it has the focus, and fingers play on it. */
  surface: HTMLElement;
  /** Countdown, pause and end stand in here, above the picture. */
  cover: HTMLElement;
  /** The other seats of a race stand in here where there is no room for a panel. */
  aside: HTMLElement;
  /** Columns and rows of the picture, as custom properties: the page sizes it by them. */
  vars: { columns: number; rows: number };
  draw(state: State, look: Look): void;
  /** Shows what happened: effects, words, sounds. */
  hear(news: RealTimeNews[]): void;
  /** Whether an effect is still to be seen. */
  busy(time: number): boolean;
  /** Ends all effects at once. */
  clear(): void;
  /** Lets fingers play on the surface. */
  listen(hands: Hands): void;
  destroy(): void;
};
/** Another seat of a race, small. `draw` shows it in grey when it is out. */
export type Thumbnail<State> = {
  root: HTMLElement;
  /** What is held and what comes next, to stand above it. */
  shelf?: HTMLElement;
  vars: { columns: number; rows: number };
  draw(state: State, out: boolean): void;
  destroy(): void;
};

/** What the arcade's pages ask the game to put into words. */
export type Saying =
  | 'field' // what is played on, for those who listen
  | 'fingers' // how fingers play
  | 'lead' // what a race is about
  | 'noPause' // what happens to those who look away from a race
  | 'leaveText' // what leaving a race means
  | 'youOut' // we are out of a race, the others go on
  | 'rivals' // the list of the other seats
  | 'pace'; // how fast a level plays, with {n}

/** The part of a game that touches no document: Node runs it in tests. */
export type RealTimeEngine<
  State extends RealTimeState = RealTimeState,
  Header extends RunHeader = RunHeader,
  Own extends Settings = Settings,
> = {
  /** The game's name in addresses, runs and storage. */
  id: string;

  // The run.
  begin(header: Header): State;
  /** How a mode is played with these settings. */
  setup(mode: string, settings: Own): SetupOf<Header>;
  /** How a race with these options is played. */
  raceSetup(options: Record<string, any>): SetupOf<Header>;
  /** Checks the first line of a run. Throws a SyntaxError where it is not one of this game. */
  readHeader(line: Record<string, any>): Header;
  /** Whether a text is the inputs of one tick. */
  isInput(inputs: string, header: Header): boolean;
  /** Garbage as an input of the seat that gets it, and how much of it is among some inputs. */
  garbage: { input(lines: number, column: number): string; count(inputs: string): number };
  /** Which list of the best a run with these settings is entered in. */
  kind(mode: string, settings: Own): string;

  // Settings, keys, gamepads.
  /** The game's own settings with their usual values. */
  usual: Record<string, any>;
  /** What a player can do, in the order of the list of keys. */
  actions: readonly string[];
  /** Settings that are on or off and have a key of their own. */
  switches: readonly string[];
  /** Whether an action means anything with these settings. */
  applies(action: string, settings: Own): boolean;
  /** Keys to choose from, the usual ones first. The arcade adds those of its own actions. */
  layouts: Record<string, Keys>;
  /** Actions of a standard gamepad's buttons, by number, and of its stick. */
  pad: { buttons: Record<number, string>; stick: { left: string; right: string; down: string } };
  createHand(settings: Own): Hand<State>;

  // The machine.
  /** The inputs that make a move from here, one by one; null where there is no way any more. */
  route(state: State, move: string): string[] | null;
  /** Whether the player has done something since that the machine did not have in mind. */
  outdated(state: State, move: string): boolean;
  /** The input that ends a decision, wherever things stand. */
  settle: string;
  /** Players that the keys 1, 2, … let in, for one decision or for good; or for one of these inputs, by chance. */
  guests: { level: string; once: boolean; inputs?: readonly string[] }[];
};

/** An axis of a landscape. */
type Axis = { name: string; values: number[] };

/** All that the arcade's pages need of a game. */
export type RealTimeGame<
  State extends RealTimeState = RealTimeState,
  Header extends RunHeader = RunHeader,
  Own extends Settings = Settings,
> = RealTimeEngine<State, Header, Own> & {
  // Words.
  say(what: Saying, values?: Record<string, string | number>): string;
  actionName(action: string): string;
  /** A layout of the keys: what it is called, and how it differs. */
  layoutName(id: string): { name: string; about: string };
  /** The guests in the list of keys, and who they are. */
  guestsName(): { name: string; about: string };
  /** Paragraphs below the keys in the settings. */
  notes(): string[];
  ending(state: State, mode: string): string;
  /** Names and values of what was counted. */
  figures(state: State): { id: string; name: string; value: string }[];
  /** The figures that modes are ranked by: one of them stands above in large. */
  headline: { points: string; ticks: string };
  /** Begins to count, or goes on with what was kept. */
  createTally?(setup: SetupOf<Header>, kept?: Record<string, any>): Tally;
  /** What was counted, at the end. */
  report?(tally: any, state: State): Element;
  /** What a mode without a list is about, for one's own bests; null where nothing is. */
  practiceValue?(tally: any, mode: string): number | null;
  /** A personal best in words. */
  bestText?(value: number, mode: string): string;
  /** Lessons in real time, fetched when somebody wants one. */
  drills?(): Promise<Drill[]>;
  /** The modes in groups, for the front page. */
  groups?(info: Game): ModeGroup[];
  explain(state: State, move: string): Advice | null;

  /** What was found out about its players' numbers, for a page of its own. */
  study?(): Promise<{
    title: string;
    text: string[];
    landscape: { axes: [Axis, Axis]; heights: number[][] };
    table: { head: string[]; rows: number[][] };
  }>;

  // Forms.
  /** The game's sections of the settings dialog. */
  settingsForm(settings: () => Own, set: Change): Element[];
  /** What can be chosen before a game, on the arcade's front page. */
  optionsForm(info: Game, settings: () => Own, set: Change): Element[];

  // Pictures.
  createScreen(setup: SetupOf<Header>): Screen<State>;
  createThumbnail(setup: SetupOf<Header>, settings: Own): Thumbnail<State>;
  touchControls(setup: SetupOf<Header>, hands: Hands): HTMLElement;
};
