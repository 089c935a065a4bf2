"""Time to the first prompt of `parlor play GAME --plain`, as a ratio to `python -c pass`.

Interleaved runs, the minimum of 15, byte code present. The limit we keep is 4.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from primeparlor.games import GAMES

RUNS = 15
LIMIT = 4.0


def to_first_prompt(game: str, home: str) -> float:
    """Seconds until the prompt is on the screen."""
    environment = os.environ | {"PARLOR_HOME": home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    parlor = os.path.join(os.path.dirname(sys.executable), "parlor")
    began = time.perf_counter()
    play = subprocess.Popen(
        [parlor, "play", game, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert play.stdin
    assert play.stdout
    seen = b""
    while not seen.endswith(b": "):
        new = os.read(play.stdout.fileno(), 4096)
        assert new, "it ended before it asked"
        seen += new
    taken = time.perf_counter() - began
    play.communicate()
    return taken


def bare() -> float:
    """Seconds for the interpreter to start and stop."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def main() -> int:
    """Print the ratios; the exit code says whether all are within the limit."""
    with tempfile.TemporaryDirectory() as home:
        rounds = [{"": bare()} | {game: to_first_prompt(game, home) for game in GAMES} for _ in range(RUNS)]
    least = {name: min(each[name] for each in rounds) for name in rounds[0]}
    print(f"python -c pass      {least[''] * 1000:6.1f} ms")
    for game in GAMES:
        print(f"{game:<18}  {least[game] * 1000:6.1f} ms   {least[game] / least['']:.2f} ×")
    return int(max(least[game] for game in GAMES) > LIMIT * least[""])


if __name__ == "__main__":
    sys.exit(main())
