// What the server sends and what a board gets, for the TypeScript check. Nothing here runs.
// A module names a type as `import("/static/types").View` in its JSDoc.

export type Player = 1 | 2;
/** A move in the game's own notation: a number or a word. */
export type Move = string | number;

/** What anybody at the table may see; the game's facts.py adds its own. */
export interface Facts {
  game: string;
  rules: Record<string, number>;
  turn: Player;
  winner: Player | null;
  [name: string]: any;
}

/** A move or what chance brought, as it stands in the line of play. */
export interface Step {
  seq: number;
  number: number;
  /** null: chance. */
  who: Player | null;
  move: Move;
  forced: boolean;
  by_hand?: boolean;
  /** The facts after it; null where a long game leaves them out. */
  facts: Facts | null;
  /** Whose turn it is after it. */
  turn: Player;
}

export interface Outcome {
  winner: Player | null;
  reason: string;
  how?: string;
  by?: Player | null;
}

export interface SeatView {
  player: Player;
  label: string;
  name: string;
  taken: boolean;
  here: boolean;
  house: boolean;
  /** What the level is here, where it is weaker than its name says; else "". */
  note: string;
}

export interface Settings {
  clock: number | null;
  undo: boolean;
  hints: boolean;
  limit: number | null;
  strikes: number | null;
}

/** What is new at a table: the answer to an action, and the stream's `update`. */
export interface Update
  extends Omit<View, "table" | "game" | "title" | "rules" | "variant" | "first" | "actions" | "settings" | "daily" | "facts"> {
  /** It is for who has everything up to this entry, or more. */
  after: number;
  /** How many of the steps known then still stand; `steps` are those after them. */
  kept: number;
  /** Of the position, if steps were taken back and no new one shows it. */
  facts: Facts | null;
}

/** GET /api/tables/{id}, and the stream's `view`. */
export interface View {
  table: string;
  game: string;
  title: string;
  rules: Record<string, number>;
  variant: Record<string, number>;
  position: string;
  number: number;
  seq: number;
  turn: Player;
  facts: Facts;
  /** The facts at the start of this game. */
  first: Facts;
  seats: [SeatView, SeatView];
  you: Player | null;
  holds: Player[];
  waiting: boolean;
  outcome: Outcome | null;
  settings: Settings;
  /** `ends` is noted by the page: when the time is up, by its own clock. */
  clock: { left: number; running: boolean; ends?: number } | null;
  offer: { who: Player; kind: string } | null;
  hints: string[];
  /** How many steps the hint ladder has for this decision, if that is known. */
  ladder?: number;
  /** What was refused in your current decision. */
  tried?: Move[];
  steps: Step[];
  /** The legal ones, and all that there may ever be: only to the seat that asked for them, for this decision. */
  moves: Move[] | null;
  every: Move[] | null;
  /** Every move there may ever be under these rules, where they are few; else null. */
  actions?: Move[] | null;
  game_number: number;
  watching: number;
  marks: string[];
  daily: string | null;
  thinking: boolean;
}

export interface Level {
  name: string;
  told: string;
}

export interface Variant {
  /** The numbers that differ from the book's. */
  rules: Record<string, number>;
  told: string;
  favoured: string | null;
}

/** One entry of GET /api/games. */
export interface GameInfo {
  name: string;
  title: string;
  aim: string;
  variants: Variant[];
  /** Who is favoured by the book's rules, and why. */
  favoured: string | null;
  /** Who wins by the book's rules with perfect play; null if nobody does or nobody knows. */
  winning_side: Player | null;
  levels: Level[];
  /** The levels as they play under any other rules. */
  other_levels: Level[];
  rules: Record<string, { standard: number; least: number; most: number }>;
  /** Where its page.js is; null where it brings none. */
  page: string | null;
  /** Where its art.js is, the picture for the wall; null where it brings none. */
  art: string | null;
  ours: boolean;
}

/** A puzzle as asked. */
export interface Puzzle {
  puzzle: string;
  game: string;
  rules: Record<string, number>;
  position: string;
  turn: Player;
  facts: Facts;
  question: string;
  among: Move[] | null;
  /** Every move there may ever be under these rules, where they are few. */
  actions?: Move[] | null;
  difficulty: string;
  rating: number;
}

/** GET /api/today. */
export interface Today {
  day: string;
  version: number;
  number: number;
  prime: boolean;
  name: string;
  puzzle: Puzzle;
  more: Puzzle[];
  duel: { game: string; level: string };
}

/** Who sits where, as said at the beginning of a sentence: "You", "The house", "Mara", "Player 2". */
export interface Seats {
  names: [string, string];
  you: Player | null;
}

