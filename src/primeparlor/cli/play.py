"""Commands for playing: play, resume, and the list and replay of saved games."""

from __future__ import annotations

import argparse

from primeparlor.cli import parser
from primeparlor.cli.parser import Parser, Room

PLAY_EXAMPLES = """\
Examples:
  parlor play pocket-addition
  parlor play number-morph --p2 perfect --toss
  parlor play prime-climb top=100 largest=5
  parlor play prime-climb steps=7,3 turn=2        from a set-up position
  parlor play prime-duel --fate "7 10 9"          the first cards dealt by hand
"""


def _play_options(room: Parser) -> None:
    parser.game(room)
    parser.position(room, "rules of a variant, or a set-up position")
    parser.seats(room, "human, beginner, casual, club, expert, perfect or random (default: human)")
    room.add_argument("--toss", action="store_true", help="toss a coin for who begins")
    parser.seed(room, "make chance and random players repeatable")
    room.add_argument("--fate", default="", metavar="OUTCOMES", help="deal these first, such as '7 10 9'")
    room.add_argument("--record", metavar="FILE", help="save the game to this file instead")
    room.add_argument("--clock", type=parser.seconds, metavar="SECONDS", help="time for each decision")
    invalid, limit = "lose after N invalid inputs in a row", "stop after this many moves, with no winner"
    room.add_argument("--strikes", type=parser.whole, metavar="N", help=invalid)
    room.add_argument("--limit", type=parser.whole, metavar="MOVES", help=limit)
    room.add_argument("--no-undo", action="store_true", help="no taking back moves")
    room.add_argument("--no-hints", action="store_true", help="no hints")
    parser.screen(room)


def _play(args: argparse.Namespace) -> int:
    from primeparlor.match import HUMAN, Settings
    from primeparlor.tables.setup import set_up
    from primeparlor.terminal.open_table import Terms

    start = set_up(parser.asked(args.game), args.words)
    settings = Settings(args.strikes, args.limit, args.clock, not args.no_undo, not args.no_hints)
    seats = (args.p1 or HUMAN, args.p2 or HUMAN)
    terms = Terms(args.toss, args.seed, args.fate, args.record)
    if parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.play(start, seats, settings, terms, parser.wishes(args))
    from primeparlor.terminal.plain import play

    return play.play(start, seats, settings, terms)


def _resume_options(room: Parser) -> None:
    parser.record(room)
    parser.seats(room, "who plays now (default: as recorded)")
    parser.seed(room, "the seed the game started with")
    parser.screen(room)


def _resume(args: argparse.Namespace) -> int:
    if parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.resume(args.name, (args.p1, args.p2), args.seed, parser.wishes(args))
    from primeparlor.terminal.plain import play

    return play.resume(args.name, (args.p1, args.p2), args.seed)


def _games(args: argparse.Namespace) -> int:
    from primeparlor.terminal.plain import saved_games

    return saved_games.games(args.json)


def _replay_options(room: Parser) -> None:
    parser.record(room)
    parser.as_json(room, "as JSON, with the position after each event")
    parser.screen(room)


def _replay(args: argparse.Namespace) -> int:
    if not args.json and parser.on_the_screen(args):
        from primeparlor.terminal.tui import run

        return run.replay(args.name, parser.wishes(args))
    from primeparlor.terminal.plain import saved_games

    return saved_games.replay(args.name, args.json)


TO_PLAY = {
    "play": Room("play a game", _play_options, _play, PLAY_EXAMPLES),
    "resume": Room("resume a saved game", _resume_options, _resume),
    "games": Room("list the saved games", parser.as_json, _games),
    "replay": Room("show a game from the start", _replay_options, _replay),
}
