"""One of two processes that play the same matches in one database, each told what to do when.

Reads lines `ACT MATCH` and answers each with one line. It knows of the other process only through the store.
"""

from __future__ import annotations

import sys
from random import Random

from primeparlor import notation
from primeparlor.match import Match, MatchError, Turn
from tables.sqlite_store import SqliteStore, opened


def main(path: str, side: int) -> None:
    """Do what is asked for until nothing more comes. Of two rivals, no two ever choose the same move."""
    database, matches, random = opened(path), dict[str, Match](), Random(side)
    for line in sys.stdin:
        act, name = line.split()
        if name not in matches:
            matches[name] = SqliteStore.load(database, name)
        print(answered(act, matches[name], random, side), flush=True)


def answered(act: str, match: Match, random: Random, side: int) -> str:
    """What came of it: the number that a turn of ours was kept after, or the name of the refusal."""
    try:
        turn = done(act, match, random, side)
    except MatchError as error:
        return type(error).__name__
    if turn is None:
        return f"{match.seq} {match.outcome} {notation.position(match.state)}"
    return f"{turn.seq}" if turn.entries else "nothing"


def done(act: str, match: Match, random: Random, side: int) -> Turn | None:
    """The turn of ours that was kept; None where we only look."""
    player, number = match.state.turn, match.number
    if act == "look":
        match.catch_up()
        return None
    if act == "begin":
        return match.begin()
    if act == "undo":
        return match.undo(player, number)
    if act == "resign":
        return match.resign(player, number)
    return match.submit(player, random.choice(match.state.moves()[side::2]), number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
