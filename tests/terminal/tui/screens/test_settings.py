"""Settings are chosen on a sheet, and kept."""

from __future__ import annotations

from textual.pilot import Pilot

from primeparlor.terminal.preferences import Preferences
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.tui.visits import SMALL, clicked, framed, pressed, visit


def test_settings_are_chosen_by_keys_and_clicks_and_kept() -> None:
    async def choose(app: ParlorApp, pilot: Pilot[int]) -> None:
        shown = await pressed(app, pilot, "o")
        assert "✓ if undo is off" in shown
        assert "✓ go on" in shown
        assert "✓ at once" in shown  # tests wait for nobody
        shown = await pressed(app, pilot, "right", "down", "left")
        assert "✓ always" in shown
        assert "✓ wait for a key" in shown
        framed(shown)
        shown = await clicked(app, pilot, "quick")
        assert "✓ quick" in shown
        await pressed(app, pilot, "escape")
        kept = Preferences.load()
        assert (kept.confirm, kept.wait, kept.pace, app.pace) == ("always", True, 0.4, 0.4)

    visit(choose, SMALL)


def test_settings_have_a_help_page_which_leads_back_to_them() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "o")
        assert "another choice" in await pressed(app, pilot, "?")
        assert "Press twice to play" in await pressed(app, pilot, "?")

    visit(ask, SMALL)


def test_the_foot_offers_nothing_below_a_sheet() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        foot = app.screen.query_one("#foot", PaintedWidget)
        assert foot.hits
        await pressed(app, pilot, "o")
        foot.render_line(0)
        assert not foot.hits
        await pressed(app, pilot, "escape")
        foot.render_line(0)
        assert foot.hits

    visit(look)
