"""The hint ladder: five steps, each on request, each telling a little more.

1  can I still win
2  how many moves keep it
3  what kind of move
4  the move
5  the proof
"""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.coach import cards
from primeparlor.coach.at_once import wins_at_once
from primeparlor.coach.grades import keeping, worth
from primeparlor.coach.reasons import reason, why
from primeparlor.coach.traps import advised
from primeparlor.core import Move, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import changed, places
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
    others = [move for move in state.moves() if move not in kept]
    match state:
        case NonprimeAddition():
            return "Every even total above 2 is safe; best is what leaves the most numbers that lose."
        case NumberMorph():
            return _morph_kind(state, kept, others)
        case PrimeClimb():
            return _climb_kind(state, kept, others)
        case PocketAddition():
            return _pocket_kind(state, kept, others)
        case PrimeDuel():
            return _duel_kind(state, verdict, kept)
    raise NotImplementedError(state.name)


def _morph_kind(state: NumberMorph, kept: Sequence[Move], others: Sequence[Move]) -> str:
    if not others:
        return "Any prime."
    good, bad = ({changed(state, int(move))[0] for move in moves} for moves in (kept, others))
    some = ", but not every prime there keeps the win" if good & bad else ""
    return f"Change the {' or the '.join(place for place in places(state) if place in good)} digit{some}."


def _climb_kind(state: PrimeClimb, kept: Sequence[Move], others: Sequence[Move]) -> str:
    rules = state.rules
    good, bad = ([state.mine + int(move) for move in moves] for moves in (kept, others))
    if rules.top in good:
        return f"Step {rules.top} is within reach."
    if bad and set(good) == {step for step in good + bad if rules.is_prime_step[step]}:
        return "Land on a prime step: it gives another turn."
    return _span("step", good, bad)


def _span(what: str, good: Sequence[int], bad: Sequence[int]) -> str:
    """Where the good numbers lie, without a word that the bad ones share."""
    low, high = min(good), max(good)
    if not bad:
        return f"Any {what}."
    if len({n % 2 for n in good}) == 1 and len(good) > 1 and all(n % 2 != low % 2 for n in bad):
        return f"An {'odd' if low % 2 else 'even'} {what}."
    if high < min(bad) or low > max(bad):
        return f"A {'low' if high < min(bad) else 'high'} {what}."
    if len(good) == 1:
        return f"Neither the lowest nor the highest {what}."
    some = ", but not every one of them" if any(low < n < high for n in bad) else ""
    return f"A {what} from {low} to {high}{some}."


def _pocket_kind(state: PocketAddition, kept: Sequence[Move], others: Sequence[Move]) -> str:
    target, total = state.rules.target, state.rules.total
    if target - total[state.mine] in kept:
        return f"You can make {target} now."
    if target - total[state.theirs] in kept and len(kept) == 1:
        return "Take what your opponent needs."
    return _span("number", [int(move) for move in kept], [int(move) for move in others])


def _duel_kind(state: PrimeDuel, verdict: Verdict, kept: Sequence[Move]) -> str:
    """What to look at: of two moves, any more would name the right one."""
    if wins_at_once(state):
        return f"This card makes {state.rules.target}."
    if verdict == "win":
        right = "Both choices win" if len(kept) > 1 else "Only one choice wins"
        return f"{right} whatever the cards bring. {cards.what_to_count(state)}"
    return cards.what_to_count(state)
