"""The steps of a match as JSON: each is encoded once, for all readers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from primeparlor.core import Played, State
from primeparlor.games import game_of
from primeparlor.match import Event, Match
from primeparlor.web.json_encoder import encode_json

DRAWN = 60  # steps at the end of a line of play that come with their facts


class Step(NamedTuple):
    """A standing event as JSON: its own fields, and the facts after it."""

    head: bytes
    facts: bytes | None  # None where they are left out

    @property
    def text(self) -> bytes:
        return b'{%b,"facts":%b}' % (self.head, self.facts or b"null")


class StepList:
    """The steps of a match, without what was taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.first = _encode_facts(match.start, [])  # the facts at the start
        self._read = 0  # entries of the journal
        self._seqs: list[int] = []  # of all events, taken back or not
        self._lengths = [0]  # of the line, at the start and after each entry
        self._numbers: list[int] = []  # of the standing events
        self._steps: list[Step] = []
        self._played: list[Played] = []
        self._bare = 0  # steps at the beginning without facts

    def __len__(self) -> int:
        self._catch_up()
        return len(self._steps)

    def find_step(self, number: int) -> bytes | None:
        """Return the step of the event of this number; None if it was taken back."""
        self._catch_up()
        at = bisect_left(self._numbers, number)
        return self._steps[at].text if self._numbers[at : at + 1] == [number] else None

    def find_seq(self, number: int) -> int | None:
        """Return the sequence number of the event of this number; None if it is none of this match."""
        self._catch_up()
        at = number - self.match.first_number
        if at == 0:
            return self.match.first_seq
        return self._seqs[at - 1] if 0 < at <= len(self._seqs) else None

    def count_kept(self, seq: int) -> int:
        """Return how many steps have stood ever since the entry of this number."""
        self._catch_up()
        return min(self._lengths[seq - self.match.first_seq :])

    def was_shortened(self, seq: int) -> bool:
        """Return True if a step was taken back since the entry of this number."""
        return self.count_kept(seq) < self._lengths[seq - self.match.first_seq]

    def encode_steps(self, kept: int = 0) -> bytes:
        """Return the steps after the first ones as a list."""
        self._catch_up()
        return b"[%b]" % b",".join(step.text for step in self._steps[kept:])

    def encode_facts(self) -> bytes:
        """Return the facts of the current position, which everybody may see."""
        self._catch_up()
        return (self._steps[-1].facts if self._steps else None) or self.first

    # Reading the journal --------------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Read what is new in the journal; only what was not taken back meanwhile becomes a step."""
        if self._read == len(self.match.journal):
            return
        kept = len(self._steps)
        for entry in self.match.journal[self._read :]:
            self._read += 1
            if isinstance(entry, Event):
                self._seqs.append(self.match.first_seq + self._read)
                if entry.undo is None:
                    self._numbers.append(entry.number)
                else:
                    del self._numbers[bisect_left(self._numbers, entry.undo) :]
                    kept = min(kept, len(self._numbers))
            self._lengths.append(len(self._numbers))
        del self._steps[kept:], self._played[kept:]
        for event, after in self._list_events(kept):
            assert event.move is not None
            self._played.append((event.who, event.move))
            self._steps.append(Step(self._encode_head(event, after), _encode_facts(after, self._played)))
        self._move_facts()

    def _list_events(self, first: int) -> Iterator[tuple[Event, State]]:
        """Yield the standing events from here on, each with the state after it."""
        line = self.match.line
        for at in range(first, len(line)):
            yield line[at][0], line[at + 1][1] if at + 1 < len(line) else self.match.state

    def _move_facts(self) -> None:
        """Let the last steps have their facts, and no others."""
        bare = max(0, len(self._steps) - DRAWN)
        for at in range(self._bare, bare):
            self._steps[at] = self._steps[at]._replace(facts=None)
        for at in range(bare, min(self._bare, len(self._steps))):
            _, after = next(self._list_events(at))
            self._steps[at] = self._steps[at]._replace(facts=_encode_facts(after, self._played[: at + 1]))
        self._bare = bare

    def _encode_head(self, event: Event, after: State) -> bytes:
        seq = self._seqs[event.number - self.match.first_number - 1]
        fields = {"seq": seq, "number": event.number, "who": event.who, "move": event.move}
        return encode_json(fields | {"forced": event.forced, "by_hand": event.by_hand, "turn": after.turn})[
            1:-1
        ]


def _encode_facts(state: State, played: list[Played]) -> bytes:
    return encode_json(game_of(state).facts(state, played))
