"""The command `parlor`: parses the command line and imports only the modules that the command needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TextIO, TypeAlias

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser
from primeparlor.files import escape_text

Commands: TypeAlias = dict[str, Command]
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
  parlor suite                                    positions to measure agents by

More about a command: parlor play --help
With a screen reader: parlor --plain (kept for next time).
"""


def build_parser(words: Sequence[str] | None = None) -> Parser:
    """Build the parser with every command, or only with the command that was typed, to save time."""
    top = Parser(prog="parlor", description="Two-player number games.", examples=EXAMPLES)
    top.add_argument("--version", action="store_true", help="show the version")
    parser.add_screen(top, top=True)
    top.set_defaults(run=_run_menu, subparser=top)
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    first = words[0] if words else ""
    for name in [first] if first in COMMANDS else COMMANDS:
        meaning, options, run, examples, aliases = COMMANDS[name]()[name]
        subparser = subparsers.add_parser(name, help=meaning, examples=examples, aliases=aliases)
        options(subparser)
        subparser.set_defaults(run=run, subparser=subparser)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run this command line and return its exit code."""
    _fill_closed_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products here are small: threads only wait
    try:
        code = _run_command(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left; everything shown is saved
        _discard_output(sys.stdout)
        code = 0
    except OSError as error:
        _discard_output(sys.stdout)
        code = _print_failure(
            f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.", 1
        )
    except KeyboardInterrupt:
        _flush_at_once(sys.stdout)
        with suppress(OSError):
            print(file=sys.stderr)
        code = 130
    try:
        sys.stderr.flush()
    except OSError:  # else Python would fail at it too, and end with a code of its own
        _discard_output(sys.stderr)
    return code


def _run_command(argv: Sequence[str] | None) -> int:
    from primeparlor.core import ParlorError
    from primeparlor.games import GAMES
    from primeparlor.games.game import blame
    from primeparlor.records import RecordError, StoreError

    GAMES.warn = _print_message
    try:
        args = _parse_arguments(argv)
    except SystemExit as done:  # argparse has answered
        return int(done.code or 0)
    try:
        return _print_version() if args.version else int(args.run(args))
    except (RecordError, StoreError) as error:
        return _print_failure(error, 1)
    except ParlorError as error:
        return _print_failure(error, 2)
    except (Exception, SystemExit) as error:
        fault = None if isinstance(error, OSError) else _find_fault(error)  # a full disk is no game's fault
        if (sentence := blame(error) or fault) is None:
            raise
        return _print_failure(sentence, 1)


def _find_fault(error: BaseException) -> str | None:
    """Return what is wrong with the other package's game at which our code failed; None if there is none."""
    from primeparlor.games.game import accuse, find_guest

    if (game := find_guest(error)) is None or not game.package:
        return None
    from primeparlor.conformance import check_game

    faults = check_game(game, game.state.name).faults
    return accuse(game, faults[0].sentence if faults else str(error) or type(error).__name__)


def _parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    top = build_parser(sys.argv[1:] if argv is None else argv)
    args, rest = top.parse_known_args(argv)
    # words may come between options: argparse returns those it did not expect there
    options = [word for word in rest if word.startswith("-")]
    words = [*getattr(args, "words", []), *(word for word in rest if not word.startswith("-"))]
    if getattr(args, "game", ""):
        args.game, words = _join_name(args.game, words)
    if unknown := [*options, *(words if not hasattr(args, "words") else ())]:
        args.subparser.error(f"unrecognized argument: {unknown[0]}{_format_variant_note(unknown[0], args)}")
    if hasattr(args, "words"):
        args.words = words
    return args


def _format_variant_note(word: str, args: argparse.Namespace) -> str:
    """Return a note on where variants are accepted, if this word looks like one."""
    return " (variants are for play, analyse and solve)" if "=" in word and hasattr(args, "game") else ""


def _join_name(name: str, words: list[str]) -> tuple[str, list[str]]:
    """Return the name of a game joined from its words, as in "prime climb", and the other words."""
    from primeparlor import notation

    more = next((at for at, word in enumerate(words) if "=" in word), len(words))
    for count in range(more, 0, -1):
        found = notation.named(" ".join([name, *words[:count]]))
        if len(found) == 1:
            return found[0], words[count:]
    return name, words


def _print_version() -> int:
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


def _discard_output(output: TextIO) -> None:
    """Discard the rest of this output: nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


def _flush_at_once(output: TextIO) -> None:
    """Write what the reader takes at once, and discard the rest, for which Python would wait at its exit."""
    try:
        number = output.fileno()
    except OSError:  # no file
        return
    waits = os.get_blocking(number)
    os.set_blocking(number, False)
    try:
        output.flush()
    except OSError:
        _discard_output(output)
    finally:
        os.set_blocking(number, waits)


def _print_message(sentence: object) -> None:
    """Print a message to standard error, with control characters escaped."""
    with suppress(OSError):
        print(f"parlor: {escape_text(str(sentence))}", file=sys.stderr)


def _print_failure(sentence: object, code: int) -> int:
    _print_message(sentence)
    return code


# The commands -----------------------------------------------------------------------------------


def _run_menu(args: argparse.Namespace) -> int:
    if not parser.uses_screen(args):
        from primeparlor.terminal.plain.menu import run_menu

        if (code := run_menu()) is not None:
            return code
        args.plain, args.screen = False, True  # chosen in the menu, and kept for next time
        parser.uses_screen(args)
    from primeparlor.terminal.tui import run

    return run.home(parser.read_terminal_options(args))


def _add_completion_options(subparser: Parser) -> None:
    subparser.add_argument("shell", choices=["bash", "zsh"])


def _run_completion(args: argparse.Namespace) -> int:
    from primeparlor.cli import completion

    print(completion.build_script(args.shell, build_parser()), end="")
    return 0


def _load_play() -> Commands:
    from primeparlor.cli.play import TO_PLAY

    return TO_PLAY


def _load_analyse() -> Commands:
    from primeparlor.cli.analyse import TO_ASK

    return TO_ASK


def _load_practise() -> Commands:
    from primeparlor.cli.practise import TO_PRACTISE

    return TO_PRACTISE


def _load_serve() -> Commands:
    from primeparlor.cli.serve import TO_SERVE

    return TO_SERVE


def _load_agents() -> Commands:
    from primeparlor.cli.agents import FOR_AGENTS

    return FOR_AGENTS


def _load_completion() -> Commands:
    meaning = "shell completion: source <(parlor completion bash)"
    return {"completion": Command(meaning, _add_completion_options, _run_completion)}


# In the order in which help lists them; where each is found, so that only what is asked for is imported.
COMMANDS: dict[str, Callable[[], Commands]] = {
    **dict.fromkeys(("play", "resume", "games", "replay"), _load_play),
    **dict.fromkeys(("rules", "analyse", "review", "solve"), _load_analyse),
    **dict.fromkeys(("puzzle", "today", "rush", "openings", "ladder", "progress"), _load_practise),
    "serve": _load_serve,
    **dict.fromkeys(("suite", "mcp"), _load_agents),
    "check-game": _load_analyse,
    "check-agent": _load_agents,
    "completion": _load_completion,
}
