"""Rush: the clock, the slips, and puzzles that grow harder."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress.document import RushScore
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training import rush as module
from primeparlor.coach.training.daily import ROTA
from primeparlor.coach.training.rush import NEW_BEST, Rush, format_best, format_result, format_try
from primeparlor.coach.training.rush_rules import SECONDS, SLIPS
from primeparlor.notation import read_position
from support.coach.reasons import add_a_game_of_ours


class Clock:
    """A clock that stands until it is moved on."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


def posed(answer: int = 3, position: str = "pocket-addition") -> Puzzle:
    return Puzzle(read_position(position), Asked("Which?", (answer,)))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rush(clock: Clock) -> Rush:
    return Rush("pocket-addition", Random(1), clock)


def test_right_answers_and_slips_are_counted(rush: Rush) -> None:
    for move, right in [(3, True), (4, False), (3, True)]:
        rush.show_puzzle(posed())
        assert rush.answer(move) is right
    assert (rush.right, rush.slips, rush.marks) == (2, 1, "+-+")
    assert not rush.over


def test_the_third_slip_ends_it(rush: Rush) -> None:
    for _ in range(SLIPS):
        assert not rush.over
        rush.show_puzzle(posed())
        assert rush.answer(5) is False
    assert rush.over
    rush.show_puzzle(posed())
    assert rush.answer(3) is None
    assert rush.right == 0


def test_time_runs_only_while_a_puzzle_is_on_the_table(rush: Rush, clock: Clock) -> None:
    clock.time += 50
    assert rush.seconds_left == SECONDS
    rush.show_puzzle(posed())
    clock.time += 60
    assert rush.seconds_left == SECONDS - 60
    assert rush.answer(3)
    clock.time += 500  # the next one is being looked for
    assert rush.seconds_left == SECONDS - 60
    rush.show_puzzle(posed())
    clock.time += 120
    assert rush.seconds_left == 0
    assert rush.over


def test_an_answer_that_comes_too_late_does_not_count(rush: Rush, clock: Clock) -> None:
    rush.show_puzzle(posed())
    clock.time += SECONDS + 1
    assert rush.answer(3) is None
    rush.skip()
    assert rush.marks == ""


def test_a_skipped_puzzle_costs_only_the_time(rush: Rush, clock: Clock) -> None:
    rush.show_puzzle(posed())
    clock.time += 7
    rush.skip()
    assert (rush.right, rush.slips, rush.seconds_left) == (0, 0, SECONDS - 7)


@pytest.mark.parametrize("name", ["nonprime-addition", "prime-climb"])
def test_the_puzzles_grow_harder(name: str) -> None:
    rush = Rush(name, Random(7))
    ratings = [rush.generate_next().rating for _ in range(24)]
    assert sum(ratings[:8]) / 8 + 200 < sum(ratings[-8:]) / 8


def test_totals_grow_in_nonprime_addition() -> None:
    rush = Rush("nonprime-addition", Random(7))
    totals = [rush.generate_next().state.total for _ in range(24)]  # type: ignore[attr-defined]
    assert max(totals[:5]) < min(totals[-5:])


def test_without_a_game_the_games_of_the_rota_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when there is a sixth game of ours."""
    monkeypatch.setattr(module, "generate_another", lambda game, *given: posed(3, game.name))
    rush = Rush(None, Random(3))
    assert [rush.generate_next().state.name for _ in range(10)] == [*ROTA, *ROTA]
    add_a_game_of_ours(monkeypatch)
    rush = Rush(None, Random(3))
    assert [rush.generate_next().state.name for _ in range(10)] == [*ROTA, *ROTA]


def test_the_clock_stands_while_the_rush_is_paused(rush: Rush, clock: Clock) -> None:
    rush.show_puzzle(posed())
    clock.time += 10
    rush.pause()
    clock.time += 1_000
    assert rush.seconds_left == SECONDS - 10
    rush.resume()
    rush.resume()  # once is enough
    clock.time += 5
    assert rush.seconds_left == SECONDS - 15
    assert rush.answer(3)
    rush.pause()
    rush.show_puzzle(posed())  # found while something lies over the board
    clock.time += 50
    assert rush.seconds_left == SECONDS - 15
    rush.resume()
    clock.time += 1
    assert rush.seconds_left == SECONDS - 16


def test_a_pause_without_a_puzzle_starts_no_clock(rush: Rush, clock: Clock) -> None:
    rush.pause()
    rush.resume()
    clock.time += 50
    assert rush.seconds_left == SECONDS


def test_a_rush_that_is_stopped_is_over_and_its_clock_stands(rush: Rush, clock: Clock) -> None:
    rush.show_puzzle(posed())
    clock.time += 60
    rush.stop()
    clock.time += 60
    assert rush.over
    assert rush.seconds_left == SECONDS - 60
    assert rush.answer(3) is None


def test_what_comes_back_another_day_does_not_come_in_a_rush() -> None:
    missed = Rush("pocket-addition", Random(1)).generate_next().position
    rush = Rush("pocket-addition", Random(1), waiting=[missed])
    assert missed not in [rush.generate_next().position for _ in range(3)]


def test_no_puzzle_comes_twice_while_there_are_others() -> None:
    rush = Rush("pocket-addition", Random(5))
    positions = [rush.generate_next().position for _ in range(12)]
    assert len(set(positions)) == len(positions)


def test_what_became_of_a_puzzle_is_said() -> None:
    assert [format_try(posed(), move) for move in (3, 4, None)] == [
        "3 is right.",
        "4 was a slip: 3 was right.",
        "3 was right.",
    ]


@pytest.mark.parametrize(
    ("right", "slips", "told"),
    [
        (6, 3, (NEW_BEST, "Three slips. 6 solved; the best before was 5.")),
        (5, 1, (NEW_BEST, "Time. 5 solved, 1 slip: as many as before, with fewer slips.")),
        (5, 2, ("Time. 5 solved, 2 slips; best 5.", "")),
        (0, 0, ("Time. 0 solved, 0 slips; best 5.", "")),
    ],
)
def test_a_score_is_compared_with_the_best(right: int, slips: int, told: tuple[str, str]) -> None:
    before = [RushScore(date(2026, 11, 18), 5, 2)]
    assert format_result(right, slips, before, "Time.") == told
    assert format_best(before) == "Your best: 5 solved."


def test_the_first_score_is_the_best_unless_nothing_was_solved() -> None:
    assert format_result(1, 0, []) == (NEW_BEST, "1 solved, 0 slips.")
    assert format_result(0, 3, []) == ("Three slips. 0 solved.", "")
    assert format_best([]) == "No score yet."
