"""Helpers for tests of the terminal: the command with its input from a file, and at a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from functools import partial
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from unittest.mock import patch

import pexpect  # type: ignore[import-untyped]
import ptyprocess  # type: ignore[import-untyped]

from primeparlor.cli.main import main
from primeparlor.games import GAMES
from primeparlor.match import Match
from primeparlor.records import load
from support.games import first_decision
from support.terminal.fork_server import Forked, fork

PARLOR = str(Path(sys.executable).with_name("parlor"))
OFFER = "r to review (h hides answers), a to swap seats and play again, Enter to leave: "
PATIENCE = 300  # seconds; the machine may be busy, and the first command that needs Numba compiles

# The last words of every prompt: a test at a pseudo-terminal waits for them.
PROMPTS = (
    r"Choose a number to add \(\d+-\d+\): |Enter the position to change \([a-z/-]+\): "
    r"|Enter the new digit \(0-9\): |Select a number: |Do you want to keep this card\? \(yes/no\): "
    r"|Your move \([^\n]*\): "  # of a game without a dialogue of its own
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
for _name in set(NAMES) - set(GOOD_MOVE):  # a new game: any move will do
    GOOD_MOVE[_name] = str(first_decision(GAMES[_name].start()).moves()[0])
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
    home: Path, *words: str, typed: str | bytes = "", env: dict[str, str | None] | None = None
) -> Result:
    """Run the command with this input from a file; it never shows a traceback.

    It runs in this process, as starting one costs more than most commands. What is fixed when a process
    starts is only imitated, such as the encoding of the streams; with `started` it is not.
    """
    around = environment(home, **(env or {}))
    encoding = around.get("PYTHONIOENCODING", "utf-8")
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(typed if isinstance(typed, bytes) else typed.encode())
        files[0].seek(0)
        for number, file in enumerate(files):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
        with (
            patch.dict(os.environ, around, clear=True),
            open(1, "w", encoding=encoding, closefd=False) as out,
            open(2, "w", encoding=encoding, closefd=False) as err,
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = main(words)
        shown = [os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode() for file in files[1:]]
    return Result(code, *shown)


def started(home: Path, *words: str, typed: str = "", env: dict[str, str | None] | None = None) -> Result:
    """Start the command in a process as people do, with this input from a pipe."""
    done = subprocess.run(
        [PARLOR, *words],
        input=typed.encode(),
        capture_output=True,
        env=environment(home, **(env or {})),
        timeout=PATIENCE,
        check=False,
    )
    return _without_traceback(Result(done.returncode, done.stdout.decode(), done.stderr.decode()))


def forked(
    home: Path, *words: str, typed: str = "", closed: Sequence[int] = (), largest_file: int | None = None
) -> Result:
    """Run the command in a process of its own: some of its streams may be closed, and files limited."""
    options = {} if largest_file is None else {"largest_file": largest_file}
    ends = {1: os.pipe(), 2: os.pipe()}
    with TemporaryFile() as given:
        given.write(typed.encode())
        given.seek(0)
        streams = {0: given.fileno(), 1: ends[1][1], 2: ends[2][1]}
        asked = [None if number in closed else stream for number, stream in streams.items()]
        running = fork(words, environment(home, **UNMEASURED), asked, **options)
    for number in ends:
        os.close(streams[number])
    out, err = read_all(ends[1][0], ends[2][0])
    status = running.status(PATIENCE)
    assert status is not None, f"{words} has not ended"
    return _without_traceback(Result(os.waitstatus_to_exitcode(status), out, err))


def read_all(*pipes: int) -> list[str]:
    """What comes through each of these pipes until it is closed."""
    came = dict.fromkeys(pipes, b"")
    open_ones = set(pipes)
    while open_ones:
        ready = select.select(open_ones, [], [], PATIENCE)[0]
        assert ready, came
        for reader in ready:
            came[reader] += (new := os.read(reader, 1 << 16))
            if not new:
                os.close(reader)
                open_ones.remove(reader)
    return [came[reader].decode() for reader in pipes]


def _without_traceback(result: Result) -> Result:
    assert "Traceback" not in result.err
    assert "Exception" not in result.err
    return result


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


class _ForkedAtTerminal(ptyprocess.PtyProcess):  # type: ignore[misc]
    """A forked process and its pseudo-terminal, as pexpect wants them."""

    terminated: bool
    exitstatus: int | None
    signalstatus: int | None

    def __init__(self, forked: Forked, terminal: int) -> None:
        super().__init__(forked.pid, terminal)
        self._forked = forked

    def isalive(self) -> bool:
        if self.terminated or (status := self._forked.status(PATIENCE if self.flag_eof else 0)) is None:
            return not self.terminated
        code = os.waitstatus_to_exitcode(status)
        self.exitstatus, self.signalstatus = (code, None) if code >= 0 else (None, -code)
        self.status, self.terminated = status, True
        return False

    def wait(self) -> int | None:
        self.flag_eof = True  # nothing more comes, and it is waited for
        assert not self.isalive(), "it has not ended"
        return self.exitstatus


class _Spawned(pexpect.spawn):  # type: ignore[misc]
    """The command, forked instead of started."""

    def __init__(self, eager: bool, *given: Any, **options: Any) -> None:
        self.eager = eager
        super().__init__(*given, **options)

    def _spawnpty(
        self, args: list[str], env: dict[str, str], dimensions: tuple[int, int], **_: Any
    ) -> _ForkedAtTerminal:
        terminal, inside = pty.openpty()
        termios.tcsetwinsize(inside, dimensions)
        forked = fork(args[2:], env, [inside] * 3, eager=self.eager)
        os.close(inside)
        return _ForkedAtTerminal(forked, terminal)


def spawn(words: Sequence[str], env: dict[str, str], size: tuple[int, int], eager: bool = False) -> Any:
    """Run the command at a pseudo-terminal of so many rows and columns.

    An eager one shows all progress at once. Where coverage is measured, it is started instead of forked.
    """
    kind = pexpect.spawn if UNMEASURED.keys() & env.keys() else partial(_Spawned, eager)
    started = ["env", [PARLOR, *words]]  # pexpect cuts a command without words at its spaces
    child = kind(*started, env=env, dimensions=size, timeout=PATIENCE, maxread=1 << 16)
    child.delaybeforesend = None
    return child


def wait_for_sleep(pid: int) -> None:
    """Wait until the process sleeps, as at a prompt: just before that it may not notice an interrupt."""
    end, state = time.monotonic() + PATIENCE, Path(f"/proc/{pid}/stat")
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < end, "it never waits"
        time.sleep(0.001)


class Terminal:
    """The command at a pseudo-terminal, in plain lines unless the environment says otherwise."""

    def __init__(
        self,
        home: Path,
        *words: str,
        rows: int = 50,
        columns: int = 120,
        env: dict[str, str | None] | None = None,
        eager: bool = False,
    ) -> None:
        around = environment(home, **{"PARLOR_PLAIN": "1", **(env or {})})
        self.child: Any = spawn(words, around, (rows, columns), eager)
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

    def interrupt(self) -> None:
        """Ctrl-C at a prompt."""
        wait_for_sleep(self.child.pid)
        self.key("c")

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
    """What the players have chosen in the one saved game; nothing where no game was kept."""
    if not any(home.glob("*.jsonl")):
        return []
    return [event.move for event in saved_match(home).events if event.who is not None]


def is_subsequence(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether the many contain all of the few, in the same order."""
    rest = iter(many)
    return all(line in rest for line in few)


def offered_words(out: str) -> list[str]:
    """The words that `?` offers at a puzzle."""
    rows = out.partition(" Or:\n")[2].splitlines()
    return [row.split()[0] for row in takewhile(lambda row: row.startswith("  "), rows)]
