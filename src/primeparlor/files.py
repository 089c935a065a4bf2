"""Files and their names: opened without blocking, written whole or not at all, safe to show.

Errors are raised as the `OSError` of the given path; the caller finds the words.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

COMMAND, PACKAGE = "parlor", "primeparlor"


def open_regular(path: str) -> BinaryIO:
    """Open the file for reading. A pipe or a device, which might block for ever, is refused."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(file).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "Not a file", path)
        return open(file, "rb")
    except BaseException:
        os.close(file)
        raise


def make_folders(path: str) -> None:
    """Create this folder and all above it that are missing; a path too deep is an `OSError` too."""
    try:
        os.makedirs(path, exist_ok=True)
    except RecursionError:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), path) from None


def write_whole(path: str, text: str) -> None:
    """Create or replace the file: at any time either the old one or the new one is there, whole."""
    target = os.path.realpath(path)  # so that a link keeps pointing there
    beside = os.path.join(os.path.dirname(target), f".parlor-{os.urandom(8).hex()}")
    try:
        mode = _mode_to_keep(target)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
        sync_folder(target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(beside)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, path) from None
        raise


def _mode_to_keep(path: str) -> int | None:
    """Return the permissions of a writable file, None for a new one; else raise what `open` would."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        mode = os.fstat(file).st_mode
    finally:
        os.close(file)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Not a file", path)
    return stat.S_IMODE(mode)


def sync_folder(path: str) -> None:
    """Make the name of a new file or folder durable too, in a folder that can be opened."""
    try:
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return  # it can be written but not read: nothing more can be done
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def lock_file(path: str) -> Iterator[None]:
    """Hold this lock meanwhile: anyone else who wants it waits. The lock file stays."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        with suppress(OSError):  # some network folders have no locks: there the last writer wins
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


# Names -------------------------------------------------------------------------------------------


def escape_text(text: str) -> str:
    """Escape everything in a text or a file name that a terminal might obey or hide."""
    return text if text.isprintable() else "".join(map(_escape_sign, text))


def _escape_sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    if "\udc80" <= sign <= "\udcff":  # a byte that is not text, as Python represents it in a file name
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode()


def find_command() -> str:
    """Return how to call the command again: "parlor" if it is on the path, else as it was started."""
    started = sys.argv[0] if sys.argv else ""
    folder, name = os.path.split(started)
    if name == "__main__.py" and os.path.basename(folder) == PACKAGE:
        return f"{quote_argument(sys.executable)} -m {PACKAGE}"
    if name != COMMAND or not os.path.isfile(started):
        return COMMAND
    from shutil import which

    found = which(COMMAND)
    return COMMAND if found and os.path.samefile(found, started) else quote_argument(started)


def quote_argument(path: str) -> str:
    """Quote the file name for bash and zsh, whatever is in it; it is never taken for an option."""
    from shlex import quote

    path = f"./{path}" if path.startswith("-") else path
    return quote(path) if path.isprintable() else f"$'{''.join(map(_quote_sign, path))}'"


def _quote_sign(sign: str) -> str:
    if sign.isprintable() and sign not in "\\'":
        return sign
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
