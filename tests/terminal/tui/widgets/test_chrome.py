"""The last row names keys that work now: the needed ones in any window, the line's own while it is open."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from primeparlor.core import State
from primeparlor.games import GAMES, ROTAS
from primeparlor.match import HUMAN
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.key_items import HELP, LEAVE, KeyItem
from primeparlor.terminal.tui.screens.help import MARKS, HelpModal, build_help
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import draw_footer
from support.tui.today import on
from support.tui.visits import (
    EVERY_SIZE,
    NORMAL,
    SMALL,
    clicked,
    last_row,
    pressed,
    resized,
    table_room,
    text_of,
    until,
    visit,
)

ITEMS = [
    KeyItem("1–9", "climb"),
    KeyItem("k", "keep"),
    KeyItem("h", "hint"),
    KeyItem("w", "why"),
    KeyItem("u", "undo"),
    KeyItem("?", "help", id=HELP),
    KeyItem("q", "go", id=LEAVE),
]


def foot(width: int) -> list[str]:
    """The keys that are named in so many columns."""
    c = Canvas(width, 1)
    draw_footer(c, ITEMS, ("h", "u"), {"k"}, "")
    words = "".join(cell.glyph for cell in c.cells[0])
    assert len(words.rstrip()) < width
    return [item.label for item in ITEMS if f" {item.label}  {item.word}" in words]


def test_the_needed_keys_stay_longest_and_in_their_places() -> None:
    assert foot(80) == ["1–9", "k", "h", "w", "u", "?", "q"]
    assert foot(65) == ["1–9", "h", "w", "u", "?", "q"]  # k stands elsewhere too
    assert foot(55) == ["1–9", "h", "u", "?", "q"]
    assert foot(40) == ["h", "u", "?", "q"]
    assert foot(30) == ["h", "?", "q"]
    assert foot(20) == ["?", "q"]


@pytest.mark.parametrize("name", list(GAMES.ours))
def test_hint_undo_help_and_leave_are_named_at_every_table_in_every_window(name: str) -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room(name)
        await app.push_screen(room)
        await until(pilot, room.is_your_turn)
        for size in EVERY_SIZE:
            await resized(app, pilot, size)
            for words in ("h  hint", "u  undo", "?  help", "q  leave"):
                assert words in last_row(app), last_row(app)

    visit(look)


@pytest.mark.parametrize("size", [SMALL, NORMAL], ids=str)
def test_while_a_move_is_typed_the_foot_names_the_keys_of_the_line(size: tuple[int, int]) -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room("prime-climb")
        await app.push_screen(room)
        await until(pilot, room.is_your_turn)
        before = last_row(app)
        for leave in ("escape", "click"):
            await pressed(app, pilot, "/")
            assert last_row(app).split() == ["Enter", "play", "it", "Esc", "close"]
            await (pilot.press("escape") if leave == "escape" else clicked(app, pilot, " Esc  close"))
            await until(pilot, lambda: room.line is None)
            await pilot.pause()
            assert last_row(app) == before
        await pressed(app, pilot, "/", "4")
        await clicked(app, pilot, " Enter  play it")
        await until(pilot, lambda: room.match.number == 1)
        assert room.match.history[-1].move == 4

    visit(look, size)


def test_a_typed_answer_of_a_puzzle_has_its_keys_too() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, PuzzleSessionScreen)
        await until(pilot, lambda: room.puzzle is not None)
        await pressed(app, pilot, "/")
        assert last_row(app).split() == ["Enter", "answer", "Esc", "close"]
        await pressed(app, pilot, "escape")
        assert "h  hint" in last_row(app)

    visit(look, first=lambda: PuzzleSessionScreen("pocket-addition"))


@pytest.mark.parametrize(("size", "back"), [(SMALL, "back"), (NORMAL, "back to today")], ids=str)
def test_the_foot_says_where_q_leads(size: tuple[int, int], back: str) -> None:
    """Home from today, to today from the puzzles that were opened there, and so on to their rules."""

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        home = app.screen
        today = TodayScreen()
        app.push_screen(today)
        await until(pilot, lambda: today.puzzle is not None and not today.reviewing)
        assert last_row(app).endswith("q  home")
        puzzles = PuzzleSessionScreen("pocket-addition")
        app.push_screen(puzzles)
        await until(pilot, lambda: puzzles.puzzle is not None)
        assert last_row(app).endswith(f"q  {back}")
        await pressed(app, pilot, "b")
        assert last_row(app).endswith(f"q  {back.replace('today', 'the puzzles')}")
        for room in (puzzles, today, home):
            await pressed(app, pilot, "q")
            assert app.screen is room

    with on():
        visit(look, size)


def test_in_the_first_room_q_leaves_the_house() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, PuzzleSessionScreen)
        await until(pilot, lambda: room.puzzle is not None)
        assert last_row(app).endswith("q  leave")

    visit(look, first=lambda: PuzzleSessionScreen("pocket-addition"))


# The marks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAMES[name] for name in GAMES.ours], ids=lambda game: game.name)
def test_help_explains_the_marks_of_a_board_and_no_others(game: type[State]) -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room(game.start(), (HUMAN, HUMAN), seed=1)
        await app.push_screen(room)
        await until(pilot, room.is_your_turn)
        about_primes = game.name in ROTAS[1]
        signs = [mark for mark in MARKS if about_primes or mark[0] != chrome.SIGN]
        marks = [*signs, *room.playback.board.marks]
        assert ("▲" in text_of(app)) == ("▲" in {glyph for glyph, _, _ in marks})
        await app.push_screen(HelpModal(build_help(room)))
        shown = await pressed(app, pilot)
        assert ("▲" in shown) == ("▲" in {glyph for glyph, _, _ in marks})
        for _, _, meaning in marks:
            assert meaning in shown

    visit(look)
