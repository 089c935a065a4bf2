"""The trend of accuracy: over the last games, and compared with a month ago."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from primeparlor.coach.ladder import LAST, list_accuracies
from primeparlor.coach.progress.document import GameSummary

MONTH = timedelta(days=30)


class Trend(NamedTuple):
    """The accuracy of the last games, each and on average."""

    games: tuple[int, ...] = ()  # the earliest first
    now: int | None = None  # the average, of 100; None if no game has an accuracy
    change: int | None = None  # since a month ago; None if there were no games then

    @property
    def change_text(self) -> str:
        """The change since a month ago, in a few words."""
        if self.change is None:
            return ""
        return f"{self.change:+} in a month".replace("-", "−") if self.change else "as a month ago"


def compute_trend(games: Iterable[GameSummary], today: date, game: str | None = None) -> Trend:
    """Return the accuracy of the last games, and the change of their average since a month ago."""
    known = list(games)
    last = tuple(accuracy for _, accuracy in list_accuracies(known, game))
    now = _compute_average(last)
    before = [taken for taken in known if taken.day <= today - MONTH]
    then = _compute_average([accuracy for _, accuracy in list_accuracies(before, game, LAST)])
    return Trend(last, now, None if now is None or then is None else now - then)


def _compute_average(numbers: Sequence[int]) -> int | None:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers)) if numbers else None
