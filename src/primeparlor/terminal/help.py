"""Help at the prompt: the coach is fetched when it is asked for the first time."""

from __future__ import annotations

from primeparlor.core import State
from primeparlor.match import Match, MatchError

STEPS = 5


def hint_step(state: State, step: int) -> str:
    """One step of the hint ladder for this position."""
    from primeparlor.coach.hints import hint
    from primeparlor.solve import analyse

    more = "" if step == STEPS else " ('hint' again tells more.)"
    return hint(state, analyse(state), step) + more


def why_last(match: Match) -> list[str]:
    """What the last decision of the match was worth, and why; it counts as a hint."""
    from primeparlor.coach.review import judge_last

    match.hint("why", match.number)
    judged = judge_last(match)
    if judged is None:
        raise MatchError("No move has been chosen yet.")
    best = f" Best was {' or '.join(map(str, judged.best))}." if judged.grade.loss > 0 else ""
    return [f"Player {judged.player}'s {judged.grade.move}: {judged.grade.word}. {judged.why}{best}"]
