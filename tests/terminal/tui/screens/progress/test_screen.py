"""Progress: what the page shows of an empty diary and of a full one, and what its keys and the mouse do."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from threading import Event

import pytest
from textual.binding import Binding
from textual.events import MouseScrollDown, MouseScrollUp, Paste
from textual.pilot import Pilot

from primeparlor.coach.progress import diary, import_games
from primeparlor.coach.summary import Trend, compute_trend, summarize_progress
from primeparlor.coach.training.ladder import list_fitting_rungs, load_rungs
from primeparlor.coach.training.openings import Openings
from primeparlor.games import GAMES, ROTAS
from primeparlor.match import HUMAN
from primeparlor.notation import read_position
from primeparlor.solve import choices
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.jobs import JobProgress
from primeparlor.terminal.tui.screens.new_game import LEVEL, SIDE, VARIANT, NewGameModal
from primeparlor.terminal.tui.screens.progress.panels import draw_accuracy, draw_ladders
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.progress.transfer import PathLine
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.coach.full_diary import TODAY, count_passed, fill_diary
from support.tui.visits import (
    EVERY_SIZE,
    NORMAL,
    SMALL,
    clicked,
    last_row,
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


def room() -> ProgressScreen:
    return ProgressScreen(lambda: TODAY)


async def filled(app: ParlorApp, pilot: Pilot[int]) -> ProgressScreen:
    """The room, once everything is known."""
    here = app.screen
    assert isinstance(here, ProgressScreen)
    await until(pilot, lambda: not here.busy)
    await pilot.pause()
    return here


# What is shown -----------------------------------------------------------------------------------


def test_a_full_diary_is_told_at_every_size() -> None:
    passed = count_passed(fill_diary())

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert f"{passed} rungs" in shown
            assert "Rung 2 of 10: " in shown
            assert "× gave a forced win" in words(shown)
            for game in OURS:
                assert game.title in shown, size
            if size[0] >= 92:
                for fact in ("12 in a row, best 12", "100 games", "rush best 21", "of 100"):
                    assert fact in words(shown), (size, fact)
                assert "in a month" in words(shown)
            for word in ("play", "help", "leave"):
                assert word in shown.splitlines()[-1], size
            assert "…" not in shown or size[0] < 92, size

    visit(look, first=room)


def test_an_empty_diary_says_how_to_fill_it() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert "0 of 50 rungs" in shown
            assert "Rung 1 of 10: " in shown
            assert "None known yet." in shown
            assert "◆" not in shown.splitlines()[4]
            if size[0] >= 92:
                assert "Play against the house" in shown
                assert "0 in a row, best 0" in shown

    visit(look, first=room)


def test_the_next_rung_stands_below_the_marks_of_a_game() -> None:
    fill_diary()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        rows = (await resized(app, pilot, NORMAL)).splitlines()
        [at] = [at for at, row in enumerate(rows) if row.startswith(f" │  {OURS[3].title}")]
        assert rows[at].count("◆") == 10
        assert "✓" in rows[at]
        [at] = [
            at
            for at, row in enumerate(rows)
            if row[3:].startswith(f" {OURS[2].title}") or row.startswith(f" │  {OURS[2].title}")
        ]
        assert rows[at].count("◆") + rows[at].count("◇") == 10
        assert "next: " in rows[at + 1]

    visit(look, first=room)


def test_the_calendar_has_a_sign_for_every_day_and_none_for_those_to_come() -> None:
    fill_diary()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        shown = await resized(app, pilot, NORMAL)
        rows = [
            row[3:62] for row in shown.splitlines() if row.startswith(tuple(f" │ {d}  " for d in "MTWFS"))
        ]
        assert len(rows) == 7
        assert [sum(sign in "✓✕○+·" for sign in row) for row in rows] == [26, 26, 26, 26, 26, 25, 25]
        assert "✓ solved  ✕ missed  ○ open  + only played  · rest" in shown
        assert "May" in shown
        assert "Nov" in shown

    visit(look, first=room)


def test_more_games_than_fit_are_reached_and_counted() -> None:
    told = summarize_progress(fill_diary(), TODAY)
    many = told._replace(games=told.games * 3)
    for chosen in range(15):
        for c, framed in ((Canvas(62, 13), True), (Canvas(60, 6), False)):
            first = draw_ladders(c, many, chosen, 4, framed)
            assert any(hit.key == f"choose({chosen})" for hit in c.hits)
            shown = "\n".join("".join(cell.glyph for cell in row) for row in c.cells)
            assert shown.count("▶") == 1
            assert not framed or f"{first + 1}–{first + 10} of 15 games" in shown


# Keys and mouse ----------------------------------------------------------------------------------


def test_keys_clicks_and_the_wheel_choose_a_game_which_is_told_at_length() -> None:
    fill_diary()

    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        here = await filled(app, pilot)
        assert here.chosen == 1  # the one to play next
        shown = await pressed(app, pilot, "down")
        assert "25 of 37, rated 1,432" in shown
        assert "best 21" in shown
        shown = await pressed(app, pilot, "end")
        assert "Luck      about +" in shown
        assert "Rung 3 of 10: " in shown
        shown = await clicked(app, pilot, OURS[3].title)
        assert here.chosen == 3
        assert "Openings  0 of" in shown
        assert "You have passed every rung." in shown
        await pilot._post_mouse_events([MouseScrollUp], "#progress", button=0)
        assert here.chosen == 2
        await pilot._post_mouse_events([MouseScrollDown], "#progress", button=0)
        assert here.chosen == 3

    visit(choose, first=room)


def test_a_small_window_shows_one_view_at_a_time() -> None:
    fill_diary()

    async def turn(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        assert "Mistakes you make most" in text_of(app)
        assert "+11 in a month" in await pressed(app, pilot, "right")
        assert "12 in a row, best 12" in await pressed(app, pilot, "right")
        assert "Mistakes you make most" in await pressed(app, pilot, "right")
        assert "12 in a row, best 12" in await clicked(app, pilot, " Days ")
        assert "of 100" in await pressed(app, pilot, "left")

    visit(turn, size=SMALL, first=room)


def test_enter_opens_a_table_for_the_next_rung() -> None:
    fill_diary()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        await pressed(app, pilot, "enter")
        sheet = app.screen
        assert isinstance(sheet, NewGameModal)
        assert sheet.game is OURS[1]
        rung = load_rungs(OURS[1])[1]
        chosen = [sheet.options.find_choice(row) for row in (LEVEL, SIDE, VARIANT)]
        assert chosen == [rung.level, {1: "first", 2: "second"}[rung.side], rung.variant]
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert isinstance(app.screen, TableScreen)
        assert list_fitting_rungs(app.screen.table.match, [rung]) == [rung]
        assert not app.screen.table.match.settings.hints

    visit(play, first=room)


def test_r_reviews_the_last_game_that_is_over(tmp_path: Path) -> None:
    async def review(app: ParlorApp, pilot: Pilot[int]) -> None:
        here = await filled(app, pilot)
        await pressed(app, pilot, "r")
        await until(pilot, lambda: here.notice is not None)
        assert "You have not finished a game yet." in await pressed(app, pilot)
        save("prime-climb", 2, 9, 9, seats=(HUMAN, "club"))
        await pressed(app, pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))

    visit(review, first=room)


def test_o_leads_to_the_openings_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(ParlorApp, "open", lambda app, *asked: opened.append(asked))

    async def press(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        shown = await pressed(app, pilot, "o")
        assert f"{OURS[0].title} has no openings to learn." in shown
        assert "openings" not in shown.splitlines()[-1]
        await clicked(app, pilot, OURS[3].title)
        assert "openings" in last_row(app)
        await pressed(app, pilot, "o")
        assert opened == [("openings", OURS[3].name)]

    visit(press, first=room)


def test_the_share_of_the_openings_that_is_known_is_told() -> None:
    kept, game = diary.Diary(diary.diary_path()), OURS[3]
    at = Openings(game, {}).positions[0]
    reply = next(row.move for row in choices(read_position(at)) if row.best)
    for _ in range(2):
        kept.store_reply(game.name, at, reply, True)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        assert "Openings  1 of " in await clicked(app, pilot, game.title)

    visit(look, first=room)


def test_help_tells_the_keys_of_the_room() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        for size in ((60, 20), NORMAL):
            await resized(app, pilot, size)
            shown = await pressed(app, pilot, "?")
            for binding in ProgressScreen.BINDINGS:
                assert isinstance(binding, Binding)
                assert (binding.tooltip or "") in shown, size
            assert "settings" not in shown  # o means something else here
            await pressed(app, pilot, "escape")

    visit(ask, first=room)


# The diary ---------------------------------------------------------------------------------------


def test_new_games_are_taken_in_beside_the_screen() -> None:
    save("prime-climb", 2, 9, 9, seats=(HUMAN, "beginner"))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await filled(app, pilot)
        shown = text_of(app)
        assert "of 50" in shown
        assert "1 game   1 won" in shown
        assert len(diary.Diary(diary.diary_path()).games) == 1

    visit(look, first=room)


def test_the_page_is_there_while_games_are_looked_through_and_nobody_waits_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill_diary()
    go_on, far = Event(), Event()

    def slow(diary: object, progress: JobProgress) -> None:
        progress._due = 0.0
        progress(3, 4)
        far.set()
        go_on.wait()

    monkeypatch.setattr(import_games, "import_saved", slow)

    async def leave(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, far.is_set)
        shown = await pressed(app, pilot, "down")
        assert "Looking through your games … 75 %" in shown
        assert f"{count_passed(fill_diary())} rungs" in shown
        assert "25 of 37" in shown
        await pressed(app, pilot, "q")
        assert app.return_value == 0

    visit(leave, first=room)
    go_on.set()


def test_e_writes_everything_and_i_takes_it_in_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_diary()
    name = f"progress-{TODAY.isoformat()}.json"
    path, elsewhere = os.path.join(os.path.dirname(diary.diary_path()), name), tmp_path / "taken along"

    async def export(app: ParlorApp, pilot: Pilot[int]) -> None:
        here = await filled(app, pilot)
        await pressed(app, pilot, "e")
        await until(pilot, lambda: here.notice is not None)
        assert here.message.bold == f"Exported to {path}"
        assert here.message.bold[:20] in text_of(app)
        assert app.farewell == [f"Your progress was exported to {path}"]
        await pressed(app, pilot, "down", "e")  # an earlier export may be written over
        await until(pilot, lambda: here.notice is not None)
        assert here.message.kind == "good"
        Path(path).rename(elsewhere)
        Path(path).write_text("mine")
        await pressed(app, pilot, "down", "e")
        await until(pilot, lambda: here.notice is not None)
        assert "so it stays" in here.message.bold
        assert Path(path).read_text() == "mine"

    visit(export, first=room)
    kept = json.loads(elsewhere.read_text(encoding="utf-8"))
    assert len(kept["games"]) == 100

    async def take(app: ParlorApp, pilot: Pilot[int]) -> None:
        here = await filled(app, pilot)
        for wrong, told in (("none", "cannot be read"), ("bad", "bad: This is not saved progress")):
            await pressed(app, pilot, "i", *wrong, "enter")
            await until(pilot, lambda: here.notice is not None)
            assert told in here.message.bold
            await pressed(app, pilot, "down")
        assert "0 of 50" in text_of(app)
        await pressed(app, pilot, "i", "q", "escape")
        assert here.line is None
        await pressed(app, pilot, "i")
        app.screen.query_one(PathLine).post_message(Paste(f"'{elsewhere}'\n"))
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: here.notice is not None and here.notice.kind == "good")
        await pilot.pause()
        assert f"New here: {len(kept['days'])} days, 100 games and 3 puzzles." in text_of(app)
        assert count_passed(fill_diary()) in text_of(app)

    (tmp_path / "bad").write_bytes(b"\xff\x00")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "elsewhere"))
    visit(take, first=room)


def test_a_diary_that_was_set_aside_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOR_HOME", "home")  # a path that fits the screen, wherever temporary files are
    os.makedirs(os.path.dirname(diary.diary_path()), exist_ok=True)
    Path(diary.diary_path()).write_text("nonsense")

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        here = await filled(app, pilot)
        assert "set aside as progress.broken-1.json" in here.message.bold
        assert "progress.json" in text_of(app)
        assert "Rung " in await pressed(app, pilot, "down")

    visit(look, first=room)


def test_the_change_in_a_month_is_that_of_the_average() -> None:
    games = list(fill_diary().games.values())
    told = compute_trend(games, TODAY)
    assert len(told.games) == 20
    assert told.now == round(sum(told.games) / 20)
    assert compute_trend(games, date(2026, 8, 1)).change is None
    assert compute_trend([], TODAY).now is None
    old = [game._replace(accuracy=50) for game in games[:40]]
    assert compute_trend([*old, *(game._replace(accuracy=70) for game in games[80:])], TODAY).change == 20


@pytest.mark.parametrize(
    ("width", "height", "framed"), [(40, 16, True), (40, 13, True), (60, 13, False), (40, 11, True)]
)
def test_a_low_accuracy_is_explained_where_there_is_room(width: int, height: int, framed: bool) -> None:
    c = Canvas(width, height)
    draw_accuracy(c, Trend((80, 37), 59), framed)
    shown = " ".join("".join(cell.glyph for row in c.cells for cell in [*row, None] if cell).split())
    assert ("can cost" in shown) == (height > 11)
