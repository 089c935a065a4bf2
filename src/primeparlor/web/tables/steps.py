"""The steps of a match as JSON: each is encoded once, for all readers."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from primeparlor.core import Played, State
from primeparlor.match import Event, Hint, Match
from primeparlor.tables.messages import OPEN_SEATS, build_facts, build_step, messages_of
from primeparlor.tables.sentences import format_hints_used
from primeparlor.tables.turn_words import word_turn
from primeparlor.web.json_encoder import encode_json

DRAWN = 60  # steps at the end of a line of play that come with their facts


class Step(NamedTuple):
    """A standing event as JSON, with the facts after it."""

    head: bytes  # without the facts
    text: bytes
    facts: bytes | None  # None where they are left out


class StepList:
    """The steps of a match, without what was taken back; call `catch_up` before anything is asked."""

    def __init__(self, match: Match) -> None:
        self.match, self._messages = match, messages_of(match.start)
        self.first = encode_json(build_facts(self._messages, match.start))  # the facts at the start
        self.steps: list[Step] = []
        self._read = 0  # entries of the journal
        self.seqs = {match.first_number: match.first_seq}  # of all events by their numbers, and of the start
        self._lengths = [0]  # of the line, at the start and after each entry
        self._numbers: list[int] = []  # of the standing events
        self.help_used = [0, 0]  # by Player 1 and Player 2
        self.help_words = ["", ""]  # the same in words
        self._played: list[Played] = []
        self._bare = 0  # steps at the beginning without facts

    def find_step(self, number: int) -> bytes | None:
        """Return the step of the event of this number; None if it was taken back."""
        at = bisect_left(self._numbers, number)
        return self.steps[at].text if self._numbers[at : at + 1] == [number] else None

    def encode_all(self) -> bytes:
        """Return the facts of the current position, and all steps."""
        facts = (self.steps[-1].facts if self.steps else None) or self.first
        return b'"facts":%b,"steps":[%b]' % (facts, b",".join([step.text for step in self.steps]))

    def encode_new(self, after: int) -> bytes:
        """Return the steps that are new since this entry, and how many have stood since then.

        If some were taken back and none is new, the facts of the current position come too.
        """
        lengths = self._lengths[after - self.match.first_seq :]
        kept = min(lengths)
        facts = b"null"
        if kept == len(self.steps) < lengths[0]:
            facts = (self.steps[-1].facts if self.steps else None) or self.first
        new = b",".join([step.text for step in self.steps[kept:]])
        return b'"kept":%d,"steps":[%b],"facts":%b' % (kept, new, facts)

    # Reading the journal --------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Read what is new in the journal; only what was not taken back meanwhile becomes a step."""
        match, kept = self.match, len(self.steps)
        for entry in match.journal[self._read :]:
            self._read += 1
            if isinstance(entry, Event):
                self.seqs[entry.number] = match.first_seq + self._read
                if entry.undo is None:
                    self._numbers.append(entry.number)
                else:
                    del self._numbers[bisect_left(self._numbers, entry.undo) :]
                    kept = min(kept, len(self._numbers))
            elif isinstance(entry, Hint):
                self.help_used[entry.who - 1] += 1
                self.help_words[entry.who - 1] = format_hints_used(self.help_used[entry.who - 1])
            self._lengths.append(len(self._numbers))
        del self.steps[kept:], self._played[kept:]
        self._bare = min(self._bare, kept)
        states = [*(state for _, state in match.line[kept + 1 :]), match.state]  # after each step
        for (event, before), after in zip(match.line[kept:], states, strict=False):
            assert event.move is not None
            self._played.append((event.who, event.move))
            head, facts = encode_json(build_step(self._messages, event, before, after))[:-1], None
            if len(self.steps) >= len(match.line) - DRAWN:
                facts = self._encode_facts(len(self.steps) + 1, after, match.outcome is not None)
            self.steps.append(Step(head, b'%b,"facts":%b}' % (head, facts or b"null"), facts))
        if self._bare != max(0, len(self.steps) - DRAWN):
            self._move_facts()

    def _move_facts(self) -> None:
        """Let the last steps have their facts, and no others."""
        bare = max(0, len(self.steps) - DRAWN)
        for at in range(self._bare, bare):
            head = self.steps[at].head
            self.steps[at] = Step(head, b'%b,"facts":null}' % head, None)
        line = self.match.line
        for at in range(bare, self._bare):
            head, after = self.steps[at].head, line[at + 1][1] if at + 1 < len(line) else self.match.state
            facts = self._encode_facts(at + 1, after)
            self.steps[at] = Step(head, b'%b,"facts":%b}' % (head, facts), facts)
        self._bare = bare

    def _encode_facts(self, count: int, after: State, may_be_over: bool = True) -> bytes:
        """Encode the facts after so many steps, with the sentences about the position."""
        turn = word_turn(self.match.line[:count], after, self._messages, OPEN_SEATS)
        return encode_json(build_facts(self._messages, after, self._played[:count], turn, may_be_over))
