"""What all games share: the words of the core, and how a sentence names a move."""

from __future__ import annotations

import pytest

from helpers import play, refused
from primeparlor import core
from primeparlor.core import Ending, IllegalMove, Move, ParlorError, RulesError, named
from primeparlor.games import NumberMorph, PrimeClimb, PrimeDuel


@pytest.mark.parametrize(
    ("move", "name"),
    [
        (0, "0"),
        (-7, "-7"),
        (10**20 - 1, "9" * 20),
        (1 - 10**20, "-" + "9" * 20),
        (10**20, "that"),
        (-(10**20), "that"),
        ("", ""),
        ("keep", "keep"),
        ("x" * 20, "x" * 20),
        ("x" * 21, "that"),
        ("\x1b[2J", "that"),
        ("two\nlines", "that"),
    ],
)
def test_a_move_too_long_or_unfit_to_be_read_is_just_that(move: Move, name: str) -> None:
    assert named(move) == name


def test_a_refusal_does_not_repeat_what_cannot_be_read() -> None:
    assert refused(play(PrimeDuel), "\0") == "Fate cannot bring that here."
    assert refused(play(PrimeDuel), 10**5000) == "Fate cannot bring that here."
    assert refused(play(NumberMorph, 211), 10**5000) == "That is not 211 with one digit changed."


def test_the_errors_are_a_short_tree() -> None:
    assert issubclass(RulesError, ParlorError)
    assert issubclass(IllegalMove, ParlorError)
    assert not issubclass(IllegalMove, RulesError)


def test_players_and_endings() -> None:
    assert core.PLAYERS == (1, 2)
    assert core.OTHER == {1: 2, 2: 1}
    assert core.PASS == "pass"
    assert Ending(2, "reached 20") == (2, "reached 20")


def test_rules_that_no_book_has_are_refused() -> None:
    with pytest.raises(RulesError, match=r"There is no rule height\. The rules are: top, largest\."):
        PrimeClimb.Rules(height=9)


def test_rules_do_not_change() -> None:
    rules = PrimeClimb.Rules()
    with pytest.raises(AttributeError, match="rules do not change: top"):
        rules.top = 9
    with pytest.raises(AttributeError, match="rules do not change: top"):
        del rules.top
    assert rules == PrimeClimb.Rules()


def test_a_move_is_a_whole_number_or_a_word() -> None:
    state = play(PrimeClimb)
    assert state.why_not(4) is None
    assert state.why_not(4.0) == state.why_not(None) == "A move is a whole number or a word."
