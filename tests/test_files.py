"""Files are written whole or not at all, opened without waiting, and their names are safe to show."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor.files import escape_text, find_command, lock_file, open_regular, quote_argument, write_whole

HARMFUL = "a\x1b[31m\n\u202eb\x9b\u200d\udcff\\'.jsonl"
FULL = OSError(28, "No space left on device")


def test_a_file_is_made_with_the_permissions_that_open_would_give(tmp_path: Path) -> None:
    kept = os.umask(0o027)
    try:
        write_whole(str(tmp_path / "new"), "été")
    finally:
        os.umask(kept)
    assert (tmp_path / "new").read_bytes() == "été".encode()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_file_that_is_replaced_keeps_its_permissions_and_links_to_it(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o600)
    (tmp_path / "link").symlink_to("old")
    write_whole(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "old").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "old").stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["fchmod", "fsync", "replace"])
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full", "interrupted"])
def test_what_fails_leaves_the_old_file_and_nothing_beside_it(
    step: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, step, Mock(side_effect=error))
    with pytest.raises(type(error)) as caught:
        write_whole(str(path), "new")
    assert getattr(caught.value, "filename", str(path)) == str(path)
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("file", "old")]


def test_what_cannot_be_written_is_refused_under_its_own_name(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    for name, why in (("pipe", "Not a file"), ("no/file", "No such file"), ("", "Is a directory")):
        with pytest.raises(OSError, match=why) as caught:
            write_whole(str(tmp_path / name), "new")
        assert caught.value.filename == str(tmp_path / name)
    os.close(reader)
    assert os.listdir(tmp_path) == ["pipe"]


def test_only_regular_files_are_opened_and_none_blocks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with open_regular(str(tmp_path / "file")) as file:
        assert file.read() == b"text"
    os.mkfifo(tmp_path / "pipe")
    for name, why in (("pipe", "Not a file"), ("", "Is a directory"), ("no", "No such file")):
        with pytest.raises(OSError, match=why):
            open_regular(str(tmp_path / name))
    with pytest.raises(OSError, match="Not a file"):
        open_regular(os.devnull)


def test_without_file_locks_the_work_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(37, "No locks available")))
    with lock_file(str(tmp_path / "lock")):
        assert (tmp_path / "lock").exists()


# Names -------------------------------------------------------------------------------------------


def test_a_name_is_shown_without_control_characters() -> None:
    assert escape_text("Spiel 7 – é.jsonl") == "Spiel 7 – é.jsonl"
    assert escape_text(HARMFUL) == r"a\x1b[31m\n\u202eb\x9b\u200d\xff\'.jsonl"


@given(st.text(st.characters()) | st.binary().map(os.fsdecode))
def test_whatever_is_shown_is_printable_and_can_be_encoded(name: str) -> None:
    assert escape_text(name).isprintable()
    escape_text(name).encode()
    assert escape_text(name) == name or not name.isprintable()


@settings(max_examples=5)
@given(
    st.lists(st.binary(min_size=1).map(lambda data: os.fsdecode(data.replace(b"\0", b"\x01"))), max_size=50)
)
def test_a_shell_takes_a_quoted_name_as_it_is(names: list[str]) -> None:
    names = [*names, HARMFUL, "it's", "-x", "~", "$HOME", "a b", "\n1", "\x1bf"]
    words = " ".join(map(quote_argument, names))
    assert words.isprintable()
    told = subprocess.run(["bash", "-c", f"printf '%s\\0' {words}"], capture_output=True, check=True).stdout
    plain = [f"./{name}" if name.startswith("-") else name for name in names]
    assert told.split(b"\0")[:-1] == [os.fsencode(name) for name in plain]


def test_the_command_is_named_as_it_can_be_called_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "my env" / "parlor"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert find_command() == f"'{program}'"
    monkeypatch.setenv("PATH", str(program.parent))
    assert find_command() == "parlor"
    monkeypatch.setattr(sys, "argv", ["/somewhere/primeparlor/__main__.py"])
    assert find_command() == f"{sys.executable} -m primeparlor"
    for other in ([], ["pytest"], ["/gone/parlor"]):
        monkeypatch.setattr(sys, "argv", other)
        assert find_command() == "parlor"
