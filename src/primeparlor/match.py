"""The referee: one match of any game, as a list of events.

A move is submitted against the *event number*, which never falls; the referee checks it, stores the
event, and only then tells the observers. Fate and forced moves follow as events of their own until
a player must choose or the match is over. Undo is an event too: nothing is ever erased.

Errors, beside those of `core`:

    MatchError
    ├── StaleMove      submitted against an event number that has passed
    └── NotYourTurn    the seat is not the one to move
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from primeparlor.core import OTHER, PLAYERS, IllegalMove, Move, ParlorError, Player, State

if TYPE_CHECKING:
    from random import Random

HUMAN = "human"

RESIGNED = "resigned"
OUT_OF_TIME = "out of time"
STRIKES = "too many invalid inputs"
LIMIT = "unfinished: move limit"


class MatchError(ParlorError):
    """Something the referee does not allow now."""


class StaleMove(MatchError):
    """The table has moved on since this was submitted."""


class NotYourTurn(MatchError):
    """Whoever does not hold the seat to move cannot move."""


class Event(NamedTuple):
    """One thing that happened: fate's outcome, a player's move, or a player's undo."""

    number: int
    who: Player | None  # None is fate
    move: Move | None  # None in an undo
    undo: int | None = None  # the event taken back, with all that followed it
    forced: bool = False  # played by the referee as the only legal move
    by_hand: bool = False  # fate dealt by hand, not drawn
    ms: int = 0  # time taken to decide
    refused: int = 0  # inputs refused before this one
    hints: tuple[str, ...] = ()  # asked for before this one


class Outcome(NamedTuple):
    """How a match ended; nobody wins one that stopped at its move limit."""

    winner: Player | None
    reason: str


class Settings(NamedTuple):
    """What the table agrees on beside the rules."""

    strikes: int | None = None  # invalid inputs in a row that forfeit the game
    limit: int | None = None  # moves
    clock: float | None = None  # seconds for each decision
    undo: bool = True
    hints: bool = True


AGREED = Settings()


class Store(Protocol):
    """Where events are kept before anyone is told of them; raises if it cannot keep one."""

    def event(self, event: Event) -> None: ...
    def outcome(self, match: Match, outcome: Outcome) -> None: ...


class Observer(Protocol):
    """Who is told, after the store has kept it."""

    def event(self, event: Event, before: State, after: State) -> None: ...
    def outcome(self, outcome: Outcome) -> None: ...


