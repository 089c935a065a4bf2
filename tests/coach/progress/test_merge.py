"""Progress exported on one computer and taken in on another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from primeparlor.coach.progress import merge
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import Card, GameSummary, RushScore, Tries
from primeparlor.core import ParlorError
from support.coach.diary import DAY, NOON, ONE, TWO, Told, day, held, posed, replies, rows, written


def joined(tmp_path: Path, ours: dict[str, Any], theirs: dict[str, Any]) -> Diary:
    """Our diary after theirs was taken in; the same when it is taken in again."""
    diary = Diary(written(tmp_path / "ours" / "progress.json", {"version": 1, **ours}))
    export = Diary(written(tmp_path / "theirs" / "progress.json", {"version": 1, **theirs})).export()
    diary.import_progress(export)
    once = held(diary.path)
    assert diary.import_progress(export) == "Taken in. Nothing was new here."
    assert held(diary.path) == once
    return Diary(diary.path)


def test_an_export_taken_in_elsewhere_is_the_whole_diary(tmp_path: Path) -> None:
    here, there = Diary(str(tmp_path / "a" / "progress.json")), Diary(str(tmp_path / "b" / "progress.json"))
    here.store_answer(posed(), right=False, now=NOON)
    here.store_answer(posed(TWO), right=True, now=NOON)
    here.store_try(day(1), "prime-climb", "+", main=True)
    here.store_rush("prime-climb", DAY, 7, 1)
    here.store_reply("pocket-addition", ONE, 6, True)
    here.store_games({"a.jsonl": GameSummary(400, DAY, "prime-climb", True, "club", 1, True)}, {})
    assert there.import_progress(here.export()) == "Taken in. New here: 2 days, 1 game and 1 puzzle."
    assert there.import_progress(here.export()) == "Taken in. Nothing was new here."
    assert held(there.path) == held(here.path)


def test_what_is_only_better_than_before_is_told_too(tmp_path: Path) -> None:
    here, there = Diary(str(tmp_path / "a" / "progress.json")), Diary(str(tmp_path / "b" / "progress.json"))
    for kept in (here, there):
        kept.store_try(DAY, "prime-climb", "-", main=True)
    here.store_try(DAY, "prime-climb", "+", main=True)
    assert there.import_progress(here.export()) == "Taken in. Some entries here are better now."
    assert there.days == here.days
    assert there.import_progress(here.export()) == "Taken in. Nothing was new here."
    here.store_rush("prime-climb", DAY, 0, 3)
    assert there.import_progress(here.export()) == "Taken in. Some entries here are better now."


def rating(rating: float, asked: int) -> dict[str, Any]:
    return {"x": {"rating": rating, "deviation": 90, "volatility": 0.06, "asked": asked, "right": 1}}


@pytest.mark.parametrize(("ours", "theirs", "kept"), [(5, 6, 1200), (6, 5, 1100), (5, 5, 1100)])
def test_of_two_ratings_the_one_with_more_puzzles_stays(
    tmp_path: Path, ours: int, theirs: int, kept: float
) -> None:
    diary = joined(tmp_path, {"ratings": rating(1100, ours)}, {"ratings": rating(1200, theirs)})
    assert diary.ratings["x"].rating.rating == kept


@pytest.mark.parametrize(
    ("ours", "theirs", "kept"),
    [
        ("-+", "+", "+"),
        ("+", "-+", "+"),
        ("-", "-+", "-+"),
        ("-+", "-?", "-+"),
        ("?", "-+", "-+"),
        ("", "-", "-"),
        ("-", "--", "--"),
        ("--", "", "--"),
        ("?", "--", "?"),
        ("--", "?", "?"),
    ],
)
def test_of_two_days_the_better_tries_stay(tmp_path: Path, ours: str, theirs: str, kept: str) -> None:
    def days(tries: str) -> dict[str, Any]:
        return {"days": {DAY.isoformat(): {"puzzle": {"game": "x", "tries": tries}, "more": {"y": tries}}}}

    (done,) = joined(tmp_path, days(ours), days(theirs)).days.values()
    assert (done.puzzle, done.more) == (Tries("x", kept), {"y": kept})


def test_of_two_days_the_higher_counts_and_the_better_duel_stay(tmp_path: Path) -> None:
    one, two = DAY.isoformat(), day(1).isoformat()
    ours = {
        one: {"right": 3, "games": 1, "duel": {"accuracy": 80, "won": True, "record": "a"}},
        two: {"duel": {"accuracy": 80, "won": True, "record": "a"}},
    }
    theirs = {
        one: {"right": 2, "games": 4, "duel": {"accuracy": 90, "won": False, "record": "b"}, "mood": "good"},
        two: {"duel": {"accuracy": None, "won": False, "record": "b"}},
    }
    diary = joined(tmp_path, {"days": ours}, {"days": theirs})
    assert [(done.right, done.games) for done in diary.days.values()] == [(3, 4), (0, 0)]
    assert [done.duel and done.duel.accuracy for done in diary.days.values()] == [90, 80]
    assert held(diary.path)["days"][one]["mood"] == "good"


def test_of_two_days_every_hint_that_was_opened_stays_open(tmp_path: Path) -> None:
    one, two = DAY.isoformat(), day(1).isoformat()
    ours = {one: {"hints": {"x": 3, "y": 1}}, two: {"right": 1}}
    theirs = {one: {"hints": {"x": 1, "y": 2, "z": 1}}, two: {"hints": {"x": 4}}}
    diary = joined(tmp_path, {"days": ours}, {"days": theirs})
    assert [done.hints for done in diary.days.values()] == [{"x": 3, "y": 2, "z": 1}, {"x": 4}]


def test_of_two_cards_the_one_that_comes_back_later_stays(tmp_path: Path) -> None:
    ours = {ONE: {"box": 2, "due": 100}, TWO: {"box": 1, "due": 100}}
    theirs = {ONE: {"box": 0, "due": 200}, TWO: {"box": 2, "due": 50}, "pig x=1": {"box": 1, "due": 3}}
    cards = joined(tmp_path, {"cards": ours}, {"cards": theirs}).cards
    assert cards == {ONE: Card(0, 200.0), TWO: Card(1, 100.0), "pig x=1": Card(1, 3.0)}


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_cards_the_better_known_origin_stays_as_a_whole(tmp_path: Path, swapped: bool) -> None:
    mistake = {"box": 1, "due": 100, "mistake": True, "day": day(1).isoformat()}
    of_day = {"box": 1, "due": 200, "daily": True, "line": True, "day": DAY.isoformat(), "later": 1}
    plain = {"box": 1, "due": 200}
    both = ({"cards": {ONE: mistake, TWO: of_day}}, {"cards": {ONE: of_day, TWO: plain}})
    diary = joined(tmp_path, *(reversed(both) if swapped else both))
    assert diary.cards == {
        ONE: Card(1, 200.0, mistake=True, day=day(1)),
        TWO: Card(1, 200.0, line=True, day=DAY, daily=True),
    }
    assert held(diary.path)["cards"][ONE]["later"] == 1


def test_the_best_ten_rushes_of_both_stay(tmp_path: Path) -> None:
    def rushes(rights: range) -> dict[str, Any]:
        return {"rush": {"x": [{"day": DAY.isoformat(), "right": right, "slips": 1} for right in rights]}}

    diary = joined(tmp_path, rushes(range(0, 12, 2)), rushes(range(1, 20, 2)) | {"later": [1]})
    assert diary.rush["x"] == tuple(RushScore(DAY, n, 1) for n in (19, 17, 15, 13, 11, 10, 9, 8, 7, 6))
    assert held(diary.path)["later"] == [1]


def test_the_higher_count_of_replies_and_the_longer_game_stay(tmp_path: Path) -> None:
    def game(size: int) -> dict[str, Any]:
        return {"size": size, "day": DAY.isoformat(), "game": "x", "accuracy": size, "over": True}

    ours = {"openings": {"x": replies(a=3, b=1)}, "games": {"a": game(50), "b": game(60)}}
    theirs = {
        "openings": {"x": replies(a=2, b=2), "y": {}},
        "games": {"a": game(55), "b": game(40), "c": game(1)},
    }
    diary = joined(tmp_path, ours, theirs)
    assert rows(diary) == {"x": {"a": 3, "b": 2}}
    assert {name: taken.accuracy for name, taken in diary.games.items()} == {"a": 55, "b": 60, "c": 1}


def test_what_could_not_be_saved_is_taken_in_later_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = Told().diary(tmp_path / "progress.json")
    export = json.dumps({"version": 1, "cards": {ONE: {"box": 1, "due": 5}}})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("primeparlor.files.write_whole", full)
        with pytest.raises(ParlorError, match="cannot be saved here yet"):
            diary.import_progress(export)
        diary.store_answer(posed(), right=True, now=NOON)
    assert diary.cards[ONE].box == 2
    diary.store_reply("x", "one", 6, True)
    assert Diary(diary.path).cards[ONE].box == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("[]", "cannot be read"),
        ('{"parlor": 2, "game": "prime-climb"}', "export it with"),
        ('{"version": 1, "theme": "dark"}', "export it with"),
        ('{"version": 1, "games": {"prime-climb": {}}}', "export it with"),
        ('{"version": 0, "days": {}}', "export it with"),
        ('{"version": "1", "days": {}}', "export it with"),
        ('{"version": 1, "days": []}', "export it with"),
        ('{"version": 2, "days": {}}', "newer Prime Parlor"),
    ],
)
def test_what_is_no_progress_is_refused(tmp_path: Path, text: str, why: str) -> None:
    diary = Diary(str(tmp_path / "progress.json"))
    with pytest.raises(ParlorError, match=why):
        diary.import_progress(text)
    assert list(tmp_path.iterdir()) == []


def test_the_export_of_an_empty_diary_changes_nothing(tmp_path: Path) -> None:
    here, there = Diary(str(tmp_path / "a" / "progress.json")), Diary(str(tmp_path / "b" / "progress.json"))
    for export in (there.export(), json.dumps({"version": 1, "days": {}, "games": {}})):
        assert here.import_progress(export) == merge.EMPTY
    assert list(tmp_path.iterdir()) == []
    here.store_try(DAY, "prime-climb", "+", main=True)
    before = held(here.path)
    assert here.import_progress(there.export()) == merge.EMPTY
    assert held(here.path) == before


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge, "LARGEST", 2**20)
    with pytest.raises(ParlorError, match="larger than 1 MB"):
        Diary(str(tmp_path / "progress.json")).import_progress(" " * 2**20 + "{}")
