"""One table of the server: what those who sit there do, and who is told what."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from primeparlor import notation
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.match import HUMAN, Match
from primeparlor.tables.names import named
from primeparlor.web import encoding
from primeparlor.web.faults import NoSuchGame, NotOver
from primeparlor.web.tables import view as telling
from primeparlor.web.tables.presence import SPECTATOR, Seen
from primeparlor.web.tables.seats import NOBODY
from primeparlor.web.tables.sitting import Sitting
from primeparlor.web.tables.view import Data, News


class Opened(NamedTuple):
    """A seat taken at a table."""

    desk: Desk
    seat: Player
    token: str


class Desk(Sitting):
    """One table, for those who sit there or watch."""

    def __init__(self, *laid: Any, actions: list[Move] | None) -> None:
        super().__init__(*laid)
        self.actions = actions  # every move under these rules, where they are few and no secret
        self._views = dict[frozenset[Player], tuple[Seen, Data]]()
        self._sent = dict[frozenset[Player], tuple[Seen, bytes]]()  # the same, as JSON

    async def join(self, name: str, key: str | None = None) -> Opened:
        """A friend sits down, and the game begins; with a key of their own they can do it again."""
        seat, token = await self.whole(self.sit_down(named(name), key))
        return Opened(self, seat, token)

    # What players do -------------------------------------------------------------------------------------

    async def move(self, seats: Collection[Player], text: str, number: int) -> None:
        """Play the move that the text names; text that names none counts as invalid input."""

        async def moved() -> None:
            player, state = self._at(seats, number)
            try:
                move = notation.parse(state, text)
            except notation.NotationError:
                await self.keep(lambda: self.match.invalid(player, number))
                raise
            self._store.met = True
            await self.keep(lambda: self.match.submit(player, move, number))

        await self.do(moved)

    async def undo(self, seats: Collection[Player], number: int) -> None:
        """Take back the last decision of who sits there, or ask for it."""

        def act() -> None:
            player = self._player(seats)
            last = self.match.last_decision([player for player in PLAYERS if player in seats])
            self.match.undo(last.who if last and last.who else player, number)

        await self.do(lambda: self.keep(act))

    async def answer(self, seats: Collection[Player], number: int, allowed: bool) -> None:
        """Allow or decline what the other has offered."""
        await self.do(lambda: self.keep(lambda: self.match.answer(self._player(seats), allowed, number)))

    async def resign(self, seats: Collection[Player], number: int) -> None:
        """Give the game to the other; on the same screen, who is to move does."""
        await self.do(lambda: self.keep(lambda: self.match.resign(self._player(seats), number)), last=True)

    async def rematch(self, seats: Collection[Player], number: int) -> None:
        """Ask for another game, or agree to it."""
        await self.do(lambda: self.keep(lambda: self.match.rematch(self._player(seats), number)))

    async def hint(self, seats: Collection[Player], number: int) -> Data:
        """The next hint, after all that are open: {"step", "hints", "all"}."""
        return await self.playing.hint(self._player(seats), number)

    async def moves(self, seats: Collection[Player], number: int) -> Data:
        """Every legal move, which counts as a hint, and every one there ever is: {"moves", "every"}."""
        return await self.playing.moves(self._player(seats), number)

    async def why(self, seats: Collection[Player], number: int) -> Data:
        """What the last decisions were worth: {"lines"}."""
        return await self.playing.why(self._player(seats), number)

    def _at(self, seats: Collection[Player], number: int) -> tuple[Player, State]:
        """Who of these seats moves after the event of this number, and in which position.

        A move that was already played may come again: then it was read in an earlier position.
        """
        player = self._player(seats)
        for event, state in reversed(self.match.line):
            if event.number == number + 1 and event.who is not None and event.who in seats:
                return event.who, state
        return player, self.match.state

    # What is told ----------------------------------------------------------------------------------------

    def view(self, seats: Collection[Player]) -> Data:
        """The table as these seats see it."""
        return self._steady(self._now(seats)) | {"clock": self.playing.clock(seats)}

    def sent(self, seats: Collection[Player]) -> bytes:
        """The same as JSON, made once for all who see the same."""
        reader = self._now(seats)
        seen, text = self._sent.get(reader, (None, b""))
        if seen != self.seen:
            text = encoding.encoded(self._steady(reader))
            self._sent[reader] = self.seen, text
        return text[:-1] + b',"clock":' + encoding.encoded(self.playing.clock(reader)) + b"}"

    def _steady(self, reader: frozenset[Player]) -> Data:
        """The table as this reader sees it, but for the time that runs."""
        seen, view = self._views.get(reader, (None, {}))
        if seen != self.seen:
            view = self._view(reader)
            self._views[reader] = self.seen, view
        return view

    def _view(self, seats: frozenset[Player]) -> Data:
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
            "facts": self.line.facts(),
            "steps": self.line.steps(),
            "actions": self.actions,
            "seats": [self._seat(player) for player in PLAYERS],
            "you": state.turn if len(seats) > 1 else next(iter(seats), None),
            "holds": sorted(seats),
            "waiting": self.seating.waiting,
            "outcome": telling.outcome(match),
            "settings": match.settings._asdict(),
            "offer": telling.offer(match),
            "game_number": self.game,
            "watching": self.presence[SPECTATOR],
            "marks": list(match.marks),
            "daily": self.match.day,
            "thinking": self.playing.thinking,
            **self.playing.help_seen(seats),
        }

    def _seat(self, player: Player) -> Data:
        label, name = self.match.seats[player - 1], self.match.names[player - 1]
        [*persons] = self.seating.sits(player, self.game)
        house = label != HUMAN
        return {
            "player": player,
            "label": label,
            "name": name,
            "taken": house or persons != [2] or not self.seating.waiting,
            "here": house or any(self.presence[person] for person in persons),
            "house": house,
        }

    def news(self, seq: int, seats: Collection[Player]) -> list[News]:
        """What these seats may see of all that was kept after this entry."""
        first = self.match.first_seq
        kept = self.table.since(seq, self._now(seats))
        return [telling.told(each, self.line if each.seq > first else None) for each in kept]

    @property
    def seen(self) -> Seen:
        """What there is to be seen now."""
        return self.presence.seen

    async def changed(self, seen: Seen) -> Seen:
        """What there is to be seen, once it is more than this."""
        return await self.presence.changed(seen)

    def watch(self, seats: Collection[Player] = NOBODY) -> AbstractContextManager[None]:
        """Count who sits there as present meanwhile, or else a spectator."""
        return self.presence.watch(self.seating.persons(self._now(seats), self.game))

    def record(self, seats: Collection[Player], game: int | None = None) -> bytes:
        """The record of the n-th game, or of the current one, as far as these seats may see it."""
        number, match = self._of(game)
        return telling.record(match, self.began[number - 1], self._now(seats))

    async def review(
        self, answers: bool, seats: Collection[Player] = NOBODY, game: int | None = None
    ) -> Data:
        """The review of a game that is over; better moves are named only with `answers`."""
        number, match = self._of(game)
        if match.outcome is None:
            raise NotOver("The game is not over yet: its review comes after the end.")
        same = (self.game - number) % 2 == 0
        readers = [player if same else OTHER[player] for player in self._now(seats)]  # as they sat then
        you = readers[0] if len(readers) == 1 else None
        return await self.playing.review(number, self.record(PLAYERS, number), answers, you)

    def _of(self, game: int | None) -> tuple[int, Match]:
        matches = (*self.table.earlier, self.match)
        number = self.game if game is None else game
        if not 1 <= number <= len(matches):
            raise NoSuchGame(number)
        return number, matches[number - 1]


__all__ = ["Desk", "News", "Opened", "Seen"]
