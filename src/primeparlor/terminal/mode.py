"""The choice between the screen and plain lines, made before the first prompt.

It uses only the standard library, to start quickly. Plain lines are used where there is no terminal to draw
on, where the player wants them (`--plain`, which is remembered until `--screen`; PARLOR_PLAIN), and where the
screen cannot run: Textual is missing, or the window is too small. NO_COLOR does not select plain lines: the
boards stay, only their colour goes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from primeparlor.terminal.preferences import Preferences

SMALLEST = (60, 20)  # columns and rows
LINE_TERMINALS = ("", "dumb", "unknown")  # values of TERM for a terminal that can only write lines
NO_TEXTUAL = (
    "The screen needs Textual, which is not installed; playing in plain lines. "
    "Install it with: pip install textual"
)
NO_TERMINAL = "The screen needs a terminal; playing in plain lines."


class TerminalOptions(NamedTuple):
    """Terminal options of the command line; None where nothing was given."""

    plain: bool = False
    screen: bool = False
    theme: Literal["dark", "light"] | None = None
    ascii: bool = False
    pace: float | None = None  # how long the house's moves take: 1 is normal, 0 at once


class Mode(NamedTuple):
    """The chosen interface, and a sentence for players who would have expected the other one."""

    plain: bool
    notice: str = ""


class Terminal(NamedTuple):
    """The properties of the terminal that decide the mode."""

    real: bool  # True if stdin, stdout and stderr (on which Textual draws) are all terminals
    size: tuple[int, int] | None = None  # columns and rows, where they are known


def choose_mode(options: TerminalOptions) -> Mode:
    """Return the mode of this process; an option given at a terminal is remembered for next time."""
    terminal = inspect_terminal()
    if terminal.real and (options.plain or options.screen):
        choices = _load_preferences()
        if choices.plain != options.plain:
            choices.plain = options.plain
            choices.save()
    return decide_mode(options, os.environ, terminal, lambda: _load_preferences().plain)


def can_open_screen() -> bool:
    """Return True if `--screen` would open the screen here."""
    return not decide_mode(TerminalOptions(screen=True), os.environ, inspect_terminal(), lambda: False).plain


def _load_preferences() -> Preferences:
    """Load the preferences; only called where a player could have set them."""
    from primeparlor.terminal.preferences import Preferences

    return Preferences.load()


def decide_mode(
    options: TerminalOptions, environ: Mapping[str, str], terminal: Terminal, remembered: Callable[[], bool]
) -> Mode:
    """Return the mode for these options; `remembered` is called only if nothing else decides."""
    if options.plain:
        return Mode(plain=True)
    if not terminal.real or environ.get("TERM", "") in LINE_TERMINALS:
        return Mode(plain=True, notice=NO_TERMINAL if options.screen else "")
    if not options.screen and (environ.get("PARLOR_PLAIN") or remembered()):
        return Mode(plain=True)
    if terminal.size and (terminal.size[0] < SMALLEST[0] or terminal.size[1] < SMALLEST[1]):
        return Mode(plain=True, notice=_format_too_small(*terminal.size))
    if not has_textual():
        return Mode(plain=True, notice=NO_TEXTUAL)
    return Mode(plain=False)


def _format_too_small(columns: int, rows: int) -> str:
    needed = " × ".join(map(str, SMALLEST))
    return f"The screen needs {needed}; this window is {columns} × {rows}. Playing in plain lines."


def inspect_terminal() -> Terminal:
    """Return the properties of this process's terminal."""
    try:
        real = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
        columns, rows = os.get_terminal_size(sys.stdout.fileno()) if real else (0, 0)
    except (AttributeError, OSError, ValueError):  # a stream is closed or missing
        return Terminal(real=False)
    return Terminal(real, (columns, rows) if columns and rows else None)


def has_textual() -> bool:
    """Return True if Textual can be imported; looks it up without importing it."""
    return any(finder.find_spec("textual", None) for finder in sys.meta_path)


def can_show_signs() -> bool:
    """Return True if the output can show more than ASCII: by its encoding, and its locale if one is set."""
    try:
        "×█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    everything, letters, usual = (os.environ.get(key) for key in ("LC_ALL", "LC_CTYPE", "LANG"))
    if letters in ("C.UTF-8", "C.utf8", "UTF-8"):  # Python itself sets this where the locale is C
        letters = None
    return (everything or letters or usual) not in ("C", "POSIX")
