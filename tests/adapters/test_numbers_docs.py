"""The page on the games as numbers says what is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.adapters.indexed_game import HORIZON, LONGEST, IndexedGame
from primeparlor.core import MOST_WALKED, GameError, ParlorError
from primeparlor.tables.agents.options import check_choice
from primeparlor.tensors import Tensor
from primeparlor.tensors.fields import WIDEST
from support.example_games import Pig
from support.indexed_games import REFUSED

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "numbers.md").read_text(encoding="utf-8")


def list_sentences() -> list[str]:
    """What is refused, in the words of the code."""
    with pytest.raises(ParlorError) as seat:
        check_choice("seat", 3, (1, 2, "random"))
    with pytest.raises(ParlorError) as action:
        IndexedGame.find("prime-climb").read_action("4")
    with pytest.raises(GameError) as large:
        Tensor(Pig).size(Pig.Rules(target=100, sides=20))
    return [*(sentence for _, sentence in REFUSED), *(str(each.value) for each in (seat, action, large))]


def test_what_is_refused_is_refused_in_these_words() -> None:
    sentences = list_sentences()
    table = PAGE.partition("\n| what | sentence |\n")[2].splitlines()[1:]
    told = [row.strip("| ").partition(" | ")[2] for row in table]
    assert len(told) == 10
    elsewhere = [row for row in told if not any(each.startswith(row.partition("…")[0]) for each in sentences)]
    # the tests of the hosts ask for these
    assert [sentence.partition(" ")[0] for sentence in elsewhere] == ["reward", "Gymnasium"]


def test_the_limits_are_those_of_the_code() -> None:
    for number in (HORIZON, LONGEST, MOST_WALKED, WIDEST):
        assert f"{number:,}" in PAGE
