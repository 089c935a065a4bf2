"""What is shipped: the built wheel installs, has all its files, plays, and imports little at the start."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

from primeparlor.games import GAMES
from terminal_helpers import UNMEASURED, environment

HOUSE = Path(__file__).parents[1]
HEAVY = {"rich", "dataclasses", "fractions", "pathlib", "importlib.metadata", "numpy"}


def run(*words: str | Path, home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command outside the repository; it must succeed."""
    done = subprocess.run(
        [*map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        cwd=home,
        env=environment(home, PYTHONPATH=None, **UNMEASURED),
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_built_wheel_plays(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, HOUSE, home=tmp_path)
    [wheel], [sdist] = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    inside = zipfile.ZipFile(wheel).namelist()
    texts = ("text.md", "why.md", "why.svg")
    pages = {f"primeparlor/games/{name.replace('-', '_')}/{text}" for name in GAMES for text in texts}
    table = "primeparlor/games/prime_duel/solver/prime_duel_full_deck.npy"
    assert {"primeparlor/py.typed", table, *pages} <= set(inside)
    assert not [name for name in inside if name.startswith(("tests", "src"))]
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "src/primeparlor/py.typed"} <= names

    venv.create(tmp_path / "venv", symlinks=True, with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run(*pip, "install", "--no-deps", "--no-index", wheel, home=tmp_path)
    game = run(python.with_name("parlor"), "play", "prime-climb", home=tmp_path, typed="3\n4\n6\n7\n")
    assert game.stdout.endswith("- Reached Step 20! Player 1 wins!\n\n--- Game Over ---\n")
    where = run(python, "-c", "import primeparlor; print(primeparlor.__file__)", home=tmp_path).stdout
    assert where.startswith(str(tmp_path))
    assert run(python.with_name("parlor"), "rules", "prime-duel", home=tmp_path).stdout.startswith(
        "PRIME DUEL\n"
    )


def test_nothing_heavy_is_imported_before_the_first_prompt(tmp_path: Path) -> None:
    for name in GAMES:
        words = ("-X", "importtime", "-m", "primeparlor", "play", name, "--plain")
        told = run(sys.executable, *words, home=tmp_path).stderr.splitlines()
        imported = {line.rpartition("|")[2].strip() for line in told if line.startswith("import time")}
        assert "primeparlor.terminal.plain.prompt" in imported
        assert not imported & HEAVY, name
