"""What an answer is worth, and files that are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.solve import Analysis, Choice
from primeparlor.solve.answers import Verdict
from primeparlor.suite import FILE, Row, SuiteError, find_move, read_rows, regret
from primeparlor.suite.decision_finder import has_stake
from primeparlor.suite.row import Decision, Label, build_row, build_worth
from support.example_games import TwentyOne

FIRST = FILE.read_text(encoding="utf-8").partition("\n")[0] + "\n"


def row(*choices: Choice, value: float | None, exact: bool = True, error: float | None = None) -> Row:
    """A row of a position with these moves."""
    verdict: Verdict = "endless" if value is None else "chance"
    error_of_choice = None if error is None else error / 2
    analysis = Analysis(
        verdict, value, exact, error, None, choices, (), None, error_of_choice=error_of_choice
    )
    return build_row(Decision(TwentyOne.start(), build_worth(analysis), 1000), Label("1", 7), "easy", 3)


def test_the_regret_of_a_move_is_what_it_gives_away() -> None:
    chances = row(
        Choice(1, "chance", 0.7, True, None),
        Choice(2, "chance", 0.2, False, None),
        Choice(3, "loss", 0.0, False, None),
        value=0.7,
    )
    assert [regret(chances, move) for move in (1, 2, 3)] == [0, 0.5, 0.7]
    assert regret(chances, "2") == 0.5
    assert [regret(chances, move) for move in (4, "pass", None, "")] == [0.7] * 4
    assert chances["id"] == "seed7-twenty-one-easy-003"


def test_in_endless_play_a_safe_move_gives_nothing_away_and_anything_else_the_game() -> None:
    endless = row(
        Choice(1, "endless", None, True, None),
        Choice(2, "loss", 0.0, False, 1),
        Choice(3, "endless", None, False, None, guarantees=(0.0, 0.25)),
        value=None,
    )
    assert [regret(endless, move) for move in (1, 2, 3, 4)] == [0, 1, 0.25, 1]


def test_a_slow_win_is_as_good_as_a_quick_one() -> None:
    wins = row(
        Choice(1, "win", 1.0, True, 1),
        Choice(2, "win", 1.0, False, 9),
        Choice(3, "loss", 0.0, False, 2),
        value=1.0,
    )
    assert [move["best"] for move in wins["moves"]] == [True, True, False]
    assert find_move(wins, 2) == wins["moves"][1]
    assert find_move(wins, 4) is None


def test_an_estimate_is_rounded_and_keeps_its_error() -> None:
    about = row(
        Choice(1, "chance", 0.71239, True, None),
        Choice(2, "chance", 0.2, False, None),
        value=0.71239,
        exact=False,
        error=0.1,
    )
    assert (about["value"], about["error"], about["error_of_choice"]) == (0.712, 0.1, 0.05)
    assert regret(about, 2) == 0.512


@pytest.mark.parametrize(
    ("one", "two", "error_of_choice", "asked"),
    [
        (0.7, 0.7, None, False),
        (0.7, 0.69, None, False),
        (0.7, 0.6, None, True),
        (0.7, 0.6, 0.09, True),
        (0.7, 0.6, 0.11, False),
    ],
)
def test_a_choice_must_matter_beyond_its_error(
    one: float, two: float, error_of_choice: float | None, asked: bool
) -> None:
    moves = (Choice(1, "chance", one, True, None), Choice(2, "chance", two, False, None))
    exact = error_of_choice is None
    analysis = Analysis("chance", one, exact, None, None, moves, (), None, error_of_choice=error_of_choice)
    assert has_stake(analysis) == asked


# Files -------------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(FIRST, encoding="utf-8")
    [read] = read_rows(path=path)
    assert read == next(iter(read_rows()))
    assert list(read_rows(path=path, game="prime-climb")) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it is no JSON object"),
        (FIRST.replace('"id"', '"name"').replace('"turn"', '"t"'), "it lacks id and turn"),
    ],
)
def test_a_line_that_is_no_row_is_named(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{FIRST}{line.strip()}\n", encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        list(read_rows(path=path))
    assert str(caught.value) == f"{path}, line 2 is no row of a suite: {reason}."


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(SuiteError, match=r"^There is no version 2 of the suite here\. There is version 1\.$"):
        read_rows("2")
    with pytest.raises(SuiteError, match="give one of the two"):
        read_rows(seed=1, path="rows.jsonl")
    with pytest.raises(ParlorError, match="There is no game 'chess'"):
        read_rows(game="chess")
    for seed in (-1, 10**18, True, 1.5):
        with pytest.raises(SuiteError, match=r"A seed is a whole number from 0 to 9{18}\."):
            read_rows(seed=seed)  # type: ignore[arg-type]
