"""The house answers as it did before games became folders, and replays every record of a game played then.

Do not regenerate the files in tests/kept to make these tests pass. An answer may gain keys; none may be
lost or changed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from support.kept_answers import KEPT, RECORDS, analysed, replayed, said, solved

CLOSE = 1e-9
CLOSE_ESTIMATES = 1e-6  # single precision: numpy's products differ by rounding between processors
GAMES = ["nonprime-addition", "number-morph", "prime-climb", "pocket-addition", "prime-duel"]
ALL = sorted(RECORDS.glob("*.jsonl"))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))


def kept(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (KEPT / name).read_text().splitlines()]


def difference(then: Any, now: Any, close: float = CLOSE, where: str = "") -> str | None:
    """The first place where today's answer lacks or changes something of the old one, else None."""
    if type(then) is not type(now):
        return f"{where}: {then!r} is now {now!r}"
    if isinstance(then, dict):
        for key in then:
            if key not in now:
                return f"{where}.{key} is gone"
        inside = [difference(then[key], now[key], close, f"{where}.{key}") for key in then]
    elif isinstance(then, list):
        if len(then) != len(now):
            return f"{where}: {len(then)} entries are now {len(now)}"
        inside = [
            difference(*pair, close, f"{where}[{at}]") for at, pair in enumerate(zip(then, now, strict=True))
        ]
    elif isinstance(then, float):
        inside = [None if abs(then - now) <= close else f"{where}: {then!r} is now {now!r}"]
    else:
        inside = [None if then == now else f"{where}: {then!r} is now {now!r}"]
    return next(filter(None, inside), None)


def test_a_difference_is_found_but_a_new_key_is_not_one() -> None:
    then = {"a": [{"b": 1.0, "c": None}], "d": "e"}
    assert difference(then, {"a": [{"b": 1.0 + 1e-12, "c": None, "new": 2}], "d": "e", "new": 3}) is None
    assert difference(then, {"a": [{"b": 1.0 + 1e-6, "c": None}], "d": "e"}) == ".a[0].b: 1.0 is now 1.000001"
    assert difference(then, {"a": [{"b": 1.0}], "d": "e"}) == ".a[0].c is gone"
    assert difference(then, {"a": [{"b": 1.0, "c": 0}], "d": "e"}) == ".a[0].c: None is now 0"
    assert difference(then, {"a": [], "d": "e"}) == ".a: 1 entries are now 0"
    assert difference(then, {"a": [{"b": 1.0, "c": None}], "d": "f"}) == ".d: 'e' is now 'f'"


# Answers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_answered_as_before(game: str) -> None:
    asked = [line for line in kept("analyse.jsonl") if line["position"].split()[0] == game]
    assert len(asked) >= 50
    for line in asked:
        then, now = line["answer"], analysed(line["position"], line.get("exact", False))
        close = CLOSE if then is None or then["exact"] else CLOSE_ESTIMATES
        assert difference(then, now, close) is None, line["position"]


def test_games_are_solved_as_before() -> None:
    for line in kept("solve.jsonl"):
        assert difference(line["answer"], solved(line["solve"])) is None, line["solve"]


# Records -----------------------------------------------------------------------------------------


def test_records_are_replayed_as_before() -> None:
    replays = json.loads((KEPT / "replays.json").read_text())
    assert [record.name for record in ALL] == sorted(replays)
    for record in ALL:
        assert difference(replays[record.name], replayed(record)) is None, record.name


def test_a_seed_repeats_its_match(tmp_path: Path) -> None:
    """Including what the levels choose, but not how long they took."""
    for record in RECORDS.glob("levels-*.jsonl"):
        header, *_, result = map(json.loads, record.read_text().splitlines())
        rules = [f"{key}={number}" for key, number in header["rules"].items()]
        seats = [f"--p{player}={seat}" for player, seat in enumerate(header["seats"], 1)]
        path = tmp_path / record.name
        said(
            "play", header["game"], *rules, *seats, f"--seed={result['seed']}", f"--record={path}", "--plain"
        )
        _, *then = record.read_text().splitlines()
        _, *now = re.sub(r',"ms":\d+', "", path.read_text()).splitlines()
        assert now == then, record.name
