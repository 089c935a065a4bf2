"""Commands for playing: play, resume, and the list and replay of saved games."""

from __future__ import annotations

import argparse

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser

PLAY_EXAMPLES = """\
Examples:
  parlor play pocket-addition
  parlor play number-morph --p2 perfect --toss
  parlor play prime-climb top=100 largest=5
  parlor play prime-climb steps=7,3 turn=2        from a set-up position
  parlor play prime-duel --fate "7 10 9"          the first cards dealt by hand
"""


def _add_play_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_position(subparser, "rules of a variant, or a set-up position")
    parser.add_seats(
        subparser,
        "human, a level from beginner to perfect, random, llm:MODEL@BASE_URL or cmd:PROGRAM (default: human)",
    )
    for player in (1, 2):
        subparser.add_argument(
            f"--name{player}", default="", metavar="NAME", help=f"what Player {player} is called"
        )
    subparser.add_argument(
        "--first-to",
        type=parser.parse_whole,
        metavar="N",
        help="a match of several games: who wins N of them",
    )
    subparser.add_argument("--toss", action="store_true", help="toss a coin for who begins")
    parser.add_seed(subparser, "make chance and random players repeatable")
    subparser.add_argument(
        "--fate", default="", metavar="OUTCOMES", help="deal these first, such as '7 10 9'"
    )
    subparser.add_argument("--record", metavar="FILE", help="save the game to this file instead")
    subparser.add_argument(
        "--clock", type=parser.parse_seconds, metavar="SECONDS", help="time for each decision"
    )
    invalid, limit = "lose after N invalid inputs in a row", "stop after this many moves, with no winner"
    subparser.add_argument("--strikes", type=parser.parse_whole, metavar="N", help=invalid)
    subparser.add_argument("--limit", type=parser.parse_whole, metavar="MOVES", help=limit)
    subparser.add_argument("--no-undo", action="store_true", help="no taking back moves")
    subparser.add_argument("--no-hints", action="store_true", help="no hints")
    parser.add_screen(subparser)


def _read_names(args: argparse.Namespace) -> tuple[str, str]:
    """Return the names of the players; raise if one of them is not allowed."""
    if not (args.name1 or args.name2):
        return "", ""
    from primeparlor.tables.names import check_name  # its imports would delay the first prompt

    return check_name(args.name1), check_name(args.name2)


def _run_play(args: argparse.Namespace) -> int:
    from primeparlor.match import HUMAN, Settings
    from primeparlor.tables.setup import set_up
    from primeparlor.terminal.open_table import NewTableOptions

    start = set_up(parser.find_game(args.game), args.words)
    settings = Settings(args.strikes, args.limit, args.clock, not args.no_undo, not args.no_hints)
    seats = (args.p1 or HUMAN, args.p2 or HUMAN)
    names = _read_names(args)
    options = NewTableOptions(args.toss, args.seed, args.fate, args.record, names, args.first_to)
    if parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.play(start, seats, settings, options, parser.read_terminal_options(args))
    from primeparlor.terminal.plain import play

    return play.play(start, seats, settings, options)


def _add_resume_options(subparser: Parser) -> None:
    parser.add_record(subparser)
    parser.add_seats(subparser, "who plays now (default: as recorded)")
    parser.add_seed(subparser, "the seed the game started with")
    parser.add_screen(subparser)


def _run_resume(args: argparse.Namespace) -> int:
    if parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.resume(args.name, (args.p1, args.p2), args.seed, parser.read_terminal_options(args))
    from primeparlor.terminal.plain import play

    return play.resume(args.name, (args.p1, args.p2), args.seed)


def _add_games_options(subparser: Parser) -> None:
    parser.add_json(subparser)
    subparser.add_argument(
        "--delete", metavar="GAME", help="delete this one, by its number or name, for good"
    )


def _run_games(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import saved_games

    if args.delete is not None:
        return saved_games.delete_game(args.delete)
    return saved_games.print_games(args.json)


def _add_replay_options(subparser: Parser) -> None:
    parser.add_record(subparser)
    parser.add_json(subparser, "as JSON, with the position after each event")
    parser.add_screen(subparser)


def _run_replay(args: argparse.Namespace) -> int:
    if not args.json and parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.replay(args.name, parser.read_terminal_options(args))
    from primeparlor.terminal.plain import saved_games

    return saved_games.print_replay(args.name, args.json)


TO_PLAY = {
    "play": Command("play a game", _add_play_options, _run_play, PLAY_EXAMPLES),
    "resume": Command("resume a saved game", _add_resume_options, _run_resume),
    "games": Command("list the saved games, or delete one", _add_games_options, _run_games),
    "replay": Command("show a game from the start", _add_replay_options, _run_replay),
}
