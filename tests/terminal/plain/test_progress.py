"""`parlor progress` in plain lines: what is told, taken along and taken in."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from primeparlor.coach.progress import file as diary_file
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.summary import LOW_ACCURACY, compute_trend
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.coach.training.openings import count_known_openings
from primeparlor.games import NumberMorph, PocketAddition
from primeparlor.tables.rungs import format_command
from primeparlor.terminal import calendar_signs, progress_transfer
from primeparlor.terminal.plain import output
from support.coach.daily import diary
from support.coach.diary import TWO, posed
from support.terminal.command import parlor, play

TODAY = date(2026, 11, 17)  # a Tuesday
CARD = "nonprime-addition total=25 turn=1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody who has done a little of everything."""
    monkeypatch.setattr(calendar_signs, "get_today", lambda: TODAY)
    kept = diary(tmp_path)
    for before, mark in ((8, "+"), (3, "?"), (1, "+"), (0, "+")):
        kept.store_try(TODAY - timedelta(days=before), "prime-climb", mark, main=True)
    kept.store_rush(None, TODAY - timedelta(days=9), 14, 1)
    kept.store_rush("prime-climb", TODAY, 5, 3)
    for name, taken in GAMES.items():
        kept.store_games({name: taken}, {CARD: taken.day} if taken.mistakes else {})
    return tmp_path


GAMES = {
    "a": GameSummary(
        1, TODAY, "prime-climb", True, "beginner", 1, True, False, 71, variant="top=35 largest=4"
    ),
    "b": GameSummary(1, TODAY, "prime-climb", True, "club", 2, True, False, 80),
    "c": GameSummary(1, TODAY, "prime-climb", True, "casual", 2, True, True, 90),  # with hints
    "d": GameSummary(
        1, TODAY, "prime-duel", True, "club", 1, False, False, 62, -412, -88, {"kept too much": 3}
    ),
    "e": GameSummary(1, TODAY, "gone", True, "beginner", 1, True, False, None),
}

TOLD = """\
2 days in a row. 19 puzzles solved at the first try, 5 games played, 4 won.

Puzzle of the day: ✓ solved, ✕ missed, ○ open, + only played, · rest
          M T W T F S S
   2 Nov  · · · · · · +
   9 Nov  ✓ · · · · ✕ ·
  16 Nov  ✓ ✓

Rungs passed, without hints or undo:
  Prime Climb          1 of 10 rungs

Accuracy, the latest last: 71 80 90 62. On average 76 of 100.
Best rush: all games 14, Prime Climb 5.
Prime Duel, 1 game: luck about −41.2 %, your choices about −8.8 % of winning chance.

Your usual mistakes:
  Prime Duel           kept too much (3 times)

1 puzzle to practise now: parlor puzzle
"""


def test_everything_is_told_in_lines(home: Path) -> None:
    code, out, err = parlor(home, "progress")
    assert (code, err) == (0, "")
    assert out.partition("Next in ")[0] == TOLD


def test_without_signs_the_calendar_is_still_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "can_show_signs", lambda: False)
    out = parlor(home, "progress").out
    assert "Puzzle of the day: v solved, x missed, o open, + only played, . rest\n" in out
    assert out.isascii()


@pytest.mark.parametrize(("tries", "sign"), [("", "○"), ("-", "○"), ("-+", "✓"), ("-?", "✕")])
def test_today_is_open_as_long_as_its_puzzle_can_be_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tries: str, sign: str
) -> None:
    monkeypatch.setattr(calendar_signs, "get_today", lambda: TODAY)
    kept = diary(tmp_path)
    kept.store_try(TODAY - timedelta(days=1), "prime-climb", "-", main=True)
    for mark in tries:
        kept.store_try(TODAY, "prime-climb", mark, main=True)
    assert f"  16 Nov  ✕ {sign}\n" in parlor(tmp_path, "progress").out


