"""Files and their names: opened without waiting, written whole or not at all, shown without harm.

What goes wrong is raised as the `OSError` of the path that was asked for; whoever asked has the words.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def open_regular(path: str) -> BinaryIO:
    """The file, open to be read. A pipe or a device, which might never answer, is refused at once."""
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


def write_whole(path: str, text: str) -> None:
    """Replace the file, or make it: there is always the old one or the new one, whole."""
    target = os.path.realpath(path)  # a link goes on pointing there
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
    """The permissions of a file that may be written, None of one to be made; else what `open` would raise."""
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
        return  # it may be written but not read: all that can be done is done
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Nobody else who asks for this lock goes on meanwhile; the file of the lock stays."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        with suppress(OSError):  # some network folders know no locks: there the last one to write wins
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


# Names -------------------------------------------------------------------------------------------


def shown(text: str) -> str:
    """The text, or name of a file, with everything escaped that a terminal might obey or not show."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(sign: str) -> str:
    if sign.isprintable():
        return sign
    if "\udc80" <= sign <= "\udcff":  # a byte that is no text, as Python has it in a file's name
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode()


def quoted(path: str) -> str:
    """The name of a file as a shell takes it, bash and zsh whatever is in it; never as an option."""
    from shlex import quote

    path = f"./{path}" if path.startswith("-") else path
    return quote(path) if path.isprintable() else f"$'{''.join(map(_quoted, path))}'"


def _quoted(sign: str) -> str:
    if sign.isprintable() and sign not in "\\'":
        return sign
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
