"""Textual's own widgets have the colours of the look, and in ASCII terminals only ASCII signs."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.pilot import Pilot

from primeparlor.terminal.drawing.palette import DARK, LOOKS
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.widgets.look_filter import LookFilter
from support.tui.visits import found, pressed, strips_of, visit

WALL = Color.parse(DARK["wall"])


@pytest.mark.parametrize("name", [name for name, look in LOOKS.items() if look.ansi])
def test_a_token_of_the_stylesheet_becomes_the_colour_of_the_look(name: str) -> None:
    look = LOOKS[name]
    for ink, ground in (("ink", "paper"), ("brass", "wall"), ("paper", "ink"), ("bad", "bads")):
        given = Style.parse(f"bold {look.css_colours[ink]} on {look.css_colours[ground]}")
        (shown,) = LookFilter(look, ascii_only=False).apply([Segment("x", given)], WALL)
        assert shown.style == Style.parse(look.style(ink, ground, "bold"))


def test_what_has_the_colours_of_the_look_already_is_left_alone() -> None:
    look = LOOKS["dark-256"]
    painted = Segment("x", Style.parse(look.style("brass", "wall")))
    assert LookFilter(look, ascii_only=False).apply([painted], WALL) == [painted]


def test_signs_have_their_stand_ins() -> None:
    (shown,) = LookFilter(LOOKS["dark"], ascii_only=True).apply([Segment("┌─ ▶ ✓ ▲ ┃")], WALL)
    assert shown.text == "+- > v ^ |"


@pytest.mark.parametrize("look", ["sixteen", "none", "light-256"])
def test_no_screen_of_stock_widgets_sends_a_truecolor(look: str) -> None:
    async def walk(app: ParlorApp, pilot: Pilot[int]) -> None:
        for keys in (("o",), ("escape", "3", "n"), ("escape", "b"), ("q", "g")):
            await pressed(app, pilot, *keys)
            for style in {segment.style for strip in strips_of(app) for segment in strip}:
                for colour in (style.color, style.bgcolor) if style else ():
                    assert colour is None or colour.triplet is None, keys

    visit(walk, found=found(look))
