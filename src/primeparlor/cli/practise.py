"""Commands for practising: puzzles, the day's puzzles, rush, openings, progress."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from primeparlor.cli import parser
from primeparlor.cli.parser import Parser, Room


def _puzzle_options(room: Parser) -> None:
    parser.game(room)
    parser.seed(room, "the same puzzle every time")
    room.add_argument("--mistakes", action="store_true", help="include mistakes from your saved games")
    parser.as_json(room)
    parser.screen(room)


def _puzzle(args: argparse.Namespace) -> int:
    game = parser.asked(args.game).name if args.game else None
    lines = args.json or args.mistakes or args.seed is not None
    if not lines and parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.puzzle(game, parser.wishes(args))
    from primeparlor.terminal.plain import puzzles

    return puzzles.run(game, args.seed, args.mistakes, args.json)


def _today_options(room: Parser) -> None:
    room.add_argument("--date", type=parser.day, metavar="DATE", help="another day, such as 2026-11-17")
    room.add_argument("--share", action="store_true", help="only the three lines to share")
    parser.as_json(room, "what the day brings as JSON, without answers")
    parser.screen(room)


def _today(args: argparse.Namespace) -> int:
    if args.date is not None:
        from primeparlor.coach.training.daily import in_range

        in_range(args.date)
    if not (args.json or args.share) and (screen := parser.room_on_the_screen(args, "today")):
        return screen(parser.wishes(args), args.date)
    from primeparlor.terminal.plain import today

    return today.run(args.date, args.json, args.share)


def _with_json(meaning: str) -> Callable[[Parser], None]:
    """Return the function that adds the options of a trainer of one game, or of any."""

    def options(room: Parser) -> None:
        parser.game(room)
        parser.as_json(room, meaning)
        parser.screen(room)

    return options


def _train(args: argparse.Namespace) -> int:
    """Run the rush or the openings trainer, whichever was asked for."""
    game = parser.asked(args.game).name if args.game else None
    if not args.json and (screen := parser.room_on_the_screen(args, args.command)):
        return screen(game, parser.wishes(args))
    from primeparlor.terminal.plain import openings, rush

    run = {"openings": openings.run, "rush": rush.run}[args.command]
    return run(game, args.json)


def _progress_options(room: Parser) -> None:
    room.add_argument("--export", metavar="FILE", help="write everything to this file; - for standard output")
    room.add_argument(
        "--import",
        dest="taken",
        metavar="FILE",
        help="take in what was exported elsewhere; - for standard input",
    )
    parser.as_json(room)
    parser.screen(room)


def _progress(args: argparse.Namespace) -> int:
    lines = args.json or args.export is not None or args.taken is not None
    if not lines and (screen := parser.room_on_the_screen(args, "progress")):
        return screen(parser.wishes(args))
    from primeparlor.terminal.plain import progress

    return progress.run(args.json, args.export, args.taken)


TO_PRACTISE = {
    "puzzle": Room("find the only right move; puzzles you miss come back", _puzzle_options, _puzzle),
    "today": Room("the puzzle of the day, one more of each game, and the daily duel", _today_options, _today),
    "rush": Room(
        "as many right answers as you can in three minutes", _with_json("the best scores as JSON"), _train
    ),
    "openings": Room(
        "learn the openings of a small game", _with_json("how much of them you know as JSON"), _train
    ),
    "progress": Room("levels beaten, accuracy, streak, and what to try next", _progress_options, _progress),
}
