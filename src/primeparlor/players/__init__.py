"""Players by their seat labels, and the loop that asks them for moves.

player   the interface of a player: its view, its choice, its failure
seats    the kinds of players, and the player for a label
loop     one decision of a player; a match between players to its end
levels, perfect   the house players, imported on demand
"""

from __future__ import annotations

from primeparlor.players.loop import Tell, play_out, take_turn
from primeparlor.players.player import Chooser, Chosen, HousePlayer, PlayerFailed, View, view
from primeparlor.players.seats import (
    DESCRIBED,
    KINDS,
    LEVELS,
    SEATS,
    Kind,
    Seat,
    check_seat,
    chooser,
    completions,
    described,
    habits_of,
)

__all__ = [
    "DESCRIBED",
    "KINDS",
    "LEVELS",
    "SEATS",
    "Chooser",
    "Chosen",
    "HousePlayer",
    "Kind",
    "PlayerFailed",
    "Seat",
    "Tell",
    "View",
    "check_seat",
    "chooser",
    "completions",
    "described",
    "habits_of",
    "play_out",
    "take_turn",
    "view",
]
