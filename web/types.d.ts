// The shapes that the page's modules hand to each other, for the checker only. What goes to the server and comes
// from it is made from its OpenAPI document: `npm run types` writes api-types.d.ts.

import type * as api from './api-types.js';

export type {
  Actions, ActionWish, Analysis, Arena, BestRun, BoardLayer, Breakdown, Clock, Entered, Epoch, ExplainWish, Game,
  GamePuzzles, Hint, Idea, Joined, Ladder, LaddersEvent, Lesson, Level, Lines, LinesWish, ListedPuzzle, Lobby,
  Measured, Mode, NewRace, NewTable,
  Outcome, Pass, Phrase, PositionWish, Puzzles, PuzzleSolution, Race, RaceEvent, RaceNote, RaceSeat, RaceSeated,
  RaceTick, RefusalBody, Review, ReviewMove, ReviewPosition, Said, Score, SealedRun, Seat, Seated, SeatKind, Setting,
  Shelf, Statistic, Study, Table, TableEvent, ThinkWish, Ticket, Variant, Words,
} from './api-types.js';

/** Only a game's own board knows the form of its view. */
type WithView<T> = Omit<T, 'view'> & { view: any };
export type TableView = WithView<api.TableView>;
export type Position = WithView<api.Position>;
export type Puzzle = Omit<api.Puzzle, 'position'> & { position: Position };
export type PuzzleStep = Omit<api.PuzzleStep, 'position'> & { position: Position };
export type PuzzleAnswer = Omit<api.PuzzleAnswer, 'steps'> & { steps: PuzzleStep[] };
/** What is not there in a search tree is left out, never null. */
export type SearchNode = { [K in keyof api.SearchNode]: Exclude<api.SearchNode[K], null> };
export type SearchTree = Omit<api.SearchTree, 'nodes'> & { nodes: SearchNode[] };
export type Explanation = Omit<api.Explanation, 'position' | 'trees'> & { position: Position; trees: SearchTree[] };
export type ActionEvent = WithView<api.ActionEvent>;
export type ResetEvent = Omit<api.ResetEvent, 'view'> & { view: TableView };

export type Lang = 'en' | 'fr';

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
  /** What those who play them are called, where people have names. */
  names?: string[];
  /** Through whose eyes it is seen: a board may turn that side towards the player. Null for spectators. */
  seat?: number | null;
  /** The last move. */
  last?: { seat: number; move: string } | null;
  /** Whether the last step of the present turn can be taken back, with `onBack`. */
  back?: boolean;
  /** How many moves were made since the viewer's last one, and whether they are being replayed, with `onRecap`. */
  recap?: { moves: number; running: boolean };
  /** Show it at once, without motion. */
  still: boolean;
};
export type Board = { update(state: BoardState): void; focus(): void; destroy(): void };
/** Where squares are in a board's picture, in the picture's own units; columns from the left, rows from the bottom. */
export type HeatMap = {
  host: Element;
  at(x: number, y: number): { x: number; y: number; size: number; round: number };
};
export type BoardModule = {
  /** Where its squares are, once it has shown a view. */
  heat?(container: HTMLElement, view: any): HeatMap | null;
  create(
    container: HTMLElement,
    /** `table` is where it is played, for what the board keeps over a reload. */
    options: { onMove: (move: string) => void; onBack?: () => void; onRecap?: () => void; table?: string },
  ): Board;
  /** A small still life of the game, for cards. */
  picture(): SVGElement;
  /** A move in words, to be read aloud: "column 4". */
  say(move: string): string;
  /** A move in few letters, for the list of moves; its text if there is nothing shorter. */
  label?(move: string): string;
  /** Whose mark stands beside a move, where a seat plays several colours. */
  mark?(move: string, seat: number): number;
  /** A seat's sign in bars and lists, where the game has its own. */
  sign?(seat: number): SVGElement;
  /** Whether a move is made in one's own turn only: others answer in the turn of another. Without it all are. */
  acts?(move: string): boolean;
  /** What stands in a seat's bar: points, walls left, a hand's size. */
  panel?(view: any, seat: number): Node | string | null;
  /** The seats that win together with a seat, itself among them; without it nobody has allies. */
  allies?(view: any, seat: number): number[];
  /** Something is for one seat's eyes only: people who share a screen pass it on behind a curtain. */
  hides?: boolean;
  /** What the marks of the analysis mean on this board, in a sentence. */
  legend?(): string;
  /** Texts that the analysis board reads: moves or a position, as its players write them. */
  examples?: string[];
};

export type Cleanup = () => void;
export type Page = (root: HTMLElement, params: string[]) => Promise<Cleanup | void>;
