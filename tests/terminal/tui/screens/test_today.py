"""Today on the screen: tries, streak, answer, sharing, one more of each game, the duel, dates, midnight."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor import records
from primeparlor.coach.progress.diary import Diary, diary_path
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.tables.daily import duel as daily_duel
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.help import HelpModal
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.table.duel import DuelScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from support.coach.puzzles import rated
from support.tui.today import DAY, POSED, QUESTION, RIGHT, WRONG, kept, on, puzzle, solved_before
from support.tui.visits import (
    EVERY_SIZE,
    SMALL,
    Script,
    clicked,
    entered,
    last_row,
    may_choose,
    pressed,
    resized,
    text_of,
    until,
    visit,
    words,
)

JUDGED = daily_duel.DuelReview(93.2, True, ["Your choices: 93 of 100.", "Your winning chance: luck +4 %."])


@pytest.fixture(autouse=True)
def patch() -> Iterator[pytest.MonkeyPatch]:
    with on() as patch:
        yield patch


def opened(script: Script[TodayScreen], day: Any = None, size: tuple[int, int] = (100, 32)) -> None:
    """Open the day, and do this there."""
    entered(TodayScreen(day), lambda room: room.puzzle is not None and not room.reviewing, script, size)


async def moved_on(app: ParlorApp, pilot: Pilot[int], room: TodayScreen, key: str = "n") -> str:
    """What is shown once the next puzzle is on the board."""
    before = room.game
    await pressed(app, pilot, key)
    await until(pilot, lambda: room.puzzle is not None and room.game != before)
    return text_of(app)


# The puzzle of the day -----------------------------------------------------------------------------


def test_a_first_press_lifts_and_the_second_solves_the_day() -> None:
    solved_before(12)

    async def solve(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = text_of(app)
        for text in ("Today № 317 ◆", "a prime day: Pocket Addition", QUESTION, "13 November", "best: 12"):
            assert text in shown
        assert "To share" not in shown
        assert f"{RIGHT}?" in await pressed(app, pilot, RIGHT)
        assert kept() is None
        shown = await pressed(app, pilot, RIGHT)
        for text in ("Solved", "on the first try.", "Pocket Addition ✓", "13 days in a row", "best: 13"):
            assert text in shown
        assert kept()["puzzle"] == {"game": "pocket-addition", "tries": "+"}

    opened(solve)


def test_a_wrong_try_is_explained_and_a_second_one_keeps_the_streak() -> None:
    solved_before(12)

    async def solve(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = await pressed(app, pilot, WRONG, WRONG)
        assert f"{WRONG} is not the answer." in shown
        assert "Have another go" in shown
        assert "✕ tried" in shown
        assert "is right" not in shown
        shown = await pressed(app, pilot, RIGHT, "enter")
        assert "on the second try." in shown
        assert "Pocket Addition ✕✓" in shown
        assert kept()["puzzle"]["tries"] == "-+"
        assert room.round.streak == (13, 13)

    opened(solve)


def test_three_misses_show_the_answer_and_end_the_streak() -> None:
    solved_before(12)

    async def miss(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        assert "You have three tries." in text_of(app)
        assert "You have two tries left." in await pressed(app, pilot, WRONG, WRONG)
        assert "You have one try left." in await pressed(app, pilot, "4", "4")
        shown = await pressed(app, pilot, "6", "6")
        assert "6 is not the answer. That was your last try." in shown
        for text in (f"The answer is {RIGHT}.", "Answer shown", "0 days in a row", "Pocket Addition ✕✕✕"):
            assert text in shown
        assert (kept()["puzzle"]["tries"], room.round.streak) == ("---", (0, 12))
        assert room.position == room.puzzle.state.play(5)  # the answer was played

    opened(miss)


def test_the_answer_is_asked_for_twice_and_ends_the_streak() -> None:
    solved_before(12)

    async def ask(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = await pressed(app, pilot, "a")
        assert "This ends your streak of 12 days." in shown
        assert "Press a again to see the answer." in shown
        await pressed(app, pilot, "h", "a")  # another key between the two: it asks once more
        assert (room.solved, kept()) == (False, {"hints": {"pocket-addition": 1}})
        shown = await pressed(app, pilot, "a")
        assert f"The answer is {RIGHT}." in shown
        assert "Answer shown" in shown
        assert "Solved" not in shown
        assert (kept()["puzzle"]["tries"], room.round.streak) == ("?", (0, 12))
        assert "Pocket Addition ?" in shown

    opened(ask)


def test_a_day_that_is_opened_again_shows_what_was_done() -> None:
    solved_before(2).store_try(DAY, "pocket-addition", "-", main=True)

    async def solve(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        assert "Have another go" in text_of(app)
        await pressed(app, pilot, RIGHT, RIGHT)

    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = text_of(app)
        for text in ("Solved", "on the second try.", f"{RIGHT} is right.", "3 days in a row", "To share"):
            assert text in shown
        await pressed(app, pilot, RIGHT, RIGHT, "a", "a")
        assert kept()["puzzle"]["tries"] == "-+"

    opened(solve)
    opened(look)


def test_why_tells_of_every_move_and_practice_is_a_key_away() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "w")
        assert app.screen is room
        await pressed(app, pilot, RIGHT, RIGHT)
        shown = await pressed(app, pilot, "w")
        assert isinstance(app.screen, TextModal)
        assert "Why" in shown
        assert f"{RIGHT}: " in shown
        await pressed(app, pilot, "escape", "z")
        assert isinstance(app.screen, PuzzleSessionScreen)
        assert app.screen.game is None

    opened(look)


# Sharing -------------------------------------------------------------------------------------------


def test_the_result_is_copied_and_shown_in_every_window() -> None:
    async def copy(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "c")
        assert app.clipboard == ""
        await pressed(app, pilot, WRONG, WRONG, RIGHT, RIGHT)
        shown = await clicked(app, pilot, " c ")
        assert app.clipboard == "Prime Parlor № 317 ◆\nPocket Addition ✕✓\n1 day in a row"
        assert "Copied." in shown
        assert "It gives no answer away." in shown
        await resized(app, pilot, SMALL)
        shown = await pressed(app, pilot, "c")
        assert all(line in shown for line in app.clipboard.splitlines())
        await pressed(app, pilot, "escape")
        assert app.screen is room

    opened(copy)


def test_nothing_on_the_screen_depends_on_the_answer(patch: pytest.MonkeyPatch) -> None:
    shown = list[str]()

    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, WRONG, WRONG)  # in either
        shown.append("\n".join([text_of(app), *room.round.share]))

    def answered(puzzle: Puzzle, right: int) -> Puzzle:
        return rated(Puzzle(puzzle.state, puzzle.asked._replace(answers=(right,))), puzzle.rating)

    for answer in (5, 4):
        patch.setattr(daily, "build_puzzle", lambda *of, right=answer: answered(puzzle(DAY, of[1]), right))
        opened(look)
        os.remove(diary_path())
    assert shown[0] == shown[1]


# More of the day -----------------------------------------------------------------------------------


def test_one_more_of_each_game_follows_by_keys_and_by_mouse() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, RIGHT, RIGHT)
        shown = await moved_on(app, pilot, room)
        assert "one more: Nonprime Addition" in shown
        shown = await pressed(app, pilot, "5", "5", "3", "3")
        assert "Solved" in shown
        await moved_on(app, pilot, room, "enter")
        assert room.game == "number-morph"
        await moved_on(app, pilot, room, "space")  # left for later
        assert room.game == "prime-climb"
        shown = await pressed(app, pilot, "a")  # costs no streak
        assert "The answer is 4." in shown
        await clicked(app, pilot, "Prime Duel  ")
        await until(pilot, lambda: room.game == "prime-duel" and room.puzzle is not None)
        await pressed(app, pilot, "d", "d")
        assert kept()["more"] == {"nonprime-addition": "-+", "prime-climb": "?", "prime-duel": "+"}
        assert kept()["puzzle"]["tries"] == "+"
        await moved_on(app, pilot, room)  # what was left
        assert room.game == "number-morph"
        assert "Pocket Addition ✓, more ✓·✕✓" in room.round.share

    opened(go)


def test_what_was_tried_at_a_puzzle_is_there_again_when_one_comes_back_to_it() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, WRONG, WRONG, "h")
        await moved_on(app, pilot, room, "space")
        room.action_show_game("pocket-addition")  # as a click on a row of the list does
        await until(pilot, lambda: room.game == "pocket-addition")
        assert (room.tried, len(room.hints)) == ((int(WRONG),), 1)
        assert "✕ tried" in text_of(app)

    opened(go)


def test_hints_are_open_again_another_time_and_count_as_in_one_sitting() -> None:
    async def leave(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "h", "h")
        assert kept() == {"hints": {"pocket-addition": 2}}

    async def back(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        assert (len(room.hints), room.attempt.step) == (2, 2)
        assert "◆ 1. It is 3 or 5." in words(text_of(app))
        await pressed(app, pilot, "h")
        assert "Hint 3" in text_of(app)
        await pressed(app, pilot, RIGHT, RIGHT)
        assert "Solved" in text_of(app)
        assert kept() == {
            "hints": {"pocket-addition": 3},
            "puzzle": {"tries": "+", "game": "pocket-addition"},
        }
        assert not Diary(diary_path()).ratings

    async def over(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        assert room.solved
        assert room.hints == []

    for script in (leave, back, over):
        opened(script)


def test_in_practice_hints_are_open_as_long_as_the_room_is() -> None:
    async def go(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "h")
        game = room.game
        await moved_on(app, pilot, room, "space")
        room.action_show_game(game)
        await until(pilot, lambda: room.game == game)
        assert len(room.hints) == 1
        assert kept(DAY - timedelta(days=1)) is None

    opened(go, DAY - timedelta(days=1))


def everything_done(duel: bool = True) -> None:
    diary = solved_before(1)
    for game in POSED:
        diary.store_try(DAY, game, "+", main=game == "pocket-addition")
    if duel:
        diary.store_duel(DAY, 93, won=True, record="a.jsonl")


def test_who_skips_the_only_puzzle_left_is_told_so() -> None:
    diary = solved_before(1)
    for game in POSED:
        if game != "pocket-addition":
            diary.store_try(DAY, game, "+", main=False)

    async def skip(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        assert "This is the only puzzle left." in await pressed(app, pilot, "space")
        assert (room.game, room.solved) == ("pocket-addition", False)

    opened(skip)


@pytest.mark.parametrize(
    ("day", "told"),
    [
        (None, "You have played today's duel. The next one comes tomorrow."),
        (DAY - timedelta(days=1), "You have played this duel."),
    ],
)
def test_a_duel_that_was_played_is_told_of_by_its_day(day: date | None, told: str) -> None:
    async def again(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        room.round._duelled = True
        room.open_duel()
        assert f"{room.message.bold} {room.message.text}".strip() == told

    opened(again, day)


def test_when_all_is_done_it_says_so_and_what_comes_tomorrow() -> None:
    everything_done()

    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = text_of(app)
        assert "You have done everything today." in shown
        assert f"Tomorrow: {GAMES[daily.build_today(DAY + timedelta(days=1)).main].title}." in shown
        assert "93 of 100" in shown
        assert "duel 93 of 100" in shown
        assert "n  more" not in last_row(app)
        shown = await pressed(app, pilot, "p")
        assert "You have played today's duel." in shown
        assert app.screen is room

    opened(look)


# The duel ------------------------------------------------------------------------------------------


async def seated(app: ParlorApp, pilot: Pilot[int]) -> TableScreen:
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    room = app.screen
    assert isinstance(room, TableScreen)
    return room


async def play_out(app: ParlorApp, pilot: Pilot[int], table: TableScreen, most: int = 99) -> None:
    """Keep every card, or discard it if that is all there is, so many times."""
    for _ in range(most):
        await until(pilot, lambda: may_choose(table) or table.playback.outcome is not None)
        if table.playback.outcome is not None:
            return
        key = str(table.match.state.moves()[0])[0]
        await pressed(app, pilot, key, key)


def test_the_duel_is_played_to_its_end_and_only_the_first_counts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        daily_duel, "review_duel", lambda match, progress=None: JUDGED
    )  # the real one has its own tests
    everything_done(duel=False)

    async def duel(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "p")
        table = await seated(app, pilot)
        assert type(table) is DuelScreen
        shown = text_of(app)
        assert "Today's duel" in shown
        assert "everybody is dealt the same" in shown
        assert "undo" not in shown
        assert "hint" not in shown
        await play_out(app, pilot, table)
        await until(pilot, lambda: table.turning_point)
        assert "Your choices: 93 of 100. Your winning chance: luck" in words(text_of(app))
        assert "Again" not in text_of(app)
        drawn = [event.move for event in table.match.history if event.who is None]
        assert tuple(drawn) == daily.build_duel(DAY).dealt[: len(drawn)]
        record = os.path.basename(records.list_saved()[0])
        assert kept()["duel"] == {"accuracy": 93, "won": True, "record": record}
        await pressed(app, pilot, "a", "n")
        assert app.screen is table
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: room.message.bold == "Your choices: 93 of 100.")
        assert isinstance(app.screen, TodayScreen)
        assert "duel 93 of 100" in text_of(app)
        assert "You have played today's duel." in await pressed(app, pilot, "p")
        assert "You have done everything today." in await pressed(app, pilot, "n")

    opened(duel)


@pytest.mark.parametrize("leaves", ["enter", "q"])
def test_no_second_duel_begins_while_the_first_is_reviewed(patch: pytest.MonkeyPatch, leaves: str) -> None:
    go_on = threading.Event()
    everything_done(duel=False)

    def judge(match: Any, progress: Any = None) -> daily_duel.DuelReview:
        go_on.wait()
        return JUDGED

    patch.setattr(daily_duel, "review_duel", judge)

    async def duel(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await pressed(app, pilot, "p")
        table = await seated(app, pilot)
        await play_out(app, pilot, table)
        await until(pilot, lambda: room.reviewing)
        await pressed(app, pilot, leaves)
        assert app.screen is room
        assert "Your duel is being reviewed." in await pressed(app, pilot, "p")
        assert (app.screen, room.busy) == (room, False)
        go_on.set()
        await until(pilot, lambda: room.message.bold == "Your choices: 93 of 100.")
        assert kept()["duel"]["accuracy"] == 93

    opened(duel)


def test_a_duel_that_was_left_goes_on_with_its_cards_and_counts_wherever_it_is_finished(
    patch: pytest.MonkeyPatch,
) -> None:
    real = date.today()  # a record says when it began
    patch.setattr(calendar_signs, "get_today", lambda: real)
    patch.setattr(daily_duel, "review_duel", lambda match, progress=None: JUDGED)

    async def begin(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        room.open_duel()
        await play_out(app, pilot, await seated(app, pilot), most=2)
        await pressed(app, pilot, "q")
        assert app.screen is room
        assert room.message.bold == "You have three tries."

    async def finish(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: app.screen.unfinished)  # type: ignore[attr-defined]
        await pressed(app, pilot, "r")
        table = await seated(app, pilot)
        await play_out(app, pilot, table)
        drawn = [event.move for event in table.match.history if event.who is None]
        assert tuple(drawn) == daily.build_duel(real).dealt[: len(drawn)]

    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        await until(pilot, lambda: room.message.bold == "Your choices: 93 of 100.")
        assert kept(real)["duel"]["record"] == os.path.basename(records.list_saved()[0])

    opened(begin)
    assert kept(real) is None
    visit(finish)
    opened(look)


# Dates ---------------------------------------------------------------------------------------------


def test_another_date_is_practice_of_which_nothing_is_kept() -> None:
    async def practise(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        shown = text_of(app)
        assert "14 November 2026 № 318" in shown
        assert "only the real today counts" in shown
        assert "in a row" not in shown
        answer = str(POSED[room.game][1])
        await pressed(app, pilot, "/", *answer, "enter")
        assert room.solved
        assert "To share" not in text_of(app)
        await pressed(app, pilot, "c")
        assert app.clipboard == ""
        await moved_on(app, pilot, room)
        await pressed(app, pilot, "a")  # which asks nothing
        assert room.answer_shown

    opened(practise, DAY + timedelta(days=1))
    assert Diary(diary_path()).days == {}
    assert not os.path.exists(diary_path())


def test_after_midnight_a_try_counts_for_the_day_that_was_opened(patch: pytest.MonkeyPatch) -> None:
    later = DAY + timedelta(days=1)

    async def solve(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        patch.setattr(calendar_signs, "get_today", lambda: later)
        await pressed(app, pilot, RIGHT, RIGHT)
        assert kept()["puzzle"]["tries"] == "+"
        assert kept(later) is None
        room.round.diary.store_duel(DAY, 90, won=True, record="a.jsonl")
        for game in room.round.today.others:
            room.round.diary.store_try(DAY, game, "+", main=False)
        await pressed(app, pilot, "n")
        await until(pilot, lambda: isinstance(app.screen, TodayScreen) and app.screen is not room)
        assert app.screen.day == later  # type: ignore[attr-defined]

    opened(solve)


# Windows, help, trouble ----------------------------------------------------------------------------


def test_the_day_is_whole_in_every_window() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: TodayScreen) -> None:
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert QUESTION in words(shown)
            assert "Today № 317" in shown
        await pressed(app, pilot, RIGHT, RIGHT)
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert "1 day in a row" in shown
            assert "n  more" in last_row(app)
            assert "c  copy" in last_row(app)
        shown = await pressed(app, pilot, "?")
        assert isinstance(app.screen, HelpModal)
        assert "copy the result" in shown
        await pressed(app, pilot, "escape", "q")
        assert isinstance(app.screen, HomeScreen)

    opened(look)


def test_a_diary_that_cannot_be_read_is_told_of_once() -> None:
    os.makedirs(os.path.dirname(diary_path()), exist_ok=True)
    Path(diary_path()).write_text("no diary")

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room: Any = app.screen
        await until(pilot, lambda: room.puzzle is not None)
        assert "progress.broken" in room.message.bold
        assert f"{RIGHT} is right." in await pressed(app, pilot, RIGHT, RIGHT)
        assert kept()["puzzle"]["tries"] == "+"

    visit(look, first=TodayScreen)
