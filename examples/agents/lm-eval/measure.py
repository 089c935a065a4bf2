"""Runs lm-eval on the suite with its dummy model, which never answers, and checks its figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from math import isclose, sqrt
from pathlib import Path
from statistics import fmean, stdev

from primeparlor.suite import read_rows, regret

HERE, LM_EVAL = Path(__file__).parent, Path(sys.executable).with_name("lm_eval")
TASK = "prime_parlor"


def evaluate(folder: Path) -> dict[str, float]:
    """Return the figures of lm-eval."""
    command = [str(LM_EVAL), "run", "--model", "dummy", "--include_path", str(HERE), "--tasks", TASK]
    command += ["--output_path", str(folder / "results")]
    offline = {"HF_HOME": str(folder / "cache"), "HF_HUB_OFFLINE": "1"}
    subprocess.run(command, env=os.environ | offline, check=True, stdout=subprocess.DEVNULL)
    [path] = (folder / "results").rglob("*.json")
    figures: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["results"][TASK]
    return figures


def main() -> int:
    """Evaluate, print what came of it, and return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        figures = evaluate(Path(name))
    lost = [regret(row, None) for row in read_rows()]
    told = [figures["regret,none"], figures["regret_stderr,none"], figures["legal,none"]]
    model = f"a model that never answers has regret {told[0]:.3f} ± {told[1]:.3f}"
    print(f"{len(lost):,} positions by lm-eval: {model}")
    expected = [fmean(lost), stdev(lost) / sqrt(len(lost)), 0.0]
    return 0 if all(map(isclose, told, expected)) else 1


if __name__ == "__main__":
    sys.exit(main())
