"""What a typed line means, and which words a table takes."""

from __future__ import annotations

from typing import Any, Self

import pytest

from primeparlor.core import Move
from primeparlor.games import NumberMorph, PocketAddition, PrimeDuel
from primeparlor.match import Settings
from primeparlor.tables.prompt_words import COMMANDS, HELP, SHORT, Typed, allowed, listed, read
from support.example_games import Kinds, NoRules
from support.games import at

MORPH = at(NumberMorph, "number=211")


@pytest.mark.parametrize(
    ("text", "begun", "typed"),
    [
        ("hint", None, Typed(command="hint")),
        (" HELP\n", None, Typed(command="?")),
        ("quit", "tens", Typed(command="quit")),
        ("q", None, Typed(command="quit")),
        ("exit", None, Typed(command="quit")),
        ("Leave", "tens", Typed(command="quit")),
        ("h", None, Typed(command="hint")),
        ("h", "tens", Typed(command="hint")),  # a letter alone is a command, also where a digit is due
        ("w", None, Typed(command="why")),
        ("m", None, Typed(command="moves")),
        ("U", None, Typed(command="undo")),
        ("t", None, Typed()),
        ("t 7", None, Typed(move=271)),
        ("h 3", None, Typed(move=311)),
        ("u 3", "tens", Typed(move=213)),
        ("tens", None, Typed(begun="tens")),
        ("units", "tens", Typed(begun="units")),
        ("7", "tens", Typed(move=271)),
        ("tens 7", None, Typed(move=271)),
        ("213", None, Typed(move=213)),  # whether it is legal is asked later
        ("7", None, Typed()),
        ("seven", "tens", Typed()),
        ("", None, Typed()),
    ],
)
def test_a_line_is_a_command_a_half_a_move_or_nothing(text: str, begun: str | None, typed: Typed) -> None:
    assert read(MORPH, text, begun) == typed


def test_zero_is_a_move_like_any_other() -> None:
    assert read(PocketAddition.start(), "0") == Typed(move=0)


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
    assert read(Coin.start(), "h") == Typed(move="h")
    assert read(Coin.start(), "w") == Typed(command="why")
    assert read(at(PrimeDuel, "deck=3,4,4,4,4,4,4,4,4,4 card=1"), "d") == Typed(move="discard")
    assert read(at(PrimeDuel, "deck=3,4,4,4,4,4,4,4,4,4 card=1"), "K") == Typed(move="keep")


def test_the_list_names_the_letters_and_what_counts_as_a_hint() -> None:
    lines = listed(Settings())
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    for letter, word in SHORT.items():
        assert sum(line.startswith(f"  {word:<7} {letter}  ") for line in lines) == 1
    assert all(" hint" in line for line in lines if line.split()[0] in HELP)


def test_a_table_lists_what_it_allows() -> None:
    assert allowed(Settings()) == COMMANDS
    assert list(allowed(Settings(undo=False))) == [word for word in COMMANDS if word != "undo"]
    assert list(allowed(Settings(hints=False))) == ["?", "board", "rules", "undo", "resign", "quit"]
