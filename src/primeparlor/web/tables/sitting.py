"""Seats of a live table: joining, holding a seat, and acting for it.

Seats belong to one game: they are swapped with every rematch. An action with seats of an earlier game is
stale; a view is for the person, in whichever seat that person is now.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from primeparlor.core import OTHER, ParlorError, Player
from primeparlor.match import StaleMove
from primeparlor.web.faults import ForeignSeat, SeatTaken, TableFull, UnknownToken
from primeparlor.web.tables.running import Running
from primeparlor.web.tables.seats import GameSeats, create_token, hash_token

log = logging.getLogger(__name__)


class Sitting(Running):
    """A table with seats that people can take."""

    def find_seats(self, token: str) -> frozenset[Player]:
        """Return the seats that this token holds in the current match."""
        return self.seat_map.find_seats(self.seat_map.find_person(token), self.game)

    async def claim_seats(self, token: str) -> frozenset[Player]:
        """Return the same, and mark the token as used: from now on its key cannot replace it."""
        kept, store = hash_token(token), self.registry.store
        try:
            seats = self.find_seats(token)
        except UnknownToken:
            if await store.run_in_thread(store.find_owner, kept) is None:
                raise
            raise ForeignSeat from None
        if kept in self.seat_map.keys:
            if not await store.run_in_thread(store.mark_used, kept):
                raise UnknownToken
            self.seat_map.keys.pop(kept, None)
        return seats

    async def add_friend(self, name: str, key: str | None) -> tuple[Player, str]:
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

    async def create_link(self, seats: Collection[Player]) -> str:
        """Create another token for the person in these seats, for another device."""
        self._find_player(seats)  # raises for seats of an earlier game: the token would be the other player's
        return await self.run_to_end(self._add_link(*self.seat_map.find_persons(seats, self.game)))

    async def _add_link(self, person: int) -> str:
        token = create_token()
        async with self.hold_lock():
            nth = self.seat_map.count_tokens(person) + 1
            if nth > (most := self.registry.limits.links):
                raise TableFull(f"You have made {most - 1} links to this seat, the most allowed.")
            await self._store_token(person, nth, token)
        return token

    async def _store_token(self, person: int, nth: int, token: str, key: str | None = None) -> None:
        kept = hash_token(token)
        store = self.registry.store
        await store.run_in_thread(store.add_token, self.id, person, nth, kept, self.registry.now(), key)
        self.seat_map.add_token(person, kept, key)

    def _find_player(self, seats: Collection[Player]) -> Player:
        """Return the player who acts: for a person with both seats, the player to move."""
        if not seats:
            raise ForeignSeat("Only who plays at this table can do this.")
        if isinstance(seats, GameSeats) and seats.game != self.game:
            raise StaleMove("The game has moved on: this was meant for the one before.")
        return self.match.state.turn if self.match.state.turn in seats else min(seats)

    def _find_current_seats(self, seats: Collection[Player]) -> frozenset[Player]:
        """Return the seats of the same person in the current game."""
        if isinstance(seats, GameSeats) and (self.game - seats.game) % 2:
            return frozenset(OTHER[player] for player in seats)
        return frozenset(seats)
