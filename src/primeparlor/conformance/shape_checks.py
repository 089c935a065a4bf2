"""The names that each file of a folder must define: a part with another name is not found."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from types import ModuleType
from typing import Any

from primeparlor.coach.language.words import Words
from primeparlor.coach.levels import Habits
from primeparlor.conformance.faults import Faults
from primeparlor.core import capital
from primeparlor.messages import Messages
from primeparlor.notation.blocks import Form
from primeparlor.solve.solver import Solver
from primeparlor.tensors.tensor import Tensor
from primeparlor.terminal.drawing.board import Board
from primeparlor.terminal.drawing.dialogue_base import Dialogue
from primeparlor.terminal.drawing.lines import board

# The names that are looked for in each file, and their defaults.
LOOKED_FOR: dict[str, dict[str, Any]] = {
    "form": {"Form": Form},
    "facts": {"facts": None},
    "terminal": {"Dialogue": Dialogue, "board": board},
    "screen": {"Board": Board},
    "words": {"Words": Words, "Messages": Messages},
    "solver": {"Solver": Solver},
    "habits": {"Habits": Habits},
    "tensor": {"Tensor": Tensor},
}
BRINGS_NONE = {
    "facts": "has no facts()",
    "terminal": "has neither a Dialogue nor a board",
    "words": "has neither Words nor Messages",
}
ALIKE = 0.8  # names this similar are taken for the same


def check_shape(file: str, module: ModuleType, faults: Faults) -> bool:
    """Return True if this file defines a part, and every part in it can be used."""
    there = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    wanted = LOOKED_FOR[file]
    # the default itself, imported to derive from it, does not count
    brought = {name: there[name] for name in wanted if name in there and there[name] is not wanted[name]}
    own = [name for name, value in there.items() if getattr(value, "__module__", None) == module.__name__]
    told = [
        f"should {name} be called {meant}?"
        for name in own
        if name not in wanted and (meant := _find_similar(name, wanted.keys() - brought.keys()))
    ]
    if not brought:
        none = BRINGS_NONE.get(file, f"has no {next(iter(wanted))}")
        way_out = told[0] if told else "add one, or remove the file."
        faults.add(f"{file}.py", "brings", f"{none}: {way_out}")
        return False
    if told:
        faults.add(f"{file}.py", "brings", capital(told[0]))
    usable = [_check_part(f"{file}.py", name, wanted[name], value, faults) for name, value in brought.items()]
    return all(usable)


def _check_part(file: str, name: str, default: Any, value: Any, faults: Faults) -> bool:
    """Return True if a part can be used in place of its default."""
    if not isinstance(default, type):
        if not callable(value):
            faults.add(file, name, f"{name} must be a function.")
        return callable(value)
    if not (isinstance(value, type) and issubclass(value, default)):
        faults.add(file, name, f"derive {name} from {default.__module__}.{name}.")
        return False
    for method, meant in _find_misnamed(value, default):
        faults.add(file, method, f"{name}.{method} overrides nothing: did you mean {meant}?")
    return True


def _find_misnamed(part: type, default: type) -> Iterator[tuple[str, str]]:
    """Yield names the part adds that look like misspelt ones it could have overridden."""
    added = {name for cls in part.__mro__ if cls not in default.__mro__ for name in vars(cls)}
    left = {name for name in dir(default) if not name.startswith("_")} - added
    for name in sorted(added):
        if not name.startswith("_") and not hasattr(default, name) and (meant := _find_similar(name, left)):
            yield name, meant


def _find_similar(name: str, known: Collection[str]) -> str | None:
    """Return the known name that this one resembles, ignoring case; None if there is none."""
    lower = {other.lower(): other for other in sorted(known)}
    close = get_close_matches(name.lower(), lower, n=1, cutoff=ALIKE)
    return lower[close[0]] if close else None
