"""Hints on the screen: open again after a pause, all in view, told of later; and why after the end."""

from __future__ import annotations

from functools import partial

import pytest
from textual.pilot import Pilot

from primeparlor import records
from primeparlor.match import HUMAN, Hint, Match, Settings, TakeHelp
from primeparlor.messages import Row
from primeparlor.notation import read_position
from primeparlor.tables.saved_games import reopen_table, take_seats
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.tui.visits import (
    NORMAL,
    SMALL,
    last_row,
    may_choose,
    pressed,
    table_room,
    text_of,
    until,
    visit,
    words,
)

CLUB = (HUMAN, "club")


def is_open(room: TableScreen, hints: int) -> bool:
    return len(room.playback.hints) == hints and not room.helping


async def ask(pilot: Pilot[int], room: TableScreen, hints: int) -> None:
    """Open the ladder up to this step, from where it is."""
    await until(pilot, lambda: may_choose(room))
    for number in range(len(room.playback.hints) + 1, hints + 1):
        await pilot.press("h")
        await until(pilot, partial(is_open, room, number))


def kept(hints: int) -> list[str]:
    """The hints that were opened in a saved game of two people, after its first move."""
    table = open_table(read_position("pocket-addition"), (HUMAN, HUMAN))
    table.create_record()
    room, told = TableScreen(table, pace=0), list[str]()

    async def leave(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: may_choose(room))
        await pilot.press("6")
        await until(pilot, lambda: room.match.number == 1)
        await ask(pilot, room, hints)
        told.extend(room.playback.hints)
        await pilot.press("q")

    visit(leave, first=lambda: room)
    return told


def resumed() -> TableScreen:
    table = reopen_table()
    take_seats(table)
    return TableScreen(table, pace=0)


def steps(match: Match) -> list[int | str]:
    return [note.kind for note in match.notes if isinstance(note, Hint)]


@pytest.mark.parametrize(("hints", "next_rung"), [(2, "◇ 3. What kind?"), (5, side_panel.ALL)])
def test_a_resumed_game_shows_the_hints_that_were_open_and_counts_none_twice(
    hints: int, next_rung: str
) -> None:
    told = kept(hints)
    room = resumed()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, partial(is_open, room, hints))
        await pilot.pause()
        shown = text_of(app)
        assert room.playback.hints == told
        assert shown.count(f"◆ {hints}.") == 1
        assert next_rung in shown
        assert "It goes on where you left it." in shown
        assert steps(room.match) == list(range(1, hints + 1))
        await pilot.press("h")
        await until(pilot, partial(is_open, room, min(5, hints + 1)))
        assert (app.screen is room) == (hints < 5)
        if hints == 5:
            assert told[0] in words(await pressed(app, pilot))
        assert steps(room.match) == list(range(1, min(5, hints + 1) + 1))

    visit(look, (92, 30), lambda: room)  # where five hints are too long for the side


def test_hints_whose_showing_was_stopped_come_with_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told = kept(2)
    room = resumed()
    monkeypatch.setattr("primeparlor.terminal.tui.screens.table.commands.reopen_hints", lambda room: None)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: may_choose(room))
        assert room.playback.hints == []
        await pilot.press("h")
        await until(pilot, partial(is_open, room, 3))
        assert room.playback.hints[:2] == told
        assert room.playback.message.bold == "Hint 3"

    visit(look, first=lambda: room)


def test_a_game_without_hints_has_none_to_open_again() -> None:
    kept(0)
    room = resumed()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: may_choose(room))
        assert "◇ 1. Can you win?" in text_of(app)
        assert steps(room.match) == []

    visit(look, first=lambda: room)


# At the side -------------------------------------------------------------------------------------


def drawn(hints: list[str], moves: int, height: int, all_open: bool = False) -> list[str]:
    """The rows at the side of a table with these hints, after so many moves."""
    match = Match(read_position("prime-climb"), CLUB)
    playback = Playback(Table(match, (None, None)))
    playback.hints, playback.all_open = hints, all_open

    class Told(Playback):
        rows = [(at, 1, Row(f"move {at}")) for at in range(1, moves + 1)]

    playback.__class__ = Told
    c = Canvas(31, height)
    side_panel.draw_side(c, playback, True)
    return ["".join(cell.glyph for cell in row).strip("│├┤ ") for row in c.cells]


LONG = [f"{word} " + "and so on, row after row, until it is said." for word in ("One", "Two", "Three")]


def test_hints_use_every_row_that_no_move_needs() -> None:
    """Three hints of three rows, and two questions: all are seen where nobody has moved yet."""
    tall = 10 + 9 + 2
    rows = drawn(LONG, 0, tall)
    for sign in ("◆ 1. One", "◆ 2. Two", "◆ 3. Three", "◇ 4. Which move?", "◇ 5. Why?"):
        assert any(row.startswith(sign) for row in rows), rows
    assert not any("…" in row for row in rows)


