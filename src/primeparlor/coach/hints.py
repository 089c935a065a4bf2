"""The hint ladder: five steps, each on request, each telling a little more.

1  can I still win
2  how many moves keep it
3  what kind of move
4  the move
5  the proof
"""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.coach.grades import keeping, worth
from primeparlor.coach.reasons import reason, why
from primeparlor.coach.traps import advised
from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import places
from primeparlor.solve.answers import Analysis, Verdict

STEPS = 5


def steps(analysis: Analysis) -> int:
    """How many steps the ladder has here: a single legal move is told and explained at once."""
    return STEPS if len(analysis.moves) > 1 else 1


def hint(state: State, analysis: Analysis, step: int) -> str:
    """What step 1 to 5 of the ladder says."""
    if not analysis.moves:
        return why(state, analysis)
    if len(analysis.moves) == 1:
        return f"There is only one legal move: {analysis.moves[0].move}. {why(state, analysis)}"
    kept = keeping(analysis)
    if step == 1:
        return _can_win(analysis)
    if step == 2:
        return _how_many(analysis, len(kept))
    if step == 3:
        return kind(state, analysis.verdict, [choice.move for choice in kept])
    best = advised(state, analysis)
    if step == 4:
        return f"Play {best}."
    told = why(state, analysis)
    if analysis.verdict == "win" and analysis.plies is not None:
        return told  # the winning line, from the move on
    return f"{told} {best}: {reason(state, analysis, best).sentence}"


def _can_win(analysis: Analysis) -> str:
    about = "about " if analysis.error else ""
    return {
        "win": "Yes: you can win against any play.",
        "loss": "Not against perfect play; make it hard for your opponent.",
        "endless": "Nobody can be forced to lose: you can always play safe.",
        "chance": f"With perfect play you win {about}{100 * (analysis.value or 0):.0f} % of the time.",
    }[analysis.verdict]


def _how_many(analysis: Analysis, kept: int) -> str:
    if analysis.verdict == "loss":
        return f"All {len(analysis.moves)} moves lose against perfect play."
    if any(choice.verdict == "chance" for choice in analysis.moves):
        values = [worth(choice) for choice in analysis.moves]
        about = "" if analysis.exact else "about "
        stake = f"{about}{100 * (max(values) - min(values)):.1f} points"
        return f"Between the better and the worse choice lie {stake}."
    what = "the win" if analysis.verdict == "win" else "you safe"
    return f"{kept} of {len(analysis.moves)} moves {'keeps' if kept == 1 else 'keep'} {what}."


def kind(state: State, verdict: Verdict, kept: Sequence[Move]) -> str:
    """What the moves that keep the value have in common."""
    if verdict == "loss":
        return "Choose the move that is hardest to answer: few right answers, and no win at once if you can."
    match state:
        case NonprimeAddition():
            return "Every even total above 2 is safe; best is what leaves the most numbers that lose."
        case NumberMorph():
            found = sorted({_place(state, int(move)) for move in kept}, key=places(state).index)
            return f"Change the {' or the '.join(found)} digit."
        case PrimeClimb():
            return _climb_kind(state, kept)
        case PocketAddition():
            return _pocket_kind(state, kept)
        case PrimeDuel() if verdict == "win":
            return f"This card makes {state.rules.target}."
        case PrimeDuel():
            return "Count the cards left that make a prime, and those that would pass the target."
    raise NotImplementedError(state.name)


def _climb_kind(state: PrimeClimb, kept: Sequence[Move]) -> str:
    rules, steps = state.rules, [state.mine + int(move) for move in kept]
    others = [state.mine + int(move) for move in state.moves() if move not in kept]
    if rules.top in steps:
        return f"Step {rules.top} is within reach."
    if all(rules.is_prime_step[step] for step in steps):
        return "Land on a prime step: it gives another turn."
    if all(rules.is_prime_step[step] for step in others):
        return "Land on a step that is not prime."
    return _span("step", steps, others)


def _span(what: str, good: Sequence[int], others: Sequence[int]) -> str:
    """Where the good numbers lie, without a word that others share."""
    low, high = min(good), max(good)
    if not others:
        return f"Any {what}."
    if len({n % 2 for n in good}) == 1 and len(good) > 1 and all(n % 2 != low % 2 for n in others):
        return f"An {'odd' if low % 2 else 'even'} {what}."
    if high < min(others) or low > max(others):
        return f"A {'low' if high < min(others) else 'high'} {what}."
    if len(good) == 1:
        return f"Neither the lowest nor the highest {what}."
    some = ", but not every one of them" if any(low < n < high for n in others) else ""
    return f"A {what} from {low} to {high}{some}."


def _place(state: NumberMorph, move: int) -> str:
    digits = zip(places(state), str(state.number), str(move), strict=True)
    return next(place for place, old, new in digits if old != new)


def _pocket_kind(state: PocketAddition, kept: Sequence[Move]) -> str:
    target, total = state.rules.target, state.rules.total
    if target - total[state.mine] in kept:
        return f"You can make {target} now."
    if target - total[state.theirs] in kept and len(kept) == 1:
        return "Take what your opponent needs."
    others = [int(move) for move in state.moves() if move not in kept]
    return _span("number", [int(move) for move in kept], others)
