"""All moves of the rules: shown where they are few and no secret."""

from __future__ import annotations

import pytest

from primeparlor import notation
from primeparlor.core import Move, Rules, RulesError, State
from primeparlor.tables.all_moves import find_all_moves, list_actions


def start(game: str, *words: str) -> State:
    return notation.set_up(notation.game(game), words)


def test_every_move_is_told_where_they_are_few_and_no_secret() -> None:
    assert list_actions(start("prime-climb")) == [1, 2, 3, 4, 5, 6, 7, 8, 9, "pass"]
    assert list_actions(start("number-morph")) is None
    assert list_actions(start("prime-climb", "largest=40")) is None


def test_moves_that_cannot_be_found_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    begins = start("pocket-addition", "target=36", "largest=11")

    def walk(rules: Rules) -> tuple[Move, ...]:
        raise RulesError("There are too many positions.")

    monkeypatch.setattr(type(begins.rules), "actions", property(walk))
    assert (find_all_moves(begins.rules), list_actions(begins)) == (None, None)
    find_all_moves.cache_clear()
