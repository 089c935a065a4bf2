"""Help for the player to move: checked first, then computed, then stored, and only then given.

The clock stops during the computation. The coach is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor.core import OTHER, ParlorError, Player
from primeparlor.match import MOVES, WHY, Match

if TYPE_CHECKING:
    from primeparlor.coach.language.lines import Name
    from primeparlor.solve import Progress


MORE = " ('hint' again tells more.)"  # behind a hint that is not the last


class HelpStopped(ParlorError):
    """Raised by `progress` when the player stops waiting: no help is given, and none is stored."""

    def __init__(self) -> None:
        super().__init__("Stopped: no help was given.")


class Opened(NamedTuple):
    """The hints that are open."""

    hints: list[str]
    all: bool  # whether there are no more


def moves(match: Match, player: Player, progress: Progress | None = None) -> list[str]:
    """List every legal move."""
    match.hint(player, MOVES, match.number)
    return ["Moves: " + " ".join(map(str, match.state.moves()))]


def hint(match: Match, player: Player, progress: Progress | None = None) -> list[str]:
    """Return the next step of the hint ladder, or the last step again."""
    number = match.number
    match.check_help(player, None, number)
    with match.clock_stopped():
        step, lines = _next_step(match, progress)
    match.hint(player, step, number)
    return lines


def opened(match: Match, progress: Progress | None = None) -> Opened:
    """Return the hints already given for the current decision, as on resuming; nothing is noted again."""
    from primeparlor.coach.hints import hint, steps
    from primeparlor.solve import analyse

    with match.clock_stopped():
        analysis = analyse(match.state, progress=progress)
        given = [kind for kind in match.decision.help if isinstance(kind, int)]
        told = [hint(match.state, analysis, step) for step in given]
        return Opened(told, len(told) == steps(analysis))


def why(
    match: Match, player: Player, progress: Progress | None = None, name: Name | None = None
) -> list[str]:
    """Explain the value of both players' last decisions, the asker's first; `name` returns their names.

    After the end it does not count as help: nothing is noted.
    """
    if match.outcome is not None:
        return _worth(match, player, progress, name)
    number = match.number
    match.check_help(player, WHY, number)
    with match.clock_stopped():
        lines = _worth(match, player, progress, name)
    match.hint(player, WHY, number)
    return lines


GIVEN = {"moves": moves, "hint": hint, "why": why}  # by the commands that ask for it


def _next_step(match: Match, progress: Progress | None) -> tuple[int, list[str]]:
    from primeparlor.coach.hints import hint, steps
    from primeparlor.solve import analyse

    analysis = analyse(match.state, progress=progress)
    step = min(match.hint_step + 1, steps(analysis))
    more = "" if step == steps(analysis) else MORE
    return step, [hint(match.state, analysis, step) + more]


def _worth(match: Match, asker: Player, progress: Progress | None, name: Name | None) -> list[str]:
    from functools import partial

    from primeparlor.coach.language.lines import by_number
    from primeparlor.coach.review.review import judge_last
    from primeparlor.coach.review.story import explained
    from primeparlor.solve import analyse

    answer = partial(analyse, progress=progress)
    judged = [found for player in (asker, OTHER[asker]) if (found := judge_last(match, player, answer))]
    return [line for found in judged for line in explained(found, name or by_number)]
