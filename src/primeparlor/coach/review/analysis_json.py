"""The output of `parlor analyse` as JSON data: a position, every move of it, and why."""

from __future__ import annotations

from primeparlor import notation
from primeparlor.coach.grades import grade_choice
from primeparlor.coach.reasons import explain_move, explain_position
from primeparlor.core import State
from primeparlor.solve.answers import Analysis, Choice


def as_data(state: State, analysis: Analysis) -> dict[str, object]:
    """Return the position and its analysis as JSON data."""
    return {
        "game": state.name,
        "rules": state.rules.values(),
        "position": notation.position(state),
        "turn": state.turn,
        "verdict": analysis.verdict,
        "value": analysis.value,
        "exact": analysis.exact,
        "error": analysis.error,
        "error_of_choice": analysis.error_of_choice,
        "plies": analysis.plies,
        "moves": [_build_row(state, analysis, choice) for choice in analysis.moves],
        "chances": [chance._asdict() for chance in analysis.chances],
        "why": explain_position(state, analysis),
        "proof": analysis.proof,
    }


def _build_row(state: State, analysis: Analysis, choice: Choice) -> dict[str, object]:
    because = explain_move(state, analysis, choice.move)
    return {
        "move": choice.move,
        "verdict": choice.verdict,
        "value": choice.value,
        "best": choice.best,
        "plies": choice.plies,
        "grade": grade_choice(analysis, choice.move).word,
        "why": because.sentence,
        "line": list(because.line),
    }
