"""A program that answers lines with lines: started without a shell, and ended with all it has started.

The program's standard error is read, so that it cannot block the program, and only the end of it is kept. A
supervisor stands between us and the program (`supervisor.py`) and outlives neither.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from primeparlor.players.player import PlayerFailed

SUPERVISOR = Path(__file__).with_name("supervisor.py")
LONGEST_LINE = 65_536  # bytes of an answer
ERRORS_KEPT = 4_096  # bytes from the end of standard error
CHUNK = 65_536  # bytes read at a time
LEAVE_SECONDS = 1.0  # to end by itself when its input ends
KILL_SECONDS = 5.0  # for the supervisor to kill what is left
ENDED_SECONDS = 1.0  # for the end of a program after that of its output
ENDED = ("The program was ended before.", "Create another player.")
NOT_ASKED = (
    "The program sent a line that answers no open question.",
    "Send one line for each question, with its id, and nothing else on standard output.",
)


class ProgramFailed(PlayerFailed):
    """Raised when a program does not answer as agreed; says what it did, and what its author can do."""

    def __init__(self, sentence: str, remedy: str, errors: str = "") -> None:
        super().__init__(sentence)
        self.remedy = remedy
        self.errors = errors  # the end of its standard error, which may hold secrets: never kept or logged


class Process:
    """A running program."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program of these words: its name and its arguments."""
        held, self._lifeline = os.pipe()
        command = [sys.executable, "-I", "-S", os.fspath(SUPERVISOR), str(held), str(os.getpid()), *words]
        try:
            self._supervisor = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(held,),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(held)
        supervisor = self._supervisor
        assert supervisor.stdin is not None, "all three streams are pipes"
        assert supervisor.stdout is not None
        assert supervisor.stderr is not None
        self._input, self._output = supervisor.stdin, supervisor.stdout
        self._streams = (supervisor.stdin, supervisor.stdout, supervisor.stderr)
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)
        self._unread = bytearray()  # of its output
        self._errors = bytearray()
        self._output_ended = False
        self.failed = False  # then nothing more is expected of it, and it is not waited for
        self._lock = threading.Lock()  # held while a line is exchanged
        self._ending = threading.Lock()
        self._ended = False

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send this line and return the line that answers it; raise `ProgramFailed` if none comes in time."""
        with self._lock:
            if self._ended:  # by another thread, before it was asked
                raise ProgramFailed(*ENDED)
            self._check_unasked()
            self._send_and_read(line, time.monotonic() + seconds, seconds)
            answer, _, rest = self._unread.partition(b"\n")
            self._unread = rest
            return bytes(answer)

    def read_errors(self) -> str:
        """Return the end of what the program has written to standard error."""
        with selectors.DefaultSelector() as ready:
            self._register(ready)
            self._read_ready(ready, 0)
        return self._errors.decode("utf-8", "replace")

    def end(self, farewell: bytes = b"") -> bool:
        """Say farewell and end the program, with all it has started; return True if it ended by itself.

        A program that has failed, or is being asked, is not waited for. May be called again, and from any
        thread.
        """
        with self._ending:
            if self._ended:
                return True
            self._ended = True
        left = False
        if self._lock.acquire(blocking=False):
            try:
                left = not self.failed and self._leave(farewell)
            finally:
                self._lock.release()
        os.close(self._lifeline)
        with self._lock:  # whoever waits for an answer finds that the output has ended
            try:
                self._supervisor.wait(KILL_SECONDS)
            except subprocess.TimeoutExpired:
                self._supervisor.kill()
                self._supervisor.wait()
            for stream in self._streams:
                with suppress(OSError):
                    stream.close()
        return left

    # Sending and reading --------------------------------------------------------------------------

    def _check_unasked(self) -> None:
        """Raise if the program has sent anything that nobody has asked for."""
        with selectors.DefaultSelector() as ready:
            self._register(ready)
            self._read_ready(ready, 0)
        if self._unread:
            raise ProgramFailed(*NOT_ASKED)

    def _send_and_read(self, line: bytes, deadline: float, seconds: float) -> None:
        """Send the line, and read until an answer has come."""
        unsent = memoryview(line)
        with selectors.DefaultSelector() as ready:
            self._register(ready)
            ready.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in self._unread:
                if len(self._unread) > LONGEST_LINE:
                    raise ProgramFailed(
                        f"The program sent a line of more than {LONGEST_LINE:,} bytes.",
                        "Answer with one short line.",
                    )
                if self._output_ended:
                    raise self._explain_end()
                left = deadline - time.monotonic()
                if left <= 0:
                    raise ProgramFailed(
                        f"The program did not answer within {_format_seconds(seconds)}.",
                        "Answer sooner, and flush each line: in Python, print(…, flush=True).",
                    )
                if self._read_ready(ready, left):
                    unsent = self._send(ready, unsent)

    def _send(self, ready: selectors.BaseSelector, unsent: memoryview) -> memoryview:
        """Send what the program takes at once; return the rest."""
        try:
            rest = unsent[self._input.write(unsent) or 0 :]
        except BrokenPipeError:  # it reads nothing any more, but may answer all the same
            rest = unsent[:0]
        if not rest:
            ready.unregister(self._input)
        return rest

    def _register(self, ready: selectors.BaseSelector) -> None:
        """Register the streams that the program writes."""
        for stream in self._streams[1:]:
            if not stream.closed:
                ready.register(stream, selectors.EVENT_READ)

    def _read_ready(self, ready: selectors.BaseSelector, seconds: float) -> bool:
        """Read what there is, waiting so long for it; return True if the program takes more input."""
        takes = False
        for key, _ in ready.select(seconds):
            if key.fileobj is self._input:
                takes = True
                continue
            try:
                text = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            if key.fileobj is self._output:
                self._unread += text
                self._output_ended = not text
            else:
                self._errors += text
                del self._errors[:-ERRORS_KEPT]
            if not text:
                ready.unregister(key.fileobj)
        return takes

    def _explain_end(self) -> ProgramFailed:
        """Return what is wrong when the output has ended."""
        by_hand = "Run it by hand and type what it is sent, to see why; it has to stay until its input ends."
        try:
            code = self._supervisor.wait(ENDED_SECONDS)
        except subprocess.TimeoutExpired:
            return ProgramFailed("The program closed its output instead of answering.", by_hand)
        if code < 0:
            how = f"was ended by the signal {signal.Signals(-code).name}"
        else:
            how = f"ended with exit code {code}"
        return ProgramFailed(f"The program {how} instead of answering.", by_hand)

    def _leave(self, farewell: bytes) -> bool:
        """Say farewell, end the program's input, and wait a moment; return True if it has ended by then."""
        with suppress(OSError):
            self._input.write(farewell)
        with suppress(OSError):
            self._input.close()
        deadline = time.monotonic() + LEAVE_SECONDS
        with selectors.DefaultSelector() as ready:
            self._register(ready)
            while ready.get_map() and (left := deadline - time.monotonic()) > 0:
                self._read_ready(ready, left)
                self._unread.clear()
        try:
            self._supervisor.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True


def _format_seconds(seconds: float) -> str:
    shown = f"{seconds:.3g}"
    return f"{shown} second{'s' * (shown != '1')}"
