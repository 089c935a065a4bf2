"""A bounded store of results for later questions: a server may be asked about any number of variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
LIMIT = 64 << 20  # bytes, not counting the value used last
MOST = 16  # values; limited because each keeps its rules alive, whose size is unknown


class Recent(Generic[K, V]):
    """The most recently used values, by key; safe to share between threads.

    The value used last always stays, however large it is. Of the others, the most recently used stay as
    long as they fit within `limit`. Values may grow while they are kept: they are weighed again each time.
    """

    def __init__(self, weigh: Callable[[V], int], most: int = MOST, limit: int = LIMIT) -> None:
        self._weigh, self._most, self._limit = weigh, most, limit  # about how many bytes a value takes
        self._values: dict[K, V] = {}  # the last used last
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value kept under this key, now the last used; None if there is none."""
        with self._lock:
            if (value := self._values.get(key)) is not None:
                self._use(key, value)
        return value

    def put(self, key: K, value: V) -> V:
        """The value, now kept in place of any other under this key."""
        with self._lock:
            self._use(key, value)
        return value

    def drop(self, key: K) -> None:
        """Forget what is kept under this key, if anything is."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def items(self) -> list[tuple[K, V]]:
        """What is kept, last used last; looking does not count as use."""
        with self._lock:
            return list(self._values.items())

    def __iter__(self) -> Iterator[K]:
        return iter([key for key, _ in self.items()])

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def _use(self, key: K, value: V) -> None:
        """Make this the last used value, and forget others that no longer fit."""
        self._values.pop(key, None)
        room, left = self._limit, self._most - 1
        for other in reversed([*self._values]):
            weight = self._weigh(self._values[other])
            if left and weight <= room:
                room, left = room - weight, left - 1
            else:
                del self._values[other]
        self._values[key] = value
