"""The course of a match: everything that has happened, and what still counts. It decides nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from primeparlor.core import OTHER, Move, Player, State
from primeparlor.match.events import (
    AGREED,
    EARLY_ENDS,
    HUMAN,
    LIMIT,
    STRIKES,
    Answer,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    NumberedEntry,
    Offer,
    Outcome,
    Pause,
    Refusal,
    Result,
    Seating,
    Settings,
    Turn,
)

AGENT_STRIKES = 3  # ruling A2, unless the table sets another number
UNATTENDED_MOVES = 200  # ruling N1, likewise: a match without people stops here


class Decision:
    """The notes since the last event, all about the current decision."""

    def __init__(self) -> None:
        self.help: dict[Help, None] = {}  # in the order given
        self.step = 0  # of the hint ladder
        self.refused = self.strikes = 0
        self.ms = 0  # taken when something was last noted
        self.offer: Offer | None = None  # still open
        self.allowed: Player | None = None  # who may take back now

    def apply_note(self, note: Note) -> None:
        """Apply a note."""
        if isinstance(note, Hint):
            self.help[note.kind] = None
            self.step += isinstance(note.kind, int)
        elif isinstance(note, Refusal):
            self.refused += 1
            self.strikes += note.strike
        elif isinstance(note, Offer):
            self.offer = note
        elif isinstance(note, Answer):
            self.offer, self.allowed = None, OTHER[note.who] if note.allowed else None
        if isinstance(note, Hint | Refusal | Pause):
            self.ms = note.ms


class Course:
    """The events, notes and result of a match so far, and the state that they lead to."""

    def __init__(
        self,
        start: State,
        seats: tuple[str, str] = (HUMAN, HUMAN),
        settings: Settings = AGREED,
        *,
        names: tuple[str, str] = ("", ""),
        seeded: bool = False,
        day: str | None = None,
        number: int = 0,
        seq: int = 0,
    ) -> None:
        self.start, self.settings = start, settings
        self.first_seats, self.first_names = self.seats, self.names = seats, names
        self.first_number, self.first_seq = number, seq  # more than 0 in a rematch at the same table
        self.seeded, self.day = seeded, day  # the day that fixes what is dealt, as in 2026-11-17
        self.seed: int | None = None
        self.state = start
        self.journal: list[Entry] = []
        self.events: list[Event] = []
        self.line: list[tuple[Event, State]] = []  # the events not taken back, with the state before each
        self.outcome: Outcome | None = None
        self.decision = Decision()
        self.moves_made = 0  # by players, without those taken back
        self._seated_at = 0  # the moves made when the present players sat down

    # History ----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last event, which a move names. It never goes down."""
        return self.first_number + len(self.events)

    @property
    def seq(self) -> int:
        """The sequence number of the last entry."""
        return self.first_seq + len(self.journal)

    @property
    def history(self) -> list[Event]:
        """The events without those taken back."""
        return [event for event, _ in self.line]

    @property
    def notes(self) -> list[Note]:
        """The entries that are neither events nor the result."""
        return [entry for entry in self.journal if not isinstance(entry, Event | Result)]

    def find_event(self, number: int) -> Event:
        """Return the event of this number, taken back or not."""
        return self.events[number - self.first_number - 1]

    def find_seats(self, number: int) -> tuple[str, str]:
        """Return the seats at the event of this number."""
        seatings = [note for note in self.notes if isinstance(note, Seating) and note.after < number]
        return seatings[-1].seats if seatings else self.first_seats

    def find_last_decision(self, players: Sequence[Player]) -> Event | None:
        """Return the last move that one of these players chose: forced moves are nobody's choice."""
        decisions = (e for e, _ in reversed(self.line) if e.who in players and not e.forced)
        return next(decisions, None)

    @property
    def hint_step(self) -> int:
        """The last hint step given for the current decision; 0 before the first."""
        return self.decision.step

    @property
    def offer(self) -> Offer | None:
        """The offer that is still open, if there is one."""
        return self.decision.offer

    @property
    def marks(self) -> tuple[str, ...]:
        """The reasons why the match is not rated."""
        return self.find_marks(())

    def find_marks(self, more: Sequence[Entry]) -> tuple[str, ...]:
        """Return the marks with these entries included."""
        journal = [*self.journal, *more]
        marks = {
            "set up": self.start != type(self.start).start(self.start.rules),
            "seeded": self.seeded,
            "dealt by hand": any(isinstance(entry, Event) and entry.by_hand for entry in journal),
            "taken back": any(isinstance(entry, Event) and entry.undo is not None for entry in journal),
            "seats changed": any(
                isinstance(entry, Seating) and entry.seats != self.first_seats for entry in journal
            ),
        }
        return tuple(mark for mark, holds in marks.items() if holds)

    def since(self, seq: int, readers: Collection[Player] = ()) -> list[NumberedEntry]:
        """Return the entries after this number that these seats may see; with no seats, as a spectator.

        Until the match is over, hints and refused tries are shown to their own seat only.
        """
        at = max(0, seq - self.first_seq)
        kept = enumerate(self.journal[at:], self.first_seq + at + 1)
        return [
            NumberedEntry(number, entry)
            for number, hidden in kept
            if (entry := self._filter_entry(hidden, readers))
        ]

    def list_history(self, player: Player) -> list[Event]:
        """Return the events not taken back, as this player may see them."""
        return [
            entry for event, _ in self.line if isinstance(entry := self._filter_entry(event, [player]), Event)
        ]

    def _filter_entry(self, entry: Entry, readers: Collection[Player]) -> Entry | None:
        """Return the entry as these seats may see it; None if they may not."""
        if self.outcome is not None:
            return entry
        if isinstance(entry, Hint | Refusal):
            return entry if entry.who in readers else None
        if isinstance(entry, Event) and entry.refused and entry.who not in readers:
            return entry._replace(refused=0)
        return entry

    def list_turns(self, seq: int = 0) -> list[Turn]:
        """Return the entries after this number, grouped into turns."""
        start = max(0, seq - self.first_seq)
        found: list[Turn] = []
        for at, entry in enumerate(self.journal[start:], start):
            if found and self._is_same_turn(self.journal[at - 1], entry):
                found[-1] = found[-1]._replace(entries=(*found[-1].entries, entry))
            else:
                found.append(Turn(self.first_seq + at, (entry,)))
        return found

    def _is_same_turn(self, before: Entry, entry: Entry) -> bool:
        """Return True if an entry belongs to the same turn as the one before it."""
        if isinstance(entry, Result):
            if isinstance(before, Refusal):
                return entry.outcome.reason == STRIKES
            return isinstance(before, Event) and entry.outcome.reason not in EARLY_ENDS
        if not isinstance(entry, Event):
            return False
        if isinstance(before, Answer):
            return before.allowed
        return isinstance(before, Event) and (entry.who is None or entry.forced)

    # Current state ----------------------------------------------------------------------------

    @property
    def limit(self) -> int | None:
        """The number of moves after which the match stops unfinished; None if it may go on for ever."""
        if self.settings.limit is None and HUMAN not in self.seats:
            return self._seated_at + UNATTENDED_MOVES
        return self.settings.limit

    def find_outcome(self) -> Outcome | None:
        """Return how the match ended, or ends here by the rules or its limit; None if it goes on."""
        return self.outcome or self.find_outcome_at(self.state, self.moves_made)

    def find_outcome_at(self, state: State, moves: int) -> Outcome | None:
        """Return how the match ends, by the rules or its limit, in this state after this many moves."""
        if (ending := state.ending()) is not None:
            return Outcome(ending.winner, ending.reason)
        if self.limit is not None and moves >= self.limit:
            return Outcome(None, LIMIT)
        return None

    def has_choice(self) -> bool:
        """Return True if a player has a choice to make: neither fate nor a forced move comes next."""
        return not self.state.chances() and self.state.forced() is None

    def strikes_allowed(self, player: Player) -> int | None:
        """Return how many invalid inputs in a row lose the game; None for people without a setting."""
        if self.settings.strikes is None and self.seats[player - 1] != HUMAN:
            return AGENT_STRIKES
        return self.settings.strikes

    def is_strike(self, move: Move) -> bool:
        """Return True if this refused move counts as a strike; a person may try some moves."""
        return self.seats[self.state.turn - 1] != HUMAN or not self.state.is_attempt(move)

    def find_undoable(self, player: Player) -> int:
        """Return the number of the last decision of this player, to be taken back; raise if there is none."""
        if not self.settings.undo:
            raise MatchError("Taking back moves is off in this game.")
        if (last := self.find_last_decision([player])) is None:
            raise MatchError("There is nothing to take back yet.")
        return last.number

    def needs_consent(self, player: Player) -> bool:
        """Return True if the other player is a person who must be asked before this one takes back."""
        return self.settings.consent and self.seats[OTHER[player] - 1] == HUMAN

    # Applying entries -------------------------------------------------------------------------

    def apply_entry(self, entry: Entry) -> None:
        """Apply an entry that has been checked or decided."""
        if isinstance(entry, Event):
            self._apply_event(entry)
            self.decision = Decision()
        elif isinstance(entry, Result):
            self.outcome, self.seed = entry.outcome, entry.seed
            self.decision = Decision()
        else:
            if isinstance(entry, Seating):
                self._apply_seating(entry)
            self.decision.apply_note(entry)
        self.journal.append(entry)

    def _apply_seating(self, seating: Seating) -> None:
        """Seat new players, who have no strikes yet; a new name alone does not make a new player."""
        if seating.seats != self.seats:
            self.decision.refused = self.decision.strikes = 0
            self._seated_at = self.moves_made
        self.seats, self.names = seating.seats, seating.names

    def _apply_event(self, event: Event) -> None:
        self.events.append(event)
        if event.undo is None:
            self.line.append((event, self.state))
            self.moves_made += event.who is not None
            self.state = self.state.after(event.move)
        while event.undo is not None:
            gone, self.state = self.line.pop()
            self.moves_made -= gone.who is not None
            if gone.number == event.undo:
                break
