"""The ladder: which games pass a rung, what is missing, and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.training import ladder as ladders
from primeparlor.coach.training.ladder import (
    CHOICES,
    SURVIVE,
    WIN,
    Ladder,
    Rung,
    build_ladder,
    build_ladder_data,
    counts_for_ladder,
    find_rung_at_stake,
    format_outcome,
    load_badges,
    load_rungs,
    read_rungs,
)
from primeparlor.core import State
from primeparlor.games import GAMES, PrimeClimb, game_of
from primeparlor.match import Play, Settings, TakeHelp
from support.coach.diary import DAY
from support.matches import table

TWO = Rung("prime-climb", 2, "", 1, "club", WIN, 2, 3)
LONG = Rung("prime-climb", 3, "top=30", 2, "perfect", SURVIVE, 5, clock=20)
GOOD = Rung("prime-climb", 4, "", 1, "casual", CHOICES, 80, 2)
ONCE = Rung("prime-climb", 1, "", 1, "beginner", WIN, 1)
FIRST = Rung("prime-climb", 0, "top=40", 1, "perfect", WIN, 1, name="At once")
WON = GameSummary(400, DAY, "prime-climb", True, "club", 1, True, played_out=True, moves=9)
LOST = WON._replace(won=False)


@pytest.fixture(autouse=True)
def _rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rungs and a badge, instead of the game's own."""
    monkeypatch.setattr(ladders, "_load", lambda game: ((ONCE, TWO, LONG, GOOD), (FIRST,)))


def build(*games: GameSummary) -> Ladder:
    return build_ladder(PrimeClimb, games)


def passed(*games: GameSummary) -> list[int]:
    found = build(*games)
    return [step.rung.number for step in (*found.steps, *found.badges) if step.passed]


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"level": "perfect"}, True),  # stronger
        ({"level": "beginner"}, True),
        ({"level": None}, False),
        ({"level": "random"}, False),
        ({"side": 2}, False),
        ({"side": None}, False),
        ({"won": None}, False),
        ({"helped": True}, False),
        ({"regular": False}, False),
        ({"variant": "top=30"}, False),
        ({"game": "pocket-addition"}, False),
        ({"clock": 10.0}, True),
    ],
)
def test_which_win_counts(change: dict[str, Any], counts: bool) -> None:
    assert passed(WON._replace(**change)) == [1] * counts


def test_so_many_wins_in_so_many_games_in_a_row() -> None:
    assert passed(WON, LOST, WON) == [1, 2]
    assert passed(WON, WON) == [1, 2]
    assert passed(WON, LOST, LOST, WON) == [1]
    assert passed(WON, WON, LOST, LOST, LOST) == [1, 2], "what is passed stays passed"
    assert passed(WON, LOST, WON._replace(level="casual"), WON) == [1, 2], "others stand between"


def test_moves_survived() -> None:
    game = WON._replace(variant="top=30", side=2, level="perfect", clock=20.0, won=None)
    assert passed(game._replace(moves=4)) == []
    assert passed(game._replace(moves=5, won=False)) == [3]
    assert passed(game._replace(moves=3, won=True)) == [3], "whoever wins has survived"
    assert passed(game._replace(clock=None)) == []
    assert passed(game._replace(clock=21.0)) == []
    assert passed(game._replace(clock=5.0)) == [3]


def test_accuracy_over_games_that_were_played_out() -> None:
    good, bad = (LOST._replace(level="casual", accuracy=number) for number in (90, 70))
    assert passed(good) == []
    assert passed(good, bad) == [4]
    assert passed(good, bad._replace(accuracy=69)) == []
    assert passed(good, bad._replace(accuracy=None)) == []
    assert passed(good, bad._replace(accuracy=None), bad) == [4], "nothing was to be chosen there"
    assert passed(good, bad._replace(played_out=False), bad) == [], "whoever resigns begins anew"
    assert passed(good, bad._replace(helped=True), bad) == []


def test_a_game_with_help_stands_in_the_row() -> None:
    two = ONCE._replace(need=2, games=2)
    helped = LOST._replace(helped=True)
    for between, counts in (
        (helped, False),
        (helped._replace(won=True), False),
        (WON._replace(side=2), True),
    ):
        assert ladders._judge_rung(two, [WON, between, WON]).passed is counts
    laid_aside = WON._replace(over=False, won=None)
    assert ladders._judge_rung(two, [WON, laid_aside, WON]).passed


