"""`parlor rush` in plain lines: the clock, the slips, the best scores."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from primeparlor.coach.progress.document import RushScore
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.rush import Rush
from primeparlor.terminal.plain import rush
from primeparlor.terminal.plain.input import Keyboard, TimeUp
from primeparlor.wording import format_time_left
from support.coach.daily import PRIME_DAY, diary, fix_today, right, wrong
from support.terminal.command import parlor

GAME = "pocket-addition"


class Clock:
    """Time that goes by only when somebody types."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Typing(Keyboard):
    """Somebody who takes so many seconds for each line; a line that would come too late does not come."""

    def __init__(self, clock: Clock, *lines: tuple[float, str | type[BaseException]]) -> None:
        super().__init__()
        self.clock, self.lines, self.limits = clock, iter(lines), list[float | None]()
        self.is_terminal = self.may_edit = False

    def read_line(self, seconds: float | None = None) -> str:
        self.limits.append(seconds)
        takes, line = next(self.lines, (0.0, EOFError))
        if seconds is not None and takes > seconds:
            self.clock.now += seconds
            raise TimeUp
        self.clock.now += takes
        if not isinstance(line, str):
            raise line
        return line


def puzzles(game: str | None = GAME) -> Iterator[Puzzle]:
    """The puzzles that the rush with this seed brings."""
    same = Rush(game, Random(1))
    while True:
        yield same.generate_next()


Ran = Callable[..., str]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """What is shown in a rush when this is typed, each line after so many seconds."""
    fix_today(monkeypatch)
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))

    def run(*lines: tuple[float, str | type[BaseException]], game: str | None = GAME) -> str:
        clock = Clock()
        keyboard = Typing(clock, (60.0, ""), *lines)
        assert rush.run(game, keyboard=keyboard, random=Random(1), now=clock) == 0
        return capsys.readouterr().out

    return run


def test_right_answers_are_counted_until_time_is_up(ran: Ran, tmp_path: Path) -> None:
    one, two, _, four = (next(all_) for all_ in [puzzles()] * 4)
    out = ran((100, right(one)), (19, wrong(two)), (0.5, "skip"), (60.5, right(four)))
    assert "Rush: Pocket Addition. No score yet.\n" in out
    assert "\n3:00 left, 0 solved, 0 slips.\n" in out
    assert "\n1:20 left, 1 solved, 0 slips.\n" in out
    assert f"\n{wrong(two)} was a slip: {right(two)} was right.\n" in out
    assert "\n1:01 left, 1 solved, 1 slip.\n" in out
    assert out.endswith("\n\nA new best! Time. That came too late. 1 solved, 1 slip.\n")
    assert diary(tmp_path).rush == {GAME: (RushScore(PRIME_DAY, 1, 1),)}


def test_an_answer_is_waited_for_only_as_long_as_there_is_time(ran: Ran, tmp_path: Path) -> None:
    one = next(puzzles())
    out = ran((170, right(one)), (11, "x"))
    assert out.endswith("A new best! Time. 1 solved, 0 slips.\n")


def test_three_slips_end_it(ran: Ran, tmp_path: Path) -> None:
    made = [next(all_) for all_ in [puzzles()] * 4]
    lines = [right(made[0]), *map(wrong, made[1:])]
    out = ran(*((1, line) for line in lines), (1, "4"))
    assert out.endswith("\n\nA new best! Three slips. 1 solved.\n")
    assert diary(tmp_path).rush[GAME][0].slips == 3
    assert set(diary(tmp_path).cards) == {puzzle.position for puzzle in made[1:]}
    assert not diary(tmp_path).ratings


def test_the_best_score_is_told_and_kept(ran: Ran, tmp_path: Path) -> None:
    one, two = (next(all_) for all_ in [puzzles()] * 2)
    ran((1, right(one)), (1, right(two)), (1, "quit"))
    out = ran((1, right(one)), (1, "quit"))
    assert "Rush: Pocket Addition. Your best: 2 solved.\n" in out
    assert out.endswith("\nStopped. 1 solved, 0 slips; best 2.\n")
    assert [score.right for score in diary(tmp_path).rush[GAME]] == [2, 1]
    told = json.loads(parlor(tmp_path, "rush", "--json").out)
    assert told == {GAME: [{"day": "2026-11-13", "right": n, "slips": 0} for n in (2, 1)]}
    assert json.loads(parlor(tmp_path, "rush", "climb", "--json").out) == {"prime-climb": []}


def test_ctrl_c_keeps_the_score(ran: Ran, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        ran((1, right(next(puzzles()))), (1, KeyboardInterrupt))
    assert diary(tmp_path).rush[GAME][0].right == 1
    assert capsys.readouterr().out.endswith("A new best! Stopped. 1 solved, 0 slips.\n")


def test_what_is_no_answer_costs_only_time(ran: Ran, tmp_path: Path) -> None:
    out = ran((1, "?"), (1, "x"), (1, "board"), (1, "moves"), (1, "hint"))
    assert "  skip    go on to the next one\n" in out
    assert "  hint " not in out
    assert "  moves " not in out  # they are a hint
    assert "Moves: " not in out
    assert "'moves' does not work here. For what does, type ?.\n" in out
    assert "Please type a whole number from 1 to 9. For help type ?.\n" in out
    assert "'hint' does not work here. For what does, type ?.\n" in out
    assert out.endswith("Stopped. 0 solved, 0 slips.\n")
    assert diary(tmp_path).rush == {}


def test_all_games_take_turns(ran: Ran, tmp_path: Path) -> None:
    one = next(puzzles(None))
    assert "Rush: all games. " in ran((1, right(one)), game=None)
    assert list(diary(tmp_path).rush) == ["all"]


@pytest.mark.parametrize("typed", ["", "quit\n", "q\n", "no\n", "hello\n5\nquit\n"])
def test_who_does_not_start_has_no_score(typed: str, tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "rush", "pocket", typed=typed)
    assert (code, err) == (0, "")
    assert "left," not in out
    assert out.count("Just press Enter, or type quit.\n") == max(0, typed.count("\n") - 1)
    assert not (tmp_path / "progress.json").exists()


def test_a_pipe_that_ends_ends_the_rush(tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, "rush", "pocket", typed="\n")
    assert code == 0
    assert out.endswith("Stopped. 0 solved, 0 slips.\n")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(180, "3:00"), (179.5, "3:00"), (60, "1:00"), (59.01, "1:00"), (0.2, "0:01"), (0, "0:00")],
)
def test_a_second_that_has_begun_counts(seconds: float, told: str) -> None:
    assert format_time_left(seconds) == told
