"""Every screen at several sizes as plain text, and what holds for all of them in every look.

After an intended change, write the snapshots again and look at the difference before you commit it:

    PARLOR_SNAPSHOTS=write pytest tests/terminal/tui/test_snapshots.py; git diff tests/terminal/tui/snapshots
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.style import Style

from primeparlor.games import GAMES
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.canvas import Cell
from primeparlor.terminal.drawing.palette import LOOKS, Look
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.widgets.painted_widget import build_strip
from support.coach.full_diary import TODAY
from support.installed_games import only_the_rota
from support.terminal.palette import may_stand_on
from support.tui.scenes import TABLES, Scene, Stage, others, saved_games
from support.tui.shots import Shot, shot
from support.tui.visits import resized, text_of

pytestmark = pytest.mark.xdist_group("looks")  # one worker plays all scenes once

SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("PARLOR_SNAPSHOTS") == "write"
STYLED = ("nonprime-addition-60", "lost-60")  # of which the colours are kept too
TINY = (40, 12)
RIGHT, LEFT = "│┤▲▼┃", "│├▶"  # what may stand on the edges of a frame


class Gallery(NamedTuple):
    """All pictures, and the scenes that looked different after the window was resized and resized back."""

    shots: list[Shot]
    lost: dict[str, str]


async def film(stage: Stage, scene: Scene, gallery: Gallery) -> None:
    """A scene at all its sizes, then again at the first after the window was too small for anything."""
    app, pilot = stage
    await resized(app, pilot, scene.sizes[0])
    await scene.enter(stage)
    before = text_of(app)
    for size in scene.sizes:
        await resized(app, pilot, size)
        gallery.shots.append(shot(app, scene.name))
    await resized(app, pilot, TINY)
    await resized(app, pilot, scene.sizes[0])
    await stage.settle()  # some rooms look again at what is kept
    if (after := text_of(app)) != before:
        gallery.lost[scene.name] = f"{before}\n{after}"
    await stage.leave()


async def _film_all(paths: list[str], gallery: Gallery) -> None:
    """Returns nothing: Python writes out what a task returns when it puts the handler of Ctrl-C back."""
    with only_the_rota():
        await _film_in_turn(others(paths), gallery)
    await _film_in_turn(TABLES, gallery)


async def _film_in_turn(scenes: Iterable[Scene], gallery: Gallery) -> None:
    """One after the other in one app, whose home hangs the games that are there now on its wall."""
    app = ParlorApp(lambda: HomeScreen(lambda: TODAY), pace=0)
    async with app.run_test(size=(100, 32)) as pilot:
        stage = Stage(app, pilot)
        for scene in scenes:
            await film(stage, scene, gallery)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOR_HOME", str(tmp_path_factory.mktemp("home")))
        gallery = Gallery([], {})
        asyncio.run(_film_all(saved_games(), gallery))
        yield gallery


def check(name: str, text: str) -> str:
    """What is wrong with a snapshot; with PARLOR_SNAPSHOTS=write, the snapshot is written instead."""
    path = SNAPSHOTS / f"{name}.txt"
    if WRITE:
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if not path.exists():
        return f"{name} has no snapshot: PARLOR_SNAPSHOTS=write writes it, see the top of this file"
    kept = path.read_text(encoding="utf-8")
    return "" if kept == text else f"{name} was\n{kept}\nand is\n{text}"


def test_every_game_of_the_house_has_a_scene() -> None:
    missing = {*GAMES.ours} - {scene.name for scene in TABLES}
    assert not missing, f"add {missing} to TABLES in tests/support/tui/scenes.py, then write its snapshots"


def test_every_screen_looks_as_it_did(gallery: Gallery) -> None:
    names = [each.name for each in gallery.shots]
    assert len(set(names)) == len(names)
    wrong = [told for each in gallery.shots if (told := check(each.name, each.text))]
    assert not wrong, "\n".join(wrong)
    styled = {f"{name}-{look}" for name in STYLED for look in LOOKS}
    kept = {path.stem for path in SNAPSHOTS.glob("*.txt")}
    assert kept - styled == set(names), "a snapshot without a screen"


def test_a_window_that_was_another_one_shows_the_same_again(gallery: Gallery) -> None:
    """What is held, lifted or open stays, even while the window is too small for anything."""
    assert not gallery.lost, "\n".join(gallery.lost.values())


def test_no_word_is_cut(gallery: Gallery) -> None:
    assert {each.name: each.cuts for each in gallery.shots if each.cuts} == {}
    assert [each.name for each in gallery.shots if re.search(r"\w…", each.text)] == [], "a cut sentence"


def broken_frames(each: Shot) -> list[str]:
    """The rows in which something overwrites the edge of a thin frame."""
    rows = ["".join(" " if "inline" in cell.attributes else cell.glyph for cell in row) for row in each.cells]
    wrong = []
    for top, row in enumerate(rows):
        for corner, end, edge in (("┌", "└", LEFT), ("┐", "┘", RIGHT)):
            for x in (x for x, sign in enumerate(row) if sign == corner):
                for below in rows[top + 1 :]:
                    if below[x] == end:
                        break
                    if below[x] not in edge:
                        wrong.append(below)
                else:
                    wrong.append(f"{row}: no end")
    return wrong


def test_frames_are_whole(gallery: Gallery) -> None:
    assert {each.name: wrong for each in gallery.shots if (wrong := broken_frames(each))} == {}


# Looks -------------------------------------------------------------------------------------------


def pairs(each: Shot) -> set[tuple[str, str]]:
    """The ink and ground of every character."""
    return {(cell.ink, cell.ground) for row in each.cells for cell in row if cell.glyph != " "}


def test_every_sign_can_be_read_on_its_ground(gallery: Gallery) -> None:
    wrong: dict[tuple[str, str], list[str]] = {}
    for each in gallery.shots:
        for pair in pairs(each):
            if not may_stand_on(*pair):
                wrong.setdefault(pair, []).append(each.name)
    assert wrong == {}


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_the_text_is_the_same_in_every_look(look: Look, gallery: Gallery) -> None:
    for each in gallery.shots:
        if each.name.endswith(("-60", "-100")):
            for row in each.cells:
                assert build_strip(row, look, ascii_only=False).text == "".join(cell.glyph for cell in row)


def test_in_ascii_every_sign_has_its_stand_in_in_the_same_cell(gallery: Gallery) -> None:
    for each in gallery.shots:
        for row in each.cells:
            shown = build_strip(row, LOOKS["dark"], ascii_only=True).text
            assert shown.isascii(), shown
            assert shown == "".join(
                " " if "inline" in cell.attributes else cell.glyph.translate(ASCII) for cell in row
            )


def styles(gallery: Gallery, look: Look) -> Iterator[tuple[Cell, Style]]:
    """Every kind of cell, and what is sent to the terminal for it."""
    kinds = {
        cell._replace(glyph=cell.glyph if cell.glyph == " " else "x")
        for each in gallery.shots
        for row in each.cells
        for cell in row
    }
    for cell in kinds:
        for segment in build_strip([cell], look, ascii_only=False):
            assert segment.style is not None
            yield cell, segment.style


def test_without_colour_nothing_is_coloured_and_masses_stay(gallery: Gallery) -> None:
    bare, masses = LOOKS["none"], 0
    for cell, style in styles(gallery, bare):
        assert all(colour is None or colour.is_default for colour in (style.color, style.bgcolor)), cell
        solid = cell.ground in ("ink", "fill", "coin", "p1f", "p2f")
        assert not solid or style.reverse, cell
        masses += solid
    assert masses > 10


def runs(each: Shot, look: Look) -> str:
    """A screen as texts with their styles, run by run."""
    lines = []
    for row in each.cells:
        for style, run in groupby(row, key=lambda cell: cell[1:]):
            text = "".join(cell.glyph for cell in run)
            words: Any = look.style(style[0], style[1], style[2].replace("inline", "").strip())
            lines.append(f"{text!r} {words}")
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_two_screens_have_their_colours(look: Look, gallery: Gallery) -> None:
    shots = {each.name: each for each in gallery.shots}
    wrong = [check(f"{name}-{look.name}", runs(shots[name], look)) for name in STYLED]
    assert not any(wrong), "\n".join(wrong)
