"""The review on the screen: steps, mistakes, clicks, a better move to look for, and the panel beside."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor import records, solve
from primeparlor.coach.review.review import review
from primeparlor.coach.review.story import build_story as tell
from primeparlor.core import Move
from primeparlor.games.prime_duel.solver import Solver as DuelSolver
from primeparlor.match import HUMAN
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui import jobs
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.review import screen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.review.side_panel import PlayerScore, draw_verdict
from primeparlor.terminal.tui.screens.review.try_screen import TryScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.visits import (
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

POCKET: tuple[Move, ...] = (6, 9, 7, 2, 1, 4)  # Player 1 gives it away with the third move
CLUB = (HUMAN, "club")


def reviewed(script: Script[ReviewScreen], position: str, *moves: Move, **options: Any) -> None:
    """Review a game in which these moves were made, and do this there."""
    match = records.load(save(position, *moves, **options)).match

    entered(ReviewScreen(match), lambda room: room.story is not None, script)


def beside(app: ParlorApp) -> str:
    """The words of the panel beside the list."""
    picture = app.screen.query_one("#side", PaintedWidget)
    rows = [picture.render_line(y).text for y in range(picture.size.height)]
    return words("\n".join(rows))


def side_is_framed(app: ParlorApp) -> None:
    """Check that nothing overwrites the right frame of the panel beside the list."""
    rows = [row for row in text_of(app).splitlines()[2:-2] if row.strip()]
    assert {row[-1] for row in rows} <= set("│┤┐┘"), text_of(app)
    assert len({len(row) for row in rows}) == 1


def test_keys_and_clicks_go_from_move_to_move_and_from_mistake_to_mistake() -> None:
    async def step(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        assert room.at == 2  # where it turned
        shown = text_of(app)
        assert "one mistake in 6 moves" in shown
        assert "You had a win here with 1, 2 or 4, quickest with 1 or 2." in shown
        steps = {"right": 3, "left": 2, "home": 0, "down": 2, "up": 2, "end": 5, "right ": 5}
        for key, at in steps.items():
            await pressed(app, pilot, key.strip())
            assert room.at == at, key
        await clicked(app, pilot, "9 + 2 = 11")
        assert room.at == 3
        room.action_select_move(3)
        assert room.at == 2
        assert "move 3 of 6" in await pressed(app, pilot)
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    reviewed(step, "pocket-addition", *POCKET, seats=CLUB)


def test_a_review_is_whole_in_every_window() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        for size in THREE_SIZES:
            shown = await resized(app, pilot, size)
            for text in ("Won or lost", "6 + 7 = 13", "gives it away", "Enter  try"):
                assert text in shown
            assert ("Accuracy, of 100" in shown) == (size[0] >= 92)
            if size[0] >= 92:
                assert "With 1, the house can take 2, you take 8, and you make 15." in beside(app)
                side_is_framed(app)

    reviewed(look, "pocket-addition", *POCKET, seats=CLUB)


@pytest.mark.parametrize("accuracies", [(100, 100), (100, 0), (54, 100), (77, 88), (None, 100), (100, None)])
@pytest.mark.parametrize("width", [31, 38])
def test_both_accuracies_and_all_words_stay_within_the_panel(
    accuracies: tuple[int | None, int | None], width: int
) -> None:
    match = records.load(save("pocket-addition", *POCKET, seats=CLUB)).match
    story = tell(match, review(match), ReviewScreen(match).seats.inside)
    scores = [
        PlayerScore(name, side._replace(accuracy=number, luck=-123, choices=-45))
        for name, side, number in zip(("You", "The house"), story.sides, accuracies, strict=True)
    ]
    for height, sentences in ((18, {0, 1, 2}), (27, {3}), (37, {3})):
        c = Canvas(width, height)
        draw_verdict(c, story, scores)
        rows = ["".join(cell.glyph for cell in row) for row in c.cells]
        assert all(row[0] in "│├┌└" and row[-1] in "│┤┐┘" for row in rows), "\n".join(rows)
        assert all(row[-2] == " " for row in rows if row[-1] == "│"), "\n".join(rows)
        text = words("\n".join(rows))
        for part in ("you took 7.", "luck choices", "−12.3", "● You", "ouse"):
            assert part in text.replace("the house", "")
        told = text.partition("you took 7.")[2].partition("├")[0]
        assert told.strip().endswith(".") or not told.strip()
        assert told.count(".") in sentences  # whole ones


def test_a_better_move_is_looked_for_and_leads_back() -> None:
    async def attempt(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        await pressed(app, pilot, "enter")
        trying = app.screen
        assert isinstance(trying, TryScreen)
        await until(pilot, lambda: trying.puzzle is not None)
        assert "1 is right." in await pressed(app, pilot, "1", "enter")
        await pressed(app, pilot, "enter")
        assert app.screen is room
        assert room.at == 2

    reviewed(attempt, "pocket-addition", *POCKET, seats=CLUB)


SMALL = "prime-duel target=20 largest=5 copies=2 scores=2,14 deck=1,2,2,2,2 card=1"  # 33.0 % against 31.3 %


def test_a_small_mistake_can_be_tried_too_and_is_called_small() -> None:
    async def attempt(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        assert "− 1.7 %" in text_of(app)
        assert "try it yourself" in last_row(app)
        await pressed(app, pilot, "enter")
        trying = app.screen
        assert isinstance(trying, TryScreen)
        await until(pilot, lambda: trying.puzzle is not None and "…" not in trying.message.bold)
        shown = await pressed(app, pilot)
        assert "Find the better choice." in shown
        assert "The difference is small: 1.7 percentage points." in shown
        trying.action_open_line()
        await pressed(app, pilot, *"keep", "enter")
        assert trying.solved

    reviewed(attempt, SMALL, "discard", seats=CLUB)


EARLY = "prime-duel scores=8,10 deck=3,4,4,3,4,3,4,3,4,3 card=4"
CLOSE = "prime-duel scores=28,30 deck=4,4,2,3,3,3,3,2,2,2 card=7"


SOON = "prime-duel scores=30,31 deck=2,2,2,2,2,2,1,1,1,1 card=4"


def test_estimates_are_shown_at_once_and_replaced_by_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    may_refine = threading.Event()

    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = text_of(app)
        assert "no mistakes in 1 move, 0 of 1 exact" in shown
        assert "too close to call" in shown
        may_refine.set()
        await until(pilot, lambda: room.story is not None and room.story.rows[0].exact)
        await until(pilot, lambda: "exact" not in text_of(app))
        assert re.search(r"▼ − \d\.\d %|best", text_of(app))
        assert "about" not in text_of(app).lower()
        assert room.at == 0

    def wait(self: Any, *args: Any) -> Any:
        may_refine.wait()
        yield from refine(self, *args)

    refine = DuelSolver.refine
    monkeypatch.setattr(DuelSolver, "refine", wait)
    reviewed(look, SOON, "keep", seats=CLUB)


def test_leaving_the_review_ends_the_work_on_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def work(self: Any, states: Any, effort: Any, progress: solve.Progress) -> Any:
        try:
            while True:
                progress(0, None)
        finally:
            ended.set()
        yield

    async def leave(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        await pressed(app, pilot, "escape")
        await until(pilot, ended.is_set)

    monkeypatch.setattr(DuelSolver, "refine", work)
    reviewed(leave, SOON, "keep", seats=CLUB)


def test_what_is_estimated_is_called_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "SECONDS", 0.0)

    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = text_of(app)
        assert re.search(r"▼ about − \d\.\d %", shown)
        assert re.search(r"move 1: about − \d\.\d %", shown)
        assert "About, in %" in beside(app)

    reviewed(look, EARLY, "keep", seats=CLUB)


def test_a_choice_too_close_to_call_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "SECONDS", 0.0)

    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = text_of(app)
        assert "= too close to call" in shown
        assert "no mistakes in 1 move" in shown
        assert "try it yourself" not in last_row(app)

    reviewed(look, CLOSE, "keep", seats=CLUB)


def test_nothing_is_to_be_tried_where_all_moves_are_equal() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        for key, word in (("left", "lost anyway"), ("end", "best"), ("home", "best")):
            shown = await pressed(app, pilot, key)
            assert room.row is not None
            assert room.row.word == word
            assert ("Enter" in shown.splitlines()[-1]) == (key == "home")  # at the end every number won
        await pressed(app, pilot, "right", "enter")
        assert app.screen is room

    reviewed(look, "pocket-addition", *POCKET, seats=CLUB)


def test_what_decided_the_game_is_whole_in_a_narrow_window() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        assert room.story is not None
        room.story = room.story._replace(closing=f"The cards decided: bad luck cost you {'x' * 60}.")
        shown = await resized(app, pilot, (80, 24))
        assert shown.splitlines()[2].strip() == "The cards decided."

    reviewed(look, "pocket-addition", *POCKET, seats=CLUB)


def test_without_a_curve_the_list_has_the_room() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = text_of(app)
        assert "winning chance" not in shown
        assert "Every choice, graded" in shown.splitlines()[2]
        side_is_framed(app)
        assert "you lose at once." in beside(app)

    reviewed(look, "nonprime-addition", 5, 4, 7, seats=CLUB)


def test_a_game_without_moves_has_nothing_to_step_through() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = await pressed(app, pilot, "left", "down", "enter", "home", "end")
        assert app.screen is room
        assert "No moves were made." in shown
        assert "step" not in shown.splitlines()[-1]
        await pressed(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    reviewed(look, "prime-climb")


def test_two_people_are_called_by_their_names() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = text_of(app)
        assert "Ann took 7." in beside(app)
        for name in ("● Ann", "■ Bob"):
            assert name in shown
        assert "house" not in shown.lower()

    reviewed(look, "pocket-addition", *POCKET, names=("Ann", "Bob"))


def test_help_lists_the_keys_of_a_review() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int], room: ReviewScreen) -> None:
        shown = await pressed(app, pilot, "?")
        for text in ("the previous or next mistake", "look for a better move yourself", "Pocket Addition"):
            assert text in shown

    reviewed(ask, "pocket-addition", *POCKET)


def test_a_long_review_says_how_far_it_is_and_ends_when_it_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, ended, asked = threading.Event(), threading.Event(), list[int]()
    real = solve.analyse

    def slow(state: Any, progress: Any) -> Any:
        asked.append(1)
        if len(asked) < 4:
            return real(state, progress=progress)
        try:
            progress(1, 2)
            go_on.wait()
            progress(2, 2)
        finally:
            ended.set()

    monkeypatch.setattr(solve, "analyse", slow)
    monkeypatch.setattr(jobs, "FIRST", 0.0)
    monkeypatch.setattr(jobs, "OFTEN", 0.0)
    match = records.load(save("pocket-addition", *POCKET)).match

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = ReviewScreen(match)
        # three and a half of seven positions
        await enter(app, pilot, room, lambda room: "50 %" in room.message)
        assert "Reviewing the game … 50 %" in text_of(app)
        await pressed(app, pilot, "q")
        await until(pilot, lambda: room.working.stopped)
        go_on.set()
        await until(pilot, ended.is_set)
        assert (isinstance(app.screen, HomeScreen), room.story) == (True, None)

    visit(look)
