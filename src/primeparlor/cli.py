"""The command `parlor`: reads the words and opens the room asked for, imported only then."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from primeparlor.core import State

EXAMPLES = """\
Examples:
  parlor                                          a menu: game, opponent, play
  parlor play prime-climb                         two people at this keyboard
  parlor play prime-duel --p2 club                you begin, against a club player
  parlor play prime-climb top=100 largest=5       a variant
  parlor resume                                   go on with your last game
  parlor rules number-morph                       the rules
  parlor analyse pocket-addition one=6 two=9      the exact value of a position, and why
  parlor review                                   your last game, every move graded
  parlor puzzle                                   find the only right move
"""
PLAY_EXAMPLES = """\
Examples:
  parlor play pocket-addition
  parlor play number-morph --p2 perfect --toss
  parlor play prime-climb top=100 largest=5
  parlor play prime-climb steps=7,3 turn=2        from a set-up position
  parlor play prime-duel --fate "7 10 9"          the first cards dealt by hand
"""


ANALYSE_EXAMPLES = """\
Examples:
  parlor analyse prime-climb steps=8,3
  parlor analyse pocket-addition --moves "6 9 8"  the position after these moves
  parlor analyse prime-duel scores=44,46 deck=4,4,3,4,4,4,4,4,4,4 card=3 --json
"""
SOLVE_EXAMPLES = """\
Examples:
  parlor solve number-morph                       who wins from every first number
  parlor solve prime-climb top=1000               a million positions
  parlor solve prime-duel --memory small          about 7 GiB, half an hour