def test_the_next_rung_is_the_lowest_that_is_not_passed() -> None:
    def number(*games: GameSummary) -> int | None:
        step = build(*games).next
        return step and step.rung.number

    casual = LOST._replace(level="casual", accuracy=90)
    survived = WON._replace(variant="top=30", side=2, level="perfect", clock=20.0)
    assert number() == 1
    assert number(WON) == 2
    assert number(survived) == 1
    assert number(WON, WON, survived) == 4
    assert number(casual, casual) == 1
    assert number(casual, casual, survived, WON, WON) is None


def test_what_is_said_of_the_next_rung() -> None:
    assert build().next_text == "Rung 1 of 4: win as Player 1 against beginner."
    two = "Rung 2 of 4: win 2 of 3 games in a row as Player 1 against club."
    assert build(WON).next_text == f"{two} So far: 1 of 2 wins, in your last game."
    assert build(WON, LOST, LOST).next_text == f"{two} So far: 0 of 2 wins, in your last 2 games."
    assert build(WON, LOST).count_text == "1 of 4 rungs"
    survived = WON._replace(variant="top=30", side=2, level="perfect", clock=20.0, won=False, moves=3)
    text = "survive 5 moves as Player 2 against perfect, 20 seconds a move (30 steps)."
    assert build(WON, WON, survived).next_text == f"Rung 3 of 4: {text} Your best so far: 3 of 5 moves."
    good = build(WON, WON, survived._replace(moves=5), LOST._replace(level="casual", accuracy=71))
    text = "reach an average accuracy of 80 over 2 games as Player 1 against casual."
    assert good.next_text == f"Rung 4 of 4: {text} So far: an accuracy of 71 in your last game."
    everything = good._replace(steps=tuple(step._replace(passed=True) for step in good.steps))
    assert everything.next_text == "You have passed every rung."
    assert good._replace(steps=()).next_text == ""


@pytest.mark.parametrize(
    ("rung", "task"),
    [
        (TWO._replace(need=3), "win 3 games in a row as Player 1 against club"),
        (GOOD._replace(games=1), "reach an accuracy of 80 as Player 1 against casual"),
        (FIRST, "win as Player 1 against perfect (40 steps)"),
    ],
)
def test_other_tasks(rung: Rung, task: str) -> None:
    assert rung.task == task


def test_the_best_accuracy_of_single_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "_load", lambda game: ((GOOD._replace(number=1, games=1),), ()))
    found = build(WON._replace(accuracy=61), WON._replace(accuracy=55))
    assert found.steps[0].standing == "Your best so far: an accuracy of 61."


# At a table --------------------------------------------------------------------------------------


def test_the_rung_for_which_a_table_counts() -> None:
    match = table("prime-climb", seats=("human", "club"))
    assert find_rung_at_stake(match, build()) == ONCE, "the next one"
    assert find_rung_at_stake(match, build(WON)) == TWO
    assert find_rung_at_stake(match, build(WON, WON)) is None, "it counts for the one after the next only"
    assert find_rung_at_stake(table("prime-climb", seats=("club", "human")), build()) is None
    assert find_rung_at_stake(table("prime-climb top=40", seats=("human", "perfect")), build()) == FIRST
    assert counts_for_ladder(match)
    for options in ({"seed": 3}, {"seats": ("human", "human")}, {"seats": ("human", "random")}):
        assert not counts_for_ladder(table("prime-climb", **{"seats": ("human", "club"), **options}))
    assert not counts_for_ladder(table("prime-climb steps=3,0", seats=("human", "club")))
    match.perform(TakeHelp(1, 1, match.number))
    assert not counts_for_ladder(match)


def test_a_table_needs_the_clock_of_its_rung() -> None:
    seats = ("perfect", "human")
    assert not counts_for_ladder(table("prime-climb top=30", seats=seats))
    assert not counts_for_ladder(table("prime-climb top=30", seats=seats, settings=Settings(clock=30)))
    assert counts_for_ladder(table("prime-climb top=30", seats=seats, settings=Settings(clock=20)))
    assert (LONG.limit, LONG._replace(side=1).limit, TWO.limit) == (10, 9, None)


