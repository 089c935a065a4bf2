"""Settings are chosen on a sheet, and kept."""

from __future__ import annotations

from textual.pilot import Pilot

from primeparlor.terminal.choices import Choices
from primeparlor.terminal.screen.app import Parlor
from screen_helpers import SMALL, clicked, framed, pressed, visit


def test_settings_are_chosen_by_keys_and_clicks_and_kept() -> None:
    async def choose(app: Parlor, pilot: Pilot[int]) -> None:
        shown = await pressed(app, pilot, "o")
        assert "✓ without undo" in shown
        assert "✓ go on" in shown
        assert "✓ at once" in shown  # tests wait for nobody
        shown = await pressed(app, pilot, "right", "down", "left")
        assert "✓ always" in shown
        assert "✓ wait for a key" in shown
        framed(shown)
        shown = await clicked(app, pilot, "quick")
        assert "✓ quick" in shown
        await pressed(app, pilot, "escape")
        kept = Choices.load()
        assert (kept.confirm, kept.wait, kept.pace, app.pace) == ("always", True, 0.4, 0.4)

    visit(choose, SMALL)
