"""How the screen looks on this terminal: how many colours it has, light or dark, and which signs it can show.

Light or dark is settled by the first of these that says: `--theme`, what was chosen last time, the terminal's
own background, COLORFGBG; else dark. The number of colours is what Rich finds, as Textual sends no others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from primeparlor.terminal.drawing import palette
from primeparlor.terminal.drawing.palette import Depth, Look, Theme
from primeparlor.terminal.mode import Wishes, can_show_signs
from primeparlor.terminal.tui.background import Late, Question


class Found(NamedTuple):
    """What suits this terminal."""

    look: Look
    ascii_only: bool
    late: Late  # whether a key is a part of the terminal's answer, should that come late


@contextmanager
def finding(wishes: Wishes, remembered: str = "") -> Iterator[Callable[[], Found]]:
    """A function that tells what suits; the terminal is asked at once, and may answer until it is called.

    with finding(wishes, choices.theme) as found:
        from … import App    # the slow part
        app = App(found())
    """
    _forget_empty_no_color()
    chosen = wishes.theme or _theme(remembered)
    if chosen or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "linux":
        yield lambda: Found(palette.look(depth(), chosen or "dark"), ascii_only(wishes), Late(owed=False))
        return
    with Question() as question:
        yield lambda: _found(question, wishes)


def _found(question: Question, wishes: Wishes) -> Found:
    kind = depth()  # imports Rich: the terminal may take its time until then
    theme = question.answer() or by_hint(os.environ.get("COLORFGBG", "")) or "dark"
    return Found(palette.look(kind, theme), ascii_only(wishes), Late(question.owed))


def _forget_empty_no_color() -> None:
    """Take an empty NO_COLOR out of the environment: by convention it means nothing, to Textual it would."""
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]


def _theme(name: str) -> Theme | None:
    return "dark" if name == "dark" else "light" if name == "light" else None


def depth() -> Depth:
    """How many colours this terminal has, as Rich finds them."""
    if os.environ.get("NO_COLOR"):
        return "none"
    from rich.console import Console

    system = Console(force_terminal=True).color_system
    return "truecolor" if system == "truecolor" else "256" if system == "256" else "16"


def by_hint(colours: str) -> Theme | None:
    """What COLORFGBG says, ink and ground as numbers of the terminal's palette: "15;0", or "0;default;15"."""
    ground = colours.rpartition(";")[2]
    if not (ground.isascii() and ground.isdigit()):
        return None
    return "light" if int(ground) in (7, 9, 10, 11, 12, 13, 14, 15) else "dark"


def ascii_only(wishes: Wishes) -> bool:
    """Whether signs beyond ASCII must not be shown; the console of Linux has too few of ours."""
    return wishes.ascii or os.environ.get("TERM") == "linux" or not can_show_signs()
