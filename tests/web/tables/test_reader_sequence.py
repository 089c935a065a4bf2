"""Each reader's numbers have no gap, and stay as they are through the end and a rematch."""

from __future__ import annotations

import pytest

from primeparlor.core import IllegalMove, Player
from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.match import Match, Resign
from primeparlor.web.tables.reader_sequence import ReaderSequence

READERS: dict[str, frozenset[Player]] = {
    "a player": frozenset([1]),
    "the other": frozenset([2]),
    "both": frozenset([1, 2]),
    "nobody": frozenset(),
}


def build_games() -> tuple[Match, Match]:
    """A game in which Player 1 tries in vain, and its rematch, in which the same person is Player 2."""
    first = Match(NonprimeAddition.start())
    first.begin()
    with pytest.raises(IllegalMove):
        first.submit(1, 99, 0)
    first.submit(1, 3, 0)
    first.perform(Resign(2, 1))
    second = Match(NonprimeAddition.start(), number=first.number, seq=first.seq)
    second.begin()
    second.submit(1, 3, 1)
    with pytest.raises(IllegalMove):
        second.submit(2, 99, 2)
    return first, second


@pytest.mark.parametrize(("who", "seqs"), [("a player", [1, 2, 3, 4, 5]), ("both", [1, 2, 3, 4, 5])])
def test_the_own_tries_are_counted_in_every_game(who: str, seqs: list[int]) -> None:
    sequence, games = ReaderSequence(READERS[who]), build_games()
    sequence.catch_up(games)
    entries = sequence.list_entries(games, 0, READERS[who], None)
    assert [each.seq for each in entries] == seqs
    assert sequence.last == 5


@pytest.mark.parametrize("who", ["the other", "nobody"])
def test_what_is_hidden_has_no_number_then_or_later(who: str) -> None:
    games, sequence = build_games(), ReaderSequence(READERS[who])
    for known in (games[:1], games):
        sequence.catch_up(known)
    assert [each.seq for each in sequence.list_entries(games, 0, READERS[who], None)] == [2, 3, 4]
    assert [each.seq for each in sequence.list_entries(games, 1, READERS[who], 1)] == [3]
    assert [sequence.find_number(seq) for seq in range(6)] == [0, 0, 1, 2, 3, 3]
    assert (sequence.seqs, sequence.last) == ([2, 3, 4], 3)
