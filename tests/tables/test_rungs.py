"""The table of a rung, and the command that opens the same."""

from __future__ import annotations

import pytest

from primeparlor.coach.training.ladder import Rung, counts_for_ladder, load_badges, load_rungs
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.tables.rungs import format_command, prepare_rung

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
