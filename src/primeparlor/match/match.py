"""The referee of a match: checks that a move may be made now, stores the turn, and notifies observers.

A move is submitted against the *event number*, which never goes down. `decide` returns a *turn*: the move and
all that follows from it, up to the next decision. The store saves the whole turn or nothing; only then does
the turn count, and observers are notified. So a store that fails leaves the match as it was. If two processes
decide on the same event, only one gets its turn stored: the other applies the stored turn and decides again.

The clock of a match runs in the process that has begun it. The time a decision has taken is stored with every
note and when the match is suspended; after a restart the clock goes on from there. A process that applies
another's turn counts from that moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, Move, Player, State
from primeparlor.match import decisions
from primeparlor.match.checks import (
    check_entry,
    check_help,
    check_names,
    check_over,
    check_seats,
    check_seed,
    list_early_ends,
)
from primeparlor.match.clock import Clock
from primeparlor.match.events import (
    AGREED,
    EARLY_ENDS,
    FAILED,
    HUMAN,
    LIMIT,
    OUT_OF_TIME,
    RESIGNED,
    STRIKES,
    Answer,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    NotYourTurn,
    NumberedEntry,
    Offer,
    Outcome,
    OutOfTime,
    Pause,
    Refusal,
    Result,
    Seating,
    Settings,
    StaleMove,
    Turn,
)
from primeparlor.match.fate import Fate
from primeparlor.match.protocols import Notifier, Observer, Store

if TYPE_CHECKING:
    from random import Random


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
        fate: Sequence[Move] = (),
        number: int = 0,
        seq: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if refusal := start.too_large_to_play() or settings.refusal():
            raise MatchError(refusal)
        check_seats(seats)
        check_names(seats, names)
        seeded = seeded or seed is not None  # a resumed match remembers that it was
        self.start, self.settings = start, settings
        self.first_seats, self.first_names = self.seats, self.names = seats, names
        self.first_number, self.first_seq = number, seq  # more than 0 in a rematch at the same table
        self.seeded, self.day = seeded, day  # the day that fixes what is dealt, as in 2026-11-17
        self.state = start
        self.journal: list[Entry] = []
        self.events: list[Event] = []
        self.line: list[tuple[Event, State]] = []  # the events not taken back, with the state before each
        self.outcome: Outcome | None = None
        self.decision = Decision()
        self.moves_made = 0  # by players, without those taken back
        self._seated_at = 0  # the moves made when the present players sat down
        self.seed, self.fate = seed, Fate(seed)
        self.dealt = list(fate)  # by hand, before anything is drawn
        self.store: Store | None = None
        self.observers: list[Observer] = []
        self.suspended = False
        self.now, self._clock = now, Clock(now)
        self._begun = self._due = False  # whether a player's decision is due
        self._tell = Notifier(self.observers)

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
        entries = enumerate(self.journal[at:], self.first_seq + at + 1)
        return [
            NumberedEntry(number, entry)
            for number, hidden in entries
            if (entry := self._filter_entry(hidden, readers))
        ]

    def find_last_visible(self, readers: Collection[Player]) -> int:
        """Return the number of the last entry that these seats may see."""
        for at in range(len(self.journal), 0, -1):
            if self._filter_entry(self.journal[at - 1], readers) is not None:
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

    def make_stream(self, name: str) -> Random:
        """Return a player's own random stream at this event; the streams of fate are never handed out."""
        return self.fate.make_stream(f"player/{name}", self.number)

    # The clock ----------------------------------------------------------------------------------

    @property
    def time_left(self) -> float | None:
        """Seconds left for the current decision; None without a clock or if no decision is due."""
        if self.settings.clock is None or not self._due:
            return None
        return max(0.0, self.settings.clock - max(self._clock.used, self.decision.ms / 1000))

    @property
    def ms(self) -> int:
        """Milliseconds this decision has taken: at least what was noted, at most what the clock gives."""
        ms = max(self.decision.ms, int(self._clock.used * 1000))
        return ms if self.settings.clock is None else min(ms, int(self.settings.clock * 1000))

    def pause_clock(self) -> AbstractContextManager[None]:
        """Stop the clock meanwhile, for computations of the parlor."""
        return self._clock.pause()

    def check_time(self) -> bool:
        """Return True if the time for this decision is over; that ends the match."""
        try:
            self._commit_turn(lambda: self._find_time_out() or Turn(self.seq, ()))
        except OutOfTime:
            return True
        return False

    # Actions: each is decided, stored, applied and notified; the stored turn is returned -------------------

    def begin(self) -> Turn:
        """Let fate and forced moves act until a player must choose, and start the clock."""
        if self.suspended:
            raise MatchError("The match is suspended: resume it to go on.")
        self._begun = True
        turn = self._commit_turn(
            lambda: decisions.complete_turn(self, (), self.state, self.moves_made, self.fate)
        )
        if not turn.entries and not self._due:
            self._await_decision()
        return turn

    def submit(self, player: Player, move: Move, number: int) -> Turn:
        """Play the move for this player if the rules allow it, else raise.

        A seat that repeats its own accepted move gets the same turn again.
        """
        return self._commit_turn(lambda: self.decide(player, move, number))

    def note_invalid(self, player: Player, number: int) -> Turn:
        """Note that the player to move typed something that is not a move: a strike."""
        return self._commit_turn(
            lambda: self._check_moment(number, player) or decisions.decide_refusal(self, None, strike=True)
        )

    def undo(self, player: Player, number: int) -> Turn:
        """Go back to this player's last own decision (ruling A6), or ask the other player's consent."""
        return self._commit_turn(lambda: self._check_moment(number) or decisions.decide_undo(self, player))

    def rematch(self, player: Player, number: int) -> Turn:
        """After the end, ask for another game; allow it, if the other player has asked."""
        return self._commit_turn(
            lambda: self._check_moment(number, over=True) or decisions.decide_rematch(self, player)
        )

    def answer(self, player: Player, allowed: bool, number: int) -> Turn:
        """Allow or decline what the other player has offered."""

        def decide() -> Turn:
            late = self._check_moment(number, over=self.outcome is not None)
            return late or decisions.decide_answer(self, player, allowed)

        return self._commit_turn(decide)

    def resign(self, player: Player, number: int) -> Turn:
        """End the match in the other player's favour."""
        return self._commit_turn(
            lambda: self._check_moment(number) or decisions.decide_end(self, Outcome(OTHER[player], RESIGNED))
        )

    def forfeit(self, player: Player, reason: str = FAILED, number: int | None = None) -> Turn:
        """End the match because this player, a program, cannot go on (ruling A4): now, or at this event."""

        def decide() -> Turn:
            late = self._check_moment(self.number if number is None else number)
            outcome = Outcome(OTHER[player], reason)
            if outcome not in list_early_ends(self):
                raise MatchError(f"Player {player} cannot forfeit this way: only a program can fail.")
            return late or decisions.decide_end(self, outcome)

        return self._commit_turn(decide)

    def check_help(self, player: Player, kind: Help | None, number: int) -> None:
        """Raise if this help, or any, may not be given now; called before anything is computed."""
        self._commit_turn(lambda: self._check_moment(number, player) or Turn(self.seq, ()))
        check_help(self, kind)

    def hint(self, player: Player, kind: Help, number: int) -> Turn:
        """Note that the player to move gets this help, before it is given."""
        return self._commit_turn(
            lambda: self._check_moment(number, player) or decisions.decide_hint(self, player, kind)
        )

    def seat(self, one: str, two: str, names: tuple[str, str] | None = None) -> Turn:
        """Seat these players as Player 1 and Player 2, under the names they chose."""
        return self._commit_turn(
            lambda: decisions.decide_seating(self, (one, two), self.names if names is None else names)
        )

    def suspend(self) -> None:
        """Leave the table: nothing more is accepted. The record can be resumed with the time left.

        If the store fails, the table is left anyway; calling this again retries saving the time.
        """
        try:
            if self.outcome is not None or (not self.suspended and self.check_time()):
                return
        finally:
            self.suspended = self.outcome is None
        self._clock.stop()
        if self._due and self.settings.clock is not None:
            self._commit_turn(lambda: decisions.decide_pause(self))
        self._due = False

    # Storing and applying -----------------------------------------------------------------------

    def decide(self, player: Player, move: Move, number: int, fate: Fate | None = None) -> Turn:
        """Return the turn this move would make; outcomes are drawn by this fate.

        It changes nothing. A refused move, or the end of the time, makes a turn too: its error is raised to
        the player. A move that was already stored gives the turn it made then.
        """
        before = decisions.find_repeated(self, player, move, number)
        return (
            before
            or self._check_moment(number, player)
            or decisions.decide_move(self, player, move, fate or self.fate)
        )

    def _check_moment(self, number: int, player: Player | None = None, over: bool = False) -> Turn | None:
        """Return the turn that ends the match if time is up; raise if nothing can be done now.

        Once the match is `over`, there is no time limit.
        """
        if over:
            check_over(self)
        elif self.outcome is not None:
            raise MatchError("The match is over.")
        elif self.suspended:
            raise MatchError("The match is suspended: resume it to go on.")
        elif not self._due:
            raise MatchError("Nobody can move yet: begin the match first.")
        if number != self.number:
            raise StaleMove("The game has moved on, so nothing was done.")
        if (late := self._find_time_out()) is not None:
            return late
        if player not in (None, self.state.turn):
            raise NotYourTurn(f"It is Player {self.state.turn}'s turn.")
        return None

    def _find_time_out(self) -> Turn | None:
        """Return the turn that ends the match because time is up, else None."""
        left, turn = self.time_left, self.state.turn
        if left is None or left > 0:
            return None
        late = OutOfTime(f"Player {turn} is out of time.")
        return decisions.decide_end(self, Outcome(OTHER[turn], OUT_OF_TIME), late)

    def _commit_turn(self, decide: Callable[[], Turn]) -> Turn:
        """Store the turn, then apply it and notify. If another process was first, catch up and decide again.

        The same happens if the decision is refused: a turn stored elsewhere may allow it.
        """
        while True:
            try:
                turn = decide()
                if turn.seq < self.seq:  # it was stored before
                    return turn
                if self.store is not None and turn.entries:
                    self.store.append(turn)
            except MatchError:
                if not self.catch_up():
                    raise
                continue
            self.apply_turns(turn)
            if turn.error is not None:
                raise turn.error
            return turn

    def catch_up(self) -> bool:
        """Apply the turns another process has stored; return True if there were any."""
        turns = () if self.store is None else self.store.since(self.seq)
        self.apply_turns(*turns)
        return bool(turns)

    def apply_turns(self, *turns: Turn) -> None:
        """Apply stored turns, each as a whole, then notify the observers."""
        news = []
        for turn in turns:
            for entry in turn.entries:
                before = self.state
                self.apply_entry(entry)
                news.append((NumberedEntry(self.seq, entry), before, self.state))
            if any(isinstance(entry, Event | Result) for entry in turn.entries):
                self._await_decision()
        self._tell(news)

    def _await_decision(self) -> None:
        """Start the clock: after a whole turn a decision is due, unless the match is over or suspended."""
        self._due = self._begun and self.outcome is None and not self.suspended
        self._clock.start(self.decision.ms / 1000)
        if not self._due:
            self._clock.stop()

    def apply_entry(self, entry: Entry) -> None:
        """Apply an entry that has been checked or decided."""
        if isinstance(entry, Event):
            self._apply_event(entry)
            self.decision = Decision()
            if entry.who is None:  # something was drawn: the other outcomes dealt by hand are dropped
                del self.dealt[: 1 if entry.by_hand else None]
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
            number=self.first_number,
            seq=self.first_seq,
            now=now or self.now,
        )
