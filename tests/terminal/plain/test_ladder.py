"""`parlor ladder`: the rungs in lines and as JSON, and a table for the next one."""

from __future__ import annotations

import json
from pathlib import Path

from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.training.ladder import build_ladder, load_rungs
from primeparlor.games import GAMES, PrimeClimb
from primeparlor.tables.rungs import format_command
from support.coach.daily import diary
from support.coach.diary import DAY
from support.terminal.command import parlor

FIRST = load_rungs(PrimeClimb)[0]
WON = GameSummary(
    1, DAY, "prime-climb", True, FIRST.level, FIRST.side, True, variant=FIRST.variant, played_out=True
)


def test_every_game_is_told_in_three_lines(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "ladder")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 3 * len(GAMES) + 2
    at = lines.index("Prime Climb: 0 of 10 rungs")
    assert lines[at + 1] == f"  Rung 1 of 10: {FIRST.task}."
    assert lines[at + 2] == f"  {format_command(FIRST)}"


def test_the_rungs_of_a_game_say_what_is_passed_and_what_is_next(tmp_path: Path) -> None:
    diary(tmp_path).store_games({"a": WON}, {})
    code, out, err = parlor(tmp_path, "ladder", "climb")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Prime Climb: 1 of 10 rungs passed, without hints or undo"
    assert lines[2].startswith("   1  passed  Win as Player ")
    assert lines[3].startswith("   2  next    Win ")
    assert lines[-2].startswith("Next: rung 2.")
    assert lines[-1] == f"  {format_command(load_rungs(PrimeClimb)[1])}"


def test_as_json(tmp_path: Path) -> None:
    data = json.loads(parlor(tmp_path, "ladder", "--json").out)
    assert data.keys() == set(GAMES)
    climb = json.loads(parlor(tmp_path, "ladder", "climb", "--json").out)
    assert climb == data["prime-climb"]
    assert climb["command"] == format_command(FIRST)
    assert build_ladder(PrimeClimb, []).next_text == climb["next_text"]


def test_a_table_for_the_next_rung(tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, "ladder", "climb", "--play", "--plain", typed="quit\n")
    assert code == 0
    assert "Climb" in out


def test_without_a_game_no_table_is_opened(tmp_path: Path) -> None:
    code, _, err = parlor(tmp_path, "ladder", "--play")
    assert code != 0
    assert "Which game? Type, for example: parlor ladder climb --play" in err
