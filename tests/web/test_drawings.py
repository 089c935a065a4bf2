"""What the boards draw, measured: nothing is cut off, and nothing lies over what is to be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser_helpers import Boards, in_a_browser
from helpers import at
from primeparlor.games import PrimeDuel

BEYOND = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def boards(browser: Browser) -> Iterator[Boards]:
    with in_a_browser(browser) as boards:
        yield boards
        assert boards.faults == []


def sized(boards: Boards, width: int) -> None:
    boards.page.set_viewport_size({"width": width, "height": 900})


@pytest.mark.parametrize("width", [320, 390])
def test_a_dozen_cards_fit_on_a_phone(boards: Boards, width: int) -> None:
    sized(boards, width)
    boards.paint(at(PrimeDuel, "target=100 largest=12 copies=8").after(12))
    assert boards.page.evaluate(BEYOND) <= 0
    columns = boards.page.locator(".left li b").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert all(before[1] + 1 <= after[0] for before, after in zip(columns, columns[1:], strict=False))
