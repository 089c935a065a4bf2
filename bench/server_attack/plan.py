"""How much is sent in a run."""

from __future__ import annotations

from typing import NamedTuple


class Plan(NamedTuple):
    """Counts of a run; the default takes a few minutes."""

    requests: int = 20_000  # without rights or sense
    lanes: int = 16  # clients that send them at once
    victims: int = 4  # tables whose friends play on meanwhile
    races: int = 5_000  # moves, many for one turn
    refusals: int = 1_600  # inputs of one player at one turn
    kills: int = 10  # of the server
    workers: int = 40  # killed
    broken: int | None = None  # kinds of broken databases; None for all
    tables: int = 400  # of which the server has room for half
    room: int = 200  # tables of that server; 0 for its own limit
    streams: int = 1_100  # of spectators; 1,000 are allowed
    connections: int = 800  # to a server with few files
    waits: bool = True  # whether to wait until slow readers are cut


QUICK = Plan(300, 4, 2, 200, 60, 1, 4, 3, 60, 30, 120, 300, waits=False)
LONG = Plan(
    requests=200_000,
    races=49_041,
    kills=70,
    workers=301,
    tables=20_400,
    room=0,
)
