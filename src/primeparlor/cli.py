"""The command `parlor`: reads the command line and imports only the room it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from primeparlor import arguments
from primeparlor.arguments import Parser, Room
from primeparlor.files import shown
from primeparlor.practising import ROOMS_TO_PRACTISE
from primeparlor.serving import ROOMS_TO_SERVE

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
    """Every command with its options; only that one which the words typed begin with, to save time."""
    top = Parser(prog="parlor", description="Two-player number games.", examples=EXAMPLES)
    top.add_argument("--version", action="store_true", help="show the version")
    arguments.screen(top, top=True)
    top.set_defaults(run=_menu, room=top)
    rooms = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    first = words[0] if words else ""
    for name in [first] if first in ROOMS else ROOMS:
        meaning, options, run, examples, aliases = ROOMS[name]
        room = rooms.add_parser(name, help=meaning, examples=examples, aliases=aliases)
        options(room)
        room.set_defaults(run=run, room=room)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of this command line, once carried out."""
    _fill_closed_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products here are small: threads only wait
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left; everything shown is saved
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
    # words may come between options: argparse returns those it did not expect there
    options = [word for word in rest if word.startswith("-")]
    words = [*getattr(args, "words", []), *(word for word in rest if not word.startswith("-"))]
    if getattr(args, "game", ""):
        args.game, words = _whole_name(args.game, words)
    if unknown := [*options, *(words if not hasattr(args, "words") else ())]:
        args.room.error(f"unrecognized argument: {unknown[0]}")
    if hasattr(args, "words"):
        args.words = words
    return args


def _whole_name(name: str, words: list[str]) -> tuple[str, list[str]]:
    """The name of a game with the words that belong to it, as in "prime climb", and the other words."""
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
    """Where stdin, stdout or stderr is closed, occupy its number so that no other file gets it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 – open until we leave
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _drop_output() -> None:
    """Throw away the rest of the output: nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _told(sentence: object) -> None:
    """Print a message about the program, with anything escaped that the terminal would obey."""
    print(f"parlor: {shown(str(sentence))}", file=sys.stderr)


def _failed(sentence: object, code: int) -> int:
    _told(sentence)
    return code


# The rooms: what each may be told, and how it is opened ------------------------------------------


def _menu(args: argparse.Namespace) -> int:
    if arguments.on_the_screen(args):
        from primeparlor.terminal.screen import run

        return run.home(arguments.wishes(args))
    from primeparlor.terminal.plain.menu import menu

    return menu()


def _play_options(room: Parser) -> None:
    arguments.game(room)
    arguments.position(room, "rules of a variant, or a set-up position")
    arguments.seats(room, "human, beginner, casual, club, expert, perfect or random (default: human)")
    room.add_argument("--toss", action="store_true", help="toss a coin for who begins")
    arguments.seed(room, "make chance and random players repeatable")
    room.add_argument("--fate", default="", metavar="OUTCOMES", help="deal these first, such as '7 10 9'")
    room.add_argument("--record", metavar="FILE", help="save the game to this file instead")
    room.add_argument("--clock", type=arguments.seconds, metavar="SECONDS", help="time for each decision")
    invalid, limit = "lose after N invalid inputs in a row", "stop after this many moves, with no winner"
    room.add_argument("--strikes", type=arguments.whole, metavar="N", help=invalid)
    room.add_argument("--limit", type=arguments.whole, metavar="MOVES", help=limit)
    room.add_argument("--no-undo", action="store_true", help="no taking back moves")
    room.add_argument("--no-hints", action="store_true", help="no hints")
    arguments.screen(room)


def _play(args: argparse.Namespace) -> int:
    from primeparlor.match import HUMAN, Settings
    from primeparlor.tables.opening import set_up
    from primeparlor.terminal.seating import Terms

    start = set_up(arguments.asked(args.game), args.words)
    settings = Settings(args.strikes, args.limit, args.clock, not args.no_undo, not args.no_hints)
    seats = (args.p1 or HUMAN, args.p2 or HUMAN)
    terms = Terms(args.toss, args.seed, args.fate, args.record)
    if arguments.on_the_screen(args):
        from primeparlor.terminal.screen import run

        return run.play(start, seats, settings, terms, arguments.wishes(args))
    from primeparlor.terminal.plain import play

    return play.play(start, seats, settings, terms)


def _resume_options(room: Parser) -> None:
    arguments.record(room)
    arguments.seats(room, "who plays now (default: as recorded)")
    arguments.seed(room, "the seed the game started with")
    arguments.screen(room)


