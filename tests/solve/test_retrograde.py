"""Backward induction on a game it has never seen, and on work that is long or would never end."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Self

import pytest

from primeparlor.core import OTHER, Ending, Player, Rules, State
from primeparlor.games import PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.solve import retrograde
from primeparlor.solve.cache import Recent
from primeparlor.solve.retrograde import Unsuited, analyse, check, choices, count, solve
from support.second_solver import Answer, preferred


class HeapRules(Rules):
    numbers = {}


class _Heap(NamedTuple):
    rules: HeapRules
    left: int
    turn: Player


class Heap(_Heap, State):
    """Take one to three. Leaving a multiple of five gives another turn; taking the last one wins."""

    __slots__ = ()
    name, title = "heap", "Heap"
    Rules = HeapRules

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(3, self.left) + 1))

    def after(self, move: int) -> Self:
        left = self.left - move
        return type(self)(self.rules, left, OTHER[self.turn] if left % 5 else self.turn)

    def ending(self) -> Ending | None:
        return None if self.left else Ending(self.turn, "took the last one", OTHER[self.turn])


@cache
def heap(left: int, turn: int) -> Answer:
    if not left:
        return turn, 0
    options = [(left - n, 3 - turn if (left - n) % 5 else turn) for n in (1, 2, 3) if n <= left]
    return preferred(turn, [heap(*option) for option in options])


def test_a_game_it_has_never_seen() -> None:
    for left in range(30):
        state = Heap(HeapRules(), left, 2)
        answer = analyse(state)
        assert (state.turn if answer.verdict == "win" else 1, answer.plies) == heap(left, 2)
        assert check(state, answer.proof)
        assert [row[:5] for row in answer.moves] == [row[:5] for row in choices(state)]
    assert {analyse(Heap(HeapRules(), left, 1)).verdict for left in range(1, 30)} == {"win", "loss"}


def test_a_proof_spells_positions_by_their_fields_or_as_it_is_told() -> None:
    state = Heap(HeapRules(), 6, 1)
    assert "left=6 turn=1" in analyse(state).proof["strategy"]
    told = analyse(state, spelled=repr).proof
    assert repr(state) in told["strategy"]
    assert check(state, told, repr)
    assert not check(state, told)


def test_a_game_that_player_2_wins_is_counted_for_player_2() -> None:
    assert solve(Heap(HeapRules(), 4, 1)) == ("loss", 0.0, True, None, 8, 1, 0)
    assert solve(Heap(HeapRules(), 3, 2)).first_player_wins == 0
    assert solve(Heap(HeapRules(), 4, 2)).first_player_wins == 1


def test_fate_is_left_to_another_method() -> None:
    with pytest.raises(Unsuited, match="Fate"):
        analyse(PrimeDuel.start())
    assert not check(PrimeDuel.start(), {"winner": 2, "plies": 9, "strategy": {}})


# Long work -----------------------------------------------------------------------------------


class Enough(Exception):
    """Stop."""


def stop(done: int, _: int | None) -> None:
    raise Enough(done)


def test_work_reports_progress_and_may_be_stopped_and_taken_up_again() -> None:
    start, longer = (PrimeClimb.start(PrimeClimb.Rules(top=top, largest=6)) for top in (60, 61))
    reports: list[tuple[int, int | None]] = []
    solution = solve(start, lambda done, total: reports.append((done, total)), lambda state: 7_000)
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})
    assert len(reports) > 2
    assert {total for _, total in reports} == {7_000}
    assert analyse(start).verdict == solution.verdict
    with pytest.raises(Enough):
        analyse(longer, stop)
    assert analyse(longer).verdict == solve(longer).verdict


def test_what_was_counted_is_not_worked_out_again() -> None:
    start = PrimeClimb.start(PrimeClimb.Rules(top=59, largest=6))
    positions = count(start)
    assert positions == count(start, stop) == solve(start, stop).positions
    assert analyse(start, stop).verdict == "win"


def test_tables_long_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Recent[Rules, retrograde._Solved](retrograde._tables._weigh, limit=2000 * retrograde.BYTES)
    monkeypatch.setattr(retrograde, "_tables", tables)
    pocket, climb = PocketAddition.start(), PrimeClimb.start()
    house = PrimeClimb.start(PrimeClimb.Rules(top=30))
    for state in (pocket, climb, house, climb):
        analyse(state)
    assert pocket.rules not in retrograde._tables
    assert list(retrograde._tables) == [house.rules, climb.rules]
