"""Commands for people who build or measure agents."""

from __future__ import annotations

import argparse
import sys

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser

NO_MCP = "Tables for agents' clients need one more package. Install it with: pip install 'primeparlor[mcp]'"
AT_A_TERMINAL = (
    "parlor: An agent's client starts this and talks to it. With --http you can start it yourself."
)
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8765
CHECK_EXAMPLES = """\
Examples:
  parlor check-agent "cmd:python3 bot.py"
  parlor check-agent "cmd:./bot --fast" --json
"""


def _add_mcp_options(subparser: Parser) -> None:
    http = f"listen at this address (default: {DEFAULT_HOST}:{DEFAULT_PORT}) instead of standard input"
    subparser.add_argument(
        "--http",
        nargs="?",
        type=_parse_address,
        const=(DEFAULT_HOST, DEFAULT_PORT),
        metavar="HOST:PORT",
        help=http,
    )
    names = "with --http: a name that other machines call this one by; may be given again"
    subparser.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=names)
    subparser.add_argument(
        "--no-record", action="store_true", help="do not keep the games among the saved ones"
    )


def _parse_address(text: str) -> tuple[str, int]:
    """Parse a host, a port, or both: "0.0.0.0:8765", "[::1]:8765", "8765"."""
    host, colon, port = text.rpartition(":")
    if text.isdigit():
        host, port = DEFAULT_HOST, text
    elif not colon or text.endswith("]"):
        host, port = text, str(DEFAULT_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit()) or int(port[:6]) > 65535:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not an address such as {DEFAULT_HOST}:{DEFAULT_PORT}"
        )
    return host, int(port)


def _run_mcp(args: argparse.Namespace) -> int:
    try:
        from primeparlor.adapters import mcp
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("primeparlor"):
            raise
        print(f"parlor: {NO_MCP}", file=sys.stderr)
        return 1
    if args.http is None:
        if sys.stdin.isatty():
            print(AT_A_TERMINAL, file=sys.stderr)
        return mcp.run_stdio(not args.no_record)
    host, port = args.http
    return mcp.run_http(host, port, args.allow_host, not args.no_record)


def _add_check_options(subparser: Parser) -> None:
    subparser.add_argument("seat", metavar="SEAT", help="such as 'cmd:PROGRAM'")
    subparser.add_argument(
        "games", metavar="GAME", nargs="*", help="the games to check it in (default: all five)"
    )
    parser.add_json(subparser)


def _run_check(args: argparse.Namespace) -> int:
    from primeparlor.conformance import agent_command

    return agent_command.run(args.seat, args.games, args.json)


FOR_AGENTS = {
    "mcp": Command("tables for agents' clients, by the Model Context Protocol", _add_mcp_options, _run_mcp)
    "check-agent": Command(
        "for authors: what is wrong with a program that plays", _add_check_options, _run_check, CHECK_EXAMPLES
    ),
}
