// The shapes that the server sends (docs/http-api.md) and that modules hand to each other. For the checker only.

export type Words = { en: string; fr: string };
export type Lang = 'en' | 'fr';

export type Level = { id: string; name: Words; about: Words; /** Measured Elo, by the id of the variant. */ ratings: Record<string, number>; /** Pieces a second, in real time. */ pace?: number | null };
export type Variant = { id: string; name: Words; about: Words; seats: number; options: Record<string, unknown> };
export type Setting = { id: string; name: Words } & (
  | { kind: 'number'; min: number; max: number; step: number }
  | { kind: 'flag' }
  | { kind: 'choice'; of: [string, Words][] }
);
export type Game = {
  id: string; name: Words; tagline: Words; seats: Words[]; variants: Variant[]; settings: Setting[];
  defaults: Record<string, unknown>; levels: Level[]; usual_level: string; lessons: number; formats: string[];
  /** What can be played in real time, where anything can. */
  modes?: Mode[] | null;
};
export type Mode = { id: string; name: Words; about: Words; ranked: 'points' | 'ticks' | null };
/** A run in a list of the best. */
export type BestRun = { id: string; rank: number; name: string; points: number; ticks: number; figures: Record<string, any>; at: string };

export type SeatKind = 'person' | 'bot' | 'open';
export type Seat = { seat: number; kind: SeatKind; name?: string | null; level?: string | null; thinking?: boolean };
export type Outcome = { places: number[]; points: number[]; why: Words; winners: number[] };
export type Table = {
  id: string; game: string; variant: string | null; options: Record<string, unknown>;
  status: 'waiting' | 'playing' | 'over'; generation: number; epoch: number; turn: number | null;
  outcome: Outcome | null; created: string; seats: Seat[]; spectators: number;
  undo?: { by: number; epoch: number } | null; next?: string | null;
};
/** A race: `begins_in` in milliseconds, negative once it has begun. */
export type RaceBody = {
  id: string; game: string; options: Record<string, any>; round: number; status: 'waiting' | 'playing' | 'over';
  begins_in: number | null; seed: string | null; seats: (Seat & { alive: boolean })[]; outcome: Outcome | null; private: boolean; created: string;
};
export type RaceNote = { note: 'bundle'; seat: number; bundle: string } | { note: 'garbage'; to: number; lines: number; column: number } | { note: 'gone'; seat: number };
export type Position = {
  epoch: number; generation: number; seat: number | null; view: any; turn: number | null;
  outcome: Outcome | null; legal: string[];
  /** The last move was a step of our own turn, and can be taken back without asking anybody. */
  back?: boolean;
};
export type Action = { epoch: number; generation: number; seat: number; move: string } & Partial<Position>;
export type Score = 'draw' | { win: number } | { loss: number } | { points: number } | { chance: number };
export type Idea = {
  best: string | null; score: Score; chance: number; line: string[];
  moves: { move: string; score: Score; chance: number }[]; nodes: number; depth: number;
};
export type Thought = { epoch: number; seat: number | null; idea: Idea | null };

export type Step = { accept?: string[]; wrong?: Words | null; reply?: string | null };
export type Lesson = {
  id: string; title: Words; text: Words[]; options?: Record<string, unknown>; seed?: number; moves: string[];
  task: Words; hint: Words; praise: Words; steps: Step[];
};

/** What a board is told to show. docs/page.md says more. */
export type BoardState = {
  /** The game's own view, as the one who looks may see it. */
  view: any;
  /** The moves' texts that may be played here and now; there may be thousands. */
  legal: string[];
  /** Whose turn it is, and the seat that may move from this screen, or null. */
  turn: number | null; hand: number | null;
  /** Our move that waits for the server; a move that somebody advises. */
  pending: string | null; hint: string | null;
  /** What moves are worth, in the analysis. */
  scores: { move: string; label: string; tone: 'win' | 'draw' | 'loss' | 'even' }[];
  /** What the seats are called. */
  seats: string[];
  /** Through whose eyes it is seen: a board may turn that side towards the player. Null for spectators. */
  seat?: number | null;
  /** The last move. */
  last?: { seat: number; move: string } | null;
  /** Whether the last step of the present turn can be taken back, with `onBack`. */
  back?: boolean;
  /** Show it at once, without motion. */
  still: boolean;
};
export type Board = { update(state: BoardState): void; focus(): void; destroy(): void };
export type BoardModule = {
  create(container: HTMLElement, options: { onMove: (move: string) => void; onBack?: () => void; onIdle?: () => void }): Board;
  /** A small still life of the game, for cards. */
  picture(): SVGElement;
  /** A move in words, to be read aloud: "column 4". */
  say(move: string): string;
  /** A move in few letters, for the list of moves; its text if there is nothing shorter. */
  label?(move: string): string;
  /** Whose mark stands beside a move, where a seat plays several colours. */
  mark?(move: string, seat: number): number;
  /** What stands in a seat's bar: points, walls left, a hand's size. */
  panel?(view: any, seat: number): Node | string | null;
  /** Something is for one seat's eyes only: people who share a screen pass it on behind a curtain. */
  hides?: boolean;
  /** What the marks of the analysis mean on this board, in a sentence. */
  legend?(): string;
};

export type Cleanup = () => void;
export type Page = (root: HTMLElement, params: string[]) => Promise<Cleanup | void>;
