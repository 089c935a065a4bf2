"""Every look has every token; text can be read and signs can be seen; without colour nothing is coloured."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from primeparlor.terminal.drawing import palette
from primeparlor.terminal.drawing.palette import LOOKS, Look
from support.terminal.palette import FAINT, SIGNS, TEXT, contrast, may_stand_on

TOKENS = (
    "wall paper mat sunk step ink ink2 ghost line edge brass fill coin soft p1 p1f p1s p2 p2f p2s p2h "
    "good goods bad bads g0 g1 g2 g3 g4 cream soot on focus"
)
KNOWN = [LOOKS[name] for name in ("dark", "light", "dark-256", "light-256")]
named = pytest.mark.parametrize("look", KNOWN, ids=lambda look: look.name)
BARE = LOOKS["none"]


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_every_look_knows_every_token(look: Look) -> None:
    assert set(look.colours) == set(TOKENS.split())
    assert {*look.inks, *look.grounds} <= set(look.colours)
    for token in look.colours:
        Style.parse(look.style(token, "paper", "bold"))


def test_an_unknown_token_is_a_mistake_of_the_painter() -> None:
    with pytest.raises(KeyError):
        LOOKS["dark"].style("#ff0000", "paper")


@named
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SIGNS, 3.0)], ids=["text", "signs"])
def test_text_can_be_read_and_signs_can_be_seen(
    pairs: dict[str, tuple[str, ...]], least: float, look: Look
) -> None:
    found = {
        (ink, ground): round(contrast(look.colours[ink], look.colours[ground]), 2)
        for ink, grounds in pairs.items()
        for ground in grounds
    }
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


@named
def test_what_cannot_be_played_is_faint_but_visible(look: Look) -> None:
    faint = [contrast(look.colours["ghost"], look.colours[ground]) for ground in FAINT["ghost"]]
    assert min(faint) > 2
    assert contrast(look.colours["ghost"], look.colours["paper"]) >= 3


@named
def test_grounds_that_lie_on_each_other_differ(look: Look) -> None:
    grounds = [look.colours[token] for token in ("wall", "paper", "mat", "sunk", "step", "soft")]
    assert len(set(grounds)) == len(grounds)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("color(231)", "color(16)") == pytest.approx(21)


def test_pairs_are_listed_by_what_painters_do() -> None:
    assert may_stand_on("ink", "paper")
    assert may_stand_on("paper", "ink")
    assert may_stand_on("p2h", "p2f")
    assert not may_stand_on("brass", "p1f")
    assert not may_stand_on("on", "paper")


# What is sent ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dark-256", "light-256"])
def test_256_colours_are_sent_by_their_numbers(name: str) -> None:
    look = LOOKS[name]
    assert look.ansi
    style = Style.parse(look.style("brass", "wall"))
    assert style.color
    assert f"color({style.color.number})" == look.colours["brass"]
    assert "38;5;" in style.render("◆", color_system=ColorSystem.EIGHT_BIT)


def test_sixteen_colours_are_the_terminals_own_but_never_its_unknown_ink() -> None:
    look = LOOKS["sixteen"]
    assert look.ansi
    numbers = {token: Color.parse(colour).number for token, colour in look.colours.items()}
    assert all(number is not None and number < 16 for number in numbers.values())
    for pairs in (TEXT, SIGNS):
        for ink, grounds in pairs.items():
            for ground in set(grounds) - {"p1s", "p2s"}:
                assert numbers[ink] != numbers[ground], (ink, ground)


def test_without_colour_no_cell_has_one() -> None:
    assert BARE.ansi
    for ink in BARE.colours:
        for ground in BARE.colours:
            shown = Style.parse(BARE.style(ink, ground)).render("x", color_system=ColorSystem.TRUECOLOR)
            codes = shown[2 : shown.index("m")].split(";")
            assert set(codes) <= {"2", "7", "39", "49"}, (ink, ground)


def test_without_colour_masses_and_numerals_are_solid() -> None:
    assert BARE.style("paper", "ink") == "reverse default on default"  # within a numeral, a chosen key
    assert BARE.style("on", "p1f", "bold") == "bold reverse default on default"
    assert BARE.style("soot", "cream") == "reverse default on default"
    assert BARE.style("cream", "soot") == "default on default"  # a numeral on a card is a hole in it
    assert BARE.style("ink", "step") == "dim reverse default on default"
    assert BARE.style("ghost", "paper") == "dim default on default"
    assert BARE.style("ink", "soft", "bold") == "bold default on default"


def test_the_look_follows_from_depth_and_theme() -> None:
    assert palette.look("truecolor", "light").name == "light"
    assert palette.look("256", "dark").name == "dark-256"
    assert palette.look("16", "light").name == "sixteen"
    assert palette.look("none", "light").name == "none"
