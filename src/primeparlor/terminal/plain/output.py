"""Output of the dialogue: plain lines, the same at a terminal and in a pipe.

Only a page of rules may have colour, where the terminal shows it. Characters beyond ASCII are written only
where they can be shown; each of ours has an ASCII stand-in of the same width.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from primeparlor.files import escape_text
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.lines import JOINERS, Line, text_of
from primeparlor.terminal.mode import can_show_signs

if TYPE_CHECKING:
    from primeparlor.terminal.plain.input import Keyboard

PAGE_COLOURS = {  # no background colour: it would have to suit every terminal
    "markdown.h1": "bold underline",
    "markdown.h2": "bold cyan",
    "markdown.code": "bold cyan",
    "markdown.item.bullet": "cyan",
    "markdown.item.number": "cyan",
}
LONGEST_ECHO = 60
WIDEST_PAGE = 79  # longer lines are hard to read


class Output:
    """The only way in which the player's text is written to stdout."""

    def __init__(self, plain: bool = True) -> None:
        self.colour = not plain and can_colour()  # of a page only
        self.ascii = not can_show_signs()

    @property
    def width(self) -> int:
        """Columns to draw in; 80 if the terminal's width is unknown."""
        try:
            return os.get_terminal_size(sys.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def say(self, *lines: str) -> None:
        """Write lines and flush; on a terminal, long lines are wrapped between words."""
        width = self.width if sys.stdout.isatty() else None
        for line in lines:
            if not line.translate(JOINERS).isprintable():  # joiners belong to names
                line = "\n".join(map(escape_text, line.split("\n")))
            for row in wrap_line(line, width) if width else [line]:
                sys.stdout.write(self._make_displayable(row) + "\n")
        sys.stdout.flush()

    def write_prompt(self, text: str) -> None:
        """Write a prompt and leave the cursor behind it."""
        sys.stdout.write(self._make_displayable(text))
        sys.stdout.flush()

    def ask(self, text: str, keyboard: Keyboard, seconds: float | None = None) -> str:
        """Return what is typed behind this prompt; raises EOFError or TimeUp if nothing is."""
        if seconds is None and keyboard.can_edit():
            return keyboard.read_edited_line(self._make_displayable(text))
        self.write_prompt(text)
        typed = keyboard.read_line(seconds)
        if not keyboard.is_terminal:
            self.echo(typed)
        return typed

    def echo(self, typed: str) -> None:
        """Finish a prompt's line with the input, where the terminal did not echo it."""
        typed = typed.strip(" \t\r")
        text = "".join(c if c.isprintable() else "?" for c in typed[:LONGEST_ECHO])
        self.say(text if len(typed) <= LONGEST_ECHO else text + "…")

    def draw(self, lines: Iterable[Line]) -> None:
        """Write a board without its styles: no meaning depends on them."""
        self.say(*map(text_of, lines))

    def write_page(self, markdown: str) -> None:
        """Write a Markdown page: rendered on a colour terminal, elsewhere without its markup."""
        width = min(self.width, WIDEST_PAGE)
        if not self.colour:
            from primeparlor.terminal.markdown import format_plain

            self.say(*format_plain(markdown, width))
            return
        from rich.console import Console
        from rich.markdown import Markdown
        from rich.theme import Theme

        console = Console(width=width, emoji=False, theme=Theme(PAGE_COLOURS))
        with console.capture() as page:
            console.print(Markdown(markdown, code_theme="ansi_dark"))
        sys.stdout.write(self._make_displayable(page.get()))
        sys.stdout.flush()

    def _make_displayable(self, text: str) -> str:
        """Replace what this output cannot show."""
        if text.isascii():
            return text
        if self.ascii:
            return text.translate(ASCII).encode("ascii", "replace").decode()
        encoding = sys.stdout.encoding
        return text.encode(encoding, "replace").decode(encoding)


def wrap_line(line: str, width: int) -> list[str]:
    """Wrap the line between words, in rows no wider than `width`; each row is indented as the first."""
    indent = line[: len(line) - len(line.lstrip())]
    rows = []
    while len(line) > width and (at := line.rfind(" ", len(indent) + 1, width + 1)) > 0:
        rows.append(line[:at].rstrip())
        line = indent + line[at:].lstrip()
    return [*rows, line]


def can_colour() -> bool:
    """Return True if stdout is a terminal that shows colour, and NO_COLOR is not set."""
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return not dull and sys.stdout.isatty()


def print_notice(sentence: str) -> None:
    """Print a sentence about the program to stderr, apart from its answers on stdout."""
    print(escape_text(sentence), file=sys.stderr)
