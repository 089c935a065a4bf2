"""The marks of days: one meaning each, the same in every calendar and in what is shared."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from primeparlor.coach import sharing
from primeparlor.coach.progress.document import RIGHT, WRONG
from primeparlor.terminal.calendar_signs import DAY_SIGNS
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.progress.screen import ProgressScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from primeparlor.terminal.tui.widgets.calendar import build_legend
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.today import DAY, on, solved_before
from support.tui.today import RIGHT as SOLVES
from support.tui.visits import found, pressed, text_of, until, visit


def test_no_two_marks_or_words_are_the_same_in_ascii_either() -> None:
    glyphs = [mark.glyph for mark in DAY_SIGNS.values()]
    assert len({*glyphs}) == len(glyphs)
    assert len({glyph.translate(ASCII) for glyph in glyphs}) == len(glyphs)
    assert len({mark.word for mark in DAY_SIGNS.values()}) == len(glyphs)
    assert "◇" not in glyphs  # a level, a star or a hint that is not there yet


def test_solved_and_missed_are_marked_as_in_what_is_shared() -> None:
    assert (DAY_SIGNS["solved"].glyph, DAY_SIGNS["missed"].glyph) == (
        sharing.SIGNS[RIGHT],
        sharing.SIGNS[WRONG],
    )


def test_a_legend_never_parts_a_mark_from_its_word() -> None:
    for width in (27, 57):
        rows = build_legend(DAY_SIGNS, width)
        assert [sign for row in rows for sign in row] == [*DAY_SIGNS]
        told = [[f"{glyph} {word}" for glyph, word in map(DAY_SIGNS.__getitem__, row)] for row in rows]
        assert all(len("  ".join(row)) <= width for row in told)
        assert len(rows) == (2 if width == 27 else 1)
    assert build_legend(["rest", "solved"], 27) == [["solved", "rest"]]


def marks_of_this_week(room: TodayScreen) -> list[str]:
    """The marks beside the board, from Monday to Friday, which is this day."""
    side = room.query_one("#side", PaintedWidget)
    rows = [side.render_line(y).text.strip("│| ") for y in range(side.size.height)]
    [at] = [at for at, row in enumerate(rows) if row.split() == ["313", "317"]]
    return rows[at - 1].split()


async def mark_in_progress(app: ParlorApp, pilot: Pilot[int]) -> str:
    """The mark of the last Friday in the calendar of progress, and back again; its legend is whole."""
    progress = ProgressScreen(lambda: DAY)
    app.push_screen(progress)
    await until(pilot, lambda: not progress.busy)
    shown = text_of(app)
    stand_ins = ASCII if app.ascii_only else {}
    assert "  ".join(f"{mark.glyph} {mark.word}" for mark in DAY_SIGNS.values()).translate(stand_ins) in shown
    [friday] = [row for row in shown.splitlines() if row[1:6].strip("│| ") == "F"]
    await pressed(app, pilot, "q")
    return friday[:62].rstrip(" │|")[-1]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_today_and_progress_mark_the_same_days_alike(ascii_only: bool) -> None:
    """The day before was solved, this one is open, then solved."""
    stand_ins = ASCII if ascii_only else {}
    solved, is_open, rest = (
        DAY_SIGNS[sign].glyph.translate(stand_ins) for sign in ("solved", "open", "rest")
    )

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, TodayScreen)
        await until(pilot, lambda: room.puzzle is not None and not room.reviewing)
        for mark in (is_open, solved):
            assert marks_of_this_week(room) == [rest, rest, rest, solved, mark]
            assert await mark_in_progress(app, pilot) == mark
            await pressed(app, pilot, SOLVES, SOLVES)

    with on():
        solved_before(1)
        visit(look, first=TodayScreen, found=found(ascii_only=ascii_only))
