"""Lookup of a game's dialogue (its own, or the default for any game), and the moves that led to a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from primeparlor import notation
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.match import Event
from primeparlor.tables.prompt_words import describe_input
from primeparlor.terminal.drawing.dialogue_base import Dialogue

if TYPE_CHECKING:
    from primeparlor.core import Played


def dialogue_of(state: State) -> Dialogue[Any]:
    """Return the dialogue of this state's game, with its facts and form attached."""
    game = game_of(state)
    dialogue: Dialogue[Any] = game.part("terminal", Dialogue)
    dialogue.facts, dialogue.asked, dialogue.shown = game.facts, describe_input, notation.format_move
    return dialogue


def list_played(events: Iterable[Event]) -> list[Played]:
    """Return who moved (None for chance) and the move of each event that stands, as facts take them."""
    return [(event.who, event.move) for event in events if event.move is not None]
