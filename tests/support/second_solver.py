"""A second solver for games without chance: recursive, on the rule books as `rule_books` plays them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from primeparlor import notation
from primeparlor.core import OTHER, State
from primeparlor.solve import analyse, check
from support.games import fields, play_on, reachable
from support.rule_books import BOOKS

Answer = tuple[int, int]  # the winner and the number of moves until then


class SecondSolver:
    """Solves positions by the rule book."""

    def __init__(self, state: State) -> None:
        self.book = BOOKS[state.name](**state.rules.values())
        self.answer = cache(self._answer)

    def _answer(self, now: Any) -> Answer:
        winner = self.book.winner(now)
        if winner is not None:
            return winner + 1, 0
        return preferred(now.player + 1, list(self.rows(now).values()))

    def rows(self, now: Any) -> dict[str, Answer]:
        return {move: self.answer(after) for move, after in self.book.options(now).items()}


def preferred(turn: int, answers: list[Answer]) -> Answer:
    """The answer the player chooses, with this move counted: the quickest win, else the slowest loss."""
    wins = [moves for winner, moves in answers if winner == turn]
    if wins:
        return turn, 1 + min(wins)
    return 3 - turn, 1 + max(moves for _, moves in answers)


def every_position_agrees(start: State) -> None:
    """Compare all that can follow with the second solver."""
    second = SecondSolver(start)
    both: dict[State, Any] = {start: second.book.start()}
    waiting = [start]
    for state in waiting:
        now = both[state]
        if not state.ending():
            agrees(state, second.answer(now), second.rows(now))
        for move, after in second.book.options(now).items():
            later = state.after(notation.parse(state, move))
            if later not in both:
                both[later] = after
                waiting.append(later)
    assert both.keys() == reachable(start)


def agrees(state: State, expected: Answer, rows: dict[str, Answer]) -> None:
    """Compare the answer for a position and its moves, and play its lines out."""
    winner, plies = expected
    answer = analyse(state)
    assert (answer.verdict == "win") == (answer.value == 1) == (winner == state.turn)
    assert (answer.plies, answer.exact, answer.error, answer.chances) == (plies, True, None, ())
    assert {str(row.move) for row in answer.moves} == rows.keys()
    ends(state, answer.line, expected)
    for row in answer.moves:
        theirs, moves = rows[str(row.move)]
        assert (row.verdict == "win") == (row.value == 1) == (theirs == state.turn)
        assert row.plies == moves + 1
        assert row.best == (theirs == winner and row.plies == plies)
        assert row.line[0] == row.move
        ends(state, row.line, (theirs, moves + 1))


def ends(state: State, line: tuple[Any, ...], expected: Answer) -> None:
    """Check that the line of play leads to this winner in this many moves."""
    ending = play_on(state, *line).ending()
    assert ending is not None
    assert (ending.winner, len(line)) == expected


def every_proof_convinces(start: State, one_in: int = 1) -> None:
    """Check the proof of one in so many positions that can follow: it holds, and spoilt ones do not."""
    for state in sorted(reachable(start), key=fields)[::one_in]:
        if state.ending():
            continue
        answer = analyse(state)
        proof = json.loads(json.dumps(answer.proof))
        assert proof["plies"] == answer.plies
        assert (proof["winner"] == state.turn) == (answer.verdict == "win")
        assert check(state, proof)
        assert not check(state, proof | {"winner": OTHER[proof["winner"]]})
        assert not check(state, proof | {"plies": proof["plies"] - 1})
