"""Commands that analyse: the rules, a position, a game played, a whole game, and a game's folder."""

from __future__ import annotations

import argparse

from primeparlor.cli import parser
from primeparlor.cli.parser import Parser, Room

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


def _rules_options(room: Parser) -> None:
    parser.game(room)
    parser.plain(room)


def _rules(args: argparse.Namespace) -> int:
    from primeparlor.terminal import rules_text
    from primeparlor.terminal.plain.output import Output

    Output(args.plain).page(rules_text.page_for(parser.asked(args.game).start()))
    return 0


def _analyse_options(room: Parser) -> None:
    parser.game(room)
    parser.position(room, "a position, and the rules of a variant")
    room.add_argument("--moves", default="", metavar="MOVES", help="then play these, such as '6 9 8'")
    room.add_argument(
        "--exact", action="store_true", help="an exact value, however long it takes (Prime Duel)"
    )
    parser.as_json(room)
    parser.plain(room)


def _analyse(args: argparse.Namespace) -> int:
    from primeparlor import notation
    from primeparlor.terminal.plain import analyse

    state = notation.set_up(parser.asked(args.game), args.words)
    return analyse.analyse(state, args.moves, args.json, args.exact)


def _review_options(room: Parser) -> None:
    parser.records(room)
    room.add_argument("--hide", action="store_true", help="hide the better move until you have had a guess")
    slowly = "no estimates in Prime Duel, however long it takes"
    room.add_argument("--exact", action="store_true", help=slowly)
    room.add_argument("--svg", metavar="FILE", help="draw a chart of the game in this file")
    parser.as_json(room)
    parser.screen(room)


def _review(args: argparse.Namespace) -> int:
    lines = args.json or args.hide or args.exact or args.svg is not None or len(args.names) > 1
    if not lines and parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.review(next(iter(args.names), None), parser.wishes(args))
    from primeparlor.terminal.plain import review

    return review.run(args.names, args.json, args.hide, args.exact, args.svg)


def _solve_options(room: Parser) -> None:
    parser.game(room)
    parser.rules(room)
    room.add_argument("--memory", choices=["full", "small"], help="Prime Duel: small uses half the memory")
    parser.as_json(room)


def _solve(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import analyse

    return analyse.solve_game(parser.asked(args.game), args.words, args.memory, args.json)


def _check_game_options(room: Parser) -> None:
    parser.game(room)
    parser.as_json(room)


def _check_game(args: argparse.Namespace) -> int:
    from primeparlor.conformance import command

    return command.run(parser.named(args.game), args.json)


TO_ASK = {
    "rules": Room("the rules of a game, with the rulings", _rules_options, _rules),
    "analyse": Room(
        "the exact value of a position, and why", _analyse_options, _analyse, ANALYSE_EXAMPLES, ("analyze",)
    ),
    "review": Room("every move of a game graded, with reasons", _review_options, _review),
    "solve": Room("a whole game: who wins, and how many positions", _solve_options, _solve, SOLVE_EXAMPLES),
    "check-game": Room("for authors: what a game's folder still needs", _check_game_options, _check_game),
}
