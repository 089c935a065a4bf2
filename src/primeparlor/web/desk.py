"""One table of the server: who may do what, what is kept of it, and who is told.

Everything is done under one lock, so that of two moves at once one counts and the other is stale. The house
thinks outside it. `seats` are always those of the current match: they change with every rematch, so ask
`seats_of(token)` again for every request, and for every view that a stream sends.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation
from primeparlor.core import OTHER, PLAYERS, Player, State
from primeparlor.match import HUMAN, Match, MatchError, OutOfTime
from primeparlor.tables.table import Table
from primeparlor.web import telling
from primeparlor.web.faults import Closing, ForeignSeat, NotOver, SeatTaken, TooMuch, UnknownToken, Waiting
from primeparlor.web.keeping import keep
from primeparlor.web.playing import Playing
from primeparlor.web.seating import NOBODY, Seating, hashed, new_token
from primeparlor.web.store import BEGAN
from primeparlor.web.telling import Data, Line, News

if TYPE_CHECKING:
    from primeparlor.web.hall import Hall

LONGEST_MOVE = 60  # characters


class Seen(NamedTuple):
    """How much of a table somebody has seen."""

    seq: int = 0
    presence: int = 0  # counts what is no entry: who is here, whether the house thinks
    closed: bool = False


class Opened(NamedTuple):
    """A seat taken at a table."""

    desk: Desk
    seat: Player
    token: str


class Desk:
    """One table."""

    def __init__(self, hall: Hall, id: str, table: Table, began: list[str], seating: Seating) -> None:
        self.hall, self.id, self.table, self.seating = hall, id, table, seating
        self.began = began  # of each game
        self.line = Line(table.match)
        self.lock = asyncio.Lock()
        self.store = hall.store.of(id, hall.now)
        self.closed = False
        self._begun = 0  # the last game that was begun
        self.playing = Playing(self)
        self._here: Counter[int] = Counter()  # how many pages of each person; 0 is a spectator
        self._presence = 0
        self._stir = asyncio.Event()
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def game(self) -> int:
        """The number of the game at this table: 2 is the first rematch."""
        return len(self.table.earlier) + 1

    # Seats -----------------------------------------------------------------------------------------------

    def seats_of(self, token: str) -> frozenset[Player]:
        """The seats that this token holds in the current match."""
        try:
            return self.seating.seats(self.seating.person(token), self.game)
        except UnknownToken:
            if self.hall.store.held(hashed(token)) is None:
                raise
        raise ForeignSeat

    async def join(self, name: str) -> Opened:
        """A friend sits down, and the game begins."""
        opened: Opened = await self._whole(self._join(name))
        return opened

    async def _join(self, name: str) -> Opened:
        token, name = new_token(), self.hall.named(name)
        async with self._going():
            if not self.seating.waiting:
                raise SeatTaken
            [seat] = self.seating.seats(2, self.game)
            names = (name, self.match.names[1]) if seat == 1 else (self.match.names[0], name)
            await self._keep(lambda: self.match.seat(HUMAN, HUMAN, names))
            await asyncio.to_thread(self.hall.store.give, self.id, 2, 1, hashed(token), self.hall.now())
            self.seating.give(2, hashed(token))
            await self._go_on()
        return Opened(self, seat, token)

    async def link(self, seats: Collection[Player]) -> str:
        """Another token for who sits there, for another device."""
        token = new_token()
        async with self._going():
            self._player(seats)
            [person] = self.seating.persons(seats, self.game)
            nth = self.seating.tokens(person) + 1
            if nth > self.hall.limits.links:
                raise TooMuch("This seat has been opened on too many devices.")
            now = self.hall.now()
            await asyncio.to_thread(self.hall.store.give, self.id, person, nth, hashed(token), now)
            self.seating.give(person, hashed(token))
        return token

    # What players do -------------------------------------------------------------------------------------

    async def move(self, seats: Collection[Player], text: str, number: int) -> None:
        """Play the move that the text names; text that is none counts as invalid input."""

        def act() -> None:
            player, state = self._at(seats, number)
            try:
                if len(text) > LONGEST_MOVE:
                    raise notation.NotationError(f"Please type {notation.form(state)}.")
                move = notation.parse(state, text)
            except notation.NotationError as error:
                raise _Unread(player, error) from None
            self.match.submit(player, move, number)

        async def moved() -> None:
            try:
                await self._keep(act)
            except _Unread as unread:
                player, error = unread.player, unread.error
            else:
                return
            await self._keep(lambda: self.match.invalid(player, number))
            raise error

        await self._do(seats, moved)

    async def undo(self, seats: Collection[Player], number: int) -> None:
        """Take back the last decision of who sits there, or ask for it."""

        def act() -> None:
            last = self.match.last_decision([player for player in PLAYERS if player in seats])
            self.match.undo(last.who if last and last.who else self._player(seats), number)

        await self._do(seats, lambda: self._keep(act))

    async def answer(self, seats: Collection[Player], allowed: bool, number: int) -> None:
        """Allow or decline what the other has offered."""
        await self._do(
            seats, lambda: self._keep(lambda: self.match.answer(self._player(seats), allowed, number))
        )

    async def resign(self, seats: Collection[Player], number: int) -> None:
        """Give the game to the other; on the same screen, who is to move does."""
        await self._do(
            seats, lambda: self._keep(lambda: self.match.resign(self._player(seats), number)), True
        )

    async def rematch(self, seats: Collection[Player], number: int) -> None:
        """Ask for another game, or agree to it; the house and who sits on the same screen always agree."""

        async def asked() -> None:
            player, match = self._player(seats), self.match
            other = OTHER[player]
            await self._keep(lambda: match.rematch(player, number))
            if match.offer is not None and (match.seats[other - 1] != HUMAN or other in seats):
                await self._keep(lambda: match.answer(other, True, match.number))

        await self._do(seats, asked)

    async def hint(self, seats: Collection[Player], number: int) -> Data:
        """The next hint, after all that are open: {"step", "hints", "all"}."""
        return await self.playing.hint(self._player(seats), number)

    async def why(self, seats: Collection[Player], number: int) -> Data:
        """What the last decisions were worth: {"lines"}."""
        return await self.playing.why(self._player(seats), number)

    # What is told ----------------------------------------------------------------------------------------

    def view(self, seats: Collection[Player]) -> Data:
        """The table as these seats see it."""
        match, state = self.match, self.match.state
        seats, news = frozenset(seats), match.since(match.first_seq, seats)
        you = state.turn if len(seats) > 1 else next(iter(seats), None)
        return {
            "table": self.id,
            "game": state.name,
            "title": state.title,
            "rules": state.rules.values(),
            "variant": state.rules.changed(),
            "position": notation.position(state),
            "number": match.number,
            "seq": news[-1].seq if news else match.first_seq,
            "turn": state.turn,
            "first": self.line.first,
            "facts": self.line.facts(),
            "steps": self.line.steps(),
            "seats": [self._seat(player) for player in PLAYERS],
            "you": you,
            "holds": sorted(seats),
            "waiting": self.seating.waiting,
            "outcome": telling.outcome(match),
            "settings": match.settings._asdict(),
            "clock": self.playing.clock(),
            "offer": None if match.offer is None else {"who": match.offer.who, "kind": match.offer.kind},
            "hints": self.playing.hints() if state.turn in seats else [],
            "moves": None,  # they would give the game away
            "game_number": self.game,
            "watching": self._here[0],
            "marks": list(match.marks),
            "daily": self.seating.options.day if self.game == 1 else None,
            "thinking": self.playing.thinking,
        }

    def _seat(self, player: Player) -> Data:
        label, name = self.match.seats[player - 1], self.match.names[player - 1]
        persons = self.seating.sits(player, self.game)
        house = label != HUMAN
        return {
            "player": player,
            "label": label,
            "name": name,
            "taken": house or any(person == 1 or not self.seating.waiting for person in persons),
            "here": house or any(self._here[person] for person in persons),
            "house": house,
        }

    def news(self, seq: int, seats: Collection[Player]) -> list[News]:
        """What these seats may see of all that was kept after this entry."""
        first = self.match.first_seq
        return [
            telling.told(kept, self.line if kept.seq > first else None)
            for kept in self.table.since(seq, seats)
        ]

    @property
    def seen(self) -> Seen:
        """What there is to be seen now."""
        return Seen(self.match.seq, self._presence, self.closed)

    async def changed(self, seen: Seen) -> Seen:
        """What there is to be seen, once it is more than this."""
        while self.seen == seen:
            await self._stir.wait()
        return self.seen

    @contextmanager
    def watch(self, seats: Collection[Player] = NOBODY) -> Iterator[None]:
        """Count these as present meanwhile: the persons at these seats, or else a spectator."""
        persons = self.seating.persons(seats, self.game) or {0}
        self._here.update(persons)
        self.stir()
        try:
            yield
        finally:
            self._here.subtract(persons)
            self.stir()

    def stir(self) -> None:
        """Let everybody look again, though nothing was kept."""
        self._presence += 1
        self._wake()

    def record(self, seats: Collection[Player], game: int | None = None) -> bytes:
        """The record of the n-th game, or of the current one, as far as these seats may see it."""
        number, match = self._of(game)
        return telling.record(match, self.began[number - 1], seats)

    async def review(
        self, answers: bool, seats: Collection[Player] = NOBODY, game: int | None = None
    ) -> Data:
        """The review of a game that is over; better moves are named only in `answers`."""
        number, match = self._of(game)
        if match.outcome is None:
            raise NotOver("The game is not over yet: its review comes after the end.")
        lines = telling.record(match, self.began[number - 1], PLAYERS)
        return await self.playing.review(number, lines, answers, telling.names(match, seats))

    def _of(self, game: int | None) -> tuple[int, Match]:
        matches = (*self.table.earlier, self.match)
        number = self.game if game is None else game
        if not 1 <= number <= len(matches):
            raise NotOver(f"Only {len(matches)} games were played at this table.")
        return number, matches[number - 1]

    # How it goes on --------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Let the table go on from where it stands, if all have come."""
        async with self._going():
            await self._go_on()

    async def call_time(self) -> None:
        """End the game if the time for this decision is over."""
        async with self._going():
            with suppress(OutOfTime):
                await self._keep(self.match.call_time)
            self.playing.go_on()

    async def close(self) -> None:
        """Suspend the match and let everybody know."""
        if self.closed:
            return
        async with self.lock:
            self.closed = True
            self.playing.close()
            self.match.store = self.store
            await asyncio.to_thread(self.match.suspend)
        self._wake()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this table: it can be loaded again."""
        nobody = not self._here.total() and not self.lock.locked() and not self._tasks
        return nobody and self.playing.idle

    async def kept(self, act: Callable[[], object], number: int | None = None) -> None:
        """Do this in the match, unless it has moved on from this event."""
        async with self._going():
            if number in (None, self.match.number):
                await self._keep(act)
                await self._go_on()

    async def _do(self, seats: Collection[Player], act: Callable[[], Any], last: bool = False) -> None:
        """Something that a player does, to its end even if who asked for it has gone."""

        async def done() -> None:
            async with self._going():
                self._player(seats)
                if self.seating.waiting:
                    raise Waiting
                if self.match.seq >= self.hall.limits.entries and not last:
                    raise TooMuch("This table is full: resign, and open another one.")
                try:
                    await act()
                finally:
                    await self._go_on()

        await self._whole(done())

    async def _whole(self, act: Any) -> Any:
        task = asyncio.ensure_future(act)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def _going(self) -> _Going:
        return _Going(self)

    async def _keep(self, act: Callable[[], object]) -> None:
        try:
            await keep(self.match, self.store, act)
        finally:
            self._wake()

    async def _go_on(self) -> None:
        """What follows by itself: the next game, its first turn, a move of the house, the clock."""
        match = self.match
        if match.outcome is not None and match.decision.allowed is not None:
            await self._next_game()
        if not self.seating.waiting and self._begun < self.game:
            await self._keep(self.match.begin)
            self._begun = self.game
        self.playing.go_on()

    async def _next_game(self) -> None:
        table = self.table.rematch()
        began = time.strftime(BEGAN, time.gmtime(self.hall.now()))
        game, now = self.game + 1, self.hall.now()
        await asyncio.to_thread(self.hall.store.add_game, self.id, game, table.match, began, now)
        self.table, self.line = table, Line(table.match)
        self.began.append(began)
        self._wake()

    def _at(self, seats: Collection[Player], number: int) -> tuple[Player, State]:
        """Who of these seats moves after the event of this number, and in which position."""
        for event, state in reversed(self.match.line):
            if event.number == number + 1 and event.who in seats and event.who is not None:
                return event.who, state
        return self._player(seats), self.match.state

    def _player(self, seats: Collection[Player]) -> Player:
        if not seats:
            raise ForeignSeat("Only who plays at this table can do this.")
        return self.match.state.turn if self.match.state.turn in seats else min(seats)

    def _wake(self) -> None:
        self._stir.set()
        self._stir = asyncio.Event()


class _Unread(Exception):
    """Text that is not a move."""

    def __init__(self, player: Player, error: notation.NotationError) -> None:
        super().__init__()
        self.player, self.error = player, error


class _Going:
    """Holds the lock of a table that is not closed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def __aenter__(self) -> None:
        await self.desk.lock.acquire()
        if self.desk.closed:
            self.desk.lock.release()
            raise Closing

    async def __aexit__(self, *_: object) -> None:
        self.desk.lock.release()


__all__ = ["Desk", "MatchError", "Opened", "Seen"]
