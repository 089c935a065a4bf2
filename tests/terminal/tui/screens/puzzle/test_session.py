"""Puzzles on the screen: right and wrong tries, hints, the answer, and a position from your own game."""

from __future__ import annotations

import threading
import time
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor import records
from primeparlor.coach.progress.diary import open_diary
from primeparlor.coach.puzzles.puzzle import Puzzle, build_puzzle_at
from primeparlor.coach.summary import summarize_progress
from primeparlor.coach.training import practice
from primeparlor.core import ParlorError
from primeparlor.notation import read_position
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.tui import jobs
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.help import HelpModal
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.review.try_screen import TryScreen
from support.tui.visits import (
    SMALL,
    THREE_SIZES,
    Script,
    clicked,
    enter,
    entered,
    last_row,
    pressed,
    resized,
    save,
    text_of,
    until,
    visit,
    words,
)

GAME = "pocket-addition"
FIRST = "pocket-addition one=1,9 two=2 turn=2 passes=0"
RIGHT, WRONG = "5", "3"  # in the first puzzle


@pytest.fixture(autouse=True)
def _the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    real = practice.next_puzzle

    def fixed(diary: Any, game: str, progress: Any, seen: tuple[str, ...]) -> Any:
        return (
            real(diary, game, progress, seed=len(seen) + 4) if seen else build_puzzle_at(read_position(FIRST))
        )

    monkeypatch.setattr(practice, "next_puzzle", fixed)


