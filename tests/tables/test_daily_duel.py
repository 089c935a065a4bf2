"""The daily duel as a match: the cards of its day, also after it was left."""

from __future__ import annotations

from datetime import date

import pytest

from primeparlor import records
from primeparlor.coach.training import daily
from primeparlor.match import HUMAN, Match, MatchError
from primeparlor.players import create_player, take_turn
from primeparlor.records.writer import encode_lines
from primeparlor.tables import daily_duel

DUEL = daily.build_duel(date(2026, 11, 17))


def play_on(match: Match, decisions: int) -> None:
    """Some more decisions of both players; the person keeps what can be kept."""
    match.begin()
    for _ in range(decisions):
        if match.outcome is None and match.seats[match.state.turn - 1] != HUMAN:
            player = create_player(DUEL.level)
            assert player is not None
            take_turn(match, player)
        elif match.outcome is None:
            match.submit(match.state.turn, match.state.moves()[0], match.number)


def cards(match: Match) -> tuple[object, ...]:
    return tuple(event.move for event in match.history if event.who is None)


def test_the_cards_of_the_day_are_dealt_and_the_match_is_marked() -> None:
    match = daily_duel.build_match(DUEL, "Mara")
    play_on(match, 8)
    assert cards(match) == DUEL.dealt[: len(cards(match))]
    assert (match.names, match.settings, match.marks) == (
        ("Mara", ""),
        daily_duel.AGREED,
        ("seeded", "dealt by hand"),
    )


def test_a_duel_read_back_goes_on_with_the_cards_that_are_left() -> None:
    whole, left = daily_duel.build_match(DUEL), daily_duel.build_match(DUEL)
    play_on(whole, 8)
    play_on(left, 3)
    lines = encode_lines(records.format_record(left, "2026-11-17T09:00:00Z")).splitlines(keepends=True)
    again = records.read(lines).match
    daily_duel.deal_remaining(again, DUEL)
    play_on(again, 5)
    assert [event.move for event in again.events] == [event.move for event in whole.events]


def test_only_a_duel_can_be_dealt_on() -> None:
    with pytest.raises(MatchError, match="did not start with a seed"):
        daily_duel.deal_remaining(Match(daily_duel.build_match(DUEL).start), DUEL)
