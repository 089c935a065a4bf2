"""Starts the environment on a free port, lets `openenv validate` judge it, and plays a game with its client."""

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
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"  # who calls before it is up has to wait: it listens
    finally:
        server.should_exit = True
        thread.join()


def validate(address: str) -> dict[str, Any]:
    """Return the report of `openenv validate`."""
    command = [str(OPENENV), "validate", "--url", address, "--timeout", "60", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def play_game(address: str, moves: list[int]) -> float:
    """Return the reward at the end of these moves, in Prime Climb against a random player."""
    with GenericEnvClient(base_url=address).sync() as client:
        result = client.reset(game="prime-climb", opponent="random", seed=1)
        for move in moves:
            assert not result.done
            result = client.step({"move": move})
        print(result.observation["text"])
        assert result.done
        return float(result.reward)


def main() -> None:
    with serve() as address:
        report, reward = validate(address), play_game(address, [7, 4, 6, 8])
    print(json.dumps(report, indent=2))
