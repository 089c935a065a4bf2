"""What a typed line means, and which words a table takes."""

from __future__ import annotations

from typing import Any, Self

import pytest

from primeparlor.core import Move
from primeparlor.games import NumberMorph, PocketAddition, PrimeDuel
from primeparlor.match import Settings
from primeparlor.tables.prompt_words import (
    COMMANDS,
    HELP,
    SHORT,
    ParsedLine,
    describe_input,
    format_commands,
    list_allowed,
    read_line,
)
from support.example_games import Kinds, NoRules, Shown, TwentyOne
from support.games import at

MORPH = at(NumberMorph, "number=211")


@pytest.mark.parametrize(
    ("text", "begun", "typed"),
    [
        ("hint", None, ParsedLine(command="hint")),
        (" HELP\n", None, ParsedLine(command="?")),
        ("quit", "tens", ParsedLine(command="quit")),
        ("q", None, ParsedLine(command="quit")),
        ("exit", None, ParsedLine(command="quit")),
        ("Leave", "tens", ParsedLine(command="quit")),
        ("h", None, ParsedLine(command="hint")),
        ("h", "tens", ParsedLine(command="hint")),  # a letter alone is a command, also where a digit is due
        ("w", None, ParsedLine(command="why")),
        ("m", None, ParsedLine()),  # on the screen it shows the moves so far: it must not cost a hint here
        ("U", None, ParsedLine(command="undo")),
        ("t", None, ParsedLine()),
        ("t 7", None, ParsedLine(move=271)),
        ("h 3", None, ParsedLine(move=311)),
        ("u 3", "tens", ParsedLine(move=213)),
        ("tens", None, ParsedLine(begun="tens")),
        ("units", "tens", ParsedLine(begun="units")),
        ("7", "tens", ParsedLine(move=271)),
        ("tens 7", None, ParsedLine(move=271)),
        ("213", None, ParsedLine(move=213)),  # whether it is legal is asked later
        ("7", None, ParsedLine()),
        ("seven", "tens", ParsedLine()),
        ("", None, ParsedLine()),
    ],
)
def test_a_line_is_a_command_a_half_a_move_or_nothing(
    text: str, begun: str | None, typed: ParsedLine
) -> None:
    assert read_line(MORPH, text, begun) == typed


def test_zero_is_a_move_like_any_other() -> None:
    assert read_line(PocketAddition.start(), "0") == ParsedLine(move=0)


class CoinRules(NoRules):
    """Heads or tails."""

    def prepare(self) -> None:
        self.actions, self.outcomes = ("h", "t"), ()


class Coin(Kinds):
    """A game that calls a coin by its letters."""

    Rules = CoinRules

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        return super().start(rules or CoinRules())

    def moves(self) -> tuple[Move, ...]:
        return "h", "t"


def test_a_letter_that_is_a_move_of_the_game_is_that_move() -> None:
    assert read_line(Coin.start(), "h") == ParsedLine(move="h")
    assert read_line(Coin.start(), "w") == ParsedLine(command="why")
    assert read_line(at(PrimeDuel, "deck=3,4,4,4,4,4,4,4,4,4 card=1"), "d") == ParsedLine(move="discard")
    assert read_line(at(PrimeDuel, "deck=3,4,4,4,4,4,4,4,4,4 card=1"), "K") == ParsedLine(move="keep")


def test_the_list_names_the_letters_and_what_counts_as_a_hint() -> None:
    lines = format_commands(Settings())
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    for letter, word in SHORT.items():
        assert sum(line.startswith(f"  {word:<7} {letter}  ") for line in lines) == 1
    assert all(" hint" in line for line in lines if line.split()[0] in HELP)


def test_a_table_lists_what_it_allows() -> None:
    assert list_allowed(Settings()) == COMMANDS
    assert list(list_allowed(Settings(undo=False))) == [word for word in COMMANDS if word != "undo"]
    assert list(list_allowed(Settings(hints=False))) == ["?", "board", "rules", "undo", "resign", "quit"]


def test_moves_that_anybody_may_see_are_named_where_they_are_few() -> None:
    assert describe_input(Shown.start()._replace(total=19)) == "1 or 2"
    assert describe_input(Shown.start()._replace(total=21)) == "a whole number from 1 to 3"
    assert describe_input(TwentyOne.start()._replace(total=19)) == "a whole number from 1 to 3"
