"""Progress: what is being done and how far it is, on a terminal and elsewhere; nothing for quick work."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path

import pytest

from primeparlor.terminal import progress_bar
from primeparlor.terminal.progress_bar import ProgressBar
from support.terminal.command import parlor, play


class Clock:
    """A clock that moves only when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_on_a_terminal_the_line_says_what_is_done_and_how_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    clock = Clock()
    with ProgressBar("Pig", clock=clock) as report:
        report(1, None)  # too early
        clock.now += 0.5
        report(12_345, 100_000)
        report(13_000, 100_000)  # too often
        clock.now += 0.5
        report(20_000, None)
        clock.now += 0.5
        report(0, None)
    assert capsys.readouterr().err == (
        "\rSolving Pig: 12,345 of 100,000 (12 %)\033[K\rSolving Pig: 20,000\033[K"
        "\rSolving Pig …\033[K\r\033[K"
    )


@pytest.mark.parametrize("terminal", [True, False])
def test_elsewhere_long_work_is_told_of_once(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(progress_bar, "LONG", 1.0)
    clock = Clock()
    report = ProgressBar("Pig", "Reviewing", live=not terminal, clock=clock)
    for seconds in (0.9, 1.0):
        with report:
            clock.now += seconds
            report(1, 2)
            clock.now += 5 * (seconds >= 1)
            report(2, 2)
    assert capsys.readouterr().err == "Reviewing Pig …\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("analyse prime-climb top=105", "Solving Prime Climb …\n"),
        ("solve prime-climb top=106", "Solving Prime Climb …\n"),
        ("review", "Reviewing Pocket Addition …\n"),
        ("puzzle pocket-addition --seed 1", "Looking for a puzzle …\n"),
        ("analyse pocket-addition", ""),
    ],
)
def test_programs_get_pure_json_and_people_a_sign_of_life(
    words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words == "review":
        play(tmp_path, "pocket-addition", "5", "quit")
    monkeypatch.setattr(progress_bar, "LONG", 0.0)  # everything that reports is long
    code, out, err = parlor(tmp_path, *words.split(), "--json")
    assert (code, err) == (0, told)
    assert json.loads(out)
    monkeypatch.setattr(progress_bar, "LONG", inf)
    assert parlor(tmp_path, *words.split(), "--json").err == ""
