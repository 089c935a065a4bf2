"""Worker tasks of a table: a move, hints, why. Pure functions from data to data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from primeparlor import notation, records
from primeparlor.coach.language.line_of_play import Name
from primeparlor.core import Player
from primeparlor.match import Fate
from primeparlor.players import View, create_player
from primeparlor.tables.hints import explain_last, list_hints
from primeparlor.tables.table import has_substitute

Data = dict[str, Any]


def check_level(position: str, level: str, clock: float | None) -> Data:
    """Return whether the game is too large for a player of this level, who then plays as a weaker one."""
    player = create_player(level, None, notation.read_position(position), clock)
    return {"too_large": has_substitute([player])}


def choose_move(position: str, level: str, time: float | None, seed: int | None, number: int) -> Data:
    """Choose a move for this level after the event of this number, as good as the time allows, if limited."""
    state = notation.read_position(position)
    player = create_player(level)
    assert player is not None, "people are not asked here"
    stream = Fate(seed).make_stream(f"player/player {state.turn}", number)  # the same as at every table
    chosen = player.choose(View(state, state.turn, state.moves(), (), time, stream))
    return {"move": chosen.move, "notes": chosen.notes}


def build_hints(position: str, step: int) -> Data:
    """Return the hints up to this step, or to the last."""
    found = list_hints(notation.read_position(position), step)
    return {"step": len(found.hints), "hints": found.hints, "all": found.all}


def explain_moves(record: Sequence[records.Line], asker: Player, names: Sequence[str]) -> Data:
    """Explain what both players' last decisions were worth, the asker's first."""
    return {"lines": explain_last(records.rebuild(record).match, asker, name_players(names))}


def name_players(names: Sequence[str]) -> Name:
    """Return a function from players to these names."""
    return lambda player: names[player - 1]


TASKS: dict[str, Callable[..., Data]] = {
    "sit": check_level,
    "choose": choose_move,
    "hint": build_hints,
    "opened": build_hints,
    "why": explain_moves,
}
