"""Helpers for tests of the real screen: a shell or the command at a pseudo-terminal, and what it shows."""

from __future__ import annotations

import copy
import os
import pty
import re
import select
import signal
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pyte
from pexpect.fdpexpect import fdspawn  # type: ignore[import-untyped]

from support.terminal.command import PARLOR, PATIENCE, UNMEASURED, environment
from support.terminal.fork_server import fork

PROMPT = "ready> "
DRAWN: dict[str, str | None] = {
    "PARLOR_PLAIN": None,
    "COLORFGBG": None,
}  # no wish for plain lines, or a theme
LAST = bytes(8)  # which a terminal does not show
ALTERNATE, CURSOR, PASTE, FOCUS = 1049, 25, 2004, 1004
OPENED = b"\x1b[?1049h"
MICE = {1000, 1002, 1003, 1006, 1015, 1016}
_UNKNOWN = re.compile(
    rb"\x1b\[[<>=][\d;]*[a-z]|\x1b\[\?\d+\$p"
)  # queries and keyboard modes that pyte would print
_BEGUN = re.compile(rb"\x1b(\[[\d;<>=?$]*)?\Z")  # whose rest comes with what is read next


class Xterm(pyte.Screen):
    """A terminal with an alternate screen that keeps track of the modes switched on."""

    def __init__(self, columns: int, lines: int) -> None:
        self.on: set[int] = {CURSOR}
        self._main: Any = None
        super().__init__(columns, lines)

    def set_mode(self, *modes: int, **keywords: Any) -> None:
        super().set_mode(*modes, **keywords)
        if keywords.get("private"):
            self.on |= set(modes)
            if ALTERNATE in modes:
                self._main = copy.deepcopy(self.buffer), copy.copy(self.cursor)
                self.erase_in_display(2)

    def reset_mode(self, *modes: int, **keywords: Any) -> None:
        super().reset_mode(*modes, **keywords)
        if keywords.get("private"):
            self.on -= set(modes)
            if ALTERNATE in modes and self._main is not None:
                self.buffer, self.cursor = self._main
                self._main = None

    def erase_in_line(self, how: int = 0, private: bool = False, *more: int) -> None:
        """Who is killed while it paints leaves a sequence torn, and the K of the shell's “Killed” ends it."""
        if how in (0, 1, 2) and not more:
            super().erase_in_line(how)


