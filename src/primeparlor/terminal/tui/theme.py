"""The look of the screen: what this terminal can show (colours, light or dark theme, Unicode or ASCII).

The theme is taken from the first of these that is set: `--theme`, the saved preference, the terminal's
background, COLORFGBG; else it is dark. Textual sends the colours that Rich detects, so Rich counts them.
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from primeparlor.terminal.drawing import palette
from primeparlor.terminal.drawing.palette import Depth, Look, Theme
from primeparlor.terminal.mode import TerminalOptions, can_show_signs

QUESTIONS = b"\x1b]11;?\x1b\\\x1b[c"
SHORTLY = 0.06  # least seconds to wait after everything else is done
ROUND_TRIP = 0.4  # seconds a query may take over a slow network, counted from when it was sent
LONGEST = 4096  # bytes; more than this is a paste, not an answer

_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_KIND = re.compile(rb"\x1b\[\?[\d;]*c")

# The tokens of the palette in which Textual's own widgets are drawn, with Textual's names for these colours.
STOCK_COLOURS = {
    "wall": "background",
    "paper": "surface input-cursor-foreground scrollbar-background scrollbar-background-hover "
    "scrollbar-background-active scrollbar-corner-color",
    "mat": "panel boost",
    "sunk": "block-cursor-blurred-background block-hover-background",
    "soft": "block-cursor-background surface-active input-selection-background",
    "ink": "foreground text block-cursor-foreground block-cursor-blurred-foreground button-foreground "
    "button-color-foreground input-cursor-background",
    "ink2": "text-muted foreground-muted",
    "ghost": "text-disabled foreground-disabled",
    "edge": "border scrollbar",
    "line": "border-blurred",
    "brass": "primary secondary accent warning scrollbar-hover scrollbar-active",
    "bad": "error",
    "good": "success",
}


class BackgroundQuery:
    """A context manager that queries the background on entry and restores the terminal on exit."""

    def __init__(self, keyboard: int = 0, screen: int = 1) -> None:
        self.keyboard, self.screen = keyboard, screen
        self.owed = False  # True while an answer may still come
        self._before: list[Any] | None = None
        self._asked = 0.0

    def __enter__(self) -> Self:
        with suppress(OSError, termios.error):
            self._before = termios.tcgetattr(self.keyboard)
            # no flush, so that an answer to another program is not cut; Ctrl-C stays a signal
            tty.setcbreak(self.keyboard, termios.TCSANOW)
            os.write(self.screen, QUESTIONS)
            self.owed, self._asked = True, time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            with suppress(OSError, termios.error):
                termios.tcsetattr(self.keyboard, termios.TCSANOW, self._before)

    def read_answer(self) -> Theme | None:
        """Wait briefly for the answer and return its theme, or None if the terminal does not answer."""
        answer = b""
        until = max(time.monotonic() + SHORTLY, self._asked + ROUND_TRIP)
        while self.owed and len(answer) < LONGEST and self._wait_for_data(until):
            new = os.read(self.keyboard, LONGEST)
            answer += new
            self.owed = bool(new) and not _KIND.search(answer)
        return parse_background(answer)

    def _wait_for_data(self, until: float) -> bool:
        left = max(0.0, until - time.monotonic())
        return bool(select.select([self.keyboard], [], [], left)[0])


def parse_background(answer: bytes) -> Theme | None:
    """Parse a terminal's answer; return the theme of its background, or None."""
    if not (found := _COLOUR.search(answer)):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "dark"


class LateAnswerFilter:
    """A filter for keys that are really parts of a late answer from the terminal.

    Textual reports an unknown escape as the key ^, and everything after it as keys.
    """

    _whole = re.compile(r"\^?\[\?[\d;]*c")
    _part = re.compile(r"\^(\][\da-z;:/]{0,40}(\^\\?|\x07)?)?|\^?\[(\?[\d;]{0,40})?", re.IGNORECASE)

    def __init__(self, owed: bool) -> None:
        self.owed = owed
        self._come = ""

    def is_answer_part(self, sign: str | None) -> bool:
        """Return True if this key is part of the answer and was not pressed by a person."""
        if not self.owed or not sign:
            return False
        for come in (self._come + sign, sign):
            if self._whole.fullmatch(come):
                self.owed = False
                return True
            if self._part.fullmatch(come):
                self._come = come
                return True
        self._come = ""
        return False


class TerminalLook(NamedTuple):
    """The look that suits this terminal."""

    look: Look
    ascii_only: bool
    late_answers: LateAnswerFilter  # filter for keys that are parts of a late answer from the terminal


class LookOwner(Protocol):
    """What a widget asks for its look: the application, whose look may change while it runs."""

    look: Look
    ascii_only: bool


@contextmanager
def detect_look(options: TerminalOptions, remembered: str = "") -> Iterator[Callable[[], TerminalLook]]:
    """Query the terminal and yield a function that returns the result; the answer may arrive until that call.

    with detect_look(options, preferences.theme) as found:
        from … import App    # the slow part
        app = App(found())
    """
    _forget_empty_no_color()
    chosen = options.theme or _parse_theme(remembered)
    if chosen or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "linux":
        yield lambda: TerminalLook(
            palette.look(detect_depth(), chosen or "dark"),
            is_ascii_only(options),
            LateAnswerFilter(owed=False),
        )
        return
    with BackgroundQuery() as question:
        yield lambda: _build_look(question, options)


def _build_look(question: BackgroundQuery, options: TerminalOptions) -> TerminalLook:
    kind = detect_depth()  # imports Rich, which gives the terminal time to answer
    theme = question.read_answer() or parse_colorfgbg(os.environ.get("COLORFGBG", "")) or "dark"
    return TerminalLook(palette.look(kind, theme), is_ascii_only(options), LateAnswerFilter(question.owed))


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


def is_ascii_only(options: TerminalOptions) -> bool:
    """Return True if only ASCII may be shown. The Linux console lacks too many of our glyphs."""
    return options.ascii or os.environ.get("TERM") == "linux" or not can_show_signs()
