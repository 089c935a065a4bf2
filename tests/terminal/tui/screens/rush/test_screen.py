"""Rush on the screen: against an injected clock, by keys and mouse, in every game and every window."""

from __future__ import annotations

import threading
from datetime import date
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from primeparlor.coach.progress import diary
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.training.rush_rules import SECONDS
from primeparlor.core import ParlorError
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.jobs import JobProgress, ReadyPuzzle
from primeparlor.terminal.tui.screens.help import HelpModal
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.rush.panels import ABOUT
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from support.tui.rush import CLIMB, POSED, RIGHT, WRONG, Dealt, posed_at, rushed
from support.tui.visits import (
    NORMAL,
    SMALL,
    SOME_SIZES,
    Visit,
    clicked,
    clicked_key,
    entered,
    last_row,
    pressed,
    resized,
    text_of,
    until,
    visit,
    words,
)

NONPRIME, MORPH, _, POCKET, DUEL = POSED


def rushing(room: RushScreen, script: Visit, size: tuple[int, int] = NORMAL) -> None:
    """Go from home into this room, and do this when it can begin."""
    entered(room, lambda room: room.rush is not None, lambda app, pilot, _: script(app, pilot), size)


async def begun(app: ParlorApp, pilot: Pilot[int], room: RushScreen) -> None:
    await pressed(app, pilot, "enter")
    await posed(pilot, room)


async def posed(pilot: Pilot[int], room: RushScreen) -> None:
    await until(pilot, lambda: room.current is not None)


def kept() -> Diary:
    """What is on the disk."""
    return Diary(diary.diary_path())


# Before ------------------------------------------------------------------------------------------


def test_the_page_before_tells_what_it_is_and_the_clock_does_not_run() -> None:
    kept().store_rush("prime-climb", date(2020, 2, 1), 21, 1)
    room = Dealt()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        for size in SOME_SIZES:
            shown = await resized(app, pilot, size)
            assert {*" ".join(ABOUT).split()} <= {*shown.split()}
            assert "Enter begins." in shown
            assert "All games" in shown
        shown = words(await resized(app, pilot, SMALL))  # where no figure stands beside it
        assert "A key answers at once, without a second press;" in shown
        shown = await resized(app, pilot, NORMAL)
        assert "best 21" in shown
        room.time(500)
        await pilot.pause(0.3)
        assert (room.phase, rushed(room).seconds_left) == ("before", SECONDS)
        assert "None yet." in shown
        assert "Fewer slips win a tie." not in shown
        shown = await pressed(app, pilot, "right", "right", "right")
        assert "1 Feb" in shown
        assert "Fewer slips win a tie." in shown
        assert room.offer.name == "prime-climb"
        await clicked(app, pilot, "Pocket Addition")
        assert room.offer.name == "pocket-addition"
        await pressed(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    rushing(room, look)


def test_the_game_that_was_asked_for_is_chosen_and_its_first_puzzle_is_made_anew_for_another() -> None:
    room = Dealt(game="prime-duel")

    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert "▶ Prime Duel" in text_of(app)
        before = room.rush
        await pressed(app, pilot, "up")
        await until(pilot, lambda: room.rush is not None and room.rush is not before)
        assert rushed(room).game == "pocket-addition"

    rushing(room, choose)


# Three minutes -----------------------------------------------------------------------------------


def test_a_right_answer_brings_the_next_puzzle_at_once_and_a_slip_says_what_was_right() -> None:
    room = Dealt()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        assert "3:00 left" in text_of(app)
        room.time(53)
        shown = await pressed(app, pilot, RIGHT)
        for text in ("4 is right.", "reason 1.", "№ 2", "2:07 left"):
            assert text in shown
        assert rushed(room).marks == "+"
        shown = await clicked_key(app, pilot, WRONG)
        for text in ("2 was a slip: 4 was right.", "reason 2.", "№ 3", "✕ ○ ○", "✓ ✕"):
            assert text in shown
        assert list(kept().cards) == [posed_at(CLIMB).position]
        assert not kept().ratings
        shown = await pressed(app, pilot, "space")
        assert "4 was right." in shown
        assert (rushed(room).marks, rushed(room).right, rushed(room).slips) == ("+- ", 1, 1)

    rushing(room, play)


@pytest.mark.parametrize("position", POSED)
def test_every_game_is_answered_by_its_own_keys(position: str) -> None:
    room = Dealt(posed_at(position))
    keys = {MORPH: ("right", "7", "enter"), DUEL: ("k",)}.get(position) or (str(POSED[position][0]),)
    refused = {MORPH: ("enter",), POCKET: ("9",), NONPRIME: ("1",)}.get(position, ("x",))

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, *refused)
        assert rushed(room).marks == ""
        await pressed(app, pilot, *keys)
        assert rushed(room).marks == "+"
        shown = await pressed(app, pilot, "/", *str(POSED[position][1]), "enter")
        assert "was a slip" in shown
        assert rushed(room).marks == "+-"

    rushing(room, play)


