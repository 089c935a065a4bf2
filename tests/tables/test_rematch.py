"""The numbers of a rematch: what was meant for the game before is stale for ever (ruling A6)."""

from __future__ import annotations

import pytest

from primeparlor import records
from primeparlor.games import PocketAddition
from primeparlor.match import Resign, StaleMove
from primeparlor.records.writer import encode_lines
from primeparlor.tables.setup import open_table

BEGAN = "2026-01-31T18:00:00Z"


def test_a_move_of_the_game_before_never_opens_the_next() -> None:
    table = open_table(PocketAddition.start())
    table.match.begin()
    table.match.submit(1, 6, 0)
    late = table.match.number  # Player 2 moves against it, and is Player 1 in the next game
    table.match.perform(Resign(1, late))
    assert table.offer_rematch(1, [1, 2])
    match = table.create_rematch().match
    match.begin()
    with pytest.raises(StaleMove):
        match.submit(1, 9, late)
    match.submit(1, 9, match.number)
    lines = encode_lines(records.format_record(match, BEGAN)).splitlines(True)
    assert records.read(lines).match.journal == match.journal


@pytest.mark.parametrize(("other", "agreed"), [("club", True), ("agent:Ada", False), ("human", False)])
def test_only_a_player_of_this_table_agrees_to_a_rematch_at_once(other: str, agreed: bool) -> None:
    table = open_table(PocketAddition.start(), ("human", other))
    assert table.people == ([1] if agreed else [1, 2])
    table.match.begin()
    table.match.perform(Resign(1, 0))
    assert table.offer_rematch(1, [1]) == agreed


def test_a_rematch_at_once_can_be_recorded() -> None:
    """Nobody has moved in either game: the number still runs ahead of no line."""
    table = open_table(PocketAddition.start())
    for _ in range(3):
        table.match.begin()
        table.match.perform(Resign(1, table.match.number))
        assert table.offer_rematch(1, [1, 2])
        lines = encode_lines(records.format_record(table.match, BEGAN)).splitlines(True)
        assert records.read(lines).match.first_number == table.match.first_number
        table = table.create_rematch()
