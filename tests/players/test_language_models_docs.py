"""The page on language models says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from primeparlor.players import chat_endpoint, language_model
from primeparlor.players.language_model import Exchange
from primeparlor.players.seats import kind_of
from support.stand_in import StandIn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "language-models.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_field_of_an_exchange_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", section("What is kept"), re.MULTILINE) == [*Exchange._fields]


def test_every_variable_is_explained() -> None:
    named = re.findall(r"^\| `(\w+)` \|", section("The key"), re.MULTILINE)
    key = chat_endpoint.KEY
    assert named == [key, f"{key}_HOST", language_model.REPLIES]


def test_the_figures_are_those_of_the_code() -> None:
    told = section("The answer")
    assert f"within {language_model.DEADLINE:.0f} seconds" in told
    assert f"up to {chat_endpoint.MOST_ATTEMPTS} times" in told
    pauses = [chat_endpoint.FIRST_PAUSE * 2**n for n in range(chat_endpoint.MOST_ATTEMPTS - 1)]
    assert "after {:.0f}, {:.0f}, {:.0f} and {:.0f} seconds".format(*pauses) in told
    assert (language_model.MOST_CUT_OFF, "asked to be short, twice" in told) == (2, True)
    assert (chat_endpoint.LARGEST_REPLY, "more than 1 MB" in told) == (10**6, True)
    assert {408, 429, 500, 599} == chat_endpoint.BUSY - {*range(501, 599)}


def test_every_label_on_the_page_is_one() -> None:
    labels = re.findall(r"llm:[^\s`\"']+/v1", PAGE)
    assert labels
    assert {kind_of(label).name for label in labels} == {"llm"}


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    with StandIn() as server:
        exec(example.replace("llm:qwen3@http://localhost:8000/v1", server.label("good")), {})
    assert re.fullmatch(r"Outcome\(winner=[12], reason='reached 20'\) \(\)\n", capsys.readouterr().out)
