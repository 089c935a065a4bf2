"""Detection of what this terminal can show: number of colours, light or dark theme, Unicode or ASCII.

The theme is taken from the first of these that is set: `--theme`, the saved preference, the terminal's
background, COLORFGBG; else it is dark. Textual sends the colours that Rich detects, so Rich counts them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from primeparlor.terminal.drawing import palette
from primeparlor.terminal.drawing.palette import Depth, Look, Theme
from primeparlor.terminal.mode import TerminalOptions, can_show_signs
from primeparlor.terminal.tui.background import BackgroundQuery, LateAnswerFilter


class TerminalLook(NamedTuple):
    """The look that suits this terminal."""

    look: Look
    ascii_only: bool
    late: LateAnswerFilter  # filter for keys that are parts of a late answer from the terminal


@contextmanager
def detect_look(wishes: TerminalOptions, remembered: str = "") -> Iterator[Callable[[], TerminalLook]]:
    """Query the terminal and yield a function that returns the result; the answer may arrive until that call.

    with detect_look(wishes, preferences.theme) as found:
        from … import App    # the slow part
        app = App(found())
    """
    _forget_empty_no_color()
    chosen = wishes.theme or _parse_theme(remembered)
    if chosen or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "linux":
        yield lambda: TerminalLook(
            palette.look(detect_depth(), chosen or "dark"),
            is_ascii_only(wishes),
            LateAnswerFilter(owed=False),
        )
        return
    with BackgroundQuery() as question:
        yield lambda: _build_look(question, wishes)


def _build_look(question: BackgroundQuery, wishes: TerminalOptions) -> TerminalLook:
    kind = detect_depth()  # imports Rich, which gives the terminal time to answer
    theme = question.read_answer() or parse_colorfgbg(os.environ.get("COLORFGBG", "")) or "dark"
    return TerminalLook(palette.look(kind, theme), is_ascii_only(wishes), LateAnswerFilter(question.owed))


def _forget_empty_no_color() -> None:
    """Remove an empty NO_COLOR from the environment: by convention it is ignored, but Textual obeys it."""
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]


def _parse_theme(name: str) -> Theme | None:
    return "dark" if name == "dark" else "light" if name == "light" else None


def detect_depth() -> Depth:
    """Return the number of colours of this terminal, as detected by Rich."""
    if os.environ.get("NO_COLOR"):
        return "none"
    from rich.console import Console

    system = Console(force_terminal=True).color_system
    return "truecolor" if system == "truecolor" else "256" if system == "256" else "16"


def parse_colorfgbg(colours: str) -> Theme | None:
    """Return the theme for a value of COLORFGBG, or None.

    It holds palette numbers of foreground and background: "15;0", or "0;default;15".
    """
    ground = colours.rpartition(";")[2]
    if not (ground.isascii() and ground.isdigit()):
        return None
    return "light" if int(ground) in (7, 9, 10, 11, 12, 13, 14, 15) else "dark"


def is_ascii_only(wishes: TerminalOptions) -> bool:
    """Return True if only ASCII may be shown. The Linux console lacks too many of our glyphs."""
    return wishes.ascii or os.environ.get("TERM") == "linux" or not can_show_signs()
