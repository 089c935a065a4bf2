"""One live table: the actions of its players, and the views that clients get."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from primeparlor import notation
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.match import HUMAN, Match
from primeparlor.tables.names import check_name
from primeparlor.web import encoding
from primeparlor.web.faults import NoSuchGame, NotOver
from primeparlor.web.tables import view as telling
from primeparlor.web.tables.presence import SPECTATOR, TableVersion
from primeparlor.web.tables.seats import NOBODY
from primeparlor.web.tables.sitting import Sitting
from primeparlor.web.tables.view import Data, VisibleEntry


class SeatGrant(NamedTuple):
    """A seat given to a client, with its token."""

    table: Desk
    seat: Player
    token: str


class Desk(Sitting):
    """One table with the actions of its players and the views of players and spectators."""

    def __init__(self, *laid: Any, actions: list[Move] | None) -> None:
        super().__init__(*laid)
        self.actions = actions  # all moves of the rules, if they are few and no secret
        self._views = dict[frozenset[Player], tuple[TableVersion, Data]]()
        self._sent = dict[frozenset[Player], tuple[TableVersion, bytes]]()  # the same, as JSON

    async def join(self, name: str, key: str | None = None) -> SeatGrant:
        """Give the free seat to a friend and begin the game; the same key allows them to join again."""
        seat, token = await self.run_to_end(self.add_friend(check_name(name), key))
        return SeatGrant(self, seat, token)

    # Actions ---------------------------------------------------------------------------------------------

    async def move(self, seats: Collection[Player], text: str, number: int) -> None:
        """Play the move in this text; text that is no move counts as invalid input."""

        async def moved() -> None:
            player, state = self._find_decision(seats, number)
            try:
                move = notation.parse(state, text)
            except notation.NotationError:
                await self.commit(lambda: self.match.note_invalid(player, number))
                raise
            self._store.person_moved = True
            await self.commit(lambda: self.match.submit(player, move, number))

        await self.run_action(moved)

    async def undo(self, seats: Collection[Player], number: int) -> None:
        """Take back the last decision of these seats, or ask the other player to allow it."""

        def act() -> None:
            player = self._find_player(seats)
            last = self.match.find_last_decision([player for player in PLAYERS if player in seats])
            self.match.undo(last.who if last and last.who else player, number)

        await self.run_action(lambda: self.commit(act))

    async def answer(self, seats: Collection[Player], number: int, allowed: bool) -> None:
        """Allow or decline the other player's offer."""
        await self.run_action(
            lambda: self.commit(lambda: self.match.answer(self._find_player(seats), allowed, number))
        )

    async def resign(self, seats: Collection[Player], number: int) -> None:
        """Resign for these seats; for both seats on one screen, the player to move resigns."""
        await self.run_action(
            lambda: self.commit(lambda: self.match.resign(self._find_player(seats), number)), last=True
        )

    async def rematch(self, seats: Collection[Player], number: int) -> None:
        """Offer a rematch, or accept one."""
        await self.run_action(
            lambda: self.commit(lambda: self.match.rematch(self._find_player(seats), number))
        )

    async def hint(self, seats: Collection[Player], number: int) -> Data:
        """Return the hints that are open and one more: {"step", "hints", "all"}."""
        return await self.house_player.request_hint(self._find_player(seats), number)

    async def moves(self, seats: Collection[Player], number: int) -> Data:
        """Return the legal moves, which counts as a hint, and all moves of the rules: {"moves", "every"}."""
        return await self.house_player.list_moves(self._find_player(seats), number)

    async def why(self, seats: Collection[Player], number: int) -> Data:
        """Return what the last decisions were worth: {"lines"}."""
        return await self.house_player.request_reasons(self._find_player(seats), number)

    def _find_decision(self, seats: Collection[Player], number: int) -> tuple[Player, State]:
        """Return which of these seats moves after the event of this number, and the position to move in.

        A client may send again a move that was already played. It is then read in the earlier position.
        """
        player = self._find_player(seats)
        for event, state in reversed(self.match.line):
            if event.number == number + 1 and event.who is not None and event.who in seats:
                return event.who, state
        return player, self.match.state

    # Views -----------------------------------------------------------------------------------------------

    def build_view(self, seats: Collection[Player]) -> Data:
        """Return the view of the table for these seats."""
        return self._cache_view(self._find_current_seats(seats)) | {
            "clock": self.house_player.format_clock(seats)
        }

    def encode_view(self, seats: Collection[Player]) -> bytes:
        """Return the same view as JSON, encoded once for all clients who see the same."""
        reader = self._find_current_seats(seats)
        seen, text = self._sent.get(reader, (None, b""))
        if seen != self.version:
            text = encoding.encode_json(self._cache_view(reader))
            self._sent[reader] = self.version, text
        return text[:-1] + b',"clock":' + encoding.encode_json(self.house_player.format_clock(reader)) + b"}"

    def _cache_view(self, reader: frozenset[Player]) -> Data:
        """Return the view for this reader without the clock; it is cached until the table changes."""
        seen, view = self._views.get(reader, (None, {}))
        if seen != self.version:
            view = self._format_view(reader)
            self._views[reader] = self.version, view
        return view

    def _format_view(self, seats: frozenset[Player]) -> Data:
        match, state = self.match, self.match.state
        visible = match.since(match.first_seq, seats)
        return {
            "table": self.id,
            "game": state.name,
            "title": state.title,
            "rules": state.rules.values(),
            "variant": state.rules.changed(),
            "position": notation.position(state),
            "number": match.number,
            "seq": visible[-1].seq if visible else match.first_seq,
            "turn": state.turn,
            "first": self.line.first,
            "facts": self.line.find_facts(),
            "steps": self.line.list_steps(),
            "actions": self.actions,
            "seats": [self._format_seat(player) for player in PLAYERS],
            "you": state.turn if len(seats) > 1 else next(iter(seats), None),
            "holds": sorted(seats),
            "waiting": self.seat_map.waiting,
            "outcome": telling.format_outcome(match),
            "settings": match.settings._asdict(),
            "offer": telling.format_offer(match),
            "game_number": self.game,
            "watching": self.presence[SPECTATOR],
            "marks": list(match.marks),
            "daily": self.match.day,
            "thinking": self.house_player.thinking,
            **self.house_player.build_help(seats),
        }

    def _format_seat(self, player: Player) -> Data:
        label, name = self.match.seats[player - 1], self.match.names[player - 1]
        [*persons] = self.seat_map.find_holders(player, self.game)
        house = label != HUMAN
        return {
            "player": player,
            "label": label,
            "name": name,
            "taken": house or persons != [2] or not self.seat_map.waiting,
            "here": house or any(self.presence[person] for person in persons),
            "house": house,
        }

    def find_entries(self, seq: int, seats: Collection[Player]) -> list[VisibleEntry]:
        """Return the entries after this one that these seats may see."""
        first = self.match.first_seq
        kept = self.table.since(seq, self._find_current_seats(seats))
        return [telling.format_entry(each, self.line if each.seq > first else None) for each in kept]

    @property
    def version(self) -> TableVersion:
        """The current version of the table; it changes with everything a client can see."""
        return self.presence.version

    async def wait_for_change(self, seen: TableVersion) -> TableVersion:
        """Wait until the table's version differs from this one, and return it."""
        return await self.presence.wait_for_change(seen)

    def watch(self, seats: Collection[Player] = NOBODY) -> AbstractContextManager[None]:
        """Count the persons of these seats as present meanwhile; without seats, a spectator."""
        return self.presence.watch(self.seat_map.find_persons(self._find_current_seats(seats), self.game))

    def encode_record(self, seats: Collection[Player], game: int | None = None) -> bytes:
        """Return the record of the n-th game, or of the current one, as far as these seats may see it."""
        number, match = self._find_game(game)
        return telling.encode_record(match, self.began[number - 1], self._find_current_seats(seats))

    async def request_review(
        self, answers: bool, seats: Collection[Player] = NOBODY, game: int | None = None
    ) -> Data:
        """Return the review of a game that is over; better moves are named only with `answers`."""
        number, match = self._find_game(game)
        if match.outcome is None:
            raise NotOver("The game is not over yet: its review comes after the end.")
        same = (self.game - number) % 2 == 0
        readers = [
            player if same else OTHER[player] for player in self._find_current_seats(seats)
        ]  # their seats then
        you = readers[0] if len(readers) == 1 else None
        return await self.house_player.request_review(
            number, self.encode_record(PLAYERS, number), answers, you
        )

    def _find_game(self, game: int | None) -> tuple[int, Match]:
        matches = (*self.table.earlier, self.match)
        number = self.game if game is None else game
        if not 1 <= number <= len(matches):
            raise NoSuchGame(number)
        return number, matches[number - 1]


__all__ = ["Desk", "SeatGrant", "TableVersion", "VisibleEntry"]
