"""Serves until its input ends: `PYTHONPATH=src:tests python -m support.stand_in`. It prints its address."""

from __future__ import annotations

import sys

from support.stand_in.server import StandIn

if __name__ == "__main__":
    with StandIn() as server:
        print(server.url, flush=True)
        sys.stdin.read()  # until whoever started it closes this, or ends the process
