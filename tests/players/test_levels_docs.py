"""The page on levels shows what the bench has measured, and what the code states."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from primeparlor.games import GAMES, PrimeDuel
from primeparlor.match import HUMAN, Match
from primeparlor.players import LEVELS, SEATS, describe_levels, habits_of, seats
from primeparlor.records.writer import format_header
from primeparlor.solve import retrograde
from primeparlor.tables.sentences import format_substitution
from primeparlor.web.config import TableLimits
from support.example_games import TwentyOne

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "levels.md").read_text(encoding="utf-8")
MEASURED = (ROOT / "bench" / "results" / "levels.txt").read_text(encoding="utf-8")


def rows(first: str) -> list[list[str]]:
    """The rows of the measured table with this heading, cell by cell."""
    _, _, table = MEASURED.partition(f"python bench/levels.py {first}\n\n")
    return [line.strip("| ").split(" | ") for line in table.partition("\n\n")[0].splitlines()[2:]]


def test_the_page_shows_the_tables_as_measured() -> None:
    for table in MEASURED.split("\n\n")[1::2]:
        assert table.partition("\n\n")[0].strip() in PAGE


def test_the_regret_stated_is_the_one_measured() -> None:
    measured = rows("regret")
    missing = {GAMES[name].title for name in GAMES.ours} - {row[0] for row in measured}
    assert not missing, (
        f"measure {missing} with bench/levels.py regret, into bench/results/levels.txt and the page"
    )
    for game, row in zip(GAMES.values(), measured, strict=True):
        regret = habits_of(game).regret
        assert regret is not None
        assert row == [game.title, *(f"{regret[player]:.4f}" for player in SEATS)]


def test_every_pair_of_neighbours_played_a_thousand_games_and_the_stronger_won_more_beyond_luck() -> None:
    measured = rows("games")
    missing = {GAMES[name].title for name in GAMES.ours} - {row[0] for row in measured}
    assert not missing, (
        f"measure {missing} with bench/levels.py games, into bench/results/levels.txt and the page"
    )
    pairs = [(game.title, *pair) for game in GAMES.values() for pair in pairwise(LEVELS)]
    for (title, weaker, stronger), row in zip(pairs, measured, strict=True):
        won, lost, unfinished = map(int, row[3:6])
        assert row[:3] == [title, stronger, weaker]
        assert won + lost + unfinished == 1000
        assert won > lost
        share, margin = map(float, row[6].split(" ± "))
        assert share - margin > 0.5


def test_what_perfect_loses_in_prime_duel_is_told_as_measured() -> None:
    report = (ROOT / "bench" / "results" / "duel_loss.txt").read_text(encoding="utf-8")
    matched = re.search(r"loss of a seat, a game +((0\.\d+) ± 0\.\d+)", report)
    assert matched
    assert f"{matched[1]} of winning chance a game" in PAGE
    assert f"except {float(matched[2]):.4f} of a game in Prime Duel" in PAGE
    assert (
        f"one game in {round(1 / float(matched[2]), -3):,.0f}"
        in describe_levels(PrimeDuel.start())["perfect"]
    )


def test_where_perfect_is_not_it_says_what_the_page_says() -> None:
    told = PAGE.partition("## Where perfect is not")[2].partition("\n## ")[0]
    for words in (seats.UNCOUNTED, seats.SUBSTITUTED, seats.ESTIMATING):
        assert f"| {words} |" in told
    match = Match(TwentyOne.start(), (HUMAN, "perfect"), too_large=True)
    assert f"| {format_substitution(match)} |" in told
    [key] = format_header(match, "").keys() - format_header(Match(TwentyOne.start()), "").keys()
    [mark] = match.marks
    assert f"| `{key}`, and the mark `{mark}`: the game is not rated |" in told
    assert f"more than {retrograde.LIMIT:,} positions" in told
    assert f"A server waits {2 * TableLimits().move_seconds:.0f} seconds for a move" in told
