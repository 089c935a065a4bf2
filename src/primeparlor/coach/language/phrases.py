"""Phrases for the words of games: reasons, lists, percentages, ranges, stakes.

Nothing here knows the list of games, so a game's own `words.py` may import all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import rank_choice
from primeparlor.core import PASS, Move, State
from primeparlor.core import capital as capital
from primeparlor.solve.answers import Analysis, Choice, Guarantees
from primeparlor.wording import as_percent, format_figures
from primeparlor.wording import join_words as join_words

UNSEEN = 1e-6  # an error too small to show in any percentage
MOST_NAMED, FIRST_NAMED = 6, 4  # alternatives that a sentence names, and how many of them if there are more
AT_STAKE = 0.02  # where chance decides, a puzzle's other moves must lose this much
HAVE_TO_PASS = "You have to pass"


class Reason(NamedTuple):
    """A sentence and the line of play that shows it, beginning with the move itself."""

    sentence: str
    line: tuple[Move, ...] = ()


class Asked(NamedTuple):
    """The question of a puzzle and its right answers."""

    question: str
    answers: tuple[Move, ...]
    among: tuple[Move, ...] = ()  # what may be chosen; () for any legal move


# Sentences ---------------------------------------------------------------------------------------


def as_clause(sentence: str) -> str:
    """Format the sentence as the end of another one: "it blocks the 9."; a name keeps its capital letter."""
    return sentence if sentence.startswith("Player ") else sentence[:1].lower() + sentence[1:]


def format_reason(state: State, move: Move, sentence: str, opening: str = "After") -> str:
    """Format a reason so that it names its move: "After 9, your opponent can take 3."

    In a reason that begins with "It", the move takes the place of "It". A reason that names what it is about
    stays as it is.
    """
    named = "the pass" if move == PASS else notation.format_move(state, move)
    if sentence.startswith("It "):
        return f"{capital(f'the {named}' if isinstance(move, int) else named)}{sentence[2:]}"
    return (
        f"{opening} {named}, {as_clause(sentence)}" if sentence.startswith(("You", "Whatever")) else sentence
    )


def format_alternatives(state: State, moves: Sequence[Move]) -> str:
    """Format the moves as alternatives, shortened if there are many: "6, 7 or 8"."""
    words = [notation.format_move(state, move) for move in moves]
    if len(words) > MOST_NAMED:
        words = [*words[:FIRST_NAMED], f"{len(words) - FIRST_NAMED} others"]
    return join_words(words, "or")


def more_moves(moves: int) -> str:
    """Format the count in words: "1 more move", "5 more moves"."""
    return format_figures(moves, "more move")


def is_estimate(analysis: Analysis) -> bool:
    """Return True if the value of the position is only an estimate."""
    return (analysis.error or 0.0) > UNSEEN


def percent(analysis: Analysis, choice: Choice) -> str:
    """Format how often a choice wins, with "about" unless the chance is exact."""
    about = "" if analysis.exact or choice.verdict == "win" else "about "
    return f"{about}{as_percent(choice.value or 0)}"


def format_endless(guarantees: Guarantees) -> str:
    """Format the sentence for endless play in which somebody is guaranteed a chance of winning."""
    whose = zip(("you", "your opponent"), guarantees, strict=True)
    sure = [
        f"{who} can be sure of winning at least {floor(1000 * chance + 1e-6) / 10:.1f} % of the time"
        for who, chance in whose
        if chance
    ]
    return f"Play may go on for ever, but {join_words(sure)}."


def span(what: str, good: Sequence[int], bad: Sequence[int]) -> str:
    """Describe the good numbers in a way that, if possible, fits none of the bad ones."""
    low, high = min(good), max(good)
    if not bad:
        return f"Any {what}."
    if len({n % 2 for n in good}) == 1 and len(good) > 1 and all(n % 2 != low % 2 for n in bad):
        return f"An {'odd' if low % 2 else 'even'} {what}."
    if high < min(bad) or low > max(bad):
        return f"A {'low' if high < min(bad) else 'high'} {what}."
    if len(good) == 1:
        return f"Neither the lowest nor the highest {what}."
    some = ", but not every one is right" if any(low < n < high for n in bad) else ""
    return f"A {what} from {low} to {high}{some}."


# Values and stakes of a position -----------------------------------------------------------------


def has_chance(analysis: Analysis) -> bool:
    """Return True if luck affects the value of some move."""
    return any(choice.verdict == "chance" for choice in analysis.moves)


def stake(analysis: Analysis) -> float:
    """Return the difference in value between the best move and the worst."""
    values = [rank_choice(analysis, choice) for choice in analysis.moves]
    return max(values) - min(values)


def is_certain(analysis: Analysis) -> bool:
    """Return True if the choice matters and stays clear even if both values are estimates."""
    return stake(analysis) > max(AT_STAKE, 2 * (analysis.error or 0.0))


def find_quickest(state: State, analysis: Analysis) -> Move:
    """Return a move of best value: one that ends the game if possible, else one that makes progress.

    Other moves of best value may lead in circles; the first move of the line does not.
    """
    best = [choice.move for choice in analysis.moves if choice.best]
    ahead = [move for move in analysis.line[:1] if move in best]
    return next((move for move in best if state.after(move).ending()), [*ahead, *best][0])
