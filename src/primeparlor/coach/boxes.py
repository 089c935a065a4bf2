"""Puzzles you miss come back: Leitner boxes, kept in one file.

Each puzzle is in a box. A right answer moves it to the next box, a wrong one back to the first, and the
boxes are opened at growing intervals. The file also lists the records already searched for mistakes, so
that none is searched twice.

Several processes may practise at once: each one, before it saves, reads what the others have saved and
adds only its own news.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from primeparlor import files, notation
from primeparlor.core import GameError, ParlorError
from primeparlor.files import shown
from primeparlor.games import GAMES

DAY = 86_400
INTERVALS = (0, 1 * DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)
FOREVER = 1e15  # seconds, 30 million years: later than any card is due, and too early to overflow
RECORDS = "records"  # beside the positions in the file


class Card(NamedTuple):
    """Which box a puzzle is in, and when it comes back."""

    box: int  # from 0
    due: float  # seconds since 1970
    mistake: bool = False  # the player's own: every move that would not have been one is right


class Boxes:
    """Which puzzles come back, and when; kept in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: dict[str, Card] = {}
        self.records: dict[str, int] = {}  # the size of each when it was searched
        self._kept: dict[str, object] = {}  # cards of games that are not installed here, as they are
        # what is not in the file yet: new mistakes, answered cards, searched records
        self._new: dict[str, Card] = {}
        self._answered: dict[str, Card] = {}
        self._seen: dict[str, int] = {}
        self._read()

    def _read(self) -> None:
        """Take in the file as it is now."""
        try:
            with files.open_regular(self.path) as file:
                self._fill(json.loads(file.read().decode()))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            raise ParlorError(f"{shown(self.path)} cannot be read. Move it away to start again.") from None

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        now = time.time() if now is None else now
        waiting = [(card.due, position) for position, card in self.cards.items() if card.due <= now]
        return [position for _, position in sorted(waiting) if game in (None, position.split()[0])]

    def take_in(self, record: str, size: int, mistakes: Iterable[str]) -> list[str]:
        """Put the mistakes from a record into the first box and save; returns the new ones."""
        new = [position for position in dict.fromkeys(mistakes) if position not in self.cards]
        self._new |= dict.fromkeys(new, Card(0, 0.0, mistake=True))
        self._seen[record] = size
        self._merge()
        self.save()
        return new

    def answered(self, position: str, right: bool, now: float | None = None) -> None:
        """Move a puzzle to its next box and save; one answered right the first time is done."""
        if right and position not in self.cards:
            return
        known = self.cards.get(position, Card(0, 0.0))
        box = min(known.box + 1, len(INTERVALS) - 1) if right else 0
        due = (time.time() if now is None else now) + INTERVALS[box]
        self._answered[position] = known._replace(box=box, due=due)
        self._merge()
        self.save()

    def save(self) -> None:
        """Add what is new here to what the file holds by now; if that fails, it can be tried again."""
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            with files.locked(f"{self.path}.lock"):
                self._read()
                self._merge()
                files.write_whole(self.path, json.dumps(self._as_data(), indent=1))
        except OSError as error:
            raise ParlorError(
                f"Your practice cannot be saved in {shown(self.path)}: {error.strerror}."
            ) from None
        for kept in (self._new, self._answered, self._seen):
            kept.clear()

    def _merge(self) -> None:
        """Add what is new here to what was read; a mistake that others found too stays where they put it."""
        self.cards = self._new | self.cards | self._answered
        self.records |= self._seen

    def _as_data(self) -> dict[str, object]:
        cards = {position: card._asdict() for position, card in self.cards.items()}
        return {RECORDS: self.records, **self._kept, **cards}

    def _fill(self, data: object) -> None:
        """Read data that may have been edited by hand; anything that is not a card or a record is ignored."""
        if not isinstance(data, dict):
            raise ValueError
        sizes = data.pop(RECORDS, None)
        records = sizes.items() if isinstance(sizes, dict) else ()
        self.records = {record: size for record, size in records if isinstance(size, int)}
        self.cards, self._kept = {}, {}
        for position, given in data.items():
            if (card := _card(given)) is None:
                continue
            if position.split(" ")[0] not in GAMES:
                self._kept[position] = _flat(given)
                continue
            try:
                notation.read_position(position)
            except GameError:  # its package cannot be used now
                self._kept[position] = _flat(given)
            except ParlorError:
                continue
            else:
                self.cards[position] = card


def _card(given: object) -> Card | None:
    match given:
        case {"box": int(box), "due": int(due) | float(due), **more} if -FOREVER < due < FOREVER:
            box = max(0, min(int(box), len(INTERVALS) - 1))
            return Card(box, float(due), more.get("mistake") is True)
    return None


def _flat(card: dict[str, Any]) -> dict[str, Any]:
    """A card as it is written back: without nested values, which no card has and which may be huge."""
    return {key: value for key, value in card.items() if not isinstance(value, (dict, list))}
