"""Lookup of a game's dialogue: its own, or the default for any game."""

from __future__ import annotations

from typing import Any

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.terminal.drawing.dialogue_base import Dialogue


def dialogue_of(state: State) -> Dialogue[Any]:
    """Return the dialogue of this state's game, with its facts and form attached."""
    game = game_of(state)
    dialogue: Dialogue[Any] = game.part("terminal", Dialogue)
    dialogue.facts, dialogue.asked = game.facts, notation.form
    return dialogue
