"""What a date brings: always the same, for everybody, hard to guess, and nothing twice within two years."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.language.words import HARDEST
from primeparlor.coach.puzzles.line_puzzle import LinePuzzle, build_line_at
from primeparlor.coach.puzzles.puzzle import Puzzle, strip_turn
from primeparlor.coach.random_choice import StableRandom
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from support.coach.reasons import add_a_game_of_ours, right_answers

KEPT = Path(__file__).with_name("daily.json")
# Locales with other names of days and other points in numbers: the first that is installed, if any is.
NAMED_OTHERWISE = "tr_TR.UTF-8 de_DE.UTF-8 fr_FR.UTF-8 es_ES.UTF-8 it_IT.UTF-8 pl_PL.UTF-8 ja_JP.UTF-8 C"
OLD = [date(2026, 11, 17) - timedelta(days=37 * at) for at in range(10)]
NEW = [date(2026, 11, 19) + timedelta(days=37 * at) for at in range(10)]
TWO_YEARS = 731


def brought(day: date, games: list[str]) -> dict[str, Any]:
    """What this date brings, as it is kept."""
    found, duel = daily.build_today(day), daily.build_duel(day)
    puzzles = {game: daily.build_puzzle(day, game) for game in games}
    return {
        "main": found.main,
        "duel": [duel.game, duel.level, duel.seed, *duel.dealt[:12]],
        "puzzles": {
            game: {
                "position": asked.position,
                "question": asked.question,
                "among": [str(move) for move in asked.among],
                "answers": [str(move) for move in asked.answers],
            }
            for game, asked in puzzles.items()
        },
    }


def all_of(days: list[date]) -> dict[str, Any]:
    """What these dates bring."""
    return {day.isoformat(): brought(day, list(daily.ROTA)) for day in days}


def main_puzzles(days: list[date]) -> dict[str, Any]:
    """The puzzle of the day on each of these dates, as it is kept."""
    return {day.isoformat(): brought(day, [daily.build_today(day).main])["puzzles"] for day in days}


def kept(day: date) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))[day.isoformat()]
    return found


def main() -> None:
    """Keep what some dates bring; for a new version only."""
    found = all_of(sorted([*OLD, *NEW]))
    KEPT.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def test_no_day_wants_as_much_as_the_hardest_starts_are_drawn_for() -> None:
    """Else a new one would change what a date brings."""
    gentle, harder = daily.RATINGS[1]
    assert gentle + 6 * harder < HARDEST


def test_each_version_begins_on_its_day() -> None:
    begins = daily.BEGINNINGS[2]
    assert [daily.find_version(begins - timedelta(days=1)), daily.find_version(begins)] == [1, 2]
    assert (daily.build_today(OLD[0]).version, daily.build_today(NEW[0]).version) == (1, 2)


@pytest.mark.parametrize("day", OLD, ids=str)
def test_a_date_brings_what_it_always_brought(day: date) -> None:
    assert brought(day, list(daily.ROTA)) == kept(day)


@pytest.mark.parametrize("day", NEW, ids=str)
def test_a_date_brings_the_puzzle_of_the_day_that_it_always_brought(day: date) -> None:
    game = daily.build_today(day).main
    found = kept(day)
    assert brought(day, [game]) == found | {"puzzles": {game: found["puzzles"][game]}}


@pytest.mark.prove
@pytest.mark.parametrize("day", NEW, ids=str)
def test_a_date_brings_one_more_of_each_game_as_it_always_did(day: date) -> None:
    assert brought(day, list(daily.ROTA)) == kept(day)


def test_a_sixth_game_of_ours_changes_no_date(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [*OLD, *NEW]
    before = {day: (daily.build_today(day), daily.build_duel(day)) for day in days}
    add_a_game_of_ours(monkeypatch)
    assert {day: (daily.build_today(day), daily.build_duel(day)) for day in days} == before
    for day, (today, duel) in before.items():
        assert [today.main, duel.game, duel.level] == [kept(day)["main"], *kept(day)["duel"][:2]]
        assert {today.main, *today.others} == set(kept(day)["puzzles"])
    assert brought(OLD[0], list(kept(OLD[0])["puzzles"])) == kept(OLD[0])


ELSEWHERE = """
import contextlib, json, locale, sys
sys.modules["numba"] = None
for name in sys.argv[2].split():
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, name)
        break
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/coach/training"]
from test_daily import NEW, OLD, all_of, main_puzzles
print(json.dumps([all_of(OLD), main_puzzles(NEW[: int(sys.argv[3])])]))
"""


@pytest.mark.parametrize(
    ("environment", "dates"),
    [
        ({"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati"}, 3),
        pytest.param({"PYTHONHASHSEED": "2", "TZ": "Pacific/Pago_Pago"}, 10, marks=pytest.mark.prove),
    ],
    ids=["Kiritimati", "Pago Pago"],
)
def test_it_is_the_same_elsewhere(environment: dict[str, str], dates: int) -> None:
    """In another time zone, another locale, with another hash seed, and without Numba."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(KEPT.parents[2]), NAMED_OTHERWISE, str(dates)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    old, new = json.loads(done.stdout)
    assert old == {day.isoformat(): kept(day) for day in OLD}
    for day, puzzles in new.items():
        assert puzzles.items() <= kept(date.fromisoformat(day))["puzzles"].items()


