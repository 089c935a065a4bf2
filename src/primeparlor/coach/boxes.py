"""What was failed comes back: Leitner's boxes, kept in one file.

Each puzzle lies in a box, a right answer moves it to the next one, a wrong one back to the first, and
the boxes are opened at growing intervals. The file also holds which records have been looked through
for mistakes, so that none is twice.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from math import isfinite
from typing import NamedTuple

from primeparlor import notation
from primeparlor.core import GameError, ParlorError
from primeparlor.games import GAMES

DAY = 86_400
INTERVALS = (0, 1 * DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)
RECORDS = "records"  # beside the positions in the file


class Card(NamedTuple):
    """In which box a puzzle lies, and when it comes back."""

    box: int  # from 0
    due: float  # seconds since 1970
    mistake: bool = False  # the player's own: every move that would have been none is right


class Boxes:
    """Which puzzles come back, and when; kept in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: dict[str, Card] = {}
        self.records: dict[str, int] = {}  # how long each was when it was looked through
        self._kept: dict[str, object] = {}  # cards of games that are not installed here, as they are
        try:
            with open(path, encoding="utf-8") as file:
                self._fill(json.load(file))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            raise ParlorError(f"{path} cannot be read. Move it away to begin anew.") from None

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        now = time.time() if now is None else now
        waiting = [(card.due, position) for position, card in self.cards.items() if card.due <= now]
        return [position for _, position in sorted(waiting) if game in (None, position.split()[0])]

    def take_in(self, record: str, size: int, mistakes: Iterable[str]) -> list[str]:
        """Put the mistakes found in a record into the first box and keep that; those not known before."""
        new = [position for position in dict.fromkeys(mistakes) if position not in self.cards]
        self.cards |= dict.fromkeys(new, Card(0, 0.0, mistake=True))
        self.records[record] = size
        self.save()
        return new

    def answered(self, position: str, right: bool, now: float | None = None) -> None:
        """Move a puzzle to its next box and keep that; one answered right at first sight is done."""
        if right and position not in self.cards:
            return
        known = self.cards.get(position, Card(0, 0.0))
        box = min(known.box + 1, len(INTERVALS) - 1) if right else 0
        due = (time.time() if now is None else now) + INTERVALS[box]
        self.cards[position] = known._replace(box=box, due=due)
        self.save()

    def save(self) -> None:
        """Replace the file as a whole: a crash leaves the old one or the new one."""
        beside = f"{self.path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            with open(beside, "w", encoding="utf-8") as file:
                json.dump(self._as_data(), file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            raise ParlorError(
                f"What you have practised cannot be kept in {self.path}: {error.strerror}."
            ) from None

    def _as_data(self) -> dict[str, object]:
        cards = {position: card._asdict() for position, card in self.cards.items()}
        return {RECORDS: self.records, **self._kept, **cards}

    def _fill(self, data: object) -> None:
        """Take in a file that may have been edited by hand; what is neither card nor record is left out."""
        if not isinstance(data, dict):
            raise ValueError
        sizes = data.pop(RECORDS, None)
        records = sizes.items() if isinstance(sizes, dict) else ()
        self.records = {record: size for record, size in records if isinstance(size, int)}
        for position, given in data.items():
            if (card := _card(given)) is None:
                continue
            if position.split(" ")[0] not in GAMES:
                self._kept[position] = given
                continue
            try:
                notation.read_position(position)
            except GameError:  # its package cannot be used now
                self._kept[position] = given
            except ParlorError:
                continue
            else:
                self.cards[position] = card


def _card(given: object) -> Card | None:
    match given:
        case {"box": int(box), "due": int(due) | float(due), **more} if isfinite(due):
            box = max(0, min(box, len(INTERVALS) - 1))
            return Card(box, float(due), more.get("mistake") is True)
    return None
