"""What is sent of a table: the line of play, the news, and how a match ended. All of it as JSON data."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from primeparlor import records
from primeparlor.core import OTHER, Player
from primeparlor.games import game_of
from primeparlor.match import (
    EARLY_ENDS,
    HUMAN,
    Answer,
    Entry,
    Event,
    Hint,
    Kept,
    Match,
    Offer,
    Pause,
    Refusal,
    Result,
    Seating,
    Turn,
)
from primeparlor.records.writing import encoded, header_line, turn_lines

DRAWN = 60  # steps at the end of a line of play that come with their facts
KINDS: dict[type, str] = {
    Event: "event",
    Hint: "hint",
    Refusal: "refusal",
    Offer: "offer",
    Answer: "answer",
    Seating: "seating",
    Pause: "pause",
    Result: "result",
}

Data = dict[str, Any]


class News(NamedTuple):
    """One entry, as somebody may see it."""

    seq: int
    data: Data


class Line:
    """The line of play of a match as steps, without what was taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.first = game_of(match.start).facts(match.start)
        self._read = 0  # entries of the journal
        self._steps: list[Data] = []

    def steps(self) -> list[Data]:
        """Every step; only the last ones have facts."""
        self._catch_up()
        bare = len(self._steps) - DRAWN
        return [step | {"facts": None} if at < bare else step for at, step in enumerate(self._steps)]

    def facts(self) -> Data:
        """What everybody sees of the match as it stands."""
        self._catch_up()
        facts: Data = self._steps[-1]["facts"] if self._steps else self.first
        return facts

    def step(self, number: int) -> Data | None:
        """The step of the event of this number, if it still stands."""
        self._catch_up()
        return next((step for step in reversed(self._steps) if step["number"] == number), None)

    def _catch_up(self) -> None:
        journal, line = self.match.journal, self.match.line
        if self._read == len(journal):
            return
        seqs = {}
        for at, entry in enumerate(journal[self._read :], self.match.first_seq + self._read + 1):
            if isinstance(entry, Event):
                seqs[entry.number] = at
        self._read = len(journal)
        standing = {event.number for event, _ in line}
        self._steps = [step for step in self._steps if step["number"] in standing]
        for at in range(len(self._steps), len(line)):
            self._steps.append(self._step(at, seqs[line[at][0].number]))

    def _step(self, at: int, seq: int) -> Data:
        line = self.match.line
        event = line[at][0]
        state = line[at + 1][1] if at + 1 < len(line) else self.match.state
        played = [(each.who, each.move) for each, _ in line[: at + 1] if each.move is not None]
        return {
            "seq": seq,
            "number": event.number,
            "who": event.who,
            "move": event.move,
            "forced": event.forced,
            "by_hand": event.by_hand,
            "turn": state.turn,
            "facts": game_of(state).facts(state, played),
        }


def told(kept: Kept, line: Line | None) -> News:
    """An entry for those who may see it, with its step if that still stands."""
    data: Data = {"seq": kept.seq, "kind": KINDS[type(kept.entry)], **records.entry_line(kept.entry)}
    if line is not None and isinstance(kept.entry, Event) and kept.entry.undo is None:
        step = line.step(kept.entry.number)
        data |= {"step": step} if step else {}
    return News(kept.seq, data)


def outcome(match: Match) -> Data | None:
    """How the match ended: `how` is what the player `by` did to end it."""
    if (found := match.outcome) is None:
        return None
    ending = match.state.ending()
    if ending is not None:
        return {**found._asdict(), "how": ending.reason, "by": ending.by}
    if found.winner is None:
        return {**found._asdict(), "how": found.reason, "by": None}
    return {**found._asdict(), "how": EARLY_ENDS[found.reason].then, "by": OTHER[found.winner]}


def record(match: Match, began: str, readers: Collection[Player]) -> bytes:
    """The record as these seats may see it: while the game is on, without the others' help and tries."""
    seen = {kept.seq: kept.entry for kept in match.since(match.first_seq, readers)}
    lines = [header_line(match, began)]
    for turn in match.turns(match.first_seq):
        numbers = range(turn.seq + 1, turn.seq + 1 + len(turn.entries))
        entries: tuple[Entry, ...] = tuple(seen[number] for number in numbers if number in seen)
        lines += turn_lines(Turn(turn.seq, entries)) if entries else ()
    return encoded(lines)


def names(match: Match, readers: Collection[Player]) -> list[str]:
    """What these readers call the players: "you", "the house", a name, or else "Player 2"."""

    def called(player: Player) -> str:
        if list(readers) == [player]:
            return "you"
        if match.seats[player - 1] != HUMAN:
            return "the house"
        return match.names[player - 1] or f"Player {player}"

    return [called(1), called(2)]