def test_of_nothing_little_is_told(tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "progress")
    assert (code, err) == (0, "")
    assert out.startswith(
        "0 days in a row. 0 puzzles solved at the first try, 0 games played, 0 won.\n\n"
        "Next in Nonprime Addition: Rung 1 of 10: "
    )
    assert out.splitlines()[-1].startswith("  parlor play nonprime-addition ")
    assert out.count("\n") == 4


def test_new_games_are_taken_in_first(tmp_path: Path) -> None:
    play(tmp_path, "nonprime-addition", "3", words="total=20 --p2 beginner")
    out = parlor(tmp_path, "progress").out
    assert "0 puzzles solved at the first try, 1 game played, 0 won." in out
    assert "1 puzzle to practise now: parlor puzzle\n" in out
    assert "Your usual mistakes:\n  Nonprime Addition    " in out
    assert "(once)\n" in out


def test_ratings_openings_and_the_change_in_a_month_are_told(home: Path) -> None:
    kept = diary(home)
    kept.store_answer(posed(TWO), True)
    kept.store_answer(posed("prime-climb steps=6,3 turn=2"), False)
    kept.store_reply("pocket-addition", "pocket-addition", 6, True)
    kept.store_games({"f": GAMES["a"]._replace(day=TODAY - timedelta(days=40), accuracy=50)}, {})
    out = parlor(home, "progress").out
    rating, known = (
        diary(home).find_rating("prime-climb").rating.rating,
        count_known_openings(kept, PocketAddition),
    )
    assert known is not None
    assert f"\nPrime Climb puzzles solved: 1 of 2, rated {rating:,.0f}.\n" in out
    assert f"\nPocket Addition openings: {known.known} of {known.of} known.\n" in out
    now, change = compute_trend(kept.games.values(), TODAY)[1:]
    assert change
    assert f"On average {now} of 100, +{change} in a month.\n" in out


def test_as_json_it_is_the_summary(home: Path) -> None:
    data = json.loads(parlor(home, "progress", "--json").out)
    openings = count_known_openings(diary(home), PocketAddition)
    assert openings is not None
    assert data["by_game"]["pocket-addition"]["openings"] == openings._asdict()
    assert data["by_game"]["prime-duel"]["openings"] is None
    words = {"words": "days in a row", "in_a_row": "2 days in a row", "best_text": "best 2"}
    assert data["streak"] == {"now": 2, "best": 2, **words}
    assert data["by_game"]["prime-climb"]["ladder"]["passed"] == 1
    assert data["waiting"] == 1


# To another computer and back ----------------------------------------------------------------------------


