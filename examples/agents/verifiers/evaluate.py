"""Runs `vf-eval` on a few positions, against a stand-in for a model that knows half of the answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

from primeparlor.suite import read_rows, regret

HERE, BIN = Path(__file__).parent, Path(sys.executable).parent
TASKS = 6
ROWS = list(islice(read_rows(), TASKS))
BEST = {row["position"]: next(move["move"] for move in row["moves"] if move["best"]) for row in ROWS[::2]}
POSITION = re.compile(r"^Position: (.+)$", re.MULTILINE)


class StandIn(BaseHTTPRequestHandler):
    """An endpoint whose model knows every other answer by heart, and talks where it does not."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer a chat completion as a stream of one piece; verifiers asks for a stream."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = POSITION.search(str(asked["messages"][-1]["content"]))
        assert found is not None
        assert asked["stream"]
        text = f"ANSWER: {BEST[found[1]]}" if found[1] in BEST else "I am not sure."
        delta = {"role": "assistant", "content": text}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "stand-in"}
        chunk |= {"choices": [{"index": 0, "delta": delta, "finish_reason": "stop"}], "usage": usage}
        data = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *words: object) -> None:
        """Say nothing of each request."""


@contextmanager
def serve() -> Iterator[str]:
    """Yield the address of the stand-in, and end it afterwards."""
    with ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            server.shutdown()


def evaluate(address: str, folder: Path) -> list[dict[str, Any]]:
    """Run `vf-eval` on the first tasks and return its traces."""
    command = [str(BIN / "vf-eval"), "parlor_positions", "-m", "stand-in", "--select.limit", str(TASKS)]
    command += ["--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess"]  # no sandbox
    command += ["--client.base-url", address, "--client.api-key-var", "STAND_IN_KEY"]
    command += ["--no-push", "--no-rich", "--output-dir", str(folder)]
    environment = os.environ | {"STAND_IN_KEY": "none"}
    for variable, first in (("PATH", BIN), ("PYTHONPATH", HERE)):
        environment[variable] = os.pathsep.join([str(first), *filter(None, [os.environ.get(variable)])])
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line) for path in folder.rglob("traces.jsonl") for line in path.open()]


def read_scores(trace: dict[str, Any]) -> tuple[float, float]:
    """Return what a task was worth, and whether its answer was a legal move."""
    [run] = trace["traces"]
    return run["rewards"]["kept"]["score"], run["metrics"]["legal"]


def main() -> int:
    """Evaluate, print what came of it, and return the exit code."""
    with tempfile.TemporaryDirectory() as name, serve() as address:
        traces = evaluate(address, Path(name))
    found = {trace["task"]["data"]["id"]: read_scores(trace) for trace in traces}
    expected = {row["id"]: (1.0, 1.0) for row in ROWS} | {
        row["id"]: (1 - regret(row, None), 0.0) for row in ROWS if row["position"] not in BEST
    }
    kept = sum(reward for reward, _ in found.values()) / TASKS
    print(
        f"{TASKS} tasks by vf-eval; a model that knows half of the answers keeps {kept:.0%} of what it could"
    )
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main())