def test_steady_draws_use_nothing_but_the_method_that_never_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("uniform", "choice", "shuffle", "_randbelow", "getrandbits"):
        monkeypatch.setattr(Random, other, None)
    steady, order = StableRandom("text"), list(range(20))
    steady.shuffle(order)
    assert sorted(order) == list(range(20)) != order
    assert steady.choice(order) in order
    assert all(-2 <= steady.uniform(-2, 3) < 3 for _ in range(100))
    monkeypatch.setattr(StableRandom, "random", lambda self: 0.25)
    assert (steady.uniform(-2, 2), steady.choice("abcd")) == (-1.0, "b")


def test_in_version_1_the_games_of_the_rota_take_turns_and_the_others_follow() -> None:
    days = [daily.build_today(date(2025, 12, 28) + timedelta(days=at)) for at in range(10)]
    assert [day.main for day in days[:5]] == [day.main for day in days[5:]]
    assert {day.main for day in days} == set(daily.ROTA)
    for day in days:
        assert sorted([day.main, *day.others]) == sorted(daily.ROTA)


def test_nobody_can_tell_the_order_of_the_games_by_heart() -> None:
    """Each comes once in five days and never twice in a row, but all orders of five are as likely."""
    games = [daily.build_today(NEW[0] + timedelta(days=at)).main for at in range(1000)]
    blocks = [tuple(games[at : at + 5]) for at in range(0, 1000, 5)]
    assert all(set(block) == set(daily.ROTA) for block in blocks)
    assert all(one != two for one, two in pairwise(games))
    followed = Counter(pairwise(games))
    assert len(followed) == 20  # each game is followed by each other one …
    assert max(followed.values()) < 75  # … about 50 times
    assert len(set(blocks)) > 80  # of 120 orders


def test_no_board_may_come_twice_within_two_years() -> None:
    """A board belongs to one block of the cycle, and no game has that block's day again before two years."""
    for day in NEW:
        block = (day - NEW[0]).days // 5
        for puzzle in kept(day)["puzzles"].values():
            may = [
                at for at in range(daily.CYCLE) if daily.is_of_block(read_position(puzzle["position"]), at)
            ]
            assert may == [block % daily.CYCLE]
    last = dict[tuple[str, int], int]()
    for at in range(4 * TWO_YEARS):
        here = daily.build_today(NEW[0] + timedelta(days=at)).main, at // 5 % daily.CYCLE
        assert at - last.get(here, -TWO_YEARS) >= TWO_YEARS
        last[here] = at


def test_a_board_belongs_to_its_block_whoever_is_to_move() -> None:
    one, two = (read_position(f"pocket-addition one=1 two=2 turn={turn} passes=0") for turn in (1, 2))
    for block in range(daily.CYCLE):
        assert daily.is_of_block(one, block) == daily.is_of_block(two, block + daily.CYCLE)


@pytest.mark.parametrize(
    ("answers", "right", "chance"), [(2, 1, 1.0), (3, 1, 1.0), (4, 1, 3 / 4), (9, 1, 1 / 3), (6, 3, 0.95)]
)
def test_three_tries_find_one_of_four_answers_three_times_in_four(
    answers: int, right: int, chance: float
) -> None:
    state = read_position("nonprime-addition smallest=1 total=24")
    asked = Asked("Which?", tuple(range(1, right + 1)), tuple(range(1, answers + 1)))
    assert daily.compute_guess_chance(Puzzle(state, asked)) == pytest.approx(chance)