def test_an_export_is_taken_in_elsewhere(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    file, there = home / "out.json", tmp_path_factory.mktemp("there")
    code, out, err = parlor(home, "progress", "--export", str(file))
    assert (code, out, err) == (0, "", f"Wrote your progress to {file}: 5 days, 5 games and 1 puzzle.\n")
    assert parlor(home, "progress", "--export", str(file)).code == 0  # an export may be replaced
    code, out, err = parlor(there, "progress", "--import", str(file))
    assert (code, out) == (0, "")
    assert err == "Taken in. New here: 5 days, 5 games and 1 puzzle.\n"
    assert parlor(there, "progress", "--import", str(file)).err == "Taken in. Nothing was new here.\n"
    assert parlor(there, "progress").out == parlor(home, "progress").out
    piped, elsewhere = parlor(home, "progress", "--export", "-").out, tmp_path_factory.mktemp("elsewhere")
    assert piped == file.read_text(encoding="utf-8")
    taken = parlor(elsewhere, "progress", "--import", "-", typed=piped)
    assert (taken.code, taken.err) == (0, "Taken in. New here: 5 days, 5 games and 1 puzzle.\n")
    refused = parlor(elsewhere, "progress", "--import", "-")
    told = "parlor: Standard input: This is not saved progress: it cannot be read.\n"
    assert (refused.code, refused.err) == (1, told)


def test_where_nothing_was_done_yet_the_export_says_so(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert parlor(tmp_path, "progress", "--export", str(file)).err == (
        f"Wrote your progress to {file}: nothing yet.\n"
    )


def test_the_next_rung_of_the_game_played_last_is_the_one_to_try(tmp_path: Path) -> None:
    play(tmp_path, "number-morph", "resign", words="--p2 beginner")
    out = parlor(tmp_path, "progress").out
    rung = load_rungs(NumberMorph)[0]
    assert out.endswith(f"Rung 1 of 10: {rung.task}.\n  {format_command(rung)}\n")


def test_an_export_of_nothing_is_taken_in_and_changes_nothing(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    assert parlor(tmp_path / "elsewhere", "progress", "--export", str(file)).code == 0
    before = (home / "progress.json").read_text(encoding="utf-8")
    code, out, err = parlor(home, "progress", "--import", str(file))
    assert (code, out) == (0, "")
    assert err == "There is nothing in it to take in. Your progress here is unchanged.\n"
    assert (home / "progress.json").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read: No such file or directory."),
        ("", "This is not saved progress: it cannot be read."),
        ("{", "This is not saved progress: it cannot be read."),
        ("{}", "This is not saved progress: export it with parlor progress on the other computer."),
        (
            '{"pocket-addition turn=1 passes=0": {"box": 2, "due": 50.0}}',  # from before the first release
            "This is not saved progress: export it with parlor progress on the other computer.",
        ),
        (b"\xff\x00", "This is not saved progress: it cannot be read."),
        ('{"version": 99, "days": {}}', "This was exported by a newer Prime Parlor: update this one first."),
    ],
)
def test_what_is_no_export_is_refused(text: str | bytes | None, told: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    code, out, err = parlor(tmp_path / "home", "progress", "--import", str(file))
    assert (code, out) == (1, "")
    assert told in err
    assert str(file) in err


def test_a_folder_and_a_device_are_refused(tmp_path: Path) -> None:
    for path in (str(tmp_path), "/dev/zero"):
        for option in ("--import", "--export"):
            code, _, err = parlor(tmp_path, "progress", option, path)
            assert code == 1
            assert path in err


def test_a_file_larger_than_any_diary_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diary_file, "LARGEST", 100)
    file = tmp_path / "large.json"
    file.write_text(" " * 101, encoding="utf-8")
    code, _, err = parlor(tmp_path / "home", "progress", "--import", str(file))
    assert code == 1
    assert f"{file} is not saved progress: it is larger than" in err


def test_so_is_a_pipe_that_brings_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_transfer, "LARGEST", 100)
    whole = '{"version": 1, "days": {"2026-11-17": {"right": 1}}, "note": "%s"}'
    for text, told in [
        (whole % ("x" * (102 - len(whole))), "Taken in. New here: 1 day."),
        (whole % ("x" * (103 - len(whole))), "Standard input is not saved progress: it is larger than"),
        (whole % ("é" * (102 - len(whole))), "Standard input is not saved progress: it is larger than"),
    ]:
        assert told in parlor(tmp_path, "progress", "--import", "-", typed=text).err


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all", encoding="utf-8")
    code, _, err = parlor(tmp_path, "progress", "--export", str(file))
    stays = "is not an export of your progress, so it stays as it is. Choose another name."
    assert (code, err) == (1, f"parlor: {file} {stays}\n")
    assert file.read_text(encoding="utf-8") == "Dear all"
    code, _, err = parlor(tmp_path, "progress", "--export", str(tmp_path / "no" / "where"))
    assert code == 1
    assert "cannot be written: No such file or directory." in err


def test_a_broken_diary_is_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("{", encoding="utf-8")
    code, _, err = parlor(tmp_path, "progress")
    assert code == 0
    assert "It was set aside as progress.broken-1.json" in err


def test_a_low_accuracy_is_explained(home: Path) -> None:
    diary(home).store_games({"f": GAMES["a"]._replace(accuracy=37)}, {})
    assert f" of 100.\n{LOW_ACCURACY}\n" in parlor(home, "progress").out
