"""The default solver: it chooses the method by itself, and says when a game is too large."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Self

import pytest

from primeparlor import solve as package
from primeparlor.core import OTHER, Ending, Move, ParlorError, Player, Range, Rules, State
from primeparlor.games import GAMES, PrimeClimb
from primeparlor.solve import (
    Analysis,
    Solver,
    TooLarge,
    analyse,
    analyse_exactly,
    check,
    choices,
    memory_needed,
    outline,
    retrograde,
    solve,
    solver_of,
)
from primeparlor.solve.expectation import expectation
from support.example_games import Pig, PigRules, TwentyOne, TwentyOneRules
from support.games import reachable, walk
from support.small_games import WON_1, web
from support.too_large import LIMIT, limit_positions

STEPS: list[Move] = ["back", "on"]


class LongRules(TwentyOneRules):
    numbers = TwentyOneRules.numbers | {"target": Range(21, 2, 10**9)}


class LongTwentyOne(TwentyOne):
    """Twenty-One with totals far too high to solve."""

    __slots__ = ()
    Rules = LongRules


class StairsRules(Rules):
    numbers = {"top": Range(5, 1, 100)}
    top: int


class _Stair(NamedTuple):
    rules: StairsRules
    at: int
    turn: Player


class Stairs(_Stair, State):
    """One piece moves a step up or down each turn; Player 1 wants it at the top, Player 2 at the foot."""

    __slots__ = ()
    name, title = "stairs", "Stairs"
    Rules = StairsRules

    @classmethod
    def start(cls, rules: StairsRules | None = None) -> Self:
        rules = rules or StairsRules()
        return cls(rules, (rules.top + 1) // 2, 1)

    def moves(self) -> list[Move]:
        return STEPS if 0 < self.at < self.rules.top else []

    def after(self, move: Move) -> Self:
        return self._replace(at=self.at + (1 if move == "on" else -1), turn=OTHER[self.turn])

    def ending(self) -> Ending | None:
        if 0 < self.at < self.rules.top:
            return None
        winner: Player = 1 if self.at else 2
        return Ending(winner, "arrived", OTHER[self.turn])


def unasked(*_: Any) -> Any:
    raise AssertionError("This must not be asked.")


def at(total: int) -> TwentyOne:
    return TwentyOne(TwentyOneRules(), total, 1)


# The choice --------------------------------------------------------------------------------------


def test_a_game_without_chance_is_solved_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("analyse", "choices", "solve", "count"):
        monkeypatch.setattr(expectation, name, unasked)
    for total in range(21):
        answer = analyse(at(total))
        assert answer.verdict == ("win" if (21 - total) % 4 else "loss")
        assert check(at(total), answer.proof)
        assert [row[:5] for row in answer.moves] == [row[:5] for row in choices(at(total))]
    assert solve(TwentyOneRules()) == ("win", 1.0, True, None, 42, 1, 1)
    assert memory_needed(TwentyOneRules()) == memory_needed(at(0)) == 42 * retrograde.BYTES


def test_a_proof_of_a_game_without_a_form_names_its_fields() -> None:
    proof = analyse(at(17)).proof
    assert proof["winner"] == 2
    assert proof["strategy"] == {f"total={total} turn=2": 21 - total for total in (18, 19, 20)}


def test_chance_is_left_to_expectation() -> None:
    start = Pig.start(PigRules(target=6))
    answer = analyse(start)
    assert answer == expectation.analyse(start)
    assert answer.verdict == "chance"
    assert check(start, answer.proof)
    assert solve(start.rules) == expectation.solve(start)
    rolled = start.after(3)
    assert choices(rolled) == expectation.choices(rolled)
    assert analyse_exactly([start, rolled]) == {start: answer, rolled: analyse(rolled)}


@pytest.mark.parametrize("top", [5, 50, 100])
def test_positions_that_come_again_are_left_to_expectation(top: int) -> None:
    start = Stairs.start(StairsRules(top=top))
    with pytest.raises(retrograde.Unsuited, match="comes again"):
        retrograde.analyse(start)
    assert analyse(start).verdict == "endless"
    assert solve(start.rules).verdict == "endless"
    won = Stairs(start.rules, top - 1, 1)
    assert [(row.move, row.verdict) for row in choices(won)] == [("back", "endless"), ("on", "win")]


def test_the_part_of_a_game_that_cannot_go_round_is_solved_backwards() -> None:
    last = Stairs(StairsRules(top=2), 1, 2)
    assert analyse(last).proof["strategy"] == {"at=1 turn=2": "back"}
    assert check(last, analyse(last).proof)


def test_a_folder_of_its_own_is_not_needed() -> None:
    assert type(solver_of(at(3))) is type(solver_of(TwentyOne)) is type(solver_of(TwentyOneRules())) is Solver
    assert solver_of(at(3)) is solver_of(TwentyOneRules())
    assert solver_of(at(3)).positions(at(3)) is None


# Size --------------------------------------------------------------------------------------------


def test_a_game_too_long_is_refused_with_a_sentence_and_at_once_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert retrograde.LONGEST == 100_000
    monkeypatch.setattr(retrograde, "LONGEST", 10_000)
    start = LongTwentyOne.start(LongRules(target=10**9))
    for ask in (analyse, choices, memory_needed, lambda state: solve(state.rules)):
        with pytest.raises(TooLarge) as caught:
            ask(start)
        assert str(caught.value) == (
            "Play can go on for more than 10,000 moves: Twenty-One is too large to solve exactly "
            "from here. The levels up to expert still play it."
        )
    near = LongTwentyOne(start.rules, 10**9 - 5, 1)
    assert analyse(near).verdict == "win"


def test_a_game_with_too_many_positions_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "LIMIT", 2_000)
    monkeypatch.setattr(retrograde, "STEP", 100)
    rules = LongRules(target=1_500)
    told: list[int] = []
    with pytest.raises(TooLarge, match="More than 2,000 positions can follow: Twenty-One is too large"):
        analyse(LongTwentyOne.start(rules), progress=lambda done, _: told.append(done))
    assert told == [*range(100, 2_100, 100)]
    assert rules not in retrograde._tables
    climb = PrimeClimb.start(PrimeClimb.Rules(top=60, largest=6))  # tells its size
    assert analyse(climb).verdict == "win"


def test_a_game_with_chance_says_its_size_and_is_explored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PigRules(target=9)
    positions = len(reachable(Pig.start(rules)))
    told: list[int] = []
    monkeypatch.setattr("primeparlor.solve.expectation.graph.STEP", 100)
    assert memory_needed(rules, progress=lambda done, _: told.append(done)) == positions * expectation.BYTES
    assert told
    monkeypatch.setattr(expectation, "explore", unasked)
    assert memory_needed(rules) == positions * expectation.BYTES
    assert solve(rules).positions == positions
    monkeypatch.setattr("primeparlor.solve.memory.memory_free", lambda: 1 << 20)
    with pytest.raises(TooLarge, match=r"This takes about \d+ MiB of memory, but only 1 MiB are free"):
        memory_needed(rules)


@pytest.mark.parametrize("game", [TwentyOne, PrimeClimb])
def test_there_is_no_choice_of_memory(game: type[State]) -> None:
    sentence = f"There is only one way to solve {game.title}: leave out --memory[.]"
    with pytest.raises(ParlorError, match=sentence):
        solve(game.Rules(), memory="small")
    with pytest.raises(ParlorError, match=sentence):
        memory_needed(game.Rules(), memory="full")


def test_every_name_that_is_exported_exists() -> None:
    assert [name for name in package.__all__ if not hasattr(package, name)] == []


STARTS = [*(GAMES[name].start() for name in GAMES.ours), Pig.start(PigRules(target=9)), TwentyOne.start()]
ROUND = web((1, (1, 2)), (2, (0,)), (0, (3, 0)), WON_1)  # only one of two best moves makes progress


@pytest.mark.parametrize("start", [*STARTS, ROUND], ids=lambda start: start.name)
def test_an_outline_is_the_answer_without_proof_and_lines(start: State) -> None:
    def bare(answer: Analysis) -> Analysis:
        rows = tuple(row._replace(line=(), replies=()) for row in answer.moves)
        return answer._replace(moves=rows, proof=None, line=answer.line[:1])

    for state in [state for state in walk(start, Random(1)) if not state.ending()][:12]:
        assert bare(outline(state)) == bare(analyse(state))


def test_what_is_over_has_no_outline() -> None:
    with pytest.raises(ParlorError, match="The game is over"):
        outline(TwentyOne.start()._replace(total=21))


class Own(Solver[TwentyOne]):
    """A solver with a method of its own."""

    def analyse(self, state: TwentyOne, progress: Any = None, exact: bool = False) -> Analysis:
        return Analysis("win", 1.0, True, None, 1, (), (), {"by": "magic"})


def test_a_method_of_its_own_answers_outlines_too() -> None:
    assert Own(TwentyOne).outline(TwentyOne.start()).proof == {"by": "magic"}


def test_the_limit_is_that_of_each_position_whatever_was_solved_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit_positions(monkeypatch)
    one, two = (TwentyOne(TwentyOne.Rules(), 12, turn) for turn in (1, 2))
    answers = [analyse(one), analyse(two), analyse(one)]
    assert answers[0] == answers[2]
    for solved in retrograde._tables.items():
        assert len(solved[1].table) <= LIMIT + 1
    with pytest.raises(TooLarge, match="More than 20 positions can follow: Twenty-One is too large"):
        analyse(one._replace(total=9))
    assert analyse(one) == answers[0]
