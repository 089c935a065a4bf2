"""The table of a rung, the command that opens the same, and what a game means for the ladder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from primeparlor.coach.training.ladder import (
    Ladder,
    Rung,
    Step,
    build_ladder,
    counts_for_ladder,
    find_rung,
    list_fitting_rungs,
    load_badges,
    load_rungs,
)
from primeparlor.core import ParlorError, Player
from primeparlor.games import GAMES
from primeparlor.match import HUMAN, Match, Resign, Settings
from primeparlor.tables import rungs
from primeparlor.tables.rungs import (
    LOST,
    RungResult,
    find_next_stake,
    find_stake,
    format_command,
    format_stake,
    judge_game,
    open_rung,
    prepare_rung,
)
from primeparlor.tables.table import Table

EVERY = [rung for name in GAMES.ours for rung in (*load_rungs(GAMES[name]), *load_badges(GAMES[name]))]


@pytest.mark.parametrize("rung", EVERY, ids=lambda rung: f"{rung.game} {rung.number}")
def test_a_table_for_a_rung_counts_for_it(rung: Rung) -> None:
    start, seats, settings = prepare_rung(rung)
    match = Match(start, seats, settings)
    assert list_fitting_rungs(match, [rung]) == [rung]
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
    counts = "This game counts for rung 1 of 10: win as Player 1 against beginner (30 steps, 1 to 5)."
    assert format_stake(Match(start, seats, settings), ladder) == counts
    assert format_stake(Match(start, seats), ladder) == counts
    assert format_stake(Match(start, (HUMAN, HUMAN)), ladder) == ""


def test_a_rung_that_is_not_there_is_refused() -> None:
    with pytest.raises(ParlorError, match=r"The ladder of Prime Climb has 10 rungs\."):
        find_rung(GAMES["prime-climb"], 11)


# The rung of a game --------------------------------------------------------------------------------

FIRST = load_rungs(GAMES["prime-climb"])[0]  # a win as Player 1 against beginner, 30 steps with 1 to 5


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    return tmp_path


def resigned(player: Player, path: str | None = None, **options: Any) -> Table:
    """A finished and recorded game for the first rung, which this player gave up."""
    start, seats, settings = prepare_rung(FIRST)
    opened = Table(Match(start, seats, settings, **options), [None, None])
    opened.create_record(path)
    opened.match.begin()
    opened.match.perform(Resign(player, opened.match.number))
    return opened


def test_a_table_of_a_rung_has_the_players_name_on_their_side() -> None:
    one = open_rung(FIRST, "Ada")
    two = open_rung(FIRST._replace(side=2), "Ada")
    assert (one.match.names, two.match.names) == (("Ada", ""), ("", "Ada"))
    assert (one.people, two.people) == ([1], [2])


def test_what_a_game_counts_for_and_that_it_no_longer_does(home: Path) -> None:
    start, seats, _ = prepare_rung(FIRST)
    stake = find_stake(Match(start, seats))
    assert stake is not None
    assert stake.task == "Rung 1 of 10: win as Player 1 against beginner (30 steps, 1 to 5)."
    assert stake.opening == "Rung 1 of 10: win."
    assert stake.explain(helped=False) == "Win as Player 1 against beginner (30 steps, 1 to 5)."
    assert stake.explain(helped=True) == LOST
    assert stake.lost == "no longer for rung 1 of 10"
    assert find_stake(Match(start)) is None  # two people


def test_a_loss_offers_the_rung_again_and_a_win_the_next(home: Path) -> None:
    lost = judge_game(resigned(1))
    assert lost.text.startswith("Rung 1 of 10 is not passed yet: win as Player 1 against beginner")
    assert lost.next is not None
    assert (lost.next.rung, lost.label) == (FIRST, "Rung 1 again")
    won = judge_game(resigned(2))
    assert won.text.startswith("You have passed rung 1 of 10. Rung 2 of 10: ")
    assert won.next is not None
    assert (won.next.rung.number, won.label) == (2, "Next: rung 2")


def test_a_game_that_cannot_count_says_nothing(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    nothing = RungResult()
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "game.jsonl"
    assert judge_game(resigned(2, str(elsewhere))) == nothing
    seeded = resigned(2, seed=1)
    assert judge_game(seeded) == nothing  # its player could know the future
    gone = resigned(2)
    assert gone.record is not None
    Path(gone.record.path).unlink()
    assert judge_game(gone) == nothing


def test_there_is_no_next_rung_at_the_top() -> None:
    top = Ladder("prime-climb", (Step(FIRST, True, ""),), ())
    assert find_next_stake(top) is None


def test_no_rung_is_at_stake_where_all_that_fit_are_passed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, seats, settings = prepare_rung(FIRST)
    top = Ladder(FIRST.game, tuple(Step(rung, True, "") for rung in load_rungs(GAMES[FIRST.game])), ())
    monkeypatch.setattr(rungs, "build_ladder", lambda game, games: top)
    assert find_stake(Match(start, seats, settings)) is None
    assert judge_game(resigned(1)) == RungResult()
