"""Writes the answers in this folder, from whatever code is running.

They date from before games became folders: they say what the house answered then. Do NOT regenerate them to
make a test pass. If `test_kept_answers.py` fails, the code has changed an answer: find out why. This file
shows where the answers came from, and can add to them. The records beside them are as old, rewritten once in
the present format; they and their replays never change. Three were played again when a seed came to fix the
draws by their own number: duel-seeded, duel-seed-given-again and levels-duel.

    PYTHONPATH=tests .venv/bin/python tests/kept/make.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from random import Random

from primeparlor import notation
from primeparlor.core import State
from support.games import walk
from support.kept_answers import KEPT, analysed, solved
from support.variants import VARIANTS

EACH = 50  # positions of each game
LONGEST_PROOF = 4000  # characters; for a longer text only its digest is kept

HOUSE_VARIANTS = {
    "prime-climb": ["top=35 largest=4"],
    "pocket-addition": ["target=21"],
}
# What takes seconds to answer, or has thousands of rows.
SLOW = [
    "number-morph digits=5",
    "pocket-addition target=200 largest=14",
    "prime-climb top=1000 largest=99",
    "prime-duel target=100 largest=12 copies=8",
]
# Positions that random walks seldom meet.
MET_SELDOM = """\
nonprime-addition smallest=1 largest=2 total=1 turn=2
nonprime-addition start=13 total=13
nonprime-addition total=9223372036854775783 turn=2
nonprime-addition total=18446744073709551557
nonprime-addition total=18446744073709551606
number-morph number=389 used=349,359,373,379,383,389 turn=2
number-morph digits=2 number=47 used=11,13,17,19,23,29,31,37,43,47,53,59,71,73,79,83,89,97
number-morph digits=5 number=99991 turn=2
number-morph number=883
prime-climb steps=17,18
prime-climb steps=4,11
prime-climb largest=1 steps=3,4
prime-climb largest=1 steps=0,1
pocket-addition one=6 two=9
pocket-addition one=6,8 two=5,9,1 turn=1
pocket-addition one=7,8 turn=2
pocket-addition one=2,4,8 two=5,9 turn=2
pocket-addition target=200 largest=14 one=1,3,5,7,9,11 two=2,4,6,8,10,12
prime-duel scores=44,46 deck=4,4,3,4,4,4,4,4,4,4 card=3
prime-duel scores=45,0 deck=4,4,4,4,4,4,4,4,3,4 card=9
prime-duel scores=46,50
prime-duel deck=4,4,4,4,4,4,4,4,3,4 draw=second
prime-duel scores=48,47 deck=0,0,0,0,0,0,0,0,0,0 turn=2
prime-duel scores=47,46 deck=0,0,1,0,0,2,0,0,1,0 draw=second
prime-duel target=7 largest=3 copies=1 scores=5,6 deck=0,1,1 card=1
prime-duel target=100 largest=12 copies=8 scores=96,97 card=4 deck=1,2,0,0,1,0,0,0,0,3,1,0
prime-duel target=31 copies=2 scores=17,8
"""
EXACTLY = """\
prime-duel scores=46,47 deck=1,0,2,1,0,1,2,0,1,1
prime-duel scores=47,47 deck=2,1,1,2,1,1,0,2,1,2 turn=2 card=3
prime-duel scores=45,48 deck=1,1,1,1,1,1,1,1,1,1 draw=second
prime-duel scores=48,49 deck=1,0,2,1,0,1,1,2,0,1 card=1
prime-duel scores=49,49 deck=0,1,0,0,0,0,0,0,0,0 turn=2
prime-duel target=7 largest=3 copies=2 scores=2,4 deck=1,2,0
prime-duel target=20 largest=6 copies=2 scores=11,13 deck=1,2,2,1,2,1 card=4
"""
SOLVED = """\
nonprime-addition
nonprime-addition smallest=1 largest=2
nonprime-addition start=1000000 smallest=98 largest=99
number-morph
number-morph digits=2
number-morph digits=4
prime-climb
prime-climb largest=1
prime-climb top=2 largest=1
prime-climb top=7 largest=2
prime-climb top=35 largest=4
prime-climb top=100 largest=5
pocket-addition
pocket-addition target=1 largest=1
pocket-addition target=4 largest=3
pocket-addition target=10 largest=4
pocket-addition target=20 largest=6
pocket-addition target=21
prime-duel target=2 largest=2 copies=1
prime-duel target=5 largest=2 copies=1
prime-duel target=7 largest=3 copies=2
prime-duel target=13 largest=4 copies=2
"""


# Positions ---------------------------------------------------------------------------------------


def positions(game: str) -> list[str]:
    """The position texts kept for a game: starts, rare ones, and equally many from walks in each variant."""
    cases = [f"{game} {rules}".strip() for rules in VARIANTS[game] + HOUSE_VARIANTS.get(game, [])]
    cases = [case for case in cases if case not in SLOW]
    picked = {text: None for case in cases if case != "number-morph digits=4" for text in [shown(case)]}
    picked |= {shown(text): None for text in MET_SELDOM.splitlines() if text.split()[0] == game}
    walks = [_walked(notation.read_position(case), Random(case)) for case in cases]
    for texts in zip_longest(*walks):
        picked |= {text: None for text in texts if text and len(picked) < EACH}
    return list(picked)


def shown(text: str) -> str:
    """The position as the house writes it."""
    return notation.position(notation.read_position(text))


def _walked(start: State, random: Random) -> Iterator[str]:
    """Positions from random games, the kinds in turn as far as they are met; only one that is over."""
    met = {state: None for _ in range(12) for state in walk(start, random, 60)}
    by_kind: dict[str, list[str]] = {}
    for state in random.sample(list(met), min(len(met), 80)):
        by_kind.setdefault(_kind(state), []).append(notation.position(state))
    by_kind = {kind: texts[:1] if kind == "over" else texts for kind, texts in sorted(by_kind.items())}
    for at in range(max(map(len, by_kind.values()))):
        yield from (texts[at] for texts in by_kind.values() if at < len(texts))


def _kind(state: State) -> str:
    """Who acts here, and what the answer is."""
    if state.ending():
        return "over"
    acts = "fate" if state.chances() else state.forced() or "player"
    return f"{acts}: {analysed(notation.position(state), exact=False)['verdict']}"


def answer(position: str, exact: bool = False) -> dict[str, object]:
    """The line kept of a position."""
    data = analysed(position, exact)
    if data is not None:
        del data["proof" if len(json.dumps(data["proof"])) > LONGEST_PROOF else "proof_sha256"]
    return {"position": position, **({"exact": True} if exact else {}), "answer": data}


# All of it ---------------------------------------------------------------------------------------


def make() -> None:
    """Write the answers in this folder again. Read the top of this file first."""
    answers = [answer(position) for game in VARIANTS for position in positions(game)]
    answers += [answer(shown(position), exact=True) for position in EXACTLY.splitlines()]
    _write("analyse.jsonl", answers)
    _write("solve.jsonl", [{"solve": game, "answer": solved(game)} for game in SOLVED.splitlines()])


def _write(name: str, lines: list[dict[str, object]]) -> None:
    (KEPT / name).write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


if __name__ == "__main__":
    make()
