"""Commands that analyse: the rules, a position, a game played, a whole game, and a game's folder."""

from __future__ import annotations

import argparse

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser

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


def _add_rules_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_plain(subparser)


def _run_rules(args: argparse.Namespace) -> int:
    from primeparlor.terminal import rules_text
    from primeparlor.terminal.plain.output import Output

    Output(args.plain).write_page(rules_text.build_variant_page(parser.find_game(args.game).start()))
    return 0


def _add_analyse_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_position(subparser, "a position, and the rules of a variant")
    subparser.add_argument("--moves", default="", metavar="MOVES", help="then play these, such as '6 9 8'")
    subparser.add_argument(
        "--exact", action="store_true", help="an exact value, however long it takes (Prime Duel)"
    )
    parser.add_json(subparser)
    parser.add_plain(subparser)


def _run_analyse(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.terminal.plain import analyse

    state = notation.set_up(parser.find_game(args.game), args.words)
    return analyse.analyse(state, args.moves, args.json, args.exact)


def _add_review_options(subparser: Parser) -> None:
    parser.add_records(subparser)
    subparser.add_argument(
        "--hide", action="store_true", help="hide the better move until you have had a guess"
    )
    slowly = "no estimates in Prime Duel, however long it takes"
    subparser.add_argument("--exact", action="store_true", help=slowly)
    subparser.add_argument(
        "--time",
        type=float,
        metavar="SECONDS",
        help="for exact values in place of Prime Duel's estimates (default 10)",
    )
    subparser.add_argument("--svg", metavar="FILE", help="draw a chart of the game in this file")
    parser.add_json(subparser)
    parser.add_screen(subparser)


def _run_review(args: argparse.Namespace) -> int:
    lines = args.json or args.hide or args.exact or args.svg is not None or args.time is not None
    lines = lines or len(args.names) > 1
    if not lines and parser.uses_screen(args):
        from primeparlor.terminal.tui import run

        return run.review(next(iter(args.names), None), parser.read_terminal_options(args))
    from primeparlor.terminal.plain import review

    return review.run(args.names, args.json, args.hide, args.exact, args.svg, args.time)


def _add_solve_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_rules(subparser)
    subparser.add_argument(
        "--memory", choices=["full", "small"], help="Prime Duel: small uses half the memory"
    )
    parser.add_json(subparser)


def _run_solve(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import analyse

    return analyse.solve_game(parser.find_game(args.game), args.words, args.memory, args.json)


def _add_check_options(subparser: Parser) -> None:
    parser.add_game(subparser)
    parser.add_json(subparser)


def _run_check(args: argparse.Namespace) -> int:
    from primeparlor.conformance import command

    return command.run(parser.require_name(args.game), args.json)


TO_ASK = {
    "rules": Command("the rules of a game, with the rulings", _add_rules_options, _run_rules),
    "analyse": Command(
        "the exact value of a position, and why",
        _add_analyse_options,
        _run_analyse,
        ANALYSE_EXAMPLES,
        ("analyze",),
    ),
    "review": Command("every move of a game graded, with reasons", _add_review_options, _run_review),
    "solve": Command(
        "a whole game: who wins, and how many positions", _add_solve_options, _run_solve, SOLVE_EXAMPLES
    ),
    "check-game": Command("for authors: what a game's folder still needs", _add_check_options, _run_check),
}
