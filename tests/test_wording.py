"""Counts and lists in words."""

from __future__ import annotations

import pytest

from primeparlor.wording import format_times, if_few, in_words, join_words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "none"),
        (1, "one"),
        (8, "eight"),
        (14, "fourteen"),
        (20, "twenty"),
        (39, "thirty-nine"),
        (40, "forty"),
        (99, "ninety-nine"),
        (100, "100"),
        (1000, "1,000"),
    ],
)
def test_counts_are_words(number: int, words: str) -> None:
    assert in_words(number) == words


@pytest.mark.parametrize(("number", "told"), [(1, "one"), (10, "ten"), (11, "11"), (1000, "1,000")])
def test_only_a_few_are_words_beside_figures(number: int, told: str) -> None:
    assert if_few(number) == told


def test_a_list_ends_with_its_word() -> None:
    assert [join_words(list("abc")[:many]) for many in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert join_words(["a", "b"], "or") == "a or b"


def test_how_often_is_a_word_at_first() -> None:
    assert list(map(format_times, (1, 2, 3, 1200))) == ["once", "twice", "3 times", "1,200 times"]
