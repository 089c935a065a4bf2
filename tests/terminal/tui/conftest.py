"""Every test of the screen has saved games and choices of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from primeparlor.games import GAMES, ROTAS
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def _rota(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the games of the rota hang on the wall: a new one changes no layout that is tested here."""
    ours = {name: package for name, package in GAMES._ours.items() if name in ROTAS[1]}
    monkeypatch.setattr(GAMES, "_ours", ours)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each widget was painted."""
    counts, paint = Counter[str](), PaintedWidget.paint

    def count(widget: PaintedWidget, canvas: Canvas) -> None:
        counts[widget.id or ""] += 1
        paint(widget, canvas)

    monkeypatch.setattr(PaintedWidget, "paint", count)
    return counts
