"""Runs one program and leaves nothing of it behind: a process of its own, started by `process`.

    python supervisor.py LIFELINE PARENT PROGRAM [ARGUMENT …]

The program gets our standard input, output and error. It is no longer needed when it ends, or when the
lifeline is closed: a pipe whose other end the parent holds, so that it closes when the parent ends, too. Then
everything that the program has started is killed. On Linux that includes what has left its session, because
orphans become our children; elsewhere such processes are not found. At last we end as the program did.

This is no sandbox: the program runs with all rights of the person who named it.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
from contextlib import suppress

SET_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36  # of prctl
LOOK_SECONDS = 1000  # milliseconds between two looks whether the parent is still there
CANNOT_START = 127  # exit code, as of a shell
IS_LINUX = sys.platform == "linux"


def run(lifeline: int, parent: int, program: list[str]) -> None:
    """Run the program until it ends or nobody needs it any more; kill the rest and end as it did."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    os.set_inheritable(lifeline, False)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _set_process_option(SET_CHILD_SUBREAPER, 1)
    pid = os.fork()
    if not pid:
        _become(program)
    _close_streams()
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(woken, select.POLLIN)
    status = None
    while status is None and os.getppid() == parent:
        ready = dict(poll.poll(LOOK_SECONDS))
        if lifeline in ready:
            break
        if woken in ready:
            os.read(woken, 1000)
        status = _reap(pid)
    found = _kill_rest(pid)
    _end_as(found if status is None else status)


def _set_process_option(option: int, value: int) -> None:
    """Set an option of this process that only Linux has."""
    if IS_LINUX:
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def _become(program: list[str]) -> None:
    """Replace this new process by the program, in a session of its own that ends with us."""
    try:
        os.setsid()
        _set_process_option(SET_DEATH_SIGNAL, signal.SIGKILL)
        for ignored in (
            signal.SIGPIPE,
            signal.SIGXFSZ,
        ):  # Python ignores them, and programs would inherit that
            signal.signal(ignored, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        os.execvp(program[0], program)
    except OSError as error:
        with suppress(OSError):
            os.write(2, f"{program[0]} cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_START)


def _close_streams() -> None:
    """Let go of the streams, which are the program's now: else nobody would see that it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _reap(pid: int) -> int | None:
    """Take leave of every process that has ended; return the status of this one if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                break
            found = status if ended == pid else found
    return found


def _kill_rest(pid: int) -> int:
    """Kill all that is left until nothing is; return the program's status, as killed if it is unknown."""
    found: int = signal.SIGKILL
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
    while True:
        for child in _list_children():
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            ended, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return found
        found = status if ended == pid else found


def _list_children() -> list[int]:
    """Return our children, with the orphans that became ours; none where nothing lists them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return _search_children()


def _search_children() -> list[int]:
    """Return our children among all processes, for kernels that keep no list of them."""
    found = []
    with suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                if int(file.read().rpartition(")")[2].split()[1]) == os.getpid():
                    found.append(int(name))
    return found


def _end_as(status: int) -> None:
    """End with the program's exit code, or by the signal that ended it."""
    if os.WIFSIGNALED(status):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with suppress(OSError):
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


if __name__ == "__main__":
    run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
