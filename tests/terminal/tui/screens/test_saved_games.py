"""Your games: what the list shows, resuming and replaying, and what cannot be opened."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from primeparlor.match import HUMAN, Resign
from primeparlor.records import RecordFile
from primeparlor.tables.saved_game_cache import SavedGame, SavedGameCache
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.replay import ReplayScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen, find_bracket
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.tui.visits import SMALL, SOME_SIZES, clicked, pressed, resized, save, text_of, until, visit

DAY = time.mktime((2020, 1, 1, 12, 0, 0, 0, 0, -1))  # at noon, wherever this runs


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))


def test_a_bracket_holds_the_games_of_one_match_together() -> None:
    def held(*groups: str) -> str:
        games = [SavedGame("", 0.0, "", group=group) for group in groups]
        return "".join("".join(find_bracket(games, at)) for at in range(len(games)))

    assert held("a", "b", "b", "b", "c", "d", "d") == "  ╭││││╰  ╭││╰"


async def at_the_shelf(app: ParlorApp, pilot: Pilot[int]) -> SavedGamesScreen:
    await pressed(app, pilot, "g")
    shelf = app.screen
    assert isinstance(shelf, SavedGamesScreen)
    await until(pilot, lambda: shelf.entries is not None)
    await pilot.pause()
    return shelf


def aged(*paths: str) -> None:
    """Date these games one day apart, the first one first."""
    for day, path in enumerate(paths):
        os.utime(path, (DAY + 86_400 * day,) * 2)


def four_games(tmp_path: Path) -> list[str]:
    """A game that was won, one that waits, one of people with names, and one that cannot be read."""
    paths = [
        save("prime-climb", 2, 9, 9, seats=(HUMAN, "club")),
        save("prime-climb top=35 largest=4", 4, seats=(HUMAN, "club")),
        save("nonprime-addition", 2, names=("Ann", "Bob")),
        str(tmp_path / "nonsense.jsonl"),
    ]
    Path(paths[-1]).write_text("nonsense\n")
    aged(*paths)
    return paths


def test_the_newest_game_comes_first_each_with_who_played_and_how_it_stands(tmp_path: Path) -> None:
    four_games(tmp_path)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        assert shelf.entries is not None
        broken, named, waiting, won = shelf.entries
        assert broken.fault.startswith("line 1")
        assert (named.whom, named.how) == ("Ann and Bob", "Bob won (Ann made a prime)")
        assert (waiting.whom, waiting.how, waiting.variant) == (
            "against the house, club",
            "the house to move, move 2",
            "35 steps, 1 to 4",
        )
        assert (won.whom, won.how, won.won) == ("against the house, club", "You won (reached 20)", True)
        shown = text_of(app)
        assert "nonsense cannot be read" in shown
        assert "4 Jan 2020" in shown
        for size in SOME_SIZES:
            shown = await resized(app, pilot, size)
            for text in (
                "the house, club",
                "You won (reached 20)",
                "the house to move",
                "1 of 4",
                "1 Jan 2020",
            ):
                assert text in shown, size

    visit(look)


def test_keys_wheel_and_clicks_choose_and_the_foot_says_what_enter_does(tmp_path: Path) -> None:
    four_games(tmp_path)

    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        for key, chosen in [("down", 1), ("pagedown", 3), ("down", 3), ("up", 2), ("home", 0), ("end", 3)]:
            await pressed(app, pilot, key)
            assert shelf.chosen == chosen, key
        assert "Enter  review" in text_of(app)
        shown = await clicked(app, pilot, "the house to move")
        assert shelf.chosen == 2
        assert "Enter  resume" in shown
        await clicked(app, pilot, " ↑↓ ")
        assert shelf.chosen == 1
        await resized(app, pilot, SMALL)
        assert shelf.chosen == 1
        await pressed(app, pilot, "home", "enter", "p", "x")  # it cannot be read, so nothing opens
        assert app.screen is shelf
        await pressed(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    visit(choose)


def test_an_unfinished_game_is_resumed_and_the_shelf_knows_it_when_it_is_left() -> None:
    save("prime-climb", 4, 9, 1)

    async def resume(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert isinstance(app.screen, TableScreen)
        match = app.screen.table.match
        match.perform(Resign(match.state.turn, match.number))
        await pressed(app, pilot, "q")
        await until(pilot, lambda: app.screen is shelf and shelf.entries and shelf.entries[0].finished)

    visit(resume)


def test_a_game_that_is_played_elsewhere_says_so() -> None:
    path = save("prime-climb", 4)
    record, _ = RecordFile.reopen(path)

    async def resume(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: shelf.message.kind == "bad")
        assert app.screen is shelf
        assert "is being played" in text_of(app) or "elsewhere" in shelf.message.bold

    visit(resume)
    record.close()


def test_a_replay_goes_through_the_moves_both_ways() -> None:
    save("prime-climb", 4, 9, 3)

    async def replay(app: ParlorApp, pilot: Pilot[int]) -> None:
        await at_the_shelf(app, pilot)
        await pressed(app, pilot, "p")
        room = app.screen
        assert isinstance(room, ReplayScreen)
        await until(pilot, lambda: room.replay is not None)
        replay = room.replay
        assert replay is not None
        assert "The beginning." in await pressed(app, pilot)
        steps = {"right": 1, "enter": 2, "left": 1, "end": 3, "down": 3, "home": 0, "space": 1}
        for key, at in steps.items():
            await pressed(app, pilot, key)
            assert (replay.at, replay.state) == (at, replay.states[at]), key
        await clicked(app, pilot, "3 ●")
        assert replay.at == 3
        await clicked(app, pilot, " ←→ ")
        assert replay.at == 2
        for size in SOME_SIZES:
            shown = await resized(app, pilot, size)
            assert "move 2 of 3" in shown
            assert ("Moves" in shown) == (size[0] >= 92)
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, SavedGamesScreen)

    visit(replay)


def test_what_was_drawn_is_no_move_in_a_replay() -> None:
    save("prime-duel", "keep", fate="7 10")

    async def replay(app: ParlorApp, pilot: Pilot[int]) -> None:
        await at_the_shelf(app, pilot)
        await pressed(app, pilot, "p")
        room = app.screen
        assert isinstance(room, ReplayScreen)
        await until(pilot, lambda: room.replay is not None)
        for key, move in {"home": 0, "right": 0, "enter": 1, "end": 1}.items():
            assert f"move {move} of 1" in await pressed(app, pilot, key)
        shown = await pressed(app, pilot, "?")
        for text in ("ten moves on", "Prime Duel"):
            assert text in shown

    visit(replay)


def test_a_finished_game_is_opened_and_its_end_is_told_by_name() -> None:
    save("prime-climb", 2, 9, 9, seats=(HUMAN, "club"))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        await pressed(app, pilot, "enter")
        assert app.screen is not shelf
        await pressed(app, pilot, "escape", "p")
        room = app.screen
        assert isinstance(room, ReplayScreen)
        await until(pilot, lambda: room.replay is not None)
        assert "You won" in await pressed(app, pilot, "end")

    visit(look)


def test_without_games_the_shelf_says_how_to_get_one() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await at_the_shelf(app, pilot)
        assert "No games yet." in await pressed(app, pilot, "enter", "p", "down", "end")

    visit(look, SMALL)


def test_a_thousand_games_are_paged_through(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [SavedGame(f"/{number}", DAY, f"Game {number}", how="your turn") for number in range(1, 1001)]
    monkeypatch.setattr(SavedGameCache, "load_games", lambda library: games)

    async def page(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        shown = await pressed(app, pilot, "pagedown")
        assert f"{shelf.list.size.height + 1} of 1,000" in shown
        shown = await pressed(app, pilot, "end")
        assert "Game 1000" in shown
        assert "1,000 of 1,000" in shown
        assert "Game 1000" in await resized(app, pilot, SMALL)

    visit(page)


def test_a_game_is_deleted_once_you_have_said_yes(tmp_path: Path) -> None:
    paths = four_games(tmp_path)

    async def delete(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = await at_the_shelf(app, pilot)
        await pressed(app, pilot, "down", "d")
        assert "Delete this game?" in text_of(app)
        assert "brought back." in text_of(app)
        await pressed(app, pilot, "enter")  # Enter alone keeps it
        assert app.screen is shelf
        assert Path(paths[2]).exists()
        await pressed(app, pilot, "delete", "y")
        await until(pilot, lambda: len(shelf.entries or ()) == 3)
        assert not Path(paths[2]).exists()
        assert "Nonprime Addition is deleted." in text_of(app)
        await pressed(app, pilot, "up", "d", "y")  # one that cannot be read
        await until(pilot, lambda: len(shelf.entries or ()) == 2)
        record, _ = RecordFile.reopen(paths[1])  # played in another window
        await pressed(app, pilot, "home", "d", "y")
        await until(pilot, lambda: "being played elsewhere" in text_of(app))
        record.close()
        assert Path(paths[1]).exists()

    visit(delete)
