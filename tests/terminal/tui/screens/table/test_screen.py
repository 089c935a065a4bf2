"""Every game played to its end on the screen: by keys and by mouse, at three sizes, by one or two people."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from primeparlor.core import Move, State
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Outcome, Series, Settings
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.example_games import TwentyOne
from support.matches import Clock
from support.too_large import limit_positions
from support.tui.visits import (
    NORMAL,
    SMALL,
    WIDE,
    clicked_key,
    found,
    resized,
    table_room,
    text_of,
    timed_room,
    until,
    visit,
)

NAMES = list(GAMES.ours)
LONGEST = 400  # moves


def keys_of(room: TableScreen, move: Move, mouse: bool) -> list[str]:
    """The keys that play this move; in Number Morph the wheel comes first, by its number from the left.

    A number of several digits is typed and ends with Enter, but clicked at once.
    """
    state: Any = room.match.state
    if state.name != "number-morph":
        if isinstance(move, str):
            return [key_of_word(room, move)]
        text = str(move)
        return [text] if mouse or len(text) == 1 else [*text, "enter"]
    old, new = str(state.number), str(move)
    place = next(at for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
    return [f"place{place}", new[place], "enter"]


def key_of_word(room: TableScreen, word: str) -> str:
    """The key on the board that plays this word."""
    board, facts, view = room.playback.board, room.playback.facts, room.playback.build_view()
    for tile in board.keys(facts, view):
        pressed = board.press(facts, view, tile.key)
        if pressed is not None and pressed.move == word:
            return tile.key
    raise AssertionError(f"show a key that plays {word!r} on the board in screen.py")


async def by_keys(pilot: Any, app: ParlorApp, keys: list[str]) -> None:
    for key in keys:
        if key.startswith("place"):
            await turn_to(pilot, app, key.removeprefix("place"))
        else:
            await pilot.press(key)


async def turn_to(pilot: Any, app: ParlorApp, place: str) -> None:
    """Choose a wheel with the arrow."""
    room = app.screen
    assert isinstance(room, TableScreen)
    await pilot.press("right")
    while room.playback.held.split(":")[0] != place:
        await pilot.press("right")


async def by_mouse(pilot: Any, app: ParlorApp, keys: list[str]) -> None:
    for key in keys:
        await clicked_key(app, pilot, key)


def random_moves(state: State, random: Random) -> Move:
    return random.choice(list(state.moves()))


def moved_on(match: Match, number: int) -> bool:
    return match.number != number


async def play(room: TableScreen, size: tuple[int, int], mouse: bool) -> None:
    """Play at random until the game is over."""
    app, random = ParlorApp(lambda: room, found()), Random(7)
    async with app.run_test(size=size) as pilot:
        match = room.match
        for _ in range(LONGEST):
            await until(pilot, lambda: match.outcome or room.is_your_turn())
            if match.outcome is not None:
                break
            number, move = match.number, random_moves(match.state, random)
            await (by_mouse if mouse else by_keys)(pilot, app, keys_of(room, move, mouse))
            if room.playback.held:  # with more than ten moves, digits are held
                await pilot.press("enter")
            await until(pilot, partial(moved_on, match, number))
        await until(pilot, lambda: room.playback.outcome is not None)
        await pilot.pause()
        shown = text_of(app)
        assert re.search(r"\b(won|wins?)\b", shown), shown
        for word in ("Review", "Again", "Home"):
            assert word in shown, shown


# Games of Number Morph are long, and each wheel takes several keys.
SHORT = {"number-morph": "number-morph digits=2"}


@pytest.mark.parametrize(
    "size", [SMALL, *(pytest.param(size, marks=pytest.mark.prove) for size in (NORMAL, WIDE))], ids=str
)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_to_its_end_by_keys(name: str, size: tuple[int, int]) -> None:
    asyncio.run(play(table_room(SHORT.get(name, name), (HUMAN, "club"), seed=3), size, mouse=False))


@pytest.mark.parametrize(
    "size", [NORMAL, *(pytest.param(size, marks=pytest.mark.prove) for size in (SMALL, WIDE))], ids=str
)
@pytest.mark.parametrize("name", NAMES)
def test_two_people_play_to_the_end_by_mouse(name: str, size: tuple[int, int]) -> None:
    asyncio.run(play(table_room(SHORT.get(name, name), (HUMAN, HUMAN), seed=4), size, mouse=True))


@pytest.mark.parametrize("name", NAMES)
def test_the_books_games_are_played_to_their_end_by_mouse(name: str) -> None:
    asyncio.run(play(table_room(name, (HUMAN, "casual"), seed=5), NORMAL, mouse=True))


# At the table ------------------------------------------------------------------------------------


def sit(
    room: TableScreen,
    script: Callable[[Any, ParlorApp], Awaitable[None]],
    size: tuple[int, int] = NORMAL,
    **options: Any,
) -> None:
    """Do this at the table."""

    async def go() -> None:
        app = ParlorApp(lambda: room, found(), pace=0, **options)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: room.is_your_turn() or room.playback.outcome)
            await script(pilot, app)

    asyncio.run(go())


def opened(room: TableScreen, hints: int) -> bool:
    return len(room.playback.hints) == hints and not room.helping


def test_hints_open_one_by_one_and_are_kept() -> None:
    room = table_room("pocket-addition one=6 two=9", (HUMAN, "club"))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        for number in (1, 2, 3, 4, 5, 5):
            await pilot.press("h")
            await until(pilot, partial(opened, room, number))
        assert "You have seen all the hints." in text_of(app)

    sit(room, ask)
    assert [note.kind for note in room.match.notes] == [1, 2, 3, 4, 5]  # type: ignore[union-attr]


def test_why_tells_of_you_and_the_house_and_undo_takes_both_moves_back() -> None:
    room = table_room("pocket-addition", (HUMAN, "club"), seed=1)

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("5")
        await until(pilot, lambda: room.match.number >= 2 and room.is_your_turn())
        await pilot.press("w")
        await until(pilot, lambda: app.screen is not room)
        shown = text_of(app)
        assert "You took 5" in shown
        assert "The house took" in shown
        await pilot.press("escape", "u")
        await until(pilot, lambda: room.playback.shown == [] and room.is_your_turn())
        assert "Taken back: your 5 and the answer to it." in text_of(app)

    sit(room, ask)


def test_a_move_is_typed_as_in_the_book_and_letters_are_text_meanwhile() -> None:
    room = table_room("number-morph", fate="211")

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("/", *"tens", "space", "7", "enter")
        await until(pilot, lambda: room.match.state.turn == 2 and room.is_your_turn())
        assert room.match.history[-1].move == 271
        await pilot.press("/", *"nonsense", "enter")
        await until(pilot, lambda: "✕" in text_of(app))
        await pilot.press("/", *"quit", "escape")
        await pilot.pause()
        assert app.screen is room
        assert room.match.number == 2

    sit(room, ask)


@pytest.mark.parametrize(
    ("position", "text", "bold", "then"),
    [
        ("nonprime-addition", "+12", "12 is out of range.", "Choose a whole number from 2 to 9."),
        ("prime-climb", "12", "12 is out of range.", "Choose a whole number from 1 to 9."),
        ("pocket-addition", "0", "0 is out of range.", "Choose a whole number from 1 to 9."),
        ("pocket-addition", "six", "'six' is not a move here.", "Type a whole number from 1 to 9."),
        ("nonprime-addition", "-2", "-2 is out of range.", "Type a whole number from 2 to 9."),
        (
            "number-morph number=211",
            "h 0",
            "011 begins with 0.",
            "The first digit cannot be 0, so 211 stays.",
        ),
        (
            "number-morph number=211",
            "nonsense that never ends",
            "'nonsense that never…' is not a move here.",
            "Type the new number, or a place and a digit: tens 7.",
        ),
        (
            "prime-duel card=9 deck=4,4,4,4,4,4,4,4,3,4",
            "9",
            "'9' is not a move here.",
            "Type keep or discard.",
        ),
    ],
)
def test_a_refusal_names_what_was_typed_and_what_is_allowed(
    position: str, text: str, bold: str, then: str
) -> None:
    room = table_room(position, (HUMAN, HUMAN))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("/", *("space" if sign == " " else sign for sign in text), "enter")
        await until(pilot, lambda: bold in text_of(app))
        assert then in text_of(app)
        assert room.match.number == 0

    sit(room, ask, size=SMALL)


def test_a_number_to_add_may_be_typed_with_a_plus() -> None:
    room = table_room("nonprime-addition", (HUMAN, HUMAN))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("/", "+", "7", "enter")
        await until(pilot, lambda: room.match.number == 1)
        assert room.match.history[-1].move == 7

    sit(room, ask)


def test_without_undo_a_move_is_lifted_first() -> None:
    room = table_room("prime-climb", (HUMAN, HUMAN), Settings(undo=False))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("4")
        await pilot.pause()
        assert "4?" in text_of(app)
        await pilot.press("escape", "3", "5", "enter")
        await until(pilot, lambda: room.match.number == 1 and room.is_your_turn())
        assert room.match.history[-1].move == 5

    sit(room, ask)


def test_again_swaps_the_seats_and_n_changes_the_level() -> None:
    room = table_room("prime-climb steps=15,0", (HUMAN, "club"))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("5")
        await until(pilot, lambda: room.playback.outcome and room.turning_point)
        assert "You won" in text_of(app)
        await pilot.press("x", "n")
        await until(pilot, lambda: app.screen is not room)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.match.seats == (HUMAN, "expert")
        assert app.screen.match.start == room.match.start

    sit(room, ask)
    again = table_room("prime-climb steps=15,0", (HUMAN, "club"))

    async def swap(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("5")
        await until(pilot, lambda: again.playback.outcome)
        await pilot.press("a")
        await until(pilot, lambda: app.screen is not again)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.match.seats == ("club", HUMAN)
        assert app.screen.match.series == Series(None, 2, (0, 1))

    sit(again, swap)


def test_a_match_of_several_games_shows_the_score_and_ends_with_its_winner() -> None:
    room = table_room("prime-climb steps=15,0", (HUMAN, "club"), first_to=2)

    async def win_both(pilot: Any, app: ParlorApp) -> None:
        assert "Game 1, first to 2 wins. Seats are swapped after each game." in text_of(app)
        await pilot.press("5")
        await until(pilot, lambda: room.playback.outcome)
        shown = text_of(app)
        assert "You lead 1–0." in shown
        assert "Game 2, seats swapped" in shown
        assert "Next: expert" not in shown
        assert "Game 1, first to 2 wins. You: 1, The house: 0" in shown
        assert "You: 1, The house: 0" in await resized(app, pilot, SMALL)

    sit(room, win_both)


def test_a_flag_falls_on_the_screen() -> None:
    clock = Clock()
    room = timed_room("prime-climb", (HUMAN, "club"), 10, clock)

    async def wait(pilot: Any, app: ParlorApp) -> None:
        assert "0:10 left for this move" in text_of(app)
        clock.seconds += 11
        await until(pilot, lambda: room.playback.outcome)
        await pilot.pause()
        assert "You ran out of time." in text_of(app)

    sit(room, wait)


def test_leaving_says_how_to_resume() -> None:
    room = table_room("pocket-addition", (HUMAN, "club"))
    room.table.create_record()
    said: list[str] = []

    async def leave(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("4")
        await until(pilot, lambda: room.match.number >= 2 and room.is_your_turn())
        await pilot.press("q")
        await pilot.pause()
        said.extend(app.farewell)

    sit(room, leave)
    assert said == ["Pocket Addition: unfinished, your turn.", "Saved. Resume it with: parlor resume"]


def test_after_a_refusal_the_line_stays_open_and_letters_are_still_text() -> None:
    room = table_room("nonprime-addition", (HUMAN, HUMAN))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        look = app.look
        await pilot.press("/", *"hello", "enter", *"hint")
        await until(pilot, lambda: "'hello' is not a move here." in text_of(app))
        assert room.line is not None
        assert room.line.value == "hint"
        assert (room.playback.hints, room.helping, app.look) == ([], False, look)
        await pilot.press(*["backspace"] * 4, "1", "5", "enter")
        await until(pilot, lambda: "15 is out of range." in text_of(app))
        assert room.line is not None
        await pilot.press("7", "enter")
        await until(pilot, lambda: room.match.number == 1 and room.is_your_turn())
        assert room.line is None
        assert "added 7" in text_of(app)

    sit(room, ask, size=SMALL)


def test_a_first_digit_of_0_is_refused_in_words() -> None:
    room = table_room("number-morph number=751", (HUMAN, HUMAN))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("left", "0")
        await until(pilot, lambda: "The first digit cannot be 0" in text_of(app))

    sit(room, ask)


def test_a_key_without_a_meaning_does_nothing_after_the_end() -> None:
    room = table_room("prime-climb steps=19,3", (HUMAN, HUMAN))

    async def ask(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("1")
        await until(pilot, lambda: room.playback.outcome)
        await pilot.press("m")
        await pilot.pause()
        assert app.screen is room

    sit(room, ask)


def test_the_table_says_that_perfect_plays_as_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    room = table_room(TwentyOne.start(), (HUMAN, "perfect"))
    assert room.playback.message.text == "Perfect plays as expert here: too large to solve."
    assert room.playback.level == "against the house, perfect as expert"

    async def look(app: ParlorApp, pilot: Any) -> None:
        await until(pilot, lambda: "Player 2, plays as expert" in text_of(app))

    visit(look, first=lambda: room)
    small = table_room("pocket-addition", (HUMAN, "perfect"))
    assert small.playback.level == "against the house, perfect"
    assert small.playback.message.text.startswith("The aim: ")


def test_x_asks_before_it_resigns() -> None:
    room = table_room("pocket-addition", (HUMAN, HUMAN))

    async def give_up(pilot: Any, app: ParlorApp) -> None:
        await pilot.press("x")
        assert "Resign this game?" in text_of(app)
        await pilot.press("enter")  # Enter alone plays on
        assert room.match.outcome is None
        assert app.screen is room
        await pilot.press("x", "y")
        await until(pilot, lambda: room.playback.outcome is not None)
        assert room.match.outcome == Outcome(2, "resigned")

    sit(room, give_up)
