"""What is shipped: the wheels install, have all their files, play, and import little at the start."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest

from primeparlor.games import GAMES
from support.installed_games import path_with
from support.terminal.command import UNMEASURED, environment
from test_examples import EXAMPLES, try_it

HOUSE = Path(__file__).parents[1]
SOURCE = HOUSE / "src"
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


# The source archive, the wheel made from that archive, and the wheels of the examples, all in one process.
BUILD = """
import os, shutil, sys
from hatchling.build import build_sdist, build_wheel
house, out, *examples = sys.argv[1:]
os.chdir(house)
packed = os.path.join(out, build_sdist(out))
shutil.unpack_archive(packed, out)
os.chdir(packed.removesuffix(".tar.gz"))
build_wheel(out)
for folder in examples:
    os.chdir(folder)
    build_wheel(out)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything built from the house and from both examples."""
    out = tmp_path_factory.mktemp("built")
    examples = [HOUSE / "examples" / name for name in EXAMPLES]
    run(sys.executable, "-c", BUILD, HOUSE, out, *examples, home=out)
    return out


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with nothing but our three wheels; their dependencies are shared."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "venv", symlinks=True, with_pip=False)
    python = home / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    wheels = [*built.glob("*.whl")]
    assert len(wheels) == 3
    run(*pip, "install", "--no-compile", "--no-deps", "--no-index", *wheels, home=home)
    [site] = (home / "venv" / "lib").glob("*/site-packages")
    lent = [*path_with().split(os.pathsep), str(Path(np.__file__).parent.parent)]
    (site / "lent.pth").write_text("\n".join(lent), encoding="utf-8")
    where = run(python, "-c", "import primeparlor; print(primeparlor.__file__)", home=home).stdout
    assert where.startswith(str(site))
    return python


def test_what_is_built_has_all_its_files(built: Path) -> None:
    [wheel], [sdist] = built.glob("primeparlor-*.whl"), built.glob("*.tar.gz")
    inside = zipfile.ZipFile(wheel).namelist()
    texts = ("text.md", "why.md", "why.svg")
    pages = {f"primeparlor/games/{name.replace('-', '_')}/{text}" for name in GAMES for text in texts}
    table = "primeparlor/games/prime_duel/solver/prime_duel_full_deck.npy"
    page = (file for file in (SOURCE / "primeparlor/web/static").rglob("*") if file.is_file())
    migrations = (SOURCE / "primeparlor/web/storage/migrations").rglob("*.py")
    pages |= {file.relative_to(SOURCE).as_posix() for file in (*page, *migrations)}
    pages |= {f"primeparlor/suite/data/{file.name}" for file in (SOURCE / "primeparlor/suite/data").iterdir()}
    pages |= {"primeparlor/py.typed", "primeparlor/web/static/html/shell.html", table}
    missing = sorted(pages - set(inside))
    assert not missing, f"not in the wheel: {missing}; a game's {', '.join(texts)} stand in its folder"
    assert not [name for name in inside if name.startswith(("tests", "src"))]
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "src/primeparlor/py.typed"} <= names


def test_the_wheel_plays(installed: Path, tmp_path: Path) -> None:
    parlor = installed.with_name("parlor")
    game = run(parlor, "play", "prime-climb", home=tmp_path, typed="3\n4\n6\n7\n")
    assert game.stdout.endswith("- Reached Step 20! Player 1 wins!\n\n--- Game Over ---\n")
    assert run(parlor, "rules", "prime-duel", home=tmp_path).stdout.startswith("PRIME DUEL\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_plays_from_its_wheel(name: str, installed: Path, tmp_path: Path) -> None:
    def parlor(*words: str, typed: str = "") -> str:
        done = run(installed.with_name("parlor"), *words, home=tmp_path, typed=typed)
        assert "Traceback" not in done.stderr
        return done.stdout

    try_it(parlor, name)


def test_nothing_heavy_is_imported_before_the_first_prompt(tmp_path: Path) -> None:
    for name in GAMES:
        words = ("-X", "importtime", "-m", "primeparlor", "play", name, "--plain")
        told = run(sys.executable, *words, home=tmp_path).stderr.splitlines()
        imported = {line.rpartition("|")[2].strip() for line in told if line.startswith("import time")}
        assert "primeparlor.terminal.plain.prompt" in imported
        assert not imported & HEAVY, name
