"""The saved games."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from primeparlor import records
from primeparlor.match import Match
from primeparlor.records import (
    RecordBusy,
    RecordError,
    RecordFile,
    StoreError,
    load,
)
from support.matches import BEGAN, Clock, table
from support.variants import first_state


def test_games_are_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("PARLOR_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert records.find_folder() == "/home/ann/.local/share/primeparlor"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert records.find_folder() == "/data/primeparlor"
    monkeypatch.setenv("PARLOR_HOME", "/games")
    assert records.find_folder() == "/games"


def test_without_a_home_no_folder_is_made_where_the_player_happens_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("HOME", "PARLOR_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("pwd.getpwuid", Mock(side_effect=KeyError))
    assert records.find_folder() == "/.local/share/primeparlor"


def test_saved_games_are_listed_the_oldest_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert records.list_saved() == []
    utc, clock, files = time.gmtime, Clock(), []
    monkeypatch.setattr(time, "gmtime", lambda: utc(clock()))
    for clock.seconds in [1e9] * 12 + [1e9 + 1]:
        files.append(records.create_saved(Match(first_state("prime-climb"))))
    (home / "notes.txt").write_text("not a game")
    assert records.list_saved() == [file.path for file in files]
    for file in files:
        os.utime(file.path, (1e9, 1e9))  # one tick of the clock for all
    assert records.list_saved() == [file.path for file in files]
    os.utime(files[0].path, (2e9, 2e9))
    assert records.list_saved()[-1] == files[0].path
    names = [os.path.basename(file.path) for file in files]
    assert names[:2] == ["20010909-014640-prime-climb.jsonl", "20010909-014640-prime-climb-02.jsonl"]
    assert names[-2:] == ["20010909-014640-prime-climb-12.jsonl", "20010909-014641-prime-climb.jsonl"]
    assert load(files[0].path).began == "2001-09-09T01:46:40Z"
    for file in files:
        file.close()


def test_a_second_holds_99_games(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    utc = time.gmtime
    monkeypatch.setattr(time, "gmtime", lambda: utc(0))
    home.mkdir()
    match = Match(first_state("prime-climb"))
    for at in range(1, 99):
        end = "" if at == 1 else f"-{at:02}"
        (home / f"19700101-000000-prime-climb{end}.jsonl").touch()
    last = records.create_saved(match)
    assert last.path.endswith("-99.jsonl")
    last.close()
    with pytest.raises(StoreError) as caught:
        records.create_saved(match)
    assert str(caught.value) == f"Too many games were started in {home} this second. Try again."


def test_the_folder_of_the_games_is_made_and_made_to_last(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.readlink(f"/proc/self/fd/{file}")))
    for _ in range(2):
        records.create_saved(Match(first_state("prime-climb"))).close()
    first, second = records.list_saved()
    assert synced == [str(home.parent), first, str(home), second, str(home)]


def test_a_folder_that_cannot_be_made_says_so(home: Path) -> None:
    home.write_text("a file")
    with pytest.raises(StoreError) as caught:
        records.create_saved(Match(first_state("prime-climb")))
    assert str(caught.value) == f"{home} cannot be created for saved games: File exists."
    with pytest.raises(RecordError) as unread:
        records.list_saved()
    assert str(unread.value) == f"{home} cannot be read: Not a directory."


def test_a_folder_that_cannot_be_written_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()

    def denied(name: str, flags: int, *mode: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(StoreError, match=r"cannot be opened to save the game: Permission denied\.$"):
        records.create_saved(Match(first_state("prime-climb")))


def test_unfinished_games_are_offered_the_one_played_last_first(home: Path) -> None:
    files = [records.create_saved(table("nonprime-addition", move)) for move in (3, 2, 5)]  # 2 loses at once
    (home / "broken.jsonl").write_text("broken")
    assert list(records.list_unfinished()) == [files[2].path, files[0].path]
    files[0].close()
    with pytest.raises(RecordBusy):
        RecordFile.reopen(files[2].path)
    file, _ = RecordFile.reopen(files[0].path)
    for each in (file, files[1], files[2]):
        each.close()


def test_a_match_saved_elsewhere_keeps_its_start_time(home: Path) -> None:
    records.create_saved(table("prime-climb", 3), BEGAN).close()
    [path] = records.list_saved()
    assert load(path).began == BEGAN


def test_the_game_played_last_is_the_newest(home: Path) -> None:
    first, second = (
        records.create_saved(Match(first_state(name))) for name in ("prime-climb", "nonprime-addition")
    )
    os.utime(first.path, ns=(2 * 10**9, 2 * 10**9))
    os.utime(second.path, ns=(10**9, 10**9))
    assert records.list_saved() == [second.path, first.path]
    first.close()
    second.close()
