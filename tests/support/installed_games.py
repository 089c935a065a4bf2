"""Games from other packages that happen to be installed: tests see none but those they bring themselves."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import mkdtemp

import pytest

from primeparlor.games import GAMES, ROTAS
from primeparlor.games.game import GROUP


def hide_guests() -> None:
    """Hide every installed package that brings games, from this process and from those it starts.

    Of two packages of one name Python takes the first on its path, so a package without games goes before
    each. What a test brings goes before that.
    """
    guests = {point.dist.name for point in entry_points(group=GROUP) if point.dist}
    if not guests:
        return
    folder = mkdtemp(prefix="parlor-guests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for guest in guests:
        about = Path(folder, f"{re.sub('[-_.]+', '_', guest)}-0.dist-info")
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {guest}\nVersion: 0\n")
    sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = path_with(folder)


@contextmanager
def only_the_rota() -> Iterator[None]:
    """Hang only the games of the rota on the wall: a new one changes no layout that is tested here."""
    with pytest.MonkeyPatch.context() as patch:
        ours = {name: package for name, package in GAMES._ours.items() if name in ROTAS[1]}
        patch.setattr(GAMES, "_ours", ours)
        yield


def path_with(*folders: str | Path) -> str:
    """The PYTHONPATH of a process that finds these folders first, and no guest."""
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
