"""The openings trainer on the screen: replies that are kept, how much is known, and what comes again."""

from __future__ import annotations

from random import Random

from textual.pilot import Pilot

from primeparlor import notation
from primeparlor.coach.advice import advise_move
from primeparlor.coach.progress import diary
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.training.openings import Openings
from primeparlor.games import GAMES
from primeparlor.solve import analyse
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.puzzle.openings import OpeningsScreen
from support.tui.visits import (
    SOME_SIZES,
    Script,
    clicked_key,
    entered,
    pressed,
    resized,
    text_of,
    until,
    visit,
)

GAME = "pocket-addition"


def trained(
    script: Script[OpeningsScreen], game: str | None = GAME, size: tuple[int, int] = (100, 32)
) -> None:
    """Go from home into the trainer, and do this at its first position."""
    entered(OpeningsScreen(game, Random(1)), is_posed, script, size)


def is_posed(room: OpeningsScreen) -> bool:
    return room.puzzle is not None and room.openings is not None


async def posed(pilot: Pilot[int], room: OpeningsScreen) -> None:
    await until(pilot, lambda: is_posed(room))


def kept() -> Diary:
    """What is on the disk."""
    return Diary(diary.diary_path())


def wrong(room: OpeningsScreen) -> str:
    return str(next(move for move in room.puzzle.state.moves() if move not in room.puzzle.answers))


def learn_all() -> Openings:
    """Reply right twice in every position, as the tree has it then."""
    while True:
        openings = Openings(GAMES[GAME], kept().openings.get(GAME, {}))
        if not openings.unknown:
            return openings
        here = kept()
        for position in openings.unknown:
            state = notation.read_position(position)
            reply = advise_move(state, analyse(state))
            for _ in range(2):
                here.store_reply(GAME, position, reply, True)


def test_a_right_reply_counts_and_the_second_in_a_row_is_known() -> None:
    async def learn(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        shown = text_of(app)
        for text in ("Openings", "You know 0 of 24", "You are Player 1", "Find a winning first move."):
            assert text in shown
        position, reply = room.puzzle.position, room.puzzle.answers[-1]
        shown = await pressed(app, pilot, str(reply), "enter")
        for text in ("is right.", "Found once.", "You know 0 of", "next position"):
            assert text in shown
        assert kept().openings[GAME][position] == (str(reply), 1)
        kept().store_reply(GAME, position, reply, True)
        room.diary = None  # as if somebody came back tomorrow
        await pressed(app, pilot, "n")
        await posed(pilot, room)
        assert "You know 1 of" in text_of(app)
        assert room.puzzle.position != position
        assert "Find a winning reply." in text_of(app)

    trained(learn)


def test_a_wrong_reply_is_explained_and_one_found_after_it_is_not_known() -> None:
    async def fail(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        position = room.puzzle.position
        await clicked_key(app, pilot, wrong(room))
        shown = await pressed(app, pilot, "enter")
        assert "is not the answer." in shown
        assert room.message.text
        await pressed(app, pilot, str(room.puzzle.answers[0]), "enter")
        assert room.solved
        assert kept().openings[GAME][position] == ("", 0)

    trained(fail)


def test_a_reply_after_a_hint_changes_nothing_and_an_answer_that_is_shown_begins_anew() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        await pressed(app, pilot, "h", str(room.puzzle.answers[0]), "enter")
        assert room.solved
        assert kept().openings == {}
        await pressed(app, pilot, "n")
        await posed(pilot, room)
        position, reply = room.puzzle.position, room.puzzle.answers[0]
        room.diary.store_reply(GAME, position, reply, True)
        assert "answer is" in await pressed(app, pilot, "a")
        assert kept().openings[GAME][position] == (str(reply), 0)

    trained(ask)


def test_only_a_reply_found_at_once_goes_on_with_the_row_and_a_skip_breaks_none() -> None:
    async def reply(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        async def after(*keys: str) -> int:
            await pressed(app, pilot, *keys)
            row = room.streak
            await pressed(app, pilot, "n" if room.solved else "space")
            await posed(pilot, room)
            assert room.streak == row
            return row

        def right() -> str:
            return str(room.puzzle.answers[0])

        assert await after(right(), "enter") == 1
        assert await after(right(), "enter") == 2
        assert await after() == 2
        assert await after("h", right(), "enter") == 0
        assert await after(right(), "enter") == 1
        assert await after(wrong(room), "enter", right(), "enter") == 0
        assert await after(right(), "enter") == 1
        assert await after("a") == 0

    trained(reply)


def test_when_all_is_known_it_says_so_and_what_was_not_asked_for_longest_comes_again() -> None:
    positions = learn_all().positions

    async def repeat(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        shown = text_of(app)
        assert "You know them all." in shown
        assert f"You know {len(positions)} of {len(positions)}" in shown
        for number in range(2):
            assert room.puzzle.position == positions[number]
            await pressed(app, pilot, "space")
            await posed(pilot, room)
        assert "Known: right 2 times in a row." in text_of(app)
        room.seen = (*positions, *positions[:2])
        await pressed(app, pilot, "space")
        await posed(pilot, room)
        assert room.puzzle.position == positions[2]
        await pressed(app, pilot, wrong(room), "enter")
        assert f"You know {len(positions) - 1} of {len(positions)}" in text_of(app)

    trained(repeat)


def test_without_a_game_the_first_one_with_openings_is_trained() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        assert room.game == GAME

    trained(look, None)


def test_a_game_without_openings_says_so() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.open("openings", "prime-duel")
        room = app.screen
        await until(
            pilot, lambda: isinstance(app.screen, OpeningsScreen) and app.screen.message.kind == "bad"
        )
        assert room is not app.screen or room.puzzle is None  # type: ignore[attr-defined]
        assert "Prime Duel has no openings to learn." in text_of(app)
        await pressed(app, pilot, "5", "h", "q")
        assert isinstance(app.screen, HomeScreen)

    visit(look)


def test_how_much_is_known_is_seen_in_every_window() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int], room: OpeningsScreen) -> None:
        for size in SOME_SIZES:
            shown = await resized(app, pilot, size)
            for text in ("You know 0 of 24", "You are Player 1", "Find a winning first move."):
                assert text in shown

    trained(look)
