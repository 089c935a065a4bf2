"""The command `parlor`: parses the command line and imports only the modules that the command needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TextIO, TypeAlias

from primeparlor.cli import parser
from primeparlor.cli.parser import Parser, Room
from primeparlor.files import shown

Rooms: TypeAlias = dict[str, Room]
EXAMPLES = """\
Examples:
  parlor                                          home: play, puzzles, rules, your games
  parlor play prime-climb                         two people at this keyboard
  parlor play prime-duel --p2 club                you begin, against the house at club level
  parlor play prime-climb top=100 largest=5       a variant
  parlor resume                                   resume your last game
  parlor rules number-morph                       the rules
  parlor analyse pocket-addition one=6 two=9      the exact value of a position, and why
  parlor review                                   your last game, every move graded
  parlor puzzle                                   find the only right move
  parlor today                                    something new every day
  parlor rush                                     three minutes of puzzles
  parlor progress                                 what you have learned so far
  parlor serve                                    play in the browser

More about a command: parlor play --help
With a screen reader: parlor --plain (kept for next time).
"""


def build_parser(words: Sequence[str] | None = None) -> Parser:
    """Every command with its options; only that one which the words typed begin with, to save time."""
    top = Parser(prog="parlor", description="Two-player number games.", examples=EXAMPLES)
    top.add_argument("--version", action="store_true", help="show the version")
    parser.screen(top, top=True)
    top.set_defaults(run=_menu, room=top)
    rooms = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    first = words[0] if words else ""
    for name in [first] if first in ROOMS else ROOMS:
        meaning, options, run, examples, aliases = ROOMS[name]()[name]
        room = rooms.add_parser(name, help=meaning, examples=examples, aliases=aliases)
        options(room)
        room.set_defaults(run=run, room=room)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run this command line and return its exit code."""
    _fill_closed_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products here are small: threads only wait
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left; everything shown is saved
        _drop(sys.stdout)
        code = 0
    except OSError as error:
        _drop(sys.stdout)
        code = _failed(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.", 1)
    except KeyboardInterrupt:
        with suppress(OSError):
            print(file=sys.stderr)
        code = 130
    try:
        sys.stderr.flush()
    except OSError:  # else Python would fail at it too, and end with a code of its own
        _drop(sys.stderr)
    return code


def _run(argv: Sequence[str] | None) -> int:
    from primeparlor.core import ParlorError
    from primeparlor.games import GAMES
    from primeparlor.games.game import blame
    from primeparlor.records import RecordError, StoreError

    GAMES.warn = _told
    try:
        args = _read(argv)
    except SystemExit as done:  # argparse has answered
        return int(done.code or 0)
    try:
        return _version() if args.version else int(args.run(args))
    except (RecordError, StoreError) as error:
        return _failed(error, 1)
    except ParlorError as error:
        return _failed(error, 2)
    except (Exception, SystemExit) as error:
        if (sentence := blame(error)) is None:
            raise
        return _failed(sentence, 1)


def _read(argv: Sequence[str] | None) -> argparse.Namespace:
    top = build_parser(sys.argv[1:] if argv is None else argv)
    args, rest = top.parse_known_args(argv)
    # words may come between options: argparse returns those it did not expect there
    options = [word for word in rest if word.startswith("-")]
    words = [*getattr(args, "words", []), *(word for word in rest if not word.startswith("-"))]
    if getattr(args, "game", ""):
        args.game, words = _whole_name(args.game, words)
    if unknown := [*options, *(words if not hasattr(args, "words") else ())]:
        args.room.error(f"unrecognized argument: {unknown[0]}{_no_variant(unknown[0], args)}")
    if hasattr(args, "words"):
        args.words = words
    return args


def _no_variant(word: str, args: argparse.Namespace) -> str:
    """Return a note on where variants are accepted, if this word looks like one."""
    return " (variants are for play, analyse and solve)" if "=" in word and hasattr(args, "game") else ""


def _whole_name(name: str, words: list[str]) -> tuple[str, list[str]]:
    """Return the name of a game joined from its words, as in "prime climb", and the other words."""
    from primeparlor import notation

    more = next((at for at, word in enumerate(words) if "=" in word), len(words))
    for count in range(more, 0, -1):
        found = notation.named(" ".join([name, *words[:count]]))
        if len(found) == 1:
            return found[0], words[count:]
    return name, words


def _version() -> int:
    from primeparlor import __version__

    print(f"parlor {__version__}")
    return 0


def _fill_closed_streams() -> None:
    """Open /dev/null for each closed standard stream, so that no other file gets its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 – open until we leave
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _drop(output: TextIO) -> None:
    """Discard the rest of this output: nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


def _told(sentence: object) -> None:
    """Print a message to standard error, with control characters escaped."""
    with suppress(OSError):
        print(f"parlor: {shown(str(sentence))}", file=sys.stderr)


def _failed(sentence: object, code: int) -> int:
    _told(sentence)
    return code


# The commands -----------------------------------------------------------------------------------


def _menu(args: argparse.Namespace) -> int:
    if parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.home(parser.wishes(args))
    from primeparlor.terminal.plain.menu import menu

    return menu()


def _completion_options(room: Parser) -> None:
    room.add_argument("shell", choices=["bash", "zsh"])


def _completion(args: argparse.Namespace) -> int:
    from primeparlor.cli import completion

    print(completion.script(args.shell, build_parser()), end="")
    return 0


def _to_play() -> Rooms:
    from primeparlor.cli.play import TO_PLAY

    return TO_PLAY


def _to_ask() -> Rooms:
    from primeparlor.cli.analyse import TO_ASK

    return TO_ASK


def _to_practise() -> Rooms:
    from primeparlor.cli.practise import TO_PRACTISE

    return TO_PRACTISE


def _to_serve() -> Rooms:
    from primeparlor.cli.serve import TO_SERVE

    return TO_SERVE


def _for_the_shell() -> Rooms:
    meaning = "shell completion: source <(parlor completion bash)"
    return {"completion": Room(meaning, _completion_options, _completion)}


# In the order in which help lists them; where each is found, so that only what is asked for is imported.
ROOMS: dict[str, Callable[[], Rooms]] = {
    **dict.fromkeys(("play", "resume", "games", "replay"), _to_play),
    **dict.fromkeys(("rules", "analyse", "review", "solve"), _to_ask),
    **dict.fromkeys(("puzzle", "today", "rush", "openings", "progress"), _to_practise),
    "serve": _to_serve,
    "check-game": _to_ask,
    "completion": _for_the_shell,
}
