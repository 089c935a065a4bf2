"""A new table: every choice by keys and by clicks, what is refused, and who sits where in the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from primeparlor.core import State, TooLarge
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Series
from primeparlor.records import StoreError, list_saved
from primeparlor.tables import table as tables
from primeparlor.tables.sentences import UNMOVED
from primeparlor.tables.setup import open_table, toss_seats
from primeparlor.tables.variants import AS_IN_THE_BOOK, build_levels, list_variants
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.preferences import GameSetup, Preferences
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens import new_game
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.new_game import CUSTOM, GameOptions, NewGameModal
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.shutdown import suspend_match
from primeparlor.terminal.tui.widgets.favour import draw_favour, wrap_claim
from support.example_games import TwentyOne, TwentyOneRules
from support.terminal.canvas import rows
from support.tui.visits import (
    EVERY_SIZE,
    NORMAL,
    clicked,
    framed,
    pressed,
    resized,
    text_of,
    until,
    visit,
    words,
)

GAME = GAMES["prime-climb"]
VARIANT = next(iter(GAME.house_variants))
TOLD = "35 steps, 1 to 4"  # which is the same


def sheet(app: ParlorApp) -> NewGameModal:
    assert isinstance(app.screen, NewGameModal)
    return app.screen


async def seated(app: ParlorApp, pilot: Pilot[int]) -> TableScreen:
    """The table, once everybody sits at it."""
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    assert isinstance(app.screen, TableScreen)
    return app.screen


def test_the_sheet_says_who_is_favoured_and_what_the_level_is_like_for_each_variant() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        shown = await pressed(app, pilot, "3", "enter")
        assert f"A table for {GAME.title}" in shown
        assert f"✓ {TOLD}" in shown  # the lively variant comes first, with a line on why
        assert f"● {GAME.favoured[VARIANT]}" in shown
        assert GAME.house_variants[VARIANT][1:] in shown
        shown = await pressed(app, pilot, "up", "up", "left", "left")
        assert "✓ The usual game" in shown
        assert AS_IN_THE_BOOK in shown
        assert f"● {GAME.favoured['']}" in shown
        assert build_levels(GAME.start()).sentences["casual"] in words(shown)
        assert re.search(r"It misses a better move \d+\.\d % of the time\.", words(shown))
        shown = await pressed(app, pilot, "down", "down", "down", "right")
        assert "✓ Club" in shown
        assert build_levels(GAME.start()).sentences["club"] in words(shown)
        await pressed(app, pilot, "down", "down", "right", "right")
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            framed(shown)
            for text in (
                "✓ The house",
                "✓ Club",
                "◆◆◆◆◆",
                "✓ First ●",
                f"✓ {TOLD}",
                "Custom …",
                "Sit down",
            ):
                assert text in shown, size

    visit(look)


def test_keys_and_clicks_make_the_same_choices_and_a_friend_needs_no_level() -> None:
    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter")
        await pressed(app, pilot, "up", "up", "up", "left", "up", "left", "left")
        assert sheet(app).options.setting == GameSetup("house", "perfect", "toss", VARIANT)
        for text in ("The house", "Expert", "Second ■", "The usual game", TOLD):
            await clicked(app, pilot, text)
        assert sheet(app).options.setting == GameSetup("house", "expert", "second", VARIANT)
        shown = await clicked(app, pilot, "A friend")
        assert "✓ A friend" in shown
        assert "Expert" not in shown
        shown = await pressed(app, pilot, "down", *"Ann", "down", *"you", "enter")
        assert 'The parlor uses "you" itself. Choose another name.' in words(shown)
        await pressed(app, pilot, "home", "ctrl+k", *"Ben", "down")
        assert app.focused is sheet(app).rows["Variant"]
        await clicked(app, pilot, "First to 2")
        await clicked(app, pilot, "Sit down")
        room = await seated(app, pilot)
        assert (room.table.match.seats, room.table.match.names) == ((HUMAN, HUMAN), ("Ann", "Ben"))
        assert room.table.match.series == Series(2)
        assert Preferences.load().names == ["Ann", "Ben"]
        assert room.table.match.start.rules.changed() == {"top": 35, "largest": 4}

    visit(choose)


def test_sitting_down_keeps_the_game_and_the_choices_and_leaving_leads_home() -> None:
    async def sit(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter", "down", "left", "down", "right", "enter")
        room = await seated(app, pilot)
        assert room.table.match.seats == ("beginner", HUMAN)
        assert [Path(path).suffix for path in list_saved()] == [".jsonl"]
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.game is GAME
        shown = await pressed(app, pilot, "n")
        assert "✓ Beginner" in shown
        await pressed(app, pilot, "escape", "enter")  # as last time, at once
        assert (await seated(app, pilot)).table.match.seats == ("beginner", HUMAN)
        assert "✓ Second ■" in shown

    visit(sit)


def test_a_variant_is_typed_or_refused_with_the_sentence() -> None:
    async def type_it(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter", "up", "up", "left", "enter")
        await until(pilot, lambda: isinstance(app.focused, Input))
        assert "Type rules like top=35 largest=4 (top 2–1000, largest 1–99)." in text_of(app)
        await pressed(app, pilot, *"hello")
        shown = await pressed(app, pilot, "enter")
        assert "'hello' is not a rule here. Type rules like top=35 largest=4" in " ".join(shown.split())
        framed(shown)
        app.screen.query_one("#typed", Input).value = "top=1"
        shown = await pressed(app, pilot, "enter")
        assert "top must be a whole number from 2 to 1000." in shown
        app.screen.query_one("#typed", Input).value = "  top=30   largest=3 "
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: not isinstance(app.focused, Input))
        shown = text_of(app)
        assert "✓ 30 steps, 1 to 3" in shown
        assert "must be" not in shown
        await until(pilot, lambda: "● Player 1 wins with perfect play." in text_of(app))  # solved at once
        framed(shown)
        await clicked(app, pilot, "Custom …")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pressed(app, pilot, "q", "escape")  # a letter is text here; Esc closes only the line
        await until(pilot, lambda: not isinstance(app.focused, Input))
        await clicked(app, pilot, "Custom …")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await clicked(app, pilot, "close the line")
        await until(pilot, lambda: not isinstance(app.focused, Input))
        await clicked(app, pilot, "30 steps, 1 to 3")
        await pressed(app, pilot, "enter")
        assert (await seated(app, pilot)).table.match.start.rules.changed() == {"top": 30, "largest": 3}

    visit(type_it)


def test_the_variants_come_in_the_order_of_all_faces_and_the_first_one_is_for_newcomers() -> None:
    order = [variant.words for variant in list_variants(GAME)]
    assert GameOptions(GAME, None).list_values("Variant") == [*order, CUSTOM]
    assert GameOptions(GAME, None).find_choice("Variant") == order[0] == VARIANT
    assert GameOptions(GAME, GameSetup("house")).find_choice("Variant") == ""  # as last time
    even = GAMES["prime-duel"]
    assert GameOptions(even, None).list_values("Variant") == ["", CUSTOM]


def test_an_enter_that_comes_late_lays_no_second_table() -> None:
    async def sit(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter")
        left = sheet(app)
        await pressed(app, pilot, "enter")
        await seated(app, pilot)
        left.action_start_game()
        assert not left.preparer.busy
        assert len(list_saved()) == 1

    visit(sit)


def test_a_game_in_which_nobody_has_moved_is_not_kept(tmp_path: Path) -> None:
    async def sit(app: ParlorApp, pilot: Pilot[int]) -> None:
        for moves in ((), ("4",)):
            await pressed(app, pilot, "3", "enter", "enter")
            room = await seated(app, pilot)
            assert len(list_saved()) == 1
            for key in moves:
                await until(pilot, room.is_your_turn)
                await pressed(app, pilot, key)
                await until(pilot, lambda room=room: room.match.number)  # type: ignore[misc]
            await pressed(app, pilot, "q")
            assert isinstance(app.screen, HomeScreen)
            assert len(list_saved()) == len(moves)
            assert (UNMOVED in app.farewell[-1]) == (not moves)

    visit(sit)
    table = open_table(GAME.start(), (HUMAN, HUMAN))
    mine = table.create_record(str(tmp_path / "mine.jsonl"))
    assert suspend_match(table)[-1].startswith("Saved.")
    table.close()
    assert Path(mine).exists()  # a file that somebody named stays


def test_a_remembered_variant_is_offered_and_one_that_is_gone_is_not() -> None:
    preferences = Preferences.load()
    preferences.games[GAME.name] = GameSetup("house", "club", "", "top=30")
    preferences.games[GAMES["pocket-addition"].name] = GameSetup("friend", "no-such-level", "", "steps=9")

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert "✓ 30 steps" in await pressed(app, pilot, "3", "n")
        shown = await pressed(app, pilot, "escape", "4", "n")
        assert "✓ The usual game" in shown
        assert "steps=9" not in shown
        await clicked(app, pilot, "Esc  back")
        assert isinstance(app.screen, HomeScreen)

    visit(look, preferences=preferences)


@pytest.mark.parametrize(
    ("first", "note"),
    [
        (HUMAN, "You won the toss: you are Player 1."),
        ("casual", "The house won the toss: you are Player 2."),
    ],
)
def test_the_toss_is_told_at_the_table(monkeypatch: pytest.MonkeyPatch, first: str, note: str) -> None:
    seats = (HUMAN, "casual") if first == HUMAN else ("casual", HUMAN)
    seed = next(seed for seed in range(99) if toss_seats((HUMAN, "casual"), seed=seed).seats == seats)
    monkeypatch.setattr(new_game, "toss_seats", lambda given: toss_seats(given, seed=seed))

    async def toss(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter")
        await clicked(app, pilot, "Coin toss")
        monkeypatch.setattr(TableScreen, "on_mount", lambda room: None)  # nobody moves yet
        await pressed(app, pilot, "enter")
        room = await seated(app, pilot)
        assert room.table.match.seats == seats
        assert room.playback.message.bold == note

    visit(toss)


def test_what_cannot_be_played_is_said_and_what_cannot_be_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*given: object, **options: object) -> None:
        raise TooLarge("That would take 13.9 GiB.")

    def full(*given: object) -> None:
        raise StoreError("The disk is full.")

    async def try_it(app: ParlorApp, pilot: Pilot[int]) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(new_game, "open_table", too_large)
            await pressed(app, pilot, "1", "enter", "enter")
            await until(pilot, lambda: "That would take 13.9 GiB." in text_of(app))
        sheet(app)._show_progress()  # a look at the clock that comes late
        assert "That would take 13.9 GiB." in text_of(app)
        monkeypatch.setattr(tables.Table, "create_record", full)
        await pressed(app, pilot, "enter")
        message = (await seated(app, pilot)).playback.message
        assert message.bold == "This game will not be kept. The disk is full."

    visit(try_it)


def test_whoever_leaves_while_the_table_is_made_ready_sits_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def slow(start: object, seats: object, settings: object, *, progress: object, **options: object) -> None:
        assert callable(progress)
        progress(1, 4)
        begun.set()
        go_on.wait()
        try:
            progress(2, 4)
        finally:
            ended.set()

    monkeypatch.setattr(new_game, "open_table", slow)

    async def leave(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "1", "enter", "enter")
        await until(pilot, begun.is_set)
        await until(pilot, lambda: "Getting ready … 25 % worked out." in text_of(app))
        await pressed(app, pilot, "right", "enter", "escape")
        assert isinstance(app.screen, HomeScreen)
        go_on.set()
        await until(pilot, ended.is_set)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.preferences.games == {}

    visit(leave, NORMAL)


def test_enter_twice_at_once_lays_one_table() -> None:
    async def hurry(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter")
        page = sheet(app)
        page.action_start_game()
        page.action_start_game()
        await seated(app, pilot)
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack[1:]] == [HomeScreen, TableScreen]
        assert len(list_saved()) == 1

    visit(hurry)


def test_who_is_favoured_is_never_told_without_its_condition() -> None:
    claim = "Player 1 wins 54.4 % of games if both play perfectly."
    assert wrap_claim(claim, len(claim), 1) == [claim]
    assert wrap_claim(claim, len(claim) - 1, 1) == ["Player 1 is favoured."]
    assert wrap_claim(claim, len(claim) - 1, 2) == [
        "Player 1 wins 54.4 % of games if both play",
        "perfectly.",
    ]
    assert wrap_claim("Nobody is favoured: a safe number exists.", 30, 1) == ["Nobody is favoured."]


def test_a_side_that_wins_is_named_where_no_sentence_says_so() -> None:
    def draw(state: State, text: str = "") -> str:
        c = Canvas(40, 2)
        draw_favour(c, state, text)
        return rows(c)[0].rstrip()

    assert draw(TwentyOne.start()) == "● Player 1 wins with perfect play."
    assert draw(TwentyOne.start(), "Player 1 adds 1.") == "● Player 1 adds 1."
    unknown = TwentyOne.start(TwentyOneRules(target=50))
    assert draw(unknown) == "· Who is favoured is not known."
