"""The curve of a review: names stand in their own ground, away from the scale and from every mark."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.core import OTHER, PLAYERS
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.tui.screens.review.chart import LEFT, Chart, draw_chart

NAMES = ("You", "The house")


def drawn(chart: Chart, width: int, height: int) -> list[str]:
    c = Canvas(width, height)
    c.panel("Winning chance")
    draw_chart(c, chart)
    return ["".join(cell.glyph for cell in row) for row in c.cells]


def test_a_chance_of_100_throughout_names_the_winner_only_and_no_value() -> None:
    for me in PLAYERS:
        rows = drawn(Chart([1.0] * 5, me, NAMES, [], 4, ""), 58, 11)
        (named,) = (row for row in rows if NAMES[me - 1] in row)
        assert not any(NAMES[OTHER[me] - 1] in row for row in rows)
        assert named.index(NAMES[me - 1]) > LEFT + 20
        assert rows[1].startswith("│ 100 % ")
        assert rows[-3].startswith("│   0 % ")


@pytest.mark.parametrize("seed", range(30))
def test_no_name_hides_a_mistake_and_each_stands_in_its_own_ground(seed: int) -> None:
    random = Random(seed)
    chances = [random.random() for _ in range(random.randint(3, 30))]
    moves = len(chances) - 1
    mistakes = [(number, random.choice(PLAYERS)) for number in range(1, moves + 1) if random.random() < 0.5]
    width, height = random.choice(((58, 11), (66, 12), (76, 9), (98, 16)))
    chart = Chart(chances, 1, NAMES, mistakes, random.randint(1, moves), "")
    rows = drawn(chart, width, height)
    area = Canvas(width - LEFT - 2, height - 3)
    for number, player in mistakes:
        x = LEFT + round(number / moves * (area.w - 1))
        marks = {MARK[at] for other, at in mistakes if LEFT + round(other / moves * (area.w - 1)) == x}
        assert rows[1 + round((1 - chances[number]) * (area.h - 1))][x] in marks, (number, player)
    for player, name in zip(PLAYERS, NAMES, strict=True):
        for y, row in enumerate(rows):
            if (x := row.find(f"{MARK[player]} {name}")) >= 0:
                middle = (x - LEFT + len(name) / 2) / (area.w - 1) * moves
                near = chances[int(middle)] + (middle % 1) * (chances[int(middle) + 1] - chances[int(middle)])
                here = 1 - (y - 1) / (area.h - 1)
                assert (here < near + 0.1) if player == 1 else (here > near - 0.1)
