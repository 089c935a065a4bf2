"""Folders made from the example games with something changed, and a way to count them as installed."""

from __future__ import annotations

import shutil
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDERS = {name: EXAMPLES / name / f"parlor_{name.replace('-', '_')}" for name in ("twenty-one", "pig")}


Change = tuple[str, str, str]  # the file, the text there, and the new one


def make(folder: Path, game: str, *changes: Change) -> None:
    """A copy of the example with changes, each a file, its old text and its new text.

    The old text is "" if the new text is the whole file.
    """
    shutil.copytree(FOLDERS[game], folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in changes:
        path = folder / file
        if not old:
            path.write_text(new, encoding="utf-8")
            continue
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")


def install(site: Path, name: str, package: str) -> None:
    """Make a game in this folder count as an installed package."""
    about = site / f"{package}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[primeparlor.games]\n{name} = {package}\n")
