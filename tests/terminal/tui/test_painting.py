"""What a key or the mouse changes is painted once, and nothing else, on every screen."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from textual.pilot import Pilot

from primeparlor.games.game import Game
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.coach.full_diary import TODAY
from support.installed_games import only_the_rota
from support.tui.rush import Dealt
from support.tui.scenes import Stage, others, saved_games
from support.tui.visits import NORMAL, may_choose, pressed, table_room, until, visit

PAINTED: dict[str, tuple[str, dict[str, int]]] = {  # by scene: a key, and the parts that it changes
    "home": ("2", {"home": 1}),
    "progress": ("up", {"progress": 1, "say": 1}),
    "replay": ("right", {"head": 1, "board": 1, "say": 1}),
    "review": ("left", {"chart": 1}),
    "puzzle": ("h", {"say": 1, "side": 1}),
    "puzzle-hint": ("6", {"board": 1, "say": 1}),
    "rush-before": ("right", {"head": 1, "board": 1, "side": 1}),
    "openings": ("h", {"say": 1, "side": 1}),
    "today": ("h", {"say": 1, "side": 1}),
}


class Watched(Stage):
    """A stage that notes after each key which widgets show anything but what they would be painted with."""

    stale: list[str]

    async def press(self, *keys: str) -> None:
        for key in keys:
            await super().press(key)
            self.stale += [f"{type(self.app.screen).__name__} after {key}: {name}" for name in self.find()]

    def find(self) -> list[str]:
        return [widget.id or "" for widget in self.app.screen.query(PaintedWidget) if is_stale(widget)]


def is_stale(widget: PaintedWidget) -> bool:
    """Whether the widget, painted with what it shows now, would look different."""
    if not (widget.display and widget.size.width and widget.size.height):
        return False
    widget.render_line(0)
    canvas = Canvas(widget.size.width, widget.size.height, widget.ground)
    widget.painter(canvas, *widget._find_values())
    return canvas.cells != widget._rows


def test_each_screen_shows_what_is_so_and_paints_nothing_else(painted: Counter[str]) -> None:
    """After every key of its scene, and then after one more, whose paintings are counted."""
    wrong = dict[str, object]()

    async def watch() -> None:
        app = ParlorApp(lambda: HomeScreen(lambda: TODAY), pace=0)
        async with app.run_test(size=NORMAL) as pilot:
            stage = Watched(app, pilot)
            stage.stale = []
            for scene in others(saved_games()):
                await scene.enter(stage)
                painted.clear()
                app.screen.repaint()  # type: ignore[attr-defined]
                await stage.settle()
                if painted:
                    wrong[scene.name] = f"painted again without a change: {[*painted]}"
                key, parts = PAINTED.get(scene.name, ("", {}))
                if key:
                    painted.clear()
                    await stage.press(key)
                    if painted != parts:
                        wrong[f"{scene.name}, {key}"] = dict(painted)
                wrong.update({f"{scene.name}: {told}": "stale" for told in stage.stale})
                stage.stale.clear()
                await stage.leave()

    with only_the_rota():
        asyncio.run(watch())
    assert not wrong


def test_a_move_paints_each_part_that_it_changes_once(
    painted: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, facts = Counter[str](), Game.facts

    def count(game: Game, *asked: object) -> object:
        made["facts"] += 1
        return facts(game, *asked)  # type: ignore[arg-type]

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room("nonprime-addition")
        app.push_screen(room)
        await until(pilot, lambda: may_choose(room))
        painted.clear()
        monkeypatch.setattr(Game, "facts", count)
        await pressed(app, pilot, "3")
        await until(pilot, lambda: room.match.number == 1 and may_choose(room))
        assert painted == {"head": 1, "board": 1, "keys": 1, "say": 1, "side": 1}
        assert made["facts"] == 1
        painted.clear()
        await pressed(app, pilot, "j")  # a key without a meaning
        assert not painted
        await pressed(app, pilot, "j")  # of which the footer tells the second time
        assert painted == {"foot": 1}

    visit(play)


def test_the_mouse_repaints_only_what_it_is_over(painted: Counter[str]) -> None:
    async def point(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room("nonprime-addition")
        app.push_screen(room)
        await until(pilot, lambda: may_choose(room))
        painted.clear()
        await pilot.hover("#keys", offset=(2, 2))
        await pilot.pause()
        assert painted == {"keys": 1}
        await pilot.hover("#side", offset=(2, 2))
        await pilot.pause()
        assert painted == {"keys": 2}

    visit(point)


def test_the_clock_of_a_rush_repaints_only_itself_and_only_when_it_shows_another_time(
    painted: Counter[str],
) -> None:
    async def wait(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = Dealt()
        app.push_screen(room)
        await until(pilot, lambda: room.rush is not None)
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: room.current is not None)
        painted.clear()
        for seconds, times in ((0.01, 0), (1, 1), (0.01, 1)):
            room.time(seconds)
            room._check_clock()
            await pilot.pause()
            assert painted == Counter({"strip": times})

    visit(wait)
