"""The rules as pages, and the help sheet."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Label

from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Settings
from primeparlor.notation import read_position
from primeparlor.tables.prompt_words import PROMPT, WORDS
from primeparlor.terminal.markdown import format_plain
from primeparlor.terminal.rules_text import build_page
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.help import HelpModal, build_help
from primeparlor.terminal.tui.screens.home import HomeScreen, format_reader_note
from primeparlor.terminal.tui.screens.rules import Example, RulesScreen
from support.tui.visits import (
    SMALL,
    SOME_SIZES,
    clicked,
    found,
    framed,
    pressed,
    resized,
    save,
    table_room,
    text_of,
    until,
    visit,
)

OURS = [GAMES[name] for name in GAMES.ours]


def rules(app: ParlorApp) -> RulesScreen:
    assert isinstance(app.screen, RulesScreen)
    return app.screen


@pytest.mark.parametrize("width", [60, 100])
def test_every_word_of_the_rules_is_shown(width: int) -> None:
    def letters(rows: list[str]) -> str:
        """What is left without blanks and the signs of lists, tables and code."""
        return "".join(sign for row in rows for sign in row.lower() if sign.isalnum())

    async def read(app: ParlorApp, pilot: Pilot[int]) -> None:
        for game in OURS:
            app.open("rules", game.start())
            await pilot.pause()
            page = app.screen.query_one("#page")
            await until(pilot, lambda: app.screen.query_one("#page").virtual_size.height > 24)
            app.screen.query_one("#head").display = app.screen.query_one("#foot").display = False
            await resized(app, pilot, (width, page.virtual_size.height + 40))
            shown = text_of(app)
            said = build_page(game).removesuffix(WORDS).partition(f"\n{PROMPT}\n")[0]
            assert "`" not in shown
            assert letters(shown.splitlines()) == letters(format_plain(said, 79))
            app.pop_screen()

    visit(read, (width, 24))


def test_no_line_of_a_short_game_is_broken_beside_the_scroll_bar() -> None:
    async def read(app: ParlorApp, pilot: Pilot[int]) -> None:
        for game in OURS:
            app.open("rules", game.start())
            await until(pilot, lambda: any(page.max_scroll_y for page in app.screen.query("#page")))
            for example in app.screen.query(Example):
                label = example.query_one(Label)
                assert label.size.height == len(str(label.content).splitlines()), game.title
            assert app.screen.query(Example)
            app.pop_screen()

    visit(read, (100, 30))


def test_a_page_is_scrolled_by_keys_and_clicks_and_turned_to_another_game() -> None:
    async def read(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert f"Rules: {OURS[2].title}" in await pressed(app, pilot, "3", "b")
        room = rules(app)
        page = room.query_one("#page")
        await until(pilot, lambda: page.max_scroll_y)
        for key, moved in [("down", 1), ("down", 2), ("up", 1)]:
            await pressed(app, pilot, key)
            assert page.scroll_y == moved
        await pressed(app, pilot, "end")
        last = page.max_scroll_y
        assert page.scroll_y == last
        await pressed(app, pilot, "pagedown", "down")
        assert page.scroll_y == last
        await pressed(app, pilot, "pageup")
        assert page.scroll_y < last
        await clicked(app, pilot, "▼")
        await until(pilot, lambda: page.scroll_y == last)  # Textual scrolls smoothly there
        await pressed(app, pilot, "pageup", "space")
        assert page.scroll_y == last
        await clicked(app, pilot, " ↑↓ ")
        assert page.scroll_y == last - 1
        for size in SOME_SIZES:
            shown = await resized(app, pilot, size)
            assert f"Rules: {OURS[2].title}" in shown
        assert f"Rules: {OURS[3].title}" in await pressed(app, pilot, "right")
        assert page.scroll_y == 0
        await clicked(app, pilot, " ←→ ")
        assert f"Rules: {OURS[1].title}" in await pressed(app, pilot, "left")
        await pressed(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    visit(read)


def test_the_words_of_the_prompt_are_not_promised_on_the_screen() -> None:
    async def read(app: ParlorApp, pilot: Pilot[int]) -> None:
        shown = await pressed(app, pilot, "b", "end")
        assert "resign" not in shown

    visit(read)


def test_the_rules_of_a_variant_say_first_what_is_different() -> None:
    async def read(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.open("rules", read_position("prime-climb top=35"))
        await pilot.pause()
        assert "top=35" in text_of(app)

    visit(read)


def test_help_shows_keys_marks_the_aim_and_the_plain_way_and_leads_to_the_rules() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        shown = await pressed(app, pilot, "2", "?")
        for text in (
            f"1–{len(OURS)}",
            "choose a game",
            "Player 1, solid",
            "Player 2, hatched",
            OURS[1].title,
            format_reader_note(),
        ):
            assert text in shown
        for size in SOME_SIZES:
            framed(await resized(app, pilot, size))
        for key in ("escape", "q", "?"):
            assert isinstance(app.screen, HelpModal)
            await pressed(app, pilot, key)
            assert isinstance(app.screen, HomeScreen)
            await pressed(app, pilot, "?")
        await pressed(app, pilot, "b")
        assert rules(app).state == OURS[1].start()
        assert "another game's rules" in await pressed(app, pilot, "?")
        await clicked(app, pilot, "Esc or ?")
        rules(app)
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    visit(ask)


def test_help_at_a_table_tells_that_why_counts_as_a_hint_and_the_table_waits() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room("prime-climb")
        app.push_screen(room)
        await pilot.pause()
        shown = await pressed(app, pilot, "?")
        for text in ("counts as a hint", "undo", "leave; the game is saved"):
            assert text in shown
        framed(shown)
        assert rules_behind(await pressed(app, pilot, "b"))
        await pressed(app, pilot, "q")
        assert app.screen is room

    def rules_behind(shown: str) -> bool:
        return f"Rules: {OURS[2].title}" in shown

    visit(ask, SMALL)


def test_help_names_every_key_of_the_game_and_none_that_the_table_forbids() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        app.push_screen(table_room("pocket-addition"))
        await pilot.pause()
        keys = dict(build_help(app.screen).keys)
        assert keys["1–9"] == "take"
        assert {"h", "w", "u"} <= set(keys)
        strict = table_room("pocket-addition", settings=Settings(undo=False, hints=False))
        app.push_screen(strict)
        await pilot.pause()
        assert not {"h", "w", "u"} & set(dict(build_help(strict).keys))
        over = table_room("pocket-addition one=6,8 two=9", seats=(HUMAN, HUMAN))
        app.push_screen(over)
        await pilot.pause()
        await pressed(app, pilot, "1", "1")
        await until(pilot, lambda: over.playback.outcome is not None)
        assert dict(build_help(over).keys)["r"] == "review the game"

    visit(ask)


def test_every_room_has_its_own_keys_in_help() -> None:
    save("prime-climb", 4)

    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "g")
        await until(pilot, lambda: app.screen.entries)  # type: ignore[attr-defined]
        assert "replay it move by move" in await pressed(app, pilot, "?")
        await pressed(app, pilot, "escape", "escape")
        assert "sit down" in await pressed(app, pilot, "enter", "?")
        await pressed(app, pilot, "b", "t", "q")
        assert not isinstance(app.screen, HomeScreen)  # back at the sheet

    visit(ask)


def test_every_sign_has_an_ascii_stand_in() -> None:
    async def walk(app: ParlorApp, pilot: Pilot[int]) -> None:
        for keys in ((), ("?",), ("escape", "3", "enter"), ("escape", "b"), ("q", "g"), ("?",)):
            shown = await pressed(app, pilot, *keys)
            assert shown.isascii(), [sign for sign in shown if not sign.isascii()]
        await pressed(app, pilot, "q", "q")
        assert (await resized(app, pilot, SMALL)).isascii()
        assert (await resized(app, pilot, (52, 18))).isascii()

    visit(walk, found=found(ascii_only=True))
