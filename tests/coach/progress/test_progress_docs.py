"""The page and the schema of the diary's file say what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from primeparlor.coach import sharing, summary
from primeparlor.coach.progress import file
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.training import daily
from support.coach.daily import fix_today
from support.coach.diary import DAY, NOON, ONE, TWO, held, posed, written

DOCS = Path(__file__).parents[3] / "docs" / "reference"
SCHEMA = json.loads((DOCS / "progress.schema.json").read_text(encoding="utf-8"))
PAGE = (DOCS / "progress.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example() -> str:
    [found] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def check(data: Any) -> None:
    Draft202012Validator(SCHEMA).validate(data)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["version"]["const"] == file.VERSION
    fields = SCHEMA["properties"]["games"]["additionalProperties"]
    assert tuple(fields["required"]) == tuple(fields["properties"]) == GameSummary._fields


def test_the_example_is_read_whole_and_written_as_it_is_shown(example: str, tmp_path: Path) -> None:
    check(json.loads(example))
    diary = Diary(written(tmp_path / "progress.json", example))
    assert diary.export() == example
    sections = (diary.days, diary.ratings, diary.cards, diary.rush, diary.openings, diary.games)
    assert [len(section) for section in sections] == [1] * 6
    assert diary.days[DAY].solved
    assert diary.days[DAY].duel is not None
    assert diary.days[DAY].hints


def test_what_is_written_fits_the_schema(tmp_path: Path) -> None:
    diary = Diary(str(tmp_path / "progress.json"))
    diary.store_answer(posed(), right=False, now=NOON)
    diary.store_answer(posed(TWO), right=True, now=NOON)
    for main in (True, False):
        diary.store_try(DAY, "prime-climb", "-", main=main)
    diary.store_hints(DAY, "prime-climb", 2)
    diary.store_duel(DAY, None, won=False, record="a.jsonl")
    diary.store_rush(None, DAY, 7, 1)
    diary.store_reply("pocket-addition", ONE, 6, True)
    diary.store_games({"a.jsonl": GameSummary(400, DAY, "prime-climb", True)}, {"x": DAY})
    check(held(diary.path))
    assert held(diary.path).keys() == SCHEMA["properties"].keys()


def test_the_page_names_every_key_and_the_limit() -> None:
    assert all(f"| `{key}` |" in PAGE for key in SCHEMA["properties"])
    assert f"larger than {file.LARGEST // 2**20} MB" in PAGE


def fields(after: str) -> set[str]:
    """The fields in the first table after this text."""
    table = PAGE.partition(after)[2].partition("| field |")[2].partition("\n\n")[0]
    return {
        name
        for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in cell[1:-1].split("`, `")
    }


def test_the_page_names_every_field_of_progress_as_json(tmp_path: Path) -> None:
    told = summary.build_summary(Diary(str(tmp_path / "progress.json")), DAY)
    assert fields("## Progress as JSON") == told.keys()
    assert fields("An object of `by_game`:") == told["by_game"]["prime-climb"].keys()
    assert f"{len(told['calendar'])} weeks" in PAGE
    assert f"your last {summary.LAST} games" in PAGE


def test_the_page_names_every_field_of_today_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = sharing.as_data(Diary(str(tmp_path / "progress.json")), fix_today(monkeypatch))
    assert fields("## Today as JSON") == told.keys()
    assert fields("A puzzle:") == told["puzzle"].keys() == told["more"][0].keys()
    [duel] = re.findall(r"^\| `duel` \|.*$", PAGE, re.MULTILINE)
    assert all(f"`{key}`" in duel for key in told["duel"])
    begins = daily.BEGINNINGS[2]
    assert f"from its date: 1, and 2 from {begins.day} {begins:%B %Y} on |" in PAGE
