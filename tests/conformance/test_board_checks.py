"""The conformance check names what is wrong in a board or in what is said beside it."""

from __future__ import annotations

import pytest

from support.faults import (
    DRAWING,
    SAYING,
    SCREEN,
    TERMINAL,
    Bad,
    Finder,
)

# One change to Twenty-One each, and the one fault that the check names.
BAD: Bad = {
    "a wide board": (
        (TERMINAL, "", "def board(facts, width):\n    return [[('x' * 50, '')]]\n"),
        "terminal.py: board() draws 50 columns where only 36 fit.",
    ),
    "a style": (
        (TERMINAL, "", "def board(facts, width):\n    return [[('x', 'pink')]]\n"),
        "terminal.py: board() uses the unknown style 'pink': use '', 'quiet', 'mark', 'one', 'two', 'now'.",
    ),
    "a board that fails": (
        (TERMINAL, "", "def board(facts, width):\n    return facts['sum']\n"),
        "terminal.py: board() fails in line 2 (KeyError): 'sum'.",
    ),
    "a dialogue that fails": (
        (TERMINAL, "", SAYING + "    def moved(self, before, after, move):\n        return 1 / 0\n"),
        "terminal.py: the Dialogue fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a dialogue that fails aside": (
        (TERMINAL, "", SAYING + "    def refused(self, state, move, reason):\n        return 1 / 0\n"),
        "terminal.py: the Dialogue fails in line 5 (ZeroDivisionError): division by zero.",
    ),
    "a dialogue of numbers": (
        (TERMINAL, "", SAYING + "    def standing(self, state):\n        return [1]\n"),
        "terminal.py: the Dialogue says 1: return lists of strings.",
    ),
    **{
        f"a text from {method}": (
            (TERMINAL, "", SAYING + f"    def {method}(self, *about):\n        return 'Hello.'\n"),
            f"terminal.py: {method}() must return a list of lines, not a string.",
        )
        for method in ("opening", "standing", "turn", "again", "moved", "refused", "won", "prompts")
    },
    "a dialogue that says nothing": (
        (TERMINAL, "", SAYING + "    def moved(self, before, after, move):\n        print('Hello.')\n"),
        "terminal.py: moved() must return a list of lines, not None.",
    ),
    "a picture that fails": (
        (SCREEN, "", DRAWING + "    def paint(self, c, facts, view):\n        c.put(0, 0, facts['sum'])\n"),
        "screen.py: the Board fails in line 6 (KeyError): 'sum'.",
    ),
    "a picture for home that fails": (
        (SCREEN, "", DRAWING + "    def art(self, c):\n        1 / 0\n"),
        "screen.py: art() fails in line 6 (ZeroDivisionError): division by zero.",
    ),
    "a sign without another in ASCII": (
        (SCREEN, "", DRAWING + "    def paint(self, c, facts, view):\n        c.put(0, 0, '♜')\n"),
        "screen.py: paint() uses '♜', for which there is no sign in ASCII.",
    ),
    "keys that are no keys": (
        (SCREEN, "", DRAWING + "    def keys(self, facts, view):\n        return ['1']\n"),
        "screen.py: keys() gives '1': use Key, from primeparlor.terminal.drawing.board.",
    ),
    "a key that does nothing": (
        (SCREEN, "", DRAWING + "    def keys(self, facts, view):\n        return [Key('x', 'X')]\n"),
        "screen.py: press() gives None for the key 'x' that keys() shows.",
    ),
    "a key that makes no move": (
        (SCREEN, "", DRAWING + "    def press(self, facts, view, key):\n        return Press(move='x')\n"),
        "screen.py: the key '1' makes the move 'x', which is none.",
    ),
    "a listing that is a text": (
        (SCREEN, "", DRAWING + "    def listing(self, facts):\n        return 'x'\n"),
        "screen.py: listing() must give a Listing, not 'x'.",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_fault_in_a_board_is_named(found: Finder, what: str) -> None:
    changes, sentence = BAD[what]
    assert found(changes) == [sentence]
