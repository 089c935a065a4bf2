"""The number line at the terminal."""

from __future__ import annotations

import pytest

from primeparlor.games import NonprimeAddition
from primeparlor.notation import read_position
from primeparlor.terminal.drawing.lines import text_of
from primeparlor.terminal.plain_board import draw_lines
from support.terminal.boards import board

WIDTHS = (40, 60, 80, 120)


def test_the_number_line_marks_no_prime_ahead() -> None:
    shown = board("nonprime-addition total=12", line=[(1, 5), (2, 6)])
    assert shown.splitlines()[0] == "Total 12 = 2 × 2 × 3"
    marks = dict(zip(*(line.split() for line in shown.splitlines()[2:4]), strict=True))
    assert marks["12"] == "▲"
    assert marks["1"] == marks["6"] == "●"
    assert {n for n, mark in marks.items() if mark == "◆"} == {"2", "3", "5", "7", "11"}


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize(
    "words", ["total=20", "total=1000007", "smallest=98 largest=99", "total=99990 largest=99"]
)
def test_the_number_line_shows_every_choice_and_where_it_leads(words: str, columns: int) -> None:
    state = read_position(f"nonprime-addition {words}")
    assert isinstance(state, NonprimeAddition)
    shown = [text_of(line).split() for line in draw_lines(state, (), columns - 4)]
    for move in state.moves():
        [at] = [at for at, line in enumerate(shown) if f"+{move}" in line]
        place = shown[at].index(f"+{move}") - len(shown[at])  # the choices end the line
        assert shown[at - 2][place] == str(state.total + move)
