"""The documentation is complete and true: its tables are run, its links and commands are tried."""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.test_texts import rulings
from primeparlor import notation
from primeparlor.cli import main
from primeparlor.conformance.rule_checks import NAMES, REASON
from primeparlor.core import MOST_WALKED, ParlorError, State
from primeparlor.fact_words import OF_THE_MATCH
from primeparlor.games import GAMES, NumberMorph, PrimeDuel
from primeparlor.games import game as game_module
from primeparlor.games.game import folder, game_of
from primeparlor.match import HUMAN, Match, MatchError
from primeparlor.match.events import LONGEST_WORD
from primeparlor.messages import Messages
from primeparlor.notation import parse, position, read_position
from primeparlor.players import LEVELS, SEATS
from primeparlor.solve import retrograde, solve, sweeps
from primeparlor.solve.expectation import bounds, graph
from primeparlor.tables.prompt_words import COMMANDS
from primeparlor.terminal.drawing.board import MOST_KEYS, Board
from primeparlor.terminal.preferences import Preferences
from primeparlor.terminal.rules_text import build_page as rules_page
from primeparlor.wording import in_words
from support.coach.daily import fix_today
from support.example_games import Pig
from support.installed_games import path_with
from support.terminal.command import parlor
from test_examples import EXAMPLES, brought

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
TEXTS = {f"texts/{name}": rules_page(game) for name, game in GAMES.items()}
POSITIONS, COMMANDS_PAGE = PAGES["reference/positions.md"], PAGES["reference/commands.md"]
GAME_NAMES = "|".join(GAMES)
OUTPUTS: dict[Path, str] = runpy.run_path(str(DOCS / "build.py"))["outputs"]()


class Row(NamedTuple):
    page: str
    columns: tuple[str, ...]
    cells: dict[str, str]


def rows(*columns: str) -> list[Row]:
    """Every row of the tables that have exactly these columns last."""
    return [
        row
        for page, text in PAGES.items()
        for row in read_rows(page, text)
        if row.columns[-len(columns) :] == columns
    ]


