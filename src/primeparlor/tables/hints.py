"""Help for the player to move: checked first, then computed, then stored, and only then given.

The clock stops during the computation. The coach is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor.core import OTHER, ParlorError, Player
from primeparlor.match import MOVES, WHY, AskHelp, Match, TakeHelp

if TYPE_CHECKING:
    from primeparlor.coach.language.line_of_play import Name
    from primeparlor.solve import Progress


MORE = " ('hint' again tells more.)"  # behind a hint that is not the last


class HelpStopped(ParlorError):
    """Raised by `progress` when the player stops waiting: no help is given, and none is stored."""

    def __init__(self) -> None:
        super().__init__("Stopped: no help was given.")


class OpenHints(NamedTuple):
    """The hints that are open."""

    hints: list[str]
    all: bool  # whether there are no more


def list_legal_moves(match: Match, player: Player, progress: Progress | None = None) -> list[str]:
    """List every legal move."""
    match.perform(TakeHelp(player, MOVES, match.number))
    return ["Moves: " + " ".join(map(str, match.state.moves()))]


def give_hint(match: Match, player: Player, progress: Progress | None = None) -> list[str]:
    """Return the next step of the hint ladder, or the last step again."""
    number = match.number
    match.perform(AskHelp(player, None, number))
    with match.pause_clock():
        step, lines = _find_next_step(match, progress)
    match.perform(TakeHelp(player, step, number))
    return lines


def list_open_hints(match: Match, progress: Progress | None = None) -> OpenHints:
    """Return the hints already given for the current decision, as on resuming; nothing is noted again."""
    from primeparlor.coach.hints import count_steps, format_hint
    from primeparlor.solve import analyse

    with match.pause_clock():
        analysis = analyse(match.state, progress=progress)
        given = [kind for kind in match.decision.help if isinstance(kind, int)]
        hints = [format_hint(match.state, analysis, step) for step in given]
        return OpenHints(hints, len(hints) == count_steps(analysis))


def explain_moves(
    match: Match, player: Player, progress: Progress | None = None, name: Name | None = None
) -> list[str]:
    """Explain the value of both players' last decisions, the asker's first; `name` returns their names.

    After the end it does not count as help: nothing is noted.
    """
    if match.outcome is not None:
        return _explain_last(match, player, progress, name)
    number = match.number
    match.perform(AskHelp(player, WHY, number))
    with match.pause_clock():
        lines = _explain_last(match, player, progress, name)
    match.perform(TakeHelp(player, WHY, number))
    return lines


GIVEN = {
    "moves": list_legal_moves,
    "hint": give_hint,
    "why": explain_moves,
}  # by the commands that ask for it


def _find_next_step(match: Match, progress: Progress | None) -> tuple[int, list[str]]:
    from primeparlor.coach.hints import count_steps, format_hint
    from primeparlor.solve import analyse

    analysis = analyse(match.state, progress=progress)
    step = min(match.hint_step + 1, count_steps(analysis))
    more = "" if step == count_steps(analysis) else MORE
    return step, [format_hint(match.state, analysis, step) + more]


def _explain_last(match: Match, asker: Player, progress: Progress | None, name: Name | None) -> list[str]:
    from functools import partial

    from primeparlor.coach.language.line_of_play import name_by_number
    from primeparlor.coach.review.review import judge_last
    from primeparlor.coach.review.story import format_judgement
    from primeparlor.solve import analyse

    answer = partial(analyse, progress=progress)
    judged = [found for player in (asker, OTHER[asker]) if (found := judge_last(match, player, answer))]
    return [line for found in judged for line in format_judgement(found, name or name_by_number)]
