"""Regenerates the examples in docs/reference/analyse.md from real commands: `python docs/examples.py`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import Any

from primeparlor import records
from primeparlor.cli import main
from primeparlor.games import PocketAddition
from primeparlor.match import Match

PAGE = Path(__file__).parent / "reference" / "analyse.md"
EXAMPLE = re.compile(r"^`(parlor [^`\n]*--json)`\n\n```json\n[^`]*```\n", re.MULTILINE)
REVIEWED = (5, 6, 2, 9)  # the game of Pocket Addition in game.jsonl
TAKEN = {"seconds": 0.05, "memory_mb": 14.0}  # these differ from run to run; shown as a likely round figure
WIDTH = 140


def page(text: str) -> str:
    """The page with every example as the program now answers it."""
    return EXAMPLE.sub(lambda found: f"`{found[1]}`\n\n```json\n{pretty(answer(found[1]))}\n```\n", text)


def answer(command: str) -> Any:
    """What this command answers, as data: times and sizes made the same everywhere, floats rounded."""
    words = shlex.split(command)[1:]
    with tempfile.TemporaryDirectory() as folder:
        if words[0] == "review":
            words[1] = _recorded(folder, words[1])
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = main.main(words)
    assert code == 0, command
    data = json.loads(said.getvalue(), parse_float=lambda digits: round(float(digits), 6))
    return data | {key: value for key, value in TAKEN.items() if key in data}


def _recorded(folder: str, name: str) -> str:
    """The file of that name with the game to review."""
    path = os.path.join(folder, name)
    match = Match(PocketAddition.start())
    record = records.RecordFile.create(path, match)
    match.begin()
    for move in REVIEWED:
        match.submit(match.state.turn, move, match.number)
    record.close()
    return path


def pretty(data: Any, indent: int = 0, room: int = WIDTH) -> str:
    """JSON with what fits on a line on one line."""
    flat = json.dumps(data, ensure_ascii=False)
    if len(flat) <= room - indent or not isinstance(data, (dict, list)):
        return flat
    inner = " " * (indent + 2)
    if isinstance(data, list):
        parts = [pretty(item, indent + 2) for item in data]
    else:
        room = WIDTH - 4
        parts = [
            f"{json.dumps(key)}: {pretty(item, indent + 2, room - len(key))}" for key, item in data.items()
        ]
    first, last = "{}" if isinstance(data, dict) else "[]"
    body = f",\n{inner}".join(parts)
    return f"{first}\n{inner}{body}\n{' ' * indent}{last}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
