"""The diary: cards that come back, ratings, days, rushes and openings."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from primeparlor.coach.progress import diary as module
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import (
    BEST,
    RATINGS,
    Card,
    Day,
    DuelResult,
    GameSummary,
    PlayerRating,
    RushScore,
    Tries,
)
from primeparlor.coach.progress.updates import DAYS
from primeparlor.coach.puzzles import ratings
from primeparlor.coach.training.practice import describe_origin
from support.coach.diary import A_DAY, DAY, HOURS, NOON, ONE, TWO, day, posed, rows, written

THREE = "nonprime-addition total=25 turn=1"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "home" / "progress.json")


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the time zone; it is UTC to begin with."""

    def set_to(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    set_to("UTC0")
    return set_to


@pytest.fixture(autouse=True, scope="module")
def _zone_as_before() -> object:
    yield
    time.tzset()


def test_it_is_beside_the_saved_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", "/somewhere")
    assert module.diary_path() == "/somewhere/progress.json"


def test_looking_into_it_writes_nothing(path: str) -> None:
    diary = Diary(path)
    assert (diary.days, diary.ratings, diary.cards, diary.rush, diary.openings, diary.games) == ({},) * 6
    assert diary.find_rating("prime-climb") == PlayerRating(ratings.NEW)
    assert not os.path.exists(os.path.dirname(path))


# Puzzles -----------------------------------------------------------------------------------------------


def test_a_card_knows_where_it_is_from(path: str) -> None:
    """The day of the game or of the puzzle of the day stays; else it is the day of the last miss."""
    diary = Diary(path)
    diary.store_games({"a": GameSummary(1, day(-5), "pocket-addition", True)}, {ONE: day(-5)})
    diary.store_answer(posed(TWO), right=False, now=NOON, daily=day(-1))
    diary.store_answer(posed(THREE), right=False, now=NOON)
    for at in range(1, 3):
        for position in (ONE, TWO, THREE):
            diary.store_answer(posed(position), right=False, now=NOON + at * A_DAY)
            diary.store_answer(posed(position), right=True, now=NOON + (at + 1) * A_DAY)
    cards = Diary(path).cards
    last = datetime.fromtimestamp(NOON + 2 * A_DAY, UTC).date()
    told = [describe_origin(cards[position], date(2027, 1, 1)) for position in (ONE, TWO, THREE)]
    assert told == [
        "From your game of 12 November 2026.",
        "From the puzzle of the day of 16 November 2026.",
        f"You missed this on {last.day} {last:%B} 2026.",
    ]
    assert describe_origin(cards[ONE], DAY) == "From your game of 12 November."
    assert describe_origin(None, DAY) == describe_origin(Card(0, 0.0), DAY) == ""


def test_what_was_failed_comes_back_at_growing_intervals_and_never_the_same_day(path: str) -> None:
    now = NOON
    Diary(path).store_answer(posed(), right=False, now=now)
    assert Diary(path).find_due(None, now + 11 * HOURS) == []
    assert Diary(path).find_due(None, now + 12 * HOURS) == [ONE]
    for days in [*DAYS[1:], DAYS[-1]]:
        Diary(path).store_answer(posed(), right=True, now=now)
        due = now + 12 * HOURS + (days - 1) * A_DAY
        assert Diary(path).find_due(None, due - 1) == []
        assert Diary(path).find_due(None, due) == [ONE]
        now += days * A_DAY
    Diary(path).store_answer(posed(), right=False, now=now)
    missed = datetime.fromtimestamp(now, UTC).date()
    assert Diary(path).cards[ONE] == Card(0, now + 12 * HOURS, day=missed)


@pytest.mark.parametrize(("name", "hours"), [("EAST-9", 3), ("WEST+10", 22), ("UTC0", 12)])
def test_the_next_day_is_the_players_own(
    path: str, zone: Callable[[str], None], name: str, hours: int
) -> None:
    zone(name)
    diary = Diary(path)
    diary.store_answer(posed(), right=False, now=NOON)
    assert diary.cards[ONE].due == NOON + hours * HOURS


def test_the_next_day_may_have_25_hours(path: str, zone: Callable[[str], None]) -> None:
    zone("CET-1CEST,M3.5.0,M10.5.0/3")
    diary = Diary(path)
    midnight = NOON - 24 * A_DAY - 14 * HOURS  # 23 October, 24:00 of the 24th in summer time
    diary.store_answer(posed(), right=False, now=midnight + A_DAY)
    assert diary.cards[ONE].due == midnight + 2 * A_DAY + HOURS


def test_only_the_first_answer_to_a_new_puzzle_counts_for_the_rating(path: str) -> None:
    diary = Diary(path)
    diary.store_answer(posed(), right=False, now=NOON)
    once = diary.ratings
    new = ratings.rate_answer(ratings.NEW, 1000.0, right=False)
    assert once["pocket-addition"].rating == pytest.approx(new, abs=0.01)
    assert once["pocket-addition"][1:] == (1, 0)
    diary.store_answer(posed(), right=False, first=False, now=NOON)  # a second try
    diary.store_answer(posed(), right=True, first=False, now=NOON)
    diary.store_answer(posed(), right=True, now=NOON + A_DAY)  # it has come back
    assert Diary(path).ratings == once
    diary.store_answer(posed(TWO), right=True, now=NOON)
    assert diary.ratings["pocket-addition"] == once["pocket-addition"]
    assert diary.find_rating("prime-climb").rating.rating > ratings.NEW.rating
    assert diary.find_rating("prime-climb")[1:] == (1, 1)


@pytest.mark.parametrize("rating", [0.0, 1000.0, 4000.0])
@pytest.mark.parametrize("edited", [(0, 10, 0.001), (4000, 500, 1), (4000, 10, 1), (0, 500, 0.001)])
def test_a_rating_at_the_edge_of_sense_can_be_worked_with(
    path: str, rating: float, edited: tuple[float, float, float]
) -> None:
    entry = dict(zip(("rating", "deviation", "volatility"), edited, strict=True))
    diary = Diary(written(path, {"version": 1, "ratings": {"pocket-addition": entry}}))
    for at, right in enumerate((True, False, True)):
        diary.store_answer(posed(f"pocket-addition one={at + 1}", rating), right, now=NOON)
    assert diary.find_rating("pocket-addition").asked in (1, 2, 3)


@pytest.mark.parametrize("right", [False, True])
def test_a_rating_stays_where_it_can_be_read_however_long_a_row_is(path: str, right: bool) -> None:
    diary = Diary(path)
    for at in range(200):
        about = diary.find_rating("nonprime-addition").rating.rating
        diary.store_answer(posed(f"nonprime-addition total={2 * at + 10}", about), right, now=NOON)
        assert diary.find_rating("nonprime-addition").asked == at + 1
    assert Diary(path).find_rating("nonprime-addition").rating.rating == (RATINGS[1] if right else RATINGS[0])


def test_right_answers_are_counted_for_their_day_and_what_is_right_at_first_sight_is_done(path: str) -> None:
    diary = Diary(path)
    diary.store_answer(posed(), right=True, now=NOON)
    diary.store_answer(posed(TWO), right=True, now=NOON)
    diary.store_answer(posed(THREE), right=False, now=NOON)
    assert (diary.days, list(diary.cards)) == ({DAY: Day(right=2)}, [THREE])


def test_an_answer_after_a_hint_changes_nothing(path: str) -> None:
    Diary(path).store_answer(posed(), right=True, first=False)
    assert not os.path.exists(path)


def test_a_due_card_solved_after_a_hint_comes_back_tomorrow_and_keeps_its_box(path: str) -> None:
    card = {"box": 2, "due": NOON - 5, "mistake": True}
    diary = Diary(written(path, {"version": 1, "cards": {ONE: card}}))
    diary.store_answer(posed(), right=True, first=False, now=NOON)
    assert Diary(path).cards == {ONE: Card(2, NOON + 12 * HOURS, mistake=True)}
    diary.store_answer(posed(), right=True, first=False, now=NOON + HOURS)  # it is not due any more
    assert diary.cards[ONE].due == NOON + 12 * HOURS
    assert (diary.ratings, diary.days) == ({}, {})


def test_a_card_put_off_by_a_wrong_clock_is_due(path: str) -> None:
    diary, ahead = Diary(path), NOON + 400 * A_DAY
    diary.store_answer(posed(), right=False, now=ahead)
    assert diary.find_due(None, NOON) == [ONE]
    assert diary.find_due(None, ahead - 60 * A_DAY) == []  # as long as any card waits
    diary.store_answer(posed(), right=True, now=NOON)
    missed = datetime.fromtimestamp(ahead, UTC).date()
    assert diary.cards[ONE] == Card(1, NOON + 12 * HOURS, day=missed)


def test_each_card_that_can_be_posed_here_is_due_or_comes_later(path: str) -> None:
    due = {ONE: NOON + 5, TWO: NOON + 400 * A_DAY, "gone x=1": NOON + 5, "prime-climb steps=x": NOON + 5}
    soon = "prime-climb steps=6,3 turn=2"
    cards = {at: {"box": 0, "due": when} for at, when in {**due, soon: NOON + 4}.items()}
    diary = Diary(written(path, {"version": 1, "cards": cards}))
    assert diary.find_due(None, NOON) == [TWO]  # put off by a wrong clock
    assert diary.find_later(None, NOON) == [soon, ONE]
    assert diary.find_later("prime-climb", NOON) == [at for at in (soon, ONE) if at.startswith("prime-climb")]
    assert diary.find_later(None, NOON + 10) == []


def test_answers_are_kept_as_of_now_if_not_told_otherwise(path: str) -> None:
    before = time.time()
    diary = Diary(path)
    diary.store_answer(posed(), right=False)
    assert before < diary.cards[ONE].due <= time.time() + 25 * HOURS
    assert diary.find_due(None) == []


def test_the_longest_waiting_comes_first_and_a_game_can_be_chosen(path: str) -> None:
    diary = Diary(path)
    diary.store_answer(posed(), right=False, now=NOON + A_DAY)
    diary.store_answer(posed(TWO), right=False, now=NOON)
    late = NOON + 3 * A_DAY
    assert diary.find_due(None, late) == [TWO, ONE]
    assert diary.find_due("pocket-addition", late) == [ONE]
    assert diary.find_due("pocket", late) == []


@pytest.mark.parametrize("position", ["pig x=1", "prime-climb steps=9", "prime-climb top=x", "", " ", "x"])
def test_a_card_that_cannot_be_posed_here_does_not_come(path: str, position: str) -> None:
    card = {"box": 0, "due": 0}
    diary = Diary(written(path, {"version": 1, "cards": {position: card, ONE: card}}))
    assert diary.find_due(None, NOON) == diary.find_due(None, NOON) == [ONE]


@pytest.mark.parametrize(
    "card", [1, None, {}, {"box": 1}, {"box": "1", "due": 0}, {"box": 1, "due": 1e20}, []]
)
def test_a_card_that_is_none_is_left_out(path: str, card: object) -> None:
    diary = Diary(written(path, {"version": 1, "cards": {TWO: card, ONE: {"box": 99, "due": 0}}}))
    assert diary.cards == {ONE: Card(5, 0.0)}


SCORE = {"day": "2026-11-17", "right": 3, "slips": 0}
RATED = {"rating": 900, "deviation": 90, "volatility": 0.06}
GAME = {"size": 5, "day": "2026-11-17", "game": "x", "over": True}


@pytest.mark.parametrize(
    ("section", "good", "bad"),
    [
        ("rush", [SCORE], 3),
        (
            "rush",
            [SCORE],
            [3, {}, SCORE | {"day": "20261117"}, SCORE | {"right": True}, SCORE | {"slips": -1}],
        ),
        ("ratings", RATED, RATED | {"rating": "900"}),
        ("ratings", RATED, RATED | {"deviation": 0}),
        ("ratings", RATED, RATED | {"volatility": None}),
        ("games", GAME, GAME | {"size": -1}),
        ("games", GAME, GAME | {"day": "2026-02-30"}),
        ("games", GAME, GAME | {"day": 20261117}),
        ("games", GAME, GAME | {"game": None}),
        ("games", GAME, GAME | {"over": None}),
        ("games", GAME, [GAME]),
    ],
)
def test_an_entry_that_makes_no_sense_is_left_out(path: str, section: str, good: object, bad: object) -> None:
    diary = Diary(written(path, {"version": 1, section: {"good": good, "bad": bad}}))
    assert list(getattr(diary, section)) == ["good"]


@pytest.mark.parametrize(
    "text", ["2026-2-3", "", "1969-12-31", "9999-12-31", "0001-01-01", "2026-W47-2", "day"]
)
def test_a_day_that_is_none_is_left_out(path: str, text: str) -> None:
    assert Diary(written(path, {"version": 1, "days": {text: {"right": 1}}})).days == {}


# Days --------------------------------------------------------------------------------------------------


def test_tries_are_kept_until_the_answer_is_known(path: str) -> None:
    diary = Diary(path)
    for mark in "--+-?":
        diary.store_try(DAY, "prime-climb", mark, main=True)
    for mark in "-?+":
        diary.store_try(DAY, "prime-duel", mark, main=False)
    diary.store_try(day(1), "prime-duel", "?", main=True)
    assert Diary(path).days == {
        DAY: Day(Tries("prime-climb", "--+"), {"prime-duel": "-?"}),
        day(1): Day(Tries("prime-duel", "?")),
    }
    assert [(done.solved, done.given_up) for done in diary.days.values()] == [(True, False), (False, True)]


def test_more_than_three_tries_do_not_count(path: str) -> None:
    tries = "-" * 5000
    data = {"days": {DAY.isoformat(): {"puzzle": {"game": "x", "tries": tries}}}}
    diary = Diary(written(path, data))
    diary.store_try(DAY, "x", "+", main=True)
    assert diary.days[DAY].puzzle == Tries("x", "---")
    assert (diary.days[DAY].solved, diary.days[DAY].given_up) == (False, True)


def test_hints_on_the_puzzles_of_a_day_stay_open(path: str) -> None:
    one, two = Diary(path), Diary(path)
    one.store_hints(DAY, "prime-climb", 1)
    one.store_hints(DAY, "prime-climb", 2)
    two.store_hints(DAY, "prime-climb", 1)  # in another window, where none was open
    two.store_hints(DAY, "prime-duel", 1)
    assert Diary(path).days == {DAY: Day(hints={"prime-climb": 2, "prime-duel": 1})}
    assert not Diary(path).days[DAY].solved


@pytest.mark.parametrize("bad", [3, [1], {"x": "2"}, {"x": -1}, {"x": True}, {"x": 10**10}])
def test_hints_that_are_none_are_left_out(path: str, bad: object) -> None:
    diary = Diary(written(path, {"version": 1, "days": {DAY.isoformat(): {"hints": bad}}}))
    assert diary.days == {DAY: Day()}
    diary.store_hints(DAY, "x", 1)
    assert Diary(path).days == {DAY: Day(hints={"x": 1})}


def test_the_first_duel_of_a_day_counts(path: str) -> None:
    diary = Diary(path)
    diary.store_duel(DAY, 92.6, won=True, record="a.jsonl")
    diary.store_duel(DAY, 99.0, won=False, record="b.jsonl")
    diary.store_duel(day(1), None, won=False, record="c.jsonl")
    assert [done.duel for done in diary.days.values()] == [
        DuelResult(93, True, "a.jsonl"),
        DuelResult(None, False, "c.jsonl"),
    ]


def test_the_best_ten_rushes_are_kept(path: str) -> None:
    diary = Diary(path)
    diary.store_rush(None, DAY, 0, 3)
    diary.store_rush(None, DAY, 5, 2)
    diary.store_rush(None, DAY, 5, 2)
    diary.store_rush(None, day(1), 5, 1)
    diary.store_rush(None, day(1), 4, 0)
    diary.store_rush("prime-climb", day(1), 1, 3)
    for right in range(10, 10 + BEST):
        diary.store_rush(None, day(2), right, 0)
    assert Diary(path).rush == {
        "all": tuple(RushScore(day(2), right, 0) for right in range(9 + BEST, 9, -1)),
        "prime-climb": (RushScore(day(1), 1, 3),),
    }
    assert diary.days[DAY].right == 10


def test_replies_are_counted_in_a_row(path: str) -> None:
    diary = Diary(path)
    for right in (True, True, False, True):
        diary.store_reply("pocket-addition", ONE, 6, right)
    diary.store_reply("pocket-addition", TWO, 6, False)
    assert rows(Diary(path)) == {"pocket-addition": {ONE: 1, TWO: 0}}
