"""Where the dialogue is written: plain lines, or colour on a terminal that can show it.

Plain text goes to pipes, `--plain`, NO_COLOR and TERM=dumb. Signs beyond ASCII are written only
where the terminal can show them; every one of them has an ASCII stand-in of the same width.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from primeparlor.terminal.boards import Line

if TYPE_CHECKING:
    from rich.console import Console

STAND_INS = str.maketrans("×–…→’·●▲◆█░┌┐└┘│─", "x-.>'.o^*#.++++|-")
COLOURS = {
    "": "",
    "quiet": "dim",
    "prime": "bold yellow",
    "one": "bold cyan",
    "two": "bold magenta",
    "now": "bold",
}


class Screen:
    """Everything a player sees goes through here."""

    def __init__(self, plain: bool = False) -> None:
        self.colour = not plain and can_colour()
        self.ascii = not can_show_signs()
        self._console: Console | None = None

    @property
    def width(self) -> int:
        """Columns to draw in; 80 where nobody knows."""
        try:
            return os.get_terminal_size(sys.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def say(self, *lines: str) -> None:
        """Write lines, at once."""
        for line in lines:
            if self.colour and line:
                self.console.print(line.translate(STAND_INS) if self.ascii else line, markup=False)
            else:
                self._write(line + "\n")
        sys.stdout.flush()

    def prompt(self, text: str) -> None:
        """Write a prompt and leave the cursor behind it."""
        self._write(text)
        sys.stdout.flush()

    def echo(self, typed: str) -> None:
        """Finish a prompt's line with what was typed where the terminal did not show it."""
        shown = "".join(c if c.isprintable() else "?" for c in typed[:80])
        self.say(shown if len(typed) <= 80 else shown + "…")

    def draw(self, title: str, lines: Iterable[Line]) -> None:
        """A board."""
        if not self.colour:
            self.say(*("".join(text for text, _ in line).rstrip() for line in lines))
            return
        from rich import box
        from rich.panel import Panel
        from rich.text import Text

        def shown(text: str) -> str:
            return text.translate(STAND_INS) if self.ascii else text

        rows = [Text.assemble(*((shown(text), COLOURS[style]) for text, style in line)) for line in lines]
        frame = box.ASCII if self.ascii else box.ROUNDED
        panel = Panel(Text("\n").join(rows), title=title, title_align="left", expand=False, box=frame)
        self.console.print(panel)
        sys.stdout.flush()

    @property
    def console(self) -> Any:
        """The colour terminal; made when first drawn on, for it takes a moment."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=True, soft_wrap=True)
        return self._console

    def _write(self, text: str) -> None:
        sys.stdout.write(text.translate(STAND_INS) if self.ascii else text)


def can_colour() -> bool:
    """Whether the output is a terminal that shows colour, and nobody has asked it not to."""
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return not dull and sys.stdout.isatty()


def can_show_signs() -> bool:
    """Whether more than ASCII can be shown: by the encoding, and the locale if one is set."""
    try:
        "×█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    names = (os.environ.get(key) for key in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next((name for name in names if name), "") not in ("C", "POSIX")
