"""Who sits where: tokens belong to persons, and persons change seats with every game."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Self

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.web.faults import UnknownToken
from primeparlor.web.storage.store import Options

FRIEND, SAME_SCREEN = "friend", "same screen"
ALPHABET = "abcdefghjkmnpqrstuvwxyz123456789"  # 32 that nobody mixes up when reading them out
GROUPS, LETTERS = 4, 4
NOBODY: frozenset[Player] = frozenset()


def new_name() -> str:
    """A name for a table that nobody guesses: "k3mv-9qpa-…"."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))


def is_name(text: str) -> bool:
    """Whether a table can have this name."""
    groups = text.split("-")
    return len(groups) == GROUPS and all(
        len(group) == LETTERS and all(letter in ALPHABET for letter in group) for group in groups
    )


def new_token() -> str:
    """A token for a seat."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode(errors="replace")).hexdigest()


class Seats(frozenset[Player]):
    """The seats of one person in one game: they are others in the next."""

    game: int

    def __new__(cls, players: Iterable[Player], game: int) -> Self:
        seats = super().__new__(cls, players)
        seats.game = game
        return seats


class Seating:
    """The persons of a table and their tokens."""

    def __init__(self, options: Options, held: dict[str, int], keys: Mapping[str, str] | None = None) -> None:
        self.options, self._held = options, held
        self.keys = dict(keys or {})  # by tokens that nobody has come with yet; hashes of both

    @property
    def two_people(self) -> bool:
        """Whether two persons play each other, each with help of their own."""
        return self.options.opponent == FRIEND

    @property
    def waiting(self) -> bool:
        """Whether a friend is still to join."""
        return self.two_people and 2 not in self._held.values()

    def person(self, token: str) -> int:
        """Whose token this is; raises `UnknownToken` if it is nobody's here."""
        person = self._held.get(hashed(token))
        if person is None:
            raise UnknownToken
        return person

    def open_to(self, key: str | None) -> bool:
        """Whether a friend can join: nobody has, or the owner of this key has, and never heard the answer."""
        return self.waiting or (key is not None and hashed(key) in self.keys.values())

    def give(self, person: int, hash: str, key: str | None = None) -> None:
        """Count one more token of this person; with a key it replaces the one that nobody has come with."""
        if key is not None:
            for old in self.keys:
                del self._held[old]
            self.keys = {hash: key}  # only who joins has such a token
        self._held[hash] = person

    def tokens(self, person: int) -> int:
        """How many tokens this person has."""
        return sum(holder == person for holder in self._held.values())

    def seats(self, person: int, game: int) -> Seats:
        """Where this person sits in the n-th game."""
        if self.options.opponent == SAME_SCREEN:
            return Seats(PLAYERS, game)
        first: Player = 1 if (self.options.seat == 1) == (person == 1) else 2
        return Seats([first if game % 2 else OTHER[first]], game)

    def persons(self, seats: Collection[Player], game: int) -> set[int]:
        """Who sits there in the n-th game; nobody where the house does."""
        return {person for person in self._persons() if seats and self.seats(person, game) <= set(seats)}

    def sits(self, player: Player, game: int) -> Iterable[int]:
        """The persons at this seat: none or one."""
        return [person for person in self._persons() if player in self.seats(person, game)]

    def _persons(self) -> Iterable[int]:
        return (1, 2) if self.two_people else (1,)
