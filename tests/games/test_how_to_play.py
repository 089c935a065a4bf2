"""The rules of each game in a few sentences, and what explains a first game: short, and no spoilers."""

from __future__ import annotations

import pytest

from primeparlor.coach.training.ladder import load_rungs
from primeparlor.games import GAMES
from primeparlor.notation import set_up
from primeparlor.tables.messages import messages_of
from support.example_games import TwentyOne

LONGEST = 100  # characters: a line or two on a phone
VARIANTS = sorted({(name, rung.variant) for name in GAMES.ours for rung in load_rungs(GAMES[name])})


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_three_to_five_short_sentences_have_the_numbers_of_the_variant(name: str, variant: str) -> None:
    start = set_up(GAMES[name], variant.split())
    messages = messages_of(start)
    lines, tips = messages.how_to_play(start), messages.tips(start)
    assert 3 <= len(lines) <= 5
    assert max(map(len, (*lines, *tips))) <= LONGEST
    assert all(line.endswith(".") for line in lines)
    assert tips.turn
    told = " ".join(lines)
    for number in start.rules.values().values():
        assert f"{number:,}" in told or "digits" in told


def test_nobody_is_told_who_wins() -> None:
    for name in GAMES.ours:
        start = GAMES[name].start()
        messages = messages_of(start)
        told = " ".join((*messages.how_to_play(start), *messages.tips(start)))
        assert not any(spoiler in told for spoiler in ("Player 1", "Player 2", "safe", "even", "perfect"))


def test_a_game_without_sentences_of_its_own_says_its_aim() -> None:
    messages = messages_of(TwentyOne)
    assert list(messages.how_to_play(TwentyOne.start())) == [f"{TwentyOne.aim.capitalize()}."]
    assert messages.tips(TwentyOne.start()).turn == ""
