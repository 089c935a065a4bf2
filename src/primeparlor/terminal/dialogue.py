"""The dialogue of a game: the one it brings, else the one that does for any game."""

from __future__ import annotations

from typing import Any

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.terminal.drawing.dialogue_base import Dialogue


def dialogue_of(state: State) -> Dialogue[Any]:
    """What is said at this state's table."""
    game = game_of(state)
    dialogue: Dialogue[Any] = game.part("terminal", Dialogue)
    dialogue.facts, dialogue.asked = game.facts, notation.form
    return dialogue
