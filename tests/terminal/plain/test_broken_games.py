"""`parlor play` of a game with a fault that an author could make: one sentence, and no traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from primeparlor.games import GAMES, game
from support.game_folders import install, make
from support.terminal.command import parlor

MOVES = "return tuple(range(1, min(self.rules.largest, room) + 1))"
AFTER = "return type(self)(self.rules, self.total + number, OTHER[self.turn])"
START = "return cls(rules or TwentyOneRules(), 0, 1)"
ENDING = """\
        if self.total != self.rules.target:
            return None
        winner = OTHER[self.turn]
        return Ending(winner, f"reached {self.rules.target}", winner)"""

# What is changed in the rules of Twenty-One. Some of it does no harm, at least to these games.
FAULTS = {
    "no ending": ("def ending(self)", "def ended(self)"),
    "no after": ("def after(", "def afterwards("),
    "no moves": ("def moves(", "def choices("),
    "no start": ("def start(", "def begin("),
    "no name": ('name, title = "twenty-one", "Twenty-One"', 'title = "Twenty-One"'),
    "no title": ('name, title = "twenty-one", "Twenty-One"', 'name = "twenty-one"'),
    "no aim": ('aim = "add 1, 2 or 3; make the total 21"', ""),
    "no Rules": ("    Rules = TwentyOneRules\n", ""),
    "list in the state": (START, "return cls(rules or TwentyOneRules(), [0], 1)"),
    "moves give None": (MOVES, "return None"),
    "moves give a number": (MOVES, "return 3"),
    "moves give a string": (MOVES, "return '123'"),
    "moves give a set": (MOVES, "return {1, 2, 3}"),
    "moves are a generator": (MOVES, "return (n for n in (1, 2, 3))"),
    "moves are floats": (MOVES, "return (1.0, 2.0)"),
    "moves are tuples": (MOVES, "return ((1, 2), (2, 1))"),
    "moves are negative": (MOVES, "return (-1, -2)"),
    "moves raise": (MOVES, "return 1 // 0"),
    "moves empty": (MOVES, "return ()"),
    "moves twice": (MOVES, "return (1, 1)"),
    "after raises": (AFTER, "raise ValueError('oops')"),
    "after gives None": (AFTER, "return None"),
    "after gives a tuple": (AFTER, "return (self.rules, self.total + number, OTHER[self.turn])"),
    "after gives a list total": (AFTER, "return type(self)(self.rules, [self.total], OTHER[self.turn])"),
    "after forgets turn": (AFTER, "return type(self)(self.rules, self.total + number)"),
    "after turn 3": (AFTER, "return type(self)(self.rules, self.total + number, self.turn + 1)"),
    "after exits": (AFTER, "raise SystemExit('bye')"),
    "ending raises": (ENDING, "        return 1 // 0"),
    "ending gives a number": (ENDING, "        return 1 if self.total else None"),
    "ending gives True": (ENDING, "        return self.total > 3"),
    "ending gives a string": (ENDING, "        return 'won' if self.total else None"),
    "ending winner 3": (ENDING, "        return Ending(3, 'won', 3) if self.total else None"),
    "ending at once": (ENDING, "        return Ending(1, 'won', 1)"),
    "start raises": (START, "return 1 // 0"),
    "start gives None": (START, "return None"),
    "turn 0": (START, "return cls(rules or TwentyOneRules(), 0, 0)"),
    "syntax": ("def moves", "dev moves"),
    "import": ("from typing", "import no_such\nfrom typing"),
    "numbers a list": ('{"target": Range(21, 1, 1000), "largest": Range(3, 1, 99)}', '["target", "largest"]'),
    "numbers plain": ("Range(21, 1, 1000)", "21"),
    "chances a number": ("    def moves(", "    def chances(self):\n        return 5\n\n    def moves("),
    "refusal raises": (
        "    def moves(",
        "    def refusal(self, move):\n        return 1 // 0\n\n    def moves(",
    ),
    "refusal None": ("    def moves(", "    def refusal(self, move):\n        return None\n\n    def moves("),
    "state not a tuple": ("class _Fields(NamedTuple):", "class _Fields:"),
    "endless recursion": (AFTER, "return self.after(number)"),
    "prepare raises": (
        "    largest: int\n",
        "    largest: int\n\n    def prepare(self):\n        return 1 // 0\n",
    ),
    "favoured a string": ('favoured = {"":', 'favoured = "" or {1:'),
    "winning_side text": ('winning_side = {"": 1}', 'winning_side = {"": "me"}'),
    "a variant raises": ("return cls(rules", "assert not rules.changed()\n        return cls(rules"),
    "house_variants bad": ("    Rules = Tw", '    house_variants = {"x=3": "nope"}\n    Rules = Tw'),
}


@pytest.fixture(autouse=True)
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(game, "_folders", dict(game._folders))
    monkeypatch.setattr(GAMES, "_others", None)
    monkeypatch.syspath_prepend(tmp_path / "site")
    yield
    for module in [module for module in sys.modules if module.partition(".")[0] == "somebody"]:
        del sys.modules[module]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_game_ends_with_a_sentence(fault: str, tmp_path: Path) -> None:
    make(tmp_path / "site" / "somebody", "twenty-one", ("rules.py", *FAULTS[fault]))
    install(tmp_path / "site", "twenty-one", "somebody")
    typed = "1\n4\n2\nhint\nwhy\nundo\n3\n3\n"
    code, _, err = parlor(tmp_path, "play", "twenty-one", "--p2", "club", typed=typed)
    told = [line for line in err.splitlines() if line != "Saved. Resume it with: parlor resume"]
    assert code == 0 or (
        len(told) == 1
        and told[0].startswith("parlor: The game 'twenty-one' from the package somebody ")
        and told[0].endswith(". Run 'parlor check-game twenty-one' for more.")
    )


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("no ending", "cannot be used: ending() is missing in its rules.py."),
        ("list in the state", "cannot be used: its state is not immutable (unhashable type: 'list')."),
        ("moves give a number", "failed: at the start, moves() must return a tuple or a list, not 3."),
        ("after raises", "failed: oops."),
    ],
)
def test_the_sentence_names_the_fault(fault: str, sentence: str, tmp_path: Path) -> None:
    make(tmp_path / "site" / "somebody", "twenty-one", ("rules.py", *FAULTS[fault]))
    install(tmp_path / "site", "twenty-one", "somebody")
    assert sentence in parlor(tmp_path, "play", "twenty-one", typed="1\n").err
