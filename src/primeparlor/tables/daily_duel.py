"""The daily duel as a match: dealt from its date, marked, and never rated."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings

if TYPE_CHECKING:
    from primeparlor.coach.training.daily import DailyDuel

AGREED = Settings(undo=False, hints=False)


def build_match(
    duel: DailyDuel,
    name: str = "",
    now: Callable[[], float] = monotonic,
    settings: Settings = AGREED,
) -> Match:
    """Build the match of this duel before its first event, for a player of this name."""
    start, seats = GAMES[duel.game].start(), (HUMAN, duel.level)
    day = duel.day.isoformat()
    match = Match(start, seats, settings, names=(name, ""), seed=duel.seed, day=day, now=now)
    match.dealt = list(duel.dealt)  # more than one game needs, so not checked as outcomes given by hand are
    return match


def deal_remaining(match: Match, duel: DailyDuel) -> None:
    """Deal the remaining outcomes of this duel in its match, which was read back from a record."""
    drawn = sum(event.who is None for event in match.history)
    match.dealt = list(duel.dealt[drawn:])
    match.reseed(duel.seed)
