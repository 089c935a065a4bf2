"""The referee of a match.

A move is submitted against the *event number*, which never falls; the referee checks it, stores the
event, and only then tells the observers. Fate and forced moves follow as events of their own until
a player must choose or the match is over. Undo is an event too: nothing is ever erased.

A hint is stored before it is given, too, and so is who sits down later. These notes are no events: they
change nothing in the game, so they take no number, make no move stale, and move neither the clock nor what
a seed lets fate bring.

If the store fails, nobody is told and the match stands as before the event it could not keep; call
`begin` to let fate and forced moves go on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from primeparlor.core import OTHER, IllegalMove, Move, Player, State, named
from primeparlor.match.checks import check_event, check_note, check_outcome, check_seats
from primeparlor.match.events import (
    AGREED,
    HUMAN,
    LIMIT,
    OUT_OF_TIME,
    RESIGNED,
    STRIKES,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    NotYourTurn,
    Outcome,
    Seating,
    Settings,
    StaleMove,
)
from primeparlor.match.fate import draw, stream

if TYPE_CHECKING:
    from random import Random

AGENT_STRIKES = 3  # ruling A2, unless the table sets another number
UNATTENDED_MOVES = 200  # ruling N1, likewise: after so many a match without people stops


class Store(Protocol):
    """Where events and notes are kept before anyone is told of them; raises if it cannot keep one."""

    def entry(self, entry: Entry) -> None: ...
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
        if refusal := start.too_large_to_play() or settings.refusal():
            raise MatchError(refusal)
        check_seats(seats)
        self.start, self.settings = start, settings
        self.first_seats = self.seats = seats
        self.state = start
        self.events: list[Event] = []
        self.notes: list[Note] = []
        self.outcome: Outcome | None = None
        self.suspended = False
        self.store: Store | None = None
        self.observers: list[Observer] = []
        self.seed = self._draws_by = seed
        self.seeded = seeded or seed is not None  # a resumed match remembers that it was
        self._dealt = list(fate)
        self.line: list[tuple[Event, State]] = []  # what stands, with the state before each event
        self._moves = 0  # how many of those are players' moves
        self._seated_at = 0  # how many there were when those who sit here sat down
        self._now = now
        self._open = False  # whether a player's decision is due, and since when
        self._due = self._took = 0.0
        self._strikes = self._refused = 0

    # What can be asked ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last event: what a move is submitted against."""
        return len(self.events)

    @property
    def history(self) -> list[Event]:
        """The events that stand: what was taken back is left out."""
        return [event for event, _ in self.line]

    @property
    def journal(self) -> list[Entry]:
        """Events and notes in the order in which they came about."""
        return sorted([*self.events, *self.notes], key=lambda entry: entry[0])

    def anew(self) -> Match:
        """The same match before its first event: the journal leads it to where this one stands."""
        return Match(self.start, self.first_seats, self.settings, seeded=self.seeded)

    def seats_at(self, number: int) -> tuple[str, str]:
        """Who sat at the table when the event of this number came about."""
        seatings = [note for note in self.notes if isinstance(note, Seating) and note.after < number]
        return seatings[-1].seats if seatings else self.first_seats

    def helped(self, after: int) -> tuple[Help, ...]:
        """The help given between the event of this number and the next."""
        return tuple(note.kind for note in self.notes if isinstance(note, Hint) and note.after == after)

    @property
    def hint_step(self) -> int:
        """The step of the hint ladder last given for the decision at hand; 0 before the first."""
        return sum(isinstance(kind, int) for kind in self.helped(self.number))

    @property
    def marks(self) -> tuple[str, ...]:
        """What keeps the match from being rated."""
        marks = {
            "set up": self.start != type(self.start).start(self.start.rules),
            "seeded": self.seeded,
            "dealt by hand": any(event.by_hand for event in self.events),
            "taken back": any(event.undo is not None for event in self.events),
            "seats changed": any(isinstance(note, Seating) for note in self.notes),
        }
        return tuple(mark for mark, holds in marks.items() if holds)

    @property
    def time_left(self) -> float | None:
        """Seconds left for the present decision; None without a clock or a decision due."""
        if self.settings.clock is None or not self._open:
            return None
        return max(0.0, self.settings.clock - (self._now() - self._due))

    @property
    def limit(self) -> int | None:
        """The moves after which the match stops unfinished; None if people may play on for ever."""
        if self.settings.limit is None and HUMAN not in self.seats:
            return self._seated_at + UNATTENDED_MOVES
        return self.settings.limit

    def ended(self) -> Outcome | None:
        """How the match ended, or ends here by the rules or its limit; None if it goes on."""
        if self.outcome is not None:
            return self.outcome
        if (ending := self.state.ending()) is not None:
            return Outcome(ending.winner, ending.reason)
        if self.limit is not None and self._moves >= self.limit:
            return Outcome(None, LIMIT)
        return None

    def last_decision(self, players: Sequence[Player]) -> Event | None:
        """The last move that one of these players chose: forced moves are nobody's choice."""
        decisions = (e for e, _ in reversed(self.line) if e.who in players and not e.forced)
        return next(decisions, None)

    def player_chooses(self) -> bool:
        """Whether neither fate nor a forced move comes next."""
        return not self.state.chances() and self.state.forced() is None

    def strikes_allowed(self, player: Player) -> int | None:
        """How many invalid inputs in a row forfeit the game; None for people unless the table says so."""
        if self.settings.strikes is None and self.seats[player - 1] != HUMAN:
            return AGENT_STRIKES
        return self.settings.strikes

    def undoable(self, player: Player) -> int:
        """The event that this player may take back: the last own decision; raises if there is none."""
        if not self.settings.undo:
            raise MatchError("Taking back is off in this game.")
        if (last := self.last_decision([player])) is None:
            raise MatchError("There is nothing to take back yet.")
        return last.number

    def stream(self, name: str) -> Random:
        """A player's random stream at this event: fixed by the seed, else unforeseeable.

        Each draw has a generator of its own, so no draw tells anything about another, an undo draws
        afresh, and a match resumed with its seed goes on as it would have. Fate's are not given out.
        """
        return stream(self._draws_by, f"player/{name}", self.number)

    # What can be done -------------------------------------------------------------------------

    def begin(self) -> None:
        """Let fate and forced moves act until a player must choose, and start the clock."""
        if self.suspended:
            raise MatchError("The match is suspended: resume it to go on.")
        if not self._open:
            self._advance()

    def submit(self, player: Player, move: Move, number: int) -> None:
        """Play the move for this player if the rules allow it, else raise and change nothing."""
        if not self._takes(number):
            return
        if player != self.state.turn:
            raise NotYourTurn(f"It is Player {self.state.turn}'s turn.")
        if reason := self.state.why_not(move):
            self._refuse(strike=self.seats[player - 1] != HUMAN or not self.state.is_attempt(move))
            raise IllegalMove(reason)
        self._add(self._event(player, move))
        self._advance()

    def invalid(self, number: int) -> None:
        """The player to move has given a text that is no move: it counts as a strike."""
        if self._takes(number):
            self._refuse(strike=True)

    def undo(self, player: Player, number: int) -> None:
        """Go back to this player's last own decision (ruling A6)."""
        if self._takes(number):
            self._add(self._event(player, None, undo=self.undoable(player)))
            self._advance()

    def resign(self, player: Player, number: int) -> None:
        """End the match in the other player's favour."""
        if self._takes(number):
            self._finish(Outcome(OTHER[player], RESIGNED))

    def hint(self, kind: Help, number: int) -> bool:
        """True once it is kept that the player to move asks for this help; False if the flag fell instead."""
        if not self._takes(number):
            return False
        hint = Hint(number, self.state.turn, kind)
        if hint not in self.notes:  # else it was given for this decision before, and may be again
            self._note(hint)
        return True

    def seat(self, *seats: str) -> None:
        """Let these sit down for Player 1 and Player 2, if they do not sit there already."""
        one, two = seats
        if (one, two) == self.seats:
            return
        if self.ended():
            raise MatchError("The match is over.")
        self._note(Seating(self.number, (one, two)))

    def flag_fell(self) -> bool:
        """Whether the time for this decision is over; if so, that ends the match."""
        if not self._open:
            return False
        self._took = self._now() - self._due
        if self.settings.clock is None or self._took < self.settings.clock:
            return False
        self._finish(Outcome(OTHER[self.state.turn], OUT_OF_TIME))
        return True

    def suspend(self) -> None:
        """Leave the table: nothing more is accepted; the record can be resumed."""
        self.suspended = self.outcome is None
        self._open = False

    # Reading a record back --------------------------------------------------------------------

    def reseed(self, seed: int) -> None:
        """Go on with the seed that this match was begun with; another one is refused (ruling A7)."""
        if not self.seeded:
            raise MatchError("This match was not begun with a seed: it goes on without one.")
        drawn = [(event, state) for event, state in self.line if event.who is None and not event.by_hand]
        for event, state in drawn:
            if event.move != draw(state.chances(), seed, event.number - 1):
                raise MatchError(f"Event {event.number} was not drawn with the seed {seed}.")
        self._draws_by = seed
        if drawn:  # else nothing shows that it is the first one, and the record will not name it
            self.seed = seed

    def restore(self, entry: Entry) -> None:
        """Take in an event or a note of a record after checking it as strictly as a live one."""
        if self.ended():
            raise MatchError("the game is already over")
        if isinstance(entry, Event):
            check_event(self, entry)
            self._apply(entry)
        else:
            self._note(entry)

    def restore_outcome(self, outcome: Outcome) -> None:
        """Take in the outcome of a record after checking that the match can have ended so."""
        check_outcome(self, outcome)
        self.outcome = outcome

    # How it is done ---------------------------------------------------------------------------

    def _takes(self, number: int) -> bool:
        """True if the table takes something now, False if the flag fell; raises if it is no time for it."""
        if self.outcome is not None:
            raise MatchError("The match is over.")
        if self.suspended:
            raise MatchError("The match is suspended: resume it to go on.")
        if not self._open:
            raise MatchError("No decision is due yet: begin the match first.")
        if number != self.number:
            raise StaleMove(
                f"The table has moved on: this was meant for event {number}, now {self.number} is the last."
            )
        return not self.flag_fell()

    def _refuse(self, strike: bool) -> None:
        self._refused += 1
        self._strikes += strike
        allowed = self.strikes_allowed(self.state.turn)
        if strike and allowed is not None and self._strikes >= allowed:
            self._finish(Outcome(OTHER[self.state.turn], STRIKES))

    def _event(self, who: Player, move: Move | None, undo: int | None = None) -> Event:
        return Event(self.number + 1, who, move, undo, ms=int(self._took * 1000), refused=self._refused)

    def _advance(self) -> None:
        """Fate and forced moves, until a player must choose or the match is over or suspended."""
        while self.outcome is None and not self.suspended:
            if (ended := self.ended()) is not None:
                self._finish(ended)
            elif chances := self.state.chances():
                self._add(self._fate(chances))
            elif (forced := self.state.forced()) is not None:
                self._add(Event(self.number + 1, self.state.turn, forced, forced=True))
            else:
                self._open, self._due = True, self._now()
                break

    def _fate(self, chances: Sequence[Move]) -> Event:
        if not self._dealt:
            return Event(self.number + 1, None, draw(chances, self._draws_by, self.number))
        if (dealt := self._dealt[0]) not in chances:
            self._dealt.clear()  # so that the match can go on
            raise MatchError(f"{named(dealt).capitalize()} cannot be {self.start.drawn} here.")
        return Event(self.number + 1, None, dealt, by_hand=True)

    def _add(self, event: Event) -> None:
        """Store, then tell."""
        if self.store is not None:
            self.store.entry(event)
        before = self.state
        self._apply(event)
        for observer in self.observers:
            observer.event(event, before, self.state)

    def _note(self, note: Note) -> None:
        """Keep it, then let it count."""
        check_note(self, note)
        if self.store is not None:
            self.store.entry(note)
        self.notes.append(note)
        if isinstance(note, Seating):
            self.seats, self._seated_at = note.seats, self._moves
            self._strikes = self._refused = 0

    def _apply(self, event: Event) -> None:
        self.events.append(event)
        self._open = False
        self._strikes = self._refused = 0
        if event.by_hand:
            del self._dealt[:1]  # none is left when a record is read
        if event.undo is None:
            self.line.append((event, self.state))
            self._moves += event.who is not None
            self.state = self.state.after(event.move)
        while event.undo is not None:
            gone, self.state = self.line.pop()
            self._moves -= gone.who is not None
            if gone.number == event.undo:
                break

    def _finish(self, outcome: Outcome) -> None:
        if self.store is not None:
            self.store.outcome(self, outcome)
        self.outcome, self._open = outcome, False
        for observer in self.observers:
            observer.outcome(outcome)
