"""Home: every game with its aim and who is favoured, and what else there is to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from primeparlor.coach.progress.diary import diary_path
from primeparlor.games import GAMES, ROTAS
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.preferences import GameSetup, Preferences
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import (
    HomeScreen,
    draw_list,
    draw_pictures,
    format_aim,
    format_reader_note,
)
from primeparlor.terminal.tui.screens.new_game import NewGameModal
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.rules import RulesScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.coach.full_diary import TODAY, count_passed, fill_diary
from support.tui.visits import (
    EVERY_SIZE,
    NORMAL,
    SMALL,
    clicked,
    pressed,
    resized,
    save,
    text_of,
    until,
    visit,
    words,
)

pytestmark = pytest.mark.usefixtures("_rota")

OURS = [GAMES[name] for name in ROTAS[1]]
DESK = ("Play", "Your games", "Progress", "Today", "Puzzles", "Rush", "Rules", "Ladder")


def home(app: ParlorApp) -> HomeScreen:
    assert isinstance(app.screen, HomeScreen)
    return app.screen


def test_every_game_is_shown_with_its_aim_and_a_first_guest_hears_of_the_plain_way() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert format_reader_note() in shown
            if size == (60, 20):  # too few rows for all
                assert "1–3 of 5" in shown
            elif size[0] < 92:
                assert all(format_aim(game) in shown for game in OURS)
            else:
                assert all(word in shown for game in OURS for word in f"{game.title} {game.aim[1:]}".split())
            for word in (*DESK, "choose", "help", "quit"):
                assert word in shown, size

    visit(look)


def test_keys_and_clicks_choose_the_same_game_and_a_resize_keeps_the_choice() -> None:
    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = home(app)
        for key, chosen in [
            ("3", 2),
            ("right", 3),
            ("down", 4),
            ("right", 4),
            ("up", 3),
            ("home", 0),
            ("left", 0),
        ]:
            await pressed(app, pilot, key)
            assert room.chosen == chosen, key
        for number in ("9", "0", "y", "escape"):
            await pressed(app, pilot, number)
        assert room.chosen == 0
        await clicked(app, pilot, "Pocket")
        assert room.chosen == 3
        assert f"4 {OURS[3].title}  ✓ chosen" in await resized(app, pilot, SMALL)
        await clicked(app, pilot, format_aim(OURS[1]))
        assert room.chosen == 1
        assert isinstance(app.screen, HomeScreen)
        await clicked(app, pilot, format_aim(OURS[1]))  # once more: play it
        assert isinstance(app.screen, NewGameModal)

    visit(choose)


def test_every_way_out_of_home_leads_back() -> None:
    async def walk(app: ParlorApp, pilot: Pilot[int]) -> None:
        for key, chip, room in [
            ("enter", "Play", NewGameModal),
            ("g", "Your games", SavedGamesScreen),
            ("b", "Rules", RulesScreen),
            ("s", "Progress", ProgressScreen),
        ]:
            for back in ("escape", "q"):
                await pressed(app, pilot, key)
                assert isinstance(app.screen, room)
                await pressed(app, pilot, back)
                assert isinstance(app.screen, HomeScreen)
            await clicked(app, pilot, f" {chip}  ")
            assert isinstance(app.screen, room), key
            await pressed(app, pilot, "q")
        look = app.look
        await pressed(app, pilot, "t")
        assert app.look is not look
        await pressed(app, pilot, "q")
        assert app.return_value == 0

    visit(walk)


def test_what_is_still_on_the_table_is_counted_after_the_first_paint() -> None:
    save("prime-climb", 4, seats=("human", "club"))
    save("nonprime-addition", 2)
    save("pocket-addition")  # nobody has moved: nothing waits there

    async def count(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).unfinished is not None)
        shown = words(await pressed(app, pilot))
        assert "1 still on the table" in shown
        assert "Resume" in shown
        assert f"{OURS[2].title}, club, move 2" in shown
        assert format_reader_note() not in shown
        assert "1 open" in await resized(app, pilot, SMALL)

    visit(count)


def test_names_stand_whole_side_by_side_over_their_aims_and_every_picture_is_drawn() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        shown = (await resized(app, pilot, NORMAL)).splitlines()
        [names] = [line for line in shown if all(game.title in line for game in OURS)]
        below = shown[shown.index(names) + 1]
        for game in OURS:
            start = names.index(game.title)
            assert format_aim(game).startswith(below[start : start + 17].rstrip(" │┃"))
        assert any("┆" in line and "15" in line for line in shown)  # the pocket

    visit(look)


def test_a_small_home_has_the_sign_of_who_is_favoured_and_nothing_is_cut() -> None:
    save("prime-climb top=35 largest=4", 4, seats=("human", "club"))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).unfinished is not None)
        for size in EVERY_SIZE:
            assert "…" not in await resized(app, pilot, size), size
        shown = await resized(app, pilot, SMALL)
        for game, sign in zip(OURS, "=■●●●", strict=True):
            assert f"{sign} {game.favoured[''][:8]}" in shown.partition(game.title)[2].splitlines()[2]
        assert "Prime Climb, 35 steps, 1 to 4, club, move 2" in words(await resized(app, pilot, (140, 40)))

    visit(look)


def test_the_last_game_is_chosen_again_with_how_it_was_played() -> None:
    preferences = Preferences.load()
    preferences.remember_game(OURS[2].name, GameSetup("house", "expert", "first", "top=35 largest=4"))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert home(app).game is OURS[2]
        assert "Play again" in text_of(app)
        assert "the house, expert" in text_of(app)
        await pressed(app, pilot, "n")
        assert isinstance(app.screen, NewGameModal)
        assert app.screen.options.setting == preferences.games[OURS[2].name]

    visit(look, preferences=preferences)


def test_more_games_than_fit_are_reached_and_counted() -> None:
    games = OURS * 2
    for chosen in range(len(games)):
        wall = Canvas(100, 22)
        first = draw_pictures(wall, games, chosen, 3)
        shown = "\n".join("".join(cell.glyph for cell in row) for row in wall.cells)
        assert first <= chosen < first + 5
        assert f" {chosen + 1} " in shown
        assert ("more ›" in shown) == (first < 5)
        assert ("‹" in shown) == (first > 0)
        rows = Canvas(60, 15)
        assert draw_list(rows, games, chosen, 0) <= chosen
        assert "of 10" in "".join(cell.glyph for cell in rows.cells[0])
        assert any(hit.key == "enter" for hit in rows.hits)


def test_a_window_too_small_says_so_and_everything_waits() -> None:
    async def shrink(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "4", "enter", "right")
        sheet = app.screen
        for size in [(52, 18), (80, 15), (20, 8)]:
            await resized(app, pilot, size)
            shown = words(await pressed(app, pilot, "enter", "x"))
            assert f"The parlor needs 60 × 20. This window is {size[0]} × {size[1]};" in shown
        await resized(app, pilot, NORMAL)
        assert app.screen is sheet
        await resized(app, pilot, (52, 18))
        await pressed(app, pilot, "q")
        assert app.return_value == 0

    visit(shrink)


def test_no_solver_no_level_and_no_record_is_imported_before_the_first_paint() -> None:
    code = (
        "import sys; from primeparlor.terminal.tui import app;"
        "from primeparlor.terminal.tui.screens import home; room = home.HomeScreen();"
        "from primeparlor.terminal.drawing.canvas import Canvas;"
        "home.draw_pictures(Canvas(100, 22), room.games, 0, 0);"
        "print([name for name in sys.modules if name.startswith(("
        "'primeparlor.solve', 'primeparlor.players', 'primeparlor.records', 'primeparlor.coach', 'numpy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_r_resumes_the_last_game() -> None:
    kept = save("pocket-addition", 6)

    async def resume(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).unfinished)
        await pressed(app, pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.record is not None
        assert app.screen.table.record.path == kept

    visit(resume)


# What awaits you ---------------------------------------------------------------------------------


def today() -> HomeScreen:
    return HomeScreen(lambda: TODAY)


def test_the_desk_tells_what_awaits_you_in_the_chosen_game() -> None:
    passed = count_passed(fill_diary())

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).loaded)
        shown = words(await pressed(app, pilot, "1"))
        for told in (
            f"{passed} rungs passed",
            "№ 317 ◆, 12 in a row",
            "find the right move",
            "3 minutes, 3 slips",
        ):
            assert told in shown
        shown = words(await pressed(app, pilot, "3"))
        assert "3 come back today" in shown
        assert "3 minutes, best 21" in shown
        for size in ((60, 20), SMALL):
            shown = words(await resized(app, pilot, size))
            for told in (f"s Progress {passed}", "d Today 12 in a row", "z Puzzles 3 back", "x Rush best 21"):
                assert told in shown, size

    visit(look, first=today)


def test_a_day_that_is_solved_is_told() -> None:
    diary = fill_diary()
    diary.store_try(TODAY, OURS[0].name, "+", True)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).loaded)
        assert "№ 317 ◆ solved, 13 in a row" in await pressed(app, pilot, "1")
        assert "Today solved" in words(await resized(app, pilot, SMALL))

    visit(look, first=today)


def test_today_and_rush_are_opened_by_keys_and_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(ParlorApp, "action_push_screen", lambda app, name: opened.append(name))
    monkeypatch.setattr(ParlorApp, "open", lambda app, name, game: opened.append((name, game)))
    rush = ("rush", OURS[1].name)

    async def walk(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "2", "d", "x")
        await clicked(app, pilot, "Today")
        await clicked(app, pilot, "Rush")
        assert opened == ["today", rush, "today", rush]
        for size in ((60, 20), SMALL):
            await resized(app, pilot, size)
            await clicked(app, pilot, "Today")
            await clicked(app, pilot, "Rush")
        assert opened == ["today", rush] * 4

    visit(walk)


def test_a_broken_diary_is_told_at_home_and_the_rest_goes_on() -> None:
    os.makedirs(os.path.dirname(diary_path()), exist_ok=True)
    Path(diary_path()).write_text("nonsense")

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: home(app).loaded)
        assert "progress.broken-1.json" in words(await pressed(app, pilot, "1"))
        assert "ladders, accuracy, days" in text_of(app)

    visit(look, size=(200, 60))
