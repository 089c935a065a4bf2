"""Faults put into the example games on purpose, and the code that puts them there."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor import conformance
from primeparlor.games import Game
from support.game_folders import Change

Maker = Callable[..., Game]
Finder = Callable[[Change | list[Change]], list[str]]
Bad = dict[str, tuple[Change | list[Change], str]]

RULES, FORM, FACTS, TERMINAL, SCREEN, WORDS, SOLVER, HABITS, TENSOR = (
    f"{part}.py"
    for part in ("rules", "form", "facts", "terminal", "screen", "words", "solver", "habits", "tensor")
)
MOVES = "return tuple(range(1, min(self.rules.largest, room) + 1))"
AFTER = "return type(self)(self.rules, self.total + number, OTHER[self.turn])"
NAMED = 'name, title = "twenty-one", "Twenty-One"'
AIM = 'aim = "add 1, 2 or 3; make the total 21"'
BLOCKS = "from primeparlor.notation import blocks\n\nclass Form(blocks.Form):\n"
SAYING = "from primeparlor.terminal.drawing import dialogue_base\n\nclass Dialogue(dialogue_base.Dialogue):\n"
DRAWING = """from primeparlor.terminal.drawing import board
from primeparlor.terminal.drawing.board import Key, Press

class Board(board.Board):
"""
MESSAGES = """from primeparlor import messages
from primeparlor.messages import Said

class Messages(messages.Messages):
"""
TELLING = "from primeparlor.coach.language import words\n\nclass Words(words.Words):\n"
SOLVING = "from primeparlor.solve import solver\n\nclass Solver(solver.Solver):\n"
CHOOSING = "from primeparlor.coach import levels\n\nclass Habits(levels.Habits):\n"
ENCODING = "from primeparlor.tensors import tensor\n\nclass Tensor(tensor.Tensor):\n"


SEEN = f"""{BLOCKS}
    def write(self, state):
        return {{"total": state.total, "seen": ",".join(map(str, sorted(state.seen))), "turn": state.turn}}

    def read(self, rules, words):
        total = words.number("total", 0, 99, 0)
        seen = frozenset(words.numbers("seen", 0, 99) or ())
        return self.game(rules, total, seen, words.turn())
"""
BOX = """
class Box:
    n = 0

    def add(self, number):
        self.n += number

    def __repr__(self):
        return f"Box({self.n})"


"""


def rules(old: str, new: str) -> Change:
    return RULES, old, new


def facts(value: str) -> Change:
    return FACTS, "", f"def facts(state, line):\n    return {value}\n"


def faults(folder: Game, name: str | None) -> list[str]:
    """The faults that the check names, file by file."""
    return [f"{fault.file}: {fault.sentence}" for fault in conformance.check_game(folder, name).faults]
