"""A record on disk: saved whole or not at all, by one process, and only in its own file."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from primeparlor.core import ParlorError
from primeparlor.match import Event, Hint, Match
from primeparlor.records import (
    RecordBusy,
    RecordExists,
    RecordFile,
    RecordGone,
    StoreError,
    delete,
    load,
)
from support.matches import as_bytes, go_on
from support.records import FULL, failing, helped, kept, refused
from support.variants import first_state


@pytest.mark.parametrize("name", ["pwrite", "fsync"])
def test_a_failed_write_is_undone(path: str, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, name, FULL, part=9 if name == "pwrite" else 0)
        with pytest.raises(StoreError) as caught:
            match.submit(2, 7, 1)
    assert str(caught.value) == (
        f"The game could not be saved: No space left on device. {path} has it as you last saw it."
    )
    assert (Path(path).read_bytes(), match.number) == (data, 1)
    match.submit(2, 8, 1)
    file.close()
    assert load(path).match.events == match.events == [Event(1, 1, 6), Event(2, 2, 8)]


def test_a_hint_that_cannot_be_kept_is_not_given(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, "pwrite", FULL, part=9)
        with pytest.raises(StoreError, match="No space left on device"):
            helped(match, 1)
    assert (Path(path).read_bytes(), match.hint_step) == (data, 0)
    helped(match, 1)
    file.close()
    assert load(path).match.notes == match.notes == [Hint(1, 2, 1)]


def test_a_failed_write_that_cannot_be_undone_is_overwritten(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    for _ in range(2):  # the second cannot even cut what the first has left
        with monkeypatch.context() as patch:
            failing(patch, "ftruncate", OSError(errno.EIO, "Input/output error"))
            failing(patch, "pwrite", FULL, part=40)  # longer than the line that comes next
            with pytest.raises(
                StoreError,
                match=r"(No space left on device|Input/output error)\. .* has it as you last saw it",
            ):
                match.submit(2, 7, 1)
        assert Path(path).read_bytes() == data + b'{"number":2,"who":2,"move":7}\n'[:40]
    assert file.since(1) == []
    helped(match, 1)
    file.close()
    assert load(path).match.journal == match.journal == [Event(1, 1, 6), Hint(1, 2, 1)]


def test_an_interrupt_while_writing_leaves_nothing_behind(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, "fsync", KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            match.submit(2, 7, 1)
    assert Path(path).read_bytes() == data
    assert match.number == 1
    file.close()


def test_a_write_may_take_several_attempts(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, data, at: real(file, data[:5], at))
    file, match = kept(path, "pocket-addition", 6, 7)
    file.close()
    assert load(path).match.events == match.events


def test_a_closed_record_keeps_nothing_more(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    file.close()
    file.close()
    with open(path + "2", "wb") as other:  # may be given the number of the file just closed
        with pytest.raises(StoreError, match="The game could not be saved: Bad file descriptor"):
            match.submit(2, 7, 1)
        assert os.path.getsize(other.name) == 0
    assert match.number == 1


def test_a_new_record_that_cannot_be_written_is_not_left_behind(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(first_state("prime-climb"))
    failing(monkeypatch, "pwrite", FULL, part=3)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, match)
    assert str(caught.value) == "The game could not be saved: No space left on device."
    assert not os.path.exists(path)
    assert match.store is None


def test_the_name_of_a_new_record_is_synced_to_disk(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, folders = os.fsync, list[str]()

    def fsync(file: int) -> None:
        name = os.readlink(f"/proc/self/fd/{file}")
        if os.path.isdir(name):
            folders.append(name)
            raise OSError(errno.EIO, "Input/output error")
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == f"{path} could not be saved: Input/output error."
    assert folders == [os.path.dirname(path)]
    assert not os.path.exists(path)


def test_a_folder_that_cannot_be_opened_still_takes_a_record(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def no_folders(name: str, flags: int, *mode: int) -> int:
        if os.path.isdir(name):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(name, flags, *mode)

    monkeypatch.setattr(os, "open", no_folders)
    kept(path, "prime-climb")[0].close()
    assert load(path).match.number == 0


def test_a_record_may_be_named_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept("here.jsonl", "prime-climb")[0].close()
    assert load("here.jsonl").match.number == 0


def test_a_record_is_never_overwritten(path: str) -> None:
    Path(path).write_text("precious")
    with pytest.raises(RecordExists) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == (
        f"{path} already exists. Resume it with 'parlor resume {path}', or choose another name."
    )
    assert Path(path).read_text() == "precious"


def test_a_record_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "game.jsonl")
    for act in (
        lambda: RecordFile.create(path, Match(first_state("prime-climb"))),
        lambda: RecordFile.reopen(path),
    ):
        with pytest.raises(StoreError) as caught:
            act()
        assert str(caught.value) == f"{path} cannot be opened to save the game: No such file or directory."
    fifo = str(tmp_path / "fifo")  # it would be waited for
    os.mkfifo(fifo)
    for place, reason in (
        (str(tmp_path), "Is a directory"),
        ("/dev/null", "Not a file"),
        (fifo, "Not a file"),
    ):
        with pytest.raises(StoreError) as caught:
            RecordFile.reopen(place)
        assert str(caught.value) == f"{place} cannot be opened to save the game: {reason}."
        assert refused(load, place) == f"{place} cannot be read: {reason}."
    assert refused(load, path) == f"{path} cannot be read: No such file or directory."


def test_a_name_with_control_characters_is_shown_safely(tmp_path: Path) -> None:
    path = str(tmp_path / "\x1b[2J.jsonl")
    file, match = kept(path, "pocket-addition", 6)
    acts: list[Callable[[], object]] = [
        lambda: RecordFile.create(path, match),
        lambda: RecordFile.reopen(path),
        lambda: RecordFile.reopen(path + "2"),
        lambda: load(path + "2"),
    ]
    for act in acts:
        with pytest.raises(ParlorError) as caught:
            act()
        assert str(caught.value).isprintable()
    os.unlink(path)
    with pytest.raises(RecordGone) as gone:
        file.check()
    assert str(gone.value).isprintable()
    file.close()


def test_a_folder_without_locks_says_so(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(file: int, how: int) -> None:
        assert how == fcntl.LOCK_EX | fcntl.LOCK_NB
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == f"{path} cannot be locked: No locks available."
    assert not os.path.exists(path)


def test_a_file_that_has_taken_the_name_meanwhile_is_not_deleted(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(file: int, how: int) -> None:
        os.unlink(path)
        Path(path).write_text("precious")
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(StoreError, match="No locks available"):
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert Path(path).read_text() == "precious"


def test_a_record_that_cannot_be_reopened_is_unlocked(path: str) -> None:
    kept(path, "prime-climb")[0].close()
    data = Path(path).read_bytes()
    Path(path).write_bytes(data + b"{}\n")
    for _ in range(2):  # the second would say that it is being played elsewhere
        assert refused(RecordFile.reopen, path).startswith(f"{path}, line 2: ")


def test_a_record_that_cannot_be_read_is_not_resumed(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(path, "prime-climb")[0].close()
    with monkeypatch.context() as patch:
        failing(patch, "pread", OSError(errno.EIO, "Input/output error"))
        assert refused(RecordFile.reopen, path) == f"{path} cannot be read: Input/output error."
    RecordFile.reopen(path)[0].close()


def test_a_record_replaced_before_it_is_locked_is_opened_anew(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the lock would be held on a file that no longer has the name."""
    kept(path, "pocket-addition", 6)[0].close()
    kept(path + "2", "pocket-addition", 7)[0].close()
    real, locked = fcntl.flock, list[int]()

    def flock(file: int, how: int) -> None:
        locked.append(os.fstat(file).st_ino)
        if len(locked) == 1:
            os.replace(path + "2", path)
        real(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    file, record = RecordFile.reopen(path)
    first, again = locked
    assert again == os.stat(path).st_ino != first
    assert record.match.events == [Event(1, 1, 7)]
    file.close()


def test_a_record_deleted_before_it_is_locked_is_not_resumed(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    monkeypatch.setattr(fcntl, "flock", lambda file, how: os.unlink(path))
    with pytest.raises(StoreError, match="No such file or directory"):
        RecordFile.reopen(path)


def test_a_program_started_meanwhile_does_not_hold_the_record(path: str) -> None:
    file, _ = kept(path, "prime-climb")
    assert not os.get_inheritable(file._file)
    assert os.stat(path).st_mode & 0o777 == 0o644 & ~_umask()
    file.close()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Moved, deleted, replaced, or written to by something else ---------------------------------------------


def moved_away(path: str) -> None:
    os.rename(path, path + "2")


def folder_moved_away(path: str) -> None:
    folder = os.path.dirname(path)
    os.rename(folder, folder + "2")


def folder_replaced(path: str) -> None:
    folder_moved_away(path)
    Path(path).parent.write_text("a file")


def replaced(path: str) -> None:
    os.rename(path, path + "2")
    shutil.copy(path + "2", path)


GONE = [
    (moved_away, "was moved or deleted"),
    (os.unlink, "was moved or deleted"),
    (folder_moved_away, "was moved or deleted"),
    (folder_replaced, "was moved or deleted"),
    (replaced, "was replaced by another file"),
]


@pytest.mark.parametrize(("act", "what"), GONE)
def test_a_record_that_is_gone_keeps_nothing_and_says_so(
    tmp_path: Path, act: Callable[[str], object], what: str
) -> None:
    (tmp_path / "home").mkdir()
    path = str(tmp_path / "home" / "game.jsonl")
    file, match = kept(path, "pocket-addition", 6)
    file.check()
    began, data = file.began, Path(path).read_bytes()
    act(path)
    for ask in (lambda: match.submit(2, 7, 1), file.check):
        with pytest.raises(RecordGone) as caught:
            ask()
        assert str(caught.value) == f"The game could not be saved: {path} {what} during the game."
    assert match.events == [Event(1, 1, 6)]
    left = [place.read_bytes() for place in tmp_path.rglob("*.jsonl*") if place.is_file()]
    assert set(left) <= {data}
    elsewhere = str(tmp_path / "elsewhere.jsonl")
    again = RecordFile.create(elsewhere, match, began)
    file.close()
    go_on(match, 7)
    again.close()
    assert Path(elsewhere).read_bytes() == as_bytes(match, began)


@pytest.mark.parametrize("size", [0, 40, -1])
def test_a_record_cut_underneath_is_not_filled_up(path: str, size: int) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()[:size]
    os.truncate(path, len(data))
    sentence = f"The game could not be saved: another program changed {path} during the game."
    for ask in (lambda: match.submit(2, 7, 1), file.check):
        with pytest.raises(StoreError) as caught:
            ask()
        assert str(caught.value) == sentence
        assert type(caught.value) is StoreError
    assert Path(path).read_bytes() == data
    file.close()


def test_what_something_else_has_written_is_not_cut_off(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    with monkeypatch.context() as patch:
        failing(patch, "ftruncate", OSError(errno.EIO, "Input/output error"))
        failing(patch, "pwrite", FULL, part=9)
        with pytest.raises(StoreError):
            match.submit(2, 7, 1)
    file.check()  # what we have left there ourselves is no harm
    with open(path, "ab") as other:
        other.write(b"a note of my own\n")
    data = Path(path).read_bytes()
    with pytest.raises(StoreError, match="another program changed"):
        match.submit(2, 7, 1)
    assert Path(path).read_bytes() == data
    file.close()


def test_what_grows_after_it_was_reopened_is_not_cut_off(path: str) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    with open(path, "ab") as other:
        other.write(b'{"number":2,"who":2,"mo')
    file, record = RecordFile.reopen(path)
    with open(path, "ab") as other:
        other.write(b've":7}\n')
    record.match.begin()
    with pytest.raises(StoreError, match="another program changed"):
        go_on(record.match, 8)
    file.close()
    assert load(path).match.number == 2


def test_only_regular_files_are_offered_to_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"is not a regular file: choose another name\.$"):
        RecordFile.create(str(tmp_path), Match(first_state("prime-climb")))


# Deleting a record ----------------------------------------------------------------------------------------


def test_a_record_is_deleted_but_not_while_it_is_played(path: str) -> None:
    file, _ = kept(path, "pocket-addition", 6)
    with pytest.raises(RecordBusy):
        delete(path)
    file.close()
    Path(path).write_text("no record")
    delete(path)
    assert not Path(path).exists()


def test_a_record_that_cannot_be_deleted_says_why(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    with monkeypatch.context() as patch:
        failing(patch, "unlink", OSError(errno.EROFS, "Read-only file system"))
        with pytest.raises(StoreError) as caught:
            delete(path)
    assert str(caught.value) == f"{path} cannot be deleted: Read-only file system."
    delete(path)
