"""`parlor openings` in plain lines."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from primeparlor import notation
from primeparlor.coach.puzzles import puzzle
from primeparlor.coach.training.openings import Openings, build_puzzle, has_openings
from primeparlor.coach.training.practice import Attempt
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.solve import analyse, choices
from primeparlor.terminal.plain import openings
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.wording import join_words
from support.coach.daily import diary
from support.terminal.command import is_subsequence, parlor

GAME = "pocket-addition"
START = notation.position(GAMES[GAME].start())


class Student(Keyboard):
    """Somebody who finds a winning move, as the diary's repertoire wants it."""

    def __init__(self, home: Path, most: int) -> None:
        super().__init__()
        self.is_terminal = self.may_edit = False
        self.home, self.most, self.asked, self.random = home, most, list[str](), Random(1)

    def read_line(self, seconds: float | None = None) -> str:
        if len(self.asked) == self.most:
            raise EOFError
        known = Openings(GAMES[GAME], diary(self.home).openings.get(GAME, {}))
        state = known.choose_next(self.random, self.asked)
        assert state is not None
        self.asked.append(notation.position(state))
        return str(winning(state))


@pytest.fixture
def _unrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what takes longest about a position: how hard it is, which no opening tells."""
    monkeypatch.setattr(puzzle, "rate_puzzle", lambda *_: 1000.0)


def winning(state: State) -> object:
    return next(choice.move for choice in choices(state) if choice.verdict == "win")


def test_right_replies_are_kept_and_what_is_shown_is_not_known(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "openings", typed="6\nanswer\nskip\nq\n")
    assert (code, err) == (0, "")
    assert "Openings of Pocket Addition. Find a move that wins, whatever comes next.\n" in out
    assert "Find a move twice in a row and it counts as learned. You know 0 of 24.\n" in out
    assert (
        "\nPocket Addition (usual game), 3 of 5 stars. You are Player 1. Find a winning first move.\n" in out
    )
    assert "\nRight. " in out
    assert "\nFound once. Once more, and you know it.\n" in out
    assert out.count("Not known yet: find it twice in a row.\n") == 1  # after the answer
    known = diary(tmp_path).openings[GAME]
    assert (known[START].reply, known[START].row) == ("6", 1)
    assert [reply.row for at, reply in known.items() if at != START] == [0]


def test_a_wrong_reply_is_explained_and_one_found_after_it_is_not_known(tmp_path: Path) -> None:
    out = parlor(tmp_path, "openings", typed="9\n6\nq\n").out
    assert "\nNo: it gives the win away. " in out
    assert "\nRight. " in out
    assert "Found once." not in out
    assert diary(tmp_path).openings[GAME][START] == ("", 0)


def test_hints_grow_and_a_reply_found_with_one_changes_nothing(tmp_path: Path) -> None:
    out = parlor(tmp_path, "openings", typed="?\nhint\nhint\nhint\nhint\nhint\n6\nq\n").out
    assert "  hint    a small hint, and a bigger one each time you ask\n" in out
    start = GAMES[GAME].start()
    attempt, analysis = Attempt(build_puzzle(start), None), analyse(start)
    assert is_subsequence([attempt.give_hint(analysis) for _ in range(5)], out.splitlines())
    assert "\nRight. " in out
    assert "Found once." not in out
    assert diary(tmp_path).openings == {}


@pytest.mark.usefixtures("_unrated")
def test_whoever_knows_them_all_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    student = Student(tmp_path, 500)
    openings.run(GAME, keyboard=student, random=Random(1))
    out = capsys.readouterr().out
    assert out.endswith("You know them all.\n")
    assert "No: " not in out
    assert json.loads(parlor(tmp_path, "openings", "--json").out) == {
        "game": GAME,
        "side": 1,
        "known": len(set(student.asked)),
        "positions": len(set(student.asked)),
    }
    assert parlor(tmp_path, "openings").out.endswith("You know them all. Play them in a game.\n")


@pytest.mark.usefixtures("_unrated")
def test_it_ends_well_wherever_the_input_ends(tmp_path: Path) -> None:
    for typed in ("", "x\n", "6\n", "?\n", "answer\n", "skip\n", "moves"):
        code, out, err = parlor(tmp_path, "openings", "pocket", typed=typed)
        assert (code, err) == (0, "")
        assert out.rstrip().endswith("of 24.")


def test_a_game_without_openings_says_so(tmp_path: Path) -> None:
    others = join_words([game.title for game in GAMES.values() if has_openings(game)], "or")
    for more in ([], ["--json"]):
        code, out, err = parlor(tmp_path, "openings", "prime-duel", *more)
        assert (code, out, err) == (
            2,
            "",
            f"parlor: Prime Duel has no openings to learn. Try {others}.\n",
        )
