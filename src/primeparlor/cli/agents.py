"""Commands for those who build agents, or measure them."""

from __future__ import annotations

import argparse

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser

CHECK_EXAMPLES = """\
Examples:
  parlor check-agent "cmd:python3 bot.py"
  parlor check-agent "cmd:./bot --fast" --json
"""


def _add_check_options(subparser: Parser) -> None:
    subparser.add_argument("seat", metavar="SEAT", help="such as 'cmd:PROGRAM'")
    subparser.add_argument(
        "games", metavar="GAME", nargs="*", help="the games to check it in (default: all five)"
    )
    parser.add_json(subparser)


def _run_check(args: argparse.Namespace) -> int:
    from primeparlor.conformance import agent_command

    return agent_command.run(args.seat, args.games, args.json)


TO_PLUG_IN = {
    "check-agent": Command(
        "for authors: what is wrong with a program that plays", _add_check_options, _run_check, CHECK_EXAMPLES
    ),
}