/** How the board is looked at. */
export interface Look {
  seats: Seats;
  /** Whose side of the table this is: yours, else of the player to move. */
  me: Player;
  /** What is chosen but not played yet; each board reads its own. */
  held: string;
  /** Moves refused since the last one was made. */
  tried: Move[];
  /** Whether somebody at this screen is to move. */
  yours: boolean;
  over: boolean;
  actions: Move[] | null;
  play(text: string): void;
  hold(text: string): void;
  mode: "table" | "puzzle" | "rush" | "review";
  /** Ask, by this question, for what the board keeps folded (a hint, and noted); left out where hints are off. */
  unfold?: (question: string) => void;
  /** What came of it. */
  primes?: Move[];
}

/** A message: a glyph, the arithmetic in bold, and what it means. */
export interface Said {
  glyph?: string;
  bold: string;
  text: string;
  kind?: "" | "prime" | "yes" | "no";
}

/** A line of the move list. */
export interface Row {
  move: string;
  what: string;
  prime?: boolean;
  struck?: boolean;
}

/** The one form of an error answer. */
export interface ErrorAnswer {
  error: { kind: string; message: string; [more: string]: any };
}

/** Days in a row on which the puzzle of the day was solved. */
export interface Streak {
  now: number;
  best: number;
}

export interface Square {
  day: string;
  sign: "solved" | "missed" | "open" | "played" | "rest" | "ahead";
}

export interface Score {
  day: string;
  right: number;
  slips: number;
}

/** What progress amounts to in one game. */
export interface OfGame {
  games: number;
  won: number;
  beaten: Record<string, Player[]>;
  accuracy: { day: string; accuracy: number }[];
  luck: { games: number; luck: number; choices: number } | null;
  mistakes: { what: string; times: number }[];
  rating: { rating: number; deviation: number; volatility: number; asked: number; right: number };
  openings: { known: number; all: number } | null;
}

/** As `parlor progress --json` has it, and what the pages ask besides. */
export interface Summary {
  day: string;
  streak: Streak;
  calendar: Square[][];
  puzzles: number;
  games: number;
  won: number;
  accuracy: { day: string; accuracy: number }[];
  waiting: number;
  rush: Record<string, Score[]>;
  next: { game: string; level: string; side: Player | null; sentence: string } | null;
  by_game: Record<string, OfGame>;
  /** The positions whose time has come, the longest waiting first, and whether each was the player's own mistake. */
  due: { position: string; mistake: boolean }[];
  today: { tries: Record<string, string>; hints: Record<string, number>; duel: { accuracy: number | null; won: boolean } | null };
  /** Three lines that give no answer away. */
  share: string[];
}

/** POST /api/progress. */
export interface Progress {
  progress: Record<string, any>;
  summary: Summary;
  told: string[];
}

/** What the answer to a puzzle was worth. */
export interface Verdict {
  right: boolean;
  why: string;
  /** What was tried, in the game's own notation. */
  move?: string;
  answer?: string[];
  line?: Move[];
}

/** A move in a review. */
export interface GradedRow {
  number: number;
  /** Of the step among the steps. */
  place: number;
  move_number: number;
  player: Player;
  move: Move;
  did: string;
  brief: string;
  glyph: string;
  word: string;
  kind: "good" | "bad" | "ink2";
  points: number | null;
  only: boolean;
  /** How many moves kept what there was: "2 of 8 moves keep the win". */
  saving: string;
  hints: number;
  /** The position before the move. */
  position: string;
  why: string;
  /** What would have been better, only where it was asked for. */
  reason: string;
  better: Move[];
  folded: boolean;
  at_stake: boolean;
}

/** The moment a game turned on. */
export interface Turning {
  title: string;
  decided: boolean;
  number: number;
  place: number;
  move_number: number;
  player: Player;
  position: string;
  move: Move;
  why: string;
  sentences: string[];
  better: Move[];
}

/** Luck and choices of one player, in tenths of a percent. */
export interface Side {
  player: Player;
  luck: number | null;
  choices: number;
  accuracy: number | null;
  explained: string;
  about: boolean;
}

/** GET /api/tables/{id}/review and POST /api/review. */
export interface Review {
  game: string;
  title: string;
  rules: Record<string, number>;
  variant: Record<string, number>;
  seats: [string, string];
  names: [string, string];
  you: Player | null;
  headline: string;
  closing: string;
  outcome: Outcome | null;
  first: Facts;
  position: string;
  /** Every move of the game, where they are few and no secret. */
  actions: Move[] | null;
  /** Those of its table, for another try. */
  settings: Record<string, unknown>;
  steps: Step[];
  /** Player 1's winning chance at the start and after each step; null in endless play. */
  values: (number | null)[];
  exact: boolean;
  rows: GradedRow[];
  slips: string[];
  turning: Turning | null;
  sides: [Side, Side];
}
