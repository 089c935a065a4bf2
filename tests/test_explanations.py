"""The explanations are true: their sessions run, and their pictures and answers come from the solvers."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import shlex
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from primeparlor import notation, records
from primeparlor.cli import main
from primeparlor.coach.review.analysis_json import as_data
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.games.game import folder
from primeparlor.match import Match
from primeparlor.solve import analyse, check
from test_examples import EXAMPLES

DOCS = Path(__file__).parent.parent / "docs"
WANTED = {name: DOCS / "explanation" / f"why-{name}.md" for name in GAMES.ours}
PAGES = {name: path for name, path in WANTED.items() if path.exists()}
REFERENCE = DOCS / "reference" / "analyse.md"
SCHEMA = json.loads((DOCS / "reference" / "analyse.schema.json").read_text(encoding="utf-8"))
HEADINGS = ["The argument", "Check it yourself", "See it with parlor", "In variants"]
SVG = "{http://www.w3.org/2000/svg}"
explain, examples = (runpy.run_path(str(DOCS / f"{name}.py")) for name in ("explain", "examples"))
pretend_home = pytest.mark.usefixtures("home")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))


def text(name: str) -> str:
    return PAGES[name].read_text(encoding="utf-8")


# Pages ---------------------------------------------------------------------------------------


def test_every_game_of_the_house_has_its_explanation() -> None:
    missing = [str(path.relative_to(DOCS.parent)) for path in WANTED.values() if not path.exists()]
    assert not missing, f"write why.md in the game's folder and run docs/build.py, which begins {missing}"


@pytest.mark.parametrize("name", PAGES)
def test_every_explanation_has_the_same_headings(name: str) -> None:
    page = text(name)
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS
    title, claim, picture = page.split("\n\n")[:3]
    assert re.fullmatch(rf"# Why .*{GAMES[name].title}.*", title)
    assert re.fullmatch(r"\*\*[^*]*\*\*", claim)
    assert re.fullmatch(r"!\[.+\]\(.+/why\.svg\)", picture)
    assert f"](explanation/why-{name}.md)" in (DOCS / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*PAGES.values(), REFERENCE], ids=lambda path: path.stem)
def test_the_python_sessions_run_as_shown(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.attempted >= 3
    assert result.failed == 0


def sessions() -> list[tuple[str, str]]:
    """Every command with the beginnings of lines it prints, in order; other lines may come between them."""
    found = re.findall(r"^```console\n\$ (.+)\n((?:.+\n)*)```$", "\n".join(map(text, PAGES)), re.MULTILINE)
    assert len(found) >= 8
    return found


@pretend_home
@pytest.mark.parametrize(("command", "shown"), sessions())
def test_the_commands_answer_as_shown(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(shlex.split(command)[1:]) == 0
    said = (" ".join(line.split()) for line in capsys.readouterr().out.splitlines())
    for line in shown.splitlines():
        start = " ".join(line.removesuffix(" …").split())
        assert any(told.startswith(start) for told in said), f"{line}: not there, or not in this order"


@pytest.mark.parametrize("name", PAGES)
def test_every_position_of_a_command_can_be_set_up(name: str) -> None:
    lines = re.findall(r"parlor (?:analyse|play) [a-z-]+(?: \w+=[\d,]+)*", text(name))
    assert lines
    for line in lines:
        _, _, game, *words = line.split()
        assert notation.set_up(notation.game(game), words).ending() is None


# Pictures ------------------------------------------------------------------------------------


def test_there_is_a_picture_for_every_explanation() -> None:
    assert list(explain["PICTURES"]) == list(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_the_picture_is_what_the_solver_says(name: str) -> None:
    drawn = explain["PICTURES"][name]().svg()
    kept = explain["place"](name).read_text(encoding="utf-8")
    assert kept == drawn, "run docs/explain.py"


@pytest.mark.parametrize("name", PAGES)
def test_the_picture_stands_alone_and_has_a_description(name: str) -> None:
    kept = explain["place"](name).read_text(encoding="utf-8")
    root = ElementTree.fromstring(kept)
    assert root.tag == f"{SVG}svg"
    assert all(root.findtext(f"{SVG}{tag}") for tag in ("title", "desc"))
    assert root.get("aria-labelledby") == "title desc"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "rect", "circle", "path", "text", "tspan")
    }
    assert not [element for element in root.iter() if "style" in element.attrib]  # browsers must refuse it
    assert "href" not in kept
    assert "url(" not in kept
    assert kept.count("://") == 1  # the name space of SVG
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter(f"{SVG}text"):
        assert 0 < float(element.attrib["x"]) < width
        assert 0 < float(element.attrib["y"]) < height


def test_the_ways_on_the_staircase_are_those_of_the_page() -> None:
    climb = GAMES["prime-climb"]
    assert explain["ways"](climb.start()) == 168


# Answers as JSON -----------------------------------------------------------------------------


def commands() -> list[str]:
    return [str(found[1]) for found in examples["EXAMPLE"].finditer(REFERENCE.read_text(encoding="utf-8"))]


@pretend_home
def test_the_examples_are_real_answers() -> None:
    page = REFERENCE.read_text(encoding="utf-8")
    assert examples["page"](page) == page, "run docs/examples.py"


@pretend_home
def test_every_kind_of_answer_and_every_game_has_an_example() -> None:
    words = [line.split()[1:3] for line in commands()]
    assert {kind for kind, _ in words} == {"analyse", "solve", "review"}
    missing = {*GAMES.ours} - {game for kind, game in words if kind == "analyse"}
    assert not missing, (
        f"docs/reference/analyse.md: add parlor analyse {missing} --json, run docs/examples.py"
    )


def documented(heading: str) -> set[str]:
    """The fields in the tables under a heading of the second or third level."""
    _, found, rest = REFERENCE.read_text(encoding="utf-8").partition(f" {heading}\n")
    assert found
    rows = re.findall(r"^\| (`.*?) \|", re.split(r"^##", rest, flags=re.MULTILINE)[0], re.MULTILINE)
    return {field for row in rows for field in re.findall(r"`(\w+)`", row)}


def fields(answer: dict[str, Any], *lists: str) -> set[str]:
    return answer.keys() | {key for name in lists for row in answer[name] for key in row}


@pretend_home
def test_every_field_is_documented() -> None:
    answer = examples["answer"]
    whole = fields(answer("parlor analyse number-morph --json"), "chances")
    assert whole | fields(answer(commands()[0]), "moves") == documented("parlor analyse")
    assert answer("parlor solve prime-climb --json").keys() == documented("parlor solve")
    assert fields(answer("parlor review game.jsonl --json"), "decisions") == documented("parlor review")


@pytest.mark.parametrize("name", ["nonprime-addition", "number-morph", "prime-climb"])
def test_every_field_of_a_proof_is_documented(name: str) -> None:
    proof = analyse(GAMES[name].start()).proof
    assert proof.keys() == documented(GAMES[name].title) - {"omitted"}


def test_the_proof_of_any_other_game_is_the_one_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS.parent / "examples" / "pig")
    page = REFERENCE.read_text(encoding="utf-8").partition("### Any other game\n")[2]
    state = notation.set_up(folder(EXAMPLES["pig"]).state, re.findall(r"`pig (.*?)`", page)[0].split())
    proof = analyse(state).proof
    assert check(state, proof)
    assert proof.keys() == documented("Any other game") - {"omitted"}
    [shown] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    rounded = {key: round(proof[key], 6) for key in ("lower", "upper")}
    assert proof | rounded == json.loads(shown)


def test_a_proof_that_would_be_too_long_says_so() -> None:
    proof = analyse(notation.read_position("prime-climb top=300 largest=3")).proof
    assert proof.keys() == documented("Prime Climb")
    assert proof["strategy"] is None


def walk(game: type[State], random: Random, steps: int) -> State:
    """A position some random moves into a game; the last one that is not finished."""
    state = game.start()
    for _ in range(steps):
        later = state.after(random.choice(state.chances() or state.moves()))
        if later.ending():
            break
        state = later
    return state


@pytest.mark.parametrize("name", [name for name in GAMES if name != "prime-duel"])
def test_answers_fit_the_schema(name: str) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    random = Random(name)
    for steps in range(12):
        state = walk(GAMES[name], random, steps)
        validator.validate(json.loads(json.dumps(as_data(state, analyse(state)))))


@pytest.mark.parametrize("name", EXAMPLES)
def test_answers_and_records_of_brought_games_fit_the_schemas(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS.parent / "examples" / name)
    game, random = folder(EXAMPLES[name]).state, Random(name)
    for steps in (4, 5, 8, 11):
        state = walk(game, random, steps)
        data = json.loads(json.dumps(as_data(state, analyse(state))))
        jsonschema.Draft202012Validator(SCHEMA).validate(data)
        generic = SCHEMA["$defs"]["generic"]
        jsonschema.Draft202012Validator(generic).validate(data["proof"])
    record = json.loads((DOCS / "reference" / "record.schema.json").read_text(encoding="utf-8"))
    match = Match(game.start(), seed=1)
    match.begin()
    for _ in range(3):
        match.submit(match.state.turn, match.state.moves()[0], match.number)
    for line in records.format_record(match, "2026-01-31T18:00:00Z"):
        jsonschema.Draft202012Validator(record).validate(json.loads(json.dumps(line)))


def test_rare_answers_fit_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for position in (
        "nonprime-addition smallest=1 largest=2",
        "number-morph digits=4",
        "prime-climb top=300 largest=3",
        "prime-duel target=7 largest=3 copies=1",
        "prime-duel target=7 largest=3 copies=1 scores=5,6 deck=0,1,1 card=1",
    ):
        state = notation.read_position(position)
        validator.validate(json.loads(json.dumps(as_data(state, analyse(state)))))
