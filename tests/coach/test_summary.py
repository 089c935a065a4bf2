"""Progress: what the games of the diary come to."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.progress.own_game import LEVELS
from primeparlor.coach.summary import (
    LOW_ACCURACY,
    NextStep,
    SwingTotals,
    build_summary,
    count_levels,
    count_mistakes,
    find_beaten,
    find_next_step,
    format_due,
    list_accuracies,
    sum_swings,
    summarize_progress,
)
from primeparlor.core import State
from primeparlor.games import GAMES, NumberMorph, PrimeDuel
from primeparlor.players import seats
from support.coach.diary import DAY, NOON, ONE, day, posed

WON = GameSummary(400, DAY, "prime-climb", True, "club", 1, True)


def test_levels_are_those_of_the_house() -> None:
    assert seats.LEVELS == LEVELS


def test_a_level_is_beaten_from_a_side() -> None:
    games = [WON, WON._replace(side=2), WON, WON._replace(level="expert"), WON._replace(game="prime-duel")]
    assert find_beaten(games) == {
        "prime-climb": {"club": (1, 2), "expert": (1,)},
        "prime-duel": {"club": (1,)},
    }


@pytest.mark.parametrize(
    "change",
    [
        {"won": False},
        {"won": None},
        {"standard": False},
        {"helped": True},
        {"level": None},
        {"level": "random"},
    ],
)
def test_what_beats_no_level(change: dict[str, Any]) -> None:
    assert find_beaten([WON._replace(**change)]) == {}


def test_accuracy_over_time() -> None:
    games = [WON._replace(day=day(at), accuracy=None if at % 5 == 0 else at) for at in range(40)]
    told = list_accuracies(games)
    assert (len(told), told[0], told[-1]) == (20, (day(16), 16), (day(39), 39))
    assert list_accuracies(games, "prime-duel") == []
    assert list_accuracies(games, "prime-climb", 2) == [(day(38), 38), (day(39), 39)]


def test_luck_and_choices_are_added_up_where_there_is_luck() -> None:
    games = [
        WON._replace(luck=-120, choices=-30),
        WON._replace(luck=50, choices=-10),
        WON._replace(choices=-1000),
    ]
    assert sum_swings(games) == SwingTotals(2, -70, -40)
    assert sum_swings(games, "prime-duel") == SwingTotals(0, 0, 0)


def test_the_usual_mistakes() -> None:
    games = [
        WON._replace(mistakes={"b": 2, "a": 1}),
        WON._replace(mistakes={"a": 1, "c": 3, "d": 1}),
        WON._replace(game="prime-duel", mistakes={"e": 9}),
    ]
    assert count_mistakes(games, "prime-climb") == [("c", 3), ("a", 2), ("b", 2)]
    assert count_mistakes(games, "number-morph") == []


def test_what_to_try_next() -> None:
    both: list[type[State]] = [NumberMorph, PrimeDuel]
    sit = "Beginner at Number Morph. Sit second, where a win is always there."
    assert find_next_step([], both) == NextStep("number-morph", "beginner", 2, sit)
    duel = WON._replace(game="prime-duel", level="beginner")
    assert find_next_step([duel._replace(won=False)], both) == NextStep(
        "prime-duel", "beginner", None, "Beginner at Prime Duel."
    )
    morph = duel._replace(game="number-morph")
    step = find_next_step([duel, morph], both)
    assert step is not None
    assert (step.game, step.level) == ("number-morph", "casual")
    step = find_next_step([duel, morph._replace(level="club")], [NumberMorph])  # no way back to beginner
    assert step is not None
    assert step.level == "expert"
    everything = [WON._replace(game=game, level=level) for game in GAMES for level in LEVELS]
    assert find_next_step(everything) is None


def test_the_summary_is_plain_json(tmp_path: Path) -> None:
    diary = Diary(str(tmp_path / "progress.json"))
    empty = build_summary(diary, DAY, NOON)
    assert json.loads(json.dumps(empty)) == empty
    assert (empty["streak"], empty["games"], empty["accuracy"]) == (
        {"now": 0, "best": 0, "words": "days in a row", "in_a_row": "0 days in a row", "best_text": "best 0"},
        0,
        [],
    )
    assert empty["by_game"].keys() == set(GAMES)
    diary.store_answer(posed(), right=False, now=NOON)
    diary.store_answer(posed("prime-climb steps=9,3 turn=2"), right=True, now=NOON)
    diary.store_try(DAY, "prime-climb", "+", main=True)
    diary.store_rush(None, DAY, 7, 1)
    lost = WON._replace(game="prime-duel", won=False, luck=-5, choices=-7, side=2)
    diary.store_games({"a": WON._replace(accuracy=81, mistakes={"slept": 1}), "b": lost}, [ONE])
    told = build_summary(diary, DAY, NOON + 5 * 86_400)
    assert json.loads(json.dumps(told)) == told
    words = {"words": "day in a row", "in_a_row": "1 day in a row", "best_text": "best 1"}
    assert told["streak"] == {"now": 1, "best": 1, **words}
    assert {"day": "2026-11-17", "sign": "solved"} in told["calendar"][-1]
    assert len(told["calendar"]) == 26
    assert (told["puzzles"], told["games"], told["won"], told["waiting"]) == (8, 2, 1, 1)
    assert told["rush"] == {"all": [{"day": "2026-11-17", "right": 7, "slips": 1}]}
    assert told["accuracy"] == [{"day": "2026-11-17", "accuracy": 81}]
    climb, duel = told["by_game"]["prime-climb"], told["by_game"]["prime-duel"]
    assert climb["beaten"] == {"beginner": [], "casual": [], "club": [1], "expert": [], "perfect": []}
    assert climb["mistakes"] == [{"what": "slept", "times": 1, "text": "slept (once)"}]
    assert (climb["counts"], duel["counts"]) == ("1 game, 1 won", "1 game, 0 won")
    assert {"label": "Luck", "text": "about −0.5 %"} in duel["values"]
    assert [row["label"] for row in climb["rating_text"]] == ["Your rating here", "Right at once"]
    assert duel["rating_text"] == []
    assert told["rush_bests"] == [{"label": "all games", "text": "7 solved, 1 slip"}]
    assert told["totals"][1:] == ["2 games played, 1 won", "1 puzzle to practise now"]
    assert told["accuracy_average"] == "On average 81 of 100."
    assert (climb["luck"], climb["rating"]["asked"], climb["rating"]["right"]) == (None, 1, 1)
    assert (duel["games"], duel["won"], duel["luck"]) == (1, 0, {"games": 1, "luck": -5, "choices": -7})
    assert told["next"]["level"] == "beginner"
    assert told["day"] == date(2026, 11, 17).isoformat()


def test_games_of_two_people_are_in_nobodys_progress(tmp_path: Path) -> None:
    """Not even if an earlier version stored their mistakes."""
    diary = Diary(str(tmp_path / "progress.json"))
    both = WON._replace(level=None, side=None, won=None, mistakes={"slept": 2})
    diary.store_games({"a": both, "b": WON._replace(mistakes={"slept": 1})}, [])
    told = build_summary(diary, DAY, NOON)
    assert (told["games"], told["won"]) == (1, 1)
    assert told["by_game"]["prime-climb"]["mistakes"] == [
        {"what": "slept", "times": 1, "text": "slept (once)"}
    ]


def test_what_is_counted_for_several_faces_is_counted_once(tmp_path: Path) -> None:
    """The screen and the lines show the summary, the page its JSON, and home the count of levels."""
    diary = Diary(str(tmp_path / "progress.json"))
    gone = WON._replace(game="gone")  # of a package that is not installed here
    diary.store_games({"a": WON, "b": WON._replace(side=2), "c": gone, "d": WON._replace(won=False)}, [ONE])
    diary.store_rush(None, DAY, 7, 1)
    found, told = summarize_progress(diary, DAY, NOON), build_summary(diary, DAY, NOON)
    assert (told["games"], told["won"], told["puzzles"], told["waiting"]) == (
        found.played,
        found.won,
        found.puzzles,
        found.waiting,
    )
    assert found.counts == count_levels(diary.own_games) == (1, len(GAMES) * len(LEVELS))
    assert sum(len(each.beaten) for each in found.games) == 1
    for each in found.games:
        of = told["by_game"][each.game.name]
        assert (of["games"], of["won"]) == (each.played, each.won)
        assert [(row["what"], row["times"]) for row in of["mistakes"]] == each.mistakes


def test_a_low_accuracy_explains_itself_in_progress(tmp_path: Path) -> None:
    diary = Diary(str(tmp_path / "progress.json"))
    diary.store_games({"a": WON._replace(accuracy=62)}, [])
    assert build_summary(diary, DAY, NOON)["accuracy_explained"] == ""
    diary.store_games({"b": WON._replace(accuracy=37)}, [])
    told = build_summary(diary, DAY, NOON)["accuracy_explained"]
    assert told == summarize_progress(diary, DAY).trend.explained == LOW_ACCURACY


@pytest.mark.parametrize(
    ("due", "later", "told"),
    [
        (1, 0, "One position from your puzzles and games is due again."),
        (12, 3, "12 positions from your puzzles and games are due again."),
        (0, 0, "What you miss comes back another day."),
        (0, 1, "Nothing is due today. One puzzle comes back another day."),
        (0, 5, "Nothing is due today. Five puzzles come back another day."),
    ],
)
def test_what_comes_back_is_said(due: int, later: int, told: str) -> None:
    assert format_due(due, later) == told
