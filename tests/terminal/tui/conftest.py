"""Every test of the screen has saved games and choices of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.installed_games import only_the_rota


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def _rota() -> Iterator[None]:
    with only_the_rota():
        yield


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each widget was painted."""
    counts, paint = Counter[str](), PaintedWidget.paint

    def count(widget: PaintedWidget, canvas: Canvas) -> None:
        counts[widget.id or ""] += 1
        paint(widget, canvas)

    monkeypatch.setattr(PaintedWidget, "paint", count)
    return counts
