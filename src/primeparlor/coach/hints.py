"""The hint ladder: five steps, each given on request, each saying a little more.

1  can I still win
2  how many moves keep it
3  what kind of move
4  the move
5  the proof
"""

from __future__ import annotations

from primeparlor import notation
from primeparlor.coach.advice import advise_move
from primeparlor.coach.grades import CLOSE, find_keeping_moves, is_too_close, rank_choice
from primeparlor.coach.language.phrases import (
    HAVE_TO_PASS,
    as_clause,
    format_endless,
    format_reason,
    has_chance,
    is_estimate,
)
from primeparlor.coach.reasons import explain_move, explain_position, words_of
from primeparlor.core import PASS, State
from primeparlor.solve.answers import Analysis
from primeparlor.wording import as_percent

STEPS = 5
EVERY_MOVE_LOSES = "every move loses against perfect play, so hope for a mistake."
HARDEST_TO_ANSWER = (
    "Choose the move that leaves your opponent the fewest right answers, and if possible no win at once."
)


def count_steps(analysis: Analysis) -> int:
    """Return the number of steps here: a single legal move is named and explained in the first."""
    return STEPS if len(analysis.moves) > 1 else 1


def format_hint(state: State, analysis: Analysis, step: int) -> str:
    """Return the text of step 1 to 5 of the ladder."""
    if not analysis.moves:
        return explain_position(state, analysis)
    if len(analysis.moves) == 1:
        move = analysis.moves[0].move
        only = HAVE_TO_PASS if move == PASS else f"The only legal move is {notation.format_move(state, move)}"
        return f"{only}, so this is the only hint. {explain_position(state, analysis)}"
    keeping = find_keeping_moves(analysis)
    if step == 1:
        return _format_verdict(analysis)
    if step == 2:
        return _format_keeping(analysis, len(keeping))
    if step == 3:
        if analysis.verdict == "loss":
            return HARDEST_TO_ANSWER
        return words_of(state).kind(state, analysis, [choice.move for choice in keeping])
    best = advise_move(state, analysis)
    if step == 4:
        return words_of(state).instruction(state, best)
    reason = explain_position(state, analysis)
    if analysis.verdict == "win" and analysis.plies is not None:
        return reason  # the winning line, from the move on
    move, because = (
        words_of(state).instruction(state, best).rstrip("."),
        explain_move(state, analysis, best).sentence,
    )
    if analysis.verdict != "loss":
        return f"{reason} {move}: {as_clause(because)}"
    if state.after(best).ending():
        return reason
    # a lost position is explained by how this move loses, or its line of play would come twice
    return f"{move}: {EVERY_MOVE_LOSES} {format_reason(state, best, because)}"


def _format_verdict(analysis: Analysis) -> str:
    if any(analysis.guarantees):
        return format_endless(analysis.guarantees)
    about = "about " if is_estimate(analysis) else ""
    return {
        "win": "Yes: you can win whatever your opponent does.",
        "loss": "You are losing against perfect play. Make it as hard as you can.",
        "endless": "Nobody can be forced to lose: you can always play safe.",
        "chance": f"With perfect play you win {about}{100 * (analysis.value or 0):.0f} % of the time.",
    }[analysis.verdict]


def _format_keeping(analysis: Analysis, keeping: int) -> str:
    if analysis.verdict == "loss":
        return f"All {len(analysis.moves)} moves lose against perfect play."
    if has_chance(analysis) and all(choice.value is not None for choice in analysis.moves):
        values = [rank_choice(analysis, choice) for choice in analysis.moves]
        about, then = "" if analysis.exact else "about ", f": {CLOSE}" if is_too_close(analysis) else ""
        return f"{_format_chances(max(values), min(values), len(values), about)}{then}."
    what = {"win": "the win", "chance": "your winning chance"}.get(analysis.verdict, "you safe")
    if analysis.guarantees[1]:
        what = "your risk lowest"
    return f"{keeping} of {len(analysis.moves)} moves {'keeps' if keeping == 1 else 'keep'} {what}."


def _format_chances(best: float, worst: float, moves: int, about: str) -> str:
    """Format how often the best and the worst of so many moves win, without naming the moves."""
    often = f"{about}{as_percent(best)} of the time"
    if as_percent(best) == as_percent(worst):
        return f"{'Both choices' if moves == 2 else f'All {moves} moves'} win {often}"
    if moves == 2:
        return f"One choice wins {often}, the other {about}{as_percent(worst)}"
    return f"The best move wins {often}, the worst {about}{as_percent(worst)}"
