"""What the words of a command line may be: the parser, and the arguments that commands share."""

from __future__ import annotations

import argparse
import os
from typing import Any, NoReturn

from primeparlor.files import shown

SEED_DIGITS = 18
RECORD = "a record, its name or its number in 'parlor games' (default: the last)"


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal; asked of the system directly, which is quicker to import."""

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
        self.exit(2, f"parlor: {shown(message)}\nTry '{self.prog} --help'.\n")


# Metavars say what an argument is: completion offers games, seats, files and keys by them.


def game(room: Parser) -> None:
    # left out, it is asked for with a list of all games: argparse would only say that it is missing
    room.add_argument("game", metavar="GAME", nargs="?", default="", help="its name, as in prime-climb")


def position(room: Parser, meaning: str) -> None:
    room.add_argument("words", metavar="KEY=VALUE", nargs="*", help=meaning)


def rules(room: Parser) -> None:
    room.add_argument("words", metavar="RULE=NUMBER", nargs="*", help="rules of a variant")


def seats(room: Parser, meaning: str) -> None:
    room.add_argument("--p1", metavar="SEAT", help=f"Player 1: {meaning}")
    room.add_argument("--p2", metavar="SEAT", help=f"Player 2: {meaning}")


def record(room: Parser) -> None:
    room.add_argument("name", metavar="FILE", nargs="?", help=RECORD)


def records(room: Parser) -> None:
    room.add_argument("names", metavar="FILE", nargs="*", help=RECORD)


def seed(room: Parser, meaning: str) -> None:
    room.add_argument("--seed", type=_seed, metavar="N", help=meaning)


def plain(room: Parser) -> None:
    room.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help="plain text, no boards")


def as_json(room: Parser, meaning: str = "as JSON") -> None:
    room.add_argument("--json", action="store_true", help=meaning)


def _seed(text: str) -> int:
    """A number that fixes what is drawn."""
    if not (text.isascii() and text.isdigit() and len(text) <= SEED_DIGITS):
        most = 10**SEED_DIGITS - 1
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to {most}")
    return int(text)


def whole(text: str) -> int:
    """A whole number in plain digits; whoever takes it knows its range."""
    if not (text.isascii() and text.removeprefix("-").isdigit()):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text[:40])  # what is longer is outside every range, and its first digits are too


def seconds(text: str) -> float:
    """A number in plain digits, with a point or without."""
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds")
    return float(text)
