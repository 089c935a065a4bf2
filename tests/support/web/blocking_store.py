"""The store of a table for a match that no server plays: it waits for each commit."""

from __future__ import annotations

import asyncio

from primeparlor.match import Match, Turn
from primeparlor.web.storage.store import TableStore


class BlockingStore:
    """The `Store` that a match asks for."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.since = store.since

    def append(self, turn: Turn) -> None:
        asyncio.run(self.store.append(turn))


def keep(match: Match, store: TableStore) -> None:
    """Keep the turns of this match here from now on."""
    match.store = BlockingStore(store)
