"""The table of a rung, and the command that opens the same."""

from __future__ import annotations

import pytest

from primeparlor.coach.training.ladder import (
    Rung,
    build_ladder,
    counts_for_ladder,
    find_rung,
    load_badges,
    load_rungs,
)
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.tables.rungs import format_command, format_stake, prepare_rung

EVERY = [rung for name in GAMES.ours for rung in (*load_rungs(GAMES[name]), *load_badges(GAMES[name]))]


@pytest.mark.parametrize("rung", EVERY, ids=lambda rung: f"{rung.game} {rung.number}")
def test_a_table_for_a_rung_counts_for_it(rung: Rung) -> None:
    start, seats, settings = prepare_rung(rung)
    match = Match(start, seats, settings)
    assert rung.accepts_match(match)
    assert counts_for_ladder(match)
    assert (settings.hints, settings.undo) == (False, False)


def test_a_win_is_asked_for_without_clock_and_limit() -> None:
    rung = Rung("prime-climb", 3, "top=35 largest=4", 2, "club", "win", 2, 3)
    _, seats, settings = prepare_rung(rung)
    assert (seats, settings) == (("club", HUMAN), Settings(undo=False, hints=False))
    assert format_command(rung) == "parlor play prime-climb top=35 largest=4 --p1 club --no-undo --no-hints"


def test_survival_has_its_clock_and_stops_after_the_last_move() -> None:
    rung = Rung("nonprime-addition", 3, "", 1, "perfect", "survive", 12, clock=45.0)
    _, seats, settings = prepare_rung(rung)
    assert (seats, settings.clock, settings.limit) == ((HUMAN, "perfect"), 45, 23)
    told = format_command(rung)
    assert told.startswith("parlor play nonprime-addition --p2 perfect --clock 45 --limit 23 --no-undo")


def test_what_is_at_stake_names_the_next_rung_and_the_help_that_would_end_it() -> None:
    climb = GAMES["prime-climb"]
    start, seats, settings = prepare_rung(find_rung(climb, 1))
    ladder = build_ladder(climb, ())
    counts = "This game counts for rung 1 of 10: win as Player 1 against beginner (35 steps, 1 to 4)."
    assert format_stake(Match(start, seats, settings), ladder) == counts
    assert format_stake(Match(start, seats), ladder) == f"{counts} Hints or undo would end that."
    assert format_stake(Match(start, (HUMAN, HUMAN)), ladder) == ""


def test_a_rung_that_is_not_there_is_refused() -> None:
    with pytest.raises(ParlorError, match=r"The ladder of Prime Climb has 10 rungs\."):
        find_rung(GAMES["prime-climb"], 11)
