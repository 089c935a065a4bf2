"""The facts of Number Morph: the numbers used, and none that is still open."""

from __future__ import annotations

from primeparlor.core import Played
from primeparlor.games import NumberMorph, game_of
from primeparlor.games.number_morph.facts import facts
from support.games import at
from support.terminal.boards import lines_of_play


def test_the_order_of_play_where_it_is_known() -> None:
    state = at(NumberMorph, "number=211 used=271,211")
    told = {"number": 211, "used": [271, 211], "made_by": [None, 1], "ordered": True, "in_order": 2}
    told |= {"primes": 143}
    assert facts(state, [(None, 271), (1, 211)]) == told
    assert facts(state, ()) == {
        "number": 211,
        "used": [211, 271],
        "made_by": [None, None],
        "ordered": False,
        "in_order": 0,
        "primes": 143,
    }


def test_moves_made_from_a_set_up_position_are_in_order() -> None:
    state, line = at(NumberMorph, "number=211 used=271,211"), list[Played]()
    for move in (911, 919, 929):
        line.append((state.turn, move))
        state = state.play(move)
    assert facts(state, line) == {
        "number": 929,
        "used": [211, 271, 911, 919, 929],
        "made_by": [None, None, 1, 2, 1],
        "ordered": False,
        "in_order": 3,
        "primes": 143,
    }


def test_before_the_first_number() -> None:
    assert facts(NumberMorph.start(), ()) == {
        "number": None,
        "used": [],
        "made_by": [],
        "ordered": True,
        "in_order": 0,
        "primes": 143,
    }


def test_open_primes_are_not_given_away() -> None:
    for words in ("", "digits=2", "digits=4"):
        for state, line in lines_of_play(at(NumberMorph, words), seed=2):
            seen = game_of(state).facts(state, line)
            own = {name: value for name, value in seen.items() if name not in ("game", "rules")}
            assert set(own) == {
                "turn",
                "winner",
                "number",
                "used",
                "made_by",
                "ordered",
                "in_order",
                "primes",
            }
            assert not {*own["used"], own["number"]} & {*state.moves()}