def test_only_what_is_asked_for_can_be_chosen() -> None:
    room = Dealt(posed_at(CLIMB, among=(4, 6)))

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        assert "Choose one of 4 and 6." in await pressed(app, pilot, WRONG)
        assert rushed(room).marks == ""
        await pressed(app, pilot, "6")
        assert rushed(room).marks == "-"

    rushing(room, play)


def test_escape_puts_a_turned_wheel_back_and_then_stops() -> None:
    room = Dealt(posed_at(MORPH))

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        assert "put back" in await pressed(app, pilot, "right", "7")
        await pressed(app, pilot, "escape")
        assert (room.phase, room.held) == ("rush", "")
        await pressed(app, pilot, "escape")
        assert room.phase == "after"

    rushing(room, play)


def test_the_rail_shows_no_prime_ahead_of_what_is_asked() -> None:
    room = Dealt(posed_at(NONPRIME), posed_at(MORPH))

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        rail = text_of(app).splitlines()[1]
        assert rail.rindex("◆") == 23
        await pressed(app, pilot, "4")
        assert text_of(app).splitlines()[1].rindex("◆") == 97

    rushing(room, play, (120, 32))


# The clock ---------------------------------------------------------------------------------------


def test_the_time_ends_it_with_a_puzzle_on_the_table() -> None:
    room = Dealt(game="prime-climb")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT, WRONG, RIGHT)
        room.time(SECONDS)
        await until(pilot, lambda: room.phase == "after")
        shown = text_of(app)
        for text in ("A new best!", "Time. 2 solved, 1 slip.", "0:00 left", "2 → Step 9", "4 → Step 11 ◆"):
            assert text in shown
        await pressed(app, pilot, RIGHT, "enter", "space")  # typed on: nothing counts any more
        assert (room.phase, rushed(room).marks) == ("after", "+-+")
        assert [score[1:] for score in kept().rush["prime-climb"]] == [(2, 1)]

    rushing(room, play)


def test_an_answer_that_comes_too_late_does_not_count() -> None:
    room = Dealt()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        room.time(SECONDS)
        room.take_key(Key(RIGHT, RIGHT))  # before anybody has looked at the clock
        assert (room.phase, rushed(room).marks) == ("after", "")
        await pilot.pause()
        assert "Time. 0 solved, 0 slips." in text_of(app)
        assert kept().rush == {}

    rushing(room, play)


def test_the_clock_stands_and_the_board_is_covered_while_something_lies_over_it() -> None:
    room = Dealt()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, "?")
        assert isinstance(app.screen, HelpModal)
        assert "skip: it costs only the time" in text_of(app)
        await until(pilot, lambda: room.covered)
        room.time(1_000)
        await resized(app, pilot, (40, 12))  # too small for anything
        room.time(1_000)
        await resized(app, pilot, (100, 32))
        assert "Which is the right move?" not in board_of(room)
        await pressed(app, pilot, "escape")
        await until(pilot, lambda: not room.covered)
        assert (room.phase, rushed(room).seconds_left) == ("rush", SECONDS)
        assert "Which is the right move?" in board_of(room)
        room.time(1)
        assert rushed(room).seconds_left == SECONDS - 1

    rushing(room, play)


def board_of(room: RushScreen) -> str:
    picture: Any = room.query_one("#board")
    return "\n".join(picture.render_line(y).text for y in range(picture.size.height))


def test_the_clock_stands_while_a_puzzle_is_looked_for() -> None:
    go_on = threading.Event()

    class Slow(Dealt):
        def make_puzzle(self, rush: Any, working: JobProgress) -> ReadyPuzzle:
            if self.count == 1:
                go_on.wait()
            return super().make_puzzle(rush, working)

    room = Slow()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        room.time(10)
        shown = await pressed(app, pilot, RIGHT)
        assert "The clock stands." in shown
        assert "4 is right." in shown
        room.time(1_000)
        await pressed(app, pilot, RIGHT, "space", "/")  # there is nothing to answer
        go_on.set()
        await posed(pilot, room)
        assert (rushed(room).marks, rushed(room).seconds_left) == ("+", SECONDS - 10)

    rushing(room, play)


