"""A live table: the actions of its players, one at a time, committed, then whatever follows automatically.

Of two moves at once one counts and the other is stale. Workers compute outside the lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation
from primeparlor.core import OTHER, PLAYERS, IllegalMove, Move, ParlorError, Player, State
from primeparlor.match import (
    HUMAN,
    Act,
    AnswerOffer,
    AskRematch,
    Begin,
    CallTime,
    Conflict,
    Match,
    Mistype,
    Play,
    Resign,
    Sit,
    StaleMove,
    Stop,
    Suspend,
    TakeBack,
    comes_in,
)
from primeparlor.records import Line, format_record
from primeparlor.records.writer import format_header, format_turn
from primeparlor.tables.names import check_name
from primeparlor.tables.table import Table
from primeparlor.tables.table_rows import build_game_rows
from primeparlor.web.config import LONG_RECORD, RECORDS_KEPT
from primeparlor.web.errors import (
    ForeignSeat,
    FriendMissing,
    NoSuchGame,
    NotOver,
    SeatTaken,
    ServerClosing,
    TableFull,
    UnknownToken,
    refuse_move,
    refuse_text,
)
from primeparlor.web.storage.store import BEGAN
from primeparlor.web.tables.archive import pack_files
from primeparlor.web.tables.clock import TableClock
from primeparlor.web.tables.house import HousePlayer
from primeparlor.web.tables.presence import Presence
from primeparlor.web.tables.seats import NOBODY, GameSeats, SeatMap, create_token, hash_token
from primeparlor.web.tables.view import Data, TableView, encode_record, list_visible_turns
from primeparlor.web.threads import run_in_thread, wait_shielded

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry


NO_MORE_OFFERS = "You have asked too often at this table."
FULL_AT_THE_END = "This table takes no more games. Open another one to play again."
log = logging.getLogger(__name__)


class SeatGrant(NamedTuple):
    """A seat given to a client, with its token."""

    table: LiveTable
    seat: Player
    token: str


class LiveTable:
    """One table with the actions of its players and the views of players and spectators."""

    def __init__(
        self,
        registry: TableRegistry,
        id: str,
        table: Table,
        began: list[str],
        seat_map: SeatMap,
        *,
        actions: list[Move] | None,  # all moves of the rules, if they are few and no secret
    ) -> None:
        self.registry, self.id, self.table, self.seat_map = registry, id, table, seat_map
        self.began = began  # start time of each game
        self.closing = False
        self.touched = registry.now()
        self.match = table.match
        self.game = len(table.earlier) + 1  # the number of the current game: 2 is the first rematch
        self._form = notation.form_of(table.match.start)
        self.presence = Presence()
        self.view = TableView(self, actions)
        self.house_player = HousePlayer(self)
        self.clock = TableClock(self)
        self._store = registry.store.for_table(id, registry.now)
        self._lock = asyncio.Lock()
        self._begun = 0  # number of the last game that was begun
        self._names: tuple[str, str] | None = None  # set when a friend has joined, until committed
        self._records = dict[
            tuple[int, frozenset[Player]], tuple[tuple[bool, int], asyncio.Future[bytes]]
        ]()  # by game and reader, with what was seen then
        self._rows = dict[Player | None, list[Data]]()  # of the games before this one, by seat in the first
        self.on_end: Callable[[], None] | None = None  # called once, when a game has ended
        self._tasks = set[asyncio.Future[Any]]()  # acts under way

    @property
    def idle(self) -> bool:
        """True if the table can be unloaded from memory."""
        busy = self._lock.locked() or self._tasks or not self.house_player.idle or not self.clock.idle
        return not busy and not self.presence.anybody

    async def begin(self) -> None:
        """Continue the match from its stored state, if both seats are taken."""
        async with self.hold_lock():
            await self.continue_play()

    async def close(self) -> None:
        """Suspend the match and wake all waiting streams."""
        async with self._lock:
            if self.closing:
                return
            self.closing = True
            self.house_player.close()
            self.clock.close()
            await self.commit(Suspend())

    async def call_time(self) -> None:
        """End the game if the time for this decision is over."""
        async with self.hold_lock():
            await self.commit(CallTime())
            self.start_due_work()

    def start_due_work(self) -> None:
        """Start what is due after any change: the timer, a computer move, hints lost in a restart."""
        if not self.closing:
            if self.match.settings.clock is not None:
                self.clock.start_timer()
            if self.match.seats != (HUMAN, HUMAN) or self.match.decision.step:
                self.house_player.continue_play()

    # Actions of the players ---------------------------------------------------------------------------

    async def join(self, name: str, key: str | None = None) -> SeatGrant:
        """Give the free seat to a friend and begin the game; the same key allows them to join again."""
        seat, token = await wait_shielded(self._add_friend(check_name(name), key), self._tasks)
        return SeatGrant(self, seat, token)

    async def move(self, seats: Collection[Player], text: str, number: int) -> None:
        """Play the move in this text; text that is no move counts as invalid input."""
        player, match = self._find_player(seats), self.match
        state = match.state
        if number < match.number:
            player, state = self._find_earlier_decision(seats, number) or (player, state)
        if (move := self._form.parse(state, text)) is None:
            await self.perform(match, Mistype(player, number))
            raise refuse_text(state, text)
        try:
            await self.perform(match, Play(player, move, number))
        except IllegalMove as error:
            raise refuse_move(state, move, str(error)) from error

    async def undo(self, seats: Collection[Player], number: int) -> None:
        """Take back the last decision of these seats, or ask the other player to allow it."""
        player = self._find_player(seats)
        last = self.match.find_last_decision([player for player in PLAYERS if player in seats])
        await self.perform(self.match, TakeBack(last.who if last and last.who else player, number))

    async def answer(self, seats: Collection[Player], number: int, allowed: bool) -> None:
        """Allow or decline the other player's offer."""
        await self.perform(self.match, AnswerOffer(self._find_player(seats), allowed, number))

    async def resign(self, seats: Collection[Player], number: int) -> None:
        """Resign for these seats; for both seats on one screen, the player to move resigns."""
        await self.perform(self.match, Resign(self._find_player(seats), number))

    async def rematch(self, seats: Collection[Player], number: int) -> None:
        """Offer a rematch, or accept one."""
        await self.perform(self.match, AskRematch(self._find_player(seats), number))

    async def hint(self, seats: Collection[Player], number: int) -> Data:
        """Return the hints that are open and one more: {"step", "hints", "all"}."""
        return await self.house_player.request_hint(self._find_player(seats), number)

    async def moves(self, seats: Collection[Player], number: int) -> Data:
        """Return the legal moves, which counts as a hint, and all moves of the rules: {"moves", "every"}."""
        return await self.house_player.list_moves(self._find_player(seats), number)

    async def why(self, seats: Collection[Player], number: int) -> Data:
        """Return what the last decisions were worth: {"lines"}."""
        return await self.house_player.request_reasons(self._find_player(seats), number)

    # What clients see ---------------------------------------------------------------------------------

    async def request_record(self, seats: Collection[Player], game: int | None = None) -> bytes:
        """Return the record of the n-th game, or of the current one, as far as these seats may see it.

        It is made once for all who see the same; a long one is encoded beside the event loop.
        """
        number, match = self._find_game(game)
        readers = NOBODY if match.outcome is not None else self.find_current_seats(seats)
        key = number, readers
        seen = match.outcome is not None, match.find_last_visible(readers)
        if (kept := self._records.get(key)) is None or kept[0] != seen or _has_failed(kept[1]):
            while len(self._records) >= RECORDS_KEPT:
                del self._records[next(iter(self._records))]
            header, turns = format_header(match, self.began[number - 1]), list_visible_turns(match, readers)
            work = run_in_thread(len(turns) > LONG_RECORD, encode_record, header, turns)
            kept = self._records[key] = seen, asyncio.ensure_future(work)
        return await wait_shielded(kept[1])

    def format_record(self, game: int | None = None) -> list[Line]:
        """Return the whole record of the n-th game, or of the current one, for a worker."""
        number, match = self._find_game(game)
        return format_record(match, self.began[number - 1])

    def format_public_record(self, game: int | None = None) -> list[Line]:
        """Return the record of the n-th game, or of the current one, as a spectator may see it."""
        number, match = self._find_game(game)
        turns = list_visible_turns(match, NOBODY)
        header = format_header(match, self.began[number - 1])
        return [header, *(line for turn in turns for line in format_turn(turn))]

    async def request_review(
        self, answers: bool, seats: Collection[Player] = NOBODY, game: int | None = None, step: int = 0
    ) -> Data:
        """Return the review of a game that is over; better moves are named only with `answers`.

        From the first step on, exact values replace estimates, each time for longer.
        """
        number, match = self._find_game(game)
        if match.outcome is None:
            raise NotOver("The game is not over yet: its review comes after the end.")
        you = self._find_reader(seats, number)
        return await self.house_player.request_review(number, self.format_record(number), answers, you, step)

    async def list_games(self, seats: Collection[Player]) -> list[Data]:
        """Return a row for each game at this table, for these seats; those of earlier games are kept."""
        first = self._find_reader(seats, 1)
        rows = self._rows.setdefault(first, [])
        known, earlier = len(rows), self.table.earlier
        last = build_game_rows((*earlier, self.match), first, len(earlier))
        much = len(earlier) - known > LONG_RECORD
        found = await run_in_thread(much, build_game_rows, earlier, first, known)
        rows[known : known + len(found)] = found  # the same if another request was faster
        return [*rows[: len(earlier)], *last]

    async def pack_records(self, seats: Collection[Player]) -> bytes:
        """Return the records of all games at this table in a ZIP file, as far as these seats may see them."""
        current, name = self.match, f"{self.match.start.name}-{self.id}"
        seen = list_visible_turns(current, self.find_current_seats(seats))
        games = list(zip((*self.table.earlier, current), self.began, strict=True))

        def pack() -> bytes:
            files = {}
            for game, (match, began) in enumerate(games, 1):
                turns = seen if match is current else list_visible_turns(match, NOBODY)
                files[f"{name}-{game}.jsonl"] = encode_record(format_header(match, began), turns)
            return pack_files(files)

        return await run_in_thread(True, pack)

    # Seats and tokens ---------------------------------------------------------------------------------

    def find_seats(self, token: str) -> frozenset[Player]:
        """Return the seats that this token holds in the current match."""
        return self.seat_map.find_seats(self.seat_map.persons[hash_token(token)], self.game)

    def find_current_seats(self, seats: Collection[Player]) -> frozenset[Player]:
        """Return the seats of the same person in the current game."""
        if isinstance(seats, GameSeats) and (self.game - seats.game) % 2:
            return frozenset(OTHER[player] for player in seats)
        return frozenset(seats)

    async def claim_person(self, token: str) -> int:
        """Return the person who holds the token, and mark it as used: its key cannot replace it any more."""
        hashed, store = hash_token(token), self.registry.store
        person = self.seat_map.persons.get(hashed)
        if person is None:
            owner = await store.run_in_thread(store.find_owner, hashed)
            raise UnknownToken if owner is None else ForeignSeat
        if hashed in self.seat_map.keys:
            if not await store.run_in_thread(store.mark_used, hashed):
                raise UnknownToken
            self.seat_map.keys.pop(hashed, None)
        return person

    async def create_link(self, seats: Collection[Player]) -> str:
        """Create another token for the person in these seats, for another device."""
        self._find_player(seats)  # raises for seats of an earlier game: the token would be the other player's
        return await wait_shielded(self._add_link(*self.seat_map.find_persons(seats, self.game)), self._tasks)

    async def _add_friend(self, name: str, key: str | None) -> tuple[Player, str]:
        """Give a friend their seat and a token, and begin the game.

        Until the token is used, whoever has its key may join again: the response may have been lost.
        """
        token = create_token()
        async with self.hold_lock():
            if not self.seat_map.can_join(key):
                raise SeatTaken
            [seat] = self.seat_map.find_seats(2, self.game)
            names = (name, self.match.names[1]) if seat == 1 else (self.match.names[0], name)
            await self._store_token(2, 1, token, None if key is None else hash_token(key))
            self._names = names
            try:
                await self.continue_play()
            except ParlorError as error:  # the seat is given all the same, and the next action tries again
                log.error("a table could not go on", exc_info=error)
            self.presence.mark_changed()
        return seat, token

    async def _add_link(self, person: int) -> str:
        token = create_token()
        async with self.hold_lock():
            nth = self.seat_map.count_tokens(person) + 1
            if nth > (most := self.registry.limits.links):
                raise TableFull(f"You have made {most - 1} links to this seat, the most allowed.")
            await self._store_token(person, nth, token)
        return token

    async def _store_token(self, person: int, nth: int, token: str, key: str | None = None) -> None:
        hashed = hash_token(token)
        store = self.registry.store
        await store.run_in_thread(store.add_token, self.id, person, nth, hashed, self.registry.now(), key)
        self.seat_map.add_token(person, hashed, key)

    # One action at a time -----------------------------------------------------------------------------

    async def perform(self, match: Match, act: Act) -> None:
        """Perform an act in this match to its end, even if the client that sent it has disconnected."""
        await wait_shielded(self._perform(match, act), self._tasks)

    async def _perform(self, match: Match, act: Act) -> None:
        async with self._lock:
            if self.closing:
                raise ServerClosing
            if self.match is not match:  # a rematch began, with seats swapped
                raise StaleMove("The game has moved on: this was meant for the one before.")
            if self.seat_map.waiting:
                raise FriendMissing
            if self._begun < self.game:  # the database failed when the game should have begun
                await self.continue_play()
            if isinstance(act, AskRematch | TakeBack):
                self._check_room(act)
            if isinstance(act, Play) and comes_in(match.seats[act.player - 1]):
                self._store.person_moved = True
            try:
                await self.commit(act)
            finally:
                await self.continue_play()

    def _check_room(self, act: Act) -> None:
        """Raise if the table is too full for this offer; moves are always taken, so that nobody is stuck."""
        limits = self.registry.limits
        if isinstance(act, AskRematch) and self.match.number >= limits.events:
            raise TableFull(FULL_AT_THE_END)
        if self.match.seq >= limits.entries:
            raise TableFull(NO_MORE_OFFERS)

    @asynccontextmanager
    async def hold_lock(self) -> AsyncIterator[None]:
        """Hold the table's lock; raise if the table is closing."""
        async with self._lock:
            if self.closing:
                raise ServerClosing
            yield

    async def commit(self, act: Act) -> None:
        """Decide an act, commit its turn, apply it, and wake all waiting streams; raise the turn's error.

        If the database has turns that the match does not know, they are applied and the act is decided again.
        Only this process writes, so such a turn was committed although its commit was reported as failed.
        """
        match, store = self.match, self._store
        try:
            while True:
                turn = match.decide(act)
                try:
                    if turn.entries and turn.seq == match.seq:
                        await store.append(turn)
                except Conflict:
                    turns = await store.store.run_in_thread(store.since, match.seq)
                    match.apply_turns(*turns)
                    self.presence.mark_changed()
                    if not turns:
                        raise
                    continue
                match.apply_turns(turn)
                if match.outcome is not None and self.on_end is not None:
                    self.on_end()
                    self.on_end = None
                if turn.error is not None:
                    raise turn.error
                return
        finally:
            self.touched = self.registry.now()
            self.presence.wake_streams()

    async def continue_play(self) -> None:
        """Do what follows automatically: the next game, its first turn, a computer move, the clock."""
        match = self.match
        if (names := self._names) is not None:
            if match.outcome is None:  # else it is too late for the name
                await self.commit(Sit((HUMAN, HUMAN), names))
                self.presence.mark_changed()
            self._names = None
        if match.outcome is not None:
            await self._accept_rematch()
            if match.decision.allowed is not None:
                await self._start_next_game()
        if not self.seat_map.waiting and self._begun < self.game:
            await self.commit(Begin())
            self._begun = self.game
        if self.match.number >= self.registry.limits.events and self.match.due:  # no room is left for moves
            await self.commit(Stop())
        self.start_due_work()

    async def _accept_rematch(self) -> None:
        """Accept a rematch for the computer player, or for the second player on the same screen."""
        match = self.match
        if match.offer is None:
            return
        other = OTHER[match.offer.who]
        if not comes_in(match.seats[other - 1]) or len(self.seat_map.find_seats(1, self.game)) > 1:
            await self.commit(AnswerOffer(other, True, match.number))

    async def _start_next_game(self) -> None:
        table, now = self.table.create_rematch(), self.registry.now()
        began = time.strftime(BEGAN, time.gmtime(now))
        store = self.registry.store
        try:
            await store.run_in_thread(store.add_game, self.id, self.game + 1, table.match, began, now)
        except Conflict:  # it was committed although the database had reported a failure
            self._unload()
            raise StaleMove("The next game has begun already.") from None
        self.table, self.match, self.game = table, table.match, self.game + 1
        self.began.append(began)
        self.presence.mark_changed()

    def _unload(self) -> None:
        """Close this table: memory and database disagree. The next request loads it again."""
        if self.registry.live_tables.get(self.id) is self:
            del self.registry.live_tables[self.id]
        self.closing = True
        self.house_player.close()
        self.clock.close()
        self.presence.wake_streams()

    def _find_player(self, seats: Collection[Player]) -> Player:
        """Return the player who acts: for a person with both seats, the player to move."""
        if not seats:
            raise ForeignSeat("Only who plays at this table can do this.")
        if isinstance(seats, GameSeats) and seats.game != self.game:
            raise StaleMove("The game has moved on: this was meant for the one before.")
        return self.match.state.turn if self.match.state.turn in seats else min(seats)

    def _find_reader(self, seats: Collection[Player], game: int) -> Player | None:
        """Return the seat of these in the n-th game; None for a spectator, or for both."""
        current = self.find_current_seats(seats)
        if len(current) != 1:
            return None
        [you] = current
        return OTHER[you] if (self.game - game) % 2 else you

    def _find_earlier_decision(self, seats: Collection[Player], number: int) -> tuple[Player, State] | None:
        """Return which of these seats moved after the event of this number, and the position before.

        A client may send again a move that was already played. It is then read in the earlier position.
        """
        for event, state in reversed(self.match.line):
            if event.number == number + 1 and event.who is not None and event.who in seats:
                return event.who, state
        return None

    def _find_game(self, game: int | None) -> tuple[int, Match]:
        matches = (*self.table.earlier, self.match)
        number = self.game if game is None else game
        if not 1 <= number <= len(matches):
            raise NoSuchGame(number)
        return number, matches[number - 1]


def _has_failed(work: asyncio.Future[bytes]) -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)
