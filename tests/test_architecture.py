"""Generic code knows no game, parts are imported in one place, and the import contracts bite."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import primeparlor
from primeparlor.games import GAMES

ROOT = Path(__file__).parents[1]
SOURCE = Path(primeparlor.__file__ or "").parent
FOLDERS = sorted(path.parent for path in SOURCE.glob("games/*/rules.py"))
EXAMPLES_NAME_GAMES = {"cli/main.py", "cli/parser.py", "cli/play.py", "cli/analyse.py"}  # in their help texts
# Everything that belongs to no game, except the list of games.
NOT_OF_A_GAME = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if path != SOURCE / "games" / "__init__.py" and not any(folder in path.parents for folder in FOLDERS)
]
GENERIC = [path for path in NOT_OF_A_GAME if path.relative_to(SOURCE).as_posix() not in EXAMPLES_NAME_GAMES]

NAMES = [word for game in GAMES.ours for word in (game, GAMES[game].title, GAMES[game].__name__)]
WORDS = re.compile(r"\b(cards?|decks?|primes?|die|dice)\b", re.IGNORECASE)
# "cards" are also the puzzles that come back, in the diary's file; a day has a number, which may be prime
OF_NO_GAME = re.compile(r"primeparlor|Prime Parlor|^cards$|^prime$|a prime day")
KNOWS_PRIMES = {"primes.py", "chrome.py"}  # arithmetic, which games share, and the rail above every screen

PARTS = {
    f"{part}.py"
    for part in ("rules", "form", "facts", "words", "terminal", "screen", "solver", "habits", "tensor")
} | {"page.js", "page.css", "art.js", "why.md", "why.svg", "rungs.json"}
# Besides the parts: `solver` as a package, where one file would be too long, and what several parts share.
HELPERS = {
    ("number_morph", "solver"),
    ("pocket_addition", "solver"),  # with its sweep, which needs numpy
    ("prime_climb", "solver"),  # the same
    ("prime_duel", "solver"),
    ("number_morph", "wheels.py"),  # how its screen is drawn, where one file would be too long
    ("prime_climb", "stairs.py"),  # the same
    ("prime_duel", "cards.py"),  # which cards can still come: rules, solver, words and terminal ask
    ("prime_duel", "picture.py"),  # what the screen draws; screen.py has the keys and the words
    ("nonprime_addition", "figures.js"),  # what page.js draws, where one file would be too long
    ("nonprime_addition", "line.js"),  # the same, as are all scripts below
    ("number_morph", "map.js"),
    ("number_morph", "wheels.js"),
    ("prime_climb", "flight.js"),
    ("prime_climb", "stairs.js"),
    ("prime_duel", "keys.js"),
    ("prime_duel", "picture.js"),
}

COACH = ["coach.language", "coach.levels", "coach.grades", "coach.random_choice"]  # which games may import
BUILDING_BLOCKS = [
    SOURCE / "notation" / "blocks.py",
    SOURCE / "tensors" / "tensor.py",
    *(SOURCE / "terminal" / "drawing").glob("*.py"),
    *(SOURCE / "coach" / "language").glob("*.py"),
    *(SOURCE / "coach" / f"{name}.py" for name in ("levels", "grades", "random_choice")),
]


def named(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def holding(paths: Iterable[Path], words: re.Pattern[str]) -> Iterator[Path]:
    """The files in which one of these words stands, wherever: only they are worth a closer look."""
    return (path for path in paths if words.search(path.read_text(encoding="utf-8")))


def texts(module: ast.Module) -> Iterator[str]:
    """The strings in a file that a user may read: not docstrings, nor names of attributes."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(module)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def imports(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_there_is_generic_code_and_games() -> None:
    assert len(NOT_OF_A_GAME) > 50
    assert [folder.name for folder in FOLDERS] == sorted(name.replace("-", "_") for name in GAMES.ours)


def test_no_generic_code_names_a_game() -> None:
    written = {named(path): path.read_text(encoding="utf-8") for path in GENERIC}
    assert [(path, name) for path, text in written.items() for name in NAMES if name in text] == []


def test_no_generic_code_speaks_of_the_things_of_a_game() -> None:
    said = [
        (named(path), text)
        for path in holding(GENERIC, WORDS)
        if path.name not in KNOWS_PRIMES
        for text in texts(tree(path))
        if WORDS.search(OF_NO_GAME.sub("", text))
    ]
    assert said == []


def test_parts_are_imported_in_one_place() -> None:
    able = holding(sorted(SOURCE.rglob("*.py")), re.compile("importlib|__import__"))
    assert [named(path) for path in able if imports_by_name(tree(path))] == ["games/game.py"]


def imports_by_name(module: ast.Module) -> bool:
    """Whether the file can import what no contract sees."""
    called = (node.id for node in ast.walk(module) if isinstance(node, ast.Name))
    return "__import__" in called or any(name.partition(".")[0] == "importlib" for name in imports(module))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_holds_parts_and_nothing_else(folder: Path) -> None:
    found = {path.name for path in folder.iterdir()} - {"__init__.py", "__pycache__"}
    assert {"rules.py", "text.md"} <= found
    assert found - PARTS - {"text.md"} == {name for game, name in HELPERS if game == folder.name}


