"""Games from other packages: the examples as folders of the house; `test_wheel` installs their wheels."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from support.installed_games import path_with
from support.terminal.command import PATIENCE, environment

HOUSE = Path(__file__).parent.parent
EXAMPLES = {"twenty-one": "parlor_twenty_one", "pig": "parlor_pig"}
TITLES = {"twenty-one": "Twenty-One", "pig": "Pig"}
WON = {"twenty-one": "1 3 1 3 1 3 1 3 1 3 1", "pig": "roll roll hold"}
LATE = {"twenty-one": "total=15", "pig": "one=12 two=9 points=8 rolling=no"}
BEST = {"twenty-one": 2, "pig": "hold"}

ParlorApp: TypeAlias = Callable[..., str]


def run(
    *words: str | Path, env: dict[str, str], typed: str = "", code: int = 0, cwd: Path | None = None
) -> str:
    """The output of a command, which must end as expected and show no traceback."""
    done = subprocess.run(
        [str(word) for word in words],
        input=typed,
        env=env,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def try_it(parlor: ParlorApp, name: str) -> None:
    """Play, analyse, review and solve a puzzle, as somebody new to the game would."""
    typed = "".join(f"{move}\n" for move in WON[name].split())
    fate = ["--fate", "5 4 6 2 6 5"] if name == "pig" else []
    assert TITLES[name] in parlor("play", name, *fate, typed=typed)
    answer = json.loads(parlor("analyse", name, *LATE[name].split(), "--json"))
    assert answer["exact"]
    assert [row["move"] for row in answer["moves"] if row["best"]] == [BEST[name]]
    review: dict[str, Any] = json.loads(parlor("review", "1", "--json"))
    assert review["decisions"]
    assert any(review["luck"].values()) == (name == "pig")
    puzzle = json.loads(parlor("puzzle", name, "--seed", "1", "--json"))
    assert len(puzzle["answers"]) == 1
    assert "Right" in parlor("puzzle", name, "--seed", "1", typed=f"{puzzle['answers'][0]}\n")


def try_the_rest(parlor: ParlorApp, name: str) -> None:
    """Every other command; the game played before is the newest saved one."""
    assert parlor("games", "--json").count(f'"game": "{name}"') == 1
    assert TITLES[name] in parlor("replay", "1")
    if name == "pig":  # Twenty-One is over
        assert TITLES[name] in parlor("resume", "1", typed="hint\nwhy\nquit\n")
    assert parlor("rules", name).startswith(TITLES[name].upper())
    assert len(parlor("analyse", name, *LATE[name].split()).splitlines()) > 4
    assert f"Review of {TITLES[name]}" in parlor("review", "1")
    solution = json.loads(parlor("solve", name, "--json"))
    assert (solution["verdict"], solution["exact"]) == ("chance" if name == "pig" else "win", True)
    assert "wins" in parlor("play", name, "--p1", "perfect", "--p2", "club", "--seed", "3")
    assert f" {name} " in parlor("completion", "bash")
    assert TITLES[name] in parlor(typed="q\n")
    assert "nothing to fix" in parlor("check-game", name)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.prove] * (name == "pig")) for name in EXAMPLES]
)
def test_a_folder_and_one_line_in_the_list_make_a_game_of_the_house(name: str, tmp_path: Path) -> None:
    source, package = tmp_path / "src", name.replace("-", "_")
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HOUSE / "src" / "primeparlor", source / "primeparlor")  # with its byte code
    folder = source / "primeparlor" / "games" / package
    shutil.copytree(HOUSE / "examples" / name / EXAMPLES[name], folder, ignore=unwanted)
    listed = source / "primeparlor" / "games" / "__init__.py"
    last = '    "primeparlor.games.prime_duel",\n'
    text = listed.read_text(encoding="utf-8")
    assert last in text
    listed.write_text(text.replace(last, f'{last}    "primeparlor.games.{package}",\n'), encoding="utf-8")
    env = environment(tmp_path, PYTHONPATH=path_with(source))

    def parlor(*words: str, typed: str = "") -> str:
        return run(sys.executable, "-m", "primeparlor", *words, env=env, typed=typed)

    try_it(parlor, name)
    try_the_rest(parlor, name)


def test_a_record_of_a_game_that_is_not_installed_says_what_is_missing(tmp_path: Path) -> None:
    env = environment(tmp_path, PYTHONPATH=path_with(brought(tmp_path / "site", "pig")))
    record = tmp_path / "pig.jsonl"
    parlor = [sys.executable, "-m", "primeparlor"]
    run(*parlor, "play", "pig", "--record", record, "--p1", "random", "--p2", "random", env=env)
    told = run(*parlor, "replay", record, env=environment(tmp_path), code=1)
    assert "'pig'" in told
    assert "install that first" in told


def brought(site: Path, *names: str) -> Path:
    """A folder for PYTHONPATH in which these example games count as installed."""
    for name in names:
        package = EXAMPLES[name]
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(HOUSE / "examples" / name / package, site / package, ignore=unwanted)
        info = site / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[primeparlor.games]\n{name} = {package}\n")
    return site
