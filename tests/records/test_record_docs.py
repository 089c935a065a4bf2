"""The page and the schema of records say what the code does."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from primeparlor import records
from primeparlor.match import Event, Match, Mistype, Outcome, Settings, TakeBack
from support.matches import Clock, as_bytes, go_on, read_bytes, view
from support.records import DOCS, GOOD, KINDS, SCHEMA, fits, good_lines, helped
from support.variants import first_state


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_each_definition_names_its_keys() -> None:
    """So a line whose keys are others fits none; `fits` relies on that."""
    for kind in KINDS:
        definition = SCHEMA["$defs"][kind]
        assert definition["type"] == "object"
        assert definition["additionalProperties"] is False
        assert set(definition["required"]) < set(definition["properties"])


def test_every_line_fits_the_schema_as_a_whole() -> None:
    whole = Draft202012Validator(SCHEMA)
    kept = [line for name in GOOD for line in good_lines(name)]
    for line in kept:
        assert whole.is_valid(line)
        assert fits(line)
    for line in ({}, kept[0] | kept[1], kept[0] | {"game": 1}, kept[1] | {"who": 3}):
        assert not whole.is_valid(line)
        assert not fits(line)


def test_the_schema_knows_the_ranges_of_every_game() -> None:
    from primeparlor.games import GAMES

    *ours, other = (case["properties"] for case in SCHEMA["$defs"]["header"]["oneOf"])
    numbers = {
        case["game"]["const"]: {
            key: (number["minimum"], number["maximum"]) for key, number in case["rules"]["properties"].items()
        }
        for case in ours
    }
    assert other["game"]["not"]["enum"] == list(numbers)
    assert numbers == {
        name: {key: (r.least, r.most_to_play or r.most) for key, r in game.Rules.numbers.items()}
        for name, game in GAMES.items()
    }, "write the schemas again: .venv/bin/python docs/build.py"


@pytest.fixture(scope="module")
def example() -> str:
    """The record that the page shows."""
    page = (DOCS / "records.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def test_the_page_s_example_is_a_real_record(example: str) -> None:
    clock = Clock()
    match = Match(
        first_state("prime-duel target=20"), ("human", "random"), Settings(clock=60), seed=147, now=clock
    )
    match.begin()
    for seconds, move in ((2.5, "keep"), (1.0, "discard"), (3.25, "keep")):
        clock.seconds += seconds
        go_on(match, move)
    clock.seconds += 0.75
    match.perform(TakeBack(1, match.number))
    clock.seconds += 2
    helped(match, "moves", 1, 2)
    match.perform(Mistype(1, match.number))
    clock.seconds += 2.125
    go_on(match, "discard")
    while match.outcome is None:
        clock.seconds += 1
        go_on(match, match.state.moves()[0])
    assert example == as_bytes(match).decode()
    assert view(read_bytes(example.encode()).match) == view(match)


def test_the_page_explains_every_key(example: str) -> None:
    page = (DOCS / "records.md").read_text()
    header, *_ = map(json.loads, example.splitlines())
    keys = {
        *header,
        "position",
        *header["settings"],
        *Event._fields,
        *("after", "hint", "refusal", "strike", "pause", "seats", "names", "seq", "offer", "answer", "more"),
        *Outcome._fields,
        "result",
        "marks",
        "seed",
    }
    assert {key for key in keys if f"`{key}`" not in page} == set()
    assert f"version {records.VERSION}" in page
