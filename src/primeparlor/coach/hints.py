"""The hint ladder: five steps, each on request, each telling a little more.

1  can I still win
2  how many moves keep it
3  what kind of move
4  the move
5  the proof
"""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.coach.grades import keeping
from primeparlor.coach.reasons import reason, why
from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import places
from primeparlor.solve.answers import Analysis

STEPS = 5


def hint(state: State, analysis: Analysis, step: int) -> str:
    """What step 1 to 5 of the ladder says."""
    kept = keeping(analysis)
    best = [choice.move for choice in analysis.moves if choice.best]
    if step == 1:
        return _can_win(analysis)
    if step == 2:
        return _how_many(analysis, len(kept))
    if analysis.verdict == "loss" and step == 3:
        return "Choose what leaves your opponent the fewest right answers, and hope."
    if step == 3:
        return kind(state, [choice.move for choice in kept])
    if step == 4:
        return f"Play {best[0]}."
    return f"{why(state, analysis)} {reason(state, analysis, best[0]).sentence}"


def _can_win(analysis: Analysis) -> str:
    return {
        "win": "Yes: you can win against any play.",
        "loss": "Not against perfect play; make it hard for your opponent.",
        "endless": "Nobody can be forced to lose: you can always play safe.",
        "chance": f"Your winning chance is {100 * (analysis.value or 0):.0f} % with perfect play.",
    }[analysis.verdict]


def _how_many(analysis: Analysis, kept: int) -> str:
    number = f"{kept} of {len(analysis.moves)} moves"
    if analysis.verdict == "loss":
        return f"All {len(analysis.moves)} moves lose against perfect play."
    if analysis.verdict == "chance":
        values = [choice.value or 0.0 for choice in analysis.moves]
        return (
            f"The better choice is worth {100 * (max(values) - min(values)):.1f} points more than the other."
        )
    what = "the win" if analysis.verdict == "win" else "you safe"
    return f"{number} {'keeps' if kept == 1 else 'keep'} {what}."


def kind(state: State, kept: Sequence[Move]) -> str:
    """What the moves that keep the value have in common."""
    match state:
        case NonprimeAddition():
            even = any((state.total + int(move)) % 2 == 0 for move in kept)
            return "Make the total even." if even else "Look for an odd total with a small factor."
        case NumberMorph():
            found = sorted({_place(state, int(move)) for move in kept}, key=places(state).index)
            return f"Change the {' or the '.join(found)} digit."
        case PrimeClimb():
            prime = [state.rules.is_prime_step[state.mine + move] for move in kept if isinstance(move, int)]
            return "Land on a prime step." if all(prime) else "A step need not be prime here."
        case PocketAddition():
            return _pocket_kind(state, kept)
        case PrimeDuel():
            return "Count the cards left that make a prime, and those that would pass the target."
    raise NotImplementedError(state.name)


def _place(state: NumberMorph, move: int) -> str:
    digits = zip(places(state), str(state.number), str(move), strict=True)
    return next(place for place, old, new in digits if old != new)


def _pocket_kind(state: PocketAddition, kept: Sequence[Move]) -> str:
    needed = state.rules.target - state.rules.total[state.theirs]
    if state.rules.target - state.rules.total[state.mine] in kept:
        return f"You can make {state.rules.target} now."
    if needed in kept and len(kept) == 1:
        return "Take what your opponent needs."
    numbers = [int(move) for move in kept if isinstance(move, int)]
    if len(numbers) > 1:
        return f"A number from {min(numbers)} to {max(numbers)}."
    half = (state.rules.largest + 1) // 2
    return "A high number." if numbers and numbers[0] > half else "A low number."
