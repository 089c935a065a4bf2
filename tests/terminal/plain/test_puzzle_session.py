"""`parlor puzzle` in plain lines: one puzzle after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from primeparlor.coach.puzzles import ratings
from primeparlor.coach.puzzles.puzzle import Puzzle, generate
from primeparlor.coach.training import practice
from primeparlor.games import NumberMorph, PocketAddition
from primeparlor.terminal.plain import puzzles as plain_puzzles
from support.coach.daily import diary, right, wrong
from support.terminal.command import parlor

OPEN = generate(NumberMorph, Random(8))  # any prime may be answered: to list them gives much away
MADE = [generate(PocketAddition, Random(seed)) for seed in range(4)]
ON = "Enter for the next puzzle, quit to leave: "


@pytest.fixture(autouse=True)
def _fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always the same puzzles, in this order."""
    coming: Iterator[Puzzle] = iter(MADE)
    monkeypatch.setattr(plain_puzzles, "next_puzzle", lambda *given, **more: next(coming))


def solve(home: Path, *lines: str) -> str:
    code, out, err = parlor(home, "puzzle", "pocket", typed="".join(line + "\n" for line in lines))
    assert (code, err) == (0, "")
    return out


def test_right_answers_in_a_row_are_told(tmp_path: Path) -> None:
    out = solve(tmp_path, right(MADE[0]), "", right(MADE[1]), "next", wrong(MADE[2]), right(MADE[2]), "quit")
    assert out.count(ON) == 3
    assert "\n2 in a row.\n" in out
    assert "3 in a row" not in out
    assert out.endswith(f"{ON}quit\nYou solved 3 of 3 puzzles.\n")
    kept = diary(tmp_path)
    assert (kept.find_rating("pocket-addition").asked, kept.find_rating("pocket-addition").right) == (3, 2)
    assert list(kept.cards) == [MADE[2].position]


def test_an_answer_shown_counts_as_failed_and_comes_back(tmp_path: Path) -> None:
    out = solve(tmp_path, "answer", "", "a")
    assert f"\nThe answer is {right(MADE[0])}. " in out
    assert out.endswith("You solved 0 of 2 puzzles.\n")
    kept = diary(tmp_path)
    assert list(kept.cards) == [MADE[0].position, MADE[1].position]
    assert kept.find_due(None) == []  # not today
    assert kept.find_rating("pocket-addition").asked == 2


def test_a_skipped_puzzle_costs_nothing(tmp_path: Path) -> None:
    out = solve(tmp_path, right(MADE[0]), "", "skip", "s", right(MADE[3]))
    assert "\n2 in a row.\n" in out
    assert out.endswith("You solved 2 of 2 puzzles.\n")
    assert diary(tmp_path).find_rating("pocket-addition").asked == 2


def test_a_hint_is_no_answer_but_ends_the_row(tmp_path: Path) -> None:
    out = solve(tmp_path, right(MADE[0]), "", "hint", right(MADE[1]))
    assert "in a row" not in out
    assert diary(tmp_path).find_rating("pocket-addition").asked == 1


@pytest.mark.parametrize("failure", [("answer",), (wrong(MADE[0]), wrong(MADE[0]), "answer")])
def test_a_failure_after_a_hint_counts_once(tmp_path: Path, failure: tuple[str, ...]) -> None:
    solve(tmp_path, "hint", *failure)
    rated = diary(tmp_path).find_rating("pocket-addition")
    assert (rated.asked, rated.right) == (1, 0)
    assert rated.rating.rating < ratings.NEW.rating


def test_it_ends_well_wherever_the_input_ends(tmp_path: Path) -> None:
    assert solve(tmp_path).endswith("Your move (hint, answer, skip, quit): \n")


def test_between_puzzles_only_a_few_words_are_understood(tmp_path: Path) -> None:
    out = solve(tmp_path, right(MADE[0]), "7", "what", "q")
    assert out.count("Just press Enter, or type quit.\n") == 2


def test_what_can_be_typed_is_listed(tmp_path: Path) -> None:
    out = solve(tmp_path, "?")
    assert "  answer  show the answer\n  skip    go on to the next one\n" in out


def test_an_attempt_without_a_diary_keeps_nothing() -> None:
    marks = list[str]()
    attempt = practice.Attempt(MADE[0], None, marks.append)
    assert attempt.is_untouched
    assert not attempt.answer(-1)
    assert attempt.answer(MADE[0].answers[0])
    assert (attempt.tries, marks, attempt.is_untouched) == ("-+", ["-", "+"], False)


@pytest.mark.parametrize(("typed", "asked"), [((), 1), (("moves",), 0), (("?",), 1)])
def test_to_list_the_moves_counts_as_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...], asked: int
) -> None:
    assert not OPEN.among
    coming = iter([OPEN, OPEN])
    monkeypatch.setattr(plain_puzzles, "next_puzzle", lambda *given, **more: next(coming))
    out = solve(tmp_path, *typed, right(OPEN), "", right(OPEN))
    assert ("  moves   every legal move; this counts as a hint\n" in out) == ("?" in typed)
    assert ("Moves: " + " ".join(map(str, OPEN.state.moves())) in out) == ("moves" in typed)
    assert ("2 in a row" in out) == bool(asked)
    kept = diary(tmp_path)
    assert kept.find_rating("number-morph").asked == (2 if asked else 1)  # the second one without the list


def test_a_list_of_moves_opens_no_hint_and_is_told_to_whoever_keeps_them() -> None:
    opened = list[int]()
    attempt = practice.Attempt(OPEN, None, hinted=opened.append)
    attempt.list_moves()
    assert (attempt.is_untouched, attempt.step, opened) == (False, 0, [0])
    assert attempt.answer(OPEN.answers[0])
    assert not attempt.is_flawless
