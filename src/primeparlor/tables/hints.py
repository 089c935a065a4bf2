"""Help for the player to move: checked first, then computed, then stored, and only then given.

The clock stops during the computation. The coach is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation
from primeparlor.core import OTHER, ParlorError, Player, State
from primeparlor.match import MOVES, NOBODY_MOVED, WHY, AskHelp, Match, TakeHelp
from primeparlor.wording import in_words

if TYPE_CHECKING:
    from primeparlor.coach.language.line_of_play import Name
    from primeparlor.solve import Analysis, Progress


HELP_SECONDS = 5.0  # for a game that may be too large; a share of it is spent on solving
MORE = " ('hint' again tells more.)"  # behind a hint that is not the last


QUESTIONS = (
    "Can you win?",
    "How many are good?",
    "What kind?",
    "Which move?",
    "Why?",
)  # that the hints answer
NOTED = "noted in the record"
HINTS_ON = "Hints are on at this table: both players may ask for them, and both see how many were used."
HINTS_OFF = "Hints are off at this table."


def list_hint_notes(are_on: bool) -> dict[str, Any]:
    """Return what stands around the hints, as JSON data: `taken` by how many are open."""
    taken = [f"{in_words(count)} taken, {NOTED}" for count in range(1, len(QUESTIONS) + 1)]
    return {
        "questions": QUESTIONS,
        "taken": (f"one step at a time, {NOTED}", *taken),
        "agreement": HINTS_ON if are_on else HINTS_OFF,
    }


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
    return [f"Moves: {notation.list_moves(match.state)}"]


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
    with match.pause_clock():
        given = [kind for kind in match.decision.help if isinstance(kind, int)]
        return list_hints(match.state, max(given, default=0), progress)


def list_hints(state: State, step: int, progress: Progress | None = None) -> OpenHints:
    """Return the hints up to this step, or to the last; where nothing can be proven, what can be known."""
    from primeparlor.coach.hints import count_steps, format_hint
    from primeparlor.coach.unproven import list_unproven_hints

    if (analysis := _analyse_in_time(state, progress)) is None:
        hints = list_unproven_hints(state)
        return OpenHints(hints[:step], step >= len(hints))
    last = count_steps(analysis)
    return OpenHints(
        [format_hint(state, analysis, each) for each in range(1, min(step, last) + 1)], step >= last
    )


def explain_moves(
    match: Match, player: Player, progress: Progress | None = None, name: Name | None = None
) -> list[str]:
    """Explain the value of both players' last decisions, the asker's first; `name` returns their names.

    After the end it does not count as help: nothing is noted.
    """
    if match.outcome is not None:
        return explain_last(match, player, name, progress)
    number = match.number
    match.perform(AskHelp(player, WHY, number))
    with match.pause_clock():
        lines = explain_last(match, player, name, progress)
    match.perform(TakeHelp(player, WHY, number))
    return lines


GIVEN = {
    "moves": list_legal_moves,
    "hint": give_hint,
    "why": explain_moves,
}  # by the commands that ask for it


def _find_next_step(match: Match, progress: Progress | None) -> tuple[int, list[str]]:
    found = list_hints(match.state, match.hint_step + 1, progress)
    return len(found.hints), [found.hints[-1] + ("" if found.all else MORE)]


def explain_last(
    match: Match, asker: Player, name: Name | None = None, progress: Progress | None = None
) -> list[str]:
    """Explain the value of both players' last decisions, the asker's first, as far as it is known."""
    from primeparlor.coach.review.review import find_last_choice, judge_choice
    from primeparlor.coach.review.story import format_judgement
    from primeparlor.coach.unproven import explain_unsolved
    from primeparlor.wording import name_by_number

    lines, name = list[str](), name or name_by_number
    for player in (asker, OTHER[asker]):
        if (last := find_last_choice(match, player)) is None:
            continue
        if (analysis := _analyse_in_time(last[1], progress)) is None:
            lines += explain_unsolved(match, *last, name)
        else:
            lines += format_judgement(judge_choice(match, *last, analysis), name)
    return lines or [NOBODY_MOVED]


def _analyse_in_time(state: State, progress: Progress | None) -> Analysis | None:
    """Return the answer; None if the position is too large to solve, or to be solved while somebody waits."""
    from primeparlor.players.budget import Budget, BudgetSpent
    from primeparlor.solve import TooLarge, analyse, solver_of

    bounded = solver_of(state).complete or solver_of(state).estimates
    watched = progress if bounded else Budget(HELP_SECONDS, progress)
    try:
        return analyse(state, progress=watched)
    except (TooLarge, BudgetSpent):
        return None
