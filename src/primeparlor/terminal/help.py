"""Help at the prompt: the coach is fetched when it is asked for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import OTHER
from primeparlor.match import Match

if TYPE_CHECKING:
    from primeparlor.coach.review import Judged
    from primeparlor.solve import Progress


def next_hint(match: Match, progress: Progress) -> tuple[int, list[str]]:
    """The next step of the hint ladder, and what it says; the last one stays the last."""
    from primeparlor.coach.hints import hint, steps
    from primeparlor.solve import analyse

    analysis = analyse(match.state, progress=progress)
    step = min(match.hint_step + 1, steps(analysis))
    more = "" if step == steps(analysis) else " ('hint' again tells more.)"
    return step, [hint(match.state, analysis, step) + more]


def why_last(match: Match, progress: Progress) -> list[str]:
    """What both players' last decisions were worth, the asker's first."""
    from functools import partial

    from primeparlor.coach.review import judge_last
    from primeparlor.solve import analyse

    asker, answer = match.state.turn, partial(analyse, progress=progress)
    judged = [found for player in (asker, OTHER[asker]) if (found := judge_last(match, player, answer))]
    return [line for found in judged for line in _explained(found)]


def _explained(judged: Judged) -> list[str]:
    best = f" Best was {' or '.join(map(str, judged.best))}." if judged.grade.loss > 0 else ""
    line = f" Line: {' '.join(map(str, judged.line))}." if len(judged.line) > 1 else ""
    return [
        f"Player {judged.player}'s {judged.grade.move}: {judged.grade.word}.",
        f"  To Player {judged.player}: {judged.why}{line}{best}",
    ]
