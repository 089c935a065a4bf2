"""The chart: blocks, their ASCII stand-ins, and a picture that is valid XML."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor.coach.review.chart import BLOCKS, draw_blocks, draw_svg
from primeparlor.terminal.drawing.ascii import ASCII

VALUES = st.lists(st.none() | st.floats(0, 1), max_size=100)


def test_blocks_rise_with_the_value() -> None:
    assert draw_blocks([0, 0.2, 0.5, 0.9, 1, None]) == "▁▂▅██·"
    assert draw_blocks([]) == ""


def test_in_ascii_every_block_differs() -> None:
    shown = (BLOCKS + "·").translate(ASCII)
    assert shown.isascii()
    assert len(set(shown)) == len(BLOCKS) + 1


@settings(max_examples=30)
@given(VALUES, st.integers(2, 80))
def test_a_long_game_fits(values: list[float | None], width: int) -> None:
    shown = draw_blocks(values, width)
    assert len(shown) == min(len(values), width)
    if values:
        assert shown[0] + shown[-1] == draw_blocks([values[0], values[-1]], 2)


@settings(max_examples=30)
@given(VALUES, st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_the_picture_is_valid_and_says_what_it_shows(values: list[float | None], title: str) -> None:
    picture = ElementTree.fromstring(draw_svg(values, title))
    name = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{name}svg"
    assert (picture.findtext(f"{name}title") or "") == title
    assert len(picture.findall(f"{name}circle")) == len(values)
    for circle in picture.iter(f"{name}circle"):
        assert 0 <= float(circle.attrib["cx"]) <= 480
        assert 0 <= float(circle.attrib["cy"]) <= 120