def test_after_a_game() -> None:
    assert format_outcome(build(), build(WON), WON) == (
        "You have passed rung 1 of 4. "
        "Rung 2 of 4: win 2 of 3 games in a row as Player 1 against club. "
        "So far: 1 of 2 wins, in your last game."
    )
    assert format_outcome(build(WON), build(WON, LOST), LOST) == (
        "Rung 2 of 4 is not passed yet: win 2 of 3 games in a row as Player 1 against club. "
        "So far: 1 of 2 wins, in your last 2 games."
    )
    badge = WON._replace(variant="top=40", level="perfect")
    assert format_outcome(build(), build(badge), badge) == "You have won the badge “At once”."
    other = WON._replace(side=2)
    assert format_outcome(build(), build(other), other) == ""
    lost = LOST._replace(level="beginner")
    assert format_outcome(build(), build(lost), lost) == (
        "Rung 1 of 4 is not passed yet: win as Player 1 against beginner."
    )
    top = build(WON)
    top = top._replace(steps=top.steps[:1])
    before = top._replace(steps=(top.steps[0]._replace(passed=False),))
    assert format_outcome(before, top, WON) == "You have passed rung 1 of 1. You have passed every rung."
    assert format_outcome(top, top, WON) == ""


def test_the_ladder_is_plain_json() -> None:
    told = build_ladder_data(build(WON))
    assert json.loads(json.dumps(told)) == told
    assert (told["passed"], told["of"], told["next"]["number"]) == (1, 4, 2)
    assert told["rungs"][2]["rules"] == {"top": 30}
    assert told["rungs"][2]["limit"] == 10
    assert told["badges"][0]["text"] == "The badge “At once”: win as Player 1 against perfect (40 steps)."


# Read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": 3},
        {"level": "random"},
        {"kind": "draw"},
        {"need": 0},
        {"games": 0},
        {"need": 2},
        {"kind": "survive", "games": 2},
        {"kind": "choices", "need": 101},
        {"side": True},
        {"need": 0.5},
        {"clock": "60"},
        {"clock": 0},
        {"clock": True},
    ],
)
def test_terms_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    row = {"variant": "", "side": 1, "level": "club", "kind": "win", "need": 1, **wrong}
    with pytest.raises(ValueError, match="rung 1 makes no sense"):
        read_rungs(PrimeClimb, json.dumps({"rungs": [row]}))


def test_the_words_of_a_variant_are_put_in_order() -> None:
    row = {"variant": "largest=4 top=35", "side": 1, "level": "club", "kind": "win", "need": 1}
    assert read_rungs(PrimeClimb, json.dumps({"rungs": [row]}))[0].variant == "top=35 largest=4"
    assert read_rungs(PrimeClimb, "{}", "badges") == ()


def test_a_move_does_not_change_for_what_a_table_counts() -> None:
    match = table("prime-climb", seats=("human", "club"))
    match.perform(Play(1, 4, match.number))
    assert counts_for_ladder(match)


class TestOwn:
    """With the rungs of the games, and those that any game gets."""

    @pytest.fixture(autouse=True)
    def _rungs(self) -> None:
        """Leave the rungs as they are."""

    def test_every_game_of_the_house_has_ten(self) -> None:
        for name in GAMES.ours:
            assert [rung.number for rung in load_rungs(GAMES[name])] == list(range(1, 11)), name

    def test_a_game_without_the_file_has_rungs_that_can_be_passed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from primeparlor.games.game import Game

        monkeypatch.setattr(Game, "rungs", property(lambda game: None))
        ladders._load.cache_clear()
        try:
            for game in GAMES.values():
                self.check_default(game)
        finally:
            ladders._load.cache_clear()

    @pytest.mark.parametrize("text", ['{"rungs": []}', "[", "[" * 100_000, json.dumps({"rungs": [{}] * 11})])
    def test_a_file_that_cannot_be_used_is_left_out_with_a_sentence(
        self, text: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from primeparlor.games.game import Game

        told = list[str]()
        monkeypatch.setattr(Game, "rungs", property(lambda game: text))
        monkeypatch.setattr(game_of(PrimeClimb), "ours", False)
        monkeypatch.setattr(GAMES, "warn", told.append)
        ladders._load.cache_clear()
        try:
            self.check_default(PrimeClimb)
        finally:
            ladders._load.cache_clear()
        assert [sentence.partition(": ")[0] for sentence in told] == [
            "The rungs.json of the game 'prime-climb' is left out"
        ]

    def check_default(self, game: type[State]) -> None:
        rungs = load_rungs(game)
        assert 5 <= len(rungs) <= 10
        assert load_badges(game) == ()
        assert [rung.number for rung in rungs] == list(range(1, len(rungs) + 1))
        for rung in rungs:
            side = game.winning_side.get(rung.variant)
            assert rung.side == side or (side is None and rung.level != "perfect"), rung