def test_a_puzzle_that_comes_back_says_where_it_is_from_and_every_face_counts_it_alike() -> None:
    day = calendar_signs.get_today() - timedelta(days=1)
    diary, posed = open_diary(), build_puzzle_at(read_position(FIRST))
    assert posed is not None
    diary.store_answer(posed, False, now=time.time() - 86_400, daily=day)

    async def look(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        origin = f"From the puzzle of the day of {day.day} {day:%B}."
        shown = text_of(app)
        assert shown.count(origin) == 2  # in the header and below the board
        assert room.due_puzzles.due == len(diary.find_due(GAME)) == 1
        assert summarize_progress(diary, calendar_signs.get_today()).waiting == 1
        await pressed(app, pilot, WRONG, WRONG)
        assert room.diary.find_due(None) == []  # not today any more
        await until(pilot, lambda: room.due_puzzles.due == 0)

    puzzled(look)


def puzzled(script: Script[PuzzleSessionScreen], size: tuple[int, int] = (100, 32)) -> None:
    """Go from home to the first puzzle, and do this there."""
    entered(PuzzleSessionScreen(GAME), lambda room: room.puzzle is not None, script, size)


async def posed(app: ParlorApp, pilot: Pilot[int]) -> PuzzleSessionScreen:
    room = app.screen
    assert isinstance(room, PuzzleSessionScreen)
    await until(pilot, lambda: room.puzzle is not None)
    await pilot.pause()
    return room


def cards(room: PuzzleSessionScreen) -> list[str]:
    return list(room.diary.cards)


def test_a_puzzle_says_its_question_once_and_a_right_answer_leads_to_the_next() -> None:
    async def solve(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = text_of(app)
        assert shown.count("Find the") == 1
        assert "You are Player 2" in shown
        assert "0 puzzles solved" in shown
        assert f"{RIGHT}?" in await pressed(app, pilot, RIGHT)
        assert not room.solved
        shown = await pressed(app, pilot, RIGHT)
        for text in (f"{RIGHT} is right.", "Solved", "1 puzzle solved", "next puzzle"):
            assert text in shown
        assert (room.count, room.streak) == (1, 1)
        await pressed(app, pilot, "n")
        await posed(app, pilot)
        assert (len(room.seen), room.solved, room.streak) == (2, False, 1)
        await pressed(app, pilot, "n")
        assert len(room.seen) == 2  # which leads on only after the end
        await pressed(app, pilot, "space")  # skipped, which breaks no row
        await posed(app, pilot)
        assert (len(room.seen), room.streak, room.count) == (3, 1, 1)

    puzzled(solve)


def test_a_wrong_try_is_explained_and_comes_back_and_the_puzzle_counts_once() -> None:
    async def fail(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = await pressed(app, pilot, WRONG, "enter")
        assert f"{WRONG} is not the answer." in shown
        assert "15" in room.message.text
        assert (room.solved, cards(room)) == (False, [room.puzzle.position])
        await pressed(app, pilot, RIGHT, "enter")
        assert (room.solved, room.count, room.streak) == (True, 1, 0)

    puzzled(fail)


def test_an_illegal_or_unreadable_move_costs_nothing() -> None:
    async def slip(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        taken = next(number for number in "123456789" if int(number) not in room.puzzle.state.moves())
        await pressed(app, pilot, taken, "enter")
        assert room.message.kind == "bad"
        await pressed(app, pilot, "/", *"nonsense", "enter")
        assert room.message.kind == "bad"
        assert (room.line, cards(room)) == (None, [])
        assert f"{RIGHT} is right." in await pressed(app, pilot, "/", RIGHT, "enter")
        assert (room.count, room.streak) == (1, 1)

    puzzled(slip)


def test_a_number_that_is_not_asked_about_costs_nothing() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.push_screen(room := TryScreen(read_position("nonprime-addition total=20 turn=1")))
        await until(pilot, lambda: room.puzzle is not None)
        room.puzzle = build_puzzle_at(room.puzzle.state)
        assert "Choose one of 3, 5 and 9." in await pressed(app, pilot, "2", "enter")
        assert (room.attempt.tries, room.tried, room.solved) == ("", (), False)
        await pressed(app, pilot, "5", "enter")
        assert room.solved

    visit(go)


def test_hints_come_one_by_one_and_the_answer_is_not_called_solved() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        for step in (1, 2):
            assert f"Hint {step}" in await pressed(app, pilot, "h")
        assert len(room.hints) == 2
        shown = await pressed(app, pilot, WRONG, "a")
        assert "Answer shown" in shown
        assert f"The answer is {RIGHT}." in shown
        assert "Solved" not in shown
        assert (room.held, room.count, cards(room)) == ("", 0, [room.puzzle.position])

    puzzled(ask)


def test_escape_puts_back_and_q_leaves_at_once() -> None:
    async def leave(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        await pressed(app, pilot, WRONG)
        assert room.held == WRONG
        await pressed(app, pilot, "escape")
        assert (app.screen, room.held) == (room, "")
        assert "home" in await pressed(app, pilot, WRONG)
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    puzzled(leave)


def test_a_puzzle_is_whole_in_every_window_and_can_be_clicked() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        for size in THREE_SIZES:
            shown = await resized(app, pilot, size)
            assert room.puzzle.question in words(shown)
            assert "hint" in shown
        await clicked(app, pilot, " h ")
        assert len(room.hints) == 1

    puzzled(look)


def test_what_a_key_does_not_change_is_not_painted_again(painted: Counter[str]) -> None:
    async def press(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        painted.clear()
        await pressed(app, pilot, "x")  # a key without a meaning
        assert not painted
        facts = room.facts
        await pressed(app, pilot, "x")  # of which the footer tells the second time
        assert painted == {"foot": 1}
        painted.clear()
        await pressed(app, pilot, WRONG)  # the board is what is clicked here, so there are no keys below
        assert painted == {"board": 1, "say": 1, "foot": 1}
        assert room.facts is facts

    puzzled(press)


def test_the_foot_of_another_window_fits_its_layout() -> None:
    """The message has its new width only after the parts beside it have gone."""

    async def look(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        await resized(app, pilot, SMALL)
        assert not room.is_cut(room.message)
        assert "all of it" not in last_row(app)

    puzzled(look)


def test_help_lists_the_keys_of_a_puzzle_and_of_its_game() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = await pressed(app, pilot, "?")
        assert isinstance(app.screen, HelpModal)
        for text in ("1–9", "show the answer", "skip", "next hint"):
            assert text in shown
        await pressed(app, pilot, "escape", RIGHT, "enter")
        assert "the next puzzle" in await pressed(app, pilot, "?")

    puzzled(ask)


def test_where_there_is_no_puzzle_it_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: Any, **options: Any) -> Any:
        raise ParlorError("No puzzle was found. Try another game.")

    monkeypatch.setattr(practice, "next_puzzle", none)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = PuzzleSessionScreen(GAME)
        await app.push_screen(room)
        await until(pilot, lambda: room.message.kind == "bad")
        await pilot.pause()
        shown = text_of(app)
        assert "No puzzle was found." in shown
        assert "Looking" not in shown
        await pressed(app, pilot, "n", "h", "5", "q")
        assert isinstance(app.screen, HomeScreen)

    visit(look)


def test_a_long_search_says_how_far_it_is_and_ends_when_the_room_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, ended = threading.Event(), threading.Event()

    def slow(diary: Any, game: str, progress: Any, seen: tuple[str, ...]) -> Any:
        try:
            progress(2, 5)
            go_on.wait()
            progress(3, 5)
        finally:
            ended.set()

    monkeypatch.setattr(practice, "next_puzzle", slow)
    monkeypatch.setattr(jobs, "FIRST", 0.0)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = PuzzleSessionScreen(GAME)
        await app.push_screen(room)
        await until(pilot, lambda: "40 %" in room.message.bold)
        await pressed(app, pilot, "q")
        await until(pilot, lambda: room.working and room.working.stopped)
        go_on.set()
        await until(pilot, ended.is_set)
        assert (isinstance(app.screen, HomeScreen), room.puzzle) == (True, None)

    visit(look)


# A session ---------------------------------------------------------------------------------------------


def test_the_next_puzzle_is_there_before_it_is_asked_for() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        await until(pilot, lambda: room.next_search is not None and room.next_search.found)
        first = room.next_search
        await pressed(app, pilot, RIGHT, "enter")
        assert room.next_search is not first  # the rating has changed, and with it what should come next
        await until(pilot, lambda: room.next_search is not None and room.next_search.found)
        assert room.next_search is not None
        assert room.next_search.found is not None
        found = room.next_search.found[0]
        room.action_next()
        assert room.puzzle is found  # at once

    puzzled(go)


def test_the_side_tells_ratings_and_what_comes_back() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = text_of(app)
        assert f"This puzzle {room.puzzle.rating:,.0f}" in " ".join(shown.split())
        assert "Your rating comes with" in shown
        assert "Nothing today." in shown
        shown = " ".join((await pressed(app, pilot, WRONG, WRONG)).split())
        rated = room.diary.find_rating(GAME)
        assert f"Your rating here {rated.rating.rating:,.0f}" in shown
        assert "Right at once 0 of 1" in shown
        assert "1 later, the next tomorrow" in shown
        assert "✕ tried" in shown

    puzzled(go)


def test_a_move_that_is_not_among_those_asked_for_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def among(diary: Any, game: str, progress: Any, seen: tuple[str, ...]) -> Any:
        posed = build_puzzle_at(read_position(FIRST))
        return posed and Puzzle(posed.state, posed.asked._replace(among=(4, 5)))

    monkeypatch.setattr(practice, "next_puzzle", among)

    async def go(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        assert "Choose one of 4 and 5." in await pressed(app, pilot, WRONG, WRONG)
        assert (room.attempt.tries, cards(room)) == ("", [])
        await pressed(app, pilot, RIGHT, RIGHT)
        assert (room.solved, room.streak) == (True, 1)

    puzzled(go)


# A position of one's own game ------------------------------------------------------------------------


def trying(position: str, script: Script[TryScreen]) -> None:
    """Look for a better move in this position, coming from a review."""

    async def go(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = TryScreen(read_position(position))
        await app.push_screen(ReviewScreen(records.load(save("prime-climb", 2, 4, 9, 8, 6, 6)).match))
        await enter(app, pilot, room, lambda room: room.puzzle is not None or room.message.kind == "bad")
        await script(app, pilot, room)

    visit(go)


def test_a_position_of_a_game_leads_back_to_the_review() -> None:
    async def attempt(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = text_of(app)
        assert "q  back to the review" in shown
        assert "in a row" not in shown
        assert "skip" not in shown
        assert "next puzzle" not in await pressed(app, pilot, "?")
        await pressed(app, pilot, "escape", "n", "space", "g")
        assert app.screen is room
        answer = str(room.puzzle.answers[0])
        assert "Enter  back to the review" in await pressed(app, pilot, answer, "enter")
        await pressed(app, pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)

    trying("pocket-addition one=6 two=9", attempt)


def test_a_position_where_nothing_is_at_stake_says_so() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: PuzzleSessionScreen) -> None:
        shown = text_of(app)
        assert "Nothing is at stake here." in shown
        assert "Every move is as good as another." in shown
        await pressed(app, pilot, "escape")
        assert isinstance(app.screen, ReviewScreen)

    trying("prime-climb steps=19,0", look)
