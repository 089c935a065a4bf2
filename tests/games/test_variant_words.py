"""A variant in the words of its game, and the aim with the numbers of its rules."""

from __future__ import annotations

import pytest

from primeparlor.coach.language.words import Words
from primeparlor.coach.reasons import describe_variant, words_of
from primeparlor.games import GAMES, game_of
from primeparlor.notation import read_position, set_up
from primeparlor.terminal.drawing.board import Board
from primeparlor.terminal.tui.boards import board_of
from support.example_games import TwentyOne


@pytest.mark.parametrize(
    ("variant", "told"),
    [
        ("prime-climb top=35 largest=4", "35 steps, 1 to 4"),
        ("prime-climb top=30", "30 steps"),
        ("prime-climb largest=4", "1 to 4 at a time"),
        ("prime-climb largest=1", "one at a time"),
        ("number-morph digits=4", "four digits"),
        ("pocket-addition target=21", "exactly 21"),
        ("pocket-addition largest=12", "1 to 12"),
        ("pocket-addition target=21 largest=12", "exactly 21 with 1 to 12"),
        ("nonprime-addition start=20", "from 20"),
        ("nonprime-addition largest=12", "add 2 to 12"),
        ("nonprime-addition start=20 smallest=1", "from 20, add 1 to 9"),
        ("prime-duel target=31", "exactly 31"),
        ("prime-duel largest=8 copies=3", "cards 1 to 8, 3 of each card"),
    ],
)
def test_a_variant_is_told_in_words(variant: str, told: str) -> None:
    state = read_position(variant)
    assert describe_variant(state) == told


def test_the_books_game_needs_no_words_and_a_game_without_any_gets_its_numbers() -> None:
    assert all(words_of(GAMES[name]).variant({}) == "" for name in GAMES.ours)
    assert all(describe_variant(GAMES[name].start()) == "" for name in GAMES.ours)
    assert Words(TwentyOne).variant({"target": 9, "most_added": 2}) == "target 9, most added 2"
    assert Board(TwentyOne).aim({}) == TwentyOne.aim


@pytest.mark.parametrize(
    ("name", "words", "number"),
    [
        ("prime-climb", "top=35", "Step 35"),
        ("pocket-addition", "target=200", "exactly 200"),
        ("prime-duel", "target=31", "exactly on 31"),
    ],
)
def test_the_aim_has_the_numbers_of_the_variant(name: str, words: str, number: str) -> None:
    start = set_up(GAMES[name], words.split())
    assert number in board_of(start).aim(game_of(start).facts(start))
