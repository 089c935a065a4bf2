"""A variant too large to play and settings that make no sense are refused before the match."""

from __future__ import annotations

import pytest

from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.match import Match, MatchError, Settings
from support.matches import refused, table
from support.variants import first_state

BILLION = 10**9


def test_a_variant_too_large_to_play_is_refused() -> None:
    start = NumberMorph.start(MorphRules(digits=6))
    assert refused(MatchError, Match, start) == "To play, digits must be a whole number from 2 to 5."


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (Settings(strikes=0), "strikes must be a whole number from 1 to 1000000000."),
        (Settings(strikes=BILLION + 1), "strikes must be a whole number from 1 to 1000000000."),
        (Settings(limit=0), "limit must be a whole number from 1 to 1000000000."),
        (Settings(limit=BILLION + 1), "limit must be a whole number from 1 to 1000000000."),
        (Settings(clock=0), "clock must be more than 0 and at most 1000000000 seconds."),
        (Settings(clock=-1.5), "clock must be more than 0 and at most 1000000000 seconds."),
        (Settings(clock=float("nan")), "clock must be more than 0 and at most 1000000000 seconds."),
        (Settings(clock=float("inf")), "clock must be more than 0 and at most 1000000000 seconds."),
        (Settings(clock=BILLION + 1), "clock must be more than 0 and at most 1000000000 seconds."),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: Settings, sentence: str) -> None:
    start = first_state("prime-climb")
    assert refused(MatchError, Match, start, ("human", "human"), settings) == sentence


def test_settings_at_their_limits_are_accepted() -> None:
    for settings in (Settings(1, 1, 0.001), Settings(BILLION, BILLION, BILLION)):
        assert table("prime-climb", settings=settings).outcome is None
