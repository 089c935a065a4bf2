"""Time to the first paint of the screen, and from a key to its effect, as ratios to `python -c pass`.

Interleaved runs at a pseudo-terminal, medians of 15, byte code present. The limit for the first paint is 30.
The theme is given, so that the terminal is not asked for its background: this one would not answer.
"""

from __future__ import annotations

import os
import pty
import signal
import statistics
import sys
import tempfile
import time
from typing import NamedTuple

from start import bare

RUNS = 15
LIMIT = 30.0
SIZE = {"COLUMNS": "100", "LINES": "32"}
FOOT = b"leave"  # the last word painted, at the foot of every table
KEY, LINE = b"/", b"Enter plays it"  # opens the line to type in


class Taken(NamedTuple):
    """Times in seconds."""

    paint: float  # from the start to the whole screen
    answer: float  # from a key to its effect


def taken(home: str) -> Taken:
    """The times of one visit: open a game, press a key, leave."""
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        environment = os.environ | SIZE | {"PARLOR_HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        for name in ("PYTHONDONTWRITEBYTECODE", "PARLOR_PLAIN", "NO_COLOR"):
            environment.pop(name, None)
        parlor = os.path.join(os.path.dirname(sys.executable), "parlor")
        words = [parlor, "play", "prime-climb", "--p2", "club", "--screen", "--theme", "dark"]
        os.execve(parlor, words, environment)
    _until(terminal, FOOT)
    painted = time.perf_counter()
    os.write(terminal, KEY)
    _until(terminal, LINE)
    answered = time.perf_counter()
    os.kill(child, signal.SIGTERM)
    _until(terminal, b"saved")
    os.close(terminal)
    os.waitpid(child, 0)
    return Taken(painted - began, answered - painted)


def _until(terminal: int, seen: bytes) -> None:
    said = b""
    while seen not in said:
        said += os.read(terminal, 1 << 16)


def main() -> int:
    """Print the ratios; the exit code says whether the first paint is within its limit."""
    with tempfile.TemporaryDirectory() as home:
        taken(home)  # makes the byte code
        rounds = [(bare(), *taken(home)) for _ in range(RUNS)]
    least, paint, answer = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"python -c pass      {least * 1000:6.1f} ms")
    print(f"first paint         {paint * 1000:6.1f} ms   {paint / least:.1f} ×")
    print(f"key to paint        {answer * 1000:6.1f} ms   {answer / least:.2f} ×")
    return int(paint > LIMIT * least)


if __name__ == "__main__":
    sys.exit(main())
