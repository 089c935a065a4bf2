"""A text of a few rows: whole clauses at any width, from the first moment on."""

from __future__ import annotations

import asyncio

from textual.app import App, ComposeResult
from textual.containers import Vertical

from primeparlor.terminal.tui.widgets.fitted_text import FittedText

TEXT = "Looks a little ahead, misses some. It misses a better move one time in ten."


class _Page(App[None]):
    def compose(self) -> ComposeResult:
        with Vertical():
            yield FittedText(2, id="text")


def test_a_text_fits_the_width_it_has_by_whole_clauses() -> None:
    async def look() -> None:
        app = _Page()
        async with app.run_test(size=(80, 10)) as pilot:
            text = app.query_one(FittedText)
            assert text.size.height == 0
            text.show(TEXT)
            await pilot.pause()
            assert (str(text.render()), text.size.height) == (TEXT, 1)
            await pilot.resize_terminal(36, 10)
            await pilot.pause()
            assert str(text.render()) == "Looks a little ahead, misses some."

    asyncio.run(look())
