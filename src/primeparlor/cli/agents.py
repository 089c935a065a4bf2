"""Commands for people who build or measure agents."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Iterator

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser
from primeparlor.core import ParlorError

NO_MCP = "Tables for agents' clients need one more package. Install it with: pip install 'primeparlor[mcp]'"
AT_A_TERMINAL = (
    "parlor: An agent's client starts this and talks to it. With --http you can start it yourself."
)
LONGEST_ROW = 1 << 20  # bytes
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8765
CHECK_EXAMPLES = """\
Examples:
  parlor check-agent "cmd:python3 bot.py"
  parlor check-agent "cmd:./bot --fast" --json
"""
SUITE_EXAMPLES = """\
Examples:
  parlor suite > suite-1.jsonl                    the positions that everybody uses
  parlor suite --game climb                       those of one game
  parlor suite --seed 7 --out fresh.jsonl         fresh ones of the same kind
"""


def _add_suite_options(subparser: Parser) -> None:
    subparser.add_argument("--game", metavar="NAME", help="only the positions of this game")
    parser.add_seed(subparser, "make a fresh suite of the same kind")
    subparser.add_argument("--out", metavar="FILE", help="write to this file, whole or not at all")


def _run_suite(args: argparse.Namespace) -> int:
    from primeparlor.files import escape_text, write_whole
    from primeparlor.suite import edition
    from primeparlor.wording import format_figures

    game = None if args.game is None else parser.find_game(args.game).name
    if args.out is not None:
        _check_suite_path(args.out)
    lines: Iterator[str]
    if args.seed is None:
        lines = (edition.format_row(row) for row in edition.read_rows(game=game))
    else:
        lines = _make_lines(args.seed, game, live=args.out is not None or not sys.stdout.isatty())
    if args.out is not None:
        rows = list(lines)
        write_whole(args.out, "".join(rows))
        print(f"Wrote {format_figures(len(rows), 'position')} to {escape_text(args.out)}.", file=sys.stderr)
        return 0
    for line in lines:
        sys.stdout.write(line)
        sys.stdout.flush()  # making the next one may take a while
    return 0


def _check_suite_path(path: str) -> None:
    """Raise before any work if nothing can be written there, or anything but an older suite be replaced."""
    from primeparlor.files import escape_text, open_regular
    from primeparlor.suite import CANARY

    if not os.path.isdir(os.path.dirname(path) or "."):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    if not os.path.exists(path):
        return
    with open_regular(path) as file:
        first = file.readline(LONGEST_ROW)
    if first and CANARY.encode() not in first:
        raise ParlorError(f"{escape_text(path)} is not a suite, so it stays as it is. Name another file.")


def _make_lines(seed: int, game: str | None, live: bool) -> Iterator[str]:
    """Yield the lines of a fresh suite; say on standard error how far it is, and what could not be found."""
    from primeparlor.games import GAMES
    from primeparlor.suite import edition
    from primeparlor.terminal.progress_bar import ProgressBar
    from primeparlor.wording import format_figures

    for name in GAMES.ours if game is None else (game,):
        maker = edition.build_maker(GAMES[name], seed)
        with ProgressBar(f"positions of {GAMES[name].title}", "Finding", live) as progress:
            for row in maker.make_rows():
                progress(maker.counts.total(), maker.wanted)
                yield edition.format_row(row)
        for difficulty in maker.list_lacking():
            found = format_figures(maker.counts[difficulty], f"{difficulty} position")
            print(f"{GAMES[name].title}: {found} found, fewer than {maker.rows}.", file=sys.stderr)


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
    "mcp": Command("tables for agents' clients, by the Model Context Protocol", _add_mcp_options, _run_mcp),
    "suite": Command(
        "positions with the exact value of every move, as JSON lines",
        _add_suite_options,
        _run_suite,
        SUITE_EXAMPLES,
    ),
    "check-agent": Command(
        "for authors: what is wrong with a program that plays", _add_check_options, _run_check, CHECK_EXAMPLES
    ),
}