"""
SEED_DIGITS = 18


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
        self.exit(2, f"parlor: {message}\nTry '{self.prog} --help'.\n")


def parser() -> argparse.ArgumentParser:
    """Every command and option."""
    top = Parser(prog="parlor", description="Five two-player number games.", examples=EXAMPLES)
    top.add_argument("--version", action="store_true", help="the version of this parlor")
    top.add_argument("--plain", action="store_true", help="plain text, without colour and boards")
    rooms = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    play = rooms.add_parser("play", help="play a game", examples=PLAY_EXAMPLES)
    _game(play)
    play.add_argument(
        "words", metavar="KEY=VALUE", nargs="*", help="rules of a variant, or a set-up position"
    )
    _seats(play, "human, beginner, casual, club, expert, perfect or random (default: human)")
    play.add_argument("--toss", action="store_true", help="toss a coin for who begins")
    play.add_argument("--seed", type=_seed, metavar="N", help="fix fate and random players, for experiments")
    play.add_argument(
        "--fate", default="", metavar="OUTCOMES", help="deal these first, as in --fate '7 10 9'"
    )
    play.add_argument("--record", metavar="FILE", help="keep the record here, not among the saved games")
    play.add_argument("--clock", type=_seconds, metavar="SECONDS", help="time for each decision")
    play.add_argument("--strikes", type=_whole, metavar="N", help="invalid inputs in a row that forfeit")
    play.add_argument("--limit", type=_whole, metavar="MOVES", help="stop unfinished after so many moves")
    play.add_argument("--no-undo", action="store_true", help="no taking back")
    play.add_argument("--no-hints", action="store_true", help="no help at the prompt")
    _plain(play)

    resume = rooms.add_parser("resume", help="go on with a saved game")
    resume.add_argument(
        "name", metavar="FILE", nargs="?", help="a record, its name or number (default: the last)"
    )
    _seats(resume, "who sits here now (default: as recorded)")
    resume.add_argument("--seed", type=_seed, metavar="N", help="the seed the game was begun with")
    _plain(resume)

    games = rooms.add_parser("games", help="list the saved games")
    games.add_argument("--json", action="store_true", help="as JSON")

    replay = rooms.add_parser("replay", help="show a record from its beginning")
    _record(replay)
    replay.add_argument("--json", action="store_true", help="as JSON, with the position after each event")
    _plain(replay)

    rules = rooms.add_parser("rules", help="the rules of a game, with the rulings")
    _game(rules)
    _plain(rules)

    analyse = rooms.add_parser(
        "analyse",
        aliases=["analyze"],
        help="the exact value of a position, and why",
        examples=ANALYSE_EXAMPLES,
    )
    _game(analyse)
    analyse.add_argument(
        "words", metavar="KEY=VALUE", nargs="*", help="the position and the rules of a variant"
    )
    analyse.add_argument(
        "--moves", default="", metavar="MOVES", help="played from there, as in --moves '6 9 8'"
    )
    analyse.add_argument("--exact", action="store_true", help="take the time for an exact value (Prime Duel)")
    _json(analyse)
    _plain(analyse)

    review = rooms.add_parser("review", help="every move of a game graded, with reasons")
    review.add_argument("names", metavar="FILE", nargs="*", help=RECORD)
    review.add_argument("--hide", action="store_true", help="hide the better move until you have tried")
    review.add_argument(
        "--exact", action="store_true", help="no estimates in Prime Duel, however long it takes"
    )
    review.add_argument("--svg", metavar="FILE", help="draw the chart of the game into this file")
    _json(review)
    _plain(review)

    solve = rooms.add_parser("solve", help="a whole game: who wins, and counts", examples=SOLVE_EXAMPLES)
    _game(solve)
    solve.add_argument("words", metavar="KEY=VALUE", nargs="*", help="rules of a variant")
    solve.add_argument("--memory", choices=["full", "small"], help="Prime Duel: small takes half the memory")
    _json(solve)

    puzzle = rooms.add_parser("puzzle", help="find the only right move; what you fail comes back")
    _game(puzzle)
    puzzle.add_argument("--seed", type=_seed, metavar="N", help="always the same puzzle")
    puzzle.add_argument("--mistakes", action="store_true", help="add the mistakes of your saved games")
    _json(puzzle)
    _plain(puzzle)

    completion = rooms.add_parser("completion", help="shell completion: source <(parlor completion bash)")
    completion.add_argument("shell", choices=["bash", "zsh"])
    return top


def _game(room: argparse.ArgumentParser) -> None:
    # left out, it is asked for with a list of all games: argparse would only say that it is missing
    room.add_argument("game", metavar="GAME", nargs="?", default="", help="its name, as in prime-climb")


def _seats(room: argparse.ArgumentParser, meaning: str) -> None:
    room.add_argument("--p1", metavar="SEAT", help=f"Player 1: {meaning}")
    room.add_argument("--p2", metavar="SEAT", help=f"Player 2: {meaning}")


RECORD = "a record, its name or its number in 'parlor games' (default: the last)"


def _record(room: argparse.ArgumentParser) -> None:
    room.add_argument("name", metavar="FILE", nargs="?", help=RECORD)


def _plain(room: argparse.ArgumentParser) -> None:
    room.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help="plain text, no boards")


def _json(room: argparse.ArgumentParser) -> None:
    room.add_argument("--json", action="store_true", help="as JSON")


def _seed(text: str) -> int:
    """A number that fixes what is drawn."""
    if not (text.isascii() and text.isdigit() and len(text) <= SEED_DIGITS):
        most = 10**SEED_DIGITS - 1
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to {most}")
    return int(text)


def _whole(text: str) -> int:
    """A whole number in plain digits; whoever takes it knows its range."""
    if not (text.isascii() and text.removeprefix("-").isdigit()):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text[:40])  # what is longer is outside every range, and its first digits are too


def _seconds(text: str) -> float:
    """A number in plain digits, with a point or without."""
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number of seconds")
    return float(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code."""
    _fill_closed_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products here are small: threads only wait
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has left; every event told is saved
        _drop_output()
        code = 0
    except OSError as error:
        _drop_output()
        code = _failed(f"{error.filename or 'The output'} cannot be used: {error.strerror}.", 1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    return code


def _run(argv: Sequence[str] | None) -> int:
    from primeparlor.core import ParlorError
    from primeparlor.records import RecordError, StoreError

    try:
        return _carry_out(_read(argv))
    except SystemExit as done:  # argparse has answered
        return int(done.code or 0)
    except (RecordError, StoreError) as error:
        return _failed(error, 1)
    except ParlorError as error:
        return _failed(error, 2)


def _read(argv: Sequence[str] | None) -> argparse.Namespace:
    top = parser()
    args, rest = top.parse_known_args(argv)
    # words may stand between options: argparse gives back those it did not expect there
    for word in rest:
        if not hasattr(args, "words") or word.startswith("-"):
            top.error(f"unrecognized argument: {word}")
        args.words.append(word)
    return args


def _fill_closed_streams() -> None:
    """Where stdin, stdout or stderr is closed, keep its number from the next file that is opened."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 – open until we leave
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _drop_output() -> None:
    """Nobody can read what is still to be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(sentence: object, code: int) -> int:
    print(f"parlor: {sentence}", file=sys.stderr)
    return code


def _carry_out(args: argparse.Namespace) -> int:
    if args.version:
        from primeparlor import __version__

        print(f"parlor {__version__}")
        return 0
    if args.command is None:
        from primeparlor.terminal.menu import menu

        return menu(args.plain)
    return ROOMS[args.command](args)


def _asked(name: str) -> type[State]:
    from primeparlor import notation
    from primeparlor.games import GAMES

    if not name:
        raise notation.NotationError(f"Which game? The games are: {', '.join(GAMES)}.")
    return notation.game(name)


def _play(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.match import HUMAN, Settings
    from primeparlor.terminal import play

    start = notation.set_up(_asked(args.game), args.words)
    settings = Settings(args.strikes, args.limit, args.clock, not args.no_undo, not args.no_hints)
    seats = (args.p1 or HUMAN, args.p2 or HUMAN)
    if args.toss:
        seats = play.tossed(seats, args.seed)
    match = play.new_match(start, seats, settings, args.seed, args.fate)
    return play.play(match, args.plain, args.record)


def _resume(args: argparse.Namespace) -> int:
    from primeparlor.terminal import play

    return play.resume(args.name, (args.p1, args.p2), args.seed, args.plain)


def _games(args: argparse.Namespace) -> int:
    from primeparlor.terminal import library

    return library.games(args.json)


def _replay(args: argparse.Namespace) -> int:
    from primeparlor.terminal import library

    return library.replay(args.name, args.json, args.plain)


def _rules(args: argparse.Namespace) -> int:
    from primeparlor.terminal import rulebook
    from primeparlor.terminal.screen import Screen

    rulebook.show(_asked(args.game).start(), Screen(args.plain))
    return 0


def _analyse(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.terminal import analyse

    state = notation.set_up(_asked(args.game), args.words)
    return analyse.analyse(state, args.moves, args.json, args.exact, args.plain)


def _review(args: argparse.Namespace) -> int:
    from primeparlor.terminal import review

    return review.run(args.names, args.json, args.hide, args.exact, args.svg, args.plain)


def _solve(args: argparse.Namespace) -> int:
    from primeparlor.terminal import analyse

    return analyse.solve_game(_asked(args.game), args.words, args.memory, args.json)


def _puzzle(args: argparse.Namespace) -> int:
    from primeparlor.terminal import puzzle

    game = _asked(args.game).name if args.game else None
    return puzzle.run(game, args.seed, args.mistakes, args.json, args.plain)


def _completion(args: argparse.Namespace) -> int:
    from primeparlor.terminal import completion

    print(completion.script(args.shell, parser()), end="")
    return 0


ROOMS = {
    "play": _play,
    "resume": _resume,
    "games": _games,
    "replay": _replay,
    "rules": _rules,
    "analyse": _analyse,
    "analyze": _analyse,
    "review": _review,
    "solve": _solve,
    "puzzle": _puzzle,
    "completion": _completion,
}

if __name__ == "__main__":
    sys.exit(main())
