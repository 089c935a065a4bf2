"""The file of the diary: two processes, a killed one, a full disk, a broken file, a later version."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor import files
from primeparlor.coach.progress import file
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import Card, Day, DuelResult, GameSummary, RushScore, Tries
from primeparlor.coach.puzzles.ratings import Rating
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.games.game import Brought
from support.coach.diary import DAY, NOON, ONE, TWO, Told, held, posed, replies, rows, written
from support.permissions import permissions_kept
from support.terminal.command import UNMEASURED

BEGIN = "import sys; from primeparlor.coach.progress.diary import Diary; diary = Diary(sys.argv[1], print)\n"


def unmeasured() -> dict[str, str]:
    """The environment of a process that cannot write what it has covered."""
    return {name: value for name, value in os.environ.items() if name not in UNMEASURED}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "home" / "progress.json")


# Several at once, and killed ones ----------------------------------------------------------------------


def test_two_processes_lose_nothing_of_each_other(path: str) -> None:
    """Real ones, as only those can be between reading and writing at once."""
    script = BEGIN + (
        "for at in range(40):\n"
        "    diary.store_reply('pocket-addition', 'both', 6, True)\n"
        "    diary.store_reply('pocket-addition', f'{sys.argv[2]} {at}', 6, True)"
    )
    running = [subprocess.Popen([sys.executable, "-c", script, path, name]) for name in ("one", "two")]
    assert [process.wait() for process in running] == [0, 0]
    known = rows(Diary(path))["pocket-addition"]
    assert known == {"both": 80} | {f"{name} {at}": 1 for name in ("one", "two") for at in range(40)}
    assert sorted(os.listdir(os.path.dirname(path))) == ["progress.json", "progress.json.lock"]


def test_a_killed_process_loses_nothing_that_it_has_acknowledged(path: str) -> None:
    script = BEGIN + (
        "for at in range(1_000_000):\n"
        "    diary.store_reply(sys.argv[2], str(at), 6, True)\n"
        "    print(at, flush=True)"
    )
    for kill_after in (1, 7, 12, 30):
        game = f"game {kill_after}"
        command = [sys.executable, "-c", script, path, game]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=unmeasured()) as process:
            assert process.stdout is not None
            acknowledged = [process.stdout.readline().strip() for _ in range(kill_after)]
            process.kill()
            acknowledged += [line for line in process.stdout.read().split("\n")[:-1] if line]
        told = Told()
        assert acknowledged == [str(at) for at in range(len(acknowledged))]
        assert set(acknowledged) <= told.diary(path).openings[game].keys()
        assert told == []
    told.diary(path).store_reply("after", "all", 6, True)  # no lock is left behind
    assert rows(Diary(path))["after"] == {"all": 1}


def test_each_change_is_made_to_what_the_file_holds_by_then(path: str) -> None:
    one, two = Diary(path), Diary(path)
    one.store_answer(posed(), right=False, now=NOON)
    two.store_answer(posed(), right=True, now=NOON)  # it hears of the card only now
    assert two.cards[ONE].box == 1
    one.store_rush(None, DAY, 5, 1)
    assert one.cards == two.cards
    assert one.rush["all"] == (RushScore(DAY, 5, 1),)


def test_threads_that_share_a_diary_make_each_change_once(path: str) -> None:
    diary, together = Diary(path), threading.Barrier(3)

    def reply_often(position: str) -> None:
        together.wait()
        for _ in range(10):
            diary.store_reply("x", position, 6, True)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(reply_often, "abc"))
    assert rows(diary) == rows(Diary(path)) == {"x": {"a": 10, "b": 10, "c": 10}}


def test_what_a_reader_holds_stays_as_it_is_when_a_change_cannot_be_saved(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = Told().diary(path)
    diary.store_reply("x", "one", 6, True)
    before, text = diary.data, diary.export()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    diary.store_reply("x", "two", 6, True)
    assert rows(diary) == {"x": {"one": 1, "two": 1}}
    assert file.format_data(before) == text


# What cannot be saved ----------------------------------------------------------------------------------


def test_on_a_full_disk_changes_wait_and_are_saved_once_there_is_room(path: str) -> None:
    """The limit on the size of files is a real one: the write itself fails."""
    script = BEGIN + (
        "import resource\n"
        "def show(*diaries):\n"
        "    print(*({at: reply.row for at, reply in diary.openings['x'].items()} for diary in diaries))\n"
        "soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
        "diary.store_reply('x', 'before', 6, True)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40, hard))\n"
        "for at in range(3):\n"
        "    diary.store_reply('x', 'full', 6, True)\n"
        "show(diary, Diary(sys.argv[1]))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))\n"
        "diary.store_reply('x', 'after', 6, True)\n"
        "show(diary, Diary(sys.argv[1]))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40, hard))\n"
        "diary.store_reply('x', 'full', 6, True)\n"
    )
    command = [sys.executable, "-c", script, path]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=unmeasured())
    full = f"Your progress cannot be saved in {path}: File too large."
    everything = {"before": 1, "full": 3, "after": 1}
    assert done.stdout.splitlines() == [
        full,  # once, until it works again
        f"{ {'before': 1, 'full': 3} } { {'before': 1} }",
        f"{everything} {everything}",
        full,
    ]
    assert rows(Diary(path))["x"] == everything
    assert sorted(os.listdir(os.path.dirname(path))) == ["progress.json", "progress.json.lock"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 40


@pytest.mark.parametrize("folder", ["/proc/parlor", "/dev/null/parlor"])
def test_where_nothing_can_be_saved_the_diary_works_and_says_so_once(folder: str) -> None:
    told = Told()
    diary = told.diary(f"{folder}/progress.json")
    diary.store_answer(posed(), right=False, now=NOON)
    diary.store_answer(posed(), right=True, now=NOON)
    assert diary.cards[ONE].box == 1
    diary.store_rush("x", DAY, 3, 0)
    assert len(told) == 1
    assert told[0].startswith("Your progress cannot be ")


def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    told = Told()
    with permissions_kept():
        told.diary(tmp_path / "progress.json").store_rush("x", DAY, 3, 0)
    assert "Permission denied" in told[0]


def test_a_change_that_failed_only_at_the_very_end_is_not_made_twice(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = Diary(path)

    def fail(_: str) -> None:
        raise OSError(22, "Invalid argument")

    with monkeypatch.context() as broken:
        broken.setattr(files, "sync_folder", fail)  # some network folders cannot: the file is there by then
        for _ in range(3):
            diary.store_reply("x", "reply", 6, True)
    assert rows(Diary(path)) == rows(diary) == {"x": {"reply": 3}}
    diary.store_reply("x", "reply", 6, True)
    assert rows(Diary(path)) == rows(diary) == {"x": {"reply": 4}}


def test_an_interrupt_while_saving_leaves_the_old_file(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    diary = Diary(path)
    diary.store_reply("x", "one", 6, True)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        with monkeypatch.context() as broken:
            broken.setattr(os, step, interrupt)
            with pytest.raises(KeyboardInterrupt):
                diary.store_reply("x", step, 6, True)
        assert rows(Diary(path)) == {"x": {"one": 1}}
    diary.store_reply("x", "one", 6, True)
    assert rows(Diary(path)) == {"x": {"one": 2, "fsync": 1, "replace": 1}}


# What is no diary --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "no", "[]", "[" * 100_000, "{", '"x"', "17", "\x00", "9" * 5_000])
def test_a_broken_file_is_set_aside_and_told(path: str, text: str) -> None:
    for number in (1, 2):
        told, aside = Told(), f"progress.broken-{number}.json"
        diary = told.diary(written(path, text))
        assert told == [
            f"{path} cannot be read. It was set aside as {aside}, and your progress starts again."
        ]
        assert (Path(path).parent / aside).read_text(encoding="utf-8") == text
        diary.store_rush("x", DAY, 3, 0)
        assert Diary(path).rush == {"x": (RushScore(DAY, 3, 0),)}
        os.unlink(path)


def test_a_file_that_breaks_meanwhile_is_set_aside_too(path: str) -> None:
    told = Told()
    diary = told.diary(path)
    diary.store_reply("x", "one", 6, True)
    written(path, "{")
    diary.store_reply("x", "two", 6, True)
    assert "progress.broken-1.json" in told[0]
    assert rows(Diary(path)) == {"x": {"two": 1}}


def test_another_process_may_have_set_it_aside_first(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, "{")
    real = files.lock_file

    def late(name: str) -> object:
        written(path, {"version": 1, "openings": {"x": replies(theirs=1)}})
        return real(name)

    monkeypatch.setattr(files, "lock_file", late)
    told = Told()
    assert rows(told.diary(path)) == {"x": {"theirs": 1}}
    assert told == []


def test_a_file_that_is_too_large_is_set_aside(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "LARGEST", 2**20)
    told = Told()
    told.diary(written(path, f'{{"version": 1, "x": "{"x" * 2**20}"}}'))
    assert told[0].startswith(f"{path} is larger than 1 MB. It was set aside as progress.broken-1.json")


def test_a_folder_in_its_place_is_told_and_left_alone(tmp_path: Path) -> None:
    told = Told()
    diary = told.diary(tmp_path)
    diary.store_reply("x", "one", 6, True)
    assert rows(diary) == {"x": {"one": 1}}
    assert told == [f"Your progress cannot be read from {tmp_path}: Is a directory."]


def test_a_file_of_a_later_version_is_read_and_never_written(path: str) -> None:
    later = {"version": 2, "openings": {"x": replies(one=3)}, "cards": [{"place": ONE}], "new": True}
    text = Path(written(path, later)).read_text(encoding="utf-8")
    told = Told()
    diary = told.diary(path)
    assert rows(diary) == {"x": {"one": 3}}
    diary.store_reply("x", "one", 6, True)
    diary.store_reply("x", "one", 6, True)
    assert rows(diary) == {"x": {"one": 5}}  # as long as the room is open
    assert told == [f"{path} was written by a newer Prime Parlor. You can go on, but nothing new is saved."]
    with pytest.raises(ParlorError, match="cannot be saved here"):
        diary.import_progress(json.dumps({"version": 1, "cards": {TWO: {"box": 1, "due": 5}}}))
    assert Path(path).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("version", [None, 0, -3, "2", True, 1.5, [2]])
def test_a_version_that_makes_no_sense_is_ours(path: str, version: object) -> None:
    diary = Diary(written(path, {"version": version, "openings": {"x": replies(one=3)}}))
    diary.store_reply("x", "one", 6, True)
    assert held(path) == {"version": 1, "openings": {"x": replies(one=4)}}


# Edited by hand ----------------------------------------------------------------------------------------

PLAIN = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400), 1e308, float("inf"), "2026-11-17", "+-?", "\ud800"])
    | st.floats()
    | st.text()
)
ANY = st.recursive(PLAIN, lambda of: st.lists(of) | st.dictionaries(st.text(), of), max_leaves=5)
FIELDS = sorted(
    {
        *Day._fields,
        *DuelResult._fields,
        *Tries._fields,
        *Card._fields,
        *RushScore._fields,
        *GameSummary._fields,
    }
)
FIELDS += [*Rating._fields, "asked", "x"]
INNER = st.dictionaries(st.sampled_from(FIELDS), ANY)
ENTRY = INNER | st.dictionaries(st.sampled_from(FIELDS), INNER | ANY) | ANY | st.lists(INNER)
NAMES = st.sampled_from([ONE, TWO, "2026-11-17", "9999-12-31", "pig x=1", "x", "all", "pocket-addition", ""])
SECTION = st.dictionaries(NAMES | st.text(), ENTRY) | ANY
KEYS = st.sampled_from(["days", "ratings", "cards", "rush", "openings", "games", "x"])


@settings(max_examples=20)
@given(st.dictionaries(KEYS, SECTION))
def test_no_edit_by_hand_breaks_the_diary(tmp_path_factory: pytest.TempPathFactory, data: object) -> None:
    path = str(tmp_path_factory.getbasetemp() / "edited" / "progress.json")
    told = Told()
    diary = told.diary(written(path, data))
    diary.store_answer(posed(), right=False, now=NOON)
    diary.store_try(DAY, "x", "+", main=True)
    diary.store_try(DAY, "x", "+", main=False)
    diary.store_duel(DAY, None, True, "x")
    diary.store_rush("x", DAY, 3, 1)
    diary.store_reply("x", ONE, 6, True)
    diary.import_progress(Diary(path).export())
    again = Diary(path)
    assert again.cards[ONE].box == 0
    assert again.days[DAY].puzzle is not None
    assert again.days[DAY].duel is not None
    assert RushScore(DAY, 3, 1) in again.rush["x"] or len(again.rush["x"]) == 10
    assert rows(again)["x"][ONE] > 0
    assert again.ratings.keys() == diary.ratings.keys()
    assert again.games == diary.games
    assert told == []


def test_nested_rubbish_is_dropped_only_where_it_cannot_be_written(path: str) -> None:
    deep = "[" * 900 + "]" * 900
    card = f'"cards": {{"{ONE}": {{"box": 2, "due": 0}}}}'
    text = f'{{"version": 1, "x": {deep}, "y": {{"z": [Infinity, 1e999, 2]}}, {card}}}'
    Diary(written(path, text)).store_reply("x", "one", 6, True)
    assert Diary(path).cards == {ONE: Card(2, 0.0)}
    assert held(path)["y"] == {"z": [None, None, 2]}


def test_unknown_keys_and_cards_of_games_that_are_not_installed_are_kept(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES, "_others", [Brought("broken", "no_such_package")])
    cards = {"pig scores=3,4": {"box": 2, "due": 5, "more": "later"}, "broken x=1": {"box": 0, "due": 0}}
    data = {
        "version": 1,
        "cards": {ONE: {"box": 0, "due": 0, "seen": [1, 2]}, **cards},
        "days": {"2026-11-17": {"mood": "good", "puzzle": {"game": "x", "tries": "-", "ms": 9}}, "soon": 1},
        "ratings": {"pocket-addition": {"rating": "high", "shown": True}},
        "later": {"x": [1]},
    }
    diary = Diary(written(path, data))
    assert diary.find_due(None, NOON) == [ONE]
    diary.store_answer(posed(), right=True, now=NOON)
    diary.store_try(DAY, "x", "+", main=True)
    diary.store_answer(posed("pocket-addition one=6,8 two=9 turn=2 passes=0"), right=True, now=NOON)
    kept = held(path)
    assert {position: kept["cards"][position] for position in cards} == cards
    assert kept["cards"][ONE]["seen"] == [1, 2]
    assert kept["days"]["2026-11-17"]["mood"] == "good"
    assert kept["days"]["2026-11-17"]["puzzle"] == {"game": "x", "tries": "-+", "ms": 9}
    assert (kept["days"]["soon"], kept["later"]) == (1, {"x": [1]})
    assert kept["ratings"]["pocket-addition"]["shown"] is True
