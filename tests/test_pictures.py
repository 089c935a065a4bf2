"""The pictures of the screens: they are real, each is shown on a page, and none fetches anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import screens

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", ["new-game", "pocket-addition"])  # the others are made in the same way
def test_a_picture_shows_what_the_screen_shows(name: str) -> None:
    drawn = (screens.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert screens.picture(name) == drawn, "run docs/screens.py"


def test_every_picture_is_a_scene_or_the_house() -> None:
    assert {path.stem for path in screens.FOLDER.iterdir()} == {"house", *screens.SCENES}


def test_every_picture_is_shown_on_a_page_with_a_description() -> None:
    shown = [
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]+\]\(([^)]+\.svg)\)", page.read_text(encoding="utf-8"))
    ]
    assert [name for name in screens.SCENES if (screens.FOLDER / f"{name}.svg").resolve() not in shown] == []


@pytest.mark.parametrize("name", screens.SCENES)
def test_a_picture_fetches_nothing(name: str) -> None:
    drawn = (screens.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\s\"')]+", drawn) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in drawn
