"""The command `parlor`: reads the words and opens the room asked for, imported only then."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import arguments
from primeparlor.arguments import Parser
from primeparlor.files import shown

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


def parser(words: Sequence[str] | None = None) -> Parser:
    """Every command with its options; with those only that these words may ask for, which is quicker."""
    top = Parser(prog="parlor", description="Two-player number games.", examples=EXAMPLES)
    top.add_argument("--version", action="store_true", help="the version of this parlor")
    top.add_argument("--plain", action="store_true", help="plain text, without colour and boards")
    top.set_defaults(run=_menu, room=top)
    rooms = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (meaning, options, run, examples, aliases) in ROOMS.items():
        room = rooms.add_parser(name, help=meaning, examples=examples, aliases=aliases)
        if words is None or {name, *aliases} & set(words):
            options(room)
        room.set_defaults(run=run, room=room)
    return top


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
        code = _failed(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.", 1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
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
    top = parser(sys.argv[1:] if argv is None else argv)
    args, rest = top.parse_known_args(argv)
    # words may stand between options: argparse gives back those it did not expect there
    for word in rest:
        if not hasattr(args, "words") or word.startswith("-"):
            args.room.error(f"unrecognized argument: {word}")
        args.words.append(word)
    return args


def _version() -> int:
    from primeparlor import __version__

    print(f"parlor {__version__}")
    return 0


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


def _told(sentence: object) -> None:
    """Say it about the program; whatever a name or a package has put in it, the terminal obeys nothing."""
    print(f"parlor: {shown(str(sentence))}", file=sys.stderr)


def _failed(sentence: object, code: int) -> int:
    _told(sentence)
    return code


# The rooms: what each may be told, and how it is opened ------------------------------------------


def _menu(args: argparse.Namespace) -> int:
    from primeparlor.terminal.menu import menu

    return menu(args.plain)


def _asked(name: str) -> type[State]:
    from primeparlor import notation

    return notation.find_game(_named(name))


def _named(name: str) -> str:
    """The name that was typed; without one, the question which."""
    from primeparlor import notation
    from primeparlor.games import GAMES

    if not name:
        raise notation.NotationError(f"Which game? The games are: {', '.join(GAMES)}.")
    return name


def _play_options(room: Parser) -> None:
    arguments.game(room)
    arguments.position(room, "rules of a variant, or a set-up position")
    arguments.seats(room, "human, beginner, casual, club, expert, perfect or random (default: human)")
    room.add_argument("--toss", action="store_true", help="toss a coin for who begins")
    arguments.seed(room, "fix fate and random players, for experiments")
    room.add_argument("--fate", default="", metavar="OUTCOMES", help="deal these first, as in '7 10 9'")
    room.add_argument("--record", metavar="FILE", help="keep the record here, not among the saved games")
    room.add_argument("--clock", type=arguments.seconds, metavar="SECONDS", help="time for each decision")
    invalid, limit = "invalid inputs in a row that forfeit", "stop unfinished after so many moves"
    room.add_argument("--strikes", type=arguments.whole, metavar="N", help=invalid)
    room.add_argument("--limit", type=arguments.whole, metavar="MOVES", help=limit)
    room.add_argument("--no-undo", action="store_true", help="no taking back")
    room.add_argument("--no-hints", action="store_true", help="no help at the prompt")
    arguments.plain(room)


def _play(args: argparse.Namespace) -> int:
    from primeparlor.match import HUMAN, Settings
    from primeparlor.tables.opening import set_up
    from primeparlor.terminal import play

    start = set_up(_asked(args.game), args.words)
    settings = Settings(args.strikes, args.limit, args.clock, not args.no_undo, not args.no_hints)
    seats = (args.p1 or HUMAN, args.p2 or HUMAN)
    options = {"toss": args.toss, "seed": args.seed, "fate": args.fate, "record": args.record}
    return play.play(start, seats, settings, plain=args.plain, **options)


def _resume_options(room: Parser) -> None:
    arguments.record(room)
    arguments.seats(room, "who sits here now (default: as recorded)")
    arguments.seed(room, "the seed the game was begun with")
    arguments.plain(room)


def _resume(args: argparse.Namespace) -> int:
    from primeparlor.terminal import play

    return play.resume(args.name, (args.p1, args.p2), args.seed, args.plain)


def _games(args: argparse.Namespace) -> int:
    from primeparlor.terminal import library

    return library.games(args.json)


def _replay_options(room: Parser) -> None:
    arguments.record(room)
    arguments.as_json(room, "as JSON, with the position after each event")
    arguments.plain(room)


def _replay(args: argparse.Namespace) -> int:
    from primeparlor.terminal import library

    return library.replay(args.name, args.json, args.plain)


def _rules_options(room: Parser) -> None:
    arguments.game(room)
    arguments.plain(room)


def _rules(args: argparse.Namespace) -> int:
    from primeparlor.terminal import rulebook
    from primeparlor.terminal.screen import Screen

    rulebook.show(_asked(args.game).start(), Screen(args.plain))
    return 0


def _analyse_options(room: Parser) -> None:
    arguments.game(room)
    arguments.position(room, "the position and the rules of a variant")
    room.add_argument("--moves", default="", metavar="MOVES", help="played from there, as in '6 9 8'")
    room.add_argument("--exact", action="store_true", help="take the time for an exact value (Prime Duel)")
    arguments.as_json(room)
    arguments.plain(room)


def _analyse(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.terminal import analyse

    state = notation.set_up(_asked(args.game), args.words)
    return analyse.analyse(state, args.moves, args.json, args.exact, args.plain)


def _review_options(room: Parser) -> None:
    arguments.records(room)
    room.add_argument("--hide", action="store_true", help="hide the better move until you have tried")
    slowly = "no estimates in Prime Duel, however long it takes"
    room.add_argument("--exact", action="store_true", help=slowly)
    room.add_argument("--svg", metavar="FILE", help="draw the chart of the game into this file")
    arguments.as_json(room)
    arguments.plain(room)


def _review(args: argparse.Namespace) -> int:
    from primeparlor.terminal import review

    return review.run(args.names, args.json, args.hide, args.exact, args.svg, args.plain)


def _solve_options(room: Parser) -> None:
    arguments.game(room)
    arguments.rules(room)
    room.add_argument("--memory", choices=["full", "small"], help="Prime Duel: small takes half the memory")
    arguments.as_json(room)


def _solve(args: argparse.Namespace) -> int:
    from primeparlor.terminal import analyse

    return analyse.solve_game(_asked(args.game), args.words, args.memory, args.json)


def _puzzle_options(room: Parser) -> None:
    arguments.game(room)
    arguments.seed(room, "always the same puzzle")
    room.add_argument("--mistakes", action="store_true", help="add the mistakes of your saved games")
    arguments.as_json(room)
    arguments.plain(room)


def _puzzle(args: argparse.Namespace) -> int:
    from primeparlor.terminal import puzzle

    game = _asked(args.game).name if args.game else None
    return puzzle.run(game, args.seed, args.mistakes, args.json, args.plain)


def _check_game_options(room: Parser) -> None:
    arguments.game(room)
    arguments.as_json(room)


def _check_game(args: argparse.Namespace) -> int:
    from primeparlor.conformance import command

    return command.run(_named(args.game), args.json)


def _completion_options(room: Parser) -> None:
    room.add_argument("shell", choices=["bash", "zsh"])


def _completion(args: argparse.Namespace) -> int:
    from primeparlor.terminal import completion

    print(completion.script(args.shell, parser()), end="")
    return 0


class Room(NamedTuple):
    """One command."""

    meaning: str
    options: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""
    aliases: tuple[str, ...] = ()


ROOMS = {
    "play": Room("play a game", _play_options, _play, PLAY_EXAMPLES),
    "resume": Room("go on with a saved game", _resume_options, _resume),
    "games": Room("list the saved games", arguments.as_json, _games),
    "replay": Room("show a record from its beginning", _replay_options, _replay),
    "rules": Room("the rules of a game, with the rulings", _rules_options, _rules),
    "analyse": Room(
        "the exact value of a position, and why", _analyse_options, _analyse, ANALYSE_EXAMPLES, ("analyze",)
    ),
    "review": Room("every move of a game graded, with reasons", _review_options, _review),
    "solve": Room("a whole game: who wins, and counts", _solve_options, _solve, SOLVE_EXAMPLES),
    "puzzle": Room("find the only right move; what you fail comes back", _puzzle_options, _puzzle),
    "check-game": Room("what a game's folder lacks, for its author", _check_game_options, _check_game),
    "completion": Room(
        "shell completion: source <(parlor completion bash)", _completion_options, _completion
    ),
}
