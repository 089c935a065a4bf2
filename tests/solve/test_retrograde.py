"""Backward induction against a second solver, on the rule books played to the letter."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Self

import pytest

from by_the_book import BOOKS
from helpers import play_on, reachable
from primeparlor import notation
from primeparlor.core import OTHER, PASS, Ending, Move, Player, Rules, State
from primeparlor.games import PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.solve import retrograde
from primeparlor.solve.retrograde import analyse, check, line, memory_needed, solve

Answer = tuple[int, int]  # the winner and the number of moves until then
Case = tuple[type[State], int, int]  # a game, its top or target, its largest number


class SecondSolver:
    """Recursive, on the positions of the books as `by_the_book` plays them."""

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
    """What the player chooses: the quickest win, without one the slowest loss; one move later."""
    wins = [moves for winner, moves in answers if winner == turn]
    if wins:
        return turn, 1 + min(wins)
    return 3 - turn, 1 + max(moves for _, moves in answers)


CLIMBS = [
    *[(2, 1), (3, 1), (5, 1), (12, 1), (20, 1), (30, 1)],  # passes
    *[(2, 2), (3, 9), (7, 3), (13, 4), (19, 2), (23, 9), (29, 5)],  # prime tops
    *[(4, 2), (10, 99), (2, 99), (40, 5), (60, 3), (50, 7)],
]
POCKETS = [
    *[(1, 1), (200, 1), (200, 2), (3, 2), (6, 3), (10, 4), (200, 5), (21, 6)],  # the pool runs empty
    *[(1, 5), (2, 9), (5, 5), (11, 6), (12, 7), (16, 7), (9, 9), (7, 14), (14, 8), (18, 8)],
]
STANDARD: list[Case] = [(PrimeClimb, 20, 9), (PocketAddition, 15, 9)]
VARIANTS: list[Case] = [*((PrimeClimb, *v) for v in CLIMBS), *((PocketAddition, *v) for v in POCKETS)]


def first(game: type[State], aim: int, largest: int) -> State:
    key = "top" if game is PrimeClimb else "target"
    return game.start(game.Rules(**{key: aim, "largest": largest}))


@pytest.mark.parametrize(("game", "aim", "largest"), STANDARD + VARIANTS)
def test_every_position_agrees_with_the_second_solver(game: type[State], aim: int, largest: int) -> None:
    start = first(game, aim, largest)
    second = SecondSolver(start)
    both: dict[State, Any] = {start: second.book.start()}
    waiting = [start]
    for state in waiting:
        now = both[state]
        agrees(state, second.answer(now), second.rows(now))
        for move, after in second.book.options(now).items():
            later = state.after(notation.parse(state, move))
            if later not in both:
                both[later] = after
                waiting.append(later)
    assert both.keys() == reachable(start)


def agrees(state: State, expected: Answer, rows: dict[str, Answer]) -> None:
    """Compare the answer for a position and its moves, and play its line out."""
    winner, plies = expected
    answer = analyse(state)
    assert (answer.verdict == "win") == (answer.value == 1) == (winner == state.turn)
    assert (answer.plies, answer.exact, answer.error, answer.chances) == (plies, True, None, ())
    assert {str(row.move) for row in answer.moves} == rows.keys()
    for row in answer.moves:
        theirs, moves = rows[str(row.move)]
        assert (row.verdict == "win") == (row.value == 1) == (theirs == state.turn)
        assert row.plies == moves + 1
        assert row.best == (theirs == winner and row.plies == plies)
    played = line(state)
    ending = play_on(state, *played).ending()
    assert ending is not None
    assert (ending.winner, len(played)) == expected


def test_the_variants_hold_what_the_standard_games_lack() -> None:
    """Passes in Prime Climb, an empty pool, and each way to end Pocket Addition."""
    climbs = [state for v in CLIMBS for state in reachable(first(PrimeClimb, *v))]
    assert any(PASS in state.moves() for state in climbs)
    pockets: list[Any] = [state for v in POCKETS for state in reachable(first(PocketAddition, *v))]
    ways = {(not p.pool, p.passes, e.reason.split()[0]) for p in pockets if (e := p.ending())}
    assert ways >= {(True, 0, "higher"), (True, 0, "last"), (False, 2, "higher"), (False, 2, "last")}
    standard = {e.reason for p in reachable(PocketAddition.start()) if (e := p.ending())}
    assert standard == {"reached 15", "higher total", "last to take"}


# Proofs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "aim", "largest"), [*STANDARD, (PrimeClimb, 12, 1), (PocketAddition, 21, 6)]
)
def test_every_proof_convinces_the_checker(game: type[State], aim: int, largest: int) -> None:
    for state in reachable(first(game, aim, largest)):
        answer = analyse(state)
        proof = json.loads(json.dumps(answer.proof))
        assert proof["plies"] == answer.plies
        assert (proof["winner"] == state.turn) == (answer.verdict == "win")
        assert check(state, proof)
        assert not check(state, proof | {"winner": OTHER[proof["winner"]]})
        assert not check(state, proof | {"plies": proof["plies"] - 1})


def test_a_proof_with_one_move_changed_or_missing_is_refused() -> None:
    start = PocketAddition.start()
    proof = analyse(start).proof
    assert len(proof["strategy"]) == 13
    for key, move in proof["strategy"].items():
        rest = {k: m for k, m in proof["strategy"].items() if k != key}
        assert not check(start, proof | {"strategy": rest})
        state = notation.read_position(f"pocket-addition {key}")
        winning = {row.move for row in analyse(state).moves if row.verdict == "win"}
        assert move in winning
        for other in {*range(11), PASS, None, "6"} - winning:
            assert not check(start, proof | {"strategy": rest | {key: other}})


@pytest.mark.parametrize("proof", [None, [], {}, {"winner": 1, "plies": 3}, {"winner": 1, "strategy": {}}])
def test_what_is_no_proof_is_refused(proof: object) -> None:
    assert not check(PrimeClimb.start(), proof)


def test_a_proof_says_positions_as_the_command_reads_them() -> None:
    for start in (PrimeClimb.start(), PocketAddition.start()):
        for state in reachable(start):
            assert notation.position(state) == f"{state.name} {retrograde.spelled(state)}"


def test_a_strategy_too_long_to_print_is_left_out_with_the_reason() -> None:
    start = first(PrimeClimb, 200, 5)
    proof = analyse(start).proof
    assert proof["strategy"] is None
    assert proof["omitted"] == "The strategy covers more than 2000 positions."
    assert not check(start, proof)


# The proven facts --------------------------------------------------------------------------------


def wins_this_turn(state: State) -> Iterator[list[Move]]:
    """Every line by which the player to move wins without the opponent moving again."""
    for move in state.moves():
        after = state.after(move)
        if ending := after.ending():
            if ending.winner == state.turn:
                yield [move]
        elif after.turn == state.turn:
            yield from ([move, *rest] for rest in wins_this_turn(after))


def test_prime_climb_is_won_in_the_turn_at_hand_from_everywhere() -> None:
    start = PrimeClimb.start()
    found = reachable(start)
    live = [state for state in found if not state.ending()]
    assert (len(found), len(live)) == (426, 403)
    for state in live:
        ways = list(wins_this_turn(state))
        assert analyse(state).verdict == "win"
        assert line(state) in ways
        assert analyse(state).plies == min(map(len, ways))
    ways = list(wins_this_turn(start))
    assert (len(ways), min(map(len, ways))) == (168, 3)
    assert solve(PrimeClimb.Rules()) == ("win", 1.0, True, None, 426, 1, 1)


def test_pocket_addition_is_won_by_opening_6_7_or_8() -> None:
    assert solve(PocketAddition.Rules()) == ("win", 1.0, True, None, 2541, 1, 1)
    answer = analyse(PocketAddition.start())
    assert {row.move: row.plies for row in answer.moves if row.verdict == "win"} == {6: 5, 7: 7, 8: 7}
    assert [row.move for row in answer.moves if row.best] == [6]


# Any game ------------------------------------------------------------------------------------


class HeapRules(Rules):
    numbers = {}


class _Heap(NamedTuple):
    rules: HeapRules
    left: int
    turn: Player


class Heap(_Heap, State):
    """Take one to three; who leaves a multiple of five moves again; the last one wins, and stays to move."""

    __slots__ = ()
    name, title = "heap", "Heap"
    Rules = HeapRules

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(3, self.left) + 1))

    def after(self, move: int) -> Self:
        left = self.left - move
        return type(self)(self.rules, left, OTHER[self.turn] if left % 5 else self.turn)

    def ending(self) -> Ending | None:
        return None if self.left else Ending(self.turn, "took the last one")


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
    assert {analyse(Heap(HeapRules(), left, 1)).verdict for left in range(1, 30)} == {"win", "loss"}
    assert memory_needed(Heap(HeapRules(), 5, 1)) is None


def test_a_game_that_player_2_wins_is_counted_for_player_2() -> None:
    assert solve(Heap(HeapRules(), 4, 1)) == ("loss", 0.0, True, None, 8, 1, 0)
    assert solve(Heap(HeapRules(), 3, 2)).first_player_wins == 0
    assert solve(Heap(HeapRules(), 4, 2)).first_player_wins == 1


def test_fate_is_refused() -> None:
    with pytest.raises(ValueError, match="fate acts here"):
        analyse(PrimeDuel.start())


# Large variants ------------------------------------------------------------------------------


def test_a_long_game_needs_no_deep_stack() -> None:
    start = first(PrimeClimb, 1000, 1)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        played = line(start)
    finally:
        sys.setrecursionlimit(limit)
    assert len(played) == analyse(start).plies
    assert len(played) > 1000


class Enough(Exception):
    """Stop."""


def test_work_reports_progress_and_may_be_stopped_and_taken_up_again() -> None:
    rules = PrimeClimb.Rules(top=150, largest=6)
    start = PrimeClimb.start(rules)
    reports: list[tuple[int, int | None]] = []
    solution = solve(rules, lambda done, total: reports.append((done, total)))
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})
    assert len(reports) > 2
    (total,) = {total for _, total in reports}
    assert total is not None
    assert solution.positions <= total

    def stop(done: int, _: int | None) -> None:
        raise Enough(done)

    with pytest.raises(Enough):
        analyse(start, stop)
    assert analyse(start).verdict == solution.verdict


@pytest.mark.parametrize(("game", "aim", "largest"), STANDARD + VARIANTS)
def test_the_memory_needed_is_told_before(game: type[State], aim: int, largest: int) -> None:
    start = first(game, aim, largest)
    needed = memory_needed(start)
    assert needed == memory_needed(start.rules)
    assert needed is not None
    assert needed >= retrograde.BYTES * len(reachable(start))


def test_tables_long_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "KEPT", 3000)
    monkeypatch.setattr(retrograde, "_tables", {})
    pocket, climb = PocketAddition.start(), PrimeClimb.start()
    house = first(PrimeClimb, 30, 9)
    for state in (pocket, climb, house, climb):
        analyse(state)
    assert pocket.rules not in retrograde._tables
    assert list(retrograde._tables) == [house.rules, climb.rules]
