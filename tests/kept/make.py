"""Writes the answers and records in this folder, from whatever code is running.

They are kept from before games became folders: they say what the house answered then, and every record of
version 1 in them must be read for ever. They are NOT to be regenerated to make a test pass. If `test_kept.py`
fails, the code has changed an answer: find out why. This file is here to show where the answers came from,
and to add to them:

    PYTHONPATH=tests .venv/bin/python tests/kept/make.py
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from helpers import walk
from kept_helpers import KEPT, RECORDS, analysed, replayed, said, solved
from match_helpers import BEGAN, Clock, go_on
from primeparlor import notation
from primeparlor.core import IllegalMove, Move, State
from primeparlor.match import Match, Settings
from primeparlor.records import RecordFile
from variants import VARIANTS

EACH = 50  # positions of each game
LONGEST_PROOF = 4000  # characters; of a longer one only the digest is kept

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
# What walks seldom meet.
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
    """The position texts kept of a game: starts, those met seldom, and of each variant as many from walks."""
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
    """Positions of random games, one of each kind in turn as far as they are met; only one that is over."""
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


# Records -----------------------------------------------------------------------------------------


class Desk:
    """A match with its record in a file, on a clock that is told how long each decision takes."""

    def __init__(self, path: Path, position: str, *seats: str, luck: int = 0, **options: Any) -> None:
        self.clock = Clock()
        settings = Settings(**{key: options.pop(key) for key in Settings._fields if key in options})
        names = (seats[0], seats[1]) if seats else ("human", "human")
        self.match = Match(notation.read_position(position), names, settings, now=self.clock, **options)
        if "seed" not in options:
            self.match._draws_by = luck  # an unseeded match draws what nobody can foresee: not here
        self.file = RecordFile.create(str(path), self.match)
        self.match.begin()

    def play(self, *moves: Move, seconds: float = 0.5) -> Desk:
        for move in moves:
            self.clock.seconds += seconds
            go_on(self.match, move)
        return self

    def play_out(self, seed: int, most: int = 300) -> Desk:
        random = Random(seed)
        while self.match.outcome is None and self.match.number < most:
            self.play(random.choice(self.match.state.moves()), seconds=random.randrange(90) / 10)
        return self

    def safely(self, most: int = 300) -> Desk:
        """Nonprime Addition for ever: even totals."""
        while self.match.outcome is None and self.match.number < most:
            total: int = self.match.state.total  # type: ignore[attr-defined]
            self.play(2 + total % 2)
        return self

    def hint(self, *kinds: int | str) -> Desk:
        for kind in kinds:
            self.match.hint(kind, self.match.number)
        return self

    def undo(self, *players: Any) -> Desk:
        for player in players:
            self.clock.seconds += 0.25
            self.match.undo(player, self.match.number)
        return self

    def invalid(self, times: int = 1) -> Desk:
        for _ in range(times):
            self.match.invalid(self.match.number)
        return self

    def resign(self, player: Any) -> Desk:
        self.match.resign(player, self.match.number)
        return self

    def resumed(self, *seats: str, seed: int | None = None, luck: int = 0) -> Desk:
        """The same record, left and taken up again by these."""
        self.match.suspend()
        self.file.close()
        self.file, record = RecordFile.reopen(self.file.path)
        self.match = record.match
        self.match._now, self.match._draws_by = self.clock, luck
        if seed is not None:
            self.match.reseed(seed)
        if seats:
            self.match.seat(*seats)
        self.match.begin()
        return self


def _out_of_time(desk: Desk) -> Desk:
    desk.clock.seconds += 31
    desk.match.flag_fell()
    return desk


def _attempts(desk: Desk) -> Desk:
    """In Number Morph a person may try numbers that are not prime, without a strike."""
    for number in (212, 213, 215, 217):
        try:
            go_on(desk.match, number)
        except IllegalMove:
            continue
    return desk


Played = Callable[..., Desk]
MATCHES: dict[str, Callable[[Played], Desk]] = {
    "addition-made-a-prime": lambda at: at("nonprime-addition").play_out(2),
    "addition-limit": lambda at: at("nonprime-addition", limit=12).safely(),
    "addition-unattended": lambda at: at("nonprime-addition", "random", "perfect").safely(),
    "addition-large-set-up": lambda at: at(
        "nonprime-addition start=1000000 smallest=98 largest=99 total=9223372036854775806 turn=2"
    ).play(98, 98),
    "addition-lost-at-once": lambda at: at("nonprime-addition smallest=1 largest=2").hint(1, "moves").play(2),
    "morph-drawn": lambda at: at("number-morph", "human", "club", luck=8).play_out(3),
    "morph-seeded": lambda at: at("number-morph digits=2", "random", "random", seed=11).play_out(4),
    "morph-attempts": lambda at: _attempts(at("number-morph", fate=[211], strikes=2)).play(271).resign(1),
    "morph-dealt-and-taken-back": lambda at: (
        at("number-morph", fate=[211]).hint(1, 2, "moves").play(271, 277).undo(2, 1).hint(1).play(281)
    ),
    "morph-four-digits": lambda at: at("number-morph digits=4", seed=77).play_out(1, most=9),
    "morph-set-up": lambda at: at("number-morph number=379 used=349,359,373,379,383 turn=1").play(389),
    "climb-hints": lambda at: (
        at("prime-climb", "human", "perfect")
        .hint(1, 2, 3, "moves")
        .play(3)
        .hint("why", 1)
        .play(4)
        .play_out(5)
    ),
    "climb-passes": lambda at: at("prime-climb largest=1").play_out(1),
    "climb-seats-changed": lambda at: (
        at("prime-climb top=100 largest=5")
        .play(4, 3)
        .resumed("human", "expert")
        .play(2, 5)
        .resumed("beginner", "./a program --of mine")
        .play(5)
    ),
    "climb-out-of-time": lambda at: _out_of_time(at("prime-climb", clock=30).play(3, 6, seconds=12.5)),
    "climb-half-a-second": lambda at: at("prime-climb top=35 largest=4", clock=0.5).play(2, 1, seconds=0.25),
    "climb-set-up-resigned": lambda at: at("prime-climb steps=7,3 turn=2").play(1).resign(2),
    "climb-not-begun": lambda at: at("prime-climb top=7 largest=2"),
    "pocket-taken-back": lambda at: (
        at("pocket-addition").play(6, 9, 1).undo(1, 2, 1).play(5, 6).hint(1).play(2, 9)
    ),
    "pocket-passes": lambda at: at("pocket-addition target=10 largest=4").play_out(9),
    "pocket-strikes": lambda at: at("pocket-addition", "human", "club").invalid(4).play(6).invalid(3),
    "pocket-no-help": lambda at: at("pocket-addition target=21", undo=False, hints=False).play_out(6),
    "pocket-set-up": lambda at: at("pocket-addition one=6 two=9 turn=1").play(8).invalid(2).play(2),
    "duel-drawn": lambda at: at("prime-duel", "human", "club", luck=3).play_out(3),
    "duel-seeded": lambda at: at("prime-duel", seed=123456789012345678).play_out(8),
    "duel-dealt": lambda at: at("prime-duel", fate=[7, 10, 9], luck=5).play("keep", "discard").hint("why"),
    "duel-reshuffled": lambda at: at("prime-duel target=5 largest=2 copies=1", luck=2).play_out(2),
    "duel-seed-forgotten": lambda at: (
        at("prime-duel target=20", seed=19).play("keep").resumed(luck=4).play_out(1)
    ),
    "duel-seed-given-again": lambda at: (
        at("prime-duel target=20", "human", "random", seed=19)
        .play("keep")
        .undo(1)
        .resumed(seed=19)
        .play_out(1)
    ),
    "duel-set-up": lambda at: at(
        "prime-duel target=100 largest=12 copies=8 scores=96,91 deck=1,2,0,0,1,0,0,0,0,3,1,0 turn=2", luck=6
    ).play_out(2, most=12),
}

# Matches of the levels with a seed, played by the command: a seed repeats them while records have version 1.
LEVELS = {
    "levels-addition": "nonprime-addition --p1 beginner --p2 random --seed 3",
    "levels-morph": "number-morph --p1 club --p2 casual --seed 4",
    "levels-climb": "prime-climb top=35 largest=4 --p1 expert --p2 club --seed 5",
    "levels-pocket": "pocket-addition --p1 casual --p2 perfect --seed 6",
    "levels-duel": "prime-duel target=20 largest=6 copies=2 --p1 beginner --p2 expert --seed 7",
}

# Of some records the end is missing, as after a crash: this many bytes of it.
CUT = {
    "climb-event-cut": ("climb-seats-changed", 8),
    "climb-end-of-line-cut": ("climb-seats-changed", 1),
    "pocket-result-cut": ("pocket-taken-back", 12),
}
WITHOUT_RESULT = {"climb-without-result": "climb-hints"}


def records(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every record by name: written line by line as at the table, but begun at a fixed time."""
    made: dict[str, bytes] = {}
    for name, played in MATCHES.items():
        path = folder / name
        played(lambda *given, path=path, **options: Desk(path, *given, **options)).file.close()
        made[name] = _fixed(path.read_bytes())
    for name, words in LEVELS.items():
        path = folder / name
        said("play", *words.split(), "--record", str(path), "--plain")
        made[name] = re.sub(rb',"ms":\d+', b"", _fixed(path.read_bytes()))
    made |= {name: made[whole][:-missing] for name, (whole, missing) in CUT.items()}
    made |= {name: made[whole][: made[whole].rindex(b'{"result"')] for name, whole in WITHOUT_RESULT.items()}
    yield from made.items()


def _fixed(record: bytes) -> bytes:
    return re.sub(rb'"began":"[^"]*"', b'"began":"%s"' % BEGAN.encode(), record, count=1)


# All of it ---------------------------------------------------------------------------------------


def make() -> None:
    """Write every file of this folder anew. Read the top of this file first."""
    answers = [answer(position) for game in VARIANTS for position in positions(game)]
    answers += [answer(shown(position), exact=True) for position in EXACTLY.splitlines()]
    _write("analyse.jsonl", answers)
    _write("solve.jsonl", [{"solve": game, "answer": solved(game)} for game in SOLVED.splitlines()])
    RECORDS.mkdir(exist_ok=True)
    replays = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, data in records(Path(folder)):
            (path := RECORDS / f"{name}.jsonl").write_bytes(data)
            replays[path.name] = replayed(path)
    lines = [f"{json.dumps(name)}: {json.dumps(replay)}" for name, replay in replays.items()]
    (KEPT / "replays.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _write(name: str, lines: list[dict[str, object]]) -> None:
    (KEPT / name).write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


if __name__ == "__main__":
    make()