class Unopened(Dealt):
    """Each rush is opened only when it is let go on; the first may fail."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__()
        self.go_on, self.fails = threading.Event(), fails

    def _open_rush(self) -> Any:
        self.go_on.wait()
        if self.fails:
            raise ParlorError("No puzzle was found. Try another game.")
        return super()._open_rush()


def test_escape_before_the_rush_is_open_leads_back_and_it_can_begin_again() -> None:
    room = Unopened()

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.push_screen(room)
        await pilot.pause()
        assert "Enter begins." in await pressed(app, pilot, "enter", "escape")
        assert (room.phase, room.rush) == ("before", None)
        room.go_on.set()
        await until(pilot, lambda: room.rush is not None)
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT, "escape")
        assert room.phase == "after"
        room.go_on.clear()
        await pressed(app, pilot, "a", "escape")
        assert (room.phase, room.rush) == ("before", None)
        room.go_on.set()

    visit(play)


def test_a_rush_that_cannot_be_opened_says_why() -> None:
    room = Unopened(fails=True)

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.push_screen(room)
        await pilot.pause()
        await pressed(app, pilot, "enter")
        room.go_on.set()
        await until(pilot, lambda: room.message.kind == "bad")
        assert "No puzzle was found." in text_of(app)
        assert room.phase == "before"

    visit(play)


# After -------------------------------------------------------------------------------------------


def test_the_third_slip_ends_it_and_it_can_be_tried_again() -> None:
    kept().store_rush(None, date(2020, 2, 1), 3, 0)
    room = Dealt(posed_at(CLIMB), posed_at(POCKET), posed_at(DUEL))

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT, "5", "d", WRONG)
        shown = await pressed(app, pilot, "3")
        assert room.phase == "after"
        for text in ("Three slips. 2 solved; best 3.", "Prime Duel", "✕ ✕ ✕"):
            assert text in shown
        assert len(kept().cards) == 3
        assert [score[1:] for score in kept().rush["all"]] == [(3, 0), (2, 3)]
        before = room.rush
        await pressed(app, pilot, "a")
        await posed(pilot, room)
        assert room.rush is not before
        assert (room.phase, rushed(room).marks, room.slips) == ("rush", "", [])
        await pressed(app, pilot, "escape", "z")
        assert isinstance(app.screen, PuzzleSessionScreen)
        assert app.screen.game is None

    rushing(room, play)


def test_leaving_in_the_middle_keeps_the_score() -> None:
    room = Dealt(game="prime-climb")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT, RIGHT, "q")
        assert isinstance(app.screen, HomeScreen)

    rushing(room, play)
    assert [score[1:] for score in kept().rush["prime-climb"]] == [(2, 0)]


def test_the_score_is_kept_when_the_house_is_told_to_end() -> None:
    room = Dealt(game="prime-climb")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT)
        app.exit_on_signal(15)

    rushing(room, play)
    assert [score[1:] for score in kept().rush["prime-climb"]] == [(1, 0)]


def test_a_diary_that_cannot_be_saved_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Dealt()

    def full(*given: Any) -> Any:
        raise OSError(28, "No space left on device")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await pressed(app, pilot, RIGHT)
        monkeypatch.setattr("primeparlor.coach.progress.file.DiaryFile.change", full)
        shown = await pressed(app, pilot, "escape")
        assert "1 solved" in shown
        assert "cannot be saved" in shown

    rushing(room, play)


def test_where_there_is_no_puzzle_it_says_why() -> None:
    class Empty(Dealt):
        def make_puzzle(self, rush: Any, working: JobProgress) -> ReadyPuzzle:
            raise ParlorError("No puzzle was found. Try another game.")

    room = Empty()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.push_screen(room)
        await until(pilot, lambda: room.message.kind == "bad")
        assert "No puzzle was found." in text_of(app)
        await pressed(app, pilot, "enter")
        assert room.phase == "before"
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    visit(look)


# Windows, and the real thing -----------------------------------------------------------------------


@pytest.mark.parametrize("size", SOME_SIZES)
def test_the_score_the_question_and_the_keys_are_seen_in_every_window(size: tuple[int, int]) -> None:
    room = Dealt()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        shown = await pressed(app, pilot, WRONG)
        for text in ("3:00 left", "✕ ○ ○", "Which is the right move?", "Space", "Esc", "№ 2"):
            assert text in shown

    rushing(room, look, size)


def test_the_coach_makes_the_puzzles_of_the_chosen_game() -> None:
    room = RushScreen("pocket-addition")

    async def play(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        assert room.state.name == "pocket-addition"
        assert room.current is not None
        await pressed(app, pilot, str(room.current.puzzle.answers[0]))
        assert rushed(room).marks == "+"

    rushing(room, play)


def test_a_puzzle_that_comes_while_the_room_is_taken_down_breaks_nothing() -> None:
    room = Dealt()

    async def leave(app: ParlorApp, pilot: Pilot[int]) -> None:
        await begun(app, pilot, room)
        await room.query_one("#keys").remove()  # Textual takes the parts down before it stops the search
        room.current = None
        room._show_puzzle()
        await posed(pilot, room)

    rushing(room, leave)


def test_a_rush_is_opened_through_the_house() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.open("rush", "prime-duel")
        await until(pilot, lambda: isinstance(app.screen, RushScreen))
        assert "▶ Prime Duel" in text_of(app)

    visit(look)


def test_help_names_the_keys_of_this_phase_and_of_those_to_come() -> None:
    room = Dealt()

    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: room.rush is not None)
        before = await pressed(app, pilot, "?")
        for sentence in ("begin", "another game", "skip: it costs only the time", "again, when it is over"):
            assert sentence in before
        await pressed(app, pilot, "escape")
        assert not {"skip", "again"} & {*last_row(app).split()}
        await begun(app, pilot, room)
        within = await pressed(app, pilot, "?")
        assert "another game" not in within
        assert "stop, and see your score" in within

    rushing(room, ask)
