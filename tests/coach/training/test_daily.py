"""What a date brings: always the same, for everybody, with one right answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from primeparlor.coach.language.words import HARDEST
from primeparlor.coach.random_choice import StableRandom
from primeparlor.coach.training import daily
from primeparlor.games import GAMES
from support.coach.reasons import add_a_game_of_ours, right_answers

KEPT = Path(__file__).with_name("daily.json")
# Locales with other names of days and other points in numbers: the first that is installed, if any is.
NAMED_OTHERWISE = "tr_TR.UTF-8 de_DE.UTF-8 fr_FR.UTF-8 es_ES.UTF-8 it_IT.UTF-8 pl_PL.UTF-8 ja_JP.UTF-8 C"
TEN = [date(2026, 11, 17) + timedelta(days=37 * at) for at in range(10)]


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


def all_ten() -> dict[str, Any]:
    """What the ten dates bring."""
    return {day.isoformat(): brought(day, list(daily.ROTA)) for day in TEN}


def kept(day: date) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))[day.isoformat()]
    return found


def main() -> None:
    """Keep what ten dates bring; for a new VERSION only."""
    KEPT.write_text(json.dumps(all_ten(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def test_no_day_wants_as_much_as_the_hardest_starts_are_drawn_for() -> None:
    """Else a new one would change what a date brings."""
    assert daily.GENTLE + 6 * daily.HARDER < HARDEST


@pytest.mark.parametrize("day", TEN, ids=str)
def test_a_date_brings_what_it_always_brought(day: date) -> None:
    assert brought(day, list(daily.ROTA)) == kept(day)


def test_a_sixth_game_of_ours_changes_no_date(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {day: (daily.build_today(day), daily.build_duel(day)) for day in TEN}
    add_a_game_of_ours(monkeypatch)
    assert {day: (daily.build_today(day), daily.build_duel(day)) for day in TEN} == before
    for day, (today, duel) in before.items():
        assert [today.main, duel.game, duel.level] == [kept(day)["main"], *kept(day)["duel"][:2]]
        assert {today.main, *today.others} == set(kept(day)["puzzles"])
    assert brought(TEN[0], list(kept(TEN[0])["puzzles"])) == kept(TEN[0])


ELSEWHERE = """
import contextlib, json, locale, sys
sys.modules["numba"] = None
for name in sys.argv[2].split():
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, name)
        break
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/coach/training"]
from test_daily import all_ten
print(json.dumps(all_ten()))
"""


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati"},
        pytest.param({"PYTHONHASHSEED": "2", "TZ": "Pacific/Pago_Pago"}, marks=pytest.mark.prove),
    ],
    ids=lambda environment: environment["TZ"],
)
def test_it_is_the_same_elsewhere(environment: dict[str, str]) -> None:
    """In another time zone, another locale, with another hash seed, and without Numba."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(KEPT.parents[2]), NAMED_OTHERWISE],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(KEPT.read_text(encoding="utf-8"))


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


def test_the_games_of_the_rota_take_turns_and_the_others_follow() -> None:
    days = [daily.build_today(date(2026, 12, 28) + timedelta(days=at)) for at in range(10)]
    assert [day.main for day in days[:5]] == [day.main for day in days[5:]]
    assert {day.main for day in days} == set(daily.ROTA)
    for day in days:
        assert sorted([day.main, *day.others]) == sorted(daily.ROTA)


def test_a_day_is_named_by_its_number_in_the_year() -> None:
    assert daily.build_today(date(2026, 11, 13)).name == "№ 317"
    assert daily.build_today(date(2026, 11, 13)).is_prime
    assert daily.build_today(date(2026, 11, 12)).name == "№ 316 = 2 × 2 × 79"
    assert daily.build_today(date(2028, 12, 31)).number == 366
    assert daily.build_today(date(2026, 1, 1)).name == "№ 1"
    assert not daily.build_today(date(2026, 1, 1)).is_prime


def test_two_days_bring_different_puzzles_and_cards() -> None:
    one, two = date(2026, 11, 17), date(2026, 11, 22)
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


def check(day: date, game: str) -> None:
    """Check that the puzzle of this date has exactly one right answer, which is the one it knows."""
    asked = daily.build_puzzle(day, game)
    options = asked.among or asked.state.moves()
    assert len(options) > 1
    assert set(options) <= set(asked.state.moves())
    assert right_answers(asked) == list(asked.answers)
    assert len(asked.answers) == 1


@pytest.mark.prove
@pytest.mark.parametrize("start", range(0, 1000, 50))
def test_a_thousand_dates_have_one_right_answer_each(start: int) -> None:
    for at in range(start, start + 50):
        day = date(2026, 1, 1) + timedelta(days=at)
        for game in daily.ROTA:
            check(day, game)


if __name__ == "__main__":
    main()
