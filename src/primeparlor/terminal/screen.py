"""Where the dialogue is written: plain lines, or colour on a terminal that can show it.

Plain text goes to pipes, `--plain`, NO_COLOR and TERM=dumb. Signs beyond ASCII are written only
where the terminal can show them; every one of ours has an ASCII stand-in of the same width.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from primeparlor.files import shown
from primeparlor.terminal.blocks import Line

if TYPE_CHECKING:
    from rich.console import Console

STAND_INS = str.maketrans("×–…→’±·•●▲◆█░┌┐└┘│─▁▂▃▄▅▆▇", "x-.>'~.-o^*#.++++|-_,-~=+*")
COLOURS = {
    "": "",
    "quiet": "dim",
    "mark": "bold yellow",
    "one": "bold cyan",
    "two": "bold magenta",
    "now": "bold",
}
PAGE_COLOURS = {  # no background: it would have to suit every terminal's
    "markdown.h1": "bold underline",
    "markdown.h2": "bold cyan",
    "markdown.code": "bold cyan",
    "markdown.item.bullet": "cyan",
    "markdown.item.number": "cyan",
}
LONGEST_ECHO = 60
WIDEST_PAGE = 79  # longer lines are hard to read


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
        """Write lines, at once; those too long for a terminal are broken between words."""
        width = self.width if sys.stdout.isatty() else None
        for line in lines:
            line = line if line.isprintable() else "\n".join(map(shown, line.split("\n")))
            for row in folded(line, width) if width else [line]:
                if self.colour and row:
                    self.console.print(self._shown(row), markup=False)
                else:
                    sys.stdout.write(self._shown(row) + "\n")
        sys.stdout.flush()

    def prompt(self, text: str) -> None:
        """Write a prompt and leave the cursor behind it."""
        sys.stdout.write(self._shown(text))
        sys.stdout.flush()

    def echo(self, typed: str) -> None:
        """Finish a prompt's line with what was typed where the terminal did not show it."""
        typed = typed.strip(" \t\r")
        text = "".join(c if c.isprintable() else "?" for c in typed[:LONGEST_ECHO])
        self.say(text if len(typed) <= LONGEST_ECHO else text + "…")

    def draw(self, title: str, lines: Iterable[Line]) -> None:
        """A board."""
        if not self.colour:
            self.say(*("".join(text for text, _ in line).rstrip() for line in lines))
            return
        from rich import box
        from rich.panel import Panel
        from rich.text import Text

        rows = [
            Text.assemble(*((self._shown(text), COLOURS[style]) for text, style in line)) for line in lines
        ]
        frame = box.ASCII if self.ascii else box.ROUNDED
        body, name = Text("\n").join(rows), self._shown(title)
        panel = Panel(body, title=Text(name), title_align="left", expand=False, box=frame)
        self.console.print(panel, width=self.width)  # the console itself would ask COLUMNS and stdin first
        sys.stdout.flush()

    def page(self, markdown: str) -> None:
        """A page of text: on a colour terminal set as Markdown, else without its signs."""
        width = min(self.width, WIDEST_PAGE)
        if not self.colour:
            from primeparlor.terminal.plain import plain

            self.say(*plain(markdown, width))
            return
        from rich.markdown import Markdown
        from rich.theme import Theme

        with self.console.use_theme(Theme(PAGE_COLOURS)), self.console.capture() as page:
            self.console.print(Markdown(markdown, code_theme="ansi_dark"), width=width, soft_wrap=False)
        sys.stdout.write(self._shown(page.get()))
        sys.stdout.flush()

    @property
    def console(self) -> Any:
        """The colour terminal; made when first drawn on, for it takes a moment."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(width=self.width, soft_wrap=True, emoji=False)
        return self._console

    def _shown(self, text: str) -> str:
        """The text as far as this output can show it."""
        if text.isascii():
            return text
        if self.ascii:
            return text.translate(STAND_INS).encode("ascii", "replace").decode()
        encoding = sys.stdout.encoding
        return text.encode(encoding, "replace").decode(encoding)


def folded(line: str, width: int) -> list[str]:
    """The line in rows no wider than this, broken between words; each row is indented as the first."""
    indent = line[: len(line) - len(line.lstrip())]
    rows = []
    while len(line) > width and (at := line.rfind(" ", len(indent) + 1, width + 1)) > 0:
        rows.append(line[:at].rstrip())
        line = indent + line[at:].lstrip()
    return [*rows, line]


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
    everything, letters, usual = (os.environ.get(key) for key in ("LC_ALL", "LC_CTYPE", "LANG"))
    if letters in ("C.UTF-8", "C.utf8", "UTF-8"):  # Python itself sets this where the locale is C
        letters = None
    return (everything or letters or usual) not in ("C", "POSIX")
