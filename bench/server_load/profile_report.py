"""Where our server spends its time: stacks sampled by py-spy, which stays outside the process, in groups."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path

from server_load.process import ServerProcess
from server_load.systems import HERE, Ours

PY_SPY = HERE.parents[1] / ".venv" / "peers" / "python" / "bin" / "py-spy"  # `make load` installs it

# The innermost frame that one of these matches decides the group.
GROUPS = {
    "JSON": r"/json/|json_encoder|orjson|msgspec",
    "HTTP parsing": r"/h11/|/httptools/|web/connections|uvicorn/protocols",
    "streams": r"web/api/stream|sse_starlette",
    "SQL": r"sqlalchemy|sqlite|psycopg|web/storage",
    "framework": r"starlette|fastapi|pydantic|logging|ipaddress"
    r"|web/(api|app|errors|metrics|middleware|rate_limit|responses)",
    "views": r"web/tables|primeparlor/(tables|wording|notation)",
    "referee": r"primeparlor/(match|games|records|players|core|primes)",
    "threads": r"concurrent/futures|threading|web/threads|/queue\.py",
    "loop": r"asyncio|selectors|uvloop|uvicorn",
}
# Any frame of the stack that matches says for what it was.
ENDS = {
    "catching streams up": r"web/api/stream",
    "the store's threads": r"web/storage|concurrent/futures/thread",
    "requests and their answers": r"uvicorn/protocols/http.*run_asgi|web/api",
}


async def print_profile(server: ServerProcess, load: Ours, seconds: int, file: Path) -> None:
    """Sample the server while the load is played, and print the shares of all groups."""
    if not PY_SPY.exists():
        print("SKIPPED: py-spy is missing; `make load` installs it.")
        return
    words = f"record --pid {server.pid} --duration {seconds} --rate 200 --gil --format raw".split()
    sampler = await asyncio.create_subprocess_exec(
        str(PY_SPY),
        *words,
        "--output",
        str(file),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    ended, before = asyncio.create_task(sampler.communicate()), server.read_thread_seconds()
    while not ended.done():
        await load.play()
    after = server.read_thread_seconds()
    if sampler.returncode:
        print(f"SKIPPED: py-spy says: {ended.result()[1].decode(errors='replace').strip()}")
        return
    used = {thread: after[thread] - before.get(thread, 0.0) for thread in after}
    share = 100 * used[server.pid] / sum(used.values())
    print(f"{share:.0f} % of the processor time is spent in the loop's thread, the rest in others.")
    print("Below, shares of the time in which Python itself runs, without system calls and SQLite.\n")
    lines = file.read_text(encoding="utf-8").splitlines()
    print_shares("by what runs", lines, GROUPS, innermost=True)
    print_shares("by what it is for", lines, ENDS, innermost=False)


def print_shares(title: str, lines: list[str], groups: dict[str, str], innermost: bool) -> None:
    """Print the share of each group in all samples."""
    counts: Counter[str] = Counter()
    for line in lines:
        stack, _, count = line.rpartition(" ")
        counts[find_group(stack, groups, innermost)] += int(count)
    print(f"| {title} | share |\n|---|---|")
    for name, samples in counts.most_common():
        print(f"| {name} | {100 * samples / counts.total():.0f} % |")
    print()


def find_group(stack: str, groups: dict[str, str], innermost: bool) -> str:
    """Return the group of a stack: that of its innermost frame with one, or the first with any frame."""
    if not innermost:
        return next((name for name, frames in groups.items() if re.search(frames, stack)), "the rest")
    for frame in reversed(stack.split(";")):
        for name, frames in groups.items():
            if re.search(frames, frame):
                return name
    return "the rest"
