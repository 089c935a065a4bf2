"""Three lines to share: they tell how it went and give nothing away."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import DuelResult
from primeparlor.coach.sharing import as_data, format_duel, format_share
from primeparlor.coach.training.daily import build_today

DAY = date(2026, 11, 13)  # № 317, a prime


@pytest.fixture
def kept(tmp_path: Path) -> Diary:
    return Diary(str(tmp_path / "progress.json"))


def test_a_day_untouched(kept: Diary) -> None:
    assert format_share(kept, build_today(DAY)) == [
        "Prime Parlor № 317 ◆",
        "Pocket Addition ·",
        "0 days in a row",
    ]
    assert format_share(kept, build_today(DAY + timedelta(days=1)))[0] == "Prime Parlor № 318"


def test_everything_done(kept: Diary) -> None:
    for before in range(12, 0, -1):
        kept.store_try(DAY - timedelta(days=before), "x", "+", main=True)
    for mark in "-+":
        kept.store_try(DAY, "pocket-addition", mark, main=True)
    others = build_today(DAY).others
    for game, tries in zip(others, ("+", "--+", "-", "?"), strict=True):
        for mark in tries:
            kept.store_try(DAY, game, mark, main=False)
    kept.store_duel(DAY, 92.6, won=False, record="x.jsonl")
    assert format_share(kept, build_today(DAY)) == [
        "Prime Parlor № 317 ◆",
        "Pocket Addition ✕✓, more ✓✓✕✕",
        "13 days in a row, duel 93 of 100",
    ]


def test_one_other_game_and_a_duel_without_choices(kept: Diary) -> None:
    kept.store_try(DAY, build_today(DAY).others[2], "+", main=False)
    kept.store_duel(DAY, None, won=True, record="x.jsonl")
    assert format_share(kept, build_today(DAY))[1:] == [
        "Pocket Addition ·, more ··✓·",
        "0 days in a row, duel played",
    ]


def test_another_day_tells_the_days_in_a_row_that_it_had(kept: Diary) -> None:
    for before in range(5):
        kept.store_try(DAY - timedelta(days=before), "x", "+", main=True)
    past = build_today(DAY - timedelta(days=2))
    assert format_share(kept, past, real=False)[-1] == "3 days in a row"
    assert as_data(kept, past._replace(others=()), real=False)["streak"] == {"now": 3, "best": 3}
    assert (
        format_share(kept, past)[-1] == "5 days in a row"
    )  # it is that day again after a flight to the west


@pytest.mark.parametrize(("tries", "told"), [("--+", "✕✕✓"), ("---+", "✕✕✕"), ("--?", "✕✕?")])
def test_three_tries_are_told(kept: Diary, tries: str, told: str) -> None:
    for mark in tries:
        kept.store_try(DAY, "pocket-addition", mark, main=True)
    assert format_share(kept, build_today(DAY))[1] == f"Pocket Addition {told}"


def test_hints_are_told_and_the_list_of_moves_is_one(kept: Diary) -> None:
    main, *others = ("pocket-addition", *build_today(DAY).others)
    for game, hints in ((main, 2), (others[0], 0), (others[1], 3)):
        kept.store_hints(DAY, game, hints)
    for game in (main, *others):
        kept.store_try(DAY, game, "+", main=game == main)
    told = "Pocket Addition ✓ with 2 hints, more ✓✓✓✓ with 4 hints"
    assert format_share(kept, build_today(DAY))[1] == told


@pytest.mark.parametrize(
    ("duel", "told"),
    [(None, "played"), (DuelResult(None, True, "x"), "played"), (DuelResult(86, False, "x"), "86 of 100")],
)
def test_a_duel_is_told_by_its_choices_where_they_are_known(duel: DuelResult | None, told: str) -> None:
    assert format_duel(duel) == told
