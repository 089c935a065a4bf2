"""The screen shows nothing that players must not know, neither on the board nor around it."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor.core import Move
from primeparlor.games import NumberMorph
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.scenes import Stage, table
from support.tui.shots import shot
from support.tui.visits import NORMAL, SMALL, resized, visit

DUEL = "prime-duel target=20 largest=4 copies=2"


def painted(app: ParlorApp, id: str) -> Canvas:
    """One picture of the screen."""
    picture = app.screen.query_one(f"#{id}", PaintedWidget)
    c = Canvas(picture.size.width, picture.size.height, picture.ground)
    picture.paint(c)
    return c


def rows(c: Canvas) -> list[str]:
    return ["".join(cell.glyph for cell in row) for row in c.cells]


def assert_no_prime_ahead(app: ParlorApp, total: int) -> None:
    """Check the rail and the line, and that no key differs from the others."""
    assert rows(painted(app, "head"))[1].rfind("◆") <= total
    (line,) = (row for row in rows(painted(app, "board")) if "▲" in row)
    assert line.rfind("◆") < line.index("▲")
    keys = painted(app, "keys")
    assert "◆" not in "".join(rows(keys))
    lifted = bool(app.screen.playback.held)  # type: ignore[attr-defined]
    assert {cell.ink for row in keys.cells for cell in row} <= {"ink", "ink2", "edge", *["brass"] * lifted}


def test_nonprime_addition_marks_no_prime_ahead_of_the_total_in_any_state() -> None:
    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.preferences.confirm = "always"
        stage, room = Stage(app, pilot), table("nonprime-addition", friends=True)
        await stage.enter(room)
        for size in (SMALL, NORMAL):
            await resized(app, pilot, size)
            for number in "866" if size == SMALL else "423":  # 9, 15, 21, 25, 27, 30
                for keys in ((), (number,)):  # your turn, lifted
                    await stage.press(*keys)
                    assert_no_prime_ahead(app, room.match.state.total)  # type: ignore[attr-defined]
                await stage.press("enter")
        assert room.match.outcome is None

    visit(play)


def test_number_morph_is_painted_from_facts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painting a screen never asks the rules which numbers are prime, not even after a refusal."""

    def asked(*given: object) -> Any:
        raise AssertionError("the rules were asked")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        stage, room = Stage(app, pilot), table("number-morph number=223 used=211,223", friends=True)
        await stage.enter(room)
        for keys in ((), ("1",), ("enter",), ("right", "9"), ("enter",), ("4",)):
            await stage.press(*keys)
            with monkeypatch.context() as patch:
                for name in ("moves", "chances", "ending", "why_not", "refusal"):
                    patch.setattr(NumberMorph, name, asked)
                shot(app, "morph")

    for size in (SMALL, NORMAL):
        visit(play, size)


def shown_with(fate: tuple[Move, ...], seed: int) -> list[str]:
    """What is shown of a duel with these cards, step by step."""
    screens: list[str] = []

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        stage = Stage(app, pilot)
        room: TableScreen = table(DUEL, friends=True, fate=fate, seed=seed)
        await stage.enter(room)
        for keys in ((), ("k",), ("h",), ("h", "h", "h", "h"), ("w",), ("escape",), ("?",), ("escape",)):
            await stage.press(*keys)
            screens.append(shot(app, "duel").text)

    visit(play)
    return screens


def test_nothing_shows_which_card_comes_next() -> None:
    """The screen is the same until the card is drawn, whatever comes after it."""
    one, two = (shown_with((1, 3, *rest), seed) for seed, rest in ((1, (1, 4)), (2, (4, 2, 2))))
    assert one == two
    assert len(set(one)) > 4
