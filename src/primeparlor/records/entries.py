"""Parsing of one line of a record into an event, a note or the result; the referee checks it later."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.core import PLAYERS, Move, Player
from primeparlor.match import (
    Answer,
    Entry,
    Event,
    Hint,
    Offer,
    Outcome,
    Pause,
    Refusal,
    Result,
    Seating,
    is_plain,
)
from primeparlor.records.line import JsonLine, RecordError

MOST = 10**15  # milliseconds, or refused inputs


def read_entry(line: JsonLine) -> Entry:
    """Parse the entry on this line."""
    for key, kind in KINDS.items():
        if key in line:
            return kind(line)
    return _read_event(line)


def _read_event(line: JsonLine) -> Event:
    who: Player | str = line.take("who", int, str)
    if who not in (1, 2, "fate"):
        raise RecordError("who must be 1, 2 or 'fate'")
    undo = line.take("undo", int, default=None)
    return Event(
        number=line.take("number", int),
        who=None if isinstance(who, str) else who,
        move=None if undo is not None else _read_move(line, "move"),
        undo=undo,
        forced=line.take("forced", bool, default=False),
        by_hand=line.take("by_hand", bool, default=False),
        ms=_read_count(line, "ms"),
        refused=_read_count(line, "refused"),
    )


def _read_hint(line: JsonLine) -> Hint:
    return Hint(_read_after(line), _read_player(line), line.take("hint", int, str), _read_count(line, "ms"))


def _read_refusal(line: JsonLine) -> Refusal:
    move = (
        _read_move(line, "refusal")
        if line.values["refusal"] is not None
        else line.take("refusal", type(None))
    )
    return Refusal(
        _read_after(line), _read_player(line), move, line.take("strike", bool), _read_count(line, "ms")
    )


def _read_pause(line: JsonLine) -> Pause:
    return Pause(_read_after(line), _read_count(line, "pause"))


def _read_seating(line: JsonLine) -> Seating:
    return Seating(_read_after(line), read_pair(line, "seats"), read_names(line), read_too_large(line))


def _read_offer(line: JsonLine) -> Offer:
    return Offer(_read_after(line), _read_player(line), line.take("offer", str))


def _read_answer(line: JsonLine) -> Answer:
    return Answer(_read_after(line), _read_player(line), line.take("answer", bool))


def _read_result(line: JsonLine) -> Result:
    result = line.take("result", dict)
    kinds = {key: type(value) for key, value in result.items()}
    if kinds not in ({"winner": int, "reason": str}, {"winner": type(None), "reason": str}):
        raise RecordError("result must hold winner (1, 2 or null) and reason")
    marks = tuple(line.take("marks", list))
    return Result(Outcome(**result), marks, line.take("seed", int, default=None))


KINDS: dict[str, Callable[[JsonLine], Entry]] = {
    "result": _read_result,
    "hint": _read_hint,
    "refusal": _read_refusal,
    "pause": _read_pause,
    "seats": _read_seating,
    "offer": _read_offer,
    "answer": _read_answer,
}


def _read_after(line: JsonLine) -> int:
    after: int = line.take("after", int)
    return after


def _read_player(line: JsonLine) -> Player:
    who: Player = line.take("who", int)
    if who not in PLAYERS:
        raise RecordError("who must be 1 or 2")
    return who


def _read_count(line: JsonLine, key: str) -> int:
    count: int = line.take(key, int, default=0)
    if not 0 <= count <= MOST:
        raise RecordError(f"{key} must be a whole number from 0 to {MOST}")
    return count


def _read_move(line: JsonLine, key: str) -> Move:
    """Parse a move short enough to show; the referee checks whether it is legal."""
    move: Move = line.take(key, int, str)
    if not is_plain(move):
        raise RecordError(f"{key} must be a whole number or a word")
    return move


def read_pair(line: JsonLine, key: str) -> tuple[str, str]:
    """Return the values for Player 1 and Player 2 under this key."""
    values = line.take(key, list)
    if len(values) != 2 or not all(type(value) is str for value in values):
        raise RecordError(f"{key} must be two names")
    return values[0], values[1]


def read_names(line: JsonLine) -> tuple[str, str]:
    """Return the names the players chose; usually none."""
    return read_pair(line, "names") if "names" in line else ("", "")


def read_too_large(line: JsonLine) -> bool:
    """Return True if a player cannot solve the game, and plays as a weaker level."""
    too_large: bool | None = line.take("too_large", bool, default=None)
    if too_large is False:
        raise RecordError("too_large must be true or left out")
    return too_large is not None
