"""The command line parser, and what commands share: their arguments, and screen or plain lines."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from primeparlor.files import escape_text

if TYPE_CHECKING:
    from datetime import date

    from primeparlor.core import State
    from primeparlor.terminal.mode import TerminalOptions

RECORD = "a file, or a saved game's name or number in 'parlor games' (default: the last)"


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, whose width comes straight from `os`, to save an import."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=min(width, 100) - 2)


class Parser(argparse.ArgumentParser):
    """A parser whose help begins with examples and whose errors say what to do."""

    def __init__(self, *, examples: str = "", **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=Formatter, **settings)
        self.examples = examples

    def format_help(self) -> str:
        return f"{self.examples}\n{super().format_help()}" if self.examples else super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"parlor: {escape_text(message)}\nTry '{self.prog} --help'.\n")


class Command(NamedTuple):
    """One command."""

    meaning: str
    options: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""
    aliases: tuple[str, ...] = ()


# Metavars say what an argument is: completion offers games, seats, files and keys by them.


def add_game(subparser: Parser) -> None:
    # optional, so that we can list the games if it is missing: argparse would not
    subparser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="its name, such as prime-climb"
    )


def add_position(subparser: Parser, meaning: str) -> None:
    subparser.add_argument("words", metavar="KEY=VALUE", nargs="*", help=meaning)


def add_rules(subparser: Parser) -> None:
    subparser.add_argument("words", metavar="RULE=NUMBER", nargs="*", help="rules of a variant")


def add_seats(subparser: Parser, meaning: str) -> None:
    subparser.add_argument("--p1", metavar="SEAT", help=f"Player 1: {meaning}")
    subparser.add_argument("--p2", metavar="SEAT", help=f"Player 2: {meaning}")


def add_record(subparser: Parser) -> None:
    subparser.add_argument("name", metavar="FILE", nargs="?", help=RECORD)


def add_records(subparser: Parser) -> None:
    subparser.add_argument("names", metavar="FILE", nargs="*", help=RECORD)


def add_seed(subparser: Parser, meaning: str) -> None:
    subparser.add_argument("--seed", type=_parse_seed, metavar="N", help=meaning)


def add_plain(subparser: Parser) -> None:
    subparser.add_argument(
        "--plain",
        action="store_true",
        default=argparse.SUPPRESS,
        help="plain lines, boards only when asked for",
    )


def add_screen(subparser: Parser, top: bool = False) -> None:
    """Add the options for playing at a terminal; behind a command, they override those before it."""

    def option(name: str, default: object, meaning: str, **settings: Any) -> None:
        default = default if top else argparse.SUPPRESS
        subparser.add_argument(f"--{name}", default=default, help=meaning, **settings)

    option("plain", False, "plain lines instead of the screen; kept for next time", action="store_true")
    option("screen", False, "the screen again, after --plain", action="store_true")
    option("theme", None, "dark or light colours (default: as the terminal)", choices=["dark", "light"])
    option("ascii", False, "draw with ASCII characters only", action="store_true")
    slowly = "how long the house's moves take: 1 is normal, 2 twice as long, off at once"
    option("pace", None, slowly, type=parse_pace, metavar="NUMBER|off")


def read_terminal_options(args: argparse.Namespace) -> TerminalOptions:
    """Return the options for the terminal."""
    from primeparlor.terminal.mode import TerminalOptions

    return TerminalOptions(args.plain, args.screen, args.theme, args.ascii, args.pace)


def add_json(subparser: Parser, meaning: str = "as JSON") -> None:
    subparser.add_argument("--json", action="store_true", help=meaning)


def _parse_seed(text: str) -> int:
    """Parse a seed."""
    from primeparlor.tables.agents.options import LARGEST_SEED

    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED))):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to {LARGEST_SEED}")
    return int(text)


def parse_whole(text: str) -> int:
    """Parse a whole number in plain digits; the range is checked later."""
    if not (text.isascii() and text.removeprefix("-").isdigit()):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text[:40])  # a longer number is out of every range, and so are its first digits


def parse_seconds(text: str) -> float:
    """Parse a number in plain digits, with a point or without."""
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds")
    return float(text)


def parse_day(text: str) -> date:
    """Parse a day written as 2026-11-17."""
    from datetime import date

    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a day such as 2026-11-17")
    return found


def parse_pace(text: str) -> float:
    """Parse a factor for the duration of the house's moves; "off" is 0."""
    if text == "off":
        return 0.0
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and len(text) <= 18 and float(text) <= 10):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is neither 'off' nor a number from 0 to 10")
    return float(text)


# Shared first steps of commands --------------------------------------------------------------------


def find_game(name: str) -> type[State]:
    """Return the game of this name, or of a part of it; raise if there is none."""
    from primeparlor import notation

    return notation.find_game(require_name(name))


def require_name(name: str) -> str:
    """Return the name that was typed; raise if it is empty."""
    from primeparlor import notation
    from primeparlor.games import GAMES

    if not name:
        raise notation.NotationError(f"Which game? The games are: {', '.join(GAMES)}.")
    return name


def uses_screen(args: argparse.Namespace) -> bool:
    """Return True to use the screen; if it was expected but is impossible, print why to standard error."""
    from primeparlor.terminal.mode import choose_mode

    plain, notice = choose_mode(read_terminal_options(args))
    if notice:
        print(notice, file=sys.stderr)
    return not plain


def find_screen_command(args: argparse.Namespace, name: str) -> Callable[..., int] | None:
    """Return the function that opens this part of the screen; None in plain lines."""
    if not uses_screen(args):
        return None
    from primeparlor.terminal.tui import run

    opened: Callable[..., int] = getattr(run, name)
    return opened
