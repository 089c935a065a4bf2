"""Starts the environment on a free port, runs `openenv validate` on it, and plays a game with its client."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from openenv.core.generic_client import GenericEnvClient
from parlor_environment import app

OPENENV = Path(sys.executable).with_name("openenv")


@contextmanager
def serve() -> Iterator[str]:
    """Yield the address of the environment, and end its server afterwards."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"  # it listens: early callers wait
    finally:
        server.should_exit = True
        thread.join()


def validate(address: str) -> dict[str, Any]:
    """Return the report of `openenv validate`."""
    command = [str(OPENENV), "validate", "--url", address, "--timeout", "60", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def play_game(address: str, moves: list[int]) -> tuple[float, list[float]]:
    """Return the reward at the end of these moves, in Prime Climb, and what each of them gave away."""
    with GenericEnvClient(base_url=address).sync() as client:
        result = client.reset(game="prime-climb", opponent="random", seed=1)
        for move in moves:
            assert not result.done
            result = client.step({"move": move})
            print(result.observation["text"], end="\n\n")
    assert result.done
    return result.reward, result.observation["metadata"]["losses"]


def main() -> int:
    """Validate, play, print what came of it, and return the exit code."""
    with serve() as address:
        report = validate(address)
        reward, losses = play_game(address, [2, 3, 6, 2, 7])  # from prime to prime, and so to the top
    summary = report["summary"]
    accepted = f"{summary['passed_count']} of {summary['total_count']} checks of openenv validate"
    passed = report["passed"] and (reward, losses) == (1.0, [0.0] * 5)
    print(f"{accepted}; a perfect game with reward {reward:g}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