def test_four_choices_of_two_are_harder_to_guess_than_one_of_four() -> None:
    """At most two misses at four decisions: 11 of 16; at three, 7 of 8 would be too many."""
    day = next(day for day in NEW if daily.build_today(day).main == "prime-duel")
    line = build_line_at(read_position(kept(day)["puzzles"]["prime-duel"]["position"]))
    assert line is not None
    assert len(line.list_steps()) == 4
    assert daily.compute_guess_chance(line) == pytest.approx(11 / 16)


def test_a_day_is_named_by_its_number_in_the_year() -> None:
    assert daily.build_today(date(2026, 11, 13)).name == "№ 317"
    assert daily.build_today(date(2026, 11, 13)).is_prime
    assert daily.build_today(date(2026, 11, 12)).name == "№ 316 = 2 × 2 × 79"
    assert daily.build_today(date(2028, 12, 31)).number == 366
    assert daily.build_today(date(2026, 1, 1)).name == "№ 1"
    assert not daily.build_today(date(2026, 1, 1)).is_prime


def test_a_clock_before_the_first_day_brings_what_version_1_makes() -> None:
    day = date(1970, 1, 1)
    assert (daily.build_today(day).version, daily.build_today(day).name) == (1, "№ 1")
    assert daily.build_puzzle(day, "prime-climb").answers


def test_two_days_bring_different_puzzles_and_cards() -> None:
    one, two = date(2026, 11, 12), date(2026, 11, 17)
    assert daily.build_today(one).main == daily.build_today(two).main
    assert daily.build_puzzle(one, "prime-climb") != daily.build_puzzle(two, "prime-climb")
    assert daily.build_duel(one).dealt != daily.build_duel(two).dealt


def test_the_cards_of_the_duel_can_be_dealt_whatever_is_chosen() -> None:
    duel = daily.build_duel(date(2026, 11, 17))
    state = GAMES[duel.game].start()
    assert len(duel.dealt) == 3 * len(state.chances())
    for move in (0, -1):  # always keep if possible; always discard
        here, cards = state, list(duel.dealt)
        while cards and not here.ending():
            if chances := here.chances():
                assert cards[0] in chances
                here = here.after(cards.pop(0))
            else:
                here = here.after(here.moves()[move])


def check_answers(asked: Puzzle) -> None:
    """Check that the right answers are those that the puzzle knows: one, if it is no line."""
    for step in asked.list_steps() if isinstance(asked, LinePuzzle) else [asked]:
        options = step.among or step.state.moves()
        assert set(options) <= set(step.state.moves())
        assert set(right_answers(step)) == set(step.answers)
        assert len(step.answers) == 1 or asked.is_line


@pytest.mark.prove
@pytest.mark.parametrize("start", range(0, 1000, 50))
def test_a_thousand_dates_of_version_1_have_one_right_answer_each(start: int) -> None:
    for at in range(start, start + 50):
        day = OLD[0] - timedelta(days=at)
        for game in daily.ROTA:
            asked = daily.build_puzzle(day, game)
            assert len(asked.among or asked.state.moves()) > 1
            check_answers(asked)


@pytest.mark.prove
def test_a_thousand_dates_bring_no_puzzle_of_the_day_twice_within_two_years_nor_one_easily_guessed() -> None:
    last, ratings = dict[str, date](), dict[int, list[float]]()
    for at in range(1000):
        day = NEW[0] + timedelta(days=at)
        asked = daily.build_puzzle(day, daily.build_today(day).main)
        check_answers(asked)
        assert asked.is_line or len(asked.among or asked.state.moves()) >= 4
        assert daily.compute_guess_chance(asked) <= daily.GUESSED
        board = strip_turn(asked.position)
        assert (day - last.get(board, date.min)).days > TWO_YEARS
        last[board] = day
        ratings.setdefault(day.weekday(), []).append(asked.rating)
    means = [sum(ratings[at]) / len(ratings[at]) for at in range(7)]
    assert means == sorted(means)  # from Monday to Sunday
    assert means[-1] - means[0] > 350


if __name__ == "__main__":
    main()
