"""Worker tasks of a table: a move, hints, why. Pure functions from data to data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from primeparlor import notation, records
from primeparlor.coach.hints import count_steps, format_hint
from primeparlor.coach.language.line_of_play import Name
from primeparlor.coach.review.review import judge_last
from primeparlor.coach.review.story import format_judgement
from primeparlor.core import OTHER, Player
from primeparlor.match import Fate
from primeparlor.players import View, create_player
from primeparlor.solve import analyse

Data = dict[str, Any]


def check_level(position: str, level: str, clock: float | None) -> Data:
    """Raise if a player of this level cannot play from this position; else return empty data."""
    create_player(level, None, notation.read_position(position), clock)
    return {}


def choose_move(position: str, level: str, time: float, seed: int | None, number: int) -> Data:
    """Choose a move for this level after the event of this number, as good as the time allows."""
    state = notation.read_position(position)
    player = create_player(level)
    assert player is not None, "people are not asked here"
    stream = Fate(seed).make_stream(f"player/player {state.turn}", number)  # the same as at every table
    return {"move": player.choose(View(state, state.turn, state.moves(), (), time, stream)).move}


def build_hints(position: str, step: int) -> Data:
    """Return the hints up to this step, or to the last."""
    state = notation.read_position(position)
    analysis = analyse(state)
    last = count_steps(analysis)
    hints = [format_hint(state, analysis, each) for each in range(1, min(step, last) + 1)]
    return {"step": len(hints), "hints": hints, "all": len(hints) == last}


def explain_moves(record: Sequence[records.Line], asker: Player, names: Sequence[str]) -> Data:
    """Explain what both players' last decisions were worth, the asker's first."""
    match = records.rebuild(record).match
    found = [judged for player in (asker, OTHER[asker]) if (judged := judge_last(match, player))]
    return {"lines": [line for judged in found for line in format_judgement(judged, name_players(names))]}


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
