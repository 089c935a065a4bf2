"""The tree is a map: folders of a dozen files, modules and functions named as one would look for them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import primeparlor

SOURCE = Path(primeparlor.__file__ or "").parent
TESTS = Path(__file__).parent
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.name != "__init__.py"]
SCRIPTS = sorted(SOURCE.rglob("*.js"))
PARTS = [
    path
    for path in MODULES + SCRIPTS
    if path.is_relative_to(SOURCE / "games") or path == SOURCE / "messages.py"
]  # named by their contract
MOST, MOST_TESTS = 16, 25  # files of one kind in a folder

# Nouns that only look like a gerund or a participle.
NOUNS = {
    *("drawing", "logging", "matching", "sharing", "training", "wording"),  # names of our modules
    *("evening", "hundred", "king", "ring", "spring", "string", "thing", "wing"),
}
IRREGULAR = {
    *("begun", "bound", "broken", "brought", "built", "caught", "chosen", "done", "drawn", "driven"),
    *("fallen", "fed", "felt", "forgotten", "found", "frozen", "given", "gone", "got", "grown", "heard"),
    *("held", "hidden", "kept", "known", "laid", "led", "left", "lost", "made", "meant", "met", "paid"),
    *("put", "read", "said", "seen", "sent", "set", "shown", "sold", "spelt", "spent", "spoken"),
    *("stolen", "stood", "swept", "taken", "taught", "thought", "thrown", "told", "understood", "won"),
    *("worn", "woven", "written"),
}
VERBS = {"bring", "embed", "exceed", "feed", "need", "proceed", "put", "read", "set", "sing"}  # also verbs

# Modules of one name, the feature that they share, and how many there are.
REPEATED_MODULES = {
    "analyse": ("parlor analyse: the command, and its answer in plain lines", 2),
    "app": ("the application: on the screen, and of the server", 2),
    "calendar": ("the calendar of days: computed, and drawn", 2),
    "chart": ("the chart of a review: as text, and on the screen", 2),
    "clock": ("the clock of a match: measured, and watched by the server", 2),
    "duel": ("the daily duel: its match and its review, and its screen", 2),
    "fields": ("the fields of a state, where a game brings nothing of its own: as text, and as numbers", 2),
    "file": ("the file that progress or a record is kept in", 2),
    "hints": ("hints: worked out, and given at a table", 2),
    "ladder": ("the ladder of a game: its rungs, and parlor ladder in plain lines", 2),
    "meta": ("what the server says of itself: endpoints, and their models", 2),
    "openings": ("the openings trainer: its rules, in plain lines, on the screen", 3),
    "panels": ("the panels of one screen", 2),
    "play": ("parlor play: the command, and play in plain lines", 2),
    "progress": ("progress: in plain lines, endpoint and its models, worker task", 4),
    "prompt": ("what a player is asked: a person at the table, and a language model", 2),
    "puzzles": ("puzzles: in plain lines, endpoints and their models, worker tasks", 4),
    "review": ("the review of a game: worked out, in plain lines, its model, worker task", 4),
    "rush": ("rush: its rules, and in plain lines", 2),
    "saved_games": ("the saved games: found, in plain lines, on the screen", 3),
    "screen": ("the screen itself, beside its panels", 5),
    "seats": ("the seats of a table: who plays, and who holds the token", 2),
    "side_panel": ("what stands beside the board of one screen", 2),
    "table": ("a table, and the worker's tasks for it", 2),
    "summaries": ("tables as rows of a list: the endpoint, and the rows", 2),
    "tables": ("the tables of the server: endpoints, and their models", 2),
    "today": ("parlor today: in plain lines, on the screen", 2),
}
REPEATED_SCRIPTS = {
    "board": ("a game's board: its base class, and in a review", 2),
    "index": ("the page itself", 4),
    "move_list": ("the list of moves: at the table, and in a review", 2),
    "progress": ("progress: kept, and shown", 2),
}

# What one of ours derives from and a framework makes: of logging and argparse, of uvicorn, and of FastAPI.
MADE_ELSEWHERE = {"ApiRoute", "Formatter", "LimitedConnection"}

# What the docstring of a function does not begin with: it begins with a verb.
NO_VERBS = {
    *(
        "A",
        "All",
        "An",
        "Another",
        "Any",
        "As",
        "At",
        "Beside",
        "By",
        "Each",
        "Every",
        "For",
        "From",
        "He",
        "How",
        "If",
    ),
    *(
        "In",
        "It",
        "Its",
        "No",
        "Nobody",
        "Nothing",
        "Of",
        "On",
        "One",
        "Only",
        "Other",
        "Somebody",
        "Something",
        "That",
    ),
    *(
        "The",
        "There",
        "These",
        "They",
        "This",
        "Those",
        "To",
        "Two",
        "What",
        "Whatever",
        "When",
        "Where",
        "Whether",
    ),
    *("Which", "Who", "Whoever", "Whose", "Why", "With", "Without", "Yes", "You"),
}
WORDED = [
    *(
        path
        for path in MODULES
        if path.relative_to(SOURCE).parts[0] not in ("core.py", "primes.py", "solve", "notation")
    ),
    *(
        path
        for path in SOURCE.rglob("__init__.py")
        if path.parent.name in ("conformance", "players", "records")
    ),
]
WORDED = [path for path in WORDED if path not in PARTS]


def named(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def is_participle(word: str) -> bool:
    """Whether this is no name of a thing: "keeping", "told", "asked"."""
    return word in IRREGULAR - VERBS or (
        bool(re.fullmatch(r"[a-z]{2,}(ing|[^e]ed)", word)) and word not in NOUNS | VERBS
    )


def functions(tree: ast.AST, of: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its name, those within functions and properties aside."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{of}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if not decorators & {"property", "cached_property"}:
                yield f"{of}{node.name}", node


@pytest.mark.parametrize(
    ("root", "ending", "most"), [(SOURCE, ".py", MOST), (SOURCE, ".js", MOST), (TESTS, ".py", MOST_TESTS)]
)
def test_a_folder_holds_about_a_dozen_files(root: Path, ending: str, most: int) -> None:
    counts = Counter(path.parent for path in root.rglob(f"*{ending}") if path.name != "__init__.py")
    assert {str(folder): count for folder, count in counts.items() if count > most} == {}


def test_modules_are_named_by_nouns() -> None:
    names = [
        path for path in MODULES + SCRIPTS if path not in PARTS and is_participle(path.stem.split("_")[-1])
    ]
    assert [named(path) for path in names] == []


@pytest.mark.parametrize(
    ("paths", "known"), [(MODULES, REPEATED_MODULES), (SCRIPTS, REPEATED_SCRIPTS)], ids=["modules", "scripts"]
)
def test_a_name_that_occurs_twice_names_one_feature(
    paths: list[Path], known: dict[str, tuple[str, int]]
) -> None:
    counts = Counter(path.stem for path in paths if path not in PARTS)
    found = {name: count for name, count in counts.items() if count > 1}
    assert found == {name: count for name, (_, count) in known.items()}


def test_no_class_is_there_only_to_be_inherited_once() -> None:
    """A class in two halves is one class in two places: a base is made, caught or asked for by itself."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in [*MODULES, *SOURCE.rglob("__init__.py")]]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    bases = Counter(_name(base) for node in classes for base in node.bases)
    used = {_name(node.func) for node in nodes if isinstance(node, ast.Call)}
    asked = [node for node in nodes if isinstance(node, ast.Call) and _name(node.func) == "isinstance"]
    caught = [node.type for node in nodes if isinstance(node, ast.ExceptHandler) and node.type is not None]
    used |= {
        _name(part) for node in [*asked, *caught] for part in ast.walk(node) if isinstance(part, ast.Name)
    }
    halves = {node.name for node in classes if bases[node.name] == 1 and node.name not in used}
    assert halves == MADE_ELSEWHERE