def test_what_cannot_be_asked_for_yet_goes_first_then_the_oldest_and_the_moves_have_the_rest() -> None:
    rows = drawn(LONG, 2, 10 + 9 + 1 + 2)
    assert any(row.startswith("◆ 1. One") for row in rows)
    assert any(row.startswith("◇ 4") for row in rows)
    assert not any(row.startswith("◇ 5") for row in rows)
    rows = drawn(LONG, 20, 10 + 4 + 9)
    assert not any(row.startswith("◆ 1") for row in rows)
    at = next(at for at, row in enumerate(rows) if row == "…")
    assert rows[at + 1].startswith("◆ 2. Two"), rows
    assert any(row.startswith("◇ 4") for row in rows)
    assert sum("move " in row and row[0].isdigit() for row in rows) == 5  # the row that was left over too


def test_a_short_old_hint_stays_where_a_long_one_goes() -> None:
    hints = ["Yes.", "No. " * 40, "Perhaps.", "Climb 7.", "You win."]
    rows = drawn(hints, 0, 10 + 5, all_open=True)
    at = next(at for at, row in enumerate(rows) if row.startswith("◆ 1. Yes."))
    assert [row[:3] for row in rows[at : at + 5]] == ["◆ 1", side_panel.ALL[:3], "◆ 3", "◆ 4", "◆ 5"]


def test_one_hint_too_long_for_everything_breaks_no_frame() -> None:
    for hints in ([LONG[0] * 9], ["Yes.", LONG[0] * 9]):
        rows = drawn(hints, 3, 21, all_open=True)
        assert any(row.startswith(f"◆ {len(hints)}. One and so on") for row in rows)
        assert rows[-1] == f"└{'─' * 29}┘"


# Later -------------------------------------------------------------------------------------------


def test_why_looks_back_at_the_last_moves_after_the_game_and_is_not_counted() -> None:
    room = table_room("prime-climb steps=14,6", CLUB, Settings(hints=False))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, room.is_your_turn)
        await pilot.press("6")
        await until(pilot, lambda: room.playback.outcome and room.turning_point)
        await pilot.pause()
        assert "w  why" in last_row(app)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, TextModal))
        assert "You climbed from 14 to 20, which was best." in await pressed(app, pilot)
        await pressed(app, pilot, "w")
        assert app.screen is room
        assert steps(room.match) == []

    visit(look, first=lambda: room)


def test_a_review_and_the_list_of_games_tell_of_hints_and_undos() -> None:
    table = open_table(read_position("pocket-addition"), (HUMAN, HUMAN))
    path = table.create_record()
    match = table.match
    match.begin()
    match.perform(TakeHelp(1, 1, match.number))
    match.perform(TakeHelp(1, 2, match.number))
    match.submit(1, 6, match.number)
    table.undo((1, 2))
    for move in (6, 9, 7, 2, 1, 4):
        match.submit(match.state.turn, move, match.number)
    table.close()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        shelf = app.screen
        assert isinstance(shelf, SavedGamesScreen)
        await until(pilot, lambda: shelf.entries is not None)
        assert "2 hints, 1 undo. Enter reviews it; p replays it." in await pressed(app, pilot)
        await pressed(app, pilot, "enter")
        room = app.screen
        assert isinstance(room, ReviewScreen)
        await until(pilot, lambda: room.story is not None)
        assert "2 hints, 1 undo" in (await pressed(app, pilot)).splitlines()[0]

    for size in (SMALL, NORMAL):
        visit(look, size, SavedGamesScreen)
    assert records.load(path).match.outcome is not None


def test_hints_stay_open_when_a_move_is_taken_back_and_the_next_one_goes_on() -> None:
    room = table_room("pocket-addition", (HUMAN, HUMAN))

    async def take_back(app: ParlorApp, pilot: Pilot[int]) -> None:
        await ask(pilot, room, 2)
        told = room.playback.hints
        await pilot.press("5")
        await until(pilot, lambda: room.match.number == 1 and may_choose(room))
        assert room.playback.hints == []
        await pilot.press("u")
        await until(pilot, lambda: room.match.number == 2 and may_choose(room))
        assert room.playback.hints == told
        assert told[0][:12] in text_of(app)
        await ask(pilot, room, 3)
        assert room.playback.hints[:2] == told
        assert "Hint 3" in text_of(app)

    visit(take_back, first=lambda: room)
    assert room.match.hint_step == 3


@pytest.mark.parametrize("key", ["h", "w", "u"])
def test_what_the_first_help_costs_is_told_before_it(key: str) -> None:
    room = table_room("pocket-addition", CLUB)
    price = "This game counts for the ladder only without hints or undo."

    async def act(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pilot.press("6")
        await until(pilot, lambda: room.match.number >= 2 and may_choose(room))
        journal = list(room.match.journal)
        told = await pressed(app, pilot, key)
        assert price in told
        assert "Ask once more to go ahead." in told
        assert room.match.journal == journal
        await pilot.press(key)
        await until(pilot, lambda: len(room.match.journal) > len(journal) and may_choose(room))
        assert price not in text_of(app)

    visit(act, first=lambda: room)
    assert any(isinstance(entry, Hint) for entry in room.match.journal) is (key != "u")
