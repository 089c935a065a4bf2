"""Helpers for tests of the terminal: the command with its input from a file, and at a pseudo-terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from unittest.mock import patch

import pexpect  # type: ignore[import-untyped]

from primeparlor.cli import main
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.records import load

PARLOR = str(Path(sys.executable).with_name("parlor"))
OFFER = "r to review (h hides answers), a to swap seats and play again, Enter to leave: "
PATIENCE = 300  # seconds; the machine may be busy, and the first command that needs Numba compiles

# The last words of every prompt: a test at a pseudo-terminal waits for them.
PROMPTS = (
    r"Choose a number to add \(\d+-\d+\): |Enter the position to change \([a-z/-]+\): "
    r"|Enter the new digit \(0-9\): |Select a number: |Do you want to keep this card\? \(yes/no\): "
)

# A first number for each game whose fate would otherwise differ from run to run.
FATE = {"number-morph": ["--fate", "211"], "prime-duel": ["--fate", "7 10 9"]}
GOOD_MOVE = {
    "nonprime-addition": "5",
    "number-morph": "tens 7",
    "prime-climb": "4",
    "pocket-addition": "6",
    "prime-duel": "yes",
}
NAMES = list(GAMES)
# For tests that measuring coverage would disturb: time, a full disk, and Ctrl-C,
# as an interrupt while coverage holds its lock leaves the command waiting for that lock for ever.
UNMEASURED: dict[str, str | None] = {"COVERAGE_PROCESS_START": None, "COVERAGE_PROCESS_CONFIG": None}
UNWANTED = {
    *("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING"),
    "PYTHONDONTWRITEBYTECODE",  # without byte code every start compiles the whole house again
}


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


def environment(home: Path, **changes: str | None) -> dict[str, str]:
    """A plain environment with its own saved games; a change to None removes the variable."""
    kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    usual = {"PARLOR_HOME": str(home), "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    merged: dict[str, str | None] = {**kept, **usual, **changes}
    return {key: value for key, value in merged.items() if value is not None}


def parlor(
    home: Path,
    *words: str,
    typed: str | bytes = "",
    env: dict[str, str | None] | None = None,
    preexec: Callable[[], None] | None = None,
) -> Result:
    """Run the command with this input from a file; it never shows a traceback.

    It runs in this process, as starting one costs more than most commands. What is fixed when a process
    starts, such as an encoding or a system limit, needs a process of its own.
    """
    data = typed if isinstance(typed, bytes) else typed.encode()
    if env is None and preexec is None:
        return _called(home, words, data)
    done = subprocess.run(
        [PARLOR, *words],
        input=data,
        capture_output=True,
        env=environment(home, **(env or {})),
        timeout=PATIENCE,
        preexec_fn=preexec,
        check=False,
    )
    result = Result(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.err
    assert "Exception" not in result.err
    return result


def _called(home: Path, words: Sequence[str], typed: bytes) -> Result:
    """The command in this process, with files in place of the three standard streams."""
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(typed)
        files[0].seek(0)
        for number, file in enumerate(files):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
        with (
            patch.dict(os.environ, environment(home), clear=True),
            open(1, "w", encoding="utf-8", closefd=False) as out,
            open(2, "w", encoding="utf-8", closefd=False) as err,
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = main(words)
        shown = [os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode() for file in files[1:]]
    return Result(code, *shown)


def play(home: Path, name: str, *typed: str, words: str = "") -> str:
    """The output of a game when this is typed."""
    args = ["play", name, *words.split(), *FATE.get(name, []), "--plain"]
    code, out, _ = parlor(home, *args, typed="".join(line + "\n" for line in typed))
    assert code == 0
    return out


def shell(home: Path, script: str, env: dict[str, str | None] | None = None) -> Result:
    """Run a line of bash in which `parlor` is the command."""
    path = f"{Path(PARLOR).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        env=environment(home, PATH=path, **(env or {})),
        timeout=PATIENCE,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """The command at a pseudo-terminal, in plain lines unless the environment says otherwise."""

    def __init__(
        self,
        home: Path,
        *words: str,
        rows: int = 50,
        columns: int = 120,
        env: dict[str, str | None] | None = None,
    ) -> None:
        self.child: Any = pexpect.spawn(
            PARLOR,
            list(words),
            env=environment(home, **{"PARLOR_PLAIN": "1", **(env or {})}),
            dimensions=(rows, columns),
            timeout=PATIENCE,
            maxread=1 << 16,
        )
        self.child.delaybeforesend = None
        self.shown = b""  # everything the terminal was sent

    def until(self, pattern: str) -> str:
        """Wait for this to appear; returns everything up to there as plain lines."""
        self.child.expect(pattern.encode())
        new = self.child.before + self.child.after
        self.shown += new
        return _lines(new)

    def until_asked(self) -> str:
        return self.until(PROMPTS)

    def type(self, text: str) -> None:
        self.child.sendline(text)

    def key(self, letter: str) -> None:
        """Ctrl and a letter."""
        self.child.sendcontrol(letter)

    def rest(self) -> str:
        """What comes until the command ends; the offer to review a game is declined."""
        came = b""
        if self.child.expect([re.escape(OFFER).encode(), pexpect.EOF]) == 0:
            came = self.child.before
            self.type("")
            self.child.expect(pexpect.EOF)
            came += self.child.before.removeprefix(b"\r\n")
        else:
            came = self.child.before
        self.shown += came
        self.child.close()
        assert b"Traceback" not in self.shown, self.shown.decode()
        return _lines(came)

    @property
    def code(self) -> int:
        """The exit code, once it has ended."""
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)

    @property
    def text(self) -> str:
        return _lines(self.shown)


def _lines(data: bytes) -> str:
    return data.decode().replace("\r\n", "\n")


def only_record(home: Path) -> Path:
    """The one saved game."""
    [path] = home.glob("*.jsonl")
    return path


def saved_match(home: Path) -> Match:
    """The one saved game, read back."""
    return load(str(only_record(home))).match


def moves_made(home: Path) -> list[object]:
    """What the players have chosen in the one saved game."""
    return [event.move for event in saved_match(home).events if event.who is not None]


def is_subsequence(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether the many contain all of the few, in the same order."""
    rest = iter(many)
    return all(line in rest for line in few)
