"""Version 1 of the suite is what its files say, and our solvers and others confirm its rows."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from primeparlor import notation
from primeparlor.coach.grades import find_instant_wins
from primeparlor.games import GAMES, ROTAS
from primeparlor.solve import solver_of
from primeparlor.solve.expectation import expectation
from primeparlor.suite import (
    CANARY,
    DIFFICULTIES,
    FILE,
    FOLDER,
    VERSION,
    MoveRow,
    Row,
    compute_digest,
    read_rows,
    regret,
)
from primeparlor.suite.edition import format_row, read_bounds
from primeparlor.suite.maker import ESTIMATES, ROWS
from support.second_solver import SecondSolver
from support.suite_rows import agrees, confirm, second_opinion

TEXT = FILE.read_text(encoding="utf-8")
SUITE = list(read_rows())
GAMES_OF_VERSION = ROTAS[1]  # a later game joins with a new version: this one never changes
CARD = (FOLDER / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((FOLDER / "suite.schema.json").read_text(encoding="utf-8"))
ONE_IN = 10  # rows of the sample in the gate
SMALL = 2_000  # positions that can follow, for which the second solver is quick
LATE = 76  # characters of a position of Number Morph with few primes left


def test_every_row_follows_the_schema() -> None:
    check = Draft202012Validator(SCHEMA)
    check.check_schema(SCHEMA)
    assert [row["id"] for row in SUITE if not check.is_valid(row)] == []
    assert SCHEMA["properties"].keys() == Row.__annotations__.keys()
    assert not check.is_valid({**SUITE[0], "value": 2})


def test_the_checksum_is_that_of_the_rows() -> None:
    assert (FOLDER / "SHA256SUMS").read_text(encoding="utf-8") == f"{compute_digest()}  {FILE.name}\n"
    croissant = json.loads((FOLDER / "croissant.json").read_text(encoding="utf-8"))
    assert croissant["distribution"][0]["sha256"] == compute_digest()
    described = {field["name"] for field in croissant["recordSet"][0]["field"]}
    assert described == Row.__annotations__.keys() - {"rules"}


def test_every_line_is_written_as_we_write_it() -> None:
    assert "".join(map(format_row, SUITE)) == TEXT


def test_every_game_has_as_many_rows_of_each_difficulty_as_said() -> None:
    counts = Counter((row["game"], row["difficulty"]) for row in SUITE)
    assert counts == {(game, difficulty): ROWS for game in GAMES_OF_VERSION for difficulty in DIFFICULTIES}


def test_ids_are_numbered_in_the_order_of_the_lines() -> None:
    counts = Counter[tuple[str, str]]()
    for row in SUITE:
        counts[key := (row["game"], row["difficulty"])] += 1
        assert row["id"] == f"{VERSION}-{row['game']}-{row['difficulty']}-{counts[key]:03d}"
        assert (row["version"], row["seed"], row["canary"]) == (VERSION, None, CANARY)
    assert CANARY in CARD


def test_the_difficulty_is_that_of_the_rating() -> None:
    bounds = read_bounds()
    assert list(bounds) == list(GAMES_OF_VERSION)
    for row in SUITE:
        place = sum(row["rating"] >= bound for bound in bounds[row["game"]])
        assert row["difficulty"] == DIFFICULTIES[place]


def test_only_decisions_that_matter_are_asked() -> None:
    for row in SUITE:
        assert 0 < sum(move["best"] for move in row["moves"]) < len(row["moves"])
        assert max(move["regret"] for move in row["moves"]) > 0.02
        assert not find_instant_wins(notation.read_position(row["position"]))


def test_no_position_comes_twice_whoever_is_to_move() -> None:
    boards: Counter[Any] = Counter()
    for row in SUITE:
        state = notation.read_position(row["position"])
        boards[state._replace(turn=1)] += 1  # type: ignore[attr-defined]
    assert boards.total() == len(boards)


def test_an_estimate_says_how_far_off_it_may_be_and_leaves_the_choice_clear() -> None:
    estimated = [row for row in SUITE if not row["exact"]]
    assert len(estimated) <= ESTIMATES * ROWS * len(DIFFICULTIES)
    assert {row["game"] for row in estimated} == {
        name for name in GAMES_OF_VERSION if solver_of(GAMES[name]).estimates
    }
    for row in estimated:
        assert row["error"] is not None
        assert row["error_of_choice"] is not None
        assert (
            min(move["regret"] for move in row["moves"] if not move["best"]) > row["error_of_choice"] - 0.001
        )
    for row in SUITE:
        assert not row["exact"] or row["error"] is row["error_of_choice"] is None


def test_endless_play_has_no_value_and_says_so() -> None:
    endless = [row for row in SUITE if row["verdict"] == "endless"]
    assert {row["game"] for row in endless} == {"nonprime-addition"}
    for row in SUITE:
        assert (row["value"] is None) == (row["verdict"] == "endless")
        for move in row["moves"]:
            assert (move["value"] is None) == (move["verdict"] == "endless")


def test_book_and_variants_are_in_it() -> None:
    for name in GAMES_OF_VERSION:
        book = [row["rules"] == GAMES[name].Rules().values() for row in SUITE if row["game"] == name]
        assert 50 < sum(book) < 550


# The solvers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES_OF_VERSION)
def test_our_solvers_confirm_a_sample(name: str) -> None:
    for row in [row for row in SUITE if row["game"] == name][::ONE_IN]:
        confirm(row)


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES_OF_VERSION)
def test_our_solvers_confirm_every_row(name: str) -> None:
    for row in SUITE:
        if row["game"] == name:
            confirm(row)


def small_rows(name: str) -> list[Row]:
    """The rows of a game that the second solver answers quickly: of Number Morph those with two digits."""
    found = [row for row in SUITE if row["game"] == name and row["rules"].get("digits", 2) == 2]
    if name == "number-morph":  # with few primes left
        found = [row for row in found if len(row["position"]) > LATE]
    states = [notation.read_position(row["position"]) for row in found]
    return [
        row
        for row, state in zip(found, states, strict=True)
        if (solver_of(state).positions(state) or 0) <= SMALL
    ]


@pytest.mark.parametrize("name", ["nonprime-addition", "number-morph", "pocket-addition", "prime-climb"])
def test_a_second_solver_confirms_a_sample(name: str) -> None:
    solvers: dict[Any, SecondSolver] = {}
    sample = small_rows(name)[::ONE_IN]
    assert len(sample) >= 8
    for row in sample:
        second_opinion(row, solvers)


def test_the_method_for_any_game_confirms_rows_with_chance() -> None:
    rows = [row for row in SUITE if row["verdict"] == "chance" and row["rules"]["copies"] == 1]
    confirmed = 0
    for row in rows:
        if row["rules"]["target"] <= 17:
            state = notation.read_position(row["position"])
            agrees(row, expectation.outline(state))
            confirmed += 1
    assert confirmed > 5


# The card ----------------------------------------------------------------------------------------


def test_the_card_names_every_field_and_counts_right() -> None:
    fields = set(re.findall(r"- \{name: (\w+)|- name: (\w+)", CARD.partition("\n---\n")[0]))
    assert {one or two for one, two in fields} - {"verdict", "value"} == (
        Row.__annotations__.keys() | {"move", "best", "regret"}
    ) - {"verdict", "value"}
    exact = sum(row["exact"] for row in SUITE if row["game"] == "prime-duel")
    assert f"{exact}\n  of its 600 rows are exact" in CARD
    assert f"the other {600 - exact} many cards" in CARD
    assert CARD.count(f"{len(SUITE):,} positions") == 1


def test_the_page_runs_as_shown_and_names_every_field() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "suite.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code, {})
    silent = fmean(regret(row, None) for row in SUITE)
    first = fmean(regret(row, notation.read_position(row["position"]).moves()[0]) for row in SUITE)
    assert f"has a regret of {silent:.3f}, whoever always plays\nthe first legal move {first:.3f}," in page
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))))
    assert named == Row.__annotations__.keys() | MoveRow.__annotations__.keys()
