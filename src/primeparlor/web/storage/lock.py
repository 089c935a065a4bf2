"""Lock of a database: a server keeps its tables in memory, so no other server may change them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from primeparlor.web.faults import StoreFailed
from primeparlor.web.storage.engine import read_path

IN_USE = "Another parlor serve is already using this database{}. Choose another database with --database."
MOST = 200  # bytes of an address


@contextmanager
def lock_database(url: str) -> Iterator[Callable[[str], None]]:
    """Lock this database against other servers meanwhile; raise if one uses it.

    Yields a function: call it with this server's address, so that a second server can name it in its error.
    The system releases the lock when this process ends, however it ends. The file beside the database stays:
    deleting it could let two servers in.
    """
    path = f"{os.path.realpath(read_path(url))}.lock"
    with ExitStack() as opened:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            opened.callback(os.close, file)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.truncate(file, 0)  # remove the address of the last server
        except BlockingIOError:
            there = os.pread(file, MOST, 0).decode("ascii", "replace")
            raise StoreFailed(IN_USE.format(f": it is open at {there}" if there else "")) from None
        except OSError as error:
            raise StoreFailed(f"The database cannot be used: {error.strerror}.") from None
        yield lambda address: _write_address(file, address)


def _write_address(file: int, address: str) -> None:
    with suppress(OSError):  # a full disk: the server runs all the same
        os.pwrite(file, address.encode("ascii"), 0)
