"""Time to the first prompt of `parlor play GAME --plain`, and to the first answer of `parlor serve`.

Both as ratios to `python -c pass`: interleaved runs, the minimum of 15, byte code present. The server is
asked for /healthz over and over until it answers. The limits we keep are 4 and 20.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time

from primeparlor.games import GAMES

RUNS = 15
LIMIT, LIMIT_SERVE = 4.0, 20.0
PARLOR = os.path.join(os.path.dirname(sys.executable), "parlor")
SERVE = "parlor serve"


def to_first_prompt(game: str, home: str) -> float:
    """Seconds until the prompt is on the screen."""
    began = time.perf_counter()
    play = subprocess.Popen(
        [PARLOR, "play", game, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(home),
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


def to_first_answer(home: str) -> float:
    """Seconds until the server has answered a health check."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.perf_counter()
    serve = subprocess.Popen(
        [PARLOR, "serve", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environment(home),
    )
    while not _is_well(port):
        assert serve.poll() is None, "it ended before it answered"
        time.sleep(0.001)
    taken = time.perf_counter() - began
    serve.terminate()
    serve.wait()
    return taken


def _is_well(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return line.recv(4096).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


def _environment(home: str) -> dict[str, str]:
    environment = os.environ | {"PARLOR_HOME": home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def bare() -> float:
    """Seconds for the interpreter to start and stop."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def main() -> int:
    """Print the ratios; the exit code says whether all are within the limits."""
    with tempfile.TemporaryDirectory() as home:
        rounds = [
            {"": bare()}
            | {game: to_first_prompt(game, home) for game in GAMES}
            | {SERVE: to_first_answer(home)}
            for _ in range(RUNS)
        ]
    least = {name: min(each[name] for each in rounds) for name in rounds[0]}
    print(f"python -c pass      {least[''] * 1000:6.1f} ms")
    for name in (*GAMES, SERVE):
        print(f"{name:<18}  {least[name] * 1000:6.1f} ms   {least[name] / least['']:.2f} ×")
    slow = [name for name in GAMES if least[name] > LIMIT * least[""]]
    return int(bool(slow) or least[SERVE] > LIMIT_SERVE * least[""])


if __name__ == "__main__":
    sys.exit(main())
