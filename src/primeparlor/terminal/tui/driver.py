"""The terminal as Textual reads and draws it, made safe against what a terminal may send or suffer."""

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

    from primeparlor.terminal.tui.app import Parlor

MOST_KEYS = 100  # in a second; nobody types so fast: this is a paste that the terminal does not mark as one
PATIENCE = 0.1  # seconds between two looks whether to go on reading


class TerminalDriver(LinuxDriver):
    """Ignores bytes that are not text, and floods of keys; ends the game when the terminal is gone."""

    _app: Parlor
    _second, _keys = 0.0, 0  # when the second at hand began, and the keys since

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = Screen(self._file)

    # The keyboard -----------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Read until told to stop. Textual would fail at a byte that is not UTF-8, and read on for ever
        where nobody can type any more.
        """
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], PATIENCE)[0]:
                if not (data := self._read()):
                    self._app.call_later(self._app.told_to_end, signal.SIGHUP)
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
        if not (isinstance(message, Key) and message.key != "ctrl+c" and self._flooded()):
            super().process_message(message)

    def _flooded(self) -> bool:
        """Whether more keys come than anybody presses: a megabyte would keep the screen busy for minutes."""
        now = time.monotonic()
        if now - self._second > 1:
            self._second, self._keys = now, 0
        self._keys += 1
        return self._keys > MOST_KEYS

    # Stopped and continued --------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take the terminal. Textual would answer signals in the midst of what it writes, and then wait for
        itself for ever; here they wait for their turn.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, self._sigtstp_application)
        loop.add_signal_handler(signal.SIGCONT, self._sigcont_application)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    @property
    def drawing(self) -> bool:
        """Whether the terminal is ours now."""
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def restore(self) -> None:
        """Give the terminal back, should that still be owed."""
        if self.drawing:
            self.suspend_application_mode()

    def _sigcont_application(self, *_: Any) -> None:
        """Go on. Who was stopped without being asked first leaves in order, so as not to begin twice."""
        if not self._must_signal_resume:
            self._must_signal_resume = self.drawing  # else there is no screen yet, or no more
            self.restore()
        if self._must_signal_resume:
            super()._sigcont_application()


class Screen:
    """What is drawn on; once nobody sees it any more, nothing is, so that whoever draws need not wait."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()
