"""Progress: what the games of the diary come to."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.progress.own_game import LEVELS
from primeparlor.coach.summary import (
    LOW_ACCURACY,
    SwingTotals,
    build_ladders,
    build_summary,
    count_mistakes,
    count_rungs,
    find_next_ladder,
    format_due,
    list_accuracies,
    sum_swings,
    summarize_progress,
)
from primeparlor.games import GAMES
from primeparlor.players import seats
from support.coach.diary import DAY, NOON, ONE, day, posed

WON = GameSummary(400, DAY, "prime-climb", True, "club", 1, True, variant="top=35 largest=4")


def test_levels_are_those_of_the_house() -> None:
    assert seats.LEVELS == LEVELS


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
    """The lowest rung, and of those at the same height that of the game played last."""
    ladders = build_ladders([])
    assert find_next_ladder(ladders, []) == ladders[0]
    lost = WON._replace(won=False)
    ladders = build_ladders([lost])
    ladder = find_next_ladder(ladders, [lost])
    assert ladder is not None
    assert ladder.game == "prime-climb"
    assert find_next_ladder([ladder._replace(steps=())], []) is None


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
    diary.store_games(
        {"a": WON._replace(accuracy=81, mistakes={"slept": 1}), "b": lost}, {ONE: date(2026, 11, 17)}
    )
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
    assert (climb["ladder"]["passed"], climb["ladder"]["of"], len(climb["ladder"]["rungs"])) == (1, 10, 10)
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
    assert told["next"] == "prime-duel"  # played last
    assert told["rungs"] == {
        "passed": 1,
        "of": sum(each["ladder"]["of"] for each in told["by_game"].values()),
    }
    assert told["day"] == date(2026, 11, 17).isoformat()


def test_games_of_two_people_are_in_nobodys_progress(tmp_path: Path) -> None:
    """Not even if an earlier version stored their mistakes."""
    diary = Diary(str(tmp_path / "progress.json"))
    both = WON._replace(level=None, side=None, won=None, mistakes={"slept": 2})
    diary.store_games({"a": both, "b": WON._replace(mistakes={"slept": 1})}, {})
    told = build_summary(diary, DAY, NOON)
    assert (told["games"], told["won"]) == (1, 1)
    assert told["by_game"]["prime-climb"]["mistakes"] == [
        {"what": "slept", "times": 1, "text": "slept (once)"}
    ]


def test_what_is_counted_for_several_faces_is_counted_once(tmp_path: Path) -> None:
    """The screen and the lines show the summary, the page its JSON, and home the count of levels."""
    diary = Diary(str(tmp_path / "progress.json"))
    gone = WON._replace(game="gone")  # of a package that is not installed here
    diary.store_games(
        {"a": WON, "b": WON._replace(side=2), "c": gone, "d": WON._replace(won=False)},
        {ONE: date(2026, 11, 17)},
    )
    diary.store_rush(None, DAY, 7, 1)
    found, told = summarize_progress(diary, DAY, NOON), build_summary(diary, DAY, NOON)
    assert (told["games"], told["won"], told["puzzles"], told["waiting"]) == (
        found.played,
        found.won,
        found.puzzles,
        found.waiting,
    )
    assert found.rungs == count_rungs(each.ladder for each in found.games)
    assert found.rungs[0] == 1
    for each in found.games:
        of = told["by_game"][each.game.name]
        assert (of["games"], of["won"]) == (each.played, each.won)
        assert [(row["what"], row["times"]) for row in of["mistakes"]] == each.mistakes


def test_a_low_accuracy_explains_itself_in_progress(tmp_path: Path) -> None:
    diary = Diary(str(tmp_path / "progress.json"))
    diary.store_games({"a": WON._replace(accuracy=62)}, {})
    assert build_summary(diary, DAY, NOON)["accuracy_explained"] == ""
    diary.store_games({"b": WON._replace(accuracy=37)}, {})
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