class Match:
    """A match in progress or over. Call `begin` once observers are seated."""

    def __init__(
        self,
        start: State,
        seats: tuple[str, str] = (HUMAN, HUMAN),
        settings: Settings = AGREED,
        *,
        seed: int | None = None,
        seeded: bool = False,
        fate: Sequence[Move] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if refusal := start.rules.too_large_to_play():
            raise MatchError(refusal)
        self.start, self.seats, self.settings = start, seats, settings
        self.state = start
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.suspended = False
        self.store: Store | None = None
        self.observers: list[Observer] = []
        self.seed = seed
        self.seeded = seeded or seed is not None  # a resumed match remembers that it was
        self._secret = seed if seed is not None else os.urandom(16).hex()
        self._dealt = list(fate)
        self._line: list[tuple[Event, State]] = []  # what stands, with the state before each event
        self._now = now
        self._due = now()  # when the present decision became due
        self._strikes = self._refused = 0
        self._hints: list[str] = []

    # What can be asked ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last event: what a move is submitted against."""
        return len(self.events)

    @property
    def history(self) -> list[Event]:
        """The events that stand: what was taken back is left out."""
        return [event for event, _ in self._line]

    @property
    def marks(self) -> tuple[str, ...]:
        """What keeps the match from being rated."""
        marks = {
            "set up": self.start != type(self.start).start(self.start.rules),
            "seeded": self.seeded,
            "dealt by hand": any(event.by_hand for event in self.events),
            "taken back": any(event.undo is not None for event in self.events),
        }
        return tuple(mark for mark, holds in marks.items() if holds)

    @property
    def time_left(self) -> float | None:
        """Seconds left for the present decision; None without a clock."""
        if self.settings.clock is None:
            return None
        return max(0.0, self.settings.clock - (self._now() - self._due))

    def ended(self) -> Outcome | None:
        """How the match ended, or ends here by the rules or its limit; None if it goes on."""
        if self.outcome is not None:
            return self.outcome
        if (ending := self.state.ending()) is not None:
            return Outcome(*ending)
        limit = self.settings.limit
        if limit is not None and sum(event.who is not None for event, _ in self._line) >= limit:
            return Outcome(None, LIMIT)
        return None

    def last_decision(self, players: Sequence[Player]) -> Event | None:
        """The last move that one of these players chose: forced moves are nobody's choice."""
        decisions = (e for e, _ in reversed(self._line) if e.who in players and not e.forced)
        return next(decisions, None)

    def stream(self, name: str) -> Random:
        """A random stream for this name at this event: fixed by the seed, else unforeseeable.

        Each draw has a generator of its own, so no draw tells anything about another, an undo draws
        afresh, and a match resumed with its seed goes on as it would have.
        """
        from random import Random

        return Random(f"{self._secret}/{name}/{self.number}")

    # What can be done -------------------------------------------------------------------------

    def begin(self) -> None:
        """Let fate and forced moves act until a player must choose, and start the clock."""
        self._advance()

    def submit(self, player: Player, move: Move, number: int) -> None:
        """Play the move for this player if the rules allow it, else raise and change nothing."""
        self._check_table(number)
        if player != self.state.turn:
            raise NotYourTurn(f"It is Player {self.state.turn}'s turn.")
        if self.flag_fell():
            return
        if reason := self.state.why_not(move):
            self._refuse(strike=self.seats[player - 1] != HUMAN or not self.state.is_attempt(move))
            raise IllegalMove(reason)
        self._add(self._event(player, move))
        self._advance()

    def invalid(self, number: int) -> None:
        """The player to move has given a text that is no move: it counts as a strike."""
        self._check_table(number)
        self._refuse(strike=True)

    def undo(self, player: Player, number: int) -> None:
        """Go back to this player's last own decision (ruling A6)."""
        self._check_table(number)
        self._add(self._event(player, None, undo=self._undoable(player)))
        self._advance()

    def resign(self, player: Player, number: int) -> None:
        """End the match in the other player's favour."""
        self._check_table(number)
        self._finish(Outcome(OTHER[player], RESIGNED))

    def hint(self, kind: str, number: int) -> None:
        """Note that the player to move asked for help; it is recorded with the move."""
        self._check_table(number)
        if not self.settings.hints:
            raise MatchError("Hints are off in this game.")
        self._hints.append(kind)

    def flag_fell(self) -> bool:
        """Whether the time for this decision is over; if so, that ends the match."""
        if self.outcome is None and self.time_left == 0:
            self._finish(Outcome(OTHER[self.state.turn], OUT_OF_TIME))
            return True
        return False

    def suspend(self) -> None:
        """Leave the table: nothing more is accepted; the record can be resumed."""
        self.suspended = True

    # Reading a record back --------------------------------------------------------------------

    def restore(self, event: Event) -> None:
        """Take in an event of a record after checking it as strictly as a live one."""
        if self.ended():
            raise MatchError("the game is already over")
        if event.number != self.number + 1:
            raise MatchError(f"event {self.number + 1} is missing")
        if event.undo is not None:
            if event.who is None or event.undo != self._undoable(event.who):
                raise MatchError(f"Player {event.who}'s last own decision is not event {event.undo}")
        elif event.who != (None if self.state.chances() else self.state.turn):
            raise MatchError(f"{'fate' if event.who is None else f'Player {event.who}'} does not act here")
        elif reason := self.state.why_not(event.move):
            raise MatchError(f"illegal move {event.move}: {reason}")
        elif event.forced != (event.who is not None and self.state.forced() is not None):
            raise MatchError(f"move {event.move} is {'not ' if event.forced else ''}forced")
        self._apply(event)

    def restore_outcome(self, outcome: Outcome) -> None:
        """Take in the outcome of a record after checking that the match can have ended so."""
        if (ended := self.ended()) is not None:
            possible = outcome == ended
        else:
            reasons = [RESIGNED]
            reasons += [OUT_OF_TIME] if self.settings.clock is not None else []
            reasons += [STRIKES] if self.settings.strikes is not None else []
            possible = outcome.winner in PLAYERS and outcome.reason in reasons
        if not possible:
            raise MatchError(f"the match did not end with {outcome.winner}, {outcome.reason!r}")
        self.outcome = outcome

    # How it is done ---------------------------------------------------------------------------

    def _check_table(self, number: int) -> None:
        if self.outcome is not None:
            raise MatchError("The match is over.")
        if self.suspended:
            raise MatchError("The match is suspended: resume it to go on.")
        if number != self.number:
            raise StaleMove(
                f"The table has moved on: this was meant for event {number}, now {self.number} is the last."
            )

    def _undoable(self, player: Player) -> int:
        if not self.settings.undo:
            raise MatchError("Taking back is off in this game.")
        if (last := self.last_decision([player])) is None:
            raise MatchError("There is nothing to take back yet.")
        return last.number

    def _refuse(self, strike: bool) -> None:
        self._refused += 1
        if strike and self.settings.strikes is not None:
            self._strikes += 1
            if self._strikes >= self.settings.strikes:
                self._finish(Outcome(OTHER[self.state.turn], STRIKES))

    def _event(self, who: Player, move: Move | None, undo: int | None = None) -> Event:
        ms = int((self._now() - self._due) * 1000)
        hints = tuple(self._hints)
        return Event(self.number + 1, who, move, undo, ms=ms, refused=self._refused, hints=hints)

    def _advance(self) -> None:
        """Fate and forced moves, until a player must choose or the match is over."""
        while self.outcome is None:
            if (ended := self.ended()) is not None:
                self._finish(ended)
            elif chances := self.state.chances():
                self._add(self._fate(chances))
            elif (forced := self.state.forced()) is not None:
                self._add(Event(self.number + 1, self.state.turn, forced, forced=True))
            else:
                break
        self._due = self._now()

    def _fate(self, chances: Sequence[Move]) -> Event:
        if not self._dealt:
            return Event(self.number + 1, None, self.stream("fate").choice(chances))
        if self._dealt[0] not in chances:
            raise MatchError(f"Fate cannot bring {self._dealt[0]} here.")
        return Event(self.number + 1, None, self._dealt.pop(0), by_hand=True)

    def _add(self, event: Event) -> None:
        """Store, then tell."""
        if self.store is not None:
            self.store.event(event)
        before = self.state
        self._apply(event)
        for observer in self.observers:
            observer.event(event, before, self.state)

    def _apply(self, event: Event) -> None:
        self.events.append(event)
        self._strikes = self._refused = 0
        self._hints.clear()
        if event.undo is None:
            self._line.append((event, self.state))
            self.state = self.state.after(event.move)
        else:
            while self._line[-1][0].number != event.undo:
                self._line.pop()
            self.state = self._line.pop()[1]

    def _finish(self, outcome: Outcome) -> None:
        if self.store is not None:
            self.store.outcome(self, outcome)
        self.outcome = outcome
        for observer in self.observers:
            observer.outcome(outcome)
