"""What the page about puzzles states is what the code does and what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from primeparlor.coach.levels import WEAKER
from primeparlor.coach.progress import updates
from primeparlor.coach.puzzles import difficulty, puzzle, ratings
from primeparlor.coach.training import daily, rush
from primeparlor.games import GAMES

ROOT = Path(__file__).parents[3]
PAGE = " ".join((ROOT / "docs" / "explanation" / "puzzles.md").read_text(encoding="utf-8").split())


def test_how_hard_and_how_strong() -> None:
    rated = dict(zip((level.name for level in WEAKER), difficulty.STRENGTHS, strict=True))
    assert "`beginner` counts as a player rated 800, `casual` 1100, `club` 1400 and `expert` 1700" in PAGE
    assert rated == {"beginner": 800, "casual": 1100, "club": 1400, "expert": 1700}
    stars = [int(least) for least in re.findall(r"\| `\*+` \| (\d+) (?:to|and)", PAGE)]
    assert (difficulty.ANSWERS, tuple(stars)) == (12, puzzle.STARS)
    assert f"begin with {ratings.NEW.rating:.0f} ± {ratings.NEW.deviation:.0f}" in PAGE
    after = ratings.rate(
        ratings.Rating(1500, 200, 0.06),
        [(ratings.Rating(1400, 30), 1), (ratings.Rating(1550, 100), 0), (ratings.Rating(1700, 300), 0)],
    )
    [shown] = re.findall(r"get its numbers, ([\d.]+), ([\d.]+) and ([\d.]+), within its rounding", PAGE)
    assert after == pytest.approx([float(number) for number in shown], rel=2e-4)


def test_which_puzzle_comes_next() -> None:
    *days, last = map(str, updates.DAYS[1:])
    assert f"{', '.join(days)} and {last} days" in PAGE
    assert f"({100 * ratings.SHARE:.0f} %), give or take {ratings.VARIETY:.0f} points" in PAGE
    assert f"within {puzzle.NEAR:.0f} points" in PAGE


def test_what_a_date_and_a_rush_want() -> None:
    (first, by_day), (gentle, harder) = daily.RATINGS.values()
    assert f"is {gentle:.0f} on Mondays and {harder:.0f} more on each" in PAGE
    assert (
        f"Version 1 made any puzzle of about the wanted rating, {first:.0f} on Mondays and {by_day:.0f}"
        in PAGE
    )
    begins = daily.BEGINNINGS[2]
    assert f"Version 2 makes all dates from {begins.day} {begins:%B %Y} on" in PAGE
    assert f"{daily.CYCLE} blocks of five days make a cycle of {5 * daily.CYCLE} days" in PAGE
    wanted = f"a rating of {rush.EASIEST:.0f}, and each one {rush.HARDER:.0f} more than the last"
    assert f"{wanted}, up to {rush.HARDEST:.0f}" in PAGE


def test_the_table_of_sessions_is_what_was_measured() -> None:
    measured = (ROOT / "bench" / "results" / "sessions.txt").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in measured.splitlines() if row.startswith("|")]
    for name, *cells in rows:
        game = name.removeprefix("| ")
        told = " | ".join([GAMES[game].title if game in GAMES else game, *cells[:-1]])  # without the time
        assert f"| {told} |" in PAGE
    shares = [int(share) for share in re.findall(r"(\d+) % \(", measured)]
    missing = [name for name in GAMES.ours if f"| {name} |" not in measured]
    assert not missing, (
        f"measure {missing} with bench/sessions.py, into bench/results/sessions.txt and the docs"
    )
    assert len(shares) == (len(GAMES.ours) + 1) * len(WEAKER)
    assert all(40 <= share <= 85 for share in shares)
