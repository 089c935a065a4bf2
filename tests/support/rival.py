"""One of two processes that play the same matches in one database; the test tells each what to do.

It reads lines `ACT MATCH` and answers each with one line. It knows the other process only through the store.
"""

from __future__ import annotations

import sys
from random import Random

from primeparlor import notation
from primeparlor.match import Match, MatchError, Resign, TakeBack, Turn
from support.sqlite_store import SqliteStore, opened


def main(path: str, side: int) -> None:
    """Do what is asked until the input ends. Two rivals never choose the same move."""
    database, matches, random = opened(path), dict[str, Match](), Random(side)
    for line in sys.stdin:
        act, name = line.split()
        if name not in matches:
            matches[name] = SqliteStore.load(database, name)
        print(answered(act, matches[name], random, side), flush=True)


def answered(act: str, match: Match, random: Random, side: int) -> str:
    """The answer: the sequence number before our turn if it was kept, or the name of the refusal."""
    try:
        turn = done(act, match, random, side)
    except MatchError as error:
        return type(error).__name__
    if turn is None:
        return f"{match.seq} {match.outcome} {notation.position(match.state)}"
    return f"{turn.seq}" if turn.entries else "nothing"


def done(act: str, match: Match, random: Random, side: int) -> Turn | None:
    """Our turn that was kept; None if we only look."""
    player, number = match.state.turn, match.number
    if act == "look":
        match.catch_up()
        return None
    if act == "begin":
        return match.begin()
    if act == "undo":
        return match.perform(TakeBack(player, number))
    if act == "resign":
        return match.perform(Resign(player, number))
    return match.submit(player, random.choice(match.state.moves()[side::2]), number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
