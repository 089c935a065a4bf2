"""What the tests of Gymnasium, PettingZoo and OpenSpiel have in common: games, variants, guests, seeds."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.games.game import Brought

GUESTS = {"pig": "parlor_pig", "twenty-one": "parlor_twenty_one"}

# Every game, and variants at their edges that are quick to play.
VARIANTS: list[tuple[str, dict[str, int]]] = [
    *((name, {}) for name in GAMES.ours),
    ("nonprime-addition", {"smallest": 1, "largest": 2}),
    ("number-morph", {"digits": 2}),
    ("prime-climb", {"largest": 1}),  # passes occur
    ("prime-climb", {"top": 35, "largest": 4}),
    ("pocket-addition", {"target": 10, "largest": 4}),  # the pool runs empty
    ("prime-duel", {"target": 7, "largest": 3, "copies": 1}),
]
EVERY = [*VARIANTS, *((name, {}) for name in GUESTS)]
NAMES = [f"{name} {' '.join(f'{key}={n}' for key, n in rules.items())}".strip() for name, rules in EVERY]

HORIZON = "horizon must be a whole number from 1 to 1,000,000."

# An option that cannot be used, and the sentence that refuses it: the same in every host.
REFUSED: list[tuple[dict[str, object], str]] = [
    ({"game": 5}, "game must be the name of a game, as in 'game-name'."),
    (
        {"game": "chess"},
        f"There is no game 'chess'. The games are: {', '.join(GAMES.ours)}. "
        "If it comes in a separate package, install that first.",
    ),
    ({"rules": [20]}, "rules must be a dictionary of numbers, as in {'top': 20, 'largest': 9}."),
    ({"rules": {3: 20}}, "rules must be a dictionary of numbers, as in {'top': 20, 'largest': 9}."),
    ({"rules": {"top": "35"}}, "top must be a whole number from 2 to 1000."),
    ({"rules": {"top": 1}}, "top must be a whole number from 2 to 1000."),
    ({"rules": {"height": 35}}, "There is no rule height. The rules are: top, largest."),
    ({"game": "number-morph", "rules": {"digits": 6}}, "To play, digits must be a whole number from 2 to 5."),
    ({"horizon": 0}, HORIZON),
    ({"horizon": -1}, HORIZON),
    ({"horizon": 10**6 + 1}, HORIZON),
    ({"horizon": 2.0}, HORIZON),
    ({"horizon": True}, HORIZON),
    ({"horizon": None}, HORIZON),
    ({"horizon": "200"}, HORIZON),
]


def refused(*own: tuple[dict[str, Any], str]) -> pytest.MarkDecorator:
    """A test of each option that cannot be used: those of every host, and a host's own."""
    return pytest.mark.parametrize(("options", "sentence"), [*REFUSED, *own], ids=lambda each: str(each)[:40])


def refusal(make: Callable[..., object], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """What an environment of Prime Climb with these options is refused with, in a house without guests."""
    monkeypatch.setattr(GAMES, "_others", [])
    with pytest.raises(ParlorError) as caught:
        make(**({"game": "prime-climb"} | options))
    return str(caught.value)


def told_without(package: str) -> str:
    """What the adapter of this package tells where the package is missing."""
    hidden = f"import sys; sys.modules[{package!r}] = None; import primeparlor.adapters.{package}"
    return subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False).stderr


def install_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the example games count as installed."""
    monkeypatch.setattr(GAMES, "_others", [Brought(name, package) for name, package in GUESTS.items()])


def run_shown(function: str) -> Any:
    """What the README's example of this function gives, after importing what its host needs."""
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    [call] = re.findall(rf"`({re.escape(function)}\(.+?\))`", text)
    module = function.rpartition(".")[0]
    names: dict[str, Any] = {}
    exec(f"import {module}\nshown = {call}", names)
    return names["shown"]


def run_guide(opening: str) -> str:
    """What the program of the guide that begins with these words prints."""
    page = (Path(__file__).parents[2] / "docs" / "how-to.md").read_text(encoding="utf-8")
    guide = page.partition("\n## Let a program learn\n")[2].partition("\n## ")[0]
    [program] = re.findall(
        rf"^{opening}[^`]*`[^`]*`[^`]*^```python\n(.*?)^```", guide, re.MULTILINE | re.DOTALL
    )
    with redirect_stdout(StringIO()) as printed:
        exec(program, {})
    return printed.getvalue()