def _resume(args: argparse.Namespace) -> int:
    if arguments.on_the_screen(args):
        from primeparlor.terminal.screen import run

        return run.resume(args.name, (args.p1, args.p2), args.seed, arguments.wishes(args))
    from primeparlor.terminal.plain import play

    return play.resume(args.name, (args.p1, args.p2), args.seed)


def _games(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import library

    return library.games(args.json)


def _replay_options(room: Parser) -> None:
    arguments.record(room)
    arguments.as_json(room, "as JSON, with the position after each event")
    arguments.screen(room)


def _replay(args: argparse.Namespace) -> int:
    if not args.json and arguments.on_the_screen(args):
        from primeparlor.terminal.screen import run

        return run.replay(args.name, arguments.wishes(args))
    from primeparlor.terminal.plain import library

    return library.replay(args.name, args.json)


def _rules_options(room: Parser) -> None:
    arguments.game(room)
    arguments.plain(room)


def _rules(args: argparse.Namespace) -> int:
    from primeparlor.terminal import rulebook
    from primeparlor.terminal.plain.output import Output

    Output(args.plain).page(rulebook.page_for(arguments.asked(args.game).start()))
    return 0


def _analyse_options(room: Parser) -> None:
    arguments.game(room)
    arguments.position(room, "a position, and the rules of a variant")
    room.add_argument("--moves", default="", metavar="MOVES", help="then play these, such as '6 9 8'")
    room.add_argument(
        "--exact", action="store_true", help="an exact value, however long it takes (Prime Duel)"
    )
    arguments.as_json(room)
    arguments.plain(room)


def _analyse(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.terminal.plain import analyse

    state = notation.set_up(arguments.asked(args.game), args.words)
    return analyse.analyse(state, args.moves, args.json, args.exact)


def _review_options(room: Parser) -> None:
    arguments.records(room)
    room.add_argument("--hide", action="store_true", help="hide the better move until you have had a guess")
    slowly = "no estimates in Prime Duel, however long it takes"
    room.add_argument("--exact", action="store_true", help=slowly)
    room.add_argument("--svg", metavar="FILE", help="draw a chart of the game in this file")
    arguments.as_json(room)
    arguments.screen(room)


def _review(args: argparse.Namespace) -> int:
    lines = args.json or args.hide or args.exact or args.svg is not None or len(args.names) > 1
    if not lines and arguments.on_the_screen(args):
        from primeparlor.terminal.screen import run

        return run.review(next(iter(args.names), None), arguments.wishes(args))
    from primeparlor.terminal.plain import review

    return review.run(args.names, args.json, args.hide, args.exact, args.svg)


def _solve_options(room: Parser) -> None:
    arguments.game(room)
    arguments.rules(room)
    room.add_argument("--memory", choices=["full", "small"], help="Prime Duel: small uses half the memory")
    arguments.as_json(room)


def _solve(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import analyse

    return analyse.solve_game(arguments.asked(args.game), args.words, args.memory, args.json)


def _check_game_options(room: Parser) -> None:
    arguments.game(room)
    arguments.as_json(room)


def _check_game(args: argparse.Namespace) -> int:
    from primeparlor.conformance import command

    return command.run(arguments.named(args.game), args.json)


def _completion_options(room: Parser) -> None:
    room.add_argument("shell", choices=["bash", "zsh"])


def _completion(args: argparse.Namespace) -> int:
    from primeparlor.terminal import completion

    print(completion.script(args.shell, parser()), end="")
    return 0


ROOMS = {
    "play": Room("play a game", _play_options, _play, PLAY_EXAMPLES),
    "resume": Room("resume a saved game", _resume_options, _resume),
    "games": Room("list the saved games", arguments.as_json, _games),
    "replay": Room("show a game from the start", _replay_options, _replay),
    "rules": Room("the rules of a game, with the rulings", _rules_options, _rules),
    "analyse": Room(
        "the exact value of a position, and why", _analyse_options, _analyse, ANALYSE_EXAMPLES, ("analyze",)
    ),
    "review": Room("every move of a game graded, with reasons", _review_options, _review),
    "solve": Room("a whole game: who wins, and how many positions", _solve_options, _solve, SOLVE_EXAMPLES),
    **ROOMS_TO_PRACTISE,
    **ROOMS_TO_SERVE,
    "check-game": Room("for authors: what a game's folder still needs", _check_game_options, _check_game),
    "completion": Room(
        "shell completion: source <(parlor completion bash)", _completion_options, _completion
    ),
}
