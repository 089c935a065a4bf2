"""The games the conformance suite runs over: every standard game, and variants at their edges."""

from __future__ import annotations

from functools import cache

from primeparlor.core import State
from primeparlor.games import GAMES

# The rules of each variant as the words of a position; "" is the book's own game.
VARIANTS: dict[str, list[str]] = {
    "nonprime-addition": [
        "",
        "smallest=1 largest=2",  # the one variant in which a loss can be forced
        "start=7 smallest=3 largest=5",  # begins on a prime
        "start=1000000 smallest=98 largest=99",
    ],
    "number-morph": ["", "digits=2", "digits=4", "digits=5"],
    "prime-climb": [
        "",
        "largest=1",  # passes occur
        "top=2 largest=1",
        "top=7 largest=2",  # the top is prime
        "top=100 largest=5",  # a house variant
        "top=1000 largest=99",
    ],
    "pocket-addition": [
        "",
        "target=1 largest=1",
        "target=4 largest=3",
        "target=10 largest=4",  # the pool runs empty with equal totals
        "target=20 largest=6",
        "target=200 largest=14",  # out of reach
    ],
    "prime-duel": [
        "",
        "target=2 largest=2 copies=1",
        "target=5 largest=2 copies=1",  # the target is prime, and a reshuffle comes every other draw
        "target=7 largest=3 copies=2",
        "target=100 largest=12 copies=8",
    ],
}

CASES = [(name, rules) for name in GAMES for rules in VARIANTS.get(name, [""])]
NAMES = [f"{name} {rules}".strip() for name, rules in CASES]

# Small enough to visit every state.
SMALL = [
    "prime-climb",
    "prime-climb largest=1",
    "prime-climb top=2 largest=1",
    "prime-climb top=7 largest=2",
    "pocket-addition",
    "pocket-addition target=1 largest=1",
    "pocket-addition target=4 largest=3",
    "pocket-addition target=10 largest=4",
    "pocket-addition target=20 largest=6",
    "prime-duel target=2 largest=2 copies=1",
    "prime-duel target=5 largest=2 copies=1",
    "prime-duel target=7 largest=3 copies=1",
    "number-morph digits=2 number=11 used=11,23,29,37,41,43,47,53,59,61,67,73,79,83,89",
    "nonprime-addition smallest=1 largest=2",
]


@cache
def first_state(name: str) -> State:
    """The state a case of `NAMES` or `SMALL` begins with; kept, as some rules take long to make."""
    from primeparlor.notation import read_position

    return read_position(name)
