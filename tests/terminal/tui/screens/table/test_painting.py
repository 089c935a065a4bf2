"""What a key or the mouse changes is painted once, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.pilot import Pilot

from primeparlor.games.game import Game
from primeparlor.terminal.tui.app import ParlorApp
from support.tui.visits import may_choose, pressed, table_room, until, visit


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
        await pressed(app, pilot, "x")  # a key without a meaning
        assert not painted
        await pressed(app, pilot, "x")  # of which the message tells the second time
        assert painted == {"say": 1}

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