def read_rows(page: str, text: str) -> Iterator[Row]:
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        header, rule, *body = [
            [cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()
        ]
        assert all(set(cell) == {"-"} for cell in rule)
        for cells in body:
            yield Row(page, tuple(header), dict(zip(header, cells, strict=True)))


def code(cell: str) -> str:
    """The text of a cell that is code."""
    assert re.fullmatch(r"`[^`]+`", cell), cell
    return cell[1:-1]


def name(row: object) -> str:
    return " ".join(row.cells.values()) if isinstance(row, Row) else str(row)


def section(page: str, heading: str) -> str:
    """The text under a second-level heading."""
    _, found, rest = f"\n{page}".partition(f"\n## {heading}\n")
    assert found, heading
    return rest.partition("\n## ")[0]


# Moves and positions -------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("position", "sentence"), ids=name)
def test_a_position_is_refused_as_the_page_says(row: Row) -> None:
    with pytest.raises(ParlorError) as caught:
        read_position(code(row.cells["position"]))
    assert str(caught.value) == row.cells["sentence"], (
        "correct docs/reference/positions.md: run docs/build.py"
    )


@pytest.mark.parametrize("row", rows("position", "typed", "sentence"), ids=name)
def test_a_move_is_refused_as_the_page_says(row: Row) -> None:
    state = read_position(code(row.cells["position"]))
    try:
        reason = state.why_not(parse(state, code(row.cells["typed"])))
    except notation.NotationError as error:
        reason = str(error)
    assert reason == row.cells["sentence"]


@pytest.mark.parametrize("row", rows("position", "typed", "move"), ids=name)
def test_a_move_is_read_as_the_page_says(row: Row) -> None:
    state = read_position(code(row.cells["position"]))
    move = parse(state, code(row.cells["typed"]))
    assert str(move) == code(row.cells["move"])
    assert state.why_not(move) is None


@pytest.mark.parametrize("row", rows("position", "what it shows"), ids=name)
def test_a_position_is_written_as_the_page_says(row: Row) -> None:
    text, shows = code(row.cells["position"]), row.cells["what it shows"]
    state = read_position(text)
    assert position(state) == text
    assert (state.ending() is not None) == shows.startswith("finished")
    if matched := re.search(r"Player ([12]) (?:has won|has reached|was the last)", shows):
        ending = state.ending()
        assert ending is not None
        assert ending.winner == int(matched[1])
    assert bool(state.rules.changed()) == (shows == "a variant" or "start=" in text)
    assert (state == type(state).start()) == shows.startswith("the start")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_key_of_a_position_is_explained(game: type[State]) -> None:
    needs = f"docs/reference/positions.md needs a section '## {game.title}': its keys, and what is refused"
    assert f"\n## {game.title}\n" in POSITIONS, needs
    text = section(POSITIONS, game.title)
    keys = [code(row.cells["key"]) for row in read_rows("", text) if row.columns[0] == "key"]
    assert keys == list(notation.form_of(game).keys)
    matched = re.search(r"Rule keys?: ([^.]*)\.", text)
    assert matched
    assert re.findall(r"`(\w+)`", matched[1]) == list(game.Rules.numbers)


NOT_OF_POSITIONS = ("build_error", "find_game")


def raised(path: Path, *errors: str) -> Iterator[str]:
    """A pattern for each sentence that the readers of positions in this file can raise."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef) or function.name in NOT_OF_POSITIONS:
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
                text = node.args[0]
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                yield "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts
                )


def test_every_sentence_that_refuses_a_position_is_listed() -> None:
    source = ROOT / "src" / "primeparlor"
    files = [*(source / "notation").glob("*.py"), *(source / "games").glob("*/*.py")]
    patterns = [pattern for path in files for pattern in raised(path, "NotationError", "RulesError")]
    assert len(patterns) > 20
    listed = [row.cells["sentence"] for row in rows("position", "sentence")]
    listed.append("This position cannot occur in Take Coins.")  # only of a game that brings no form
    assert [p for p in patterns if not any(re.fullmatch(p, sentence) for sentence in listed)] == []


def test_a_variant_too_large_to_play_is_refused_as_the_page_says() -> None:
    with pytest.raises(MatchError) as caught:
        Match(read_position("number-morph digits=6"))
    assert f'"{caught.value}"' in POSITIONS


def refused_texts() -> set[str]:
    return {code(row.cells["position"]) for row in rows("position", "sentence")}


@pytest.mark.parametrize("page", [*PAGES, *TEXTS])
def test_every_position_in_backticks_can_be_read(page: str) -> None:
    written = re.findall(rf"`((?:{GAME_NAMES})(?: \w+=[^ `]*)*)`", (PAGES | TEXTS)[page])
    for text in {*written} - refused_texts():
        read_position(text)


# Rulings and pages of the games --------------------------------------------------------------


def test_every_ruling_is_explained() -> None:
    listed = re.findall(r"^- \*\*([A-Z]\d) ", PAGES["explanation/rulings.md"], re.MULTILINE)
    of_the_games = [number for game in GAMES.values() for number in rulings(game)]
    wanted = [*(f"A{n}" for n in range(1, 8)), *of_the_games]
    sections = [f"{number} of {game.title}" for game in GAMES.values() for number in rulings(game)]
    told = f"explain in docs/explanation/rulings.md A1 to A7, then, in this order, {', '.join(sections)}"
    assert listed == wanted, told


def test_the_false_end_of_number_morph_had_these_primes_open() -> None:
    state = read_position("number-morph number=277 used=211,271,277")
    *most, last = map(str, state.moves())
    assert f"{', '.join(most)} and {last} are prime" in PAGES["explanation/rulings.md"]


def test_the_only_loss_that_can_be_forced_in_nonprime_addition_is_named() -> None:
    for total in range(1, 50):
        for smallest in range(1, 20):
            rules = f"start={total} smallest={smallest} largest={smallest + 1}"
            state = read_position(f"nonprime-addition {rules}")
            lost = all(state.after(move).ending() for move in state.moves())
            assert lost == ((total, smallest) == (1, 1))


@pytest.mark.parametrize("path", OUTPUTS, ids=lambda path: path.name)
def test_what_is_made_from_the_games_is_up_to_date(path: Path) -> None:
    made = path.read_text(encoding="utf-8") if path.exists() else ""
    assert made == OUTPUTS[path], "run docs/build.py"


@pytest.mark.parametrize("game", GAMES)
def test_the_explanation_begins_with_the_proof_in_the_folder(game: str) -> None:
    path = DOCS / "explanation" / f"why-{game}.md"
    why = game_of(GAMES[game]).why
    assert why is not None, f"{game} has no why.md: docs/add-a-game.md tells what stands in it"
    assert path in OUTPUTS, (
        f"write {path.name}: it ends with a section 'Check it yourself'; run docs/build.py"
    )
    assert path.exists(), f"run docs/build.py, which begins {path.name}"
    page = PAGES[f"explanation/why-{game}.md"]
    pictures = re.findall(r"!\[.+\]\((.+)\)", page)
    assert pictures, f"show why.svg in why.md of {game}, between the claim and the argument"
    [picture] = pictures
    assert (path.parent / picture).is_file()
    head, _, rest = page.partition("\n## Check it yourself\n")
    assert head.replace(picture, "why.svg") == why
    assert rest, f"end {path.name} with a section 'Check it yourself'"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_begins_with_its_rules(game: str) -> None:
    assert PAGES.get(f"games/{game}.md", "").startswith(rules_page(GAMES[game])), "run docs/build.py"


def test_the_first_lines_name_every_game() -> None:
    counted = in_words(len(GAMES.ours)).capitalize()
    for path in (DOCS / "index.md", ROOT / "README.md"):
        assert OUTPUTS[path].split("\n\n")[1].startswith(f"{counted} two-player number games")
    names = re.sub(r"[*\n]+", " ", OUTPUTS[ROOT / "README.md"].split("\n\n")[1]).replace(" ", "")
    assert [game.title for game in GAMES.values() if game.title.replace(" ", "") not in names] == []


# Commands and sessions -----------------------------------------------------------------------


def rooms() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command; the empty name stands for home."""
    top = main.build_parser()
    found = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return {"": top, **found.choices}


@pytest.mark.parametrize("room", rooms())
def test_exactly_the_options_that_exist_are_documented(room: str) -> None:
    text = section(COMMANDS_PAGE, f"parlor {room}".strip())
    options = {option for action in rooms()[room]._actions for option in action.option_strings}
    listed = [code(row.cells["option"]).split()[0] for row in read_rows("", text)]
    assert sorted(listed) == sorted(options - {"-h", "--help"})


def test_every_word_of_the_prompt_is_documented() -> None:
    for page in (
        section(COMMANDS_PAGE, "parlor play"),
        section(PAGES["tutorial.md"], "Words that always work"),
    ):
        assert [word for word in COMMANDS if f"`{word}`" not in page] == []


def test_everything_that_is_remembered_is_documented(tmp_path: Path) -> None:
    choices = Preferences(str(tmp_path / "choices.json"))
    choices.save()
    kept = json.loads((tmp_path / "choices.json").read_text(encoding="utf-8"))
    table = read_rows("", section(COMMANDS_PAGE, "What is remembered"))
    told = {code(row.cells["key"]): json.loads(code(row.cells["without it"])) for row in table}
    assert told == kept


def commands() -> list[str]:
    """Every whole command line in the docs and texts."""
    found = []
    for text in (PAGES | TEXTS).values():
        blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        lines = [line for block in blocks for line in block.splitlines()]
        lines += re.findall(r"`([^`\n]+)`", text)
        found += [line.partition("   ")[0] for line in lines if re.match(r"parlor [a-z]", line)]
    # without those that stand for many, or only name a command
    part = re.compile(r".*\b(GAME|FILE|SHELL)\b|parlor (play|rules|replay|completion)$")
    return sorted({line for line in found if not part.match(line)})


@pytest.mark.parametrize("line", commands())
def test_every_command_shown_is_understood(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    args = main.build_parser().parse_args(shlex.split(line)[1:])
    if getattr(args, "game", "") in EXAMPLES:
        monkeypatch.syspath_prepend(ROOT / "examples" / args.game)
        notation.set_up(folder(EXAMPLES[args.game]).state, getattr(args, "words", ()))
    elif getattr(args, "game", ""):
        notation.set_up(notation.find_game(args.game), getattr(args, "words", ()))


def play_the_game_of_the_tutorial(home: Path) -> tuple[list[str], list[str]]:
    """The lines that the tutorial's first game shows, and the lines printed when it is typed."""
    blocks = re.findall(r"^```\n(.*?)^```", PAGES["tutorial.md"], re.MULTILINE | re.DOTALL)
    shown = [line for block in blocks if "Choose a number" in block for line in block.splitlines() if line]
    typed = [line.partition("): ")[2] for line in shown if "): " in line]
    told = run("parlor play nonprime-addition --plain", home, "".join(f"{text}\n" for text in typed))
    return shown, [line for line in told.splitlines() if line]


def run(command: str, home: Path, typed: str = "", site: Path | None = None) -> str:
    """The output of this command in a folder of its own, with the packages of `site`.

    Without such packages it runs in this process, which takes a tenth of the time; the others need a shell.
    """
    if site is None and (alone := re.fullmatch(r"(?:printf '([^']*)' \| )?parlor ([^|<>;&$`]*)", command)):
        with chdir(home):
            answer = parlor(
                home, *shlex.split(alone[2]), typed=typed or (alone[1] or "").replace(r"\n", "\n")
            )
        assert answer.code == 0, answer.err
        return answer.out
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PARLOR_HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"}
    if site:
        environment["PYTHONPATH"] = path_with(site)
    shell = ["sh", "-c", command]
    done = subprocess.run(
        shell, input=typed, cwd=home, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_session_of_the_tutorial(tmp_path: Path) -> None:
    shown, told = play_the_game_of_the_tutorial(tmp_path)
    assert told == shown


def test_the_day_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_today(monkeypatch, date(2026, 2, 16))
    day, shared, told = (
        block
        for block in blocks(PAGES["tutorial.md"], r"\w*")
        if block.startswith(("Today №", "Prime Parlor №", "1 day in a row"))
    )
    typed = [*re.findall(r"quit\): (.+)$", day, re.MULTILINE), "q"]
    out = parlor(tmp_path, "today", typed="".join(f"{line}\n" for line in typed)).out
    assert out.startswith(day)
    assert out.endswith(shared)
    assert parlor(tmp_path, "progress").out == told


def check_sessions(text: str, home: Path, site: Path | None = None) -> int:
    """Run the sessions of this text in order and return their number; a line … stands for any lines."""
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    sessions = [session for block in blocks for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    for session in sessions:
        command, *shown = session.splitlines()
        lines = (r"(?:.*\n)*?" if line == "…" else f"{re.escape(line)}\n" for line in shown)
        told = run(command, home, site=site)
        assert re.fullmatch("".join(lines), told), f"{command}\n{told}"
    return len(sessions)


ADD_A_GAME = PAGES["add-a-game.md"]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def filled(text: str) -> list[str]:
    """The lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def test_add_a_game_builds_the_example() -> None:
    example = ROOT / "examples" / "twenty-one"
    rules = (example / EXAMPLES["twenty-one"] / "rules.py").read_text(encoding="utf-8")
    written = section(ADD_A_GAME, "1. The rules")
    assert filled("".join(blocks(written, "python"))) == filled(rules)
    [project] = blocks(ADD_A_GAME, "toml")
    whole = (example / "pyproject.toml").read_text(encoding="utf-8")
    assert [line for line in project.splitlines() if line not in whole.splitlines()] == []
    assert tomllib.loads(project).keys() == tomllib.loads(whole).keys()
    text = blocks(ADD_A_GAME, "markdown")[0]
    assert (example / EXAMPLES["twenty-one"] / "text.md").read_text(encoding="utf-8").startswith(text)


def test_the_sessions_of_add_a_game_run_as_shown(tmp_path: Path) -> None:
    assert check_sessions(ADD_A_GAME, tmp_path, brought(tmp_path / "site", "twenty-one")) >= 3


def test_a_newcomer_who_types_what_add_a_game_shows_has_a_sound_game(tmp_path: Path) -> None:
    """Only what the page shows, in files of the names it gives: the example itself is not used."""
    package = brought(tmp_path / "site", "twenty-one") / EXAMPLES["twenty-one"]
    for file in package.iterdir():
        file.write_text("", encoding="utf-8")
    rules = blocks(section(ADD_A_GAME, "1. The rules"), "python")
    *_, screen, words, tensor = blocks(ADD_A_GAME, "python")
    (package / "rules.py").write_text("\n".join(rules), encoding="utf-8")
    text, why = blocks(ADD_A_GAME, "markdown")
    (package / "text.md").write_text(text, encoding="utf-8")
    assert "nothing to fix" in run("parlor check-game twenty-one", tmp_path, site=tmp_path / "site")
    (package / "why.md").write_text(why, encoding="utf-8")
    (package / "screen.py").write_text(screen, encoding="utf-8")
    (package / "words.py").write_text(words, encoding="utf-8")
    (package / "tensor.py").write_text(tensor, encoding="utf-8")
    told = run("parlor check-game twenty-one", tmp_path, site=tmp_path / "site")
    assert "nothing to fix" in told
    assert "It has rules.py, text.md, why.md, screen.py, words.py, tensor.py;" in told


def test_everything_a_board_may_bring_is_named() -> None:
    told = section(ADD_A_GAME, "6. Make it better")
    for part, given in (
        (Board, {"lines", "messages", "find_messages"}),
        (Messages, {"facts", "shown", "has_codes"}),
    ):
        public = {name for name in vars(part) if not name.startswith("_")} - given
        assert [name for name in public if f"`{name}" not in told] == []


def test_the_contract_in_numbers_is_that_of_the_code() -> None:
    told = section(ADD_A_GAME, "1. The rules").partition("### The contract in numbers")[2]
    for name, most in (("title", 40), ("aim", 60)):
        pattern = NAMES[name][0]
        assert re.fullmatch(pattern, "x" * most)
        assert not re.fullmatch(pattern, "x" * (most + 1))
        assert f"| `{name}` | 1 to {most} characters" in told
    assert re.fullmatch(REASON, "x" * 60)
    assert not re.fullmatch(REASON, "x" * 61)
    assert "| `Ending.reason` | 1 to 60 characters" in told
    assert f"a word of 1 to {LONGEST_WORD} small letters" in told
    assert f"up to {MOST_WALKED:,} if the parlor" in told
    assert f"up to {in_words(MOST_KEYS)} moves have keys" in told
    assert all(f"`{fact}`" in told for fact in OF_THE_MATCH)


def test_the_parts_of_a_game_are_those_of_the_code() -> None:
    known = re.findall(r"^ +(\w+\.\w+) ", str(game_module.__doc__), re.MULTILINE)
    assert known[:2] == ["rules.py", "text.md"]
    better = [code(row.cells["file"]) for row in read_rows("", section(ADD_A_GAME, "6. Make it better"))]
    assert sorted(better) == sorted(known[2:])
    folder_of_a_game = section(PAGES["explanation/house.md"], "The folder of a game")
    listed = re.findall(
        r"`(\w+\.\w+)`", "".join(row.cells["part"] for row in read_rows("", folder_of_a_game))
    )
    assert sorted(listed) == sorted({*known} - {"text.md"})


HOUSE = "explanation/house.md"


def contracts() -> list[dict[str, Any]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["importlinter"]["contracts"])


def listed_layers() -> list[list[str]]:
    """The layers as the page lists them, from top to bottom."""
    table = read_rows("", section(PAGES[HOUSE], "The layers"))
    return [re.findall(r"`(\w+)`", row.cells["layer"]) for row in table if "layer" in row.cells]


def test_the_layers_are_those_of_the_contract_and_of_the_source() -> None:
    layers = [[part.split(".")[1] for part in layer.split(" | ")] for layer in contracts()[0]["layers"]]
    assert [sorted(layer) for layer in listed_layers()] == [sorted(layer) for layer in layers]
    source = ROOT / "src" / "primeparlor"
    modules = {path.stem for path in source.glob("*.py")} - {"__init__", "__main__"}
    found = modules | {path.parent.name for path in source.glob("*/__init__.py")}
    assert sorted(itertools.chain(*listed_layers())) == sorted(found)


@pytest.mark.parametrize(("folder", "container"), [("coach", "coach"), ("terminal/tui", "terminal.tui")])
def test_the_layers_within_a_folder_are_those_of_its_contract(folder: str, container: str) -> None:
    [layers] = [
        contract["layers"]
        for contract in contracts()
        if contract.get("containers") == [f"primeparlor.{container}"]
    ]
    rows = {
        code(row.cells["folder"]): row
        for row in read_rows("", section(PAGES[HOUSE], "The layers"))
        if "folder" in row.cells
    }
    named = re.findall(r"`(\w+)`", rows[folder].cells["its layers"])
    assert named == [part for layer in layers for part in layer.split(" | ")]


def test_the_picture_shows_every_layer_and_every_part() -> None:
    picture = (DOCS / "pictures" / "house.svg").read_text(encoding="utf-8")
    bold = ", ".join(re.findall(r'<tspan font-weight="bold">(.*?)</tspan>', picture)).split(", ")
    parts = re.findall(r"^ +(\w+\.\w+) ", str(game_module.__doc__), re.MULTILINE)
    assert sorted(bold) == sorted([*itertools.chain(*listed_layers()), *parts])


def test_every_file_named_on_the_way_through_the_code_exists() -> None:
    source = ROOT / "src" / "primeparlor"
    files = re.findall(r"`((?:[\w<>-]+/)+[\w.<>-]+\.\w+)`", PAGES[HOUSE])
    assert len(files) > 60
    missing = [
        file
        for file in files
        for game in ("prime_climb", "prime_duel")
        for path in [file.replace("<game>", game)]
        if not (source / path).exists() and not (ROOT / path).exists()
    ]
    assert missing == []


def test_what_contributing_names_exists() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = {
        *re.findall(r"\]\((?!https?:)([^)#]+)", page),
        *re.findall(r"`((?:src|tests|bench|docs)/[^`]*)`", page),
    }
    assert len(paths) >= 6
    assert [path for path in paths if not (ROOT / path).exists()] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {*re.findall(r"\bmake ([a-z]+)\b", page)}
    assert targets >= {"play", "serve", "check", "lint", "prove"}
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_fourteen_changes_have_a_place_to_start() -> None:
    changes = list(read_rows("", section(PAGES[HOUSE], "Where do I change …?")))
    assert len(changes) == 14


def test_a_record_of_a_game_that_is_not_installed_says_what_the_page_quotes() -> None:
    [quoted] = re.findall(r'"(There is no game [^"]*)"', " ".join(PAGES["reference/records.md"].split()))
    with pytest.raises(notation.NotationError) as caught:
        read_position("pig")
    assert str(caught.value).startswith(quoted)


def test_exact_answers_states_what_is_measured(tmp_path: Path) -> None:
    page = PAGES["explanation/exact-answers.md"]
    site = brought(tmp_path / "site", "twenty-one", "pig")
    assert check_sessions(page, tmp_path, site) == 3
    pig = solve(Pig.Rules())
    assert pig.positions == 16_910
    assert pig.value is not None
    assert pig.error is not None
    assert abs(pig.value - 0.6155585498050419) < 1e-15  # rounding may differ elsewhere
    assert pig.error < 9e-15
    limits, largest = re.split(r"Of our five games.*", section(page, "Limits"))
    told = [row.cells["solved up to"] for row in read_rows("", limits)]
    assert told == [f"{limit:,} positions" for limit in (retrograde.LIMIT, graph.LIMIT)]
    assert f"more than {sweeps.LARGE:,}, these two" in page
    check_largest_variants(largest)
    assert f"{bounds.ERROR:.9f}" in page


def check_largest_variants(text: str) -> None:
    """Compare the table of the largest variants with the rules and with what the bench has kept."""
    rows = {row.cells["game"]: row.cells for row in read_rows("", text)}
    missing = [GAMES[name].title for name in GAMES.ours if GAMES[name].title not in rows]
    assert not missing, (
        f"docs/explanation/exact-answers.md: say how the largest variant of {missing} is answered, "
        "as parlor analyse GAME KEY=VALUE… tells"
    )
    kept = (ROOT / "bench" / "results" / "retrograde.txt").read_text(encoding="utf-8")
    for title, name in (("Prime Climb", "prime-climb"), ("Pocket Addition", "pocket-addition")):
        start = read_position(f"{name} {rows[title]['the largest variant'].strip('`')}")
        assert start.rules.values()["largest"] == start.rules.numbers["largest"].most
        heading = f"{name} {rows[title]['the largest variant'].strip('`')}, swept:"
        lines = kept.partition(heading)[2].splitlines()
        [seconds] = re.findall(r", of them (.*) s of the processor", lines[1])
        positions = lines[3].removesuffix(" positions").strip()
        assert rows[title]["positions"] == positions
        assert rows[title]["first answer"] == f"exact, after {float(seconds):.1f} s"
    assert rows["Number Morph"]["positions"] == f"{len(NumberMorph.Rules(digits=5).primes):,} primes"
    assert NumberMorph.Rules.numbers["digits"].most_to_play == 5
    duel = PrimeDuel.Rules.numbers
    size = duel["target"].most ** 2 * (duel["copies"].most + 1) ** duel["largest"].most
    assert rows["Prime Duel"]["positions"] == f"{size / 10**15:.1f} × 10¹⁵ decks and scores"


HOW_TO = PAGES["how-to.md"]
GUIDES = re.findall(r"^## (.*)$", HOW_TO, re.MULTILINE)


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if "```console" in section(HOW_TO, guide)])
def test_the_sessions_of_a_guide_run_as_shown(guide: str, tmp_path: Path) -> None:
    check_sessions(section(HOW_TO, guide), tmp_path)


def test_the_sessions_of_the_tutorial_run_as_shown_after_its_first_game(tmp_path: Path) -> None:
    play_the_game_of_the_tutorial(tmp_path)
    assert check_sessions(PAGES["tutorial.md"], tmp_path) >= 2


def test_every_command_seat_and_word_of_the_prompt_that_helps_has_its_guide() -> None:
    assert [room for room in rooms() if room and not re.search(rf"\bparlor {room}\b", HOW_TO)] == []
    assert [seat for seat in (HUMAN, *SEATS) if f"`{seat}`" not in HOW_TO] == []
    assert [word for word in ("moves", "hint", "why", "rules") if f"`{word}`" not in HOW_TO] == []


def test_the_tutorial_names_every_level() -> None:
    assert [level for level in LEVELS if f"`{level}`" not in PAGES["tutorial.md"]] == []


# Links ---------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", PAGES[page]):
        path = (DOCS / page).parent / target if target else DOCS / page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), anchor


def test_every_long_proof_has_its_row() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    marked = re.findall(r"mark\.prove\b(?:(?!\ndef ).)*\ndef (\w+)", tests, re.DOTALL)
    assert marked
    assert set(marked) == {code(row.cells["test"]) for row in rows("test", "`make test`", "`make prove`")}


def test_what_a_move_costs_is_what_was_measured() -> None:
    """Each ratio in the table stands in the results, now and before."""
    results = [ROOT / "bench" / "results" / name for name in ("load.txt", "load_before.txt")]
    kept = [
        dict(re.findall(r"^(.*): ([\d.]+ ×)$", path.read_text(encoding="utf-8"), re.M)) for path in results
    ]
    text = (ROOT / "docs" / "explanation" / "server.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (.*) \| ([\d.]+ ×) \| ([\d.]+ ×) \|$", text, re.M)
    assert len(told) > 5
    assert told == [(name, *(run[name] for run in kept)) for name, *_ in told]
    longest = [
        re.search(r"^## 2000.*?^\| ours (?:\|[^|]*){3}\| ([\d.]+) \|", path.read_text("utf-8"), re.M | re.S)
        for path in results
    ]
    now, before = (found[1] for found in longest if found)
    assert f"within {now} ms, and within {before} ms before" in " ".join(text.split())
    ways = (ROOT / "bench" / "results" / "ways.txt").read_text(encoding="utf-8")
    now = re.findall(r"^(?:A typed move|A key|A click).*: (\d+) functions", ways, re.M)
    typed, key, click = map(int, now)
    flat = " ".join(text.split())
    assert f"typed move takes {typed} until" in flat
    assert f"key takes {key} until" in flat
    assert f"click takes {click} until" in flat
    assert typed <= 25
    assert key <= 60
    assert "Painted: board 1, head 1, keys 1, say 1, side 1\n" in ways
    assert click <= 96  # 79 before the server worded each step, and 91 before the default board, for the page
