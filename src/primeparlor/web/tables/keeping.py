"""Commits of a match, made in a thread so that the event loop never waits for the disk.

The match decides in the event loop and hands the turn to its store. That store only passes it on, so nothing
has changed yet; the turn is committed in a thread and then applied in the event loop. So code that reads the
match meanwhile sees a consistent state.
"""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.match import Conflict, Match, Turn
from primeparlor.web.storage.store import TableStore


class Decided(Exception):
    """Raised to carry a turn out of the match before anything has changed."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.turn = turn


class PassedOn:
    """Store of a match on the server that stores nothing itself."""

    def append(self, turn: Turn) -> None:
        raise Decided(turn)

    def since(self, seq: int) -> list[Turn]:
        return []


async def commit_turn(match: Match, store: TableStore, act: Callable[[], object]) -> None:
    """Run an action of the match: decide, commit, apply; then raise the turn's error, if it has one.

    If the database has turns that the match does not know, they are applied and the action is decided again.
    Only this process writes, so such a turn was committed although its commit was reported as failed.
    """
    match.store = PassedOn()
    while True:
        try:
            act()
            return
        except Decided as decided:
            turn = decided.turn
        try:
            await store.store.run_in_thread(store.append, turn)
        except Conflict:
            if not await _catch_up(match, store):
                raise
            continue
        match.apply_turns(turn)
        if turn.error is not None:
            raise turn.error
        return


async def _catch_up(match: Match, store: TableStore) -> bool:
    """Apply turns that are stored but unknown to the match; return True if there were any."""
    turns = await store.store.run_in_thread(store.since, match.seq)
    match.apply_turns(*turns)
    return bool(turns)
