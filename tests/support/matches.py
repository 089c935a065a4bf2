"""Helpers for tests of the referee and of records: a table to play at, and things that go wrong there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from primeparlor.core import OTHER, Move, ParlorError, Player, State
from primeparlor.match import (
    AnswerOffer,
    Conflict,
    Entry,
    Forfeit,
    Help,
    Hint,
    Match,
    Mistype,
    NumberedEntry,
    OutOfTime,
    Resign,
    Settings,
    Sit,
    TakeBack,
    TakeHelp,
    Turn,
)
from primeparlor.notation import read_position
from primeparlor.records import Record, format_record, read
from support.variants import NAMES

BEGAN = "2026-01-31T18:00:00Z"
AGENTS = ("random", "cmd:player")

every_variant = pytest.mark.parametrize("name", NAMES)


def table(position: str, *moves: Move, **options: Any) -> Match:
    """A match begun at this position, after these moves, which took no time."""
    match = Match(read_position(position), **{"now": Clock()} | options)
    match.begin()
    return go_on(match, *moves)


def go_on(match: Match, *moves: Move) -> Match:
    """The match after these moves of whoever is to move."""
    for move in moves:
        match.submit(match.state.turn, move, match.number)
    return match


def play_out(match: Match, random: Random, most: int = 300) -> Match:
    """The match after random moves until it is over, or after this many."""
    match.begin()
    while match.outcome is None and match.number < most:
        go_on(match, random.choice(match.state.moves()))
    return match


def moves(match: Match) -> list[Move | None]:
    """The moves of all events that were not taken back, in order."""
    return [event.move for event in match.history]


def drawn(match: Match) -> list[Move | None]:
    """All outcomes of fate, taken back or not."""
    return [event.move for event in match.events if event.who is None]


def refused(kind: type[ParlorError], act: Callable[..., object], *given: Any) -> str:
    """The sentence with which the referee refuses."""
    with pytest.raises(kind) as caught:
        act(*given)
    assert type(caught.value) is kind
    return str(caught.value)


def again(match: Match, **options: Any) -> Match:
    """The match after a restart, begun: its journal replayed to the same point."""
    copy = Match(match.start, match.first_seats, match.settings, names=match.first_names, **options)
    for entry in match.journal:
        copy.restore(entry)
    copy.begin()
    return copy


def help_given(match: Match, after: int) -> tuple[Help, ...]:
    """The help given between the event of this number and the next."""
    return tuple(note.kind for note in match.notes if isinstance(note, Hint) and note.after == after)


def as_bytes(match: Match, began: str = BEGAN) -> bytes:
    """The whole record of the match."""
    return b"".join(
        json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in format_record(match, began)
    )


def read_bytes(data: bytes) -> Record:
    """The record in these bytes."""
    return read(data.splitlines(keepends=True))


def view(match: Match) -> dict[str, object]:
    """Everything about a match that a record keeps."""
    return {
        "start": match.start,
        "seats": match.seats,
        "names": match.names,
        "settings": match.settings,
        "journal": match.journal,
        "history": match.history,
        "state": match.state,
        "outcome": match.outcome,
        "marks": match.marks,
        "day": match.day,
    }


class Clock:
    """A clock whose seconds pass only when told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Diary:
    """A store and an observer that write what they are given into one list; the store may be full."""

    def __init__(self, match: Match) -> None:
        self.notes: list[tuple[str, Entry]] = []
        self.states: list[tuple[State, State]] = []
        self.turns: list[Turn] = []
        self.room: int | None = None  # for so many turns
        self.first_seq = match.seq
        match.store = self
        match.observers.append(self)

    def append(self, turn: Turn) -> None:
        if self.room is not None:
            if self.room == 0:
                raise OSError("no room")
            self.room -= 1
        if turn.seq != self.first_seq + sum(len(kept.entries) for kept in self.turns):
            raise Conflict("Another was first.")
        self.turns.append(turn._replace(error=None))
        self.notes += [("kept", entry) for entry in turn.entries]

    def since(self, seq: int) -> list[Turn]:
        return [turn for turn in self.turns if turn.seq >= seq]

    def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
        self.notes.append(("told", kept.entry))
        self.states.append((before, after))


def two_of(position: str, **options: Any) -> tuple[Match, Match, Diary]:
    """One match in two processes that share a store and have both applied the opening."""
    here, there = (Match(read_position(position), now=Clock(), **options) for _ in range(2))
    diary = Diary(here)
    there.store = diary
    here.begin()
    there.begin()
    return here, there, diary


def some_match(
    start: State, random: Random, match: Match | None = None, most: int = 60, **options: Any
) -> Match:
    """A match in which anything may happen: moves, refusals, hints, undo, offers, new players, the end."""
    clock = Clock()
    settings = options.pop("settings", Settings())._replace(consent=random.random() < 0.5)
    match = match or Match(start, settings=settings, now=clock, **options)
    match.begin()
    for _ in range(random.randrange(most)):
        if match.outcome is not None:
            break
        clock.seconds += random.random()
        with suppress(OutOfTime):
            _something(match, random)
    return match


def _something(match: Match, random: Random) -> None:
    player: Player = random.choice((1, 2))
    dice = random.random()
    if match.offer is not None and dice < 0.5:
        match.perform(AnswerOffer(OTHER[match.offer.who], random.random() < 0.5, match.number))
    elif dice < 0.08:
        match.perform(Mistype(match.state.turn, match.number))
    elif dice < 0.16:
        match.perform(TakeHelp(match.state.turn, random.choice(("moves", match.hint_step + 1)), match.number))
    elif dice < 0.26 and match.find_last_decision([player]) and match.offer is None:
        match.perform(TakeBack(player, match.number))
    elif dice < 0.27:
        match.perform(Resign(player, match.number))
    elif dice < 0.32:
        one, two = random.choices(("human", "random"), k=2)
        names = [random.choice(("", "Ann", "Bo Ω")) if seat == "human" else "" for seat in (one, two)]
        match.perform(Sit((one, two), (names[0], names[1])))
    elif dice < 0.33 and match.seats[player - 1] != "human":
        match.perform(Forfeit(player, match.number))
    else:
        go_on(match, random.choice(match.state.moves()))


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> float:
    """Pearson's statistic of these counts against the weights: the sum of (seen - due)² / due."""
    share = sum(counts) / sum(weights)
    return sum(
        (seen - share * weight) ** 2 / (share * weight) for seen, weight in zip(counts, weights, strict=True)
    )
