"""Who sits where: tokens belong to persons, and persons change seats with every game."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Self

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.web.faults import UnknownToken
from primeparlor.web.store import Options

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

    def __init__(self, options: Options, held: dict[str, int], unused: Collection[str] = ()) -> None:
        self.options, self._held = options, held
        self.unused = set(unused)  # hashes of tokens that nobody has come with: their answer may be lost

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

    @property
    def open(self) -> bool:
        """Whether a friend can join: nobody has, or whoever did has never come with the token."""
        return self.waiting or any(self._held[kept] == 2 for kept in self.unused)

    def give(self, person: int, hash: str, used: bool = True) -> None:
        """Count one more token of this person; one that is to be used first replaces one that never was."""
        if not used:
            for old in [old for old in self.unused if self._held[old] == person]:
                del self._held[old]
            self.unused = {hash}  # only who joins has such a token
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
