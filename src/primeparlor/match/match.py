"""The referee of a match: decides what comes of an act, stores the turn, applies it and notifies observers.

An act names the *event number* it was chosen at, which never goes down. `decide` returns a *turn*: the act
and all that follows from it, up to the next decision. It changes nothing. The store saves the whole turn or
nothing; only then does the turn count, and observers are notified. So a store that fails leaves the match as
it was. If two processes decide on the same event, only one gets its turn stored: the other applies the stored
turn and decides again. `perform` takes all these steps; the server takes them itself, without blocking.

The clock of a match runs in the process that has begun it. The time a decision has taken is stored with every
note and when the match is suspended; after a restart the clock goes on from there. A process that applies
another's turn counts from that moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, Move, Player, State
from primeparlor.match.acts import Act, Begin, Play, Suspend
from primeparlor.match.checks import (
    check_entry,
    check_names,
    check_seats,
    check_seed,
)
from primeparlor.match.clock import Clock
from primeparlor.match.decisions import DECISIONS
from primeparlor.match.events import (
    AGREED,
    DEALT_BY_HAND,
    EARLY_ENDS,
    FULL,
    LIMIT,
    MARKS,
    SEATS_CHANGED,
    SEEDED,
    SET_UP,
    STRIKES,
    TAKEN_BACK,
    TOO_LARGE,
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
from primeparlor.match.fate import Fate
from primeparlor.match.protocols import Notifier, Observer, Store
from primeparlor.match.seat_labels import HUMAN
from primeparlor.match.series import Series

if TYPE_CHECKING:
    from random import Random


AGENT_STRIKES = 3  # ruling A2, unless the table sets another number
UNATTENDED_MOVES = 200  # ruling N1, likewise: a match without people stops here


class Decision:
    """The notes since the last event, all about the current decision."""

    help: tuple[Help, ...] = ()  # in the order given
    step = 0  # of the hint ladder
    refused = strikes = 0
    noted = 0  # of those refused
    ms = 0  # taken when something was last noted
    offer: Offer | None = None  # still open
    allowed: Player | None = None  # who may take back now

    def apply_note(self, note: Note) -> None:
        """Apply a note."""
        if isinstance(note, Hint):
            self.help = (*self.help, note.kind)
            self.step += isinstance(note.kind, int)
        elif isinstance(note, Refusal):
            self.refused += 1
            self.noted += 1
            self.strikes += note.strike
        elif isinstance(note, Offer):
            self.offer = note
        elif isinstance(note, Answer):
            self.offer, self.allowed = None, OTHER[note.who] if note.allowed else None
        if isinstance(note, Hint | Refusal | Pause):
            self.ms = note.ms


class Match:
    """A match in progress or over. Call `begin` once observers are registered."""

    def __init__(
        self,
        start: State,
        seats: tuple[str, str] = (HUMAN, HUMAN),
        settings: Settings = AGREED,
        *,
        names: tuple[str, str] = ("", ""),
        seed: int | None = None,
        seeded: bool = False,
        day: str | None = None,
        too_large: bool = False,
        series: Series | None = None,
        fate: Sequence[Move] = (),
        number: int = 0,
        seq: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        refusal = start.too_large_to_play() or settings.refusal() or (series and series.refusal())
        if refusal:
            raise MatchError(refusal)
        check_seats(seats)
        check_names(seats, names)
        seeded = seeded or seed is not None  # a resumed match remembers that it was
        self.start, self.settings = start, settings
        self.first_seats, self.first_names = self.seats, self.names = seats, names
        self.first_number, self.first_seq = number, seq  # more than 0 in a rematch at the same table
        self.number = number  # of the last event, which a move names; it never goes down
        self.seq = seq  # of the last entry
        self.series = series  # None unless it is one of several games
        self.seeded, self.day = seeded, day  # the day that fixes what is dealt, as in 2026-11-17
        self.state = start
        set_up = start != type(start).start(start.rules)
        # whether a player cannot solve this game, and plays as a weaker level
        self.too_large = self.first_too_large = too_large
        # why the match is not rated
        self.marks = (SET_UP,) * set_up + (SEEDED,) * seeded + (TOO_LARGE,) * too_large
        self.journal: list[Entry] = []
        self.events: list[Event] = []
        self.line: list[tuple[Event, State]] = []  # the events not taken back, with the state before each
        self.outcome: Outcome | None = None
        self.decision = Decision()
        self.moves_made = 0  # by players, without those taken back
        self.outcomes = 0  # of fate, drawn or dealt by hand, with those taken back: it never goes down
        self.limit: int | None = None  # moves after which the match stops unfinished; None if it may go on
        self._set_limit()
        self.seed, self.fate = seed, Fate(seed)
        self.dealt = list(fate)  # by hand, before anything is drawn
        self.store: Store | None = None
        self.observers: list[Observer] = []
        self.suspended = False
        self.now, self._clock = now, Clock(now)
        self.pause_clock = self._clock.pause  # stops it meanwhile, for computations of the parlor
        self._begun = False  # whether the clock of this process runs
        self.due = False  # whether a player's decision is due
        self._tell = Notifier(self.observers)

    def mark_too_large(self) -> None:
        """Note, before the first event, that a player cannot solve this game and plays as a weaker level."""
        self.too_large = self.first_too_large = True
        self.marks = (*self.marks, TOO_LARGE)

    # History ----------------------------------------------------------------------------------

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

    def find_marks(self, more: Sequence[Entry]) -> tuple[str, ...]:
        """Return the marks with these entries included."""
        marked = set(self.marks)
        for entry in more:
            if isinstance(entry, Event) and entry.by_hand:
                marked.add(DEALT_BY_HAND)
            elif isinstance(entry, Event) and entry.undo is not None:
                marked.add(TAKEN_BACK)
            elif isinstance(entry, Seating):
                marked |= {SEATS_CHANGED} if entry.seats != self.first_seats else set()
                marked |= {TOO_LARGE} if entry.too_large else set()
        return tuple(mark for mark in MARKS if mark in marked)

    def since(self, seq: int, readers: Collection[Player] = ()) -> list[NumberedEntry]:
        """Return the entries after this number that these seats may see.

        With no seats, as a spectator. Until the match is over, hints and refused tries are shown to their own
        seat only.
        """
        at = max(0, seq - self.first_seq)
        return [
            NumberedEntry(number, entry)
            for number, hidden in enumerate(self.journal[at:], self.first_seq + at + 1)
            if (entry := self._filter_entry(hidden, readers))
        ]

    def read_entry(self, seq: int, readers: Collection[Player]) -> Entry:
        """Return the entry of this number as these seats may see it, for who knows that they may."""
        entry = self.journal[seq - self.first_seq - 1]
        return self._filter_entry(entry, readers) or entry

    def find_last_visible(self, readers: Collection[Player]) -> int:
        """Return the number of the last entry that these seats may see."""
        for at in range(len(self.journal), 0, -1):
            entry = self.journal[at - 1]
            if self.outcome or not isinstance(entry, Hint | Refusal) or entry.who in readers:
                return self.first_seq + at
        return self.first_seq

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
            return isinstance(before, Event) and entry.outcome.reason not in (*EARLY_ENDS, FULL)
        if not isinstance(entry, Event):
            return False
        if isinstance(before, Answer):
            return before.allowed
        return isinstance(before, Event) and (entry.who is None or entry.forced)

    # Current state ----------------------------------------------------------------------------

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

    def make_stream(self, name: str) -> Random:
        """Return a player's own random stream at this event; the streams of fate are never handed out."""
        return self.fate.make_stream(f"player/{name}", self.number)

    # The clock ----------------------------------------------------------------------------------

    @property
    def time_left(self) -> float | None:
        """Seconds left for the current decision; None without a clock or if no decision is due."""
        if self.settings.clock is None or not self.due:
            return None
        return max(0.0, self.settings.clock - max(self._clock.used, self.decision.ms / 1000))

    @property
    def ms(self) -> int:
        """Milliseconds this decision has taken: at least what was noted, at most what the clock gives."""
        ms = max(self.decision.ms, int(self._clock.used * 1000))
        return ms if self.settings.clock is None else min(ms, int(self.settings.clock * 1000))

    # Acts: each is decided, stored, applied and notified ------------------------------------------------

    def decide(self, act: Act) -> Turn:
        """Return the turn that this act would make, a function of the match alone: nothing changes.

        A refused input, or the end of the time, makes a turn too: its error is raised once it is stored.
        An act that is not allowed now raises `MatchError`. A move that was already stored gives the turn it
        made then, which has a lower `seq` than the match.
        """
        return DECISIONS[type(act)](self, act)

    def perform(self, act: Act) -> Turn:
        """Decide the act, store the turn, apply it and notify; return the turn, or raise its error.

        If another process was first, catch up and decide again. The same happens if the act is refused: a
        turn stored elsewhere may allow it.
        """
        while True:
            try:
                turn = self.decide(act)
                if self.store is not None and turn.entries and turn.seq == self.seq:
                    self.store.append(turn)
            except MatchError:
                if not self.catch_up():
                    raise
                continue
            self.apply_turns(turn)
            if turn.error is not None:
                raise turn.error
            return turn

    def begin(self) -> Turn:
        """Let fate and forced moves act until a player must choose, and start the clock."""
        return self.perform(Begin())

    def submit(self, player: Player, move: Move, number: int) -> Turn:
        """Play the move for this player if the rules allow it, else raise."""
        return self.perform(Play(player, move, number))

    def suspend(self) -> Turn:
        """Leave the table, even if the store fails; calling this again retries saving the time."""
        self._clock.stop()
        try:
            return self.perform(Suspend())
        finally:
            self.suspended = self.outcome is None

    # Storing and applying -----------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Apply the turns another process has stored; return True if there were any."""
        turns = () if self.store is None else self.store.since(self.seq)
        self.apply_turns(*turns)
        return bool(turns)

    def apply_turns(self, *turns: Turn) -> None:
        """Apply stored turns, each as a whole, then notify; turns that were applied before are skipped."""
        news = []
        for turn in turns:
            if turn.seq < self.seq:
                continue
            for entry in turn.entries:
                before = self.state
                self.apply_entry(entry)
                news.append((NumberedEntry(self.seq, entry), before, self.state))
            if turn.unnoted is not None:
                self.decision.refused += 1
                news.append((NumberedEntry(self.seq, turn.unnoted), self.state, self.state))
            changed = any(isinstance(entry, Event | Result) for entry in turn.entries)
            if turn.running is not None:
                changed = changed or turn.running != self.due
                self._begun, self.suspended = turn.running, not turn.running and self.outcome is None
            if changed:  # a decision is due after a whole turn, unless the match is over or suspended
                self.due = self._begun and self.outcome is None and not self.suspended
                self._clock.start(self.decision.ms / 1000)
                if not self.due:
                    self._clock.stop()
        if self.observers:
            self._tell(news)

    def apply_entry(self, entry: Entry) -> None:
        """Apply an entry that has been checked or decided."""
        if isinstance(entry, Event):
            self.events.append(entry)
            self.number = entry.number
            if entry.undo is None:
                self.line.append((entry, self.state))
                self.moves_made += entry.who is not None
                self.state = self.state.after(entry.move)
            while entry.undo is not None:
                gone, self.state = self.line.pop()
                self.moves_made -= gone.who is not None
                if gone.number == entry.undo:
                    break
            self.decision = Decision()
            self.outcomes += entry.who is None
            if entry.who is None:  # something was drawn: the other outcomes dealt by hand are dropped
                del self.dealt[: 1 if entry.by_hand else None]
            if entry.by_hand or entry.undo is not None:
                self.marks = self.find_marks([entry])
        elif isinstance(entry, Result):
            self.outcome, self.seed = entry.outcome, entry.seed
            self.decision = Decision()
        else:
            if isinstance(entry, Seating):
                self._apply_seating(entry)
            self.decision.apply_note(entry)
        self.journal.append(entry)
        self.seq += 1

    def _apply_seating(self, seating: Seating) -> None:
        """Seat new players, who have no strikes yet; a new name alone does not make a new player."""
        if seating.seats != self.seats:
            self.decision.refused = self.decision.noted = self.decision.strikes = 0
            self.seats = seating.seats
            self._set_limit()
        self.names, self.too_large = seating.names, seating.too_large
        self.marks = self.find_marks([seating])

    def _set_limit(self) -> None:
        """Set the move limit: that of the settings, or one counted from now if no people play."""
        unattended = self.settings.limit is None and HUMAN not in self.seats
        self.limit = self.moves_made + UNATTENDED_MOVES if unattended else self.settings.limit

    # Reading a record back ------------------------------------------------------------------------

    def restore(self, entry: Entry) -> None:
        """Apply an entry of a record after checking it as strictly as a live one."""
        check_entry(self, entry)
        self.apply_entry(entry)

    def reseed(self, seed: int) -> None:
        """Continue with the seed this match started with; any other is refused (ruling A7)."""
        if not self.seeded:
            raise MatchError("This match did not start with a seed, so it cannot go on with one.")
        if check_seed(self, seed):  # else nothing proves that it is the same, so the record will not name it
            self.seed = seed
        self.fate = Fate(seed)

    # Starting over -----------------------------------------------------------------------------

    def copy_start(self, now: Callable[[], float] | None = None) -> Match:
        """Return the same match before its first event; replaying the journal brings it to the same point.

        Its clock reads the same time, or the time given.
        """
        return Match(
            self.start,
            self.first_seats,
            self.settings,
            names=self.first_names,
            seeded=self.seeded,
            day=self.day,
            too_large=self.first_too_large,
            series=self.series,
            number=self.first_number,
            seq=self.first_seq,
            now=now or self.now,
        )
