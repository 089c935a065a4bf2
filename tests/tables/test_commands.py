"""What a typed line means, and which words a table takes."""

from __future__ import annotations

import pytest

from helpers import at
from primeparlor.games import NumberMorph, PocketAddition
from primeparlor.match import Settings
from primeparlor.tables.commands import COMMANDS, Typed, allowed, read

MORPH = at(NumberMorph, "number=211")


@pytest.mark.parametrize(
    ("text", "begun", "typed"),
    [
        ("hint", None, Typed(command="hint")),
        (" HELP\n", None, Typed(command="?")),
        ("quit", "tens", Typed(command="quit")),
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


def test_a_table_lists_what_it_allows() -> None:
    assert allowed(Settings()) == COMMANDS
    assert list(allowed(Settings(undo=False))) == [word for word in COMMANDS if word != "undo"]
    assert list(allowed(Settings(hints=False))) == ["?", "board", "rules", "undo", "resign", "quit"]