def heed() -> None:
    """Let the end of the terminal be told, even where the tests were started to ignore it, as by nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Seen:
    """What a pseudo-terminal shows, and what is typed there."""

    def __init__(self, child: Any, columns: int, rows: int) -> None:
        self.child = child
        self.child.delaybeforesend = None
        self.screen = Xterm(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._begun = b""  # the first part of a sequence
        self.sent = b""  # everything the terminal was sent

    # What is seen -----------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The rows that are not blank."""
        screen = self.screen  # whose own `display` measures every character again
        rows = ("".join(screen.buffer[y][x].data for x in range(screen.columns)) for y in range(screen.lines))
        return [row.rstrip() for row in rows if row.strip()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def drawing(self) -> bool:
        """Whether the parlor's screen is up, not the shell."""
        return ALTERNATE in self.screen.on

    def restored(self) -> bool:
        """Whether everything that the screen switched on is off again."""
        on = self.screen.on
        return CURSOR in on and not on & {ALTERNATE, PASTE, FOCUS, *MICE}

    def until(self, fact: Callable[[], object] | str) -> None:
        """Wait until this is true, or this text is seen."""
        until = time.monotonic() + PATIENCE
        while not ((fact in self.text) if isinstance(fact, str) else fact()):
            assert time.monotonic() < until, f"{fact} is not to be seen:\n{self.text}"
            with suppress(pexpect.TIMEOUT):
                self._see()

    def _see(self) -> None:
        """Take in what the terminal is sent next."""
        new = self.child.read_nonblocking(1 << 16, timeout=5)
        self.sent += new
        new = self._begun + new
        end = begun.start() if (begun := _BEGUN.search(new)) else len(new)
        self._begun = new[end:]
        self._stream.feed(_UNKNOWN.sub(b"", new[:end]))

    # What is done -----------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        self.child.send(text)

    def move(self, text: str, shows: str) -> None:
        """Type a move in the line, and wait until this is seen."""
        self.type("/")
        self.until("Type a move.")
        self.type(f"{text}\r")
        self.until(shows)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window; the kernel tells the program that draws in it."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def close(self) -> None:
        self.child.close(force=True)


class Shell(Seen):
    """An interactive shell in which `parlor` is the command."""

    def __init__(
        self,
        home: Path,
        env: dict[str, str | None] = UNMEASURED,
        columns: int = 100,
        rows: int = 32,
    ) -> None:
        home.mkdir(exist_ok=True)
        settings = home / "inputrc"
        settings.write_text("set enable-bracketed-paste off\n")
        usual = {"PS1": PROMPT, "INPUTRC": str(settings), **DRAWN}
        child = pexpect.spawn(
            "bash",
            ["--norc", "--noprofile", "-i"],
            env=environment(home, PATH=f"{Path(PARLOR).parent}:{os.environ['PATH']}", **usual, **env),
            dimensions=(rows, columns),
            timeout=PATIENCE,
            preexec_fn=heed,
        )
        super().__init__(child, columns, rows)
        self._runs = 0
        self.until(lambda: self.lines and self.lines[-1].startswith(PROMPT.strip()))

    def until_prompt(self) -> None:
        """Wait until the shell asks again."""
        self.until(lambda: not self.drawing and self.lines[-1:] == [PROMPT.strip()])

    def run(self, command: str) -> str:
        """The output of a command that does not draw the screen."""
        self._runs += 1
        self.type(f"{command}; echo end-$(({self._runs}))\r")
        self.until(lambda: self.lines[-2:] == [f"end-{self._runs}", PROMPT.strip()])
        asked = max(at for at, line in enumerate(self.lines) if line.startswith(PROMPT))
        return "\n".join(self.lines[asked + 1 : -2])

    def open(self, command: str, shows: str) -> None:
        """Run a command that draws the screen, and wait until this is seen there."""
        opened = self.sent.count(OPENED)
        self.type(f"{command}\r")
        self.until(lambda: self.sent.count(OPENED) > opened and self.drawing and shows in self.text)

    @property
    def pid(self) -> int:
        """The process id of the program in the foreground."""
        return os.tcgetpgrp(self.child.child_fd)


class Window(Seen):
    """The command in a window of its own, forked; the terminal stays when the command has ended."""

    def __init__(
        self,
        home: Path,
        *words: str,
        shows: str,
        env: dict[str, str | None] | None = None,
        columns: int = 100,
        rows: int = 32,
    ) -> None:
        terminal, self._inside = pty.openpty()
        termios.tcsetwinsize(self._inside, (rows, columns))
        self._before = termios.tcgetattr(self._inside)
        around = environment(home, **UNMEASURED, **DRAWN, **(env or {}))
        self._process = fork(words, around, [self._inside] * 3)
        super().__init__(fdspawn(terminal, timeout=PATIENCE), columns, rows)
        self.until(lambda: self.drawing and shows in self.text)

    @property
    def pid(self) -> int:
        return self._process.pid

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        termios.tcsetwinsize(self._inside, (rows, columns))

    def restored(self) -> bool:
        """Whether the terminal has its modes again, and reads lines as before."""
        return super().restored() and termios.tcgetattr(self._inside) == self._before

    def end(self) -> int:
        """The exit code, once it has ended and all that it has written is seen."""
        while (status := self._process.status(0)) is None:
            ready = select.select([self.child.child_fd, self._process.ended], [], [], PATIENCE)[0]
            assert ready, f"it has not ended:\n{self.text}"
            if self.child.child_fd in ready:
                self._see()
        os.write(self._inside, LAST)
        while not self.sent.endswith(LAST):
            self._see()
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        os.close(self._inside)
        self.child.close()
