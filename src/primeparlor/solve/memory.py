"""How much memory is free, and the refusal of work that needs more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from primeparlor.core import State, TooLarge
from primeparlor.solve.cache import Recent

MEMINFO, CGROUP = "/proc/meminfo", "/sys/fs/cgroup"
REFUSALS = 100  # remembered: a review asks about every position of a long game

# The reasons, by the position and the limit on positions that may follow it.
_refused: Recent[tuple[State, int], str] = Recent(len, REFUSALS)


def too_large(state: State, reason: str) -> TooLarge:
    """The refusal to answer this position; it says what can be done instead."""
    return TooLarge(
        f"{reason}: {state.title} is too large to solve exactly from here. "
        "The levels up to expert still play it."
    )


@contextmanager
def refused_once(state: State, limit: int) -> Iterator[None]:
    """Remember if exploring this position was refused as too large, and refuse it at once next time."""
    if reason := _refused.get((state, limit)):
        raise TooLarge(reason)
    try:
        yield
    except TooLarge as error:
        _refused.put((state, limit), str(error))
        raise


def memory_free() -> int:
    """Bytes available without swapping, within the limit of a container."""
    try:
        words = dict(line.split(":") for line in _read(MEMINFO).splitlines())
        free = int(words["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):  # not Linux: count all the memory installed
        free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = _free_in_container()
    return free if limit is None else min(free, limit)


def _free_in_container() -> int | None:
    """Bytes left below the limit of the control group (version 2); None if there is no limit."""
    try:
        most, used, details = (_read(f"{CGROUP}/memory.{of}") for of in ("max", "current", "stat"))
    except OSError:
        return None
    if most.strip() == "max":
        return None
    cached = dict(line.split() for line in details.splitlines())["inactive_file"]  # freed when needed
    return max(0, int(most) - int(used) + int(cached))


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def unless_too_much(needed: int) -> int:
    """The bytes needed; raises `TooLarge` if that many are not free."""
    if needed > (free := memory_free()):
        raise TooLarge(f"This takes about {needed >> 20} MiB of memory, but only {free >> 20} MiB are free.")
    return needed