# What each part of a game may import, beside core and parts of its own folder that stand below it.
SAID = ["messages", "fact_words"]
TOOLS = {
    "rules": ["primes"],
    "form": ["primes", "wording", "notation.blocks"],
    "facts": ["primes", "wording"],
    "tensor": ["primes", "tensors.tensor"],
    "solver": ["primes", "wording", "solve"],
    "words": ["primes", "wording", *SAID, "solve", "match.events", *COACH],
    "habits": ["primes", "wording", "solve", *COACH],
    "terminal": ["primes", "wording", *SAID, "terminal.drawing", "match.events"],
    "screen": ["primes", "wording", *SAID, "terminal.drawing", "match.events"],
}
LIKE = {"cards": "words", "picture": "screen", "stairs": "screen", "wheels": "screen"}  # helpers of a part


def foreign(path: Path) -> Iterator[str]:
    """What a file imports of ours from outside its folder, with each name that is imported from a package."""
    folder = next(folder for folder in [path.parent, *path.parents] if (folder / "rules.py").exists())
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("primeparlor"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in names if f".{folder.name}." not in f"{name}.")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_part_imports_what_it_is_made_with(folder: Path) -> None:
    """Least of all the list of games: through it one game would reach another."""
    for path in folder.rglob("*.py"):
        if path == folder / "__init__.py":
            continue
        part = path.relative_to(folder).parts[0].removesuffix(".py")
        allowed = [f"primeparlor.{tool}." for tool in ["core", *TOOLS[LIKE.get(part, part)]]]
        assert [name for name in foreign(path) if not f"{name}.".startswith(tuple(allowed))] == [], named(
            path
        )


@pytest.mark.parametrize("path", BUILDING_BLOCKS, ids=named)
def test_what_games_are_made_with_does_not_know_the_list_of_games(path: Path) -> None:
    assert [name for name in imports(tree(path)) if name.startswith("primeparlor.games")] == []


def test_the_list_of_games_knows_core_only() -> None:
    """What it names for type checkers aside: a game is imported when it is asked for."""
    body = tree(SOURCE / "games" / "__init__.py").body
    found = {str(node.module) for node in body if isinstance(node, ast.ImportFrom)}
    assert {name for name in found if name.startswith("primeparlor")} == {
        "primeparlor.core",
        "primeparlor.games.game",
    }


@pytest.mark.parametrize("path", sorted((SOURCE / "tables").glob("*.py")), ids=named)
def test_a_table_knows_no_screen(path: Path) -> None:
    module = tree(path)
    names = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    assert not names & {"print", "input"}
    assert "sys" not in imports(module)


# Who may import whom -----------------------------------------------------------------------------

# Imports that a file must not contain, and the contract that forbids each.
FORBIDDEN = [
    ("notation/__init__.py", "primeparlor.coach", "Layers"),
    ("players/loop.py", "primeparlor.tables", "Layers"),
    ("tables/sentences.py", "primeparlor.terminal", "Layers"),
    ("match/events.py", "primeparlor.files", "Layers"),
    ("core.py", "primeparlor.wording", "Layers"),
    ("coach/levels.py", "primeparlor.coach.hints", "Layers of the coach"),
    ("terminal/tui/widgets/favour.py", "primeparlor.terminal.tui.app", "Layers of the screen"),
    (
        "terminal/plain/menu.py",
        "primeparlor.terminal.tui.app",
        "Plain lines and the screen do not know each other",
    ),
    ("terminal/preferences.py", "textual", "Only the screen imports Textual"),
    ("terminal/drawing/canvas.py", "primeparlor.notation", "Boards are drawn with core only"),
    ("web/storage/store.py", "primeparlor.web.tables.live", "Layers of the server"),
    ("web/workers/pool.py", "starlette", "Tables, storage and workers know no web framework"),
    ("coach/hints.py", "primeparlor.games.prime_climb.rules", "Generic parts know no game and no primes"),
    ("coach/advice.py", "primeparlor.primes", "Generic parts know no game and no primes"),
    ("games/pocket_addition/words.py", "primeparlor.games.prime_climb.rules", "No game knows another"),
    ("games/prime_climb/rules.py", "primeparlor.games.prime_climb.form", "Layers of a game's folder"),
    ("games/prime_climb/solver/sweep.py", "primeparlor.games.prime_climb.words", "Layers of a game's folder"),
    ("games/prime_climb/words.py", "primeparlor.games.game", "What a game's folder may import"),
    ("games/prime_climb/habits.py", "primeparlor.coach.review.review", "What a game's folder may import"),
    ("games/prime_duel/terminal.py", "primeparlor.terminal.preferences", "What a game's folder may import"),
    ("games/prime_duel/cards.py", "primeparlor.match.fate", "What a game's folder may import"),
    ("games/prime_duel/tensor.py", "primeparlor.tensors.fields", "What a game's folder may import"),
]


def test_the_contracts_of_the_imports_bite(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "primeparlor", ignore=shutil.ignore_patterns("__pycache__", "*.npy"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, module, _ in FORBIDDEN:
        with open(tmp_path / "primeparlor" / file, "a", encoding="utf-8") as added:
            added.write(f"\nimport {module}\n")
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200", "FORCE_COLOR": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    told = " ".join(done.stdout.split())
    for file, module, contract in FORBIDDEN:
        importer = "primeparlor." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        assert f"{importer} -> {module} (l." in told, contract
    broken = re.findall(r"^(.*) BROKEN", done.stdout, re.MULTILINE)
    assert set(broken) == {contract for _, _, contract in FORBIDDEN}
    assert " KEPT" not in done.stdout, "a contract that nothing here breaks"
