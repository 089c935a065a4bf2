"""Which commands open a room of the screen, and which answer in lines even at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from primeparlor.cli import main
from primeparlor.terminal.mode import Mode
from primeparlor.terminal.tui import run
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.replay import ReplayScreen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from support.tui.visits import save, text_of, until


@pytest.fixture(name="opened")
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> list[ParlorScreen]:
    """The rooms opened, with a terminal that could show them."""
    rooms: list[ParlorScreen] = []

    def keep(first: Callable[[Any], ParlorScreen], options: object) -> int:
        rooms.append(first(None))
        return 0

    monkeypatch.setattr(run, "_run_app", keep)
    monkeypatch.setattr("primeparlor.terminal.mode.choose_mode", lambda options: Mode(plain=options.plain))
    return rooms


def test_review_replay_and_puzzle_open_their_rooms(opened: list[ParlorScreen]) -> None:
    first, second = save("prime-climb", 4), save("nonprime-addition", 5)
    commands = ["review", f"review {first}", "replay", "replay 2", "puzzle", "puzzle number-morph --ascii"]
    for command in commands:
        assert main.main(command.split()) == 0
    last, named, newest, numbered, puzzles, morph = opened
    assert isinstance(last, ReviewScreen)
    assert isinstance(named, ReviewScreen)
    assert (last.match.start.name, named.match.start.name) == ("nonprime-addition", "prime-climb")
    assert isinstance(newest, ReplayScreen)
    assert isinstance(numbered, ReplayScreen)
    assert {newest.path, numbered.path} == {first, second}
    assert isinstance(puzzles, PuzzleSessionScreen)
    assert isinstance(morph, PuzzleSessionScreen)
    assert (puzzles.game, morph.game) == (None, "number-morph")


def test_a_record_that_is_not_there_is_told_in_the_shell(
    opened: list[ParlorScreen], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("review", "replay", "review nowhere", "replay nowhere"):
        assert main.main(command.split()) == 1
        assert capsys.readouterr().err.startswith("parlor: ")
    assert opened == []


@pytest.mark.parametrize(
    "command",
    [
        *("review --plain", "review --json", "review --hide", "review --svg chart.svg", "review 1 1"),
        *("replay --json", "replay --plain", "puzzle pocket-addition --seed 1 --json"),
    ],
)
def test_lines_stay_lines(
    command: str,
    opened: list[ParlorScreen],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    save("pocket-addition", 6, 9)
    assert main.main(command.split()) == 0
    assert capsys.readouterr().out
    assert opened == []


def test_from_the_first_room_q_leaves_the_house() -> None:
    path = save("pocket-addition", 6, 9)

    async def look() -> None:
        app = ParlorApp(lambda: ReplayScreen(path), pace=0)
        async with app.run_test(size=(100, 32)) as pilot:
            room = app.screen
            assert isinstance(room, ReplayScreen)
            await until(pilot, lambda: room.replay is not None)
            await pilot.pause()
            assert "q  leave" in text_of(app)
            await pilot.press("q")
        assert app.return_value == 0

    asyncio.run(look())
