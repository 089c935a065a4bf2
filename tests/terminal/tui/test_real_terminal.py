"""The screen at a real terminal: a shell is there before and after, and nothing is left behind."""

from __future__ import annotations

import os
import pty
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from support.game_folders import install, make
from support.installed_games import path_with
from support.terminal.command import PARLOR, PATIENCE, UNMEASURED, environment, moves_made, only_record
from support.terminal.pseudo_terminal import PROMPT, Shell, Window

PLAY = "play prime-climb --theme dark --pace 0"
RESUME = "resume --theme dark --pace 0"
Show: TypeAlias = Callable[..., Window]
ONE, TWO = "Player 1's turn", "Player 2's turn"
BROKEN_MESSAGES = """\
from primeparlor.messages import Messages as Default

class Messages(Default):
    def labels(self, facts, seats):
        if facts["total"]:
            {does}
        return {{}}
"""


@pytest.fixture(name="shell")
def opened(tmp_path: Path) -> Iterator[Shell]:
    shell = Shell(tmp_path)
    yield shell
    shell.close()


@pytest.fixture(name="show")
def shown(tmp_path: Path) -> Iterator[Show]:
    """Opens a window in which the command shows this, and closes it in the end."""
    windows: list[Window] = []

    def show(shows: str, words: str = PLAY, **options: Any) -> Window:
        windows.append(Window(tmp_path, *words.split(), shows=shows, **options))
        return windows[-1]

    yield show
    for window in windows:
        window.close()


def assert_restored(shell: Shell, terminal: str) -> None:
    """Check that the shell's terminal is as it was: its modes, and how it reads lines."""
    assert shell.restored()
    assert shell.run("stty -g") == terminal


# In a shell --------------------------------------------------------------------------------------


def test_q_leaves_the_terminal_as_it_was(shell: Shell, tmp_path: Path) -> None:
    terminal = shell.run("stty -g")
    shell.run("echo what was there before")
    shell.open(f"parlor {PLAY} --p2 club", "Your turn")
    assert "◆ Prime Parlor  │  Prime Climb" in shell.lines[0]
    assert shell.lines[1].startswith("──◆◆─◆─◆──┴◆─◆")
    assert "what was there before" not in shell.text
    shell.type("q")
    shell.until_prompt()
    assert shell.restored()
    left = "Prime Climb: you made no move, so nothing was saved."
    assert "".join(shell.lines).endswith(f"{left}{PROMPT.strip()}")
    assert "what was there before" in shell.lines
    assert shell.run("echo code $?") == "code 0"
    assert_restored(shell, terminal)


def test_ctrl_z_gives_the_terminal_back_until_the_game_goes_on(shell: Shell, tmp_path: Path) -> None:
    terminal = shell.run("stty -g")
    shell.open(f"parlor {PLAY}", ONE)
    shell.type("\x1a")
    shell.until_prompt()
    assert "Stopped" in shell.text
    assert_restored(shell, terminal)
    shell.open("fg", ONE)
    shell.move("4", TWO)

    os.kill(shell.pid, signal.SIGSTOP)  # which nobody can answer: the shell writes into our screen
    shell.until(lambda: PROMPT.strip() in shell.text)
    shell.open("fg", TWO)
    shell.move("6", ONE)
    shell.type("q")
    shell.until_prompt()
    assert_restored(shell, terminal)
    assert moves_made(tmp_path) == [4, 6]


# In a window of its own --------------------------------------------------------------------------


def test_a_game_is_resumed_where_it_was_left(show: Show, tmp_path: Path) -> None:
    window = show(ONE)
    window.move("4", TWO)
    window.type("\x04\x04\x04")  # Ctrl-D is a key like any other
    window.until("That key does nothing here.")
    window.type("\x03")  # Ctrl-C is q
    assert window.end() == 0
    assert window.restored()
    assert "Saved. Resume it with: parlor resume" in window.text
    again = show(TWO, RESUME)
    again.move("6", ONE)
    assert "Saved. Resume it with" not in again.text
    again.type("q")
    assert again.end() == 0
    assert moves_made(tmp_path) == [4, 6]


