"""Nonprime Addition as text: the totals that are refused."""

from __future__ import annotations

import pytest

from primeparlor.games import NonprimeAddition
from support.games import at, position_refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("total=0", "total takes whole numbers from 1 to 18446744073709551615, not '0'."),
        (
            "total=18446744073709551616",
            "total takes whole numbers from 1 to 18446744073709551615, not '18446744073709551616'.",
        ),
        ("total=-5", "total takes whole numbers from 1 to 18446744073709551615, not '-5'."),
        ("start=50 total=49", "A total of 49 is below the start, 50."),
    ],
)
def test_invariants_of_nonprime_addition(words: str, sentence: str) -> None:
    assert position_refused(f"nonprime-addition {words}") == sentence


def test_ruling_nonprime_3_a_match_begins_where_no_play_reaches_the_limit() -> None:
    assert at(NonprimeAddition, f"total={2**63 - 1}").too_large_to_play() is None
    beyond = at(NonprimeAddition, f"total={2**63}")
    assert beyond.too_large_to_play() == "A match must start with a total below 2^63."
    assert at(NonprimeAddition, f"total={2**64 - 59}").ending() is not None  # the largest prime below 2^64
