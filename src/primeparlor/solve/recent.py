"""What was worked out, kept for the next question, within bounds: a server meets any number of variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
LIMIT = 64 << 20  # bytes, beside what was used last
MOST = 16  # values: each keeps its rules alive too, and nobody tells how much room those take


class Recent(Generic[K, V]):
    """Values by key, the last used ones, for any number of threads.

    The value used last always stays, however large it is. Of the others stay those used most recently
    that have room within `limit`. Values may grow while they are kept: they are weighed again each time.
    """

    def __init__(self, weigh: Callable[[V], int], most: int = MOST, limit: int = LIMIT) -> None:
        self._weigh, self._most, self._limit = weigh, most, limit  # about how many bytes a value takes
        self._values: dict[K, V] = {}  # the last used last
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value kept under this key, used by that; None if there is none."""
        with self._lock:
            if (value := self._values.get(key)) is not None:
                self._use(key, value)
        return value

    def put(self, key: K, value: V) -> V:
        """The value, which is kept from now on in the place of any other of this key."""
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
        """What is kept, the last used last; to look at it is not to use it."""
        with self._lock:
            return list(self._values.items())

    def __iter__(self) -> Iterator[K]:
        return iter([key for key, _ in self.items()])

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def _use(self, key: K, value: V) -> None:
        """Make this the value used last; of the others forget what has no room."""
        self._values.pop(key, None)
        room, left = self._limit, self._most - 1
        for other in reversed([*self._values]):
            weight = self._weigh(self._values[other])
            if left and weight <= room:
                room, left = room - weight, left - 1
            else:
                del self._values[other]
        self._values[key] = value
