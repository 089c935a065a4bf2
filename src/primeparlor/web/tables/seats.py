"""Seats and tokens: a token belongs to a person, and persons swap seats with every game."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Self

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.web.storage.store import FRIEND, SAME_SCREEN, StoredOptions

ALPHABET = "abcdefghjkmnpqrstuvwxyz123456789"  # 32 that are not confused when read aloud
GROUPS, LETTERS = 4, 4
NOBODY: frozenset[Player] = frozenset()


def create_name() -> str:
    """Create a table name that cannot be guessed: "k3mv-9qpa-…"."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))


def is_table_name(text: str) -> bool:
    """Return True if the text has the form of a table's name."""
    groups = text.split("-")
    return len(groups) == GROUPS and all(
        len(group) == LETTERS and all(letter in ALPHABET for letter in group) for group in groups
    )


def create_token() -> str:
    """Create a token for a seat."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the hash of a token; only the hash is stored."""
    return sha256(token.encode(errors="replace")).hexdigest()


class GameSeats(frozenset[Player]):
    """The seats of one person in one game; a rematch swaps them."""

    game: int

    def __new__(cls, players: Iterable[Player], game: int) -> Self:
        seats = super().__new__(cls, players)
        seats.game = game
        return seats


class SeatMap:
    """Persons of a table, their tokens and their seats."""

    def __init__(
        self, options: StoredOptions, held: dict[str, int], keys: Mapping[str, str] | None = None
    ) -> None:
        self.options = options
        self.persons = held  # by the hashes of their tokens
        self.keys = dict(keys or {})  # hashed keys by the hashes of tokens not used yet
        self.two_people = options.opponent == FRIEND  # who play each other, each with their own help
        self.waiting = self.two_people and 2 not in held.values()  # whether a friend is still to join
        self._seats = dict[tuple[int, int], GameSeats]()  # by person and game

    def can_join(self, key: str | None) -> bool:
        """Return True if a friend can join: the seat is free, or their key is of an unused token."""
        return self.waiting or (key is not None and hash_token(key) in self.keys.values())

    def add_token(self, person: int, hash: str, key: str | None = None) -> None:
        """Register a person's new token; with a key, it replaces the token that was never used."""
        if key is not None:
            for old in self.keys:
                del self.persons[old]
            self.keys = {hash: key}  # only the token of the person who joins has a key
        self.persons[hash] = person
        self.waiting = self.waiting and person != 2

    def count_tokens(self, person: int) -> int:
        """Return the number of tokens of this person."""
        return sum(holder == person for holder in self.persons.values())

    def find_seats(self, person: int, game: int) -> GameSeats:
        """Return the seats of this person in the n-th game."""
        if (person, game) not in self._seats:
            first: Player = 1 if (self.options.seat == 1) == (person == 1) else 2
            players = (
                PLAYERS if self.options.opponent == SAME_SCREEN else [first if game % 2 else OTHER[first]]
            )
            self._seats[person, game] = GameSeats(players, game)
        return self._seats[person, game]

    def find_persons(self, seats: Collection[Player], game: int) -> set[int]:
        """Return the persons who hold these seats in the n-th game; a computer player is no person."""
        return {
            person for person in self._list_persons() if seats and self.find_seats(person, game) <= set(seats)
        }

    def find_holders(self, player: Player, game: int) -> Iterable[int]:
        """Return the persons in this seat: none or one."""
        return [person for person in self._list_persons() if player in self.find_seats(person, game)]

    def _list_persons(self) -> Iterable[int]:
        return (1, 2) if self.two_people else (1,)
