"""The example games are made with changes, each in a folder of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from primeparlor.conformance import board_checks
from primeparlor.games import GAMES, Game, game
from support.faults import Finder, Maker, faults
from support.game_folders import Change, make


@pytest.fixture(name="made")
def making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Makes a folder from an example game, with changes; it counts as installed if it is usable."""
    monkeypatch.setattr(game, "_folders", {})
    monkeypatch.setattr(GAMES, "_others", [])
    monkeypatch.syspath_prepend(tmp_path)

    def make_it(name: str, *changes: Change) -> Game:
        make(tmp_path / "somebody", name, *changes)
        folder = game.folder("somebody")
        try:
            monkeypatch.setattr(GAMES, "_others", [game.Brought(folder.state.name, folder.package)])
        except Exception:
            assert GAMES.get(name) is None
        return folder

    yield make_it
    for name in [name for name in sys.modules if name.partition(".")[0] == "somebody"]:
        del sys.modules[name]


@pytest.fixture(name="found")
def finding(made: Maker, monkeypatch: pytest.MonkeyPatch) -> Finder:
    """Finds the faults of Twenty-One with these changes."""
    # to paint more takes long, and our games are asked about more
    monkeypatch.setattr(board_checks, "ASKED", 6)

    def find(changes: Change | list[Change]) -> list[str]:
        made_of = changes if isinstance(changes, list) else [changes]
        return faults(made("twenty-one", *made_of), "twenty-one")

    return find
