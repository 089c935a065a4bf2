"""What every room with a puzzle has: whole explanations, all hints, and keys that say what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from textual.pilot import Pilot

from primeparlor.coach.progress import diary
from primeparlor.coach.puzzles.line_puzzle import build_line_at
from primeparlor.coach.puzzles.puzzle import build_practice_at
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.review.try_screen import TryScreen
from primeparlor.terminal.tui.screens.rules import RulesScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.today import DUEL, on
from support.tui.visits import (
    NORMAL,
    SMALL,
    Script,
    clicked,
    entered,
    pressed,
    resized,
    text_of,
    until,
    words,
)

CLIMB = "prime-climb top=35 largest=4 steps=20,19"
P = TypeVar("P", bound=PuzzleScreen)


class Session(PuzzleSessionScreen):
    """Puzzles of this position alone."""

    at = DUEL

    def _find_puzzle(self, working: Any) -> tuple[Any, Any]:
        self.diary = self.diary or diary.open_diary()
        state = read_position(self.at)
        puzzle = build_practice_at(state)
        assert puzzle is not None
        return puzzle, analyse(state)


class Trainer(OpeningsScreen):
    """The trainer at this position."""

    _find_position = Session._find_puzzle
    at = DUEL

    def _build_message(self) -> Any:
        self.openings = self._count_openings()
        return super()._build_message()


def puzzled(room: P, script: Script[P], size: tuple[int, int] = NORMAL) -> None:
    """Go from home to this room's puzzle, and do this there."""
    entered(room, lambda room: room.puzzle is not None, script, size)


def told(app: ParlorApp, where: str) -> str:
    """The words of this picture, without lines and boxes."""
    picture = app.screen.query_one(where, PaintedWidget)
    rows = [picture.render_line(y).text.strip(" │▌") for y in range(picture.size.height)]
    return " ".join(" ".join(rows).split())


# Whole sentences -------------------------------------------------------------------------------------


async def misses_and_reads(app: ParlorApp, pilot: Pilot[int], room: Any) -> None:
    """A wrong try is told in full at the side, and in a small window by a key that the foot names."""
    if room.game != "prime-duel" and isinstance(room, TodayScreen):
        room.show_game("prime-duel")
        await until(pilot, lambda: room.game == "prime-duel" and room.puzzle is not None)
    await pressed(app, pilot, "k", "k")
    sentence = room.judge_move("keep").text
    assert len(sentence) > 120
    assert "…" in told(app, "#say")
    assert room.verdict.bold.startswith("Keep is not the answer.")
    assert f"{room.verdict.bold} {sentence}" in told(app, "#side")
    assert "w why" in told(app, "#foot")
    await resized(app, pilot, SMALL)
    assert "w why" in told(app, "#foot")
    await clicked(app, pilot, " w  why")
    assert isinstance(app.screen, TextModal)
    assert sentence in words(text_of(app))
    await pressed(app, pilot, "escape", "d", "d")
    assert "Discard is right." in text_of(app)
    await pressed(app, pilot, "w")
    for move in ("keep", "discard"):
        assert room.judge_move(move).text in words(text_of(app))


@pytest.mark.parametrize(
    "room", [Session, lambda: Trainer("pocket-addition"), lambda: TryScreen(read_position(DUEL))]
)
def test_an_explanation_can_always_be_read_to_its_end(room: Callable[[], PuzzleScreen]) -> None:
    puzzled(room(), misses_and_reads)


def test_an_explanation_of_today_can_always_be_read_to_its_end() -> None:
    with on():
        puzzled(TodayScreen(), misses_and_reads)


def test_what_the_message_has_room_for_is_not_told_twice() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        room.message = room.verdict = room.message._replace(bold="Short.", text="It fits.")
        room.repaint()
        await pilot.pause()
        assert text_of(app).count("It fits.") == 1
        assert "w why" not in told(app, "#foot")

    puzzled(Session(), go)


@pytest.mark.parametrize("room", [Session, lambda: Trainer("pocket-addition")])
def test_after_the_last_hint_a_sheet_shows_all_of_them(room: Callable[[], PuzzleScreen]) -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleScreen) -> None:
        await pressed(app, pilot, "k", "k", *"hhhh")
        assert room.hints[-1] in told(app, "#side")
        assert app.screen is room
        await pressed(app, pilot, "h")
        assert isinstance(app.screen, TextModal)
        assert all(hint in " ".join(app.screen.lines) for hint in room.hints)
        await pressed(app, pilot, "escape")
        assert room.hints[-1] in told(app, "#side")

    puzzled(room(), go)


