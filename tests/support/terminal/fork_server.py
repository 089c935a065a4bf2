"""Processes of the command that are forked from one which has imported all of it.

Each is a process with its own streams or terminal, signals, environment and exit code. Only what comes
before the command is spared, which takes ten times as long as most commands: the start of the interpreter,
and the imports. What is decided there is tested with processes that are started as people start them.

Run as a script, this is the server: it has one thread, so that it can be forked at any time.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NamedTuple, NoReturn

LENGTH = struct.Struct("=I")  # of a request; and a process id, or how a process has ended
# Of no use to the command in a terminal, or long to import and rarely needed.
LEFT_OUT = ("primeparlor.web", "primeparlor.cli.serve", "primeparlor.adapters")
NEEDS_NUMBA = ".kernels"
ALSO = ("rich.markdown", "textual.drivers.linux_driver", "textual.widgets._input")


# In the tests ------------------------------------------------------------------------------------


class Forked(NamedTuple):
    """A process; how it has ended comes through a pipe, as the server is its parent."""

    pid: int
    ended: int

    def status(self, seconds: float) -> int | None:
        """How it has ended, as `os.waitpid` tells it; None if it still runs after so many seconds."""
        if not select.select([self.ended], [], [], seconds)[0]:
            return None
        [status] = LENGTH.unpack(os.read(self.ended, LENGTH.size))
        os.close(self.ended)
        return int(status)


def fork(
    words: Sequence[str],
    environment: Mapping[str, str],
    streams: Sequence[int | None],
    **options: Any,
) -> Forked:
    """Run the command in a process with these three streams, of which None is closed.

    Options are `largest_file` in bytes, and `eager` to show all progress at once.
    """
    ended, end = os.pipe()
    files = [stream for stream in streams if stream is not None]
    numbers = [number for number, stream in enumerate(streams) if stream is not None]
    asked = {"words": words, "environment": dict(environment), "numbers": numbers, **options}
    request = json.dumps(asked).encode()
    server = _server()
    server.sendall(LENGTH.pack(len(request)))
    socket.send_fds(server, [request[:1]], [end, *files])
    server.sendall(request[1:])
    os.close(end)
    [pid] = LENGTH.unpack(_received(server, LENGTH.size))
    return Forked(pid, ended)


@cache
def _server() -> socket.socket:
    """The connection to the server, which ends when it is closed."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, __file__, str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], start_new_session=True)
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _received(connection: socket.socket, size: int) -> bytes:
    """The next so many bytes; nothing if the other side is gone."""
    came = b""
    while len(came) < size and (more := connection.recv(size - len(came))):
        came += more
    return came


# In the server -----------------------------------------------------------------------------------


def serve(connection: socket.socket) -> None:
    """Fork for each request until the connection is closed."""
    running: dict[int, int] = {}  # each process, and the pipe through which it is told how it ends
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writer)
    while True:
        ready = select.select([connection.fileno(), reader], [], [])[0]
        if reader in ready:
            os.read(reader, 1 << 10)
            _tell_ended(running)
        if connection.fileno() in ready:
            if not (length := _received(connection, LENGTH.size)):
                break
            first, [end, *files], _, _ = socket.recv_fds(connection, 1, 4)
            request = json.loads(first + _received(connection, LENGTH.unpack(length)[0] - 1))
            if (pid := os.fork()) == 0:
                _become(request, files)
            for file in files:
                os.close(file)
            running[pid] = end
            connection.sendall(LENGTH.pack(pid))
    for pid in running:  # which a test has left behind
        os.kill(pid, signal.SIGKILL)


def _tell_ended(running: dict[int, int]) -> None:
    """Tell how processes have ended."""
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        end = running.pop(pid)
        with suppress(BrokenPipeError):  # nobody wants to know any more
            os.write(end, LENGTH.pack(status))
        os.close(end)


def _become(request: dict[str, Any], files: list[int]) -> NoReturn:
    """Be the command, as if the interpreter had been started with these streams and this environment."""
    try:
        os.environ.clear()
        os.environ.update(request["environment"])
        _take(dict(zip(request["numbers"], files, strict=True)))
        sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        sys.argv = ["parlor", *request["words"]]
        for number in (signal.SIGCHLD, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if "largest_file" in request:
            resource.setrlimit(resource.RLIMIT_FSIZE, (request["largest_file"],) * 2)
        if request.get("eager"):
            progress: Any = import_module("primeparlor.terminal.progress_bar")
            progress.FIRST = progress.OFTEN = 0
        code = _run()
    except BaseException:
        traceback.print_exc()
        code = 1
    os._exit(code)


def _take(files: dict[int, int]) -> None:
    """Have these files as streams and nothing else open; a terminal becomes that of the process."""
    signal.set_wakeup_fd(-1)
    taken = {number: os.dup(file) for number, file in files.items()}
    for number in range(3):
        if number in taken:
            os.dup2(taken[number], number)
        else:
            os.close(number)
    os.closerange(3, 1 << 10)
    os.setsid()
    if 0 in taken and os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number, (name, way) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        options: Any = {"buffering": 1, "errors": "backslashreplace"} if name == "stderr" else {}
        stream = open(number, way, encoding="utf-8", **options) if number in taken else None  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _run() -> int:
    """The exit code of the command; as at the end of an interpreter, what is left is written."""
    from primeparlor.__main__ import main

    try:
        code = main()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else int(done.code is not None)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code


def load() -> None:
    """Import everything that the command could."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a second thread would not be forked
    import primeparlor

    for found in walk_packages(primeparlor.__path__, "primeparlor."):
        if not found.name.startswith(LEFT_OUT) and not found.name.endswith(NEEDS_NUMBA):
            import_module(found.name)
    for name in ALSO:
        import_module(name)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    serve(socket.socket(fileno=int(sys.argv[1])))
