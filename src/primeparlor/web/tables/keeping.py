"""What is done at a table, committed in a thread: the loop of the server never waits for the disk.

The referee decides in the loop and hands the turn to its store. That store only passes it on, so nothing has
happened yet; the turn is committed in a thread and then applied in the loop. So whoever looks at the match
meanwhile sees it whole.
"""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.match import Conflict, Match, Turn
from primeparlor.web.storage.store import TableStore


class Decided(Exception):
    """Carries a turn out of the match before anything has changed."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.turn = turn


class PassedOn:
    """The store of a match at the server: it keeps nothing itself."""

    def append(self, turn: Turn) -> None:
        raise Decided(turn)

    def since(self, seq: int) -> list[Turn]:
        return []


async def keep(match: Match, store: TableStore, act: Callable[[], object]) -> None:
    """Do this in the match: decided, committed, applied; at last its error is raised, if it has one.

    If the database has more than the match knows of, that is taken in, and it is decided again. Only this
    process writes, so it is a turn whose commit was reported as failed but was made.
    """
    match.store = PassedOn()
    while True:
        try:
            act()
            return
        except Decided as decided:
            turn = decided.turn
        try:
            await store.store.apart(store.append, turn)
        except Conflict:
            if not await _caught_up(match, store):
                raise
            continue
        match.apply(turn)
        if turn.error is not None:
            raise turn.error
        return


async def _caught_up(match: Match, store: TableStore) -> bool:
    """Take in what is kept and not known here; whether there was anything."""
    turns = await store.store.apart(store.since, match.seq)
    match.apply(*turns)
    return bool(turns)
