"""Commands for practising: puzzles, the day's puzzles, rush, openings, progress."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser


def _add_puzzle_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_seed(subparser, "the same puzzle every time")
    subparser.add_argument("--mistakes", action="store_true", help="include mistakes from your saved games")
    parser.add_json(subparser)
    parser.add_screen(subparser)


def _run_puzzle(args: argparse.Namespace) -> int:
    game = parser.find_game(args.game).name if args.game else None
    lines = args.json or args.mistakes or args.seed is not None
    if not lines and parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.puzzle(game, parser.read_terminal_options(args))
    from primeparlor.terminal.plain import puzzles

    return puzzles.run(game, args.seed, args.mistakes, args.json)


def _add_today_options(subparser: Parser) -> None:
    subparser.add_argument(
        "--date", type=parser.parse_day, metavar="DATE", help="another day, such as 2026-11-17"
    )
    subparser.add_argument("--share", action="store_true", help="only the three lines to share")
    parser.add_json(subparser, "what the day brings as JSON, without answers")
    parser.add_screen(subparser)


def _run_today(args: argparse.Namespace) -> int:
    if args.date is not None:
        from primeparlor.coach.training.daily import check_day

        check_day(args.date)
    if not (args.json or args.share) and (screen := parser.find_screen_command(args, "today")):
        return screen(parser.read_terminal_options(args), args.date)
    from primeparlor.terminal.plain import today

    return today.run(args.date, args.json, args.share)


def _build_trainer_options(meaning: str) -> Callable[[Parser], None]:
    """Return the function that adds the options of a trainer of one game, or of any."""

    def options(subparser: Parser) -> None:
        parser.add_game(subparser)
        parser.add_json(subparser, meaning)
        parser.add_screen(subparser)

    return options


def _run_trainer(args: argparse.Namespace) -> int:
    """Run the rush or the openings trainer, whichever was asked for."""
    game = parser.find_game(args.game).name if args.game else None
    if not args.json and (screen := parser.find_screen_command(args, args.command)):
        return screen(game, parser.read_terminal_options(args))
    from primeparlor.terminal.plain import openings, rush

    run = {"openings": openings.run, "rush": rush.run}[args.command]
    return run(game, args.json)


def _add_progress_options(subparser: Parser) -> None:
    subparser.add_argument(
        "--export", metavar="FILE", help="write everything to this file; - for standard output"
    )
    subparser.add_argument(
        "--import",
        dest="taken",
        metavar="FILE",
        help="take in what was exported elsewhere; - for standard input",
    )
    parser.add_json(subparser)
    parser.add_screen(subparser)


def _run_progress(args: argparse.Namespace) -> int:
    lines = args.json or args.export is not None or args.taken is not None
    if not lines and (screen := parser.find_screen_command(args, "progress")):
        return screen(parser.read_terminal_options(args))
    from primeparlor.terminal.plain import progress

    return progress.run(args.json, args.export, args.taken)


def _add_ladder_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    subparser.add_argument("--play", action="store_true", help="open a table for the next rung")
    parser.add_json(subparser)
    parser.add_screen(subparser)


def _run_ladder(args: argparse.Namespace) -> int:
    from primeparlor.core import ParlorError
    from primeparlor.files import find_command
    from primeparlor.terminal.plain import ladder

    game = parser.find_game(args.game) if args.game else None
    if not args.play:
        return ladder.run(game, args.json)
    if game is None:
        raise ParlorError(f"Which game? Type, for example: {find_command()} ladder climb --play")
    step = ladder.load_ladders([game])[0].next
    if step is None:
        raise ParlorError(f"You have passed every rung of {game.title}.")
    from primeparlor.tables.rungs import prepare_rung
    from primeparlor.terminal.open_table import NewTableOptions

    table = prepare_rung(step.rung)
    if parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.play(*table, NewTableOptions(), parser.read_terminal_options(args))
    from primeparlor.terminal.plain import play

    return play.play(*table, NewTableOptions())


TO_PRACTISE = {
    "puzzle": Command(
        "find the only right move; puzzles you miss come back", _add_puzzle_options, _run_puzzle
    ),
    "today": Command(
        "the puzzle of the day, one more of each game, and the daily duel", _add_today_options, _run_today
    ),
    "rush": Command(
        "as many right answers as you can in three minutes",
        _build_trainer_options("the best scores as JSON"),
        _run_trainer,
    ),
    "openings": Command(
        "learn the openings of a small game",
        _build_trainer_options("how much of them you know as JSON"),
        _run_trainer,
    ),
    "ladder": Command(
        "ten rungs for each game, each harder than the one before", _add_ladder_options, _run_ladder
    ),
    "progress": Command(
        "rungs passed, accuracy, streak, and what to try next", _add_progress_options, _run_progress
    ),
}
