"""Plays four games with the bot: two against the house, one of them interrupted, and one by link."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BOT = Path(__file__).parent / "bot.py"
OPEN = "Prime Parlor is open at "
PATIENCE = 300  # seconds: more than a game takes on a busy machine


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Yield the address of a server on a free port, and end it afterwards."""
    command = [sys.executable, "-m", "primeparlor", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{folder / 'tables.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            lines = (line for line in server.stdout if line.startswith(OPEN))
            yield next(lines).removeprefix(OPEN).split()[0]
        finally:
            server.terminate()


def start_bot(*words: str | Path) -> subprocess.Popen[str]:
    """Start the bot."""
    command = [sys.executable, str(BOT), *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read_result(bot: subprocess.Popen[str]) -> str:
    """Return the last line of the bot, once it has ended."""
    try:
        told, _ = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    assert bot.returncode == 0, told
    return told.splitlines()[-1]


def play_matches(address: str, folder: Path) -> list[str]:
    """Return how each game ended, from the side that can win by force."""
    seat = ("--seat", folder / "seat.json")
    results = [read_result(start_bot(address, "--opponent", "perfect", *seat))]
    left = read_result(start_bot(address, "--opponent", "club", *seat, "--moves", "1"))
    assert left == "left after 1 moves", left
    results.append(read_result(start_bot(address, *seat)))  # resumes: the seat is in the file
    host = start_bot(address, "--opponent", "friend", *seat)
    assert host.stdout is not None
    link = host.stdout.readline().split()[1]
    guest = start_bot(link, "--seat", folder / "guest.json")
    results += [read_result(host), read_result(guest)]
    return results


def main() -> int:
    """Play, print how it ended, and return the exit code."""
    with tempfile.TemporaryDirectory() as name, serve(Path(name)) as address:
        results = play_matches(address, Path(name))
    print(*results, sep="\n")
    expected = ["won as player 1"] * 3 + ["lost as player 2"]
    passed = [result.partition(":")[0] for result in results] == expected
    told = "won against perfect, won against club after an interruption, and won against itself by link"
    print(told if passed else "; ".join(results))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
