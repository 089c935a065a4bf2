// The types of the page, for the TypeScript check. Nothing here runs. What the server sends is in api.d.ts, which
// `make types` generates from the API's description; here are its names, and what a board gets.
// A module names a type as `import("/static/types").View` in its JSDoc.

import type { components } from "./api";

type Sent = components["schemas"];
/** The same with `any` for what only a game knows. */
type Open<T> = unknown extends T ? any : T extends object ? { [Key in keyof T]: Open<T[Key]> } : T;

export type Player = 1 | 2;
/** A move in the game's own notation: a number or a word. */
export type Move = string | number;

export type Facts = Open<Sent["Facts"]>;
export type Step = Open<Sent["Step"]>;
export type Outcome = Sent["Outcome"];
/** What the server says, with names left open. */
export type Message = Sent["Message"];
/** What stands on the key of a move. */
export type KeyText = Sent["KeyText"];
/** A line of the move list. */
export type Row = Sent["Row"];
export type SeatView = Sent["SeatView"];
export type Settings = Sent["SettingsView"];
/** `ends` is noted by the page: when the time is up, by its own clock. */
export type Clock = Sent["ClockView"] & { ends?: number };
/** GET /api/tables/{id}, and the stream's `view`. */
export type View = Omit<Open<Sent["View"]>, "clock" | "position"> & { clock: Clock | null }; // updates bring no position
/** What an act at the table answers with, and the stream's `update`. */
export type Update = Omit<Open<Sent["Update"]>, "clock"> & { clock: Clock | null };
/** A row of the list that POST /api/summaries answers with. */
export type TableSummary = Sent["TableSummary"];
/** A row of GET /api/tables/{id}/games. */
export type TableGame = Sent["TableGame"];
export type Presence = Sent["Presence"];
export type GameInfo = Sent["GameInfo"];
export type Level = Sent["Level"];
export type Variant = Sent["Variant"];
export type Puzzle = Open<Sent["Puzzle"]>;
export type Sheet = Open<Sent["Sheet"]>;
export type Today = Open<Sent["Today"]>;
export type Verdict = Sent["Verdict"];
export type Progress = Open<Sent["Progress"]>;
export type Summary = Sent["Summary"];
export type OfGame = Sent["OfGame"];
export type Streak = Sent["Streak"];
export type Square = Sent["Square"];
export type Score = Sent["Score"];
export type RushRules = Sent["RushRules"];
export type Review = Open<Sent["Review"]>;
export type GradedRow = Sent["GradedRow"];
export type Turning = Sent["Turning"];
export type Side = Sent["Side"];
export type ErrorAnswer = Sent["Error"];

/** What the players are called. */
export interface Seats {
  /** At the beginning of a sentence: "You", "The house", "Mara", "Player 2". */
  names: [string, string];
  /** The same within a sentence: "you", "the house", "Mara". */
  inside: [string, string];
  you: Player | null;
}

/** How the board is looked at. */
export interface Look {
  seats: Seats;
  /** Whose side of the table this is: yours, else of the player to move. */
  me: Player;
  /** What is chosen but not played yet; each board reads its own. */
  held: string;
  /** The move that was sent and is not answered yet; left out where none is. */
  sent?: string;
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