def _name(node: ast.expr) -> str:
    """The name at the end: "Board" of `board.Board[State]`."""
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_functions_are_named_by_verbs() -> None:
    """What authors of games define by name aside."""
    bare = [
        f"{named(path)}: {name}"
        for path in WORDED
        if path.parts[-2] not in ("drawing", "language")  # the contract for authors of games
        for name, node in functions(ast.parse(path.read_text(encoding="utf-8")))
        if is_participle(node.name.strip("_").split("_")[0])
    ]
    assert bare == []


def test_docstrings_begin_with_a_verb() -> None:
    begins = [
        f"{named(path)}: {name}: {doc.splitlines()[0]}"
        for path in WORDED
        for name, node in functions(ast.parse(path.read_text(encoding="utf-8")))
        if (doc := ast.get_docstring(node)) and re.split(r"\W", doc)[0] in NO_VERBS
    ]
    assert begins == []


@pytest.mark.parametrize(
    "word", ["keeping", "told", "asked", "held", "shielding", "posed", "readying", "chosen", "hidden"]
)
def test_participles_are_known(word: str) -> None:
    assert is_participle(word)


@pytest.mark.parametrize(
    "word", ["table", "read", "logging", "speed", "set", "seed", "string", "thing", "hundred", "view"]
)
def test_other_words_are_none(word: str) -> None:
    assert not is_participle(word)


MAPS = ["tables", "players", "terminal/drawing"]  # packages whose docstring lists their modules


@pytest.mark.parametrize("package", MAPS)
def test_the_map_of_a_package_names_its_modules(package: str) -> None:
    doc = ast.get_docstring(ast.parse((SOURCE / package / "__init__.py").read_text(encoding="utf-8"))) or ""
    rows = re.findall(r"^ *((?:\w+, )*\w+) {2,}\S", doc, re.MULTILINE)
    modules = [path.stem for path in (SOURCE / package).glob("*.py") if path.name != "__init__.py"]
    assert sorted(name for row in rows for name in row.split(", ")) == sorted(modules)


def test_the_map_of_the_server_names_its_folders() -> None:
    doc = ast.get_docstring(ast.parse((SOURCE / "web" / "__init__.py").read_text(encoding="utf-8"))) or ""
    folders = [
        path.name for path in (SOURCE / "web").iterdir() if path.is_dir() and path.name != "__pycache__"
    ]
    assert sorted(re.findall(r"^(\w+)/ ", doc, re.MULTILINE)) == sorted(folders)
