"""Players by their seat labels, and the loop that asks them for moves.

player   the interface of a player: its view, its choice, its failure
seats    the kinds of players, and the player for a label
loop     one decision of a player; a match between players to its end
budget   the time a player may take
prompt   a decision as text for a language model, and its answer
language_model, chat_endpoint   a language model at a table, and the service behind it
level_player, perfect   the house players, imported on demand
program    the player for a program that we call
process    a program that answers lines with lines
supervisor  ends such a program with all it has started
"""

from __future__ import annotations

from primeparlor.players.loop import Tell, ValidMatch, play_match, play_valid_match, take_turn
from primeparlor.players.player import (
    BuiltInPlayer,
    Chooser,
    Chosen,
    EndpointFailed,
    MoveChooser,
    NoAnswer,
    PlayerFailed,
    View,
    build_view,
)
from primeparlor.players.seats import (
    DESCRIBED,
    KINDS,
    LEVELS,
    PERFECT,
    SEATS,
    SUBSTITUTE,
    SUBSTITUTED,
    PlayerKind,
    Seat,
    check_seat,
    create_player,
    describe_levels,
    habits_of,
    list_completions,
)

__all__ = [
    "DESCRIBED",
    "KINDS",
    "LEVELS",
    "PERFECT",
    "SEATS",
    "SUBSTITUTE",
    "SUBSTITUTED",
    "BuiltInPlayer",
    "Chooser",
    "Chosen",
    "EndpointFailed",
    "MoveChooser",
    "NoAnswer",
    "PlayerFailed",
    "PlayerKind",
    "Seat",
    "Tell",
    "ValidMatch",
    "View",
    "build_view",
    "check_seat",
    "create_player",
    "describe_levels",
    "habits_of",
    "list_completions",
    "play_match",
    "play_valid_match",
    "take_turn",
]
