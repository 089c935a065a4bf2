"""The command that starts the web server: `parlor serve`."""

from __future__ import annotations

import argparse
import sys

from primeparlor.cli import parser
from primeparlor.cli.parser import Command, Parser

NO_WEB = (
    "Playing in the browser needs a few more packages. Install them with: pip install 'primeparlor[web]' "
    "(in a checkout, 'make serve' does it for you)."
)


def _add_serve_options(subparser: Parser) -> None:
    host_help = "the address to listen at (default: 127.0.0.1, only this machine)"
    subparser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=host_help)
    any_free = "the port (default: 8000); 0 takes any that is free"
    subparser.add_argument("--port", type=parser.parse_whole, default=8000, metavar="PORT", help=any_free)
    database_help = "where tables are kept, such as sqlite:///PATH (default: a file beside the saved games)"
    subparser.add_argument("--database", metavar="URL", help=database_help)
    before = "the address of a proxy in front, which tells who asks; nobody else is believed (default: none)"
    subparser.add_argument("--proxy", metavar="ADDRESS", help=before)
    metrics_help = "show /metrics to everybody (default: only to this machine)"
    subparser.add_argument("--metrics", action="store_true", help=metrics_help)
    subparser.add_argument("--open", action="store_true", help="open the page in your browser")
    reload_help = (
        "for authors: see a changed page.js, page.css, art.js or text.md when a page is loaded again"
    )
    reload_help += " (changed Python code needs a restart)"
    subparser.add_argument("--reload", action="store_true", help=reload_help)


def _run_serve(args: argparse.Namespace) -> int:
    try:
        from primeparlor.web import server

        return server.run_server(
            args.host, args.port, args.database, args.open, args.proxy, args.metrics, args.reload
        )
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("primeparlor"):
            raise
        print(f"parlor: {NO_WEB}", file=sys.stderr)
        return 1


TO_SERVE = {"serve": Command("play in the browser, alone or with friends", _add_serve_options, _run_serve)}
