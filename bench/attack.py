"""Attacks a server and tells what came of it.

python bench/attack.py [--quick | --long] [--parts strangers,races,…] [--write FILE]

strangers  requests without rights or sense, from other sites and for other hosts, while friends play
races      many moves for one turn at once
floods     refused inputs, full tables, all streams, slow readers, pipelined requests, all open files
kills      kill -9 of the server while people play, and of its workers while they think
storage    broken databases, a full disk, a deleted database
privacy    what one player may not learn of the other: metrics, judge, numbers, names, tomorrow's cards

Each part starts servers of its own, with homes of their own, on loopback. Every
promise is a line of the report. The exit code is 1 if one was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from pathlib import Path

from server_attack import floods, kills, privacy, races, storage, strangers
from server_attack.plan import LONG, QUICK, Plan
from server_attack.report import Report

PARTS = {
    "strangers": strangers.attack,
    "races": races.attack,
    "floods": floods.attack,
    "kills": kills.attack,
    "storage": storage.attack,
    "privacy": privacy.attack,
}


def main(words: list[str] | None = None) -> Report:
    """Run the chosen parts, print what they find, and return it."""
    parser = argparse.ArgumentParser(description="Attack a server on loopback and tell what came of it.")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="a small run of some seconds, to try it")
    sizes.add_argument("--long", action="store_true", help="the full counts, in about half an hour")
    parser.add_argument("--parts", default=",".join(PARTS), help="parts, such as races,kills (default: all)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the report there too")
    args = parser.parse_args(words)
    size, plan = ("quick", QUICK) if args.quick else ("long", LONG) if args.long else ("default", Plan())
    report = Report()
    with tempfile.TemporaryDirectory(prefix="parlor-attack-") as folder:
        asyncio.run(attack(report, plan, args.parts.split(","), Path(folder)))
    head = f"Python {platform.python_version()}, {os.cpu_count()} cores, {size} run"
    text = report.write(head)
    print(f"\n{text}", end="")
    if args.write is not None:
        args.write.write_text(text, encoding="utf-8")
    return report


async def attack(report: Report, plan: Plan, parts: list[str], folder: Path) -> None:
    """Run the chosen parts one after the other."""
    for part in parts:
        report.part = part
        (folder / part).mkdir()
        await PARTS[part](report, plan, folder / part)


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]).broken else 0)
