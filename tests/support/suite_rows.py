"""The rows of the suite against our solvers, and against others that share nothing with them."""

from __future__ import annotations

from typing import Any

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb
from primeparlor.solve import Analysis, outline
from primeparlor.suite import Row
from support import rule_books
from support.second_solver import SecondSolver

EXACT, ESTIMATED = 1e-8, 2e-3  # how far rounding, and single precision, may move a value


def confirm(row: Row) -> None:
    """Solve the position again and compare everything that the row says about it."""
    state = notation.read_position(row["position"])
    assert notation.position(state) == row["position"]
    assert (state.name, state.rules.values(), state.turn) == (row["game"], row["rules"], row["turn"])
    assert [move["move"] for move in row["moves"]] == list(state.moves())
    agrees(row, outline(state))


def agrees(row: Row, analysis: Analysis) -> None:
    """Compare the values of the position and its moves, and that they fit each other."""
    near = EXACT if row["exact"] else ESTIMATED
    assert (row["verdict"], row["exact"]) == (analysis.verdict, analysis.exact)
    assert is_near(row["value"], analysis.value, near)
    for move, choice in zip(row["moves"], analysis.moves, strict=True):
        assert (move["move"], move["verdict"]) == (choice.move, choice.verdict)
        assert is_near(move["value"], choice.value, near)
        worth, best = (1.0 if value is None else value for value in (move["value"], row["value"]))
        assert abs(move["regret"] - (best - worth)) <= near
        assert move["best"] == (move["regret"] == 0)


def is_near(one: float | None, two: float | None, near: float) -> bool:
    return one is two is None or (one is not None and two is not None and abs(one - two) <= near)


def book_position(state: State) -> Any:
    """The position as its rule book has it; None for a game that the second solver does not know."""
    player = state.turn - 1
    match state:
        case NonprimeAddition():
            return rule_books.Sum(state.total, player, None)
        case NumberMorph():
            return rule_books.Morph(str(state.number), frozenset(map(str, state.history)), player)
        case PrimeClimb():
            return rule_books.Climb(state.steps, player)
        case PocketAddition():
            pool = tuple(map(int, state.pool))
            return rule_books.Pocket(pool, state.totals, state.passes, state.last_taker - 1, player)
    return None


def second_opinion(row: Row, solvers: dict[Any, SecondSolver]) -> None:
    """Compare the moves that win with the rule book's; where play is endless, those that lose at once."""
    state = notation.read_position(row["position"])
    second = solvers.setdefault(state.rules, SecondSolver(state))
    options = second.book.options(book_position(state))
    assert options.keys() == {str(move["move"]) for move in row["moves"]}
    for move in row["moves"]:
        after = options[str(move["move"])]
        if row["verdict"] == "endless":
            assert (move["value"] is None) == (second.book.winner(after) is None)
        else:
            assert move["value"] == (second.answer(after)[0] == state.turn)