def test_in_a_small_window_a_long_hint_lies_on_a_sheet_and_h_goes_on() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        long = iter(f"Hint {number} is long, {'and longer, ' * 12}and ends." for number in (1, 2))
        room.attempt.give_hint = lambda analysis: next(long)
        for number in (1, 2):
            await pressed(app, pilot, "h")
            assert isinstance(app.screen, TextModal)
            assert room.hints[-1] in words(text_of(app))
            assert len(room.hints) == number

    puzzled(Session(), go, SMALL)


# Keys ------------------------------------------------------------------------------------------------


def test_a_lifted_move_asks_with_the_key_that_answers_with_it() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = await pressed(app, pilot, "k")
        assert "Keep it?" in shown
        assert "Press k or Enter to answer, Esc to put it back." in shown
        await pressed(app, pilot, "escape")
        assert "Press n or Enter" in await pressed(app, pilot, "n")  # the board's own key for discard
        assert (room.held, len(room.seen)) == ("discard", 1)
        await pressed(app, pilot, "n")
        assert room.solved
        await pressed(app, pilot, "n")
        await until(pilot, lambda: len(room.seen) == 2)

    puzzled(Session(), go)


def test_a_step_that_is_clicked_names_its_number() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        room.post_message(PaintedWidget.Pressed(f"step{room.puzzle.state.mine + 3}", "board"))
        await pressed(app, pilot)
        assert room.message.text.startswith("Press 3 or Enter to answer")

    climbing = Session()
    climbing.at = CLIMB
    puzzled(climbing, go)


def test_the_second_dumb_key_says_where_the_keys_are() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        assert "does nothing here" not in await pressed(app, pilot, "x")
        assert "That key does nothing here." in await pressed(app, pilot, "x")
        await pressed(app, pilot, "d", "d", "x")
        assert "That key does nothing here." in await pressed(app, pilot, "x")

    puzzled(Session(), go)


def test_the_heading_says_which_game_and_g_asks_for_all_of_them_and_back() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        assert "Puzzles: Prime Duel" in text_of(app)
        await clicked(app, pilot, " g  all games")
        await until(pilot, lambda: len(room.seen) == 2)
        assert room.game is None
        assert "all games" in told(app, "#head")
        assert "g one game" in told(app, "#foot")
        await pressed(app, pilot, "g")
        await until(pilot, lambda: len(room.seen) == 3)
        assert room.game == "prime-duel"

    puzzled(Session("prime-duel"), go)


def test_help_tells_the_aim_and_the_variant_and_b_opens_the_rules() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        for size, text in ((NORMAL, "35 steps"), (SMALL, "35 steps, 1 to 4.")):
            await resized(app, pilot, size)
            await pressed(app, pilot, "?")
            shown = words(text_of(app))
            assert text in shown
            await pressed(app, pilot, "escape")
        await pressed(app, pilot, "b")
        assert isinstance(app.screen, RulesScreen)

    climbing = Session()
    climbing.at = CLIMB
    puzzled(climbing, go)


class LineSession(Session):
    """A line that begins at this position."""

    at = "prime-climb largest=4 steps=10,6 turn=1"

    def _find_puzzle(self, working: Any) -> tuple[Any, Any]:
        self.diary = self.diary or diary.open_diary()
        line = build_line_at(read_position(self.at))
        assert line is not None
        return line, analyse(line.state)


def test_a_line_goes_on_from_move_to_move_and_from_where_it_went_wrong() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        assert "Win from here, in at most four decisions." in told(app, "#side")
        await pressed(app, pilot, "3", "3")
        assert room.position == read_position("prime-climb largest=4 steps=13,6 turn=1")
        assert "Win from here, in at most two decisions." in told(app, "#side")
        await pressed(app, pilot, "1", "1")
        assert "1 is not the answer." in text_of(app)
        assert room.tried == (1,)
        await pressed(app, pilot, "4", "4")
        assert "One decision is left: find the winning move." in told(app, "#side")
        assert not room.tried
        await pressed(app, pilot, "3", "3")
        assert room.solved
        assert "Solved" in text_of(app)
        assert (room.count, room.attempt.tries) == (1, "-+")

    puzzled(LineSession(), go)


def test_a_shown_answer_of_a_line_is_on_the_board_and_the_line_is_played_on() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        await pressed(app, pilot, "a")
        assert room.position == read_position("prime-climb largest=4 steps=13,6 turn=1")
        assert "You can play on from there." in told(app, "#say")
        await pressed(app, pilot, "4", "4", "3", "3")
        assert room.solved
        assert "Answer shown" in text_of(app)
        assert room.count == 0

    puzzled(LineSession(), go)
