"""The terminal driver: Textual's own, hardened against invalid input, key floods and a lost terminal."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key

if TYPE_CHECKING:
    from textual.message import Message

    from primeparlor.terminal.tui.app import ParlorApp

MOST_KEYS = 100  # keys per second; more can only be a paste that the terminal does not mark as one
PATIENCE = 0.1  # seconds between two checks of the exit event


class TerminalDriver(LinuxDriver):
    """A Linux driver that ignores invalid UTF-8 and floods of keys, and exits when the terminal is gone."""

    _app: ParlorApp
    _second, _keys = 0.0, 0  # start of the current second, and keys since then

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = SafeOutput(self._file)

    # The keyboard -----------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Read keys until the exit event is set.

        Textual's own loop fails at a byte that is not UTF-8, and never ends after the terminal is closed.
        """
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], PATIENCE)[0]:
                if not (data := self._read()):
                    self._app.call_later(self._app.exit_on_signal, signal.SIGHUP)
                    return
                if text := decode(data):
                    self._send(parser.feed(text))
            self._send(parser.tick())

    def _read(self) -> bytes:
        with suppress(OSError):
            return os.read(self.fileno, 1 << 12)
        return b""

    def _send(self, messages: Any) -> None:
        for message in messages:
            self.process_message(message)

    def process_message(self, message: Message) -> None:
        if not (isinstance(message, Key) and message.key != "ctrl+c" and self._is_dropped(message)):
            super().process_message(message)

    def _is_dropped(self, key: Key) -> bool:
        """Return True if a key is one of a flood, or not pressed by a person at all."""
        return self._is_flooded() or self._app.late_answers.is_answer_part(key.character)

    def _is_flooded(self) -> bool:
        """Count a key; return True if there were too many in this second.

        A megabyte of keys would keep the screen busy for minutes.
        """
        now = time.monotonic()
        if now - self._second > 1:
            self._second, self._keys = now, 0
        self._keys += 1
        return self._keys > MOST_KEYS

    # Stopped and continued --------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take over the terminal.

        Textual handles SIGTSTP and SIGCONT in the middle of a write, which can deadlock. Here they are
        handled by the event loop.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, self._sigtstp_application)
        loop.add_signal_handler(signal.SIGCONT, self._sigcont_application)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    @property
    def is_active(self) -> bool:
        """True while the application controls the terminal."""
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def restore(self) -> None:
        """Restore the terminal, unless that has been done."""
        if self.is_active:
            self.suspend_application_mode()

    def _sigcont_application(self, *_: Any) -> None:
        """Resume after SIGCONT.

        After a SIGSTOP, which cannot be caught, suspend first: application mode must not start twice.
        """
        if not self._must_signal_resume:
            self._must_signal_resume = self.is_active  # else application mode has not started, or has ended
            self.restore()
        if self._must_signal_resume:
            super()._sigcont_application()


class SafeOutput:
    """A wrapper of the output file that ignores write errors once the terminal is gone."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()
