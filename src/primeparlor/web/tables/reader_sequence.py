"""The numbers of entries as one reader counts them: only those that this reader may see while a game is on.

Numbers of all entries would have gaps that tell of the other player's hints and refused tries.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from primeparlor.core import OTHER, Player
from primeparlor.match import Hint, Match, NumberedEntry, Refusal


class ReaderSequence:
    """The entries of a table for one reader, numbered without gaps over all its games.

    The other player's hints and refused tries have no number, not even after the end, when the record has
    them: else numbers that were given would change.
    """

    def __init__(self, seats: frozenset[Player]) -> None:
        """Count for who has these seats in the first game; they change with each game."""
        self._seats = seats
        self.last = 0  # the number of the last entry
        self.seqs: list[int] = []  # of the entries that have a number, among all entries
        self._read = 0  # the last entry that was looked at

    def catch_up(self, matches: Sequence[Match]) -> None:
        """Number what is new in the games of the table."""
        for game, match in enumerate(matches):
            if match.seq <= self._read:
                continue
            seats = self._seats if game % 2 == 0 else {OTHER[player] for player in self._seats}
            for seq in range(max(self._read, match.first_seq) + 1, match.seq + 1):
                entry = match.journal[seq - match.first_seq - 1]
                if not isinstance(entry, Hint | Refusal) or entry.who in seats:
                    self.seqs.append(seq)
            self._read, self.last = match.seq, len(self.seqs)

    def find_number(self, seq: int) -> int:
        """Return this reader's number of an entry, or of the last one before it that has a number."""
        return bisect_right(self.seqs, seq)

    def list_entries(
        self, matches: Sequence[Match], after: int, seats: frozenset[Player], most: int | None
    ) -> list[NumberedEntry]:
        """Return the entries after this number, or the first of them, numbered as in the journal."""
        found = list[NumberedEntry]()
        for seq in self.seqs[after : None if most is None else after + most]:
            match = next(match for match in matches if match.first_seq < seq <= match.seq)
            found.append(NumberedEntry(seq, match.read_entry(seq, seats)))
        return found
