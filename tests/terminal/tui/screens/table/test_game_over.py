"""The rung of a game at the table, what the game meant for it at the end, and what can be played next."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from primeparlor.coach.training.ladder import load_rungs
from primeparlor.core import Player
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Outcome
from primeparlor.notation import read_position
from primeparlor.tables.rungs import LOST, open_rung, prepare_rung
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.table.game_over import find_next_level
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.tui.visits import SMALL, may_choose, pressed, resized, table_room, text_of, until, visit, words

RUNG = load_rungs(GAMES["prime-climb"])[0]  # one win as Player 1 against beginner, to 35


def test_a_table_shows_its_rung_and_its_end_says_what_the_game_meant_and_offers_the_rung_again() -> None:
    async def lose(app: ParlorApp, pilot: Pilot[int]) -> None:
        table = open_rung(RUNG, "Ada")
        table.create_record()
        room = TableScreen(table, pace=0)
        await app.push_screen(room)
        await until(pilot, lambda: room.playback.stake is not None and may_choose(room))
        assert "Rung 1 of 10, against the house, beginner" in text_of(app)
        assert "Win as Player 1 against" in text_of(app)
        assert "Rung 1 of 10" in await resized(app, pilot, SMALL)
        await pressed(app, pilot, "x", "y")
        await until(pilot, lambda: room.rung_result is not None)
        shown = words(text_of(app))
        assert "Rung 1 of 10 is not passed yet" in shown
        assert "Rung 1 again" in shown
        await pressed(app, pilot, "n")
        await until(pilot, lambda: app.screen is not room)
        assert isinstance(app.screen, TableScreen)
        assert "Rung 1 of 10: win." in text_of(app)
        assert app.screen.match.names == ("Ada", "")

    visit(lose)


def test_a_hint_is_told_to_end_what_the_game_counts_for() -> None:
    start, seats, _ = prepare_rung(RUNG)
    room = table_room(start, seats)

    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await app.push_screen(room)
        await until(pilot, lambda: room.playback.stake is not None and may_choose(room))
        shown = await pressed(app, pilot, "h")
        assert "only without hints or undo." in words(shown)
        await pressed(app, pilot, "h")
        await until(pilot, lambda: room.playback.hints)
        assert LOST[:20] in text_of(app)
        assert "no longer for rung 1 of 10" in text_of(app)

    visit(ask)


@pytest.mark.parametrize(
    ("position", "side", "level", "following"),
    [
        ("prime-climb", 1, "expert", "perfect"),
        ("prime-climb", 2, "expert", None),  # the other side always wins
        ("nonprime-addition", 1, "expert", None),  # perfect never has to lose
        ("nonprime-addition", 1, "club", "expert"),
        ("prime-duel", 2, "expert", "perfect"),  # the cards may beat it
    ],
)
def test_a_level_that_cannot_be_beaten_is_not_offered(
    position: str, side: Player, level: str, following: str | None
) -> None:
    seats = (HUMAN, level) if side == 1 else (level, HUMAN)
    room = table_room(read_position(position), seats)
    room.playback.outcome = Outcome(side, "")
    assert find_next_level(room.playback) == following
    room.table.close()
