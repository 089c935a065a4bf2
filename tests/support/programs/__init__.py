"""Programs that play as `cmd:`, and what is left of them."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path

STRANGE = Path(__file__).with_name("strange.py")


def strange(way: str, token: str) -> str:
    """The seat of a program that misbehaves in this way."""
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(STRANGE), way, token])}"


def left(token: str) -> list[str]:
    """The processes that still have this token in their command line; zombies have none."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            words = Path("/proc", name, "cmdline").read_bytes()
            if token.encode() in words and int(name) != os.getpid():
                found.append(words.replace(b"\0", b" ").decode())
    return found
