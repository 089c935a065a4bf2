"""Views of a table as JSON data: the line of play, visible entries, the outcome and the record."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

from primeparlor import records
from primeparlor.core import OTHER, Move, ParlorError, Player, Rules, State
from primeparlor.games import game_of
from primeparlor.match import (
    EARLY_ENDS,
    REMATCH,
    Answer,
    Entry,
    Event,
    Hint,
    Match,
    NumberedEntry,
    Offer,
    Pause,
    Refusal,
    Result,
    Seating,
    Turn,
)
from primeparlor.records.writer import encode_lines, format_header, format_turn

MOST_ACTIONS = 40  # the most for which a board shows buttons
MOST_RULES = 100  # whose moves are cached
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


class VisibleEntry(NamedTuple):
    """One entry as a reader may see it."""

    seq: int
    data: Data


class LineOfPlay:
    """The line of play of a match as steps, without what was taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.first = game_of(match.start).facts(match.start)
        self._read = 0  # entries of the journal
        self._steps: list[Data] = []  # with facts only at the end: for a long game they would take long
        self._numbered: dict[int, Data] = {}  # the same by their numbers

    def list_steps(self) -> list[Data]:
        """Return every step; only the last ones have facts."""
        self._catch_up()
        return self._steps[:]

    def find_facts(self) -> Data:
        """Return the facts of the current position, which everybody may see."""
        self._catch_up()
        facts: Data = self._steps[-1]["facts"] if self._steps else self.first
        return facts

    def find_step(self, number: int) -> Data | None:
        """Return the step of the event of this number; None if it was taken back."""
        self._catch_up()
        return self._numbered.get(number)

    def _catch_up(self) -> None:
        journal, line = self.match.journal, self.match.line
        if self._read == len(journal):
            return
        new = enumerate(journal[self._read :], self.match.first_seq + self._read + 1)
        seqs = {entry.number: seq for seq, entry in new if isinstance(entry, Event)}
        self._read = len(journal)
        standing = {event.number for event, _ in line}
        self._steps = [step for step in self._steps if step["number"] in standing]
        for at, (event, _) in enumerate(line[len(self._steps) :], len(self._steps)):
            self._steps.append(_build_step(event, seqs[event.number], self._find_state(at)))
        drawn = len(line) - DRAWN
        for at, step in enumerate(self._steps):
            if at < drawn:
                self._steps[at] = step if step["facts"] is None else step | {"facts": None}
            elif step["facts"] is None:
                self._steps[at] = step | {"facts": self._build_facts(at)}
        self._numbered = {step["number"]: step for step in self._steps}

    def _find_state(self, at: int) -> State:
        line = self.match.line
        return line[at + 1][1] if at + 1 < len(line) else self.match.state

    def _build_facts(self, at: int) -> Data:
        """Return the facts after a step."""
        state = self._find_state(at)
        played = [(event.who, event.move) for event, _ in self.match.line[: at + 1] if event.move is not None]
        return game_of(state).facts(state, played)


def _build_step(event: Event, seq: int, after: State) -> Data:
    """Build a step without its facts."""
    kept = event._asdict()
    told = {key: kept[key] for key in ("number", "who", "move", "forced", "by_hand")}
    return {"seq": seq, **told, "turn": after.turn, "facts": None}


def list_actions(start: State) -> list[Move] | None:
    """Return all moves of these rules if they are few and no secret; else None. Call it from a thread."""
    if start.may_attempt:  # in these games, finding a legal move is part of the game
        return None
    moves = find_all_moves(start.rules)
    return list(moves) if moves is not None and len(moves) <= MOST_ACTIONS else None


@lru_cache(MOST_RULES)
def find_all_moves(rules: Rules) -> tuple[Move, ...] | None:
    """Return all moves of these rules; None if there are too many positions to find them in.

    For a game that does not list them this takes long: call it from a thread.
    """
    try:
        return rules.actions
    except ParlorError:
        return None


def format_entry(kept: NumberedEntry, line: LineOfPlay | None) -> VisibleEntry:
    """Encode an entry for those who may see it, with its step if that was not taken back."""
    data: Data = {"seq": kept.seq, "kind": KINDS[type(kept.entry)], **records.format_entry(kept.entry)}
    if line is not None and isinstance(kept.entry, Event) and kept.entry.undo is None:
        step = line.find_step(kept.entry.number)
        data |= {"step": step} if step else {}
    return VisibleEntry(kept.seq, data)


def format_outcome(match: Match) -> Data | None:
    """Return the result of the match: `how` is what the player `by` did to end it."""
    if (found := match.outcome) is None:
        return None
    ending = match.state.ending()
    if ending is not None:
        return {**found._asdict(), "how": ending.reason, "by": ending.by}
    if found.winner is None:
        return {**found._asdict(), "how": found.reason, "by": None}
    return {**found._asdict(), "how": EARLY_ENDS[found.reason].then, "by": OTHER[found.winner]}


def format_offer(match: Match) -> Data | None:
    """Return the open offer; an accepted rematch counts until the next game begins."""
    if match.offer is not None:
        return {"who": match.offer.who, "kind": match.offer.kind}
    agreed = match.outcome is not None and match.decision.allowed
    return {"who": agreed, "kind": REMATCH} if agreed else None


def encode_record(match: Match, began: str, readers: Collection[Player]) -> bytes:
    """Encode the record for these seats: during the game, without the other players' help and tries."""
    seen = {kept.seq: kept.entry for kept in match.since(match.first_seq, readers)}
    lines = [format_header(match, began)]
    for turn in match.list_turns(match.first_seq):
        numbers = range(turn.seq + 1, turn.seq + 1 + len(turn.entries))
        entries: tuple[Entry, ...] = tuple(seen[number] for number in numbers if number in seen)
        lines += format_turn(Turn(turn.seq, entries)) if entries else ()
    return encode_lines(lines)
