"""The facts of Nonprime Addition: where the total has been, and no prime ahead."""

from __future__ import annotations

import pytest

from primeparlor.core import Played
from primeparlor.games import NonprimeAddition, game_of
from primeparlor.games.nonprime_addition.facts import BEHIND, facts
from support.games import at
from support.terminal.boards import board, lines_of_play
from support.terminal.canvas import canvas, text


def test_the_way_of_the_total() -> None:
    assert facts(at(NonprimeAddition, "total=12"), [(1, 5), (2, 6)]) == {
        "total": 12,
        "factors": [2, 2, 3],
        "been": [1, 6, 12],
        "primes_passed": [2, 3, 5, 7, 11],
    }


def test_at_the_start_nothing_is_passed() -> None:
    assert facts(at(NonprimeAddition, "start=90"), ()) == {
        "total": 90,
        "factors": [2, 3, 3, 5],
        "been": [90],
        "primes_passed": [],
    }


def test_nothing_is_told_of_numbers_ahead() -> None:
    for words in ("", "start=7 smallest=3 largest=5", "total=99990 largest=99"):
        for state, line in lines_of_play(at(NonprimeAddition, words), seed=5):
            seen = game_of(state).facts(state, line)
            own = {name: value for name, value in seen.items() if name not in ("rules", "game")}
            lists = [value for value in own.values() if isinstance(value, list)]
            assert max(n for numbers in [[own["total"]], *lists] for n in numbers) == own["total"]
            assert set(own) == {"turn", "winner", "total", "factors", "been", "primes_passed"}


def test_a_large_total_is_told_quickly() -> None:
    passed = facts(at(NonprimeAddition, f"total={2**61}"), ())["primes_passed"]
    assert all(2**61 - BEHIND <= prime < 2**61 for prime in passed)


LONG: list[Played] = [(1, 3), *(((2, 1)[at % 2], 2) for at in range(300))]  # from 1 over 4, 6, 8 … to 604


def test_of_a_long_way_only_its_end_is_told() -> None:
    """What each of many steps tells must not grow with their number."""
    been = facts(at(NonprimeAddition, "total=604"), LONG)["been"]
    assert been == [*range(604 - BEHIND - 2, 605, 2)]
    far = facts(at(NonprimeAddition, "total=1004"), [*LONG, (1, 400)])["been"]
    assert far == [604, 1004]


@pytest.mark.parametrize("columns", [40, 80, 238])
def test_a_board_draws_the_same_as_if_the_whole_way_were_told(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = at(NonprimeAddition, "total=604")
    drawn = []
    for behind in (BEHIND, 10_000):
        monkeypatch.setattr("primeparlor.games.nonprime_addition.facts.BEHIND", behind)
        seen = game_of(state).facts(state, LONG)
        screen = canvas(state, (columns, 30), LONG)
        drawn.append((text(screen), board("nonprime-addition total=604", LONG, columns)))
        assert len(seen["been"]) == (102 if behind == BEHIND else 302)
    assert drawn[0] == drawn[1]
