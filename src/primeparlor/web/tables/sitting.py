"""Seats of a live table: joining, holding a seat, and acting for it.

Seats belong to one game: they are swapped with every rematch. An action with seats of an earlier game is
stale; a view is for the person, in whichever seat that person is now.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from primeparlor.core import OTHER, ParlorError, Player
from primeparlor.match import StaleMove
from primeparlor.web.faults import ForeignSeat, Full, SeatTaken, UnknownToken
from primeparlor.web.tables.running import Running
from primeparlor.web.tables.seats import Seats, hashed, new_token

log = logging.getLogger(__name__)


class Sitting(Running):
    """A table with seats that people can take."""

    def seats_of(self, token: str) -> frozenset[Player]:
        """Return the seats that this token holds in the current match."""
        return self.seating.seats(self.seating.person(token), self.game)

    async def seated(self, token: str) -> frozenset[Player]:
        """Return the same, and mark the token as used: from now on its key cannot replace it."""
        kept, store = hashed(token), self.hall.store
        try:
            seats = self.seats_of(token)
        except UnknownToken:
            if await store.apart(store.held, kept) is None:
                raise
            raise ForeignSeat from None
        if kept in self.seating.keys:
            if not await store.apart(store.use, kept):
                raise UnknownToken
            self.seating.keys.pop(kept, None)
        return seats

    async def sit_down(self, name: str, key: str | None) -> tuple[Player, str]:
        """Give a friend their seat and a token, and begin the game.

        Until the token is used, whoever has its key may join again: the response may have been lost.
        """
        token = new_token()
        async with self.going():
            if not self.seating.open_to(key):
                raise SeatTaken
            [seat] = self.seating.seats(2, self.game)
            names = (name, self.match.names[1]) if seat == 1 else (self.match.names[0], name)
            await self._give(2, 1, token, None if key is None else hashed(key))
            self._names = names
            try:
                await self.go_on()
            except ParlorError as error:  # the seat is given all the same, and the next action tries again
                log.error("a table could not go on", exc_info=error)
            self.presence.stir()
        return seat, token

    async def link(self, seats: Collection[Player]) -> str:
        """Create another token for the person in these seats, for another device."""
        self._player(seats)  # raises for seats of an earlier game: the token would be the other player's
        return await self.whole(self._link(*self.seating.persons(seats, self.game)))

    async def _link(self, person: int) -> str:
        token = new_token()
        async with self.going():
            nth = self.seating.tokens(person) + 1
            if nth > (most := self.hall.limits.links):
                raise Full(f"You have made {most - 1} links to this seat, the most allowed.")
            await self._give(person, nth, token)
        return token

    async def _give(self, person: int, nth: int, token: str, key: str | None = None) -> None:
        kept = hashed(token)
        store = self.hall.store
        await store.apart(store.give, self.id, person, nth, kept, self.hall.now(), key)
        self.seating.give(person, kept, key)

    def _player(self, seats: Collection[Player]) -> Player:
        """Return the player who acts: for a person with both seats, the player to move."""
        if not seats:
            raise ForeignSeat("Only who plays at this table can do this.")
        if isinstance(seats, Seats) and seats.game != self.game:
            raise StaleMove("The game has moved on: this was meant for the one before.")
        return self.match.state.turn if self.match.state.turn in seats else min(seats)

    def _now(self, seats: Collection[Player]) -> frozenset[Player]:
        """Return the seats of the same person in the current game."""
        if isinstance(seats, Seats) and (self.game - seats.game) % 2:
            return frozenset(OTHER[player] for player in seats)
        return frozenset(seats)
