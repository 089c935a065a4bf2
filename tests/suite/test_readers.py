"""`datasets` and `mlcroissant` read the suite as it is shipped."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from primeparlor.suite import FOLDER, find_move, read_rows, regret

ROWS = list(read_rows())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy, since readers may write beside what they read."""
    return Path(shutil.copytree(FOLDER, tmp_path / "suite"))


def run(*words: str, home: Path) -> str:
    """Run Python in a home of its own, without any network."""
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={"HOME": str(home), "HF_HOME": str(home), "HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


LOAD = """
import json, sys, datasets
for row in datasets.load_dataset(sys.argv[1], split="test"):
    print("ROW", json.dumps(row))
"""


def test_datasets_loads_the_folder_as_it_is(folder: Path, tmp_path: Path) -> None:
    import json

    lines = run("-c", LOAD, str(folder), home=tmp_path).splitlines()
    loaded = [json.loads(line.removeprefix("ROW ")) for line in lines if line.startswith("ROW ")]
    assert loaded == ROWS
    worst = max(loaded[0]["moves"], key=lambda move: move["regret"])
    assert regret(loaded[0], worst["move"]) == worst["regret"]
    assert find_move(loaded[0], "nothing") is None


CROISSANT = """
import sys
from mlcroissant.scripts import cli
sys.argv = ["mlcroissant", *sys.argv[1:]]
cli.main()
"""


def test_croissant_is_valid_without_a_warning(folder: Path, tmp_path: Path) -> None:
    told = run("-c", CROISSANT, "validate", "--jsonld", str(folder / "croissant.json"), home=tmp_path)
    assert "Done." in told
    assert "WARNING" not in told.upper()


RECORDS = """
import sys, mlcroissant
records = list(mlcroissant.Dataset(sys.argv[1]).records("positions"))
for record in records:
    moves = record["positions/moves"]
    regrets = [round(move["positions/moves/regret"], 9) for move in moves]  # pandas reads floats its own way
    print("ROW", record["positions/id"].decode(), regrets)
"""


def test_croissant_loads_every_row_and_move(folder: Path, tmp_path: Path) -> None:
    lines = run("-c", RECORDS, str(folder / "croissant.json"), home=tmp_path).splitlines()
    loaded = [line for line in lines if line.startswith("ROW ")]
    assert loaded == [f"ROW {row['id']} {[move['regret'] for move in row['moves']]}" for row in ROWS]