def test_keys_that_come_at_once_count_in_their_order(show: Show, tmp_path: Path) -> None:
    """As from somebody who types faster than the screen is drawn: the move is text, no key of the board."""
    window = show(ONE)
    for text, seen in (("/4\r", TWO), ("/6\r", ONE), ("/4\r", TWO)):
        window.type(text)
        window.until(seen)
    assert moves_made(tmp_path) == [4, 6, 4]


def test_a_new_size_loses_nothing(show: Show, tmp_path: Path) -> None:
    window = show(ONE)
    window.type("/")
    window.until("Type a move.")
    window.type("four")
    window.until("four")
    for columns, rows in ((60, 24), (52, 18), (130, 40), (100, 32)):
        window.resize(columns, rows)
        if columns >= 60:
            window.until(lambda: "four" in window.text and ONE in window.text)
            window.until(lambda: window.lines[0].startswith(" ◆ Prime Parlor"))
    window.type("\x7f\x7f\x7f\x7f" + "4\r")
    window.until(TWO)
    assert moves_made(tmp_path) == [4]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_termination_signal_ends_the_game_in_order(
    number: signal.Signals, show: Show, tmp_path: Path
) -> None:
    window = show(ONE)
    window.move("4", TWO)
    os.kill(window.pid, number)
    assert window.end() == 128 + number
    assert window.restored()
    assert "Saved. Resume it with: parlor resume" in window.text
    assert moves_made(tmp_path) == [4]


def test_being_killed_loses_no_move(show: Show, tmp_path: Path) -> None:
    window = show(ONE)
    window.move("4", TWO)
    window.move("6", ONE)
    os.kill(window.pid, signal.SIGKILL)
    assert window.end() == -signal.SIGKILL
    assert moves_made(tmp_path) == [4, 6]
    show(ONE, RESUME)


def read_until(terminal: int, text: bytes) -> None:
    """Read what is written there until this is among it."""
    seen = b""
    while text not in seen:
        assert select.select([terminal], [], [], PATIENCE)[0], seen
        seen += os.read(terminal, 1 << 16)


def test_a_terminal_that_is_gone_ends_the_game_in_order(tmp_path: Path) -> None:
    """With the signal ignored, as under nohup, so that only the keyboard shows it."""
    env = environment(tmp_path, PARLOR_PLAIN=None, COLUMNS="100", LINES="32", **UNMEASURED)
    words = [PARLOR, "play", "prime-climb", "--screen", "--theme", "dark"]
    child, master = pty.fork()
    if child == 0:  # pragma: no cover – another process
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.execve(PARLOR, words, env)
    read_until(master, b"Player 1")
    os.write(master, b"4")
    read_until(master, b"Step 4")
    os.close(master)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) in (1, 129)
    assert moves_made(tmp_path) == [4]


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("1 / 0", "The game 'twenty-one' from the package parlor_broken failed: division by zero."),
        ("raise SystemExit(3)", "The game 'twenty-one' from the package parlor_broken failed: 3."),
        ("return 7", "Something broke."),
    ],
)
def test_messages_that_break_leave_the_terminal_whole(
    does: str, told: str, show: Show, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    make(site / "parlor_broken", "twenty-one", ("words.py", "", BROKEN_MESSAGES.format(does=does)))
    install(site, "twenty-one", "parlor_broken")
    window = show(ONE, "play twenty-one --theme dark --pace 0", env={"PYTHONPATH": path_with(site)})
    window.type("/")
    window.until("Type a move.")
    window.type("2\r")
    assert window.end() == 1
    assert window.restored()
    assert told in window.text
    assert "Resume it with: parlor resume" in window.text
    assert "Traceback" not in window.text
    assert (tmp_path / "broken.log").exists() is told.startswith("Something broke")
    assert '"who":1,"move":2,' in only_record(tmp_path).read_text()
