"""The pictures of the screens: they are real, each is shown on a page, and none fetches anything."""

from __future__ import annotations

import re
from pathlib import Path

import pages
import pytest
import screens

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", ["new-game", "pocket-addition"])  # the others are made in the same way
def test_a_picture_shows_what_the_screen_shows(name: str) -> None:
    drawn = (screens.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert screens.picture(name) == drawn, "run docs/screens.py"


def test_every_picture_is_a_scene_or_the_house() -> None:
    drawn = {path.name for path in screens.FOLDER.iterdir()}
    taken = {f"browser-{name}.png" for name in pages.SHOTS}
    assert drawn == {"house.svg", *(f"{name}.svg" for name in screens.SCENES), *taken}


def test_every_picture_is_shown_on_a_page_with_a_description() -> None:
    shown = [
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]+\]\(([^)]+\.(?:svg|png))\)", page.read_text(encoding="utf-8"))
    ]
    made = [f"{name}.svg" for name in screens.SCENES] + [f"browser-{name}.png" for name in pages.SHOTS]
    assert [name for name in made if (screens.FOLDER / name).resolve() not in shown] == []


@pytest.mark.parametrize("name", screens.SCENES)
def test_a_picture_fetches_nothing(name: str) -> None:
    drawn = (screens.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\s\"')]+", drawn) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in drawn
