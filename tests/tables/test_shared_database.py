"""Matches in a database: two processes at one table, and readers who come and go."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from sqlite3 import Connection
from typing import Any

import pytest

from primeparlor.core import Player
from primeparlor.games import GAMES
from primeparlor.match import (
    RESIGNED,
    Conflict,
    Event,
    Hint,
    Match,
    MatchError,
    NumberedEntry,
    Outcome,
    Refusal,
    Resign,
    StaleMove,
    Turn,
)
from primeparlor.notation import position, read_position
from support.matches import Clock, some_match, view
from support.sqlite_store import SqliteStore, opened

TESTS = Path(__file__).parents[1]
ROUNDS = 100  # in each game; in a round each of the two rivals submits once
READERS: tuple[tuple[Player, ...], ...] = ((), (1,), (2,), (1, 2))


# Two processes ---------------------------------------------------------------------------------------


class Rival:
    """A process that plays the matches of a database."""

    def __init__(self, path: Path, side: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "support.rival", str(path), str(side)],
            cwd=TESTS,
            env={key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, act: str, name: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{act} {name}\n")

    def answer(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")


@pytest.fixture(name="path", scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared") / "matches.db"


@pytest.fixture(name="database", scope="module")
def connection(path: Path) -> Iterator[Connection]:
    database = opened(str(path))
    yield database
    database.close()


@pytest.fixture(name="two", scope="module")
def rivals(path: Path) -> Iterator[list[Rival]]:
    """Two processes on one database; a start costs more than a hundred rounds."""
    two = [Rival(path, side) for side in (0, 1)]
    yield two
    for rival in two:
        rival.process.communicate()
        assert rival.process.returncode == 0


def both(two: list[Rival], acts: tuple[str, str], name: str) -> list[str]:
    """The answers when both are told to act at once."""
    for rival, act in zip(two, acts, strict=True):
        rival.ask(act, name)
    return [rival.answer() for rival in two]


def acts(match: Match, random: Random) -> tuple[str, str]:
    """What the rivals are told to do next, never both the same thing."""
    may_undo = match.find_last_decision([match.state.turn]) is not None
    one, other = random.choices(("move", "undo", "resign"), (30, 2 * may_undo, 1), k=2)
    return (one, other) if len(match.state.moves()) > 1 else ("move", "resign")


@pytest.mark.parametrize("game", GAMES.ours)
def test_of_two_processes_exactly_one_gets_each_turn(
    game: str, two: list[Rival], database: Connection
) -> None:
    random, matches = Random(game), 0
    match: Match | None = None
    for _ in range(ROUNDS):
        if match is None or match.outcome is not None:
            matches += 1
            name, match = f"{game}-{matches}", Match(GAMES[game].start())
            SqliteStore.create(database, name, match)
            begun = both(two, ("begin", "begin"), name)
            match.begin()
            # whatever the opening draws is drawn once: the other process applies it
            assert begun.count("nothing") == (1 if match.seq else 2)
        came = both(two, acts(match, random), name)
        [kept] = [answer for answer in came if answer.isdigit()]
        [refused] = [answer for answer in came if not answer.isdigit()]
        assert int(kept) == match.seq  # it was decided on all that was kept before
        assert refused in ("StaleMove", "MatchError")
        assert match.catch_up()
        one, other = both(two, ("look", "look"), name)
        assert one == other == f"{match.seq} {match.outcome} {position(match.state)}"
    assert match is not None
    assert SqliteStore.load(database, name).journal == match.journal  # checked strictly, as a record is


# One table, seen from two places -------------------------------------------------------------------------


def twice(tmp_path: Path, position: str, **options: Any) -> tuple[Match, Match]:
    """One match twice: begun, and loaded again as another process would."""
    database = opened(str(tmp_path / "matches.db"))
    match = Match(read_position(position), now=Clock(), **options)
    SqliteStore.create(database, "it", match)
    match.begin()
    other = SqliteStore.load(database, "it")
    other.begin()
    return match, other


def test_a_resignation_and_a_move_cannot_both_count(tmp_path: Path) -> None:
    one, two = twice(tmp_path, "pocket-addition")
    one.submit(1, 6, 0)
    with pytest.raises(StaleMove):
        two.perform(Resign(1, 0))
    two.perform(Resign(2, 1))
    with pytest.raises(MatchError, match=r"The match is over\."):
        one.submit(2, 9, 1)
    assert view(one) == view(two)
    assert one.outcome == Outcome(1, RESIGNED)


def test_a_move_that_is_sent_again_from_elsewhere_gets_the_same_answer(tmp_path: Path) -> None:
    one, two = twice(tmp_path, "prime-duel", fate=[7, 10])
    turn = one.submit(1, "discard", 1)
    assert two.submit(1, "discard", 1) == turn
    assert view(one) == view(two)


def test_what_was_not_decided_on_the_last_entry_is_not_kept(tmp_path: Path) -> None:
    match, _ = twice(tmp_path, "pocket-addition")
    assert match.store
    for seq in (1, 7):
        with pytest.raises(
            Conflict, match=rf"The last entry saved is 0, but this turn follows entry {seq}\."
        ):
            match.store.append(Turn(seq, (Event(1, 1, 6),)))
    assert match.store.since(0) == []


def test_a_turn_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    match, _ = twice(tmp_path, "pocket-addition")
    assert match.store
    with pytest.raises(TypeError):
        match.store.append(Turn(0, (Event(1, 1, 6), Event(2, 2, object()))))  # type: ignore[arg-type]
    assert match.store.since(0) == []
    match.submit(1, 6, 0)
    assert [turn.seq for turn in match.store.since(0)] == [0]


# Readers who come and go -----------------------------------------------------------------------------------


def may_see(kept: NumberedEntry, readers: tuple[Player, ...]) -> NumberedEntry | None:
    """What these seats may see of an entry before the match is over: the rule, stated a second time."""
    entry = kept.entry
    if isinstance(entry, Hint | Refusal):
        return kept if entry.who in readers else None
    if isinstance(entry, Event) and entry.who not in readers:
        return NumberedEntry(kept.seq, entry._replace(refused=0))
    return kept


def come_and_go(match: Match, readers: tuple[Player, ...], random: Random) -> list[NumberedEntry]:
    """What a reader has seen who keeps losing the connection and asks for what came after the last entry."""
    seq, seen = 0, list[NumberedEntry]()
    while came := match.since(seq, readers):
        seen += came[: random.randint(1, 9)]
        seq = seen[-1].seq
    return seen


@pytest.mark.parametrize("game", GAMES.ours)
def test_whoever_comes_back_sees_exactly_their_part_of_the_stream(game: str, tmp_path: Path) -> None:
    database, random, hidden = opened(str(tmp_path / "matches.db")), Random(game), 0
    for at in range(15):
        start = GAMES[game].start()
        new = Match(start, ("human", "random"), seed=at, now=Clock())
        SqliteStore.create(database, str(at), new)
        match = some_match(start, random, new, most=12)
        loaded = SqliteStore.load(database, str(at))
        everything = [NumberedEntry(seq, entry) for seq, entry in enumerate(match.journal, 1)]
        for readers in READERS:
            part = [seen for kept in everything if (seen := may_see(kept, readers))]
            if match.outcome is not None:
                part = everything
            hidden += len(everything) - len(part)
            assert come_and_go(match, readers, random) == part
            assert come_and_go(loaded, readers, random) == part
    assert hidden
    database.close()
