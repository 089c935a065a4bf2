"""Streaks and the calendar."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor.coach.progress.calendar import CalendarDay, Streak, build_calendar, compute_streak
from primeparlor.coach.progress.document import Day, DuelResult, Tries
from primeparlor.coach.summary import Trend
from support.coach.diary import DAY, day

ONE = timedelta(days=1)


def diary(text: str, first: date = DAY) -> dict[date, Day]:
    """A day for each sign: solved, at the 2nd try, failed, answer asked for, games only, _ nothing."""
    done = {
        "s": Day(Tries("x", "+")),
        "2": Day(Tries("x", "-+")),
        "f": Day(Tries("x", "--")),
        "a": Day(Tries("x", "-?")),
        "g": Day(games=1),
    }
    return {first + at * ONE: done[sign] for at, sign in enumerate(text) if sign in done}


@pytest.mark.parametrize(
    ("text", "today", "now", "best"),
    [
        ("", 0, 0, 0),
        ("s", 0, 1, 1),
        ("sss", 2, 3, 3),
        ("ss2", 2, 3, 3),  # a second try keeps it
        ("sss", 3, 3, 3),  # today is not over
        ("sssf", 3, 3, 3),  # neither is the puzzle
        ("sssg", 3, 3, 3),
        ("sss", 4, 0, 3),  # a whole day was missed
        ("sssf", 4, 0, 3),
        ("sssa", 3, 0, 3),  # the answer was asked for
        ("sssas", 4, 1, 3),
        ("ss_sss", 5, 3, 3),
        ("sss_s", 4, 1, 3),
        ("sssss", 2, 5, 5),  # the clock was set back
        ("sssss", -40, 5, 5),
        ("sss", 1, 3, 3),  # flown west over midnight
        ("sssa", 2, 0, 3),  # asked for the answer, then flown west
        ("ssss" + "_" * 1000 + "s", 4, 4, 4),  # the clock was years ahead for a day
        ("a", 0, 0, 0),
    ],
)
def test_a_streak(text: str, today: int, now: int, best: int) -> None:
    assert compute_streak(diary(text), day(today)) == Streak(now, best)


@pytest.mark.parametrize(
    "first", [date(2026, 1, 30), date(2026, 12, 30), date(2028, 2, 27), date(2027, 2, 27)]
)
def test_a_streak_goes_on_over_the_ends_of_months_and_years(first: date) -> None:
    assert compute_streak(diary("s" * 8, first), first + 7 * ONE) == Streak(8, 8)


def walked(days: dict[date, Day], today: date) -> Streak:
    """By a walk over all days, one by one, as a person with a calendar would count."""
    runs: list[tuple[date, int]] = []  # the last day and the length of each
    length, at = 0, DAY - ONE
    while at < DAY + 60 * ONE:
        solved = at in days and days[at].solved
        if length and not solved:
            runs.append((at - ONE, length))
        length = length + 1 if solved else 0
        at += ONE
    alive = []
    for last, length in runs:
        missed = [last + n * ONE for n in range(1, 61) if last + n * ONE < today]
        gave_up = last + ONE in days and days[last + ONE].given_up
        if not missed and not gave_up:
            alive.append(length)
    return Streak(max(alive, default=0), max((length for _, length in runs), default=0))


@settings(max_examples=300)
@given(st.text("sss2fag_", max_size=40), st.integers(0, 45))
def test_a_streak_is_what_a_walk_over_the_days_finds(text: str, today: int) -> None:
    days = diary(text)
    assert compute_streak(days, day(today)) == walked(days, day(today))


def test_the_calendar_has_whole_weeks_up_to_today() -> None:
    days = diary("sfa", date(2026, 11, 8)) | {
        date(2026, 11, 12): Day(games=1),
        date(2026, 11, 13): Day(right=1),
        date(2026, 11, 14): Day(more={"x": "-"}),
        date(2026, 11, 15): Day(duel=DuelResult(90, True, "x")),
        date(2026, 11, 16): Day(),
        date(2026, 11, 19): Day(Tries("x", "+")),  # the clock was set back
    }
    weeks = build_calendar(days, 3, DAY)
    assert [week[0].day for week in weeks] == [date(2026, 11, 2), date(2026, 11, 9), date(2026, 11, 16)]
    assert [[square.sign for square in week] for week in weeks] == [
        ["rest"] * 6 + ["solved"],
        ["missed", "missed", "rest", "played", "played", "played", "played"],
        ["rest", "open", "ahead", "solved", "ahead", "ahead", "ahead"],
    ]
    assert weeks[2][1] == CalendarDay(DAY, "open")


@pytest.mark.parametrize(
    ("done", "sign"),
    [
        (Day(), "open"),
        (Day(games=1), "open"),
        (Day(Tries("x", "--")), "open"),
        (Day(Tries("x", "-+")), "solved"),
        (Day(Tries("x", "-?")), "missed"),
    ],
)
def test_today_is_open_as_long_as_its_puzzle_can_be_solved(done: Day, sign: str) -> None:
    (week,) = build_calendar({DAY: done}, 1, DAY)
    assert CalendarDay(DAY, sign) in week  # type: ignore[arg-type]
    (week,) = build_calendar({DAY: Day(Tries("x", "--"))}, 1, DAY + timedelta(days=1))
    assert CalendarDay(DAY, "missed") in week


@pytest.mark.parametrize("weekday", range(7))
def test_the_last_week_of_the_calendar_has_today_in_it(weekday: int) -> None:
    (week,) = build_calendar({}, 1, day(weekday))
    assert day(weekday) in [square.day for square in week]
    assert [square.day.weekday() for square in week] == list(range(7))


def test_one_day_is_no_days_and_the_best_is_told_where_it_was_better() -> None:
    assert [Streak(days, days).full_text for days in (0, 1, 2, 1000)] == [
        "0 days in a row",
        "1 day in a row",
        "2 days in a row",
        "1,000 days in a row",
    ]
    assert Streak(3, 1200).full_text == "3 days in a row, best 1,200"
    assert Streak(1200, 1200).in_short == "1,200 in a row"


@pytest.mark.parametrize(
    ("change", "told"),
    [(None, ""), (0, "as a month ago"), (3, "+3 in a month"), (-3, "−3 in a month")],
)
def test_the_change_in_a_month_is_told_with_its_sign(change: int | None, told: str) -> None:
    assert Trend((71,), 71, change).change_text == told
