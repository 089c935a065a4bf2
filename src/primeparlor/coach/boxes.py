"""What was failed comes back: Leitner's boxes, kept in one file.

Each puzzle lies in a box, a right answer moves it to the next one, a wrong one back to the first, and
the boxes are opened at growing intervals.
"""

from __future__ import annotations

import json
import os
import time
from math import isfinite
from typing import NamedTuple

from primeparlor import notation
from primeparlor.core import ParlorError

DAY = 86_400
INTERVALS = (0, 1 * DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)


class Card(NamedTuple):
    """In which box a puzzle lies, and when it comes back."""

    box: int  # from 0
    due: float  # seconds since 1970


class Boxes:
    """Which puzzles come back, and when; kept in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: dict[str, Card] = {}
        try:
            with open(path, encoding="utf-8") as file:
                self.cards = _sound(json.load(file))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            raise ParlorError(f"{path} cannot be read. Move it away to begin anew.") from None

    def due(self, game: str | None, now: float | None = None) -> list[str]:
        """The positions whose time has come, the longest waiting first."""
        now = time.time() if now is None else now
        waiting = [(card.due, position) for position, card in self.cards.items() if card.due <= now]
        return [position for _, position in sorted(waiting) if game in (None, position.split()[0])]

    def add(self, position: str) -> None:
        """Put a puzzle into the first box and keep that, unless it is known."""
        if position not in self.cards:
            self.cards[position] = Card(0, 0.0)
            self._save()

    def answered(self, position: str, right: bool, now: float | None = None) -> None:
        """Move a puzzle to its next box and keep that; one answered right at first sight is done."""
        if right and position not in self.cards:
            return
        known = self.cards.get(position, Card(0, 0.0))
        box = min(known.box + 1, len(INTERVALS) - 1) if right else 0
        self.cards[position] = Card(box, (time.time() if now is None else now) + INTERVALS[box])
        self._save()

    def _save(self) -> None:
        """Replace the file as a whole: a crash leaves the old one or the new one."""
        beside = f"{self.path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            with open(beside, "w", encoding="utf-8") as file:
                json.dump({p: card._asdict() for p, card in self.cards.items()}, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            raise ParlorError(
                f"What you have practised cannot be kept in {self.path}: {error.strerror}."
            ) from None


def _sound(data: object) -> dict[str, Card]:
    """The cards of a file that may have been edited by hand; what is no card of a puzzle is left out."""
    if not isinstance(data, dict):
        raise ValueError
    return {position: card for position, given in data.items() if (card := _card(position, given))}


def _card(position: str, given: object) -> Card | None:
    match given:
        case {"box": int(box), "due": int(due) | float(due)} if isfinite(due):
            try:
                notation.read_position(position)
            except ParlorError:
                return None
            return Card(max(0, min(box, len(INTERVALS) - 1)), float(due))
    return None
