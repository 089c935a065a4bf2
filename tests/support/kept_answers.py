"""Asks the parlor through its command only, so that nothing here depends on how the house is built."""

from __future__ import annotations

import hashlib
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from primeparlor.cli.main import main

KEPT = Path(__file__).parents[1] / "kept"
RECORDS = KEPT / "records"


def said(*words: str) -> str | None:
    """What this command line prints; None if it is refused because the game is over."""
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        code = main(words)
    over = code == 2 and "is over" in errors.getvalue()
    assert over or code == 0, f"parlor {' '.join(words)}: exit code {code}, {errors.getvalue()}"
    return None if over else out.getvalue()


def told(*words: str) -> Any:
    """The JSON that this command line answers; None if the game is over."""
    answer = said(*words)
    return None if answer is None else json.loads(answer)


def analysed(position: str, exact: bool) -> Any:
    """The answer to a position, without its sentences and with a digest of its proof; None if it is over."""
    answer = told("analyse", *position.split(), "--json", *["--exact"] * exact)
    if answer is None:
        return None
    for row in (answer, *answer["moves"]):
        del row["why"]
    proof = json.dumps(answer["proof"], sort_keys=True, separators=(",", ":"))
    return answer | {"proof_sha256": hashlib.sha256(proof.encode()).hexdigest()}


def solved(game: str) -> Any:
    """The answer to a whole game, without its sentence and without time and memory."""
    answer = told("solve", *game.split(), "--json")
    return {key: value for key, value in answer.items() if key not in ("why", "seconds", "memory_mb")}


def replayed(record: Path) -> Any:
    """The replay of a record."""
    return told("replay", str(record), "--json")
